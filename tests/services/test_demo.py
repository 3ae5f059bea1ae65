"""The evening that plays itself: `companion demo` without its terminal, in simulated time."""

from __future__ import annotations

from pathlib import Path

import pytest
from installed import RecordView
from nobody import Nobody

from companion.ports import DeviceState
from companion.services import demo
from hardware.boards import ALL_KEYS
from hardware.simulated.clock import SimulatedClock


class Pages:
    """A panel that keeps what was shown, with the time."""

    def __init__(self, clock: SimulatedClock) -> None:
        self._clock = clock
        self.screens = list[str]()
        self.banners = set[str]()
        self.last_s = 0.0

    def show(self, shown: DeviceState) -> None:
        if not self.screens or self.screens[-1] != shown.page.screen:
            self.screens.append(shown.page.screen)
            self.last_s = self._clock.monotonic()
        if shown.page.banner:
            self.banners.add(shown.page.banner)

    def close(self) -> None:
        """Nothing to close."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    demo.lay_out(tmp_path)
    return tmp_path


def test_it_plays_two_games_to_their_ends_in_three_minutes(folder: Path) -> None:
    clock = SimulatedClock(0.0)
    seen = Pages(clock)
    demo.device(folder, ALL_KEYS, Nobody(clock), [seen], clock)
    with RecordView(folder) as library:
        hearts, praetorians = library.game_state(2), library.game_state(1)
    assert hearts is not None
    assert hearts.result is not None
    assert (hearts.names, hearts.result.winners, hearts.result.scores) == (demo.PEOPLE, (2,), (31, 60, 21, 44))
    assert praetorians is not None
    assert praetorians.result is not None
    assert (praetorians.result.winners, praetorians.result.scores) == ((0,), (99, 56))
    assert {"curves", "home", "over", "review"} <= set(seen.screens)
    assert "Taken back: Ben: Taken 21" in seen.banners
    assert 90 < seen.last_s <= 180


def test_a_key_ends_it_and_the_device_goes_on(folder: Path) -> None:
    clock = SimulatedClock(0.0)
    demo.device(folder, ALL_KEYS, Nobody(clock, takes_over_at=30.0), [], clock)
    with RecordView(folder) as library:
        hearts = library.game_state(2)
    assert hearts is not None
    told = [entry.text for entry in hearts.path]
    assert told[1:3] == ["taken 0 4", "taken 1 0"]
    assert len(told) < 8
