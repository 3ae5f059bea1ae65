"""The web thread: asyncio accepts connections within limits, and uvicorn's HTTP protocol answers each of them.

uvicorn.Server is not used, because its loop wakes ten times a second even if nothing happens.
"""

from __future__ import annotations

import asyncio
import ipaddress
import resource
import socket
import threading
from collections import Counter
from collections.abc import Callable, Collection
from contextlib import suppress
from functools import partial
from typing import Any, NoReturn

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from hardware.web.answers import AnswersApp, Source
from hardware.web.app import App
from hardware.web.faults import Faults
from hardware.web.latest import LatestState
from hardware.web.limits import LIMITS, Limits
from hardware.web.phone_door import PhoneDoor

JOIN_S = 2.0
"""How long `close` waits for the thread."""
KEPT = 6
"""One place in this number is kept for addresses that have none yet."""
REFUSED_MOST = 64
REST_S = 0.02
"""After this many refusals, and after an error of accept, nothing is accepted for this long. Then callers wait in the
kernel's queue, which costs no descriptor and no CPU time."""


class Places:
    """The connections that are taken: at most `most` in all, and at most `each` from one address; the last `kept` are
    for addresses that have none yet. Where all are taken, a newcomer gets the place of the oldest stream.

    A caller has a whole network /64 of IPv6, so that this counts as one address.
    """

    def __init__(
        self,
        most: int,
        each: int,
        kept: int = 0,
        for_phones: int = 0,
        phones: Callable[[], Collection[str]] = lambda: (),
    ) -> None:
        self._most = most
        self._for_phones = for_phones
        self._phones = phones
        self._each = each
        self._kept = kept
        self._taken: Counter[str] = Counter()
        self._streams: dict[object, Callable[[], object]] = {}

    def take(self, address: str) -> bool:
        """Take a place for an address; False if there is none left for it."""
        address = _network(address)
        taken, total = self._taken[address], self._taken.total()
        paired = self._for_phones and address in map(_network, self._phones())
        most = self._most if paired else self._most - self._for_phones
        if taken >= self._each or (taken and not paired and total >= most - self._kept):
            return False
        if total >= most:
            if not self._streams:
                return False
            self._streams.pop(next(iter(self._streams)))()
        self._taken[address] += 1
        return True

    def free(self, address: str) -> None:
        """Give a place back."""
        address = _network(address)
        self._taken[address] -= 1
        if not self._taken[address]:
            del self._taken[address]

    def begin_stream(self, connection: object, end: Callable[[], object]) -> None:
        """A connection is a stream from now on; `end` cuts it."""
        self._streams[connection] = end

    def end_stream(self, connection: object) -> None:
        """A connection is no stream any more, if it was one."""
        self._streams.pop(connection, None)


def _network(address: str) -> str:
    """An address of IPv4 as it is; of one of IPv6 its network /64."""
    if ":" not in address:
        return address
    parsed = ipaddress.IPv6Address(address.partition("%")[0])
    return str(parsed.ipv4_mapped or ipaddress.IPv6Network((parsed, 64), strict=False))


def free_places(limits: Limits, door: PhoneDoor | None = None) -> Places:
    """The places that this process offers. They use at most half of the file descriptors that it may open."""
    descriptors, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = limits.connections if descriptors == resource.RLIM_INFINITY else min(limits.connections, descriptors // 2)
    if door is None:
        return Places(most, limits.connections_each, most // KEPT)
    return Places(most, limits.connections_each, most // KEPT, min(limits.phones, most // KEPT), door.phones.addresses)


async def readable(listening: socket.socket) -> None:
    """Wait until somebody calls. Between two calls nothing looks at the socket: a flood waits in the kernel."""
    loop = asyncio.get_running_loop()
    called = asyncio.Event()
    loop.add_reader(listening, called.set)
    try:
        await called.wait()
    finally:
        loop.remove_reader(listening)


class Connection(H11Protocol):
    """uvicorn's protocol, with limits for a slow caller. `closed` is called at the end."""

    def __init__(self, limits: Limits, places: Places, closed: Callable[[], object], **uvicorns: Any) -> None:
        super().__init__(**uvicorns)
        self._limits = limits
        self._places = places
        self._closed = closed

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in uvicorn
        super().connection_made(transport)
        self._timeout = self.loop.call_later(self._limits.request_s, transport.abort)
        # The App gets these with a request: `drop` cuts the wire without waiting for unsent data, `stay` lifts the
        # time limit.
        self.app_state = {"drop": transport.abort, "stay": partial(self._stay, transport)}
        transport.set_write_buffer_limits(high=self._limits.unsent_bytes)

    def _stay(self, transport: asyncio.Transport) -> None:
        self._timeout.cancel()
        self._places.begin_stream(self, transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        self._timeout.cancel()
        self._places.end_stream(self)
        super().connection_lost(exc)
        self._closed()


class ServerThread:
    """A thread that serves the latest state until it is closed. `fault` says why it ended if it was not closed.

    With `source` it serves the answers of that instead; with `door` paired phones may press.
    """

    def __init__(
        self,
        listening: socket.socket,
        latest: LatestState,
        limits: Limits = LIMITS,
        source: Source | None = None,
        door: PhoneDoor | None = None,
    ) -> None:
        self._door = door
        self._limits = limits
        self._source = source
        self._faults = Faults()
        self.port: int = listening.getsockname()[1]
        self.fault = "it ended by itself"
        self._end: Callable[[], object] | None = None
        self._closing = False
        self._lock = threading.Lock()
        # A daemon: it must never keep the device from ending.
        self._thread = threading.Thread(target=self._run, args=(listening, latest), name="web", daemon=True)
        self._thread.start()

    @property
    def has_ended(self) -> bool:
        """Whether the thread has ended."""
        return not self._thread.is_alive()

    def close(self) -> None:
        """Cut all connections and end the thread; may be called twice."""
        with self._lock:
            self._closing, end = True, self._end
        if end is not None:
            end()
        self._thread.join(JOIN_S)

    def _run(self, listening: socket.socket, latest: LatestState) -> None:
        try:
            with listening:
                listening.setblocking(False)
                asyncio.run(self._serve(listening, latest))
        except asyncio.CancelledError:  # by `close`
            pass
        except BaseException as error:
            self._faults.log("the web window has stopped", error)
            self.fault = str(error) or type(error).__name__

    async def _serve(self, listening: socket.socket, latest: LatestState) -> None:
        loop, serving = asyncio.get_running_loop(), asyncio.current_task()
        assert serving is not None
        loop.set_exception_handler(lambda _, fault: self._faults.log(fault["message"], fault.get("exception")))
        app: App | AnswersApp = App(latest, self._limits, self._faults, self._door)
        if self._source is not None:
            app = AnswersApp(self._source, self._limits, self._faults)
        config = uvicorn.Config(
            app, http="h11", ws="none", lifespan="off", interface="asgi3",
            log_config=None, log_level="critical", access_log=False, proxy_headers=False, server_header=False,
            date_header=False, h11_max_incomplete_event_size=self._limits.head_bytes,
        )  # fmt: skip
        config.load()
        (self._source.news if self._source is not None else latest).start(loop.call_soon_threadsafe)
        if self._door is not None:
            self._door.start(loop.call_soon_threadsafe)

        def end() -> None:
            with suppress(RuntimeError):  # the loop has ended already
                loop.call_soon_threadsafe(serving.cancel)

        with self._lock:
            self._end = end
            if self._closing:
                return
        state, places = ServerState(), free_places(self._limits, self._door)

        def connection(address: str) -> Connection:
            # A caller that connects and leaves at once keeps its place for `keep_s`. That limits how often it can.
            until = loop.time() + self._limits.keep_s
            return Connection(
                self._limits, places, lambda: loop.call_at(until, places.free, address),
                config=config, server_state=state, app_state={},
            )  # fmt: skip

        try:
            await self._accept(listening, places, connection)
        finally:
            for opened in list(state.connections):
                if opened.transport is not None:
                    opened.transport.abort()
            await asyncio.sleep(0)  # lets them notice

    async def _accept(
        self, listening: socket.socket, places: Places, connection: Callable[[str], Connection]
    ) -> NoReturn:
        """Accept connections for ever, and close one at once if there is no place for its address."""
        loop, refused = asyncio.get_running_loop(), 0
        while True:
            await readable(listening)
            try:
                # Not loop.sock_accept: it loses the connection if it is cancelled just then.
                wire, (address, *_) = listening.accept()
                wire.setblocking(False)
            except (BlockingIOError, ConnectionAbortedError):  # the caller has left already
                continue
            except OSError as error:
                self._faults.log(f"the web window cannot accept: {error.strerror or error}")
                await asyncio.sleep(REST_S)
                continue
            if places.take(address):
                try:
                    await loop.connect_accepted_socket(partial(connection, address), wire)
                except OSError:  # the caller has left already
                    wire.close()
                    places.free(address)
                continue
            wire.close()
            refused += 1
            # Without a pause in between, a flood would keep the loop from everything else.
            await asyncio.sleep(REST_S if refused % REFUSED_MOST == 0 else 0)
