"""Viewers in tests: states to show, an application without a network, and clients on a real one."""

from __future__ import annotations

import asyncio
import base64
import json
import socket
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from patience import PATIENCE_S
from PIL import Image

from companion.ports import DeviceState, Light, PageText, Points, PublicView
from hardware.web import Window
from hardware.web.latest import LatestState

LABELS = {"lang": "en", "title": "Table Companion", "lost": "Connection lost", "dark": "The display is dark"}


def table(says: str = "", *log: str) -> PublicView:
    return PublicView(LABELS, "Praetorians", says, (Points("Ada", "26", marked=True), Points("Ben", "9")), (), log)


def shown(
    lit: int = 0,
    public_view: Callable[[], PublicView] | None = table,
    light: Light = Light.FULL,
    *,
    turned: bool = False,
) -> DeviceState:
    """A state whose picture has so many lit pixels, from the left upper corner on."""
    frame = Image.new("1", (128, 64))
    frame.putdata([place < lit for place in range(128 * 64)])
    text = PageText("test", (f"{lit} lit",), None, None)
    return DeviceState(frame, text, (), None, light, turned=turned, public_view=public_view)


def message_fields(message: bytes) -> dict[str, Any]:
    """What a message of the stream says."""
    head, _, data = message.decode().partition("\n")
    assert head == "event: state"
    return dict(json.loads(data.removeprefix("data: ").strip()))


def lit(message: bytes) -> int:
    """How many pixels of the picture in a message are lit."""
    return sum(byte.bit_count() for byte in base64.b64decode(message_fields(message)["glass"]))


class Viewer:
    """Somebody at the stream, without a wire: each `send` waits until he takes it."""

    def __init__(self) -> None:
        self.offered: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.takes = asyncio.Semaphore(0)
        self.leaves = asyncio.Event()
        self.dropped = 0

    def scope(self, method: str = "GET", path: str = "/events", headers: Mapping[str, str] | None = None) -> Any:
        named = {"host": "127.0.0.1:8000", **(headers or {})}
        return {
            "type": "http", "method": method, "path": path, "raw_path": path.encode(), "query_string": b"",
            "server": ("127.0.0.1", 8000), "state": {"drop": self.drop},
            "headers": [(name.encode(), value.encode()) for name, value in named.items()],
        }  # fmt: skip

    def drop(self) -> None:
        self.dropped += 1

    async def receive(self) -> dict[str, Any]:
        await self.leaves.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: dict[str, Any]) -> None:
        self.offered.put_nowait(message)
        await self.takes.acquire()

    async def take(self) -> dict[str, Any]:
        """What is offered now."""
        message = await self.offered.get()
        self.takes.release()
        return message


class Rings:
    """How often the thread of the viewers has been woken; its work is done when the test calls it."""

    def __init__(self) -> None:
        self.calls: list[Callable[[], None]] = []

    def __call__(self, call: Callable[[], None]) -> None:
        self.calls.append(call)

    def answer(self) -> None:
        calls, self.calls = self.calls, []
        for call in calls:
            call()


def opened(latest: LatestState) -> Rings:
    rings = Rings()
    latest.start(rings)
    return rings


class Caller:
    """Somebody on a real wire, who says what he likes."""

    def __init__(self, port: int, receive_bytes: int | None = None, address: str = "127.0.0.1") -> None:
        self.wire = socket.socket()
        self.wire.bind((address, 0))
        if receive_bytes is not None:
            self.wire.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_bytes)
        self.wire.settimeout(PATIENCE_S)
        self.heard = b""
        try:
            self.wire.connect(("127.0.0.1", port))
        except OSError:
            self.wire.close()
            raise

    def __enter__(self) -> Caller:
        return self

    def __exit__(self, *_: object) -> None:
        self.wire.close()

    def say(self, text: str) -> None:
        self.wire.sendall(text.replace("\n", "\r\n").encode("latin-1"))

    def hear(self) -> bytes:
        """All until the other side has ended; nothing if it was cut off."""
        with suppress(ConnectionResetError):
            while part := self.wire.recv(65536):
                self.heard += part
        return self.heard

    def until(self, mark: bytes) -> bytes:
        """All up to a mark, with it."""
        while mark not in self.heard:
            part = self.wire.recv(65536)
            assert part, self.heard
            self.heard += part
        found, _, self.heard = self.heard.partition(mark)
        return found + mark

    def state(self) -> bytes:
        """The next state of the stream."""
        self.until(b"event: state\n")
        return b"event: state\n" + self.until(b"\n\n")


def port(window: Window) -> int:
    """Where it is."""
    return int(window.address.rstrip("/").rpartition(":")[2])


def asked(number: int, text: str) -> tuple[int, dict[str, str], bytes]:
    """Status, headers and body of the answer to a request."""
    with Caller(number) as caller:
        caller.say(text)
        return read(caller.hear())


def read(heard: bytes) -> tuple[int, dict[str, str], bytes]:
    head, _, body = heard.partition(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").split("\r\n")
    return int(first.split()[1]), dict(line.split(": ", 1) for line in lines), body
