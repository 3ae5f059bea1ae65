"""The whole way from logs to boards while things break: real brokers and boards, tables whose time runs fast.

A table is the publisher's own outbox, sender and cursor; its seconds pass as quickly as the test looks.
"""

from __future__ import annotations

import selectors
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import time
from itertools import permutations
from pathlib import Path
from random import Random
from zoneinfo import ZoneInfo

import pytest
from hall.boards import Board
from hall.broker import Broker, Listener, broker
from hall.lean import serve
from hall.many_tables import CLUB, SECRET, Table
from hall.proxy import Proxy
from hall.results import RESULT, withdrawn
from patience import GLANCE_S, turns

from companion.hall import topics
from companion.hall.canonical import sign, table_key
from companion.hall.intake import CheckedMessage
from companion.hall.ledger import Ledger
from companion.hall.messages import Confirmed, as_json, read_result
from companion.hall.outbox import Result as Sent
from companion.hall.standings import Scope
from companion.play.act import Result
from companion.reader import Reader

GUARDED = f'[board]\nsecret = "{SECRET}"\n'
NEXT_ID = "e" * 32


@pytest.fixture
def selector() -> Iterator[selectors.BaseSelector]:
    with selectors.DefaultSelector() as found:
        yield found


class Hall(Board):
    """A board, and what it holds."""

    def held(self) -> dict[tuple[str, int], tuple[int, str]]:
        return {
            (one["record"], one["game"]): (one["revision"], one["hash"])
            for one in self.json("/results.json")["results"]
        }


def told(*tables: Table) -> dict[tuple[str, int], tuple[int, str]]:
    """What a replay of the logs gives."""
    results = [result for table in tables for result in table.fold().results.values()]
    return {(result.record, result.game): (result.revision, result.hash) for result in results}


class Evening:
    """Tables whose time goes on by half a second at each step."""

    def __init__(self, selector: selectors.BaseSelector, *tables: Table) -> None:
        self._selector = selector
        self.tables = tables
        self.now = 1000.0

    def step(self) -> None:
        self.now += 0.5
        for table in self.tables:
            table.step(self.now)
        serve(self._selector, GLANCE_S)

    def until(self, done: Callable[[], bool]) -> None:
        for _ in turns():
            self.step()
            if done():
                return
        raise AssertionError("what the test waits for has not happened")

    def until_confirmed_by(self, *boards: Hall) -> None:
        self.until(lambda: not any(table.missing([board.id for board in boards]) for table in self.tables))

    def close(self) -> None:
        for table in self.tables:
            table.close()


def play(table: Table, *games: int, winner: int = 0) -> None:
    for game in games:
        table.write(f"{game} new spartacus 1,2")
        table.write(f"{game} win 0", Result((winner,), (12, 9) if winner == 0 else (9, 12)))


def test_whatever_is_killed_or_cut_both_boards_hold_what_a_replay_of_the_logs_gives(
    running: Broker, selector: selectors.BaseSelector, tmp_path: Path
) -> None:
    chance = Random(1)
    with closing(Proxy(running.port, lambda: chance.randint(10, 6000))) as cutting:
        boards = [Hall(tmp_path / name, running, more=GUARDED) for name in ("board", "spare")]
        tables = [Table(f"t{number}", f"{number:032x}", selector, cutting.port, seed=number) for number in range(5)]
        with closing(Evening(selector, *tables)) as evening:
            for game in range(1, 6):
                for table in tables:
                    play(table, game, winner=chance.randint(0, 1))
                    if chance.random() < 0.5:
                        table.write(f"{chance.randint(1, game)} undo")
                for _ in range(20):
                    evening.step()
                chance.choice(tables).kill(evening.now)
                if game == 2:
                    running.kill()
                    running.start()
                if game == 3:
                    boards[0].stop()
                    boards[0].start()
            evening.until(lambda: cutting.cuts >= 10)
            evening.until_confirmed_by(*boards)
            standings = [board.json("/standings.json")["lines"] for board in boards]
            assert boards[0].held() == boards[1].held() == told(*tables)
            assert standings[0] == standings[1] == replayed(*tables)
        for board in boards:
            board.stop()


def replayed(*tables: Table) -> list[dict[str, object]]:
    ledger = Ledger((), {}, set(), ZoneInfo("UTC"), time(6), guarded=False)
    for table in tables:
        for result in table.fold().results.values():
            take(ledger, result)
    return [line._asdict() for line in ledger.standings(Scope()).lines()]


def take(ledger: Ledger, result: Sent) -> None:
    message = read_result(Reader(result.message()))
    ledger.take(CheckedMessage("t1", message, False), message, 1795376890.0)


def cut_in_half(snapshot: Path) -> None:
    snapshot.write_bytes(snapshot.read_bytes()[: snapshot.stat().st_size // 2])


def fill_with_zeros(snapshot: Path) -> None:
    snapshot.write_bytes(bytes(snapshot.stat().st_size))


@pytest.mark.parametrize("damage", [cut_in_half, fill_with_zeros])
def test_whatever_is_left_of_what_the_broker_had_saved_results_arrive(
    damage: Callable[[Path], None], selector: selectors.BaseSelector, tmp_path: Path
) -> None:
    saved = tmp_path / "saved"
    saved.mkdir()
    persistent = (
        "persistence true",
        f"persistence_location {saved}/",
        "autosave_interval 1",
        "autosave_on_changes true",
    )
    with broker(tmp_path, *persistent) as running:
        table = Table("t1", "1" * 32, selector, running.port)
        with closing(Evening(selector, table)) as evening:
            play(table, 1)
            evening.until((saved / "mosquitto.db").exists)
            running.kill()
            damage(saved / "mosquitto.db")
            if not starts(running):  # as with zeros; people then remove the file
                (saved / "mosquitto.db").unlink()
                running.start()
            board = Hall(tmp_path / "board", running, more=GUARDED)
            evening.until_confirmed_by(board)
            assert board.held() == told(table)
            board.stop()


def starts(running: Broker) -> bool:
    try:
        running.start()
    except AssertionError:
        return False
    return True


def test_two_devices_by_one_name_do_not_throw_each_other_out(
    running: Broker, selector: selectors.BaseSelector, tmp_path: Path
) -> None:
    board = Hall(tmp_path / "board", running, more=GUARDED)
    tables = [Table("t1", digit * 32, selector, running.port) for digit in "12"]
    with closing(Evening(selector, *tables)) as evening:
        for table in tables:
            play(table, 1)
        evening.until_confirmed_by(board)
        assert board.held() == told(*tables)
        assert len(board.held()) == 2
        evening.until(lambda: board.json("/tables.json")["tables"][0]["warnings"] == ["two records"])
        assert all(table.is_connected for table in tables)
    board.stop()


def test_a_copied_record_that_went_on_twice_is_disputed_until_one_goes_on(
    running: Broker, selector: selectors.BaseSelector, tmp_path: Path
) -> None:
    board = Hall(tmp_path / "board", running)
    one, other = tables = [Table(name, "1" * 32, selector, running.port) for name in ("t1", "t2")]
    with closing(Evening(selector, *tables)) as evening:
        play(one, 1, winner=0)
        play(other, 1, winner=1)
        hashes = [table.fold().results[1].hash for table in tables]
        evening.until(lambda: bool(board.json("/results.json")["results"]))
        evening.until(lambda: bool(board.json("/results.json")["results"][0]["disputed"]))
        assert board.json("/results.json")["results"][0]["hash"] == max(hashes)
        evening.until(lambda: all("disputed" in line["warnings"] for line in board.json("/tables.json")["tables"]))
        one.write("1 undo")
        evening.until(lambda: not board.json("/results.json")["results"][0]["disputed"])
        assert board.json("/health.json")["games"] == 0
    board.stop()


def test_a_restored_record_sends_its_old_games_as_they_were_and_has_a_new_id_for_the_others(
    running: Broker, selector: selectors.BaseSelector, tmp_path: Path
) -> None:
    board = Hall(tmp_path / "board", running, more=GUARDED)
    before = Table("t1", "1" * 32, selector, running.port)
    with closing(Evening(selector, before)) as evening:
        play(before, 1, 2)
        before.write("3 new spartacus 1,2")
        evening.until_confirmed_by(board)
        held = board.held()
    after = Table("t1", "1" * 32, selector, running.port)
    with closing(Evening(selector, after)) as evening:
        play(after, 1, 2)
        after.write("3 new spartacus 1,2")
        after.write(f"record log 1 {NEXT_ID} -")
        after.write("3 win 0", Result((0,), (12, 9)))
        play(after, 4)
        evening.until_confirmed_by(board)
        assert {key: found for key, found in board.held().items() if key in held} == held
        assert board.held().keys() - held.keys() == {("1" * 32, 3), (NEXT_ID, 4)}
        assert not any(board.json("/health.json")["refused"].values())
    board.stop()


@pytest.mark.parametrize("clock", [0.0, 2.0**31, 253402300800.0])
def test_a_table_with_a_wrong_clock_is_counted_on_the_evening_of_its_arrival(
    clock: float, running: Broker, selector: selectors.BaseSelector, tmp_path: Path
) -> None:
    """Clocks of 1970, 2038, and of the year 10000, which has no form in a message."""
    board = Hall(tmp_path / "board", running, more=GUARDED)
    table = Table("t1", "1" * 32, selector, running.port)
    with closing(Evening(selector, table)) as evening:
        table.write("1 new spartacus 1,2", at=clock)
        table.write("1 win 0", Result((0,), (12, 9)), at=clock)
        evening.until_confirmed_by(board)
        (result,) = board.json("/results.json")["results"]
        assert result["day"] >= "2025-01-01"
        assert result["day"] <= result["arrived"][:10]
    board.stop()


@pytest.mark.parametrize("now", [0.0, 2.0**31 + 1])
def test_a_board_with_a_wrong_clock_holds_the_same(now: float) -> None:
    ledger = Ledger((), {}, set(), ZoneInfo("Europe/Berlin"), time(6), guarded=False)
    ledger.take(CheckedMessage("t1", RESULT, False), RESULT, now)
    row = ledger.rows[RESULT.record, RESULT.game]
    assert (row.hash, row.day) == (RESULT.hash, "1969-12-31" if now == 0 else "2026-11-22")


def test_a_game_that_was_reopened_again_and_again_ends_the_same_in_every_order() -> None:
    revisions = [
        RESULT,
        withdrawn(RESULT, 1043),
        RESULT._replace(revision=1044, places=(2, 1)),
        withdrawn(RESULT, 1045),
    ]
    revisions.append(RESULT._replace(revision=1046, places=(1, 1), scores=None, ended="agreed"))
    for order in permutations(revisions):
        ledger = Ledger((), {}, set(), ZoneInfo("UTC"), time(6), guarded=False)
        for revision in order:
            ledger.take(CheckedMessage("t1", revision, False), revision, 1795376890.0)
        row = ledger.rows[RESULT.record, RESULT.game]
        assert (row.revision, row.places, row.disputed) == (1046, (1, 1), False)
        assert [line.drawn for line in ledger.standings(Scope()).lines()] == [1, 1]


def test_a_board_that_nobody_knows_takes_nothing_away(
    running: Broker, selector: selectors.BaseSelector, tmp_path: Path
) -> None:
    """Somebody says that a board is there, and confirms without the secret what the table sends."""
    forged = "f" * 32
    listener = Listener(running)
    table = Table("t1", "1" * 32, selector, running.port)
    with closing(Evening(selector, table)) as evening:
        play(table, 1)
        (result,) = table.fold().results.values()
        evening.until(lambda: table.sent > 0)
        confirmed = as_json(Confirmed(forged, result.record, (result.triple,)))
        topic = topics.of_board(CLUB, forged, "confirmed", "t1")
        online = {"v": 1, "board": forged, "online": True, "at": "2026-11-22T19:48:10Z"}
        listener.say(topics.of_board(CLUB, forged, "online"), online)
        for message in (
            confirmed,
            {**confirmed, "mac": "0" * 32},
            sign(table_key("other", CLUB, "t1"), topic, confirmed),
        ):
            listener.say(topic, message)
        sent = table.sent
        evening.until(lambda: table.sent > sent + 1)  # to the forged board, too
        assert table.missing([forged]) == 1
        board = Hall(tmp_path / "board", running, more=GUARDED)
        evening.until_confirmed_by(board)
        assert board.held() == told(table)
        board.stop()
    listener.close()
