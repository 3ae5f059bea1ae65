"""The device that `companion run` starts: a board by its name, a front for each panel, and what the fronts share.

A front is a function of a folder, side panels and a board, which returns the exit status when the device has ended.

People wait for the first picture. So a front imports at the top what that picture needs; Pillow, gpiozero and the loop
take longer than the picture and are imported inside the function that has shown it.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from companion.console import CommandError, complain
from companion.ports import Event, Panel, PhoneNews
from companion.record.log import SETTINGS
from companion.session.settings_file import SettingsFile
from companion.values import replace
from hardware.boards import Board

if TYPE_CHECKING:
    from hardware.web import Window
    from hardware.web.pairing import Phones

PEOPLE = ("A", "B")
"""The people of a new record, until people enter their names: the first newcomers of the texts.

The record is opened before the texts are read.
"""

FRONTS = {
    "board": ("board_front", "start"),
    "simulated": ("simulated_front", "start"),
    "terminal": ("desktop_fronts", "start_terminal"),
    "text": ("text_front", "start"),
    "window": ("desktop_fronts", "start_window"),
}
"""By the name of a panel the module of its front, and the function there. Only the one that is used is imported."""


def start(panel: str, folder: Path, side_panels: SidePanels, board: Board) -> int:
    """Run the device on the panel of this name; the exit status."""
    module, function = FRONTS[panel]
    status: int = getattr(import_module(f"{__name__}.{module}"), function)(folder, side_panels, board)
    return status


def best_panel() -> str:
    """The board on a Pi, else the terminal, in which plain text goes where Textual does not; raises CommandError."""
    try:
        model = Path("/proc/device-tree/model").read_text("utf-8")
    except OSError:
        model = ""
    if model.startswith("Raspberry Pi"):
        return "board"
    # A stream that was closed before the start is None.
    if sys.stdin is not None and sys.stdin.isatty() and sys.stdout is not None and sys.stdout.isatty():
        why = _why_no_pictures()
        if not why:
            return "terminal"
        complain(f"{why}, so there are no pictures here: type a word a line, such as ok, down or back; quit ends it")
        return "text"
    raise CommandError(
        "no board and no terminal here; start it at a terminal, or with --panel text and words on standard input"
    )


def _why_no_pictures() -> str:
    """Why this terminal cannot show pictures; empty where it can."""
    if not find_spec("textual"):
        from companion.installation import install_command

        return f"textual is not installed ({install_command('desktop')})"
    from hardware.simulated import terminal  # with asyncio, for which a board would wait

    if terminal.is_usable():
        return ""
    dumb = sys.__stderr__ is not None and sys.__stderr__.isatty()
    return "TERM is dumb" if dumb else "standard error is not the terminal"


def with_chosen_chip(board: Board, folder: Path) -> Board:
    """The default board with the chip in the settings of a folder, if there is one; any other board as it is."""
    if not board.default or not os.access(folder / SETTINGS, os.R_OK):  # `is_file` raises where a folder is barred
        return board
    chip = SettingsFile(folder).settings.chip or board.chip
    return replace(board, chip=chip, name=board.name.replace(board.chip.upper(), chip.upper()))


class SidePanels:
    """Opens them once the loop is made, and closes the window.

    `frames` is the folder for the pictures, `web` the address of the window; without one the settings say whether and
    where it is opened.
    """

    def __init__(self, frames: Path | None = None, web: tuple[str, int] | None = None) -> None:
        self._frames = frames
        self._web = web
        self._window: Window | None = None
        self.phones: Phones | None = None

    def open(self, web: tuple[str, int] | None, put: Callable[[Event], None] | None = None) -> list[Panel]:
        """The panels; `web` is the address in the settings, if there is one. `put` takes what phones press."""
        panels: list[Panel] = []
        if self._frames is not None:
            from hardware.frame_files import Frames

            panels.append(Frames(self._frames))
        self._web = self._web or web
        if self._web is not None:
            from hardware.web import Window  # with asyncio, which only the window needs

            if put is not None:
                from hardware.web.pairing import Phones

                self.phones = Phones(lambda number: put(PhoneNews(number)))
            self._window = Window(*self._web, phones=self.phones, put=put)
            panels.append(self._window)
        return panels

    def address(self) -> str:
        """Where the window is, for people; empty without one."""
        return self._window.address if self._window is not None else ""

    def close(self) -> None:
        if self._window is not None:
            self._window.close()
