"""What an organiser types: a new board, its tables, a record that another table has, somebody to forget."""

from __future__ import annotations

import os
import re
import subprocess
from contextlib import closing
from importlib.resources import files
from pathlib import Path
from textwrap import dedent

import needs
import pytest
from hall.boards import RESULTS, STATES, Board
from hall.broker import Authority, Broker, Listener, acl, broker
from hall.results import ADA, BEN, OTHER, RECORD, RESULT, STATE
from patience import glances

from companion.cli import main
from companion.commands.hall import PARTS
from companion.commands.halls.init import own_zone
from companion.commands.halls.mosquitto import ACL, CONF, PASSWORDS
from companion.commands.halls.revoke import revoked
from companion.hall.canonical import is_signed, sign, table_key
from companion.hall.config import Config, parse_config
from companion.hall.messages import as_json
from companion.services.hall.store import FILE, Store
from companion.words import Words
from hardware.broker_probe import ProbeClient
from hardware.mqtt import Identity

Capture = pytest.CaptureFixture[str]


def no_file(name: str) -> str:
    raise FileNotFoundError(name)


def test_a_new_board_and_its_tables_fit_together(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "hall.toml"
    assert main(["hall", "init", "arena", "--broker", "mqtt://192.168.1.5", "--config", str(file)]) == 0
    assert file.stat().st_mode & 0o777 & ~0o640 == 0
    board = parse_config(file.read_text(), no_file)
    capsys.readouterr()
    assert main(["hall", "table", "t1", "--config", str(file)]) == 0
    table = parse_config(capsys.readouterr().out, no_file)
    assert board.board.secret is not None
    assert (table.club, table.table, table.brokers) == ("arena", "t1", board.brokers)
    assert table.key == table_key(board.board.secret, "arena", "t1")
    assert (table.people_key, table.names, table.board.secret) == (board.people_key, "none", None)
    before = file.read_text()
    assert main(["hall", "init", "arena", "--broker", "mqtt://192.168.1.5", "--config", str(file)]) == 2
    assert "file exists" in capsys.readouterr().err
    assert file.read_text() == before


@pytest.mark.parametrize(
    ("link", "found"),
    [
        ("/usr/share/zoneinfo/Asia/Tokyo", ["Asia/Tokyo"]), ("../usr/share/zoneinfo/Europe/Berlin", ["Europe/Berlin"]),
        ("/var/db/timezone/zoneinfo/UTC", ["UTC"]), ("/usr/share/zoneinfo/Europe/Nowhere", []),
        ("/usr/share/zoneinfo/../zoneinfo", []), ("/usr/share/zoneinfo/", []), ("elsewhere", []),
    ],
)  # fmt: skip
def test_the_zone_of_a_machine_is_read_from_the_link_that_gives_it(tmp_path: Path, link: str, found: list[str]) -> None:
    localtime = tmp_path / "localtime"
    assert own_zone(localtime) == []
    localtime.symlink_to(link)
    assert own_zone(localtime) == found


def test_a_new_board_has_its_evenings_in_the_zone_of_its_machine(tmp_path: Path) -> None:
    file = tmp_path / "hall.toml"
    assert main(["hall", "init", "arena", "--broker", "mqtts://a", "--config", str(file)]) == 0
    zone = parse_config(file.read_text(), no_file).board.zone
    assert [zone.key] == (own_zone() or ["UTC"])


def test_two_boards_have_other_secrets(tmp_path: Path) -> None:
    files = [tmp_path / name / "hall.toml" for name in ("one", "two")]
    for file in files:
        file.parent.mkdir()
        assert main(["hall", "init", "arena", "--broker", "mqtts://a", "--config", str(file)]) == 0
    one, two = [parse_config(file.read_text(), no_file) for file in files]
    assert one.board.secret != two.board.secret
    assert one.people_key != two.people_key
    assert one.login.password != two.login.password


@pytest.mark.parametrize(
    "words",
    [
        ["init", "Arena", "--broker", "mqtts://a"], ["table", "a/b"], ["adopt", "x", "t1"], ["adopt", RECORD, "T"],
        ["forget", "Ada"],
    ],
)  # fmt: skip
def test_a_wrong_name_is_refused(words: list[str], capsys: Capture) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["hall", *words])
    assert ended.value.code == 2
    assert " is not " in capsys.readouterr().err


def test_a_name_that_is_too_long_is_refused_with_what_is_right(capsys: Capture) -> None:
    with pytest.raises(SystemExit):
        main(["hall", "table", "x" * 33])
    assert "is not a name: at most 32 small letters, digits and -" in capsys.readouterr().err


def test_each_part_explains_itself(capsys: Capture) -> None:
    for part in PARTS:
        with pytest.raises(SystemExit) as ended:
            main(["hall", part, "--help"])
        assert ended.value.code == 0
        assert capsys.readouterr().out.startswith(f"usage: companion hall {part} [-h]")


@pytest.mark.parametrize("broker", ["hall.example", "mqtts://board:s3cret@hall.example", "s3cret"])
def test_a_wrong_broker_is_refused_and_not_shown_and_nothing_is_written(
    tmp_path: Path, capsys: Capture, broker: str
) -> None:
    file = tmp_path / "hall.toml"
    assert main(["hall", "init", "arena", "--broker", broker, "--config", str(file)]) == 2
    said = capsys.readouterr()
    assert said.err.startswith("companion: --broker is not the address of a broker; it must be like mqtts://host:8883")
    assert "s3cret" not in said.err + said.out
    assert not file.exists()


def test_a_table_is_removed_before_any_has_sent_results(tmp_path: Path, capsys: Capture) -> None:
    Store(tmp_path).close()
    assert main(["hall", "remove", "t4", "--data", str(tmp_path)]) == 0
    assert capsys.readouterr().out.endswith("; t4 has sent no results to this board; tables that have: none\n")


def test_a_record_is_adopted_and_a_person_forgotten(tmp_path: Path, capsys: Capture) -> None:
    assert main(["hall", "adopt", RECORD, "t2", "--data", str(tmp_path)]) == 1
    assert f"{tmp_path / FILE} is not there" in capsys.readouterr().err
    with closing(Store(tmp_path)) as store:
        store.adopt(RECORD, "t1")
    assert main(["hall", "adopt", RECORD, "t2", "--data", str(tmp_path)]) == 0
    said = f"{RECORD} belongs to t2 now, before to t1; t2 has sent no results to this board; tables that have: t1"
    assert capsys.readouterr().out == f"{said}\n"
    assert main(["hall", "adopt", RECORD, "t2", "--data", str(tmp_path)]) == 0
    assert capsys.readouterr().out == f"{RECORD} belongs to t2 now, before to t2\n"
    assert main(["hall", "adopt", OTHER, "t2", "--data", str(tmp_path)]) == 1
    said = f"{OTHER}: no table has sent results of this record; records here: {RECORD} of t2"
    assert capsys.readouterr().err == f"companion: {said}\n"
    assert main(["hall", "forget", ADA.person, "--data", str(tmp_path)]) == 0
    assert (
        capsys.readouterr().out
        == f"{ADA.person} is no longer in the standings; games that no longer show the name: 0\n"
    )
    with closing(Store(tmp_path)) as store:
        assert (store.owners(), store.forgotten()) == ({RECORD: "t2"}, {ADA.person})
    assert main(["hall", "remove", "t4", "--data", str(tmp_path)]) == 0
    assert capsys.readouterr().out.endswith(
        "its results count as before: 0; t4 has sent no results to this board; tables that have: t2\n"
    )


def test_where_a_file_is_there_already_no_other_is_left(tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / ACL).write_text("mine")
    assert main(["hall", "init", "arena", "--broker", "mqtts://a", "--config", str(tmp_path / "hall.toml")]) == 2
    assert f"{tmp_path / ACL} cannot be written: file exists" in capsys.readouterr().err
    assert [file.name for file in tmp_path.iterdir()] == [ACL]


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("mqtt://192.168.1.5", "who is in this network can read what the tables say, and their passwords"),
        ("mqtt://8.8.8.8", "is not in this house: tables connect only with mqtts:// there"),
        ("mqtts://192.168.1.5", ""),
    ],
)
def test_a_broker_without_tls_is_explained_in_one_line(url: str, said: str, tmp_path: Path, capsys: Capture) -> None:
    assert main(["hall", "init", "arena", "--broker", url, "--config", str(tmp_path / "hall.toml")]) == 0
    assert [said in line for line in capsys.readouterr().out.splitlines() if line.startswith("mqtt")] == [True] * bool(
        said
    )


def test_the_files_for_mosquitto_are_as_the_page_of_the_hall_says(tmp_path: Path, capsys: Capture) -> None:
    words = ["init", "arena", "--broker", "mqtts://192.168.1.5", "--ca", "broker.crt"]
    assert main(["hall", *words, "--config", str(tmp_path / "hall.toml")]) == 0
    said = capsys.readouterr().out
    for file in (CONF, ACL, PASSWORDS):
        assert (tmp_path / file).read_text() in said
        assert (tmp_path / file).stat().st_mode & 0o007 == 0
    lines = (tmp_path / CONF).read_text().splitlines()
    assert {"listener 8883", f"certfile {tmp_path}/broker.crt", f"keyfile {tmp_path}/broker.key"} <= {*lines}
    wanted = {"allow_anonymous false", "persistence false", "set_tcp_nodelay true", "max_queued_messages 10000"}
    assert {*wanted, "max_packet_size 65536"} <= {*lines}
    assert (tmp_path / ACL).read_text() == acl("arena")
    assert "subjectAltName=IP:192.168.1.5" in said


def test_a_table_gets_its_user_its_password_and_the_certificate_in_one_file(tmp_path: Path, capsys: Capture) -> None:
    authority, file = Authority(tmp_path), tmp_path / "hall.toml"
    chain = tmp_path / "chain.pem"
    chain.write_text(f"{(tmp_path / 'ca' / 'ca.key').read_text()}{authority.ca.read_text()}")
    words = ["init", "arena", "--broker", "mqtts://127.0.0.1", "--ca", "chain.pem"]
    assert main(["hall", *words, "--config", str(file)]) == 0
    capsys.readouterr()
    said = []
    for table in ("t1", "t2", "t1"):
        assert main(["hall", "table", table, "--config", str(file)]) == 0
        said.append(capsys.readouterr())
    one, two, again = [parse_config(text.out, no_file) for text in said]
    assert (one.login.user, two.login.user) == ("t1", "t2")
    assert one.login.password != two.login.password
    assert one == again
    assert one.login.ca == authority.ca.read_text()
    assert "PRIVATE KEY" not in said[0].out
    assert "is in" in said[0].err
    assert "has it already" in said[2].err
    assert [line.partition(":")[0] for line in (tmp_path / PASSWORDS).read_text().splitlines()] == ["board", "t1", "t2"]
    chain.write_text("nothing")
    assert main(["hall", "table", "t1", "--config", str(file)]) == 2
    assert "chain.pem holds no certificate" in capsys.readouterr().err


BOARD = f"companion/v1/arena/board/{RECORD}"
WRITES = [
    ("t1", "companion/v1/arena/t1/online", True),
    ("t1", "companion/v1/arena/t1/state", True),
    ("t1", "companion/v1/arena/t1/result", True),
    ("t1", "companion/v1/arena/t2/result", False),
    ("t1", "companion/v1/other/t1/result", False),
    ("t1", f"{BOARD}/online", False),
    ("t1", f"{BOARD}/confirmed/t1", False),
    ("t1", "homeassistant/device/companion-arena-t1/config", True),
    ("t1", "homeassistant/device/companion-arena-t2/config", False),
    ("t1", "homeassistant/status", False),
    ("board", f"{BOARD}/online", True),
    ("board", f"{BOARD}/confirmed/t1", True),
    ("board", "companion/v1/arena/t1/result", False),
]


def test_mosquitto_takes_the_files_and_lets_each_user_write_only_its_own(tmp_path: Path, capsys: Capture) -> None:
    file, certificate = tmp_path / "hall.toml", Authority(tmp_path).certificate()
    words = ["init", "arena", "--broker", "mqtts://127.0.0.1", "--ca", str(certificate.cert)]
    assert main(["hall", *words, "--config", str(file)]) == 0
    board = parse_config(file.read_text(), no_file)
    capsys.readouterr()
    assert main(["hall", "table", "t1", "--config", str(file)]) == 0
    table = parse_config(capsys.readouterr().out, no_file)
    conf = [
        line
        for line in (tmp_path / CONF).read_text().splitlines()
        if not line.startswith(("listener", "certfile", "keyfile"))
    ]
    with broker(tmp_path, *conf, tls=certificate) as running:
        visits = {
            login.user: ProbeClient(
                running.address, Identity(f"{login.user}", login.user, login.password, str(certificate.ca))
            )
            for login in (board.login, table.login)
        }
        assert [visit.refused for visit in visits.values()] == ["", ""]
        assert [(user, topic, visits[user].publish(topic, b"")) for user, topic, _ in WRITES] == WRITES
        for visit in visits.values():
            visit.close()
        wrong = ProbeClient(running.address, Identity("x", "t1", board.login.password, str(certificate.ca)))
        assert wrong.refused == "not authorized"
        wrong.close()


def test_home_assistant_hears_the_tables_with_the_rights_that_the_readme_gives_it(
    tmp_path: Path, capsys: Capture
) -> None:
    readme = (files("companion") / "hall" / "README.md").read_text("utf-8")
    rights = re.search(r"```\n(  user homeassistant\n.*?)  ```", readme, re.DOTALL)
    assert rights is not None
    file = tmp_path / "hall.toml"
    assert main(["hall", "init", "club", "--broker", "mqtt://127.0.0.1", "--config", str(file)]) == 0
    capsys.readouterr()
    assert main(["hall", "table", "t1", "--config", str(file)]) == 0
    login = parse_config(capsys.readouterr().out, no_file).login
    with (tmp_path / ACL).open("a") as acl_file:
        acl_file.write(dedent(rights[1]))
    words = [needs.program("mosquitto_passwd"), "-b", str(tmp_path / PASSWORDS), "homeassistant", "secret"]
    subprocess.run(words, check=True, capture_output=True)
    conf = [line for line in (tmp_path / CONF).read_text().splitlines() if not line.startswith("listener")]
    with broker(tmp_path, *conf) as running:
        who = Identity("home", "homeassistant", "secret")
        home = Listener(running, identity=who, here="homeassistant/status")
        table = ProbeClient(running.address, Identity("t1", login.user, login.password))
        for topic in ("homeassistant/device/companion-club-t1/config", "companion/v1/club/t1/state"):
            assert table.publish(topic, b"{}")
            home.message(topic)
        home.close()
        table.close()


def test_a_table_that_was_removed_is_shown_again_when_it_speaks_and_not_for_what_a_broker_kept(
    running: Broker, board: Board, capsys: Capture
) -> None:
    listener = Listener(running)
    listener.say(STATES, as_json(STATE), retain=True)
    board.until("/health.json", "tables", 1)
    assert main(["hall", "remove", "t1", "--data", str(board.folder)]) == 0
    assert "its results count as before: 0" in capsys.readouterr().out
    board.stop()
    board.start()
    listener.message(board.online, lambda word: word["online"])
    listener.message(board.online, lambda word: not word["online"])
    listener.message(board.online, lambda word: word["online"])
    listener.say(RESULTS, as_json(RESULT))
    board.until("/health.json", "games", 1)
    assert board.json("/tables.json")["tables"] == []
    listener.say(STATES, {**as_json(STATE), "order": [3, 18]})
    board.until("/health.json", "tables", 1)
    with closing(Store(board.folder)) as store:
        assert store.removed() == set()
    listener.close()


def test_the_secrets_of_one_table_are_revoked_and_no_others(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "hall.toml"
    assert main(["hall", "init", "arena", "--broker", "mqtt://192.168.1.5", "--config", str(file)]) == 0

    def table(name: str) -> Config:
        capsys.readouterr()
        assert main(["hall", "table", name, "--config", str(file)]) == 0
        return parse_config(capsys.readouterr().out, no_file)

    def passwords() -> list[str]:
        return (tmp_path / PASSWORDS).read_text().splitlines()

    before = {name: table(name) for name in ("t1", "t2")}
    lines = passwords()
    for count in (1, 2):
        assert main(["hall", "revoke", "t1", "--config", str(file)]) == 0
        assert parse_config(file.read_text(), no_file).revoked == {"t1": count}
    after = {name: table(name) for name in ("t1", "t2")}
    assert after["t2"] == before["t2"]
    assert after["t1"].key != before["t1"].key
    assert after["t1"].login.password != before["t1"].login.password
    assert [line.partition(":")[0] for line in passwords()] == ["board", "t2", "t1"]
    assert passwords()[:2] == [lines[0], lines[2]]
    assert file.stat().st_mode & 0o777 & ~0o640 == 0


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
def test_files_that_root_revokes_in_still_belong_to_their_owner(tmp_path: Path) -> None:
    file = tmp_path / "hall.toml"
    assert main(["hall", "init", "arena", "--broker", "mqtt://192.168.1.5", "--config", str(file)]) == 0
    assert main(["hall", "table", "t1", "--config", str(file)]) == 0
    owned = file, tmp_path / PASSWORDS
    for number, path in enumerate(owned, 1):
        os.chown(path, 2000 + number, 3000 + number)
    assert main(["hall", "revoke", "t1", "--config", str(file)]) == 0
    assert [(path.stat().st_uid, path.stat().st_gid) for path in owned] == [(2001, 3001), (2002, 3002)]


def test_the_secrets_of_a_table_that_is_not_there_cannot_be_revoked(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "hall.toml"
    assert main(["hall", "init", "arena", "--broker", "mqtt://192.168.1.5", "--config", str(file)]) == 0
    for table in ("t1", "t2"):
        assert main(["hall", "table", table, "--config", str(file)]) == 0
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    capsys.readouterr()
    for table in ("nosuch", "board"):
        assert main(["hall", "revoke", table, "--config", str(file)]) == 1
        said = f"{table} has no password in {tmp_path / PASSWORDS}; tables there: t1, t2"
        assert capsys.readouterr() == ("", f"companion: {said}\n")
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before


@pytest.mark.parametrize("text", ["80", "here", "127.0.0.1:99999", ":8100"])
def test_what_is_no_place_for_pages_is_said(text: str, capsys: Capture) -> None:
    with pytest.raises(SystemExit):
        main(["hall", "board", "--web", text])
    assert f"{text!r} is no place for pages; it takes HOST:PORT" in capsys.readouterr().err


def test_a_file_in_place_of_the_folder_of_a_board_is_said(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "hall.toml"
    file.write_text('club = "arena"\nbroker = "mqtt://127.0.0.1"\n')
    assert main(["hall", "board", "--config", str(file), "--data", str(file), "--web", "127.0.0.1:0"]) == 1
    assert capsys.readouterr().err == f"companion: {file} cannot be read: not a directory\n"


def test_a_folder_has_one_board_and_the_file_of_a_table_makes_none(tmp_path: Path, capsys: Capture) -> None:
    file, words = tmp_path / "hall.toml", ["--data", str(tmp_path / "board"), "--web", "127.0.0.1:0"]
    file.write_text('club = "arena"\nbroker = "mqtt://127.0.0.1"\n')
    with closing(Store(tmp_path / "board")) as store:
        store.hold()
        for more in ([], ["--ask-again"]):
            before = store.id
            assert main(["hall", "board", "--config", str(file), *words, *more]) == 1
            assert "cannot be read: another board keeps its results there; --data" in capsys.readouterr().err
            assert store.id == before
    file.write_text(f'club = "arena"\ntable = "t1"\nbroker = "mqtt://127.0.0.1"\nkey = "{"a" * 64}"\n')
    assert main(["hall", "board", "--config", str(file), *words]) == 2
    assert f"{file} is the file of a table; a board needs its own, with board.secret" in capsys.readouterr().err


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_table_with_the_file_of_the_board_is_told_how_it_gets_its_own(
    tmp_path: Path, capsys: Capture, language: str
) -> None:
    file, data = tmp_path / "hall.toml", tmp_path / "record"
    assert main(["hall", "init", "arena", "--broker", "mqtt://192.168.1.5", "--config", str(file)]) == 0
    capsys.readouterr()
    data.mkdir()
    (data / "settings.toml").write_text(f'language = "{language}"\n')
    assert main(["hall", "publish", "--config", str(file), "--data", str(data)]) == 2
    said = capsys.readouterr().err
    assert Words(language)("hall.of-board", file=file) in said
    assert "companion hall table T" in said


def test_passwords_of_a_broker_that_are_no_text_stay_and_the_line_is_said(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "hall.toml"
    assert main(["hall", "init", "arena", "--broker", "mqtt://192.168.1.5", "--config", str(file)]) == 0
    (tmp_path / PASSWORDS).write_bytes(b"caf\xe9:x\n")
    for command in ("table", "revoke"):
        capsys.readouterr()
        assert main(["hall", command, "t1", "--config", str(file)]) == 0
        said = capsys.readouterr().err
        assert "for mosquitto: t1:" in said
        assert f"add it to the password file of the broker; {tmp_path / PASSWORDS}: it is not UTF-8" in said
        assert (tmp_path / PASSWORDS).read_bytes() == b"caf\xe9:x\n"


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("a = 1", "a = 1\n\n[revoked]\nt1 = 2\n"),
        ("[revoked]\nt1 = 1\n", "[revoked]\nt1 = 2\n"),
        ("[revoked]\nt1 = 1", "[revoked]\nt1 = 2\n"),
        ("[revoked] # lost\nt10 = 1\n[board]\nt1 = 1\n", "[revoked] # lost\nt1 = 2\nt10 = 1\n[board]\nt1 = 1\n"),
        ("[revoked]", "[revoked]\nt1 = 2\n"),
    ],
)
def test_the_rest_of_the_file_stays_as_it_is(text: str, after: str) -> None:
    assert revoked(text, "t1", 2) == after


def test_a_key_that_was_revoked_is_refused(tmp_path: Path, running: Broker) -> None:
    found = Board(tmp_path / "board", running, more='[board]\nsecret = "secret"\n[revoked]\nt1 = 1\n')
    listener = Listener(running)
    listener.message(found.online, lambda word: word["online"])
    listener.say(RESULTS, sign(table_key("secret", "arena", "t1"), RESULTS, as_json(RESULT)))
    key = table_key("secret", "arena", "t1", 1)
    listener.say(RESULTS, sign(key, RESULTS, as_json(RESULT._replace(game=18))))
    confirmed = listener.message(found.confirmed)
    assert [game for game, _, _ in confirmed["results"]] == [18]
    assert is_signed(key, found.confirmed, confirmed)
    assert found.json("/health.json")["refused"]["mac"] == 1
    listener.close()
    found.stop()


def test_the_certificate_is_changed_and_no_table_is_locked_out(tmp_path: Path, capsys: Capture) -> None:
    file, authority = tmp_path / "hall.toml", Authority(tmp_path)
    words = ["init", "arena", "--broker", "mqtts://127.0.0.1", "--ca", "broker.crt", "--config", str(file)]
    assert main(["hall", *words]) == 0
    old, new = authority.ca.read_text(), Authority(tmp_path / "ca").ca.read_text()
    (tmp_path / "broker.crt").write_text(old)
    capsys.readouterr()

    def said(*words: str, status: int = 0) -> str:
        assert main(["hall", *words, "--config", str(file)]) == status
        out, err = capsys.readouterr()
        return out + err

    assert "openssl req" in said("renew")
    assert "companion hall renew says how it is made" in said("renew", "--now", status=1)
    (tmp_path / "broker.next.crt").write_text(new)
    (tmp_path / "broker.next.key").write_text("key")
    assert "give every device its file again" in said("renew")
    assert parse_config(said("table", "t1").partition("for mosquitto")[0], no_file).login.ca == old + new
    assert "is the new certificate" in said("renew", "--now")
    assert (tmp_path / "broker.crt").read_text() == new
    assert (tmp_path / "broker.key").read_text() == "key"
    assert parse_config(said("table", "t1").partition("for mosquitto")[0], no_file).login.ca == new


def test_who_is_forgotten_at_one_board_is_forgotten_at_the_spare_one(
    tmp_path: Path, running: Broker, capsys: Capture
) -> None:
    listener, boards = Listener(running), []
    for name in ("one", "two"):
        boards.append(Board(tmp_path / name, running, more='[board]\nsecret = "secret"\n'))
        listener.message(boards[-1].online, lambda word: word["online"])
    listener.say(RESULTS, sign(table_key("secret", "arena", "t1"), RESULTS, as_json(RESULT)))
    listener.say(STATES, sign(table_key("secret", "arena", "t1"), STATES, as_json(STATE)))
    for found in boards:
        found.until("/health.json", "games", 1)
        found.until("/health.json", "live", 1)
    forged = f"companion/v1/arena/board/{boards[0].id}/forgotten"
    listener.say(forged, {"v": 1, "board": boards[0].id, "people": [BEN.person], "mac": "0" * 32})
    assert main(["hall", "forget", ADA.person, "--data", str(tmp_path / "one")]) == 0
    for found in boards:
        for _ in glances():
            names = [line["name"] for line in found.json("/standings.json")["lines"]]
            if names == ["Ben"]:
                break
        else:
            raise AssertionError(names)
        assert [seat["name"] for seat in found.json("/tables.json")["tables"][0]["players"]] == [None, None]
        found.stop()
    with closing(Store(tmp_path / "two")) as store:
        assert store.forgotten() == {ADA.person}
    late = Board(tmp_path / "late", running, more='[board]\nsecret = "secret"\n')  # it hears what the broker has kept
    for _ in glances():
        with closing(Store(tmp_path / "late")) as store:
            if store.forgotten() == {ADA.person}:
                break
    else:
        raise AssertionError("nobody is forgotten there")
    late.stop()
    listener.close()
