"""The page that stays on the display when the device has ended: it is dimmed while somebody can still do so."""

from __future__ import annotations

import pytest

from companion.ports import Event, Repeat, Stop
from companion.services.device.board_front import LastPage
from companion.ui.painter import Painter
from companion.words import Words
from hardware.fonts import lcd
from hardware.simulated import SimulatedClock
from hardware.simulated.board import SimulatedBoard


class Until:
    """An inbox in which, after so many seconds, the machine asks the process to end."""

    def __init__(self, clock: SimulatedClock, seconds: float, contrast: list[int], board: SimulatedBoard) -> None:
        self._clock, self._ends = clock, clock.monotonic() + seconds
        self._contrast, self._board = contrast, board

    def repeat(self, rate: Repeat | None) -> None: ...

    def get(self, deadline: float | None) -> Event | None:
        assert deadline is not None
        self._contrast.append(self._board.chip.contrast)
        until = min(deadline, self._ends)
        self._clock.advance(until - self._clock.monotonic())
        return Stop() if until == self._ends else None


@pytest.mark.parametrize(
    ("seconds", "contrasts", "waited"), [(0.5, [127], 0.5), (50.0, [127, 25], 50.0), (1e6, [127, 25], 90.0)]
)
def test_safe_to_unplug_is_dimmed_after_half_a_minute_or_as_the_process_ends(
    seconds: float, contrasts: list[int], waited: float
) -> None:
    clock, board, seen = SimulatedClock(0.0), SimulatedBoard(), list[int]()
    began = clock.monotonic()
    with board:
        oled = board.oled()
        page = LastPage(oled, clock, lambda: (Painter(lcd()), Words("en")))
        page.show_safe()
        shown = board.chip.picture().tobytes()
        page.wait(Until(clock, seconds, seen, board))
        page.dim()
        oled.close()
    assert (seen, clock.monotonic() - began) == (contrasts, waited)
    assert (board.chip.contrast, board.chip.picture().tobytes()) == (25, shown)  # it stays
