"""When a table of a board is live: by its interval, whatever happens to brokers and to other devices of its name."""

from __future__ import annotations

from datetime import time
from zoneinfo import ZoneInfo

import pytest
from hall.results import OTHER, STATE

from companion.hall.intake import CheckedMessage
from companion.hall.ledger import Ledger
from companion.hall.messages import StateMessage
from companion.hall.tables import Line, Tables


class Hall:
    """Tables by the clock of a test. `t1` is the only one."""

    def __init__(self) -> None:
        self._tables = Tables()
        self._ledger = Ledger([], {}, set(), ZoneInfo("UTC"), time(6), guarded=False)

    def say(
        self, now: float, message: StateMessage | bool, *, signed: bool = False, kept: bool = False, placed: bool = True
    ) -> bool:
        """`t1` says something; whether that is accepted."""
        return self._tables.take(CheckedMessage("t1", message, signed), now, retained=kept, placed=placed)

    def line(self, now: float) -> Line:
        """What the board shows of `t1`."""
        (line,) = self._tables.lines(self._ledger, now)
        return line

    def live(self, now: float) -> bool:
        return self.line(now).live


@pytest.fixture
def hall() -> Hall:
    return Hall()


def state(number: int, every: int = 15, record: str = STATE.record, start: int = 3) -> StateMessage:
    return STATE._replace(order=(start, number), every=every, record=record)


@pytest.mark.parametrize(("every", "live_for"), [(5, 60), (15, 60), (24, 60), (60, 150), (3600, 9000)])
def test_a_table_is_live_for_two_and_a_half_of_its_own_intervals(hall: Hall, every: int, live_for: int) -> None:
    hall.say(10.0, state(1, every))
    assert (hall.line(10.0).every, hall.line(10.0).live_for) == (every, live_for)
    assert hall.live(10.0 + live_for)
    assert not hall.live(10.1 + live_for)


def test_after_a_failover_a_table_is_live_with_its_next_state(hall: Hall) -> None:
    hall.say(10.0, True)
    hall.say(10.0, state(1))
    hall.say(20.0, False)  # the broker that was left behind notices that the table is gone
    assert not hall.live(20.0)
    hall.say(25.0, state(2))
    assert hall.live(25.0)


@pytest.mark.parametrize("signed", [True, False])
def test_after_another_device_of_this_name_has_ended_the_first_is_live_again_with_its_next_state(
    hall: Hall, signed: bool
) -> None:
    hall.say(10.0, state(1, record=OTHER, start=9), signed=signed)
    assert not hall.say(12.0, state(7), signed=signed)
    assert "two records" in hall.line(12.0).warnings
    hall.say(20.0, False)
    assert hall.say(27.0, state(8), signed=signed)
    assert (hall.live(27.0), hall.line(27.0).record) == (True, STATE.record)


def test_nobody_can_make_a_table_grey_that_signs(hall: Hall) -> None:
    hall.say(10.0, state(5), signed=True)
    hall.say(11.0, False)
    assert hall.live(11.0)
    assert not hall.say(12.0, state(4), signed=True)  # nor show what it did before
    assert hall.live(70.0)
    assert not hall.live(70.1)


def test_a_table_that_ends_in_order_is_grey_at_once(hall: Hall) -> None:
    hall.say(10.0, state(1), signed=True)
    hall.say(11.0, state(2)._replace(ends=True), signed=True)
    assert not hall.live(11.0)


def test_a_table_that_says_only_its_results_is_there_as_long_as_it_is_online(hall: Hall) -> None:
    hall.say(10.0, state(1, every=0), kept=True)
    assert not hall.live(10.0)
    hall.say(10.0, True)
    assert hall.live(5000.0)
    assert hall.line(5000.0).every == 0
    hall.say(5001.0, False)
    assert not hall.live(5001.0)


def test_a_table_without_a_place_is_not_shown_and_its_word_is_kept_until_it_has_one(hall: Hall) -> None:
    assert not hall.say(9.0, True, placed=False)
    hall.say(10.0, state(1, every=0), signed=True)
    assert hall.live(10.0)


def test_a_state_that_a_broker_had_kept_is_never_live(hall: Hall) -> None:
    hall.say(10.0, True)
    hall.say(10.0, state(1), signed=True, kept=True)
    assert not hall.live(10.0)
    assert hall.line(10.0).title == "Spartacus"
