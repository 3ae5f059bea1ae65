"""Holds the latest state of the device for the viewers of the web window. Slow viewers skip states."""

from __future__ import annotations

import asyncio
import base64
import json
import logging
from collections.abc import Callable
from typing import Any

from companion.ports import DeviceState, PublicView

log = logging.getLogger(__name__)

Schedule = Callable[[Callable[[], None]], object]
"""Calls a function soon in the web thread; safe to call in any thread."""


class LatestState:
    """Holds one state, the latest. No queue builds up for a slow viewer, and it never gets an old state.

    The device's thread calls `put`; everything else belongs to the web thread.
    """

    def __init__(self) -> None:
        self._state: DeviceState | None = None
        self._schedule: Schedule | None = None
        self._scheduled = False
        self.viewers = 0
        self._changed = asyncio.Event()
        self._message: tuple[DeviceState | None, bytes] = (None, b"")
        self._table: tuple[Callable[[], PublicView] | None, PublicView] = (None, PublicView({}))

    # -- in the device's thread

    def put(self, state: DeviceState) -> None:
        """Replace the state. Wakes the web thread if there are viewers, once until it has run.

        The state is set before `_scheduled` is read, and the web thread clears `_scheduled` before it reads the state.
        So no state is missed.
        """
        self._state = state
        if self.viewers and not self._scheduled and self._schedule is not None:
            self._scheduled = True
            try:
                self._schedule(self._wake)
            except RuntimeError:  # the web thread has ended
                self._schedule = None

    # -- in the web thread

    def start(self, schedule: Schedule) -> None:
        """Start without viewers; `schedule` reaches the web thread from now on."""
        self._changed, self.viewers = asyncio.Event(), 0
        self._schedule, self._scheduled = schedule, False

    def add_viewer(self) -> None:
        """Count a viewer."""
        self.viewers += 1

    def remove_viewer(self) -> None:
        """Count a viewer no more."""
        self.viewers -= 1

    async def next(self, since: DeviceState | None) -> DeviceState | None:
        """The latest state, as soon as it is not `since`."""
        while self._state is since:
            await self._changed.wait()
        return self._state

    def _wake(self) -> None:
        self._scheduled = False
        before, self._changed = self._changed, asyncio.Event()
        before.set()

    def message(self, state: DeviceState | None, before: DeviceState | None = None) -> bytes:
        """A state as a server-sent event, encoded once for all viewers; whole, whatever they have had `before`."""
        if state is None:
            return b""
        if self._message[0] is not state:
            data = json.dumps(self._fields(state), separators=(",", ":"))
            self._message = (state, f"event: state\ndata: {data}\n\n".encode())
        return self._message[1]

    def public_view(self) -> PublicView:
        """The table in words as it is now."""
        return self._read(self._state.public_view if self._state is not None else None)

    def _fields(self, state: DeviceState) -> dict[str, Any]:
        page = state.page
        return {
            "glass": base64.b64encode(state.frame.tobytes()).decode(),
            "light": state.light.value,
            "turned": state.turned,
            "page": page.lines,
            "banner": page.banner,
            "trouble": state.trouble,
            "table": self._read(state.public_view)._asdict(),
        }

    def _read(self, look: Callable[[], PublicView] | None) -> PublicView:
        if look is not None and look != self._table[0]:
            try:
                self._table = (look, look())
            except Exception:  # our own fault; the picture of the display is sent all the same
                log.exception("the table in words cannot be made")
                self._table = (look, PublicView(self._table[1].labels))
        return self._table[1]
