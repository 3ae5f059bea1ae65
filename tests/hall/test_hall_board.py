"""The board as a thread, with real brokers: what it confirms, and what it shows of what came."""

from __future__ import annotations

import csv
import io
import json
import re
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from selectors import DefaultSelector

import pytest
from free_port import free_port
from hall.boards import RESULTS, STATES, Board
from hall.broker import Broker, Listener, broker
from hall.lean import Wire, serve
from hall.results import ADA, BEN, OTHER, RECORD, RESULT, STATE, withdrawn
from hall.test_publisher import Table
from patience import glances

from companion.hall.canonical import is_signed, sign, table_key
from companion.hall.intake import REFUSALS
from companion.hall.messages import Person, ResultMessage, as_json
from companion.services.hall.store import FILE
from hardware.mqtt import Incoming
from hardware.web.answers import WrongQuestion

KEY = table_key("secret", "arena", "t1")


@pytest.fixture
def listener(running: Broker, board: Board) -> Iterator[Listener]:
    found = Listener(running)
    found.message(board.online, lambda word: word["online"])
    yield found
    found.close()


def refused(**counts: int) -> dict[str, int]:
    """What a board says that it has refused."""
    return {**dict.fromkeys(REFUSALS, 0), **counts}


def triple(result: ResultMessage) -> list[object]:
    return [result.game, result.revision, result.hash[:16]]


def test_what_is_confirmed_is_on_the_disk(board: Board, listener: Listener, tmp_path: Path) -> None:
    listener.say(RESULTS, as_json(RESULT))
    confirmed = listener.message(board.confirmed)
    assert confirmed == {"v": 1, "board": board.id, "record": RECORD, "results": [triple(RESULT)]}
    with closing(sqlite3.connect(tmp_path / "board" / FILE)) as database:
        assert database.execute("SELECT record, game, hash FROM results").fetchall() == [(RECORD, 17, RESULT.hash)]
    listener.say(RESULTS, as_json(RESULT._replace(revision=1)))
    assert listener.message(board.confirmed)["results"] == [triple(RESULT._replace(revision=1))]
    assert board.json("/results.json")["results"][0]["revision"] == 1042


def test_what_the_disk_does_not_take_is_confirmed_only_when_it_does(
    board: Board, listener: Listener, caplog: pytest.LogCaptureFixture
) -> None:
    with closing(sqlite3.connect(board.folder / FILE, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        listener.say(RESULTS, as_json(RESULT))
        assert any("results cannot be written" in caplog.text for _ in glances())
        listener.say("marker", {})
        listener.message("marker")
        assert board.confirmed not in [message.topic for message in listener.heard]
        other.execute("ROLLBACK")
        listener.say(RESULTS, as_json(RESULT))
        listener.message(board.confirmed)
        assert "results are written and confirmed again" in caplog.text
        assert other.execute("SELECT hash FROM results").fetchall() == [(RESULT.hash,)]


def test_what_is_refused_is_counted_and_not_confirmed(board: Board, listener: Listener) -> None:
    listener.say(RESULTS, b"\xff")
    listener.say(RESULTS, {**as_json(RESULT), "game": 0})
    listener.say(RESULTS, {"v": 3})
    listener.say("companion/v1/arena/T/result", {})
    board.until("/health.json", "refused", refused(json=1, schema=1, topic=1, version=1))
    listener.say(RESULTS, as_json(RESULT))
    listener.message(board.confirmed)
    assert [message.topic for message in listener.heard].count(board.confirmed) == 1


def test_a_board_with_a_secret_signs_what_it_confirms(tmp_path: Path, running: Broker) -> None:
    found = Board(tmp_path / "guarded", running, more='[board]\nsecret = "secret"\n')
    listener = Listener(running)
    listener.message(found.online, lambda word: word["online"])
    listener.say(RESULTS, as_json(RESULT))
    listener.say(RESULTS, sign(KEY, RESULTS, as_json(RESULT)))
    assert is_signed(KEY, found.confirmed, listener.message(found.confirmed))
    assert found.json("/health.json")["refused"] == refused(mac=1)
    listener.close()
    found.stop()


def test_a_board_starts_again_with_what_it_had_and_an_empty_one_is_another(
    board: Board, listener: Listener, tmp_path: Path, running: Broker
) -> None:
    listener.say(RESULTS, as_json(RESULT))
    listener.message(board.confirmed)
    board.stop()
    assert not listener.message(board.online)["online"]
    before = board.id
    board.start()
    assert board.id == before
    assert board.json("/health.json")["games"] == 1
    empty = Board(tmp_path / "empty", running)
    assert empty.id != before
    empty.stop()


def test_in_a_flood_of_one_table_others_are_confirmed_and_the_board_ends_in_order(
    board: Board, running: Broker
) -> None:
    calm, enough = Listener(running, "calm", "companion/v1/arena/board/#"), threading.Event()
    payload = json.dumps(as_json(RESULT._replace(record=OTHER))).encode()

    def flood() -> None:
        selector = DefaultSelector()
        wire = Wire(selector, running.port, "flood", [], lambda *_: None)
        wire.open()
        while not enough.is_set():
            for topic in (RESULTS, STATES, "companion/v1/arena/t1/online"):
                if wire.connected and wire.unsent < 65_536:
                    wire.send(topic, payload)
            serve(selector, 0.001)
        wire.close()

    thread = threading.Thread(target=flood, daemon=True)
    thread.start()
    assert any(board.json("/health.json")["refused"]["limit"] > 1000 for _ in glances())
    calm.say("companion/v1/arena/t2/result", as_json(RESULT))
    assert calm.message(board.confirmed.replace("t1", "t2"))["results"] == [triple(RESULT)]
    board.stop()
    assert not board.thread.is_alive()
    calm.message(board.online, lambda word: not word["online"])
    enough.set()
    thread.join()
    calm.close()


def test_a_table_shows_what_it_does_and_is_grey_when_it_has_ended(board: Board, listener: Listener) -> None:
    listener.say(STATES, as_json(STATE))
    board.until("/health.json", "live", 1)
    (line,) = board.json("/tables.json")["tables"]
    assert (line["table"], line["live"], line["order"], line["title"]) == ("t1", True, [3, 17], "Spartacus")
    assert line["players"][0]["name"] == "Ada"
    assert line["warnings"] == ["unsigned"]
    listener.say(STATES, {**as_json(STATE), "order": [3, 16], "says": "old"})
    listener.say("companion/v1/arena/t1/online", b"offline")
    board.until("/health.json", "live", 0)
    (line,) = board.json("/tables.json")["tables"]
    assert (line["live"], line["online"], line["says"]) == (False, False, "It is Ada's turn")


def test_a_board_says_since_when_it_hears_no_broker(board: Board, running: Broker) -> None:
    assert board.until("/tables.json", "connected", True)["alone_since"] is None
    since = board.json("/health.json")["since"]
    running.kill()
    found = board.until("/tables.json", "connected", False)
    assert since <= found["alone_since"] <= found["at"]
    assert board.json("/health.json")["alone_since"] == found["alone_since"]
    running.start()
    assert board.until("/tables.json", "connected", True)["alone_since"] is None


def test_a_table_plays_and_the_standings_show_it_whatever_the_broker_does(
    board: Board, running: Broker, tmp_path: Path
) -> None:
    table = Table(tmp_path, running)
    table.play()
    table.publish()
    board.until("/health.json", "games", 1)
    running.kill()
    table.play()
    running.start()
    board.until("/health.json", "games", 2)
    lines = board.json("/standings.json")["lines"]
    assert [(line["name"], line["games"], line["won"]) for line in lines] == [("Ben", 2, 2), ("Ada", 2, 0)]
    table.session.undo()
    board.until("/health.json", "games", 1)
    board.stop()
    (board.folder / FILE).unlink()
    for end in ("-wal", "-shm"):
        (board.folder / f"{FILE}{end}").unlink(missing_ok=True)
    board.start()  # empty, and so another one: the table sends it everything
    assert any(len(board.json("/results.json")["results"]) == 2 for _ in glances())
    assert board.json("/health.json")["games"] == 1
    table.stop()
    table.record.close()


def test_nothing_waits_for_acknowledgements_and_what_is_lost_so_comes_exactly_once(tmp_path: Path) -> None:
    log = tmp_path / "broker.log"
    with broker(tmp_path, f"log_dest file {log}", "log_type all") as logged:
        table = Table(tmp_path, logged)
        table.play()
        table.publish()  # sends its result once, though nobody listens
        assert any(RESULTS in log.read_text() for _ in glances())
        board = Board(tmp_path / "board", logged)
        assert any(log.read_text().count(board.confirmed) == 2 for _ in glances())  # from the board, to the table
        board.stop()
        table.stop()
        table.record.close()
        lines = log.read_text().splitlines()
    assert len(board.json("/results.json")["results"]) == 1
    assert [line[-3:-1] for line in lines if "(QoS " in line] == [" 0"] * 8  # four of the board, four of the table
    to_board = [line for line in lines if "Sending PUBLISH to companion-arena-board" in line]
    assert [line for line in to_board if ", q0, " not in line] == []
    assert len([line for line in to_board if RESULTS in line]) == 1
    from_both = [line for line in lines if "Received PUBLISH" in line]
    assert [", q1, " in line for line in from_both if RESULTS in line] == [True, True]
    assert [", q1, " in line for line in from_both if board.confirmed in line] == [False]


def test_what_comes_by_two_brokers_is_one_result(tmp_path: Path, running: Broker) -> None:
    with broker(tmp_path) as second:
        found = Board(tmp_path / "both", running, second)
        listeners = [Listener(running, "one"), Listener(second, "two")]
        for listener in listeners:
            listener.message(found.online, lambda word: word["online"])
            listener.say(RESULTS, as_json(RESULT))
        for listener in listeners:
            listener.message(found.confirmed)
            listener.close()
        assert found.json("/health.json")["games"] == 1
        found.stop()


def test_the_answers_are_what_the_page_of_the_hall_says(board: Board, listener: Listener) -> None:
    result = RESULT._replace(finished="2025-03-01T20:00:00Z")
    other = result._replace(game=18, kind="skat", places=(1, 1), players=(ADA, Person(BEN.person, "=Ben")))
    for message in (result, other, withdrawn(result._replace(game=19), 1100)):
        listener.say(RESULTS, as_json(message))
        listener.message(board.confirmed)
    standings = board.json("/standings.json", "evening=2025-03-01")
    assert {name: standings[name] for name in ("format", "version", "club", "scope", "games")} == {
        "format": "table-companion standings", "version": 1, "club": "arena", "scope": {"evening": "2025-03-01"},
        "games": 2,
    }  # fmt: skip
    assert standings["lines"][0] == {
        "place": 1, "person": ADA.person, "name": "Ada", "games": 2, "won": 1, "drawn": 1, "lost": 0, "points": None,
        "score": 3,
    }  # fmt: skip
    rows = list(csv.reader(io.StringIO(board.board.answer("/standings.csv", "kind=skat").text)))
    assert rows[0] == ["place", "person", "name", "games", "won", "drawn", "lost", "points", "score"]
    assert rows[2] == ["1", BEN.person, "'=Ben", "1", "0", "1", "0", "9", "1"]
    page = board.json("/results.json", "limit=1")
    assert (page["results"][0]["game"], page["next"]) == (17, f"{RECORD}-17")
    page = board.json("/results.json", f"after={RECORD}-17")
    assert [(one["game"], one["state"]) for one in page["results"]] == [(18, "final"), (19, "withdrawn")]
    assert page["next"] is None
    assert page["results"][0]["hash"] == other.hash
    for path, query, status in [
        ("/standings.json", "evening=yesterday", 400), ("/standings.json", "league=none", 404),
        ("/standings.json", "evening=2025-03-01&league=none", 400), ("/standings.json", "from=2025-03-01", 400),
        ("/standings.json", "kind=Skat", 400), ("/standings.json", "what=1", 400), ("/results.json", "limit=501", 400),
        ("/results.json", "after=1", 400), ("/ratings.json", "kind=skat", 404), ("/nothing", "", 404),
        ("/tables.json", "limit=1", 400), ("/standings.json", "kind=skat&kind=skat", 400),
        ("/results.csv", "from=2025-03-02&to=2025-03-01", 400),
    ]:  # fmt: skip
        with pytest.raises(WrongQuestion) as refused:
            board.board.answer(path, query)
        assert refused.value.status == status, (path, query)
    with pytest.raises(WrongQuestion, match=re.escape("on = true in [ratings]")):
        board.board.answer("/ratings.json", "kind=skat")
    for query in ("from=2025-03-02&to=2025-03-01", "evening=yesterday", "show=all"):
        for ask, first in ((board.board.labels, ("/", query)), (board.board.changes, (query, None))):
            with pytest.raises(WrongQuestion) as refused:
                ask(*first)
            assert refused.value.status == 400


def test_the_command_shows_its_pages_and_ends_in_order(running: Broker, tmp_path: Path) -> None:
    file, port = tmp_path / "hall.toml", free_port()
    file.write_text(f'club = "arena"\nbroker = "{running.url}"\n')
    command = [
        sys.executable,
        "-m",
        "companion",
        "hall",
        "board",
        "--config",
        str(file),
        "--data",
        str(tmp_path / "own"),
    ]
    command += ["--web", f"127.0.0.1:{port}"]
    listener = Listener(running)

    def ask(method: str, path: str, host: str = "127.0.0.1") -> tuple[int, bytes]:
        connection = HTTPConnection("127.0.0.1", port)
        connection.request(method, path, headers={"Host": host})
        answer = connection.getresponse()
        return answer.status, answer.read()

    ids = set()
    for more in ([], ["--ask-again"], []):
        with subprocess.Popen([*command, *more]) as process:
            online = listener.until(lambda event: isinstance(event, Incoming) and event.topic.endswith("/online"))
            assert isinstance(online, Incoming)
            status, text = ask("GET", "/health.json")
            assert status == 200
            ids.add(json.loads(text)["board"])
            assert ask("POST", "/health.json")[0] == 405
            assert ask("GET", "/health.json", "evil.example")[0] == 403
            assert ask("GET", "/none")[0] == 404
            process.send_signal(signal.SIGTERM)
            assert process.wait() == 0
        listener.until(lambda event: isinstance(event, Incoming) and b"false" in event.payload)
    assert len(ids) == 2
    listener.close()
