"""What a paired phone may ask, between the web thread and the loop: pairing, presses, and the page that it touches.

A page that can be touched is made only while somebody looks at it, after the glass has been shown.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from itertools import takewhile
from typing import Any, TypeVar

from companion.ports import (
    DeviceState,
    Event,
    Look,
    PadAnswer,
    PadHandedOver,
    PublicView,
    RoundDraft,
    RoundTyped,
    ScoreSheet,
    Touched,
    TouchResult,
    WidePage,
)
from hardware.web.latest import LatestMessage, Schedule, event, to_json
from hardware.web.pairing import (
    Phone,
    Phones,
    Refused,
    Request,
    correction_of,
    is_proof,
    number_press,
    pad_of_body,
    press_of,
)

PAIR, ASK, PRESS, SHEET, PAD = "/p/pair", "/p/ask", "/p/press", "/p/sheet", "/p/pad"
POSTS = {PAIR: 2048, ASK: 2048, PRESS: 2048, SHEET: 8192, PAD: 65536}
"""Where a phone sends what, and how many bytes at most."""
Answer = tuple[int, dict[str, Any]]
"""A status of HTTP, and what the answer to the page says."""
NO_TABLE = PublicView({})
T = TypeVar("T")


Seen = tuple[WidePage, PublicView]
"""A page that can be touched, and the table in words."""


class LatestPage(LatestMessage[Seen]):
    """Holds the latest page that can be touched, with the table in words. `want` asks for a page."""

    def __init__(self, want: Callable[[], None]) -> None:
        super().__init__()
        self._want = want
        self._message: tuple[object, bytes] = (None, b"")
        self._sheet: tuple[object, object, bytes] = (None, None, b"")

    def put(self, value: Seen) -> None:
        """Replace the page, if it has changed."""
        if value != self._latest:
            super().put(value)

    def add_viewer(self) -> None:
        """Count a viewer. The first one waits for a page: nobody has made one before."""
        super().add_viewer()
        if self.viewers == 1:
            self._latest = None
            self._want()

    def message(self, value: Seen, before: Seen | None = None) -> bytes:
        """A page. Of the score sheet a viewer gets only what is different from the one before."""
        sheet, sheet_before = value[0].sheet, before[0].sheet if before is not None else None
        if (sheet, sheet_before) != self._sheet[:2]:
            self._sheet = (sheet, sheet_before, _changed_sheet(sheet, sheet_before))
        return self._sheet[2] + self._page(value)

    def _page(self, seen: Seen) -> bytes:
        if self._message[0] is not seen:
            page, table = seen
            fields = {
                **{name: value for name, value in page._asdict().items() if name != "sheet"},
                "targets": [target._asdict() for target in page.targets],
                "answers": [answer._asdict() for answer in page.answers],
                "field": page.field._asdict() if page.field is not None else None,
                "table": {name: getattr(table, name) for name in ("game", "says", "points", "lines", "log")},
            }
            self._message = (seen, event("page", to_json(fields)))
        return self._message[1]


def _changed_sheet(sheet: ScoreSheet | None, sheet_before: ScoreSheet | None) -> bytes:
    """A score sheet as a server-sent event, with the rounds from the first one on that a viewer does not know; nothing
    if it knows all of it.
    """
    if sheet == sheet_before:
        return b""
    if sheet is None:
        return event("sheet", "null")
    same = 0
    if sheet_before is not None and (sheet.people, sheet.sides) == (sheet_before.people, sheet_before.sides):
        pairs = zip(sheet.rounds, sheet_before.rounds, strict=False)
        same = len(list(takewhile(lambda pair: pair[0] == pair[1], pairs)))
    fields = {**sheet._asdict(), "rounds": sheet.rounds[same:], "same": same}
    return event("sheet", to_json(fields))


class PhoneDoor:
    """Answers the requests of phones; `put` hands events to the loop."""

    def __init__(self, phones: Phones, put: Callable[[Event], None]) -> None:
        self.phones = phones
        self._put = put
        self._state: DeviceState | None = None
        self._table: tuple[Callable[[], PublicView] | None, PublicView] = (None, NO_TABLE)
        self._schedule: Schedule = lambda call: call()
        self.pages = LatestPage(lambda: put(Look(self._look)))

    # -- in the device's thread

    def show(self, state: DeviceState) -> None:
        """The glass shows this now. Makes the page only if somebody looks at it."""
        self._state = state
        if self.pages.viewers and state.wide is not None:
            self._look(state.wide())

    def _look(self, page: WidePage) -> None:
        # What is behind a private page does not leave the device either.
        view = self._state.public_view if self._state is not None and not page.private else None
        if view != self._table[0]:
            self._table = (view, view() if view is not None else NO_TABLE)
        self.pages.put((page, self._table[1]))

    # -- in the web thread

    def start(self, schedule: Schedule) -> None:
        """Start without viewers; `schedule` reaches the web thread from now on."""
        self._schedule = schedule
        self.pages.start(schedule)

    def before(self, path: str, headers: Mapping[str, str], address: str) -> Answer | None:
        """The answer to a request that is refused before its body is read; None for another one."""
        if not self.phones.allows(address):
            return 429, {"result": "often"}
        if path in (PAIR, ASK):
            return None
        phone = self.phones.phone(headers.get("x-phone", ""))
        if phone is None:
            return 403, {"result": "gone"}
        if path == PAD and phone.address != address:  # a stranger sends nothing that is large
            return 403, {"result": "address"}
        return None

    async def answer(self, path: str, headers: Mapping[str, str], body: bytes, address: str) -> Answer:
        """The answer to a request with its whole body."""
        try:
            return 200, await self._take(path, headers, body, address)
        except Refused as refused:
            return refused.status, {"result": refused.why}

    async def _take(self, path: str, headers: Mapping[str, str], body: bytes, address: str) -> dict[str, Any]:
        """What is said of a request that was done; raises Refused."""
        if path == ASK:
            digits, key = self.phones.ask(address)
            return {"result": "asked", "digits": digits, "key": key}
        proof = headers.get("x-proof", "")
        if path == PAIR:
            return {"result": "paired", "number": self.phones.pair(proof, body, address)}
        phone = self.phones.phone(headers.get("x-phone", ""))
        if phone is None or not is_proof(proof, phone.key, path.rpartition("/")[2], body):
            raise Refused(403, "gone")
        take = {PRESS: self._press, SHEET: self._correct, PAD: self._hand_over}[path]
        return await take(phone, body)

    async def _press(self, phone: Phone, body: bytes) -> dict[str, Any]:
        press = press_of(body)
        result: TouchResult = await self._once(
            phone, press, body, lambda then: Touched(press.page, press.target, then, phone.source, press.text or "")
        )
        self._look_again(result)
        return {"result": result.value}

    async def _correct(self, phone: Phone, body: bytes) -> dict[str, Any]:
        """What a round of the score sheet is as a phone has typed it, and what became of it if it is put in."""
        typed = correction_of(body)
        draft: RoundDraft = await self._once(
            phone,
            typed,
            body,
            lambda then: RoundTyped(typed.sheet, typed.round, typed.cells, typed.put, then, phone.source),
        )
        self._look_again(draft.result)
        blanks = [blank._asdict() for blank in draft.blanks]
        return {**draft._asdict(), "result": draft.result.value, "blanks": blanks}

    async def _hand_over(self, phone: Phone, body: bytes) -> dict[str, Any]:
        """What the check says of a pad; whether it is added is said on the page."""
        pad = pad_of_body(body)
        answer: PadAnswer = await self._once(
            phone, pad, body, lambda then: PadHandedOver(pad.content, pad.name, then, phone.source)
        )
        return answer._asdict()

    async def _once(
        self,
        phone: Phone,
        request: Request,
        body: bytes,
        event_of: Callable[[Callable[[T], None]], Event],
    ) -> T:
        """The answer of the loop to the event of a request, which it gets only once (PHN-4). Raises Refused."""
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        known = number_press(phone, request, body, answer)
        if known is not None:
            return await asyncio.shield(known)

        def settle(result: T) -> None:
            if not answer.done():
                answer.set_result(result)

        def answered(result: T) -> None:
            with suppress(RuntimeError):  # the web thread has ended
                self._schedule(lambda: settle(result))

        self._put(event_of(answered))
        return await asyncio.shield(answer)

    def _look_again(self, result: TouchResult) -> None:
        """Send the page once more where the phone may see an older one than the glass shows."""
        if result is TouchResult.MOVED:
            self._put(Look(self._look))
