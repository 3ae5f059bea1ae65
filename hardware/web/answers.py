"""The ASGI application of a hall board: texts by their addresses. No request changes anything."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from importlib.resources import files
from typing import NamedTuple

from hardware.web.app import (
    STREAM,
    Receive,
    Scope,
    Send,
    begin_stream,
    cut,
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


PARTS = {
    "/wall.css": "text/css; charset=utf-8",
    "/icon.svg": "image/svg+xml",
    "/wall.js": "text/javascript; charset=utf-8",
}
LOOK_S = 0.5
"""So often a viewer of the stream hears of changes at most."""
BEATS = 30
"""After so many looks without a change a viewer gets a beat, which shows that the connection works."""


class Source(NamedTuple):
    """What the application answers from: `answer` makes each text, `version` is another number after each change."""

    answer: AnswerPath
    version: Callable[[], int]


class AnswersApp:
    """The application; it answers from a source, and sends each change to the viewers of the stream."""

    def __init__(self, source: Source, limits: Limits = LIMITS, faults: Faults | None = None) -> None:
        self._source = source
        self._limits = limits
        self._faults = faults or Faults()
        folder = files("hardware.web").joinpath("page")
        self._parts = {path: folder.joinpath(path.removeprefix("/")).read_text("utf-8") for path in PARTS}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        try:
            await self._reply(scope, receive, send)
        except Exception as error:  # our own fault with one viewer must not touch the others
            self._faults.log("the board could not answer", error)
            cut(scope)

    async def _reply(self, scope: Scope, receive: Receive, send: Send) -> None:
        path, refused = scope["path"], refusal_of(scope, self._limits)
        if refused is not None:
            await respond(scope, send, *refused)
        elif path in PARTS:
            await respond(scope, send, 200, PARTS[path], self._parts[path])
        elif path == STREAM:
            await self._stream(scope, receive, send)
        else:
            await respond(scope, send, *self._source.answer(path, scope["query_string"].decode("latin-1")))

    async def _stream(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send changes until the viewer leaves or takes no more."""
        if not await begin_stream(scope, send):
            return
        stay(scope)
        feeding, leaving = asyncio.ensure_future(self._feed(send)), asyncio.ensure_future(wait_for_disconnect(receive))
        try:
            await asyncio.wait({feeding, leaving}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            feeding.cancel()
            leaving.cancel()
            cut(scope)
        if feeding.done() and not feeding.cancelled():
            feeding.exception()  # the viewer took nothing for too long; that is no fault of ours

    async def _feed(self, send: Send) -> None:
        seen, looks = self._source.version(), 0
        while True:
            await asyncio.sleep(LOOK_S)
            version, looks = self._source.version(), looks + 1
            if version == seen and looks < BEATS:
                continue
            event = b"event: beat\ndata:\n\n" if version == seen else b"event: changed\ndata:\n\n"
            seen, looks = version, 0
            async with asyncio.timeout(self._limits.stalled_s):
                await send({"type": "http.response.body", "body": event, "more_body": True})
