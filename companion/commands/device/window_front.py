"""The window: a simulated board to play on, until the player closes it."""

from __future__ import annotations

from pathlib import Path

from companion.commands.device.desktop_fronts import device, run_front
from companion.commands.device.display_words import displayable_words
from companion.commands.device.side_panels import SidePanels
from companion.commands.record_access.language import words_of
from companion.session.settings_file import SettingsFile
from hardware.boards import Board
from hardware.fonts import letters
from hardware.simulated import window


def start(folder: Path, side_panels: SidePanels, board: Board) -> int:
    """Run the device; the exit status."""
    font = letters(SettingsFile(folder).settings.font)
    words = displayable_words(words_of(folder), font)
    return run_front(lambda: window.run(device(folder, side_panels, board), words, font, board), words)
