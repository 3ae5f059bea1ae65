"""A window for phones: a page that shows the glass and a score board, live, to anybody who looks, and takes nothing.

`Window` is a panel: it lays the newest state on a desk and goes on. A thread of its own, with an event loop of its own,
takes it from there, so that however many look on, and however slowly, nobody at the table waits for them.

The server is uvicorn with h11: pure Python, so that it installs on every Pi from the oldest on, two megabytes with all
that it needs, well kept. Six files and a stream need no framework on top. aiohttp is four times as large, in C, and has
no wheels for a Pi Zero; Hypercorn brings HTTP/2, which nothing here speaks.
"""

from __future__ import annotations

import errno
import socket
from importlib.util import find_spec
from typing import TYPE_CHECKING

from companion.ports import Shown, SideLost
from hardware.web.desk import Desk
from hardware.web.limits import LIMITS, Limits

if TYPE_CHECKING:
    from hardware.web.server import Served

BACKLOG = 64
EVERYWHERE = ("0.0.0.0", "::")


class Window:
    """Implements `ports.Panel`: the page at an address of this machine; "0.0.0.0" and "::" are all of them.

    It opens with the first `show`, which raises SideLost while it cannot; a port of 0 is any that is free.
    """

    def __init__(self, host: str, port: int, limits: Limits = LIMITS) -> None:
        self._host = "127.0.0.1" if host == "localhost" else host
        self._port = port
        self._limits = limits
        self._desk = Desk()
        self._served: Served | None = None

    def show(self, shown: Shown) -> None:
        """Lay it on the desk. Waits for nobody; once the window is open nothing is drawn, sent or written here."""
        self._desk.lay(shown)
        if self._served is None:
            self._open()
        elif self._served.ended:
            why, self._served = self._served.fault, None
            raise SideLost(f"the web window has stopped: {why}")

    def close(self) -> None:
        """Let everybody go."""
        if self._served is not None:
            self._served.close()
            self._served = None

    @property
    def looking(self) -> int:
        """How many look on."""
        return self._desk.looking

    @property
    def address(self) -> str:
        """What people type into a phone. On all addresses it is the one by which this machine reaches others."""
        host = outward() if self._host in EVERYWHERE else self._host
        port = self._served.port if self._served is not None else self._port
        return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"

    def _open(self) -> None:
        if find_spec("uvicorn") is None:
            raise SideLost("the web window needs uvicorn: pip install 'table-companion[web]'")
        listening = listen(self._host, self._port, self._limits.unsent_bytes)
        from hardware.web.server import Served

        self._served = Served(listening, self._desk, self._limits)


def listen(host: str, port: int, unsent_bytes: int) -> socket.socket:
    """A socket on which others may call; raises SideLost."""
    try:
        calls = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    except OSError as error:
        raise SideLost(f"the web window has no network: {_why(error)}") from error
    try:
        calls.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        calls.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, unsent_bytes)  # handed on to every onlooker's
        if host == "::":
            calls.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
        calls.bind((host, port))
        calls.listen(BACKLOG)
        calls.setblocking(False)
    except OSError as error:
        calls.close()
        told = {
            errno.EADDRINUSE: f"port {port} is taken by another program",
            errno.EACCES: f"port {port} is not allowed; take one from 1024 on",
            errno.EADDRNOTAVAIL: f"{host} is not an address of this machine",
        }
        raise SideLost(f"the web window: {told.get(error.errno or 0, _why(error))}") from error
    return calls


def outward() -> str:
    """The address by which this machine reaches others; its name where it reaches none. Nothing is sent."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
            asking.connect(("192.0.2.1", 9))  # nobody's (RFC 5737)
            return str(asking.getsockname()[0])
    except OSError:
        return f"{socket.gethostname().partition('.')[0]}.local"


def _why(error: OSError) -> str:
    text = error.strerror or str(error)
    return text[:1].lower() + text[1:]
