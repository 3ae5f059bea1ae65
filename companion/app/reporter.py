"""Reports of what happens to the device itself: a banner on a lit display."""

from __future__ import annotations

from companion.app.banners import INSTRUCTION_S, Banners
from companion.app.idle_timer import IdleTimer


class Reporter:
    """Puts reports before all other banners. They cost no press: any key ends them and acts."""

    def __init__(self, banners: Banners, idle: IdleTimer) -> None:
        self._banners = banners
        self._idle = idle

    def report(self, text: str, obsolete: str = "") -> None:
        """Show a text at once and light the display. `obsolete` is a text that is not true any more."""
        self._banners.interrupt(text, obsolete)
        self._idle.restart()

    def remind(self, text: str) -> bool:
        """Show a text again if no banner stands; whether it is shown. A dark display stays dark."""
        if self._banners.now is not None:
            return False
        self._banners.show(INSTRUCTION_S, text)
        return True
