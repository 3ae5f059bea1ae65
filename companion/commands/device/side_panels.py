"""The panels besides the one that is played on: pictures in a folder, a web window for phones."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from companion.ports import Panel
from hardware.frame_files import Frames

if TYPE_CHECKING:
    from hardware.web import Window


class SidePanels:
    """Opens them once the loop is made, and closes the window.

    `frames` is the folder for the pictures, `web` the address of the window; without one the settings say whether and
    where it is opened.
    """

    def __init__(self, frames: Path | None = None, web: tuple[str, int] | None = None) -> None:
        self._frames = frames
        self._web = web
        self._window: Window | None = None

    def open(self, web: tuple[str, int] | None) -> list[Panel]:
        """The panels; `web` is the address in the settings, if there is one."""
        panels: list[Panel] = []
        if self._frames is not None:
            panels.append(Frames(self._frames))
        self._web = self._web or web
        if self._web is not None:
            from hardware.web import Window  # with asyncio, which only the window needs

            self._window = Window(*self._web)
            panels.append(self._window)
        return panels

    def address(self) -> str:
        """Where the window is, for people; empty without one."""
        return self._window.address if self._window is not None else ""

    def close(self) -> None:
        """Close the window."""
        if self._window is not None:
            self._window.close()
