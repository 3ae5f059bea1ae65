"""What the web window answers: a page, its parts and a stream of what is to be seen. Nothing that is asked changes it.

An ASGI application: a function of a request. Whatever is not GET or HEAD is refused before anything else is looked at,
and so is who calls the machine by a name that is not its own (a page of somebody else's may have sent him).
"""

from __future__ import annotations

import asyncio
import ipaddress
import re
import socket
from collections.abc import Awaitable, Callable, Iterable, Mapping, MutableMapping
from html import escape
from importlib.resources import files
from typing import Any

from companion.ports import Shown
from hardware.web.desk import Desk
from hardware.web.faults import Faults
from hardware.web.limits import LIMITS, Limits

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Mapping[str, Any]]]
Send = Callable[[Any], Awaitable[None]]
Header = tuple[bytes, bytes]

PARTS = {
    "/": ("index.html", "text/html; charset=utf-8"),
    "/window.css": ("window.css", "text/css; charset=utf-8"),
    "/window.js": ("window.js", "text/javascript; charset=utf-8"),
    "/icon.svg": ("icon.svg", "image/svg+xml"),
}
STREAM = "/events"
ROUTES = (*PARTS, STREAM)
PLAIN = "text/plain; charset=utf-8"

STRICT: tuple[Header, ...] = tuple(
    (name.encode(), value.encode())
    for name, value in {
        "content-security-policy": (
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
            "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'"
        ),
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
        "referrer-policy": "no-referrer",
        "cross-origin-resource-policy": "same-origin",
        "permissions-policy": "camera=(), geolocation=(), microphone=()",
        "cache-control": "no-store",
        # One request a connection: then one time limit holds for all of it.
        "connection": "close",
    }.items()
)

_HOST = re.compile(r"(\[[0-9A-Fa-f:.]+]|[A-Za-z0-9_.-]+)(?::[0-9]{1,5})?")


class Answers:
    """The application, over a desk."""

    def __init__(self, desk: Desk, limits: Limits = LIMITS, faults: Faults | None = None) -> None:
        self._desk = desk
        self._faults = faults or Faults()
        self._limits = limits
        folder = files("hardware.web").joinpath("page")
        self._parts = {name: folder.joinpath(name).read_text("utf-8") for name, _ in PARTS.values()}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        try:
            await self._answer(scope, receive, send)
        except Exception as error:  # a fault of ours with one onlooker is not the others' and nothing to the table
            self._faults.log("the web window could not answer", error)
            _do(scope, "drop")

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = [(name.decode("latin-1"), value.decode("latin-1")) for name, value in scope["headers"]]
        path = scope["path"]
        refused = refusal(scope["method"], headers, scope["server"][0])
        # h11 keeps this limit only where a request comes in pieces.
        asked = len(scope["raw_path"]) + len(scope["query_string"]) + sum(len(name + value) for name, value in headers)
        if asked > self._limits.head_bytes:
            refused = 431, "this is more than anybody asks for"
        if refused is not None:
            status, why = refused
            allow: tuple[Header, ...] = ((b"allow", b"GET, HEAD"),) if status == 405 else ()
            await _send(scope, send, status, PLAIN, f"{why}\n", allow)
        elif path in PARTS:
            name, kind = PARTS[path]
            await _send(scope, send, 200, kind, self.page() if path == "/" else self._parts[name])
        elif path == STREAM:
            await self._stream(scope, receive, send)
        else:
            await _send(scope, send, 404, PLAIN, "there is nothing here\n")

    def page(self) -> str:
        """The page in the language of the table. What stands in it before the first state has come are labels alone."""
        labels = self._desk.public_view().labels
        return re.sub(r"\{(\w+)}", lambda name: escape(labels.get(name[1], "")), self._parts["index.html"])

    async def _stream(self, scope: Scope, receive: Receive, send: Send) -> None:
        """The newest state whenever there is one, until the onlooker goes or does not take it any more."""
        await send(_start(200, "text/event-stream; charset=utf-8"))
        if scope["method"] == "HEAD":
            await send({"type": "http.response.body"})
            return
        _do(scope, "stay")
        self._desk.come()
        feeding, leaving = asyncio.ensure_future(self._feed(send)), asyncio.ensure_future(_left(receive))
        try:
            await asyncio.wait({feeding, leaving}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._desk.gone()
            feeding.cancel()
            leaving.cancel()
            _do(scope, "drop")
        if feeding.done() and not feeding.cancelled():
            feeding.exception()  # taken nothing for too long, which is his affair

    async def _feed(self, send: Send) -> None:
        seen: Shown | None = None
        while True:
            try:
                async with asyncio.timeout(self._limits.beat_s):
                    seen = await self._desk.news(seen)
                told = self._desk.message(seen)
            except TimeoutError:
                told = b"event: beat\ndata:\n\n"
            async with asyncio.timeout(self._limits.stalled_s):
                await send({"type": "http.response.body", "body": told, "more_body": True})
            await asyncio.sleep(self._limits.pause_s)


def refusal(method: str, headers: Iterable[tuple[str, str]], here: str) -> tuple[int, str] | None:
    """Why a request gets no answer, with the status; None if it gets one. `here` is the address that it came in at."""
    if method not in ("GET", "HEAD"):
        return 405, "this window is only looked through"
    sent = dict(headers)
    if sent.get("content-length", "0") != "0" or "transfer-encoding" in sent:
        return 400, "this window takes nothing"
    if not known(sent.get("host", ""), here):
        return 403, "this machine is not called that"
    origin = sent.get("origin")
    if origin is not None and origin != f"http://{sent['host']}":
        return 403, "this window is not for other pages"
    if sent.get("sec-fetch-site") in ("cross-site", "same-site") and sent.get("sec-fetch-mode") != "navigate":
        return 403, "this window is not for other pages"
    return None


def known(host: str, here: str) -> bool:
    """Whether a Host header names this machine: by the address that was called, by its own name, or as localhost.

    A name that somebody else has let point here is none of these (DNS rebinding). Ports are not looked at: a tunnel has
    one of its own.
    """
    called = _HOST.fullmatch(host)
    if called is None:
        return False
    name = called[1].lower()
    own = socket.gethostname().lower().partition(".")[0]
    if name in ("localhost", own, f"{own}.local"):
        return True
    try:
        return _plain(name.strip("[]")) == _plain(here)
    except ValueError:
        return False


def _plain(address: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address:
    """An address; one of IPv4 that is written as one of IPv6 as what it is, and without the wire it belongs to."""
    found = ipaddress.ip_address(address.partition("%")[0])
    return getattr(found, "ipv4_mapped", None) or found


def _start(status: int, kind: str, more: Iterable[Header] = ()) -> dict[str, Any]:
    headers = [*STRICT, (b"content-type", kind.encode()), *more]
    return {"type": "http.response.start", "status": status, "headers": headers}


async def _send(scope: Scope, send: Send, status: int, kind: str, text: str, more: Iterable[Header] = ()) -> None:
    body = text.encode()
    await send(_start(status, kind, [*more, (b"content-length", str(len(body)).encode())]))
    await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})


async def _left(receive: Receive) -> None:
    """Until the onlooker goes."""
    while (await receive())["type"] != "http.disconnect":
        pass


def _do(scope: Scope, what: str) -> None:
    """Do something to the connection: `drop` cuts the wire; without that a connection would wait for ever to be rid of
    what nobody takes. `stay` lifts the time limit of a request.
    """
    act = scope.get("state", {}).get(what)
    if act is not None:
        act()
