"""`hall.toml`: what it says, and what is refused with its place."""

from __future__ import annotations

import os
from argparse import Namespace
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.commands.halls.configuration import load_config
from companion.console import CommandError
from companion.hall.config import Broker, parse_config
from companion.hall.standings import Scope, Weights
from companion.reader import Unparsed, Wrong
from companion.toml_places import line_of
from companion.words import Words

TABLE = """
club = "arena"
table = "t1"
broker = "mqtts://hall.example"
"""
BOARD = """
club = "arena"
broker = ["mqtt://127.0.0.1", "mqtts://[fd00::1]:8884"]
user = "board"
password_file = "password"
[people]
names = "full"
key = "k"
[board]
web = "0.0.0.0:8100"
secret = "s"
timezone = "Europe/Berlin"
day_begins = "05:30"
hosts = ["Hall.example.org"]
[league.spring]
from = 2026-03-01
to = "2026-05-31"
kinds = ["skat"]
win = 3
[ratings]
on = true
without = ["0123456789abcdef"]
"""


def read_file(name: str) -> str:
    if name == "password":
        return "secret\n"
    raise FileNotFoundError(2, "No such file or directory")


def test_a_table_needs_three_lines() -> None:
    config = parse_config(TABLE, read_file)
    assert (config.club, config.table, config.brokers) == ("arena", "t1", (Broker("hall.example", 8883, True),))
    assert (config.names, config.state, config.state_every, config.home_assistant) == ("none", "live", 15, False)
    assert (config.key, config.people_key, config.login.password) == (None, None, None)


def test_another_name_or_another_key_is_another_policy() -> None:
    texts = (TABLE, f'{TABLE}\nkey = "{"a" * 64}"', f'{TABLE}\nkey = "{"b" * 64}"')
    people = ("", '[people]\nkey = "a"', '[people]\nkey = "b"', '[people]\nnames = "full"\nkey = "a"')
    policies = [parse_config(f"{text}\n{more}", read_file).policy for text in texts for more in people]
    assert len(set(policies)) == 12
    assert parse_config(TABLE, read_file).policy == policies[0]


def test_a_board_has_its_own_parts() -> None:
    config = parse_config(BOARD, read_file)
    assert config.table is None
    assert [str(broker) for broker in config.brokers] == ["mqtt://127.0.0.1:1883", "mqtts://[fd00::1]:8884"]
    assert (config.login.user, config.login.password) == ("board", "secret")
    assert (config.board.web, config.board.secret, config.board.zone.key) == (("0.0.0.0", 8100), "s", "Europe/Berlin")
    assert config.board.hosts == ("hall.example.org",)
    assert (config.board.begins.hour, config.board.begins.minute) == (5, 30)
    assert config.leagues == {"spring": Scope("2026-03-01", "2026-05-31", ("skat",), Weights(3, 1, 0))}
    assert (config.ratings, config.without) == (True, ("0123456789abcdef",))


@pytest.mark.parametrize(
    ("line", "field"),
    [
        ('club = "Arena"', "club"), ('table = "board"', "table"), ('table = "a/b"', "table"), ("broker = []", "broker"),
        ('broker = "hall.example"', "broker"), ('broker = "mqtt://"', "broker"), ('broker = "http://a"', "broker"),
        ('broker = "mqtt://user:word@host"', "broker"), ('broker = "mqtt://:word@host"', "broker"),
        ('broker = "mqtt://a/hall"', "broker"), ('broker = "mqtt://a?hall"', "broker"),
        ('broker = "mqtt://a#hall"', "broker"), ('broker = "mqtt://a:0"', "broker"),
        ('broker = "mqtt://a:99999"', "broker"), ('broker = ["mqtt://a", 1]', "broker[1]"), ('key = "ab"', "key"),
        ('key_file = "none"', "key_file"), ("brocker = 1", "brocker"), ('[people]\nnames = "some"', "people.names"),
        ('[people]\nkey = ""', "people.key"), ('password = "a"\npassword_file = "password"', "password_file"),
        ("[publish]\nstate_every = 1.5", "publish.state_every"), ('[board]\nweb = "8100"', "board.web"),
        ('[board]\ntimezone = "Europe/Berlim"', "board.timezone"), ('[board]\ntimezone = "../etc"', "board.timezone"),
        ('[board]\nday_begins = "6"', "board.day_begins"), ("[board]\ntables = 601", "board.tables"),
        ('[board]\nhosts = ["http://a"]', "board.hosts[0]"),
        ('[league."A b"]\nwin = 1', "league.A b"), ('[league.a]\nfrom = "2026-02-30"', "league.a.from"),
        ('[league.a]\nfrom = "2026-03-02"\nto = "2026-03-01"', "league.a.to"),
        ('[ratings]\nwithout = ["Ada"]', "ratings.without[0]"),
    ],
)  # fmt: skip
def test_a_wrong_value_is_refused_with_its_place_and_line(line: str, field: str) -> None:
    name = line.partition(" ")[0]
    text = "\n".join([kept for kept in TABLE.splitlines() if not kept.startswith(f"{name} =")]) + f"\n{line}"
    with pytest.raises(Wrong) as wrong:
        parse_config(text, read_file)
    assert wrong.value.field == field
    assert line_of(text, wrong.value.path) == len(text.splitlines()) - (field == "league.A b")  # its heading


@pytest.mark.parametrize(
    "line",
    [
        "password = 77123", 'password = ["77123"]', "password = {is = '77123'}", 'key = "77123"', "key = 77123",
        'key_file = "77123"', "[people]\nkey = 77123", '[board]\nsecret = [77123]', 'broker = "mqtt://user:77123@host"',
        'broker = ["mqtt://a", "mqtts://77123@host"]', 'pasword = "77123"', 'broker = [["mqtt://u:77123@h"]]',
        'broker = "mqtt://host?password=77123"', f'key_file = "77123{"a" * 59}"',
        'table = "pass 77123"', 'club = "77123!"', 'broker = "pass77123"', 'broker = ["mqtt://a", "pass77123"]',
        "table = 77123", '[league.a]\nkinds = ["77123!"]',
    ],
)  # fmt: skip
def test_no_fault_shows_a_secret(line: str) -> None:
    name = line.partition(" ")[0]
    text = "\n".join([kept for kept in TABLE.splitlines() if not kept.startswith(f"{name} =")]) + f"\n{line}"
    with pytest.raises(Wrong) as wrong:
        parse_config(text, lambda name: f"{name}, of a file" if len(name) < 9 else Path(name).read_text())
    assert "77123" not in repr(wrong.value.params)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('club = "Arena"', "club is not a name; it may have small letters a-z, digits and -"),
        ('key = "ab"', "key is not the key of a table: it has 64 digits"),
        ('[board]\ntitle = " x"', 'board.title is " x"; it has 1 to 40 characters'),
        ('[people]\nkey = ""', "people.key is empty"),
        ('[ratings]\nwithout = ["Ada"]', 'ratings.without[0] is "Ada"; a person is written with 16 digits'),
        ('password_file = "not text"', "the file cannot be read: it is not UTF-8"),
        ('password_file = "a\\u0000b"', "the file cannot be read: embedded null byte"),
    ],
)
def test_a_fault_says_what_would_be_right(line: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "not text").write_bytes(b"\xff\xfe")
    kept = "\n".join([kept for kept in TABLE.splitlines() if not kept.startswith(f"{line.partition(' ')[0]} =")])
    (tmp_path / "hall.toml").write_text(f"{kept}\n{line}")
    with pytest.raises(CommandError) as error:
        load_config(Namespace(config=tmp_path / "hall.toml"), Words("en"))
    assert said in str(error.value)


def test_a_folder_and_a_pipe_are_no_configuration_and_hold_no_secret(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for name, why in (("", "it is a directory"), ("pipe", "not a file")):
        with pytest.raises(CommandError, match=f"cannot be read: {why}"):
            load_config(Namespace(config=tmp_path / name), Words("en"))
        (tmp_path / "hall.toml").write_text(f'{TABLE}\npassword_file = "{name or "."}"')
        with pytest.raises(CommandError, match=f"the file cannot be read: {why}"):
            load_config(Namespace(config=tmp_path / "hall.toml"), Words("en"))


def test_what_is_missing_has_no_line() -> None:
    with pytest.raises(Wrong) as wrong:
        parse_config('club = "arena"', read_file)
    assert (wrong.value.field, line_of("", wrong.value.path)) == ("broker", None)


@given(st.text())
def test_no_text_makes_trouble_of_another_kind(text: str) -> None:
    for whole in (text, f"{BOARD}{text}", BOARD.replace("s", text[:1])):
        with suppress(Unparsed, Wrong):
            parse_config(whole, read_file)
