"""Holds the latest of what changes for the viewers of the web window. Slow viewers skip what is between."""

from __future__ import annotations

import asyncio
import base64
import json
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from companion.log import Log
from companion.ports import DeviceState, PublicView

log = Log(__name__)

T = TypeVar("T")
Schedule = Callable[[Callable[[], None]], object]
"""Calls a function soon in the web thread; safe to call in any thread."""


def event(name: str, data: str) -> bytes:
    """A server-sent event; `data` is a line."""
    return f"event: {name}\ndata: {data}\n\n".encode()


def to_json(value: object) -> str:
    """A value as a short line of JSON."""
    return json.dumps(value, separators=(",", ":"))


class Latest(Generic[T]):
    """Holds one value, the latest. No queue builds up for a slow viewer, and it never gets an old value.

    The device's thread calls `put`; everything else belongs to the web thread.
    """

    def __init__(self) -> None:
        self._latest: T | None = None
        self._schedule: Schedule | None = None
        self._scheduled = False
        self._changed = asyncio.Event()
        self.viewers = 0

    def put(self, value: T) -> None:
        """Replace the value. Wakes the web thread if there are viewers, once until it has run.

        The value is set before `_scheduled` is read, and the web thread clears `_scheduled` before it reads the value.
        So no value is missed.
        """
        self._latest = value
        if self.viewers and not self._scheduled and self._schedule is not None:
            self._scheduled = True
            try:
                self._schedule(self._wake)
            except RuntimeError:  # the web thread has ended
                self._schedule = None

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

    async def next(self, since: T | None) -> T:
        """The latest value, as soon as there is one that is not `since`."""
        while self._latest is since or self._latest is None:
            await self._changed.wait()
        return self._latest

    def _wake(self) -> None:
        self._scheduled = False
        before, self._changed = self._changed, asyncio.Event()
        before.set()


class LatestMessage(Latest[T], ABC):
    """Holds the latest value, and sends it to all viewers."""

    @abstractmethod
    def message(self, value: T, before: T | None = None) -> bytes:
        """A value as server-sent events for a viewer who has had `before`, encoded once for all such viewers."""


class LatestState(LatestMessage[DeviceState]):
    """Holds the latest state of the device."""

    def __init__(self) -> None:
        super().__init__()
        self._message: tuple[DeviceState | None, bytes] = (None, b"")
        self._table: tuple[Callable[[], PublicView] | None, PublicView] = (None, PublicView({}))

    def message(self, value: DeviceState, before: DeviceState | None = None) -> bytes:
        """A state as a whole, whatever a viewer has had before."""
        if self._message[0] is not value:
            self._message = (value, event("state", to_json(self._fields(value))))
        return self._message[1]

    def public_view(self) -> PublicView:
        """The table in words as it is now."""
        return self._read(self._latest.public_view if self._latest is not None else None)

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
