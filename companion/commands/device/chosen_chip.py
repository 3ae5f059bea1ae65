"""The default board with the chip that people have chosen on the glass."""

from __future__ import annotations

import os
from pathlib import Path

from companion.record.log import SETTINGS
from companion.values import replace
from hardware.boards import Board


def with_chosen_chip(board: Board, folder: Path) -> Board:
    """The default board with the chip in the settings of a folder, if there is one; any other board as it is."""
    if not board.default or not os.access(folder / SETTINGS, os.R_OK):  # `is_file` raises where a folder is barred
        return board
    # Only now: the first picture of a first start would wait for the reader of TOML.
    from companion.session.settings_file import SettingsFile

    chip = SettingsFile(folder).settings.chip or board.chip
    return replace(board, chip=chip, name=board.name.replace(board.chip.upper(), chip.upper()))
