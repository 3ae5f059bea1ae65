"""Slips of people in `hall.toml`: each is told with its file and line and what is needed, and no secret is shown."""

from __future__ import annotations

import re
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.commands.halls.configuration import load_config
from companion.console import CommandError
from companion.words import Words

PASSWORD, KEY, PEOPLE, SECRET = "hunter2 of the club", "9a" * 32, "5c" * 32, "7f" * 32
BOARD = f"""club = "arena"
broker = ["mqtt://127.0.0.1", "mqtts://hall.example:8884"]
user = "board"
password = "{PASSWORD}"
ca = "broker.crt"
[people]
names = "full"
key = "{PEOPLE}"
[board]
web = "0.0.0.0:8100"
secret = "{SECRET}"
tables = 600
timezone = "Europe/Berlin"
hosts = ["hall.example.org"]
[league.spring]
from = 2026-03-01
to = "2026-05-31"
kinds = ["skat"]
[ratings]
on = true
"""
TABLE = f"""club = "arena"
table = "table-1"
broker = "mqtts://192.168.1.5:8883"
user = "table-1"
password = "{PASSWORD}"
key = "{KEY}"
[people]
names = "none"
key = "{PEOPLE}"
[publish]
state_every = 15
"""
SLIPS: tuple[Callable[[str], str], ...] = (
    lambda line: line.replace('"', ""),
    lambda line: re.sub('"(.*)"', r"“\1”", line),
    lambda line: line.rstrip('"'),
    lambda line: line.replace('"', "", 1),
    lambda line: line.replace('"', '""'),
    lambda line: line.replace(" =", ":"),
    lambda line: line.replace("= ", ""),
    lambda line: line.replace("=", "＝"),
    lambda line: f"{line};",
    lambda line: f"{line} // mine",
    lambda line: line.replace(" ", "\N{NO-BREAK SPACE}"),
    lambda line: f"- {line}",
    lambda line: line.capitalize(),
    lambda line: f"{line}\n{line}",
    lambda line: re.sub(" = .*", ' = ""', line),
    lambda line: re.sub(" = .*", " =", line),
    lambda line: re.sub(" = .*", " = -1", line),
    lambda line: re.sub(" = .*", " = yes", line),
    lambda line: re.sub(" = (.*)", r" = {is = \1}", line),
    lambda line: line.rstrip("]"),
    lambda line: re.sub("^(password|key|secret) =", r"\1_file =", line),
    lambda line: line.replace("://", f"://board:{PASSWORD}@"),
)


def said(text: str, folder: Path) -> str:
    """What is said of a file with this text, without the name of its folder; nothing if it is right."""
    file = folder / "hall.toml"
    file.write_text(text)
    try:
        load_config(Namespace(config=file), Words("en"))
    except CommandError as error:
        return str(error).replace(f"{folder}/", "")
    return ""


@pytest.mark.parametrize("right", [BOARD, TABLE], ids=["board", "table"])
def test_each_slip_is_told_with_its_line_and_no_secret_is_shown(right: str, tmp_path: Path) -> None:
    assert said(right, tmp_path) == ""
    lines = right.splitlines()
    told = 0
    for number, line in enumerate(lines, 1):
        for slip in SLIPS:
            wrong = slip(line)
            if wrong == line:
                continue
            found = said("\n".join([*lines[: number - 1], wrong, *lines[number:]]), tmp_path)
            told += bool(found)
            # A line that is there twice may be told at the second one.
            assert re.match(f"hall.toml:({number}|{number + 1}): .+" if found else "", found), (wrong, found)
            for secret in (PASSWORD, KEY, PEOPLE, SECRET):
                assert secret[:9] not in found, (wrong, found)
            assert "(at line" not in found, (wrong, found)
    assert told > 15 * len(lines)


@pytest.mark.parametrize(
    ("line", "wrong", "what"),
    [
        ('club = "arena"', "club = arena", '1: put it in quotes: club = "…"'),
        ('user = "table-1"', "user = “table-1”", '4: use straight quotes: user = "…"'),
        ('names = "none"', "names = none", '8: put it in quotes: names = "none"'),
        ("[people]", "\N{ZERO WIDTH SPACE}\n[people]", '7: this line is not clear; write for example club = "arena"'),
        (f'password = "{PASSWORD}"', f"password = {PASSWORD}", '5: put it in quotes: password = "…"'),
        (f'key = "{KEY}"', f'key: "{KEY}"', '6: put = between name and value: key = "…"'),
        ('table = "table-1"', 'table = "table-1"\ntable = "b"', "2: line 3 has the same name; only one of them may be"),
        ("[people]", "[people]\n[people]", "8: [people] is there twice; write its lines below the first one"),
        ("[people]", "[people", "7: put it in square brackets: [people]"),
        ('broker = "mqtts', 'broker = [mqtts', '3: broker is a list; it is written as broker = ["one", "two"]'),
        ('user = "table-1"', 'ca = """\n---', "4: three quotes stand here, and there is no other line with them; "
         "they stand before and after a certificate"),
        ('user = "table-1"', 'user = " "', "4: user is empty"),
        (f'password = "{PASSWORD}"', f'password_file = "{PASSWORD}"',
         "5: password_file is …; the file cannot be read: no such file or directory"),
    ],
)  # fmt: skip
def test_what_is_needed_is_said(line: str, wrong: str, what: str, tmp_path: Path) -> None:
    assert said(TABLE.replace(line, wrong, 1), tmp_path) == f"hall.toml:{what}"


def test_one_text_is_enough_where_a_list_may_be(tmp_path: Path) -> None:
    assert said(BOARD.replace('["skat"]', '"skat"').replace('["hall.example.org"]', '"hall"'), tmp_path) == ""
