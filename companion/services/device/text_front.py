"""The text panel: words on standard input, pages on standard output, a simulated board in between."""

from __future__ import annotations

import signal
import sys
import time
from contextlib import ExitStack, closing
from pathlib import Path

from companion.console import text_panel_streams
from companion.games.installed import INSTALLED
from companion.ports import Panel
from companion.record.record import Record
from companion.services.device import PEOPLE, SidePanels
from hardware.boards import Board
from hardware.simulated import SimulatedClock
from hardware.simulated.board import SimulatedBoard
from hardware.simulated.text import TextFront


def start(folder: Path, side_panels: SidePanels, board: Board) -> int:
    """Run the device until the end of input; the exit status."""
    read, write = text_panel_streams()
    clock = SimulatedClock(time.time())
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    with ExitStack() as stack:
        record = stack.enter_context(Record(folder, INSTALLED, PEOPLE))
        simulated = stack.enter_context(SimulatedBoard(board))
        simulated.splash()
        from companion.services.device.loop_setup import make_loop, make_worker

        front = TextFront(read, write, clock)
        stack.enter_context(simulated.buttons(front.edge, front.key_clock))
        front.connect(simulated.press, simulated.release, board.keys)
        panels: list[Panel] = [stack.enter_context(closing(part)) for part in (simulated.oled(), *simulated.parts())]
        panels.append(front)
        worker = make_worker(front.put)
        loop = make_loop(
            record, folder, board, front, panels, clock, side_panels=side_panels, tour=False, worker=worker
        )
        front.is_thinking = lambda: loop.is_awaited
        loop.run()
    return 0
