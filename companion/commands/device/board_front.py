"""The board: its keys and its display, until SIGTERM or Ctrl-C."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from companion.commands.device.side_panels import SidePanels
from companion.commands.device.supervised import Parts, run_device
from hardware import splash
from hardware.boards import Board
from hardware.buttons import Buttons
from hardware.lamps import make_parts
from hardware.oled import make_oled
from hardware.power import voltage_check


def start(folder: Path, side_panels: SidePanels, board: Board) -> int:
    """Run the device; the exit status."""

    def open_parts() -> Parts:
        return Parts(make_parts(board), partial(Buttons, board), voltage_check())

    return run_device(folder, side_panels, board, make_oled(board), lambda: splash.show_on_board(board), open_parts)
