"""What `companion hall check` finds, and which cure it names, with real brokers and with what only looks like one."""

from __future__ import annotations

import json
import shutil
import signal
import socket
import subprocess
import sys
import threading
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from free_port import free_port
from hall.broker import Authority, Broker, Certificate, Listener, broker
from hall.results import RECORD, STATE
from installed import Record
from patience import glances

from companion.cli import main
from companion.commands.halls import check
from companion.commands.halls.mosquitto import ACL, CONF, PASSWORDS
from companion.hall.canonical import sign, table_key
from companion.hall.config import parse_config
from companion.hall.cursor import Cursor
from companion.hall.messages import BoardOnline, as_json
from companion.play.fold import State, fold
from companion.services.checks.findings import this_machine
from companion.services.hall.follower import Follower
from companion.services.hall.publisher import CURSOR
from companion.services.hall.store import Store
from companion.session.session import Session
from hardware.mqtt import Identity, Incoming
from hardware.simulated import SimulatedClock

Capture = pytest.CaptureFixture[str]
BOARD = "c" * 32
NOW = 1795376890.0
"""2026-11-22T19:48:10Z, when the games of these tests end."""


class Report(NamedTuple):
    status: int
    text: str

    def levels(self, name: str) -> list[str]:
        return [one["level"] for one in self.checks(name)]

    def checks(self, name: str) -> list[dict[str, str]]:
        return [one for one in json.loads(self.text)["checks"] if one["check"] == name]

    def only(self, name: str) -> dict[str, str]:
        """The one line about a thing, which has a cure if it is not well."""
        (found,) = self.checks(name)
        assert (found["cure"] is None) == (found["level"] == "ok")
        return found


class Hall:
    """The files that an organiser makes: of a board, of the table t1, and of mosquitto."""

    def __init__(self, folder: Path, capsys: Capture, tls: Certificate | None = None) -> None:
        self.folder, self.capsys, self.tls = folder, capsys, tls
        self.port = free_port()
        self.board, self.table = folder / "hall.toml", folder / "t1.toml"
        url = f"mqtt{'s' if tls else ''}://127.0.0.1:{self.port}"
        ca = ["--ca", str(tls.ca)] if tls else []
        self.say("init", "arena", "--broker", url, *ca, "--config", str(self.board))
        self.web = f"127.0.0.1:{free_port()}"
        self.change(self.board, "[board]\n", f'[board]\nweb = "{self.web}"\n')
        self.table.write_text(self.say("table", "t1", "--config", str(self.board)))
        self.table.chmod(0o640)
        self.config = parse_config(self.board.read_text(), lambda name: "")
        assert self.config.board.secret is not None
        self.key = table_key(self.config.board.secret, "arena", "t1")

    def say(self, *words: str) -> str:
        assert main(["hall", *words]) == 0
        return self.capsys.readouterr().out

    def mosquitto(self, *, rights: bool = True) -> Any:
        """A broker with the files that were written."""
        written = (self.folder / CONF).read_text().splitlines()
        kinds = ("listener", "certfile", "keyfile", *(() if rights else ("acl_file",)))
        return broker(
            self.folder, *[line for line in written if not line.startswith(kinds)], tls=self.tls, port=self.port
        )

    def change(self, file: Path, before: str, after: str) -> None:
        text = file.read_text()
        assert before in text
        file.write_text(text.replace(before, after))

    def listener(self, running: Broker, file: Path | None = None) -> Listener:
        """A client with the login of a file, by default that of the board."""
        login = parse_config((file or self.board).read_text(), lambda name: "").login
        identity = Identity(f"test-{login.user}", login.user, login.password, str(self.tls.ca) if self.tls else None)
        return Listener(running, topic="companion/v1/arena/#", identity=identity)

    def check(
        self, file: Path, now: float = NOW, *, data: str = "", state: str = "state", as_json: bool = True
    ) -> Report:  # fmt: skip
        parser = ArgumentParser()
        check.add(parser)
        data = data or ("board" if file == self.board else "record")
        named = ["--config", str(file), "--data", str(self.folder / data), "--state", str(self.folder / state)]
        arguments = parser.parse_args([*named, *(["--json"] if as_json else [])])
        status = check.run(arguments, replace(this_machine(), now=now))
        return Report(status, self.capsys.readouterr().out)


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    return Authority(tmp_path_factory.mktemp("authority"))


@pytest.fixture
def hall(tmp_path: Path, authority: Authority, capsys: Capture) -> Hall:
    return Hall(tmp_path, capsys, authority.certificate())


@pytest.fixture
def plain(tmp_path: Path, capsys: Capture) -> Hall:
    return Hall(tmp_path, capsys)


def play(folder: Path) -> str:
    """A game that Ada concedes; the id of its record."""
    record = Record(folder / "record", ("Ada", "Ben"))
    session = Session(record, SimulatedClock(NOW))
    session.start("praetorians", ("Ada", "Ben"), {})
    session.enter("flip R7")
    session.enter("concede 0")
    record.close()
    with closing(Follower(folder / "record")) as follower:
        state = State()
        for offset, line in follower.new_lines():
            state, _ = fold(state, line, offset, lambda game: None)
        return state.id


@contextmanager
def process(*words: str) -> Iterator[subprocess.Popen[bytes]]:
    started = subprocess.Popen([sys.executable, "-m", "companion", "hall", *words], stderr=subprocess.DEVNULL)
    try:
        yield started
    finally:
        started.terminate()
        started.wait()


def test_a_board_and_a_table_that_are_set_up_by_the_page_have_no_fault(hall: Hall) -> None:
    play(hall.folder)
    folders = ["--data", str(hall.folder / "record"), "--state", str(hall.folder / "state")]
    board = ["board", "--config", str(hall.board), "--data", str(hall.folder / "board")]
    now = this_machine().now
    with hall.mosquitto() as running, process(*board):
        listener = hall.listener(running)
        with process("publish", "--config", str(hall.table), *folders):
            listener.until(lambda event: isinstance(event, Incoming) and event.topic.endswith("/confirmed/t1"))
            # The table has heard it, too.
            listener.message("companion/v1/arena/t1/state", lambda state: (state["games"], state["waiting"]) == (1, 0))
            listener.close()
            assert hall.check(hall.board, now).checks("hall-tables")[0]["text"] == "1 heard, 1 of them online"
        seen, at_board = hall.check(hall.table, now), hall.check(hall.board, now)
        assert "all confirmed: 1" in seen.text
        assert seen.status == 0, seen.text
        assert {one["check"] for one in json.loads(seen.text)["checks"]} == {
            "hall-file", "clock", "hall-broker", "hall-tls", "hall-login", "hall-rights", "hall-boards", "hall-results",
        }  # fmt: skip
        assert at_board.status == 0, at_board.text
        assert f"http://{hall.web}/ runs since" in at_board.only("hall-page")["text"]
        assert "1 game," in at_board.only("hall-database")["text"]
        Store(hall.folder / "other").close()
        other = hall.check(hall.board, now, data="other")
        assert other.only("hall-page")["text"] == f"http://{hall.web}/ is another board than that of this database"
        lines = hall.check(hall.table, now, as_json=False).text.splitlines()
        assert lines[-1] == "All is well."
        assert "[ ok ] results: all confirmed: 1" in lines


def test_nothing_secret_and_no_name_is_printed(hall: Hall) -> None:
    play(hall.folder)
    with hall.mosquitto():
        said = hall.check(hall.table).text + hall.check(hall.board).text
    table = parse_config(hall.table.read_text(), lambda name: "")
    secrets = {hall.config.board.secret, hall.config.people_key, hall.config.login.password, table.key}
    for secret in {*secrets, table.login.password}:
        assert secret is not None
        assert secret not in said
    assert "Ada" not in said
    assert "Ben" not in said


def test_a_wrong_password_is_said_with_its_cure(hall: Hall) -> None:
    table = parse_config(hall.table.read_text(), lambda name: "")
    assert table.login.password is not None
    hall.change(hall.table, table.login.password, "0" * 32)
    with hall.mosquitto():
        report = hall.check(hall.table)
    assert report.status == 2
    found = report.only("hall-login")
    assert (found["level"], found["text"]) == (
        "fault",
        f"mqtts://127.0.0.1:{hall.port} does not let t1 in: not authorized",
    )
    assert "companion hall table" in found["cure"]
    assert report.checks("hall-rights") == []


@pytest.mark.parametrize(
    ("first", "last", "names", "said"),
    [
        (5, 9, "IP:127.0.0.1", "the clock is before the certificate of {url} is valid: here it is "),
        (-9, -1, "IP:127.0.0.1", "the certificate of {url} was valid until "),
        (-9, 30, "DNS:elsewhere", "the certificate of {url} is for another name: IP address mismatch"),
    ],
)
def test_a_certificate_that_does_not_hold_is_said_with_its_dates(
    tmp_path: Path, authority: Authority, capsys: Capture, first: int, last: int, names: str, said: str
) -> None:
    hall = Hall(tmp_path, capsys, authority.certificate(first, last, names))
    with hall.mosquitto():
        report = hall.check(hall.table)
    assert report.status == 2
    found = report.only("hall-tls")
    assert found["text"].lower().startswith(said.format(url=f"mqtts://127.0.0.1:{hall.port}").lower())
    assert report.checks("hall-login") == []


def test_a_certificate_that_ends_soon_is_a_warning(tmp_path: Path, authority: Authority, capsys: Capture) -> None:
    hall = Hall(tmp_path, capsys, authority.certificate(-1, 5))
    with hall.mosquitto():
        assert hall.check(hall.table, this_machine().now).only("hall-tls")["level"] == "warning"


def test_the_certificate_of_another_authority_is_said(hall: Hall, tmp_path: Path) -> None:
    other = Authority(tmp_path, "other")
    hall.change(hall.board, str(hall.tls.ca if hall.tls else ""), str(other.ca))
    with hall.mosquitto():
        report = hall.check(hall.board)
        found = report.only("hall-tls")
        other.ca.unlink()
        missing = hall.check(hall.board).only("hall-tls")
    assert (report.status, found["level"]) == (2, "fault")
    assert "is not from an authority that is known here" in found["text"]
    assert missing["text"] == f"ca ({other.ca}) cannot be used: no such file or directory"


def test_a_broker_without_tls_where_tls_is_wanted_and_the_other_way_round(hall: Hall, plain_copy: Hall) -> None:
    with broker(hall.folder, port=hall.port):
        assert hall.check(hall.table).only("hall-tls")["text"].endswith("does not speak TLS")
    with broker(hall.folder, tls=hall.tls, port=plain_copy.port):
        report = plain_copy.check(plain_copy.table)
    (_, found) = report.checks("hall-broker")
    assert (report.status, found["level"]) == (2, "fault")


@pytest.fixture
def plain_copy(tmp_path: Path, capsys: Capture) -> Hall:
    folder = tmp_path / "plain"
    folder.mkdir()
    return Hall(folder, capsys)


@pytest.mark.parametrize("side", ["table", "board"])
def test_a_user_who_may_write_for_other_tables_is_a_fault(hall: Hall, side: str) -> None:
    with hall.mosquitto(rights=False):
        report = hall.check(getattr(hall, side))
    found = report.checks("hall-rights")
    assert report.status == 2
    assert found[0]["text"].endswith("lets this user write for other tables")
    assert ACL.removeprefix("mosquitto.") in found[0]["cure"]
    assert len(found) == (2 if side == "table" else 1)


def test_a_table_that_may_read_others_is_a_fault(hall: Hall) -> None:
    other = hall.folder / "t2.toml"
    other.write_text(hall.say("table", "t2", "--config", str(hall.board)))
    with (hall.folder / ACL).open("a") as rights:
        rights.write("user t1\ntopic read companion/v1/arena/#\n")
    with hall.mosquitto() as running:
        board, t2 = hall.listener(running), hall.listener(running, other)
        t2.say("companion/v1/arena/t2/state", {}, retain=True)
        board.message("companion/v1/arena/t2/state")
        report = hall.check(hall.table)
        assert hall.check(other).only("hall-rights")["level"] == "ok"
        board.close()
        t2.close()
    assert report.only("hall-rights")["text"].endswith("lets this table read other tables")


def test_a_user_with_another_name_than_the_table_may_not_write(hall: Hall) -> None:
    with hall.mosquitto():
        hall.change(hall.table, 'table = "t1"', 'table = "t9"')
        report = hall.check(hall.table)
    assert report.status == 2
    assert [one["text"].endswith("does not take what t1 has to say") for one in report.checks("hall-rights")] == [True]


def test_a_broker_that_is_not_there_is_a_fault(hall: Hall) -> None:
    for file in (hall.table, hall.board):
        report = hall.check(file)
        found = report.only("hall-broker")
        assert (report.status, found["level"]) == (2, "fault")
        assert found["text"] == f"mqtts://127.0.0.1:{hall.port} does not answer: connection refused"


@pytest.mark.parametrize("scheme", ["mqtt", "mqtts"])
def test_what_accepts_a_connection_and_says_nothing_is_a_fault(plain: Hall, scheme: str) -> None:
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        url = f"{scheme}://127.0.0.1:{silent.getsockname()[1]}"
        plain.change(plain.table, f"mqtt://127.0.0.1:{plain.port}", url)
        report = plain.check(plain.table)
    assert report.status == 2
    assert report.checks("hall-broker")[-1]["text"] == f"{url} takes the connection and says nothing"


def test_a_host_that_nobody_knows_is_a_fault(plain: Hall) -> None:
    plain.change(plain.table, f"mqtt://127.0.0.1:{plain.port}", "mqtt://nowhere.invalid")
    report = plain.check(plain.table)
    assert (report.status, report.only("hall-broker")["level"]) == (2, "fault")


def test_an_address_outside_of_this_house_needs_tls(plain: Hall) -> None:
    plain.change(plain.table, f"mqtt://127.0.0.1:{plain.port}", "mqtt://8.8.8.8")
    report = plain.check(plain.table)
    assert report.status == 2
    assert "is not in this house" in report.only("hall-broker")["text"]


class OldBroker:
    """A broker that speaks MQTT 3.1.1 only: it answers each packet, and keeps and passes on nothing."""

    def __init__(self) -> None:
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.url = f"mqtt://127.0.0.1:{self.listening.getsockname()[1]}"
        threading.Thread(target=self.run, daemon=True).start()

    def run(self) -> None:
        while True:
            try:
                client, _ = self.listening.accept()
            except OSError:
                return
            threading.Thread(target=self.serve, args=(client,), daemon=True).start()

    def serve(self, client: socket.socket) -> None:
        with client, client.makefile("rb") as packets:
            while head := packets.read(2):
                body = packets.read(head[1])
                kind = head[0] >> 4
                if kind == 1:
                    client.sendall(bytes([0x20, 2, 0, 0 if body[6] == 4 else 1]))
                elif kind == 3:
                    number = 2 + int.from_bytes(body[:2], "big")
                    client.sendall(bytes([0x40, 2]) + body[number : number + 2])
                elif kind == 8:
                    client.sendall(bytes([0x90, 3]) + body[:2] + b"\1")


def test_a_broker_that_speaks_only_mqtt_3_1_1_is_a_warning(plain: Hall) -> None:
    old = OldBroker()
    plain.change(plain.table, f"mqtt://127.0.0.1:{plain.port}", old.url)
    report = plain.check(plain.table)
    old.listening.close()
    assert report.only("hall-login")["level"] == "warning"
    assert "lets t1 in, and speaks only MQTT 3.1.1" in report.only("hall-login")["text"]
    assert "MQTT 3.1.1 has no way to" in report.only("hall-rights")["text"]
    assert report.status == 1


@pytest.mark.parametrize(
    "answer", [b"", b"\x20\x02\x00\x00", b"\x20\xff\xff\xff\xff\xff", b"HTTP/1.1 400\r\n\r\n", bytes(99)]
)
def test_what_answers_as_no_broker_would_is_a_fault(plain: Hall, answer: bytes) -> None:
    """Nothing at all, half a packet, a length without end, another protocol, zeros."""
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def serve() -> None:
            for _ in range(3):
                with suppress(OSError), listening.accept()[0] as client:
                    client.settimeout(1)
                    client.recv(99)
                    client.sendall(answer)

        thread = threading.Thread(target=serve)
        thread.start()
        url = f"mqtt://127.0.0.1:{listening.getsockname()[1]}"
        plain.change(plain.table, f"mqtt://127.0.0.1:{plain.port}", url)
        report = plain.check(plain.table)
        with suppress(OSError):
            socket.create_connection(listening.getsockname(), 1).close()
        listening.shutdown(socket.SHUT_RDWR)
        thread.join()
    assert report.status == 2
    assert report.levels("hall-broker") == ["ok", "fault"]


def test_of_two_brokers_one_is_enough(hall: Hall) -> None:
    hall.change(
        hall.table, f'"mqtts://127.0.0.1:{hall.port}"', f'["mqtts://127.0.0.1:{hall.port}", "mqtt://127.0.0.1:9"]'
    )
    with hall.mosquitto():
        report = hall.check(hall.table)
    assert report.levels("hall-broker") == ["ok", "warning"]
    assert report.status == 1


def test_an_open_broker_lets_everybody_in_and_write_for_everybody(plain: Hall) -> None:
    login = parse_config(plain.table.read_text(), lambda name: "").login
    plain.change(plain.table, f'user = "t1"\npassword = "{login.password}"\n', "")
    with broker(plain.folder, port=plain.port):
        report = plain.check(plain.table)
    assert (report.status, report.only("hall-login")["level"]) == (2, "warning")
    assert report.levels("hall-rights")[0] == "fault"


def test_boards_are_there_have_ended_are_silent_or_have_another_clock(hall: Hall) -> None:
    words = {
        "c" * 32: (True, "2026-11-22T19:47:40Z", "ok", "board cccccccc said 30 s ago that it is there"),
        "d" * 32: (False, "2026-11-22T19:40:00Z", "warning", "board dddddddd has ended"),
        "e" * 32: (True, "2026-11-22T19:43:10Z", "warning", "board eeeeeeee last said 300 s ago that it is there"),
        "f" * 32: (True, "2026-11-22T20:48:10Z", "warning", "the clock of board ffffffff is 3600 s ahead of this one"),
    }
    with hall.mosquitto() as running:
        assert hall.check(hall.table).only("hall-boards")["level"] == "warning"
        board = hall.listener(running)
        for name, (online, at, _, _) in words.items():
            topic = f"companion/v1/arena/board/{name}/online"
            board.say(topic, as_json(BoardOnline(name, online, at)), retain=True)
            board.message(topic)
        found = hall.check(hall.table).checks("hall-boards")
        board.close()
    assert [(one["level"], one["text"]) for one in found] == [(level, said) for _, _, level, said in words.values()]


def test_a_clock_that_was_never_set_is_said(hall: Hall) -> None:
    with hall.mosquitto():
        report = hall.check(hall.table, 0.0)
    assert report.only("clock")["level"] == "warning"


def test_results_that_no_board_confirms_are_counted_with_the_reason(hall: Hall) -> None:
    assert "has no record yet" in hall.check(hall.table).only("hall-results")["text"]
    record = play(hall.folder)
    assert "results to send: 1; nothing was ever sent from here" in hall.check(hall.table).only("hall-results")["text"]
    state, cursor = hall.folder / "state" / CURSOR, Cursor()
    state.parent.mkdir()
    cursor.begin(parse_config(hall.table.read_text(), lambda name: "").policy, record)
    state.write_text(cursor.text())
    assert hall.check(hall.table).only("hall-results")["text"] == "not sent yet: 1; games 1"
    cursor.sent[record] = 99
    state.write_text(cursor.text())
    waits = "confirmed by no board, and none is there: 1; games 1"
    assert hall.check(hall.table).only("hall-results")["text"] == waits
    with hall.mosquitto() as running:
        board = hall.listener(running)
        for at, now, level in (("2026-11-22T19:48:10Z", NOW, "warning"), ("2026-11-22T21:48:10Z", NOW + 7200, "fault")):
            board.say(f"companion/v1/arena/board/{BOARD}/online", as_json(BoardOnline(BOARD, True, at)), retain=True)
            board.message(f"companion/v1/arena/board/{BOARD}/online")
            found = hall.check(hall.table, now).only("hall-results")
            assert found["level"] == level
            assert found["text"].startswith("board cccccccc has never confirmed anything with the right signature; ")
            assert "companion hall table" in found["cure"]
        cursor.keep(BOARD, "2026-11-22T19:48:10Z")
        state.write_text(cursor.text())
        soon = "2026-11-22T19:50:10Z"
        board.say(f"companion/v1/arena/board/{BOARD}/online", as_json(BoardOnline(BOARD, True, soon)), retain=True)
        board.message(f"companion/v1/arena/board/{BOARD}/online", lambda word: word["at"] == soon)
        found = hall.check(hall.table, NOW + 60).only("hall-results")
        assert found["text"] == "board cccccccc has not yet confirmed 1 of 1; games 1"
        found = hall.check(hall.table, NOW + 180).only("hall-results")
        assert found["level"] == "warning"
        refuses = "it refuses them, unless it has just come; games 1"
        assert found["text"] == f"board cccccccc has not confirmed 1 of 1 for over 2 minutes: {refuses}"
        assert f"companion hall adopt {record} t1" in found["cure"]
        board.close()


def test_a_board_names_tables_whose_results_it_lacks_and_those_with_another_key(hall: Hall) -> None:
    Store(hall.folder / "board").close()
    topic, state = "companion/v1/arena/{}/state", {**as_json(STATE), "games": 3}
    with hall.mosquitto() as running:
        table, board = hall.listener(running, hall.table), hall.listener(running)
        for key, said in (
            (hall.key, "results of t1: 3, at the board 0; missing: 3"),
            ("0" * 64, "what t1 says is refused: mac"),
        ):
            table.say(topic.format("t1"), sign(key, topic.format("t1"), state), retain=True)
            board.message(topic.format("t1"))
            report = hall.check(hall.board)
            assert said in [one["text"] for one in report.checks("hall-tables")]
        table.close()
        board.close()
    assert "companion hall table t1" in report.checks("hall-tables")[1]["cure"]
    assert report.only("hall-page")["level"] == "warning"


def test_a_database_that_cannot_be_read_and_a_disk_that_is_full_are_said(hall: Hall) -> None:
    assert hall.check(hall.board).only("hall-database")["text"].endswith("board.sqlite3 is not there yet")
    (hall.folder / "board").mkdir()
    (hall.folder / "board" / "board.sqlite3").write_bytes(b"no database" * 100)
    assert hall.check(hall.board).only("hall-database")["level"] == "fault"


def test_a_wrong_file_is_named_with_its_line(hall: Hall) -> None:
    hall.change(hall.board, "broker", "brocker")
    report = hall.check(hall.board)
    assert report.status == 2
    assert report.only("hall-file")["text"].startswith(f"{hall.board}:2: brocker is not known here")
    assert "companion hall init" in report.only("hall-file")["cure"]


def test_a_file_that_everybody_can_read_and_a_table_without_a_key_are_warnings(hall: Hall) -> None:
    hall.change(hall.table, f'key = "{hall.key}"\n', "")
    hall.table.chmod(0o644)
    found = hall.check(hall.table).checks("hall-file")
    assert [one["level"] for one in found] == ["ok", "warning", "warning", "ok"]
    assert found[1]["cure"] == f"chmod 640 {hall.table}"
    assert "everybody in the network can speak for this table" in found[2]["text"]


def test_the_files_for_mosquitto_hold_nothing_but_hashes(hall: Hall) -> None:
    lines = (hall.folder / PASSWORDS).read_text().splitlines()
    assert [line.split("$")[:3] for line in lines] == [["board:", "7", "101"], ["t1:", "7", "101"]]
    assert RECORD not in lines


def publish(hall: Hall, name: str) -> list[str]:
    """The arguments of a publisher with the file of t1 and a record of its own."""
    (hall.folder / name).mkdir()
    play(hall.folder / name)
    folder = hall.folder / name
    return ["publish", "--config", str(hall.table), "--data", str(folder / "record"), "--state", str(folder / "state")]


@pytest.mark.parametrize("copied", [False, True])
def test_two_devices_with_one_file_are_seen_at_the_board_and_at_both_devices(hall: Hall, copied: bool) -> None:
    board = ["board", "--config", str(hall.board), "--data", str(hall.folder / "board")]
    devices = ("one", "two")
    words = [publish(hall, name) for name in devices]
    if copied:  # the whole card: the record, and what the publisher has noted
        shutil.rmtree(hall.folder / "two")
        with hall.mosquitto() as running, process(*words[0]):
            listener = hall.listener(running)
            listener.message("companion/v1/arena/t1/state")
            listener.close()
        shutil.copytree(hall.folder / "one", hall.folder / "two")
    now = this_machine().now
    with hall.mosquitto() as running, process(*board), process(*words[0]), process(*words[1]):
        listener = hall.listener(running)
        listener.message("companion/v1/arena/t1/state", lambda state: "another device" in (state["trouble"] or ""))
        listener.close()
        for _ in glances():
            at_board = hall.check(hall.board, now).checks("hall-tables")
            seen = [one["text"] for one in at_board if one["level"] == "fault"]
            if "two devices speak as t1" in seen:
                break
        else:
            raise AssertionError(at_board)
        for name in devices:
            for _ in glances():
                found = hall.check(hall.table, now, data=f"{name}/record", state=f"{name}/state").checks("hall-results")
                if any(one["text"].startswith("another device speaks as this table") for one in found):
                    break
            else:
                raise AssertionError(found)
            assert "Two devices have this file" in found[0]["cure"]


def test_a_copied_record_at_two_tables_is_seen_without_the_pages_of_the_board(hall: Hall) -> None:
    secret = hall.config.board.secret or ""
    with hall.mosquitto() as running:
        board = hall.listener(running)
        hall.say("table", "t2", "--config", str(hall.board))
        running.process.send_signal(signal.SIGHUP)
        for name in ("t1", "t2"):
            file = hall.folder / f"{name}.toml"
            file.write_text(hall.say("table", name, "--config", str(hall.board)))
            table = hall.listener(running, file)
            topic = f"companion/v1/arena/{name}/state"
            table.say(topic, sign(table_key(secret, "arena", name), topic, as_json(STATE)), retain=True)
            table.say(f"companion/v1/arena/{name}/online", b"online", retain=True)
            board.message(f"companion/v1/arena/{name}/online")
        found = hall.check(hall.board).checks("hall-tables")
        assert [one["text"] for one in found if one["level"] == "fault"] == [
            "t1 has the same record as another table", "t2 has the same record as another table",
        ]  # fmt: skip
        board.close()


def test_a_record_under_a_new_name_is_seen_with_the_command_that_lets_it_in(hall: Hall) -> None:
    secret, folder = hall.config.board.secret or "", hall.folder / "board"
    topic = "companion/v1/arena/t1/state"
    with closing(Store(folder)) as store:
        store.adopt(STATE.record, "old")
    with hall.mosquitto() as running:
        board, table = hall.listener(running), hall.listener(running, hall.table)
        table.say(topic, sign(table_key(secret, "arena", "t1"), topic, as_json(STATE)), retain=True)
        table.say("companion/v1/arena/t1/online", b"online", retain=True)
        board.message("companion/v1/arena/t1/online")
        faults = [one for one in hall.check(hall.board).checks("hall-tables") if one["level"] == "fault"]
        assert [one["text"] for one in faults] == ["t1 has the record of old: what it tells of new games is refused"]
        assert f"companion hall adopt {STATE.record} t1, then companion hall remove old" in faults[0]["cure"]
        with closing(Store(folder)) as store:
            store.adopt(STATE.record, "t1")
        assert "fault" not in {one["level"] for one in hall.check(hall.board).checks("hall-tables")}
        board.close()
        table.close()


def test_what_a_broker_keeps_of_the_name_before_is_no_fault_and_of_a_table_that_was_removed_nothing(hall: Hall) -> None:
    secret, folder = hall.config.board.secret or "", hall.folder / "board"
    words = {"new": b"online", "old": b"offline"}
    for name in words:
        (hall.folder / f"{name}.toml").write_text(hall.say("table", name, "--config", str(hall.board)))
    with closing(Store(folder)) as store:
        store.adopt(STATE.record, "new")
    with hall.mosquitto() as running:
        board = hall.listener(running)
        for name, word in words.items():
            table = hall.listener(running, hall.folder / f"{name}.toml")
            topic = f"companion/v1/arena/{name}/state"
            table.say(topic, sign(table_key(secret, "arena", name), topic, as_json(STATE)), retain=True)
            table.say(f"companion/v1/arena/{name}/online", word, retain=True)
            board.message(f"companion/v1/arena/{name}/online")
        found = hall.check(hall.board).checks("hall-tables")
        assert [one["text"] for one in found if one["level"] == "fault"] == []
        assert found[0]["text"].startswith("2 heard")
        hall.say("remove", "old", "--data", str(folder))
        assert hall.check(hall.board).checks("hall-tables")[0]["text"].startswith("1 heard")
        board.close()


def test_a_wrong_key_is_seen_although_nothing_is_to_send(hall: Hall) -> None:
    Record(hall.folder / "record", ("Ada", "Ben")).close()
    board = ["board", "--config", str(hall.board), "--data", str(hall.folder / "board")]
    folders = ["--data", str(hall.folder / "record"), "--state", str(hall.folder / "state")]
    now = this_machine().now
    with hall.mosquitto(), process(*board), process("publish", "--config", str(hall.table), *folders):
        for _ in glances():
            report = hall.check(hall.table, now)
            if report.status == 0:
                break
        else:
            raise AssertionError(report.text)
    right = hall.key
    hall.change(hall.table, right, "0" * 64)
    with hall.mosquitto() as running, process(*board):
        listener = hall.listener(running)
        listener.until(lambda event: isinstance(event, Incoming) and event.topic.endswith("/online"))  # of the board
        with process("publish", "--config", str(hall.table), *folders):
            listener.message("companion/v1/arena/t1/state")
        found = hall.check(hall.table, now).only("hall-results")
        assert "has never answered this table with the right signature" in found["text"]
        assert "key in hall.toml must come from that board" in found["cure"]
        listener.close()


def test_mqtt_at_a_port_that_speaks_tls_is_named(hall: Hall) -> None:
    with hall.mosquitto():
        hall.change(hall.table, "mqtts://", "mqtt://")
        found = hall.check(hall.table).checks("hall-broker")[-1]
        assert (found["level"], "speaks TLS" in found["text"]) == ("fault", True)
        assert found["cure"].startswith("Write mqtts://")


def test_a_wrong_clock_is_called_wrong_and_no_board_is_called_silent(hall: Hall) -> None:
    board = ["board", "--config", str(hall.board), "--data", str(hall.folder / "board")]
    now = this_machine().now
    with hall.mosquitto() as running, process(*board):
        listener = hall.listener(running)
        listener.until(lambda event: isinstance(event, Incoming) and event.topic.endswith("/online"))
        listener.close()
        assert hall.check(hall.table, now).checks("hall-boards")[0]["level"] == "ok"
        for wrong in (now + 86_400, now - 86_400):
            (found,) = hall.check(hall.table, wrong).checks("hall-boards")
            assert "one of them is wrong" in found["text"]
            assert "clock" in found["cure"]
