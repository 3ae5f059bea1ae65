"""The ASGI application of a hall board: texts by their addresses. No request changes anything."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import NamedTuple

from hardware.web.app import (
    BEAT,
    CSS,
    HTML,
    JS,
    PARTS,
    PLAIN,
    STREAM,
    Receive,
    Scope,
    Send,
    cut,
    fill,
    lead_on,
    page_without_slash,
    read_parts,
    refusal_of,
    respond,
    send_event,
    stream,
)
from hardware.web.faults import Faults
from hardware.web.latest import Latest, event
from hardware.web.limits import LIMITS, Limits


class WrongQuestion(Exception):
    """A question is refused, with this status; the text says why."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status = status


AnswerPath = Callable[[str, str], tuple[str, str]]
"""Gives the type of a text and the text for a path and a query."""
LabelsOf = Callable[[str, str], Mapping[str, str]]
"""Gives the labels of the page at a path with a query."""
ChangesSince = Callable[[str, object], tuple[object, str]]
"""Gives what the viewer of a page with this query has afterwards, and as JSON what is new to it, if there is anything.

The second argument is what the call before gave for this viewer, None at first.
"""


OWN_PARTS = {
    "/wall.css": ("wall.css", CSS),
    "/wall.js": ("wall.js", JS),
    **{path: PARTS[path] for path in ("/icon.svg", "/overlay.css", "/big.css", "/wire.js", "/board.js")},
}
PAGES = {"/": "wall.html", **{path: PARTS[path][0] for path in ("/overlay", "/big")}}


class Source(NamedTuple):
    """What the application answers from. All of it is called in the web thread, and raises WrongQuestion.

    A new value in `news` lets the viewers of the stream look for changes; `hosts` are other names of this machine.
    """

    answer: AnswerPath
    labels: LabelsOf
    changes: ChangesSince
    news: Latest[int]
    hosts: tuple[str, ...] = ()


class AnswersApp:
    """The application; it answers from a source, and sends each change to the viewers of the stream."""

    def __init__(self, source: Source, limits: Limits = LIMITS, faults: Faults | None = None) -> None:
        self._source = source
        self._limits = limits
        self._faults = faults or Faults()
        self._parts = read_parts([*[name for name, _ in OWN_PARTS.values()], *PAGES.values()])

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        try:
            await self._answer(scope, receive, send)
        except WrongQuestion as refused:
            await respond(scope, send, refused.status, PLAIN, f"{refused}\n")
        except Exception as error:  # our own fault with one viewer must not touch the others
            self._faults.log("the board could not answer", error)
            cut(scope)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        path, refused = scope["path"], refusal_of(scope, self._limits, self._source.hosts)
        if refused is not None:
            await respond(scope, send, *refused)
            return
        query = scope["query_string"].decode("latin-1")
        if path in OWN_PARTS:
            name, kind = OWN_PARTS[path]
            await respond(scope, send, 200, kind, self._parts[name])
        elif path in PAGES:
            labels = self._source.labels(path, query)
            await respond(scope, send, 200, HTML, fill(self._parts[PAGES[path]], path, labels))
        elif page_without_slash(path) in PAGES:
            await lead_on(scope, send)
        elif path == STREAM:
            self._source.changes(query, None)  # a question that is refused has no stream
            await stream(scope, receive, send, lambda: self._feed(send, query))
        else:
            await respond(scope, send, 200, *self._source.answer(path, query))

    async def _feed(self, send: Send, query: str) -> None:
        """Send what is new to the viewer of a page with this query: everything at first, then each change."""
        seen: object = None
        told: int | None = None
        news, now = self._source.news, asyncio.get_running_loop().time
        beat_at = -math.inf
        news.add_viewer()
        try:
            while True:
                seen, new = self._source.changes(query, seen)
                if new or now() >= beat_at:
                    await send_event(send, event("state", new) if new else BEAT, self._limits)
                    beat_at = now() + self._limits.beat_s
                with suppress(TimeoutError):
                    async with asyncio.timeout_at(beat_at):
                        told = await news.next(told)
        finally:
            news.remove_viewer()
