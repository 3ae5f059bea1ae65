"""The watchdog: the main loop pings it as often as is due, and only while all is well."""

from __future__ import annotations

from companion.ports import Event, Repeat, Stop
from companion.services.device.board_front import Watchdog
from hardware.simulated import SimulatedClock


class Quiet:
    """An inbox where nothing comes until `stop` seconds; `early` are moments at which it wakes for its own reasons."""

    def __init__(self, clock: SimulatedClock, stop: float, early: tuple[float, ...] = ()) -> None:
        self._clock, self._stop, self._early = clock, stop, list(early)
        self.rate: Repeat | None = None

    def get(self, deadline: float | None) -> Event | None:
        assert deadline is not None  # else nothing would ping the watchdog
        moment = min([deadline, self._stop, *self._early[:1]])
        if moment in self._early:
            self._early.remove(moment)
        self._clock.advance(moment - self._clock.monotonic())
        return Stop() if moment == self._stop else None

    def repeat(self, rate: Repeat | None) -> None:
        self.rate = rate


def beats(stop: float, early: tuple[float, ...] = (), ill: tuple[float, float] = (0, 0)) -> list[float]:
    """When it beat every ten seconds, not being well from the one moment to the other."""
    clock = SimulatedClock(0.0)
    heard: list[float] = []
    inbox = Watchdog(
        Quiet(clock, stop, early),
        clock,
        lambda: heard.append(clock.monotonic()),
        10.0,
        lambda: not ill[0] <= clock.monotonic() < ill[1],
    )
    while not isinstance(inbox.get(None), Stop):
        pass
    return heard


def test_it_beats_at_once_and_then_when_it_is_due() -> None:
    assert beats(35.0) == [0.0, 10.0, 20.0, 30.0]


def test_keys_that_come_between_do_not_make_it_beat_oftener() -> None:
    assert beats(25.0, early=(1.0, 2.0, 12.0)) == [0.0, 10.0, 20.0]


def test_the_watchdog_is_not_pinged_during_a_fault_that_a_restart_would_repair() -> None:
    assert beats(55.0, ill=(15.0, 40.0)) == [0.0, 10.0, 40.0, 50.0]


def test_a_deadline_of_the_table_comes_before_a_beat() -> None:
    clock = SimulatedClock(0.0)
    inbox = Watchdog(Quiet(clock, 99.0), clock, lambda: None, 10.0, lambda: True)
    assert inbox.get(3.0) is None
    assert clock.monotonic() == 3.0


def test_how_keys_repeat_is_handed_on() -> None:
    clock = SimulatedClock(0.0)
    quiet = Quiet(clock, 1.0)
    Watchdog(quiet, clock, lambda: None, 10.0, lambda: True).repeat(Repeat(1.0, 0.5))
    assert quiet.rate == Repeat(1.0, 0.5)
