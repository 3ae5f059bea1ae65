"""What waits for a board: bounded, the results of all tables in turn, of states the last."""

from __future__ import annotations

import pytest

from companion.hall.intake import Intake
from companion.services.hall.inbox import BYTES_MOST, RESULTS_MOST, TURN_MOST, WORDS_MOST, Inbox
from hardware.mqtt import Incoming


def said(table: str, what: str, payload: bytes = b"x") -> Incoming:
    return Incoming(f"companion/v1/arena/{table}/{what}", payload, False)


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def inbox(clock: Clock) -> Inbox:
    return Inbox(Intake("arena", None, 600, marks=False), clock)


def drained(inbox: Inbox) -> list[bytes]:
    found = []
    while events := inbox.next_results():
        found += [event.payload for event in events]
    return found


def test_the_results_of_all_tables_come_in_turn(inbox: Inbox) -> None:
    for number in range(TURN_MOST + 1):
        assert inbox.put(said("t1", "result", b"1:%d" % number)) is (number == 0)
    inbox.put(said("t2", "result", b"2"))
    assert drained(inbox) == [*[b"1:%d" % number for number in range(TURN_MOST)], b"2", b"1:%d" % TURN_MOST]
    assert inbox.is_empty
    assert inbox.put(said("t1", "result"))  # the board is woken again


def test_of_states_only_the_last_waits_and_they_do_not_count_as_results(inbox: Inbox) -> None:
    for number in range(9):
        inbox.put(said("t1", "state", b"%d" % number))
    inbox.put(said("t1", "online", b"online"))
    assert (inbox.has_results, inbox.is_empty) == (False, False)
    words = [inbox.next_word() for _ in range(3)]
    assert [word.payload for word in words if word is not None] == [b"8", b"online"]
    assert inbox.is_empty


def test_a_flood_of_one_table_is_bounded_and_takes_no_room_from_others(inbox: Inbox, clock: Clock) -> None:
    for _ in range(200):
        clock.now += 1.0  # a hundred a second are admitted
        for _ in range(120):
            inbox.put(said("t1", "result", bytes(1000)))
    inbox.put(said("t2", "result", b"2"))
    waiting = drained(inbox)
    assert (len(waiting), waiting.index(b"2")) == (RESULTS_MOST + 1, TURN_MOST)
    assert inbox.refused["limit"] == 200 * 120 - RESULTS_MOST
    clock.now += 1.0
    assert inbox.put(said("t1", "result"))


def test_a_flood_of_many_names_is_bounded_in_bytes_and_in_names(inbox: Inbox) -> None:
    for number in range(5000):
        inbox.put(said(f"t{number}", "result", bytes(8000)))
        inbox.put(said(f"t{number}", "state"))
    assert sum(map(len, drained(inbox))) == BYTES_MOST // 8000 * 8000
    words = 0
    while inbox.next_word() is not None:
        words += 1
    assert words == WORDS_MOST
    inbox.put(said("t1", "result", b"room"))
    assert drained(inbox) == [b"room"]
