"""A lean MQTT 5 client over a socket that does not block, many of them in one thread: for simulated tables.

It acknowledges what it gets and never waits for acknowledgements of what it sends: the hall leans on none.
"""

from __future__ import annotations

import selectors
import socket
import struct
from collections.abc import Callable, Iterator

Hear = Callable[[str, bytes, bool], None]
"""Gets the topic and the payload of a message, and whether the broker had kept it."""


class Wire:
    """A connection to the broker on a port of this machine. Its socket is in `selector` with the wire as its data.

    `connected` when the broker has accepted it; `acknowledged` is how many messages it has got. What is sent without a
    connection is lost.
    """

    def __init__(
        self, selector: selectors.BaseSelector, port: int, client: str, topics: list[str], hear: Hear,
        will: str | None = None,
    ) -> None:  # fmt: skip
        self._selector = selector
        self._port = port
        self._client = client
        self._topics = topics
        self._hear = hear
        self._will = will
        self._socket: socket.socket | None = None
        self._number = 0
        self.connected = False
        self.acknowledged = 0

    @property
    def is_open(self) -> bool:
        return self._socket is not None

    @property
    def unsent(self) -> int:
        """How many bytes the socket has not taken yet."""
        return len(self._out)

    def open(self) -> None:
        """Begin to connect; `connected` follows."""
        self._in, self._out = bytearray(), bytearray()
        self._socket = socket.socket()
        self._socket.setblocking(False)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._socket.connect_ex(("127.0.0.1", self._port))
        flags, will = 0x02, b""
        if self._will is not None:
            flags, will = 0x2E, b"\0" + _text(self._will) + _text("offline")  # retained, QoS 1
        head = _text("MQTT") + bytes([5, flags, 0, 0, 0])
        self._selector.register(self._socket, selectors.EVENT_READ | selectors.EVENT_WRITE, self)
        self._put(0x10, head + _text(self._client) + will)

    def close(self, *, orderly: bool = False) -> None:
        """End the connection, without a word or in order."""
        if self._socket is not None:
            if orderly:
                self._put(0xE0, b"")
                self._write()
            if self._socket is not None:
                self._selector.unregister(self._socket)
                self._socket.close()
        self._socket, self.connected = None, False

    def send(self, topic: str, payload: bytes, qos: int = 0, *, retain: bool = False) -> None:
        number = b""
        if qos:
            self._number = self._number % 65535 + 1
            number = struct.pack("!H", self._number)
        self._put(0x30 | qos << 1 | retain, _text(topic) + number + b"\0" + payload)

    def ready(self, mask: int) -> None:
        """The socket can be read, or takes more."""
        if mask & selectors.EVENT_WRITE:
            self._write()
        if mask & selectors.EVENT_READ and self._socket is not None:
            try:
                found = self._socket.recv(262_144)
            except BlockingIOError:
                return
            except OSError:
                found = b""
            if not found:
                self.close()
                return
            self._in += found
            for kind, body in self._packets():
                self._take(kind, body)

    def _packets(self) -> Iterator[tuple[int, bytes]]:
        at = 0
        while len(self._in) >= at + 2:
            length, shift, begin = 0, 0, at + 1
            while begin < len(self._in):
                byte = self._in[begin]
                length |= (byte & 127) << shift
                shift, begin = shift + 7, begin + 1
                if byte < 128:
                    break
            else:
                break
            if len(self._in) < begin + length:
                break
            kind, at = self._in[at], begin + length
            yield kind, bytes(self._in[begin:at])
        del self._in[:at]

    def _take(self, kind: int, body: bytes) -> None:
        if kind >> 4 == 2:
            if body[1]:
                self.close()
                return
            self.connected = True
            if self._topics:
                self._put(0x82, b"\0\1\0" + b"".join([_text(topic) + b"\1" for topic in self._topics]))
        elif kind >> 4 == 4:
            self.acknowledged += 1
        elif kind >> 4 == 3:
            size = 2 + int.from_bytes(body[:2], "big")
            topic, begin = body[2:size].decode(), size
            if kind & 6:
                self._put(0x40, body[begin : begin + 2])
                begin += 2
            begin += 1 + body[begin]  # properties, which are short
            self._hear(topic, body[begin:], bool(kind & 1))

    def _put(self, kind: int, body: bytes) -> None:
        if self._socket is None:
            return
        length, size = len(body), bytearray()
        while True:
            length, low = divmod(length, 128)
            size.append(low | (128 if length else 0))
            if not length:
                break
        self._out += bytes([kind]) + size + body
        if self.connected:
            self._write()

    def _write(self) -> None:
        if self._socket is None:
            return
        try:
            while self._out:
                del self._out[: self._socket.send(self._out[:262_144])]
        except BlockingIOError:
            pass
        except OSError:
            self.close()
            return
        wanted = selectors.EVENT_READ | (selectors.EVENT_WRITE if self._out else 0)
        if self._selector.get_key(self._socket).events != wanted:
            self._selector.modify(self._socket, wanted, self)


def serve(selector: selectors.BaseSelector, seconds: float) -> None:
    """Let all wires read and write what they can now; wait for the first so long."""
    for key, mask in selector.select(seconds):
        if isinstance(key.data, Wire):
            key.data.ready(mask)


def _text(text: str) -> bytes:
    raw = text.encode()
    return struct.pack("!H", len(raw)) + raw
