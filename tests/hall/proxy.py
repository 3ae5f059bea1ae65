"""A TCP proxy before a broker that does what networks and old brokers do. It runs in a thread of its own."""

from __future__ import annotations

import selectors
import socket
import threading
from collections.abc import Callable
from contextlib import suppress

OLD_REFUSES = b"\x20\x02\x00\x01"
"""What a broker that speaks only MQTT 3.1.1 answers to another version."""


class Proxy:
    """Passes connections on to a port. Each one is cut after as many bytes as `lasts` says, for ever without it.

    An `old` one refuses to speak MQTT 5.
    """

    def __init__(self, port: int, lasts: Callable[[], int] | None = None, *, old: bool = False) -> None:
        self._port = port
        self._lasts = lasts
        self._old = old
        self.cuts = 0
        self._left: dict[socket.socket, int] = {}
        self._peers: dict[socket.socket, socket.socket] = {}
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listening.getsockname()[1]
        self._ends, self._end = socket.socketpair()
        self._selector = selectors.DefaultSelector()
        for one in (self._listening, self._ends):
            self._selector.register(one, selectors.EVENT_READ)
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._end.send(b"x")
        self._thread.join()
        for one in (self._listening, self._ends, self._end, *self._peers):
            one.close()
        self._selector.close()

    def _run(self) -> None:
        while True:
            for key, _ in self._selector.select():
                one = key.fileobj
                assert isinstance(one, socket.socket)
                if one is self._ends:
                    return
                if one is self._listening:
                    self._accept()
                elif one in self._peers:
                    self._pass_on(one)

    def _accept(self) -> None:
        caller, _ = self._listening.accept()
        try:
            broker = socket.create_connection(("127.0.0.1", self._port))
        except OSError:
            caller.close()
            return
        for one, other in ((caller, broker), (broker, caller)):
            self._peers[one] = other
            self._selector.register(one, selectors.EVENT_READ)
        if self._lasts is not None:
            self._left[caller] = self._left[broker] = self._lasts()

    def _pass_on(self, one: socket.socket) -> None:
        other, left = self._peers[one], self._left.get(one, 1 << 20)
        try:
            found = one.recv(min(left, 65_536))
            if self._old and found[:1] == b"\x10" and found[8:9] == b"\x05":
                one.sendall(OLD_REFUSES)
                found = b""
            if found:
                other.sendall(found)
        except OSError:
            found = b""
        if one in self._left:
            self._left[one] = left = left - len(found)
            self.cuts += left == 0
        if not found or left == 0:
            for end in (one, other):
                self._selector.unregister(end)
                with suppress(OSError):
                    end.close()
                del self._peers[end]
                self._left.pop(end, None)
