"""A simulated board whose keys are pressed by words from a pipe, for trying the device as a service."""

from __future__ import annotations

import os
import sys
from contextlib import ExitStack, closing
from pathlib import Path

from companion.ports import Clock
from companion.services.device import SidePanels
from companion.services.device.board_front import Parts, run_device
from hardware.boards import Board
from hardware.buttons import Buttons, Edge, Turn
from hardware.simulated.board import SimulatedBoard
from hardware.simulated.pipe import JsonPanel, Pipe, make_pipe


def start(folder: Path, side_panels: SidePanels, board: Board, model: SimulatedBoard | None = None) -> int:
    """Run the device on a board, or on one of a test's own; the exit status."""
    replies = JsonPanel(sys.stdout.buffer)
    with model or SimulatedBoard(board) as simulated, ExitStack() as stack:

        def open_parts() -> Parts:
            pipe = make_pipe(Path(os.environ.get("RUNTIME_DIRECTORY", "").split(":")[0] or folder) / "keys")

            def buttons(edge: Edge, clock: Clock, turn: Turn | None = None, **_: object) -> Buttons:
                opened = simulated.buttons(edge, clock, turn)
                stack.enter_context(closing(Pipe(pipe, simulated.press, simulated.release, board.keys, replies)))
                return opened

            return Parts([*simulated.parts(), replies], buttons, lambda: False)

        return run_device(folder, side_panels, board, simulated.oled(), simulated.splash, open_parts, tour=False)
