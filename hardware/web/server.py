"""The thread of the onlookers: uvicorn on a socket that listens already, with a limit on all that a caller can take."""

from __future__ import annotations

import asyncio
import logging
import socket
import threading
from contextlib import suppress
from typing import Any

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from hardware.web.answers import Answers
from hardware.web.desk import Desk
from hardware.web.limits import LIMITS, Limits

END_S = 2.0
"""Nobody waits longer than this for the thread to end."""

log = logging.getLogger(__name__)


class Config(uvicorn.Config):
    """With limits of our own."""

    limits = LIMITS


class Call(H11Protocol):
    """One connection. uvicorn itself sets no limit to how slowly somebody asks or takes."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in uvicorn
        super().connection_made(transport)
        assert isinstance(self.config, Config)
        limits = self.config.limits
        # Handed on with the request: to cut the wire without waiting for what has not been sent.
        self.app_state = {"drop": transport.abort}
        transport.set_write_buffer_limits(high=limits.unsent_bytes)
        self._limit = self.loop.call_later(limits.ask_s, self._late)
        if len(self.connections) > limits.calls:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._limit.cancel()
        super().connection_lost(exc)

    def _late(self) -> None:
        if self.cycle is None or self.cycle.response_complete or not self._streams():
            self.transport.abort()

    def _streams(self) -> bool:
        return bool(self.cycle.response_started and self.scope["path"] == "/events")


class Server(uvicorn.Server):
    """Ends when it is told to, without looking for that ten times a second."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.told = asyncio.Event()

    async def main_loop(self) -> None:
        """Until it is told to end. Then nobody is waited for: onlookers never go by themselves."""
        await self.told.wait()
        self.force_exit = True
        for call in list(self.server_state.connections):
            if call.transport is not None:
                call.transport.abort()
        await asyncio.sleep(0)  # they hear of it


class Served:
    """A thread that serves a desk to all who call, until it is closed. `fault` is what ended it before that."""

    def __init__(self, calls: socket.socket, desk: Desk, limits: Limits = LIMITS) -> None:
        self._limits = limits
        self.port: int = calls.getsockname()[1]
        self.fault = "it ended by itself"
        self._end: Any = None
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
        except BaseException as error:
            log.exception("the web window has stopped")
            self.fault = str(error) or type(error).__name__
        finally:
            calls.close()

    async def _serve(self, calls: socket.socket, desk: Desk) -> None:
        config = Config(
            Answers(desk, self._limits), loop="asyncio", http=Call, ws="none", lifespan="off", interface="asgi3",
            log_config=None, log_level="critical", access_log=False, proxy_headers=False, server_header=False,
            date_header=False, h11_max_incomplete_event_size=self._limits.head_bytes, timeout_graceful_shutdown=1,
        )  # fmt: skip
        config.limits = self._limits
        server, loop = Server(config), asyncio.get_running_loop()
        desk.opened(loop.call_soon_threadsafe)

        def end() -> None:
            with suppress(RuntimeError):  # it has ended already
                loop.call_soon_threadsafe(server.told.set)

        with self._lock:
            self._end = end
            if self._closing:
                return
        await server.serve(sockets=[calls])
