"""What a paired phone may ask, between the web thread and the loop: pairing, presses, and the page that it touches.

A page that can be touched is made only while somebody looks at it, after the glass has been shown.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from companion.ports import DeviceState, Event, Look, PublicView, Touched, TouchResult, WidePage
from hardware.web.latest import Schedule
from hardware.web.pairing import Phones, Refused, is_proof, number_press, press_of

BODY_MOST = 2048
"""The bytes of what a phone sends."""
PAIR, ASK, PRESS = "/p/pair", "/p/ask", "/p/press"
POSTS = (PAIR, ASK, PRESS)
Answer = tuple[int, dict[str, Any]]
"""A status of HTTP, and what the answer to the page says."""


class LatestPage:
    """Holds the latest page that can be touched, with the table in words. As `LatestState`, for other viewers.

    `want` asks for a page.
    """

    def __init__(self, want: Callable[[], None]) -> None:
        self._want = want
        self._seen: tuple[WidePage, PublicView] | None = None
        self._schedule: Schedule | None = None
        self._changed = asyncio.Event()
        self._message: tuple[object, bytes] = (None, b"")
        self.viewers = 0

    # -- in the device's thread

    def put(self, page: WidePage, table: PublicView) -> None:
        """Replace the page, and wake the web thread if it has changed."""
        if (page, table) == self._seen:
            return
        self._seen = (page, table)
        if self._schedule is not None:
            try:
                self._schedule(self._wake)
            except RuntimeError:  # the web thread has ended
                self._schedule = None

    # -- in the web thread

    def start(self, schedule: Schedule) -> None:
        """Start without viewers; `schedule` reaches the web thread from now on."""
        self._changed, self.viewers, self._schedule = asyncio.Event(), 0, schedule

    def add_viewer(self) -> None:
        """Count a viewer. The first one waits for a page: nobody has made one before."""
        self.viewers += 1
        if self.viewers == 1:
            self._seen = None
            self._want()

    def remove_viewer(self) -> None:
        """Count a viewer no more."""
        self.viewers -= 1

    async def next(self, since: object) -> object:
        """The latest page, as soon as it is not `since`."""
        while self._seen is since or self._seen is None:
            await self._changed.wait()
        return self._seen

    def _wake(self) -> None:
        before, self._changed = self._changed, asyncio.Event()
        before.set()

    def message(self, seen: tuple[WidePage, PublicView] | None) -> bytes:
        """A page as a server-sent event, encoded once for all viewers."""
        if seen is None:
            return b""
        if self._message[0] is not seen:
            page, table = seen
            fields = {
                **page._asdict(),
                "targets": [target._asdict() for target in page.targets],
                "field": page.field._asdict() if page.field is not None else None,
                "table": {name: getattr(table, name) for name in ("game", "says", "points", "lines", "log")},
            }
            data = json.dumps(fields, separators=(",", ":"))
            self._message = (seen, f"event: page\ndata: {data}\n\n".encode())
        return self._message[1]


class PhoneDoor:
    """Answers the requests of phones; `put` hands events to the loop."""

    def __init__(self, phones: Phones, put: Callable[[Event], None]) -> None:
        self.phones = phones
        self._put = put
        self._state: DeviceState | None = None
        self._schedule: Schedule = lambda call: call()
        self.pages = LatestPage(lambda: put(Look(self._look)))

    # -- in the device's thread

    def show(self, state: DeviceState) -> None:
        """The glass shows this now. Makes the page only if somebody looks at it."""
        self._state = state
        if self.pages.viewers and state.wide is not None:
            self._look(state.wide())

    def _look(self, page: WidePage) -> None:
        view = self._state.public_view if self._state is not None else None
        # What is behind a private page does not leave the device either.
        self.pages.put(page, view() if view is not None and not page.private else PublicView({}))

    # -- in the web thread

    def start(self, schedule: Schedule) -> None:
        """Start without viewers; `schedule` reaches the web thread from now on."""
        self._schedule = schedule
        self.pages.start(schedule)

    def before(self, path: str, headers: Mapping[str, str], address: str) -> Answer | None:
        """The answer to a request that is refused before its body is read; None for another one."""
        if not self.phones.allows(address):
            return 429, {"result": "often"}
        if path == PRESS and self.phones.phone(headers.get("x-phone", "")) is None:
            return 403, {"result": "gone"}
        return None

    async def answer(self, path: str, headers: Mapping[str, str], body: bytes, address: str) -> Answer:
        """The answer to a request with its whole body."""
        if path == ASK:
            asked = self.phones.ask(address)
            if isinstance(asked, Refused):
                return asked.status, {"result": asked.why}
            return 200, {"result": "asked", "digits": asked[0], "key": asked[1]}
        proof = headers.get("x-proof", "")
        if path == PAIR:
            number = self.phones.pair(proof, body, address)
            if isinstance(number, Refused):
                return number.status, {"result": number.why}
            return 200, {"result": "paired", "number": number}
        return await self._press(headers.get("x-phone", ""), proof, body)

    async def _press(self, number: str, proof: str, body: bytes) -> Answer:
        phone = self.phones.phone(number)
        if phone is None or not is_proof(proof, phone.key, "press", body):
            return 403, {"result": "gone"}
        press = press_of(body)
        if press is None:
            return 400, {"result": "broken"}
        answer: asyncio.Future[TouchResult] = asyncio.get_running_loop().create_future()
        known = number_press(phone, press, body, answer)
        if isinstance(known, Refused):
            return known.status, {"result": known.why}
        if known is None:

            def settle(result: TouchResult) -> None:
                if not answer.done():
                    answer.set_result(result)

            def answered(result: TouchResult) -> None:
                with suppress(RuntimeError):  # the web thread has ended
                    self._schedule(lambda: settle(result))

            self._put(Touched(press.page, press.target, answered, phone.source, press.text or ""))
        else:
            answer = known.answer
        result = await asyncio.shield(answer)
        if result is TouchResult.MOVED:
            self._put(Look(self._look))  # what the phone sees may be older than what the glass shows
        return 200, {"result": result.value}
