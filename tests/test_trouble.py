"""Trouble at the table: every fault at every position of short evenings. The game goes on, and everybody is told."""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from troubled import Act, Fingers, Told, evening, hold_back

from companion.loop import Loop
from companion.ports import Key
from companion.screens.idle import Idling
from companion.table.journal import Journal
from hardware.boards import ALL_KEYS, Board, I2c
from hardware.boards.profile import load
from hardware.simulated.board import SimulatedBoard
from hardware.simulated.bus import NO_ANSWER, SimulatedBus
from hardware.simulated.clock import SimulatedClock

OK, DOWN, UP, BACK = Key.OK, Key.DOWN, Key.UP, Key.BACK
PROFILES = {
    "ssd1306": ALL_KEYS,
    "sh1106": replace(ALL_KEYS, chip="sh1106"),
    "spi": load("waveshare-oled-hat"),
}
TAPS = (OK, OK, OK, OK, OK, DOWN, OK, UP, OK, OK, DOWN, OK)
CODES = (NO_ANSWER, errno.ETIMEDOUT, errno.EIO)
LONG = 60.0
"""Enough for every wire to be tried again and for everything to be said."""


def taps(board: SimulatedBoard, fingers: Fingers, pause: float = 0.4) -> Iterator[Act]:
    """A short evening: a game is begun, some cards are told, one is taken back; then nobody does anything."""
    for tap in TAPS:
        yield tap
        yield pause
    yield lambda: hold_back(board, fingers)
    yield LONG


@pytest.fixture(scope="module", params=PROFILES)
def profile(request: pytest.FixtureRequest) -> Board:
    return PROFILES[request.param]


class Usual:
    """The undisturbed evening on a board: what must come of every other one, and how many transfers it took."""

    def __init__(self, folder: Path, profile: Board) -> None:
        board = SimulatedBoard(profile)
        self.told = evening(folder, board, lambda fingers, *_: taps(board, fingers))
        self.transfers = self.told.transfers

    def __eq__(self, other: object) -> bool:
        assert isinstance(other, Told)
        assert self.told.glass.shown is not None
        assert other.glass.shown is not None
        return (
            not other.glass.lost
            and other.texts == self.told.texts
            and other.glass.shown.page == self.told.glass.shown.page
        )

    __hash__ = None  # type: ignore[assignment]


@pytest.fixture(scope="module")
def usual(tmp_path_factory: pytest.TempPathFactory, profile: Board) -> Usual:
    return Usual(tmp_path_factory.mktemp("usual"), profile)


def where(profile: Board) -> str:
    return "display at 0x3C on bus 1" if isinstance(profile.wire, I2c) else "display at SPI 0.0"


def test_an_undisturbed_evening_says_nothing_of_trouble(usual: Usual) -> None:
    assert usual.told.log == []
    assert len(usual.told.texts) > 4
    assert usual.told.texts[-1] == "undo"
    assert usual.transfers > 40


@pytest.mark.parametrize("reached", [(0,), (1, 2, 5, 40)], ids=["before the first byte", "in the middle"])
def test_a_fault_at_any_transfer_of_an_evening_loses_nothing(
    tmp_path: Path, profile: Board, usual: Usual, reached: tuple[int, ...]
) -> None:
    for transfer in range(usual.transfers):
        code, after = CODES[transfer % len(CODES)], reached[transfer % len(reached)]
        board = SimulatedBoard(profile)
        board.bus.fail_at(transfer, code, after)
        told = evening(tmp_path / str(transfer), board, lambda fingers, *_, board=board: taps(board, fingers))
        assert usual == told, transfer
        why = os.strerror(code)
        trouble = f"{where(profile)} does not answer: {why[:1].lower() + why[1:]}"
        assert [line.lower() for line in told.log] == [
            line.lower() for line in (trouble, f"answers again: {trouble}")
        ], transfer
        assert any("back again" in banner for banner in told.glass.banners), transfer
