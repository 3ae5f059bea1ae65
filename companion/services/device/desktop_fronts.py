"""Desktop fronts: a simulated board in a terminal or a window, until the player quits or closes it.

The front has the main thread, and the device behind it one of its own. Its texts are in the language that the settings
have when they are asked for, because people may choose another one in the meantime.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Sequence
from pathlib import Path

from companion.console import CommandError, complain
from companion.console.record_access import words_of
from companion.games.installed import INSTALLED
from companion.ports import Clock, OpenInbox, Panel, PortError
from companion.record import RecordTrouble
from companion.record.record import Record
from companion.services.device import PEOPLE, SidePanels
from companion.services.device.loop_setup import displayable_words, make_loop, make_worker
from companion.session.settings_file import SettingsFile
from hardware.boards import Board
from hardware.fonts import letters
from hardware.simulated import terminal, window
from hardware.simulated.front import Device


def start_terminal(folder: Path, side_panels: SidePanels, board: Board) -> int:
    """Run the device in a terminal; the exit status."""
    return run_in_terminal(_device(folder, side_panels, board), folder, board)


def run_in_terminal(device: Device, folder: Path, board: Board) -> int:
    """Run a device with the record in this folder in a terminal; the exit status."""

    def words(key: str, **params: object) -> str:
        return words_of(folder)(key, **params)  # in any language: a terminal has letters of its own

    return _run_front(lambda: terminal.run(device, words, board), words)


def start_window(folder: Path, side_panels: SidePanels, board: Board) -> int:
    """Run the device in a window; the exit status."""
    font = letters(SettingsFile(folder).settings.font)

    def words(key: str, **params: object) -> str:
        return displayable_words(words_of(folder), font)(key, **params)

    return _run_front(lambda: window.run(_device(folder, side_panels, board), words, font, board), words)


def _device(folder: Path, side_panels: SidePanels, board: Board) -> Device:
    """A device that opens its record in the thread that calls it."""

    def run(inbox: OpenInbox, panels: Sequence[Panel], clock: Clock) -> None:
        with Record(folder, INSTALLED, PEOPLE) as record:
            worker = make_worker(inbox.put)
            make_loop(
                record,
                folder,
                board,
                inbox,
                panels,
                clock,
                side_panels=side_panels,
                worker=worker,
                keyboard=True,
                put=inbox.put,
            ).run()

    return run


def _run_front(front: Callable[[], int | None], words: Callable[..., str]) -> int:
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
