"""The ASGI application of a hall board: texts by their addresses. No request changes anything."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from importlib.resources import files
from typing import NamedTuple

from companion.ports import PublicView
from hardware.web.app import (
    CSS,
    HTML,
    JS,
    PARTS,
    STREAM,
    Receive,
    Scope,
    Send,
    begin_stream,
    cut,
    fill,
    refusal_of,
    respond,
    stay,
    wait_for_disconnect,
)
from hardware.web.faults import Faults
from hardware.web.limits import LIMITS, Limits


class Reply(NamedTuple):
    """A status, the type of a text, and the text."""

    status: int
    kind: str
    text: str


AnswerPath = Callable[[str, str], Reply]
"""Gives the reply for a path and a query, in the web thread."""
LookAtTable = Callable[[str], PublicView | Reply]
"""Gives the table that the query of a second screen names, in the web thread; a Reply refuses the query."""


OWN_PARTS = {
    "/wall.css": ("wall.css", CSS),
    "/wall.js": ("wall.js", JS),
    **{path: PARTS[path] for path in ("/icon.svg", "/overlay.css", "/big.css", "/wire.js", "/board.js")},
}
SECOND_SCREENS = {path: PARTS[path][0] for path in ("/overlay", "/big")}
LOOK_S = 0.5
"""So often a viewer of the stream hears of changes at most."""
BEATS = 30
"""After this number of looks without a change a viewer gets a beat, which shows that the connection works."""
BEAT = b"event: beat\ndata:\n\n"


class Source(NamedTuple):
    """What the application answers from: `answer` makes each text, `version` is another number after each change.
    `hosts` are other names of this machine.
    """

    answer: AnswerPath
    version: Callable[[], int]
    look: LookAtTable
    hosts: tuple[str, ...] = ()


class AnswersApp:
    """The application; it answers from a source, and sends each change to the viewers of the stream."""

    def __init__(self, source: Source, limits: Limits = LIMITS, faults: Faults | None = None) -> None:
        self._source = source
        self._limits = limits
        self._faults = faults or Faults()
        folder = files("hardware.web").joinpath("page")
        names = [*[name for name, _ in OWN_PARTS.values()], *SECOND_SCREENS.values()]
        self._parts = {name: folder.joinpath(name).read_text("utf-8") for name in names}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        try:
            await self._reply(scope, receive, send)
        except Exception as error:  # our own fault with one viewer must not touch the others
            self._faults.log("the board could not answer", error)
            cut(scope)

    async def _reply(self, scope: Scope, receive: Receive, send: Send) -> None:
        path, refused = scope["path"], refusal_of(scope, self._limits, self._source.hosts)
        if refused is not None:
            await respond(scope, send, *refused)
            return
        query = scope["query_string"].decode("latin-1")
        if path in OWN_PARTS:
            name, kind = OWN_PARTS[path]
            await respond(scope, send, 200, kind, self._parts[name])
        elif path in SECOND_SCREENS or (path == STREAM and query):
            seen = self._source.look(query)
            if isinstance(seen, Reply):
                await respond(scope, send, *seen)
            elif path == STREAM:
                await self._stream(scope, receive, send, query)
            else:
                await respond(scope, send, 200, HTML, fill(self._parts[SECOND_SCREENS[path]], seen.labels))
        elif path == STREAM:
            await self._stream(scope, receive, send)
        else:
            await respond(scope, send, *self._source.answer(path, query))

    async def _stream(self, scope: Scope, receive: Receive, send: Send, query: str = "") -> None:
        """Send changes until the viewer leaves or takes no more."""
        if not await begin_stream(scope, send):
            return
        stay(scope)
        feeding = asyncio.ensure_future(self._feed(send, query))
        leaving = asyncio.ensure_future(wait_for_disconnect(receive))
        try:
            await asyncio.wait({feeding, leaving}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            feeding.cancel()
            leaving.cancel()
            cut(scope)
        if feeding.done() and not feeding.cancelled():
            feeding.exception()  # the viewer took nothing for too long; that is no fault of ours

    async def _feed(self, send: Send, query: str) -> None:
        """Send an event at each change: with the table that the query names, from the latest on; else without data."""
        seen, looks = b"" if query else self._event(query), 0
        while True:
            event, looks = self._event(query), looks + 1
            if event != seen or looks > BEATS:
                sent = event if event != seen else BEAT
                seen, looks = event, 0
                async with asyncio.timeout(self._limits.stalled_s):
                    await send({"type": "http.response.body", "body": sent, "more_body": True})
            await asyncio.sleep(LOOK_S)

    def _event(self, query: str) -> bytes:
        if not query:
            return f"event: changed\ndata: {self._source.version()}\n\n".encode()
        seen = self._source.look(query)
        table = seen._asdict() if isinstance(seen, PublicView) else None
        return f"event: state\ndata: {json.dumps({'table': table})}\n\n".encode()
