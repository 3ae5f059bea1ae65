"""The evening that plays itself: `companion demo` without its terminal, in simulated time."""

from __future__ import annotations

from pathlib import Path

import pytest
from installed import RecordView
from nobody import Nobody
from rich.cells import cell_len

from companion.cli import main
from companion.ports import DeviceState
from companion.services import demo
from companion.words import LANGUAGES, Words, files, parse_table, tables
from hardware.boards import ALL_KEYS
from hardware.simulated import SimulatedClock
from hardware.simulated.terminal.app import LEGEND_WIDE


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


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_plays_two_games_to_their_ends_in_three_minutes(tmp_path: Path, language: str) -> None:
    clock = SimulatedClock(0.0)
    seen = Pages(clock)
    said = list[str | None]()
    folder, words = tmp_path, Words(language)
    demo.lay_out(folder, language)
    demo.device(folder, ALL_KEYS, Nobody(clock), [seen], clock, said.append)
    with RecordView(folder) as library:
        hearts, praetorians = library.game_state(2), library.game_state(1)
    assert hearts is not None
    assert hearts.result is not None
    assert (hearts.names, hearts.result.winners, hearts.result.scores) == (demo.PEOPLE, (2,), (31, 59, 5, 35))
    assert praetorians is not None
    assert praetorians.result is not None
    assert (praetorians.result.winners, praetorians.result.scores) == ((0,), (99, 56))
    assert {"curves", "home", "over", "review"} <= set(seen.screens)
    assert any(banner.endswith("21") and "Ben" in banner for banner in seen.banners)
    assert said[0] == "begins"
    assert said[-2:] == ["report", None]
    assert set(said) - {None} == set(parse_table(dict(tables(files(language)[0].read_bytes()))["demo"].decode()))
    assert max(cell_len(demo.caption(words, key)) for key in said if key) <= LEGEND_WIDE
    assert 90 < seen.last_s <= 180


def test_a_key_ends_it_and_the_device_goes_on(folder: Path) -> None:
    clock = SimulatedClock(0.0)
    said = list[str | None]()
    demo.device(folder, ALL_KEYS, Nobody(clock, takes_over_at=21.0), [], clock, said.append)
    assert said == ["begins", "deal", None]
    with RecordView(folder) as library:
        hearts = library.game_state(2)
    assert hearts is not None
    told = [entry.text for entry in hearts.path]
    assert told[1:3] == ["taken 0 4", "taken 1 13"]
    assert len(told) < 8


def test_a_page_that_cannot_be_written_is_refused_before_the_evening(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["demo", "-o", "/nowhere/page.html"]) == 2
    said = "companion: /nowhere/page.html cannot be written: /nowhere is missing, or you may not write there\n"
    assert capsys.readouterr().err == said
    assert main(["demo", "-o", str(tmp_path)]) == 2
    assert capsys.readouterr().err == f"companion: {tmp_path} cannot be written: it is a directory\n"
