"""What the device shows itself on besides the panel that it is played on."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.ports import Panel
    from hardware.web import Window


class Beside:
    """What shows the table besides the panel it is played on: pictures in a folder, a window for phones."""

    def __init__(self, frames: Path | None = None, web: tuple[str, int] | None = None) -> None:
        self._frames = frames
        self._web = web
        self._window: Window | None = None

    def panels(self, web: str) -> list[Panel]:
        """These panels, with the window at what the settings say where nothing else has been asked for."""
        panels: list[Panel] = []
        if self._frames is not None:
            from hardware.frames import Frames

            panels.append(Frames(self._frames))
        if web and self._web is None:
            from companion.session.settings import calls_at

            self._web = calls_at(web)
        if self._web is not None:
            from hardware.web import Window

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
