"""The ASGI application of the web window: pages, their parts, and a stream of states. No request changes anything, but
the presses of paired phones where those are switched on (see `phone_door`).

It refuses all other requests but GET and HEAD before it looks at anything else. It also refuses a request that calls
the machine by a foreign name, because a page of another site may have sent it (DNS rebinding).
"""

from __future__ import annotations

import asyncio
import io
import ipaddress
import re
import socket
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping, MutableMapping, Sequence
from html import escape
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from hardware.web.faults import Faults
from hardware.web.latest import LatestMessage, LatestState, to_json
from hardware.web.limits import LIMITS, Limits
from hardware.web.phone_door import POSTS, PhoneDoor

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Mapping[str, Any]]]
Send = Callable[[Any], Awaitable[None]]
Header = tuple[bytes, bytes]

HTML, CSS, JS = ("text/html; charset=utf-8", "text/css; charset=utf-8", "text/javascript; charset=utf-8")
SVG = "image/svg+xml"
PARTS = {
    "/": ("index.html", HTML),
    "/overlay": ("board.html", HTML),
    "/big": ("board.html", HTML),
    "/base.css": ("base.css", CSS),
    "/window.css": ("window.css", CSS),
    "/overlay.css": ("overlay.css", CSS),
    "/big.css": ("big.css", CSS),
    "/wire.js": ("wire.js", JS),
    "/window.js": ("window.js", JS),
    "/board.js": ("board.js", JS),
    "/icon.svg": ("icon.svg", SVG),
}
CODE = "/bgstats.svg"
"""The link of the game to BG Stats as a QR code, if there is one."""
STREAM = "/events"
BEAT = b"event: beat\ndata:\n\n"
"""An event that shows that the connection works."""
ROUTES = (*PARTS, STREAM)
PHONE_PARTS = {
    "/p": ("phone.html", HTML),
    "/phone.css": ("phone.css", CSS),
    "/phone.js": ("phone.js", JS),
    "/sheet.js": ("sheet.js", JS),
    "/pad.js": ("pad.js", JS),
    "/sha256.js": ("sha256.js", JS),
}
"""The page for phones that may press, where those are switched on."""
OFF = {"/p": ("off.html", HTML)}
"""The page in its place where they are not."""
REFUSED = "refused.html"
"""The page that says why there is no other one."""
PHONE_STREAM = "/p/events"
JSON = "application/json"
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

RESOLVER = Path("/etc/resolv.conf")
_HOST = re.compile(r"(\[[0-9A-Fa-f:.]+]|[A-Za-z0-9_.-]+)(?::[0-9]{1,5})?")


class App:
    """The application; it answers from the latest state."""

    def __init__(
        self,
        latest: LatestState,
        limits: Limits = LIMITS,
        faults: Faults | None = None,
        door: PhoneDoor | None = None,
    ) -> None:
        self._latest = latest
        self._door = door
        self._faults = faults or Faults()
        self._limits = limits
        self._making_code = asyncio.Lock()
        self._coded: tuple[str, str | None] = ("", None)
        self._places = PARTS | (PHONE_PARTS if door is not None else OFF)
        self._parts = read_parts([REFUSED, *[name for name, _ in self._places.values()]])

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        try:
            await self._answer(scope, receive, send)
        except Exception as error:  # our own fault with one viewer must not touch the others or the game
            self._faults.log("the web window could not answer", error)
            cut(scope)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        path, door = scope["path"], self._door
        if door is not None and scope["method"] == "POST" and path in POSTS:
            await self._take(door, scope, receive, send)
            return
        refused = refusal_of(scope, self._limits)
        if refused is not None:
            await self._refuse(scope, send, *refused)
        elif door is not None and path == PHONE_STREAM:
            await stream(scope, receive, send, lambda: self._feed(send, door.pages))
        elif path in self._places:
            name, kind = self._places[path]
            await respond(scope, send, 200, kind, self.page(path) if kind == HTML else self._parts[name])
        elif self._places.get(page_without_slash(path), ("", ""))[1] == HTML:
            await lead_on(scope, send)
        elif path == STREAM:
            await stream(scope, receive, send, lambda: self._feed(send, self._latest))
        elif path == CODE and (picture := await self._code()) is not None:
            await respond(scope, send, 200, SVG, picture)
        else:
            await self._refuse(scope, send, 404, PLAIN, "there is nothing here\n")

    async def _refuse(
        self, scope: Scope, send: Send, status: int, kind: str, why: str, more: Iterable[Header] = ()
    ) -> None:
        """Say why a request is refused: in a page where somebody's browser asks for one, else as a line of text."""
        if any(name == b"accept" and b"text/html" in value for name, value in scope["headers"]):
            labels = self._latest.public_view().labels
            said = {**labels, "why": labels.get(f"refused-{status}", why.strip())}
            kind, why = HTML, fill(self._parts[REFUSED], "", said)
        await respond(scope, send, status, kind, why, more)

    def page(self, path: str = "/") -> str:
        """A page in the language of the table. It holds labels only; the first state fills it."""
        return fill(self._parts[self._places[path][0]], path, self._latest.public_view().labels)

    async def _code(self) -> str | None:
        """The code of the link as it is now; None without a link or a code for it.

        Made once for all viewers, in a thread of its own, because it takes a Pi seconds.
        """
        async with self._making_code:
            link = self._latest.public_view().link
            if link != self._coded[0]:
                self._coded = (link, await asyncio.to_thread(code, link))
            return self._coded[1]

    async def _take(self, door: PhoneDoor, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request of a phone. One that is refused is refused before its body is read (PHN-3)."""
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        address = scope["client"][0]
        answer = post_refusal(headers, scope["server"][0], POSTS[scope["path"]]) or door.before(
            scope["path"], headers, address
        )
        if answer is None:
            body = await read_body(receive, int(headers["content-length"]))
            answer = await door.answer(scope["path"], headers, body, address)
        status, result = answer
        await respond(scope, send, status, JSON, to_json(result))

    async def _feed(self, send: Send, latest: LatestMessage[Any]) -> None:
        """Send each new state."""
        seen: Any = None
        latest.add_viewer()
        try:
            while True:
                try:
                    before = seen
                    async with asyncio.timeout(self._limits.beat_s):
                        seen = await latest.next(before)
                    news = latest.message(seen, before)
                except TimeoutError:
                    news = BEAT
                await send_event(send, news, self._limits)
                await asyncio.sleep(self._limits.pause_s)
        finally:
            latest.remove_viewer()


def read_parts(names: Iterable[str]) -> dict[str, str]:
    """The files of pages by their names; a page begins with what all pages begin with."""
    folder = files("hardware.web").joinpath("page")
    head = folder.joinpath("head.html").read_text("utf-8")
    texts = {name: folder.joinpath(name).read_text("utf-8") for name in names}
    return {name: head + text if name.endswith(".html") else text for name, text in texts.items()}


def fill(text: str, path: str, labels: Mapping[str, str]) -> str:
    """The text of a page with its labels, which are escaped; a label that is missing is empty, `page` is its name."""
    named = {**labels, "page": path.lstrip("/")}
    return re.sub(r"\{(\w+)}", lambda match: escape(named.get(match[1], "")), text)


def refusal_of(
    scope: Scope, limits: Limits, hosts: Sequence[str] = ()
) -> tuple[int, str, str, tuple[Header, ...]] | None:  # fmt: skip
    """The answer to a request that is refused: status, type, reason, more headers; None for another request. `hosts`
    are other names of this machine.
    """
    headers = [(name.decode("latin-1"), value.decode("latin-1")) for name, value in scope["headers"]]
    refused = refusal(scope["method"], headers, scope["server"][0], hosts)
    # h11 checks this limit only if a request comes in pieces.
    size = len(scope["raw_path"]) + len(scope["query_string"]) + sum(len(name + value) for name, value in headers)
    if size > limits.head_bytes:
        refused = 431, "the request is too long"
    if refused is None:
        return None
    status, why = refused
    return status, PLAIN, f"{why}\n", ((b"allow", b"GET, HEAD"),) if status == 405 else ()


def refusal(
    method: str, headers: Iterable[tuple[str, str]], here: str, hosts: Sequence[str] = ()
) -> tuple[int, str] | None:
    """The status and reason if a request is refused, else None. `here` and `hosts` as in `is_own_host`."""
    if method not in ("GET", "HEAD"):
        return 405, "only GET and HEAD are allowed"
    sent = dict(headers)
    if sent.get("content-length", "0") != "0" or "transfer-encoding" in sent:
        return 400, "a request must not have a body"
    if not is_own_host(sent.get("host", ""), here, hosts):
        return 403, "the Host is not this machine"
    origin = sent.get("origin")
    if origin is not None and origin != f"http://{sent['host']}":
        return 403, "requests from other sites are not allowed"
    if sent.get("sec-fetch-site") in ("cross-site", "same-site") and sent.get("sec-fetch-mode") != "navigate":
        return 403, "requests from other sites are not allowed"
    return None


def post_refusal(headers: Mapping[str, str], here: str, most: int) -> tuple[int, dict[str, Any]] | None:
    """The answer to a request of a phone that cannot come from our own page, or has more than `most` bytes; else None.

    A page of another site may send none of these headers without asking us first, and that is refused.
    """
    host, length = headers.get("host", ""), headers.get("content-length", "")
    if not is_own_host(host, here):
        return 403, {"result": "host"}
    if headers.get("origin") != f"http://{host}" or headers.get("sec-fetch-site", "same-origin") != "same-origin":
        return 403, {"result": "origin"}
    if headers.get("x-companion") != "1" or headers.get("content-type") != JSON:
        return 403, {"result": "header"}
    if not (length.isascii() and length.isdecimal() and len(length) < 9) or "transfer-encoding" in headers:
        return 411, {"result": "length"}
    return (413, {"result": "length"}) if int(length) > most else None


async def read_body(receive: Receive, most: int) -> bytes:
    """The body of a request, which says how long it is."""
    body = bytearray()
    while True:
        part = await receive()
        if part["type"] == "http.disconnect":
            return b""
        body += part.get("body", b"")
        if not part.get("more_body") or len(body) > most:
            return bytes(body[:most])


def is_own_host(host: str, here: str, hosts: Sequence[str] = (), resolver: Path = RESOLVER) -> bool:
    """Whether a Host header names this machine: by `here`, the address at which the request arrived, by its name, alone
    or in a domain that the file `resolver` calls its own, by one of `hosts`, or as localhost.

    Another name that points to this address is refused (DNS rebinding). Ports are ignored: a tunnel has its own.
    """
    called = _HOST.fullmatch(host)
    if called is None:
        return False
    name = called[1].lower()
    full = socket.gethostname().lower()
    own, _, domain = name.partition(".")
    if name in ("localhost", full, *hosts):
        return True
    if own == full.partition(".")[0]:
        return domain in ("", "local") or domain in _own_domains(resolver)
    try:
        return _plain(name.strip("[]")) == _plain(here)
    except ValueError:
        return False


def _own_domains(resolver: Path) -> set[str]:
    """The domains in which this machine looks up names: a router gives its own, such as fritz.box."""
    try:
        lines = resolver.read_text("utf-8", "replace").splitlines()
    except OSError:
        return set()
    words = [line.split() for line in lines]
    return {domain.lower().rstrip(".") for line in words if line[:1] in (["search"], ["domain"]) for domain in line[1:]}


def _plain(address: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address:
    """The address; IPv4 mapped to IPv6 becomes plain IPv4, and the zone is dropped."""
    plain = ipaddress.ip_address(address.partition("%")[0])
    return getattr(plain, "ipv4_mapped", None) or plain


def _start(status: int, kind: str, more: Iterable[Header] = ()) -> dict[str, Any]:
    headers = [*STRICT, (b"content-type", kind.encode()), *more]
    return {"type": "http.response.start", "status": status, "headers": headers}


async def respond(scope: Scope, send: Send, status: int, kind: str, text: str, more: Iterable[Header] = ()) -> None:
    """Send a whole answer."""
    body = text.encode()
    await send(_start(status, kind, [*more, (b"content-length", str(len(body)).encode())]))
    await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})


def page_without_slash(path: str) -> str:
    """The page that is meant by a path with a slash at its end; empty for another path."""
    return path[:-1] if path.endswith("/") and path.strip("/") else ""


async def lead_on(scope: Scope, send: Send) -> None:
    """Send a browser from `/p/` to `/p`: the pages name their parts as beside them."""
    query = b"?" + scope["query_string"] if scope["query_string"] else b""
    place = b".." + page_without_slash(scope["path"]).encode() + query
    await respond(scope, send, 308, PLAIN, "", ((b"location", place),))


async def stream(scope: Scope, receive: Receive, send: Send, feed: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """A stream of server-sent events: what `feed` sends, until it ends, or the viewer leaves or takes no more.

    If only the head is asked for, nothing is fed.
    """
    await send(_start(200, "text/event-stream; charset=utf-8"))
    if scope["method"] == "HEAD":
        await send({"type": "http.response.body"})
        return
    _do(scope, "stay")  # the time limit of a request does not hold for a stream
    feeding, leaving = asyncio.ensure_future(feed()), asyncio.ensure_future(_wait_for_disconnect(receive))
    try:
        await asyncio.wait({feeding, leaving}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        feeding.cancel()
        leaving.cancel()
        cut(scope)
    if feeding.done() and not feeding.cancelled():
        feeding.exception()  # the viewer took nothing for too long, or asks what is refused; that is no fault of ours


async def send_event(send: Send, news: bytes, limits: Limits) -> None:
    """Send one event of a stream. Raises TimeoutError if the viewer takes nothing for too long."""
    async with asyncio.timeout(limits.stalled_s):
        await send({"type": "http.response.body", "body": news, "more_body": True})


async def _wait_for_disconnect(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def cut(scope: Scope) -> None:
    """Cut the connection, which else would wait for ever to send data that the viewer does not take."""
    _do(scope, "drop")


def _do(scope: Scope, what: str) -> None:
    """Act on the connection, if it can do that."""
    act = scope.get("state", {}).get(what)
    if act is not None:
        act()


def code(text: str) -> str | None:
    """The code of a text as SVG; None if it is too long for one, or segno is not installed. A Pi takes seconds."""
    if not text or find_spec("segno") is None:
        return None
    import segno

    try:
        qr = segno.make_qr(text, error="l")
    except segno.DataOverflowError:
        return None
    picture = io.BytesIO()
    qr.save(picture, kind="svg", xmldecl=False, omitsize=True, light="#fff")
    return picture.getvalue().decode()
