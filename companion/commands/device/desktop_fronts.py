"""What the terminal and the window share: a main thread for the front, and one for the device behind it."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Sequence
from pathlib import Path

from companion.commands import CommandError
from companion.commands.console.standard_streams import complain
from companion.commands.device import PEOPLE
from companion.commands.device.loop_setup import make_loop, make_worker
from companion.commands.device.side_panels import SidePanels
from companion.games.installed import INSTALLED
from companion.ports import Clock, OpenInbox, Panel, PortError
from companion.record.record import Record
from companion.record.trouble import RecordTrouble
from companion.words import Words
from hardware.boards import Board


def device(folder: Path, side_panels: SidePanels, board: Board) -> Callable[[OpenInbox, Sequence[Panel], Clock], None]:
    """A device that opens its record in the thread that calls it."""

    def run(inbox: OpenInbox, panels: Sequence[Panel], clock: Clock) -> None:
        with Record(folder, INSTALLED, PEOPLE) as record:
            worker = make_worker(inbox.put)
            make_loop(record, folder, board, inbox, panels, clock, side_panels=side_panels, worker=worker).run()

    return run


def run_front(front: Callable[[], int | None], words: Words) -> int:
    """Run a front; the exit status. Raises CommandError where it cannot be opened, and RecordTrouble."""
    try:
        return front() or 0
    except PortError as lost:
        raise CommandError(str(lost)) from lost
    except RecordTrouble:
        raise
    except Exception as error:
        # A fault of ours: the trace is for developers, the last line for the player.
        traceback.print_exc()
        complain(words("terminal.stopped", why=error))
        return 1
