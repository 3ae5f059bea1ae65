"""Which results a table sends: worked by hand, second by second."""

from __future__ import annotations

import random
from copy import deepcopy
from itertools import pairwise

import pytest
from hall.results import BOARD, OTHER, RECORD

from companion.hall.cursor import Confirmations, Cursor
from companion.hall.fields import utc
from companion.hall.messages import BoardOnline, Confirmed
from companion.hall.outbox import Result
from companion.hall.sender import Sender

SPARE = "d" * 32


def result(game: int, revision: int, record: str = RECORD) -> Result:
    return Result(record, game, revision, f"{game:032x}{revision:032x}", "{}")


class Table:
    """A table whose time goes on as the test says. Waiting times are without chance: 0.8 + 0.4 · 0.5 = 1."""

    def __init__(self, *results: Result, cursor: Cursor | None = None, signs: bool = False) -> None:
        self.cursor = cursor or Cursor()
        self.results = {one.game: one for one in results}
        self.sender = Sender(self.results, self.cursor, lambda: 0.5, signs=signs)
        self.now = 1000.0

    def after(self, seconds: float) -> list[tuple[int, int]]:
        """Game and revision of what is sent so much later; nobody had to look in between for it."""
        at_once, at = deepcopy(self.sender).due(self.now), self.sender.next_at(self.now)
        self.now += seconds
        sent = [(one.game, one.revision) for one in self.sender.due(self.now)]
        assert not sent or at_once or at <= self.now
        return sent

    def ends(self, result: Result) -> None:
        self.results[result.game] = result
        self.sender.note_lines([result.game], self.now)

    def board(self, board: str = BOARD, *, online: bool = True) -> None:
        self.sender.note_board(BoardOnline(board, online, "2026-11-22T19:48:10Z"), self.now)

    def confirm(self, *results: Result, board: str = BOARD) -> None:
        at = utc(1795376890 + self.now)
        assert at is not None
        triples = tuple([one.triple for one in results])
        self.sender.note_confirmed(Confirmed(board, results[0].record, triples), self.now, at)


def test_a_result_is_sent_once_after_three_quiet_seconds_although_nobody_listens() -> None:
    table = Table()
    assert table.after(0) == []
    table.ends(result(1, 10))
    assert table.after(2.9) == []
    table.sender.note_lines([1], table.now)
    assert table.after(2.9) == []
    assert table.after(0.2) == [(1, 10)]
    assert table.after(5000) == []
    assert table.cursor.sent == {RECORD: 10}


def test_of_many_at_once_twenty_are_sent_and_ten_more_after_half_a_second() -> None:
    table = Table(*[result(game, game) for game in range(1, 41)])
    assert [len(table.after(wait)) for wait in (0, 0.5, 0.5, 0.5)] == [20, 10, 10, 0]


def test_undo_and_redo_right_after_the_end_stay_at_home() -> None:
    table = Table()
    table.ends(result(1, 10))
    table.ends(result(1, 11))
    table.ends(result(1, 12))
    assert table.after(3) == [(1, 12)]
    assert table.after(100) == []


def test_a_game_that_people_still_change_does_not_hold_up_another() -> None:
    table = Table()
    table.ends(result(1, 10))
    table.ends(result(2, 11))
    assert table.after(2) == []
    table.sender.note_lines([1], table.now)
    assert table.after(1) == [(2, 11)]
    assert table.cursor.sent == {RECORD: 9}
    assert table.after(2) == [(1, 10)]
    assert table.cursor.sent == {RECORD: 11}


def test_a_result_is_sent_again_until_the_board_that_is_there_has_it() -> None:
    table = Table(result(1, 10))
    table.board()
    sent = []
    for second in range(400):
        sent += [second for _ in table.after(1)]
        table.board()
    assert sent == [0, 5, 15, 35, 75, 135, 195, 255, 315, 375]
    table.confirm(result(1, 10))
    assert table.after(1000) == []


def test_a_board_that_was_silent_for_too_long_gets_what_it_lacks_when_it_speaks_again() -> None:
    table = Table(result(1, 10))
    table.board()
    table.board(SPARE)
    assert table.after(0) == [(1, 10)]
    table.confirm(result(1, 10), board=SPARE)
    table.now += 100
    table.board(SPARE)
    assert table.after(100) == []  # the first board does not count as there any more, and the other one lacks nothing
    table.board()
    assert table.after(0.5) == [(1, 10)]
    table.confirm(result(1, 10))
    assert table.after(100) == []


def test_a_board_that_comes_gets_everything_at_once_that_it_lacks() -> None:
    table = Table(result(1, 10), result(2, 11))
    table.board()
    assert table.after(0) == [(1, 10), (2, 11)]
    table.confirm(result(1, 10), result(2, 11))
    assert table.after(1) == []
    table.board(SPARE)
    assert table.after(0) == [(1, 10), (2, 11)]
    table.confirm(result(1, 10), board=SPARE)
    assert table.after(5) == [(2, 11)]
    table.board(SPARE, online=False)
    assert table.after(60) == []


@pytest.mark.parametrize(
    "wrong", [result(1, 9), result(2, 10), result(1, 10, OTHER), result(1, 10)._replace(hash="e" * 64)]
)
def test_a_confirmation_of_something_else_does_not_count(wrong: Result) -> None:
    table = Table(result(1, 10))
    table.board()
    table.after(0)
    table.confirm(wrong)
    assert table.after(5) == [(1, 10)]


def test_a_later_revision_of_a_confirmed_game_is_sent() -> None:
    table = Table(result(1, 10), result(2, 11))
    table.board()
    table.after(0)
    table.confirm(result(1, 10), result(2, 11))
    table.ends(result(1, 12))
    assert table.after(3) == [(1, 12)]


def test_no_more_than_ten_are_under_way_and_what_the_board_has_passed_over_is_sent_again() -> None:
    results = [result(game, game) for game in range(1, 18)]
    table = Table(*results)
    table.cursor.sent[RECORD] = 30
    table = Table(*results, cursor=table.cursor)
    table.board()
    assert table.after(0) == [(game, game) for game in range(1, 11)]
    assert table.after(1) == []
    table.confirm(*results[1:9])  # the tenth may be on its way, the first is lost or refused
    assert table.after(1) == [(game, game) for game in range(11, 18)]
    table.confirm(*results[9:])
    assert table.after(1) == [(1, 1)]
    table.ends(result(18, 40))
    assert table.after(3) == [(18, 40)]
    table.confirm(result(18, 40))
    assert table.after(0.5) == [(1, 1)]
    table.ends(result(18, 41))
    assert table.after(3) == [(18, 41)]
    table.confirm(result(18, 41))
    assert table.after(0.5) == [(1, 1)]


def test_a_result_that_is_lost_is_sent_again_at_once_then_after_a_second_then_after_two() -> None:
    table = Table(result(1, 1), result(2, 2))
    table.board()
    assert table.after(0) == [(1, 1), (2, 2)]
    table.ends(result(3, 3))
    assert table.after(2) == []
    table.ends(result(4, 4))
    table.confirm(result(2, 2))
    assert table.after(0.5) == [(1, 1)]
    assert table.after(0.5) == [(3, 3)]
    table.confirm(result(3, 3))
    assert table.after(0.4) == []
    assert table.after(0.2) == [(1, 1)]
    assert table.after(1.4) == [(4, 4)]
    table.confirm(result(4, 4))
    assert table.after(0.5) == []
    assert table.after(0.2) == [(1, 1)]


def test_a_board_that_has_confirmed_quickly_is_not_waited_for_as_long() -> None:
    table = Table(result(1, 10))
    table.board()
    assert table.after(0) == [(1, 10)]
    table.now += 0.5
    table.confirm(result(1, 10))
    table.ends(result(2, 11))
    assert table.after(3) == [(2, 11)]
    assert table.after(1.9) == []
    assert table.after(0.2) == [(2, 11)]  # after four times the 0.5 s
    assert table.after(3.9) == []
    assert table.after(0.2) == [(2, 11)]


def test_what_happens_now_is_sent_although_many_are_under_way() -> None:
    results = [result(game, game) for game in range(1, 13)]
    table = Table(*results)
    table.board()
    assert len(table.after(0)) == 10
    table.ends(result(13, 20))
    assert table.after(2) == []
    assert table.after(1) == [(13, 20)]
    assert table.after(1) == []


def test_after_an_hour_it_is_tried_every_ten_minutes() -> None:
    table = Table(result(1, 10))
    sent = []
    for second in range(6000):
        table.board()
        if table.after(1):
            sent.append(second)
    late = [after - before for before, after in pairwise(sent) if before > 3700]
    assert set(late) == {600}


def test_a_reconnection_sends_what_waits_at_once() -> None:
    table = Table(result(1, 10))
    table.board()
    assert table.after(0) == [(1, 10)]
    table.sender.note_connection(table.now)
    assert table.after(1) == [(1, 10)]


def test_a_board_that_never_confirms_rightly_costs_a_signing_table_one_result_in_ten_minutes() -> None:
    table = Table(result(1, 10), result(2, 11), signs=True)
    sent = []
    for second in range(3000):
        table.board()
        sent += [second for _ in table.after(1)]
    assert len([second for second in sent if second > 600]) == 4


def test_a_restart_goes_on_where_it_was() -> None:
    table = Table(result(1, 10), result(2, 11), result(3, 12))
    table.board()
    table.after(0)
    table.confirm(result(1, 10), result(3, 12))
    again = Table(result(1, 10), result(2, 11), result(3, 12), cursor=Cursor.parse(table.cursor.text()))
    assert again.after(0) == []
    again.board()
    assert again.after(0) == [(2, 11)]
    assert again.sender.waiting(RECORD, again.now) == 1


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"start": 1.5}', '{"start": 3, "policy": "a"}'])
def test_a_cursor_that_is_lost_or_damaged_is_empty(text: str) -> None:
    assert (Cursor.parse(text).start, Cursor.parse(text).boards) == (0, {})


def test_everything_is_told_again_after_a_change_of_the_names_or_of_the_record() -> None:
    table = Table(result(1, 10))
    table.cursor.begin("policy", RECORD)
    table.board()
    table.after(0)
    table.confirm(result(1, 10))
    for policy, record in (("policy", RECORD), ("other", RECORD), ("other", OTHER)):
        cursor = Cursor.parse(table.cursor.text())
        cursor.begin(policy, record)
        assert bool(cursor.boards) is bool(cursor.sent) is ((policy, record) == ("policy", RECORD))


def test_only_the_boards_heard_of_last_are_remembered() -> None:
    cursor = Cursor()
    for number in range(6):
        cursor.keep(f"{number:032x}", f"2026-11-22T19:0{number}:00Z")
    assert [int(board, 16) for board in cursor.boards] == [2, 3, 4, 5]
    cursor.keep(BOARD, "2027-01-22T19:00:00Z")
    assert list(cursor.boards) == [BOARD]


def test_what_is_confirmed_takes_little_room() -> None:
    done, chance = Confirmations(), random.Random(1)
    results = [result(game, game * 2) for game in range(1, 500)]
    chance.shuffle(results)
    for one in results:
        done.above[one.game] = one.triple
        done.compact(results)
    assert (done.below, done.above) == (999, {})
    assert all(done.has(one) for one in results)
    assert not done.has(result(1, 1000))
