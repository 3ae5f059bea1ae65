"""Where the device leaves what is to be seen, and from where onlookers take it: the newest state and nothing older."""

from __future__ import annotations

import asyncio
import base64
import json
import logging
from collections.abc import Callable
from typing import Any

from companion.ports import PublicView, Shown

log = logging.getLogger(__name__)

Ring = Callable[[Callable[[], None]], object]
"""Lets something be done soon by the thread of the onlookers."""


class Desk:
    """One state lies on it. The device lays the next one on top; each onlooker takes what lies there when he can.

    So an onlooker who is slow misses states and never gets an old one, and nothing queues up for him. `lay` belongs to
    the device's thread, all else to that of the onlookers.
    """

    def __init__(self) -> None:
        self._shown: Shown | None = None
        self._ring: Ring | None = None
        self._rung = False
        self.looking = 0
        self._news = asyncio.Event()
        self._message: tuple[Shown | None, bytes] = (None, b"")
        self._looked: tuple[Callable[[], PublicView] | None, PublicView] = (None, PublicView({}))

    # -- in the device's thread

    def lay(self, shown: Shown) -> None:
        """From now on this is what is to be seen. Rings once if somebody looks, and not again before he has looked up.

        The order matters: whoever has been rung looks after it is noted that he has, so he finds what lies here now.
        """
        self._shown = shown
        if self.looking and not self._rung and self._ring is not None:
            self._rung = True
            try:
                self._ring(self._look_up)
            except RuntimeError:  # they have all gone home
                self._ring = None

    # -- in the onlookers' thread

    def opened(self, ring: Ring) -> None:
        """From now on there can be onlookers, who are rung by this; none is there yet."""
        self._news, self.looking = asyncio.Event(), 0
        self._ring, self._rung = ring, False

    def come(self) -> None:
        """Somebody begins to look."""
        self.looking += 1

    def gone(self) -> None:
        """Somebody looks no more."""
        self.looking -= 1

    async def news(self, since: Shown | None) -> Shown | None:
        """What lies here, once it is something else than `since`."""
        while self._shown is since:
            await self._news.wait()
        return self._shown

    def _look_up(self) -> None:
        self._rung = False
        before, self._news = self._news, asyncio.Event()
        before.set()

    def message(self, shown: Shown | None) -> bytes:
        """A state as a page gets it, made once for all who get it."""
        if shown is None:
            return b""
        if self._message[0] is not shown:
            told = json.dumps(self._told(shown), separators=(",", ":"))
            self._message = (shown, f"event: state\ndata: {told}\n\n".encode())
        return self._message[1]

    def public_view(self) -> PublicView:
        """The table in words as it is now."""
        return self._read(self._shown.public_view if self._shown is not None else None)

    def _told(self, shown: Shown) -> dict[str, Any]:
        page = shown.page
        return {
            "glass": base64.b64encode(shown.frame.tobytes()).decode(),
            "light": shown.light.value,
            "turned": shown.turned,
            "page": page.lines,
            "banner": page.banner,
            "trouble": shown.trouble,
            "table": self._read(shown.public_view)._asdict(),
        }

    def _read(self, look: Callable[[], PublicView] | None) -> PublicView:
        if look is not None and look != self._looked[0]:
            try:
                self._looked = (look, look())
            except Exception:  # a fault of ours: the glass is still to be seen
                log.exception("the table cannot be told in words")
                self._looked = (look, PublicView(self._looked[1].labels))
        return self._looked[1]
