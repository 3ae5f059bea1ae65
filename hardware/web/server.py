"""The thread of the onlookers: it accepts connections within limits, and uvicorn's protocol answers each of them.

uvicorn's own way to accept is not used: asyncio would take as many connections in one turn as the backlog holds, each
with a descriptor, before any limit could be asked.
"""

from __future__ import annotations

import asyncio
import resource
import socket
import threading
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from hardware.web.answers import Answers
from hardware.web.desk import Desk
from hardware.web.faults import Faults
from hardware.web.limits import LIMITS, Limits

END_S = 2.0
"""Nobody waits longer than this for the thread to end."""
REFUSED_MOST = 64
REST_S = 0.02
"""After so many refused connections nothing is accepted for this long: who floods waits in the system's queue, which
costs no descriptor and no processor time."""
RETRY_S = 0.5
"""After an error of accept (no descriptor is free, no memory) it is tried again after this long."""


class Places:
    """Who holds a connection: not more than `most` in all, nor more than `each` from one address."""

    def __init__(self, most: int, each: int) -> None:
        self._most = most
        self._each = each
        self._taken: Counter[str] = Counter()

    def take(self, address: str) -> bool:
        """Take a place for an address; False if there is none for it."""
        if self._taken.total() >= self._most or self._taken[address] >= self._each:
            return False
        self._taken[address] += 1
        return True

    def free(self, address: str) -> None:
        """Give a place back."""
        self._taken[address] -= 1
        if not self._taken[address]:
            del self._taken[address]


def places(limits: Limits) -> Places:
    """The places of this process. At least half of the file descriptors that it may open stay with the table."""
    descriptors, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = limits.calls if descriptors == resource.RLIM_INFINITY else min(limits.calls, descriptors // 2)
    return Places(most, limits.calls_each)


class Call(H11Protocol):
    """One connection. uvicorn itself does not limit how slowly somebody asks or takes. `gone` is called at its end."""

    def __init__(self, limits: Limits, gone: Callable[[], object], **uvicorns: Any) -> None:
        super().__init__(**uvicorns)
        self._limits = limits
        self._gone = gone

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in uvicorn
        super().connection_made(transport)
        self._late = self.loop.call_later(self._limits.ask_s, transport.abort)
        # Handed on with the request: to cut the wire without waiting for what has not been sent, and to stay longer.
        self.app_state = {"drop": transport.abort, "stay": self._late.cancel}
        transport.set_write_buffer_limits(high=self._limits.unsent_bytes)

    def connection_lost(self, exc: Exception | None) -> None:
        self._late.cancel()
        super().connection_lost(exc)
        self._gone()


class Served:
    """A thread that serves a desk to all who call, until it is closed. `fault` is what ended it before that."""

    def __init__(self, calls: socket.socket, desk: Desk, limits: Limits = LIMITS) -> None:
        self._limits = limits
        self._faults = Faults()
        self.port: int = calls.getsockname()[1]
        self.fault = "it ended by itself"
        self._end: Callable[[], object] | None = None
        self._closing = False
        self._lock = threading.Lock()
        # A daemon: whatever becomes of it, the device ends when it is to.
        self._thread = threading.Thread(target=self._run, args=(calls, desk), name="web", daemon=True)
        self._thread.start()

    @property
    def ended(self) -> bool:
        """Whether there is nobody to serve any more."""
        return not self._thread.is_alive()

    def close(self) -> None:
        """Cut every wire and end the thread; may be called twice."""
        with self._lock:
            self._closing, end = True, self._end
        if end is not None:
            end()
        self._thread.join(END_S)

    def _run(self, calls: socket.socket, desk: Desk) -> None:
        try:
            asyncio.run(self._serve(calls, desk))
        except asyncio.CancelledError:  # by `close`
            pass
        except BaseException as error:
            self._faults.log("the web window has stopped", error)
            self.fault = str(error) or type(error).__name__
        finally:
            calls.close()

    async def _serve(self, calls: socket.socket, desk: Desk) -> None:
        loop, serving = asyncio.get_running_loop(), asyncio.current_task()
        assert serving is not None
        loop.set_exception_handler(lambda _, fault: self._faults.log(fault["message"], fault.get("exception")))
        config = uvicorn.Config(
            Answers(desk, self._limits, self._faults), http="h11", ws="none", lifespan="off", interface="asgi3",
            log_config=None, log_level="critical", access_log=False, proxy_headers=False, server_header=False,
            date_header=False, h11_max_incomplete_event_size=self._limits.head_bytes,
        )  # fmt: skip
        config.load()
        desk.opened(loop.call_soon_threadsafe)

        def end() -> None:
            with suppress(RuntimeError):  # it has ended already
                loop.call_soon_threadsafe(serving.cancel)

        with self._lock:
            self._end = end
            if self._closing:
                return
        state = ServerState()
        try:
            await self._accept(calls, config, state)
        finally:
            for call in list(state.connections):
                if call.transport is not None:
                    call.transport.abort()
            await asyncio.sleep(0)  # they hear of it

    async def _accept(self, calls: socket.socket, config: uvicorn.Config, state: ServerState) -> None:
        """Accept one connection after the other, for ever. What is refused has cost one descriptor for a moment."""
        loop, taken, refused = asyncio.get_running_loop(), places(self._limits), 0

        def made(address: str) -> Call:
            # Who comes and goes at once keeps his place for `keep_s`: so often, and no oftener, one address may come.
            until = loop.time() + self._limits.keep_s
            return Call(
                self._limits, lambda: loop.call_at(until, taken.free, address),
                config=config, server_state=state, app_state={},
            )  # fmt: skip

        while True:
            try:
                wire, (address, *_) = await loop.sock_accept(calls)
            except OSError as error:
                self._faults.log(f"the web window cannot accept: {error.strerror or error}")
                await asyncio.sleep(RETRY_S)
                continue
            if taken.take(address):
                try:
                    await loop.connect_accepted_socket(partial(made, address), wire)
                except Exception as error:  # the connection was never made, so nobody hears of its end
                    self._faults.log("the web window could not take a connection", error)
                    wire.close()
                    taken.free(address)
            else:
                wire.close()
                refused += 1
            if refused == REFUSED_MOST:
                refused = 0
                await asyncio.sleep(REST_S)
