"""The terminal: a simulated board to play on, until the player quits."""

from __future__ import annotations

from pathlib import Path

from companion.commands.device.desktop_fronts import device, run_front
from companion.commands.device.side_panels import SidePanels
from companion.commands.record_access.language import words_of
from hardware.boards import Board
from hardware.simulated import terminal


def start(folder: Path, side_panels: SidePanels, board: Board) -> int:
    """Run the device; the exit status."""
    words = words_of(folder)  # in any language: a terminal has letters of its own
    return run_front(lambda: terminal.run(device(folder, side_panels, board), words, board), words)
