"""Many tables, and boards that are busy, lose something or are silent: what is sent, by a clock that the test moves."""

from __future__ import annotations

import random
from collections import OrderedDict, deque

import pytest
from hall.results import BOARD

from companion.hall.cursor import Cursor
from companion.hall.messages import BoardOnline, Confirmed
from companion.hall.outbox import Result
from companion.hall.sender import Sender
from companion.services.hall.inbox import TURN_MOST

SPARE = "d" * 32
AT = "2026-11-22T19:48:10Z"
LOOK_S = 0.5


class Board:
    """Reads `rate` results a second of the tables in turn. It keeps at most `most` and loses what is more; what is in
    `refused` it never confirms.
    """

    def __init__(self, rate: float, most: int = 10_000, refused: tuple[str, ...] = ()) -> None:
        self.rate = rate
        self._most = most
        self._refused = refused
        self._waiting: OrderedDict[str, deque[Result]] = OrderedDict()
        self._room = 0.0
        self.lost = 0

    def hear(self, result: Result) -> None:
        if sum(map(len, self._waiting.values())) >= self._most:
            self.lost += 1
        else:
            self._waiting.setdefault(result.record, deque()).append(result)

    def confirmed(self) -> list[tuple[str, list[Result]]]:
        """What it has read in the time of a look, by table."""
        self._room = min(self._room, 0.0) + self.rate * LOOK_S
        found = []
        while self._room > 0 and self._waiting:
            table, waiting = self._waiting.popitem(last=False)
            turn = [waiting.popleft() for _ in range(min(TURN_MOST, len(waiting)))]
            self._room -= len(turn)
            if waiting:
                self._waiting[table] = waiting
            found.append((table, [one for one in turn if one.hash[:8] not in self._refused]))
        return found


class Hall:
    """Tables with results that nobody has sent yet, and boards that are there."""

    def __init__(self, tables: int, games: int, **boards: Board) -> None:
        self.boards = {{"board": BOARD, "spare": SPARE}[name]: board for name, board in boards.items()}
        self.now = 0.0
        self.sent = 0
        self.cursors = {f"{number:032x}": Cursor() for number in range(tables)}
        self.results = {
            record: {game: Result(record, game, game, f"{game:08x}" * 8, "{}") for game in range(1, games + 1)}
            for record in self.cursors
        }
        self.senders = {
            record: Sender(results, self.cursors[record], random.Random(record).random, signs=False)
            for record, results in self.results.items()
        }
        self.say_online()

    def say_online(self) -> None:
        for sender in self.senders.values():
            for board in self.boards:
                sender.note_board(BoardOnline(board, True, AT), self.now)

    def look(self) -> None:
        """What happens in the time of a look: all tables send, and all boards confirm."""
        if self.now % 60 == 0:
            self.say_online()
        for sender in self.senders.values():
            for result in sender.due(self.now):
                self.sent += 1
                for board in self.boards.values():
                    board.hear(result)
        self.now += LOOK_S
        for name, board in self.boards.items():
            for record, results in board.confirmed():
                triples = tuple([one.triple for one in results])
                self.senders[record].note_confirmed(Confirmed(name, record, triples), self.now, AT)

    def missing(self, *boards: str) -> int:
        """How many results these boards, or all, have not confirmed."""
        return sum(
            not all(self.cursors[record].has(board, result) for board in boards or self.boards)
            for record, results in self.results.items()
            for result in results.values()
        )

    def settle(self, within_s: float) -> float:
        """The seconds until every board has everything."""
        while self.missing():
            self.look()
            assert self.now < within_s, f"{self.missing()} of {self.sent} are not confirmed"
        return self.now


def test_a_board_that_is_busy_is_not_sent_anything_twice() -> None:
    """20 tables × 40 results at 100 a second need 8 s, longer than a board may be silent."""
    hall = Hall(20, 40, board=Board(100))
    assert (hall.settle(9), hall.sent) == (8.0, 800)


def test_a_board_whose_turns_take_longer_than_it_may_be_silent_costs_a_result_in_a_silence() -> None:
    """20 tables × 20 results at 20 a second, 10 of a table in its turn: a table has its turns 10 s apart."""
    hall = Hall(20, 20, board=Board(20))
    assert hall.settle(25) == 20.0
    assert 400 <= hall.sent <= 400 + 2 * 20


def test_what_a_full_queue_has_lost_is_sent_again_as_soon_as_something_later_is_confirmed() -> None:
    """Of the first 400 only 100 are kept, and 50 a second read: nobody waits for a minute."""
    board = Board(100, most=100)
    hall = Hall(20, 40, board=board)
    assert hall.settle(30) <= 20
    assert hall.sent == 800 + board.lost


def test_a_slow_spare_does_not_hold_up_the_board_and_gets_everything() -> None:
    hall = Hall(10, 40, board=Board(1000), spare=Board(20))
    while not all(
        hall.cursors[record].has(BOARD, one) for record in hall.results for one in hall.results[record].values()
    ):
        hall.look()
        assert hall.now < 30
    assert hall.missing() > 0
    hall.settle(60)


@pytest.mark.parametrize("games", [30, 100])
def test_results_that_are_refused_do_not_hold_up_the_others(games: int) -> None:
    """The first 25 are never confirmed: more than may be under way."""
    refused = tuple([f"{game:08x}" for game in range(1, 26)])
    hall = Hall(1, games, board=Board(1000, refused=refused))
    while hall.missing() > 25:
        hall.look()
        assert hall.now < 20
    before, began = hall.sent, hall.now
    while hall.now < began + 600:
        hall.look()
    assert hall.sent - before < 25 * 600 / 60 * 1.6


def test_a_board_that_reads_nothing_is_sent_one_result_in_each_silence_and_the_rest_when_it_reads_again() -> None:
    board = Board(0)
    hall = Hall(1, 20, board=board)
    sent = []
    while hall.now < 180:
        hall.look()
        sent.append(hall.sent)
    assert sent[0] == 10
    assert sent[-1] == 10 + 5  # after 5, 15, 35, 75 and 135 s, a little sooner or later
    board.rate = 100
    began = hall.now
    assert hall.settle(200) - began <= 2
