"""The web window: a page for phones that shows the display and a score board, live, one for streams and one for old
tablets. Nobody can change anything there. Where `phones` may press, one more is for them (see `pairing`).

`Window` is a panel. It stores the latest state and returns. A thread with an event loop of its own sends the state to
the viewers, so the table never waits for them, however many and slow they are.

The server is uvicorn with h11. Both are pure Python, so they install on every Pi, and take two megabytes. A few
files and a stream need no framework. aiohttp is four times as large, written in C, and has no wheels for a Pi Zero;
Hypercorn adds HTTP/2, which is not needed.
"""

from __future__ import annotations

import errno
import socket
from collections.abc import Callable
from importlib.util import find_spec
from typing import TYPE_CHECKING

from companion.installation import install_command
from companion.ports import AuxPortError, DeviceState, Event
from companion.texts import reason_of
from hardware.web.latest import LatestState
from hardware.web.limits import LIMITS, Limits
from hardware.web.phone_door import PhoneDoor

if TYPE_CHECKING:
    from hardware.web.pairing import Phones
    from hardware.web.server import ServerThread

EVERYWHERE = ("0.0.0.0", "::")


class Window:
    """Implements `ports.Panel`: the page at an address of this machine; "0.0.0.0" and "::" mean all addresses.

    The first `show` opens it, and raises AuxPortError if that fails. Port 0 means any free port.
    """

    def __init__(
        self,
        host: str,
        port: int,
        limits: Limits = LIMITS,
        phones: Phones | None = None,
        put: Callable[[Event], None] | None = None,
    ) -> None:
        self._host = "127.0.0.1" if host == "localhost" else host
        self._port = port
        self._limits = limits
        self._latest = LatestState()
        self._door = PhoneDoor(phones, put) if phones is not None and put is not None else None
        self._thread: ServerThread | None = None

    def show(self, state: DeviceState) -> None:
        """Store the state for the web thread. Returns at once."""
        self._latest.put(state.outside)
        if self._door is not None:
            self._door.show(state)
        if self._thread is None:
            self._open()
        elif self._thread.has_ended:
            why, self._thread = self._thread.fault, None
            raise AuxPortError(f"the web window has stopped: {why}", "stopped")

    def close(self) -> None:
        """Cut all connections; may be called twice."""
        if self._thread is not None:
            self._thread.close()
            self._thread = None

    @property
    def viewers(self) -> int:
        """The number of viewers."""
        return self._latest.viewers

    @property
    def address(self) -> str:
        """The URL for people. If the page is at all addresses, it has the one by which this machine reaches others."""
        host = own_address() if self._host in EVERYWHERE else self._host
        port = self._thread.port if self._thread is not None else self._port
        return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"

    def _open(self) -> None:
        if find_spec("uvicorn") is None:
            how = install_command("web")
            raise AuxPortError(f"the web window needs uvicorn: {how}", "missing", how=how)
        listening = listen(self._host, self._port, self._limits.unsent_bytes)
        from hardware.web.server import ServerThread

        self._thread = ServerThread(listening, self._latest, self._limits, door=self._door)


def listen(host: str, port: int, unsent_bytes: int) -> socket.socket:
    """A listening socket; raises AuxPortError."""
    try:
        listening = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    except OSError as error:
        raise AuxPortError(f"the web window has no network: {reason_of(error)}", "network") from error
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, unsent_bytes)  # each connection inherits it
        if host == "::":
            listening.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
        listening.bind((host, port))
        listening.listen()
    except OSError as error:
        listening.close()
        reasons = {
            errno.EADDRINUSE: f"port {port} is taken by another program",
            errno.EACCES: f"port {port} is not allowed; take one from 1024 on",
            errno.EADDRNOTAVAIL: f"{host} is not an address of this machine",
        }
        keys = {errno.EADDRINUSE: "taken", errno.EACCES: "barred", errno.EADDRNOTAVAIL: "address"}
        code = errno.EADDRNOTAVAIL if isinstance(error, socket.gaierror) else error.errno or 0
        text = f"the web window: {reasons.get(code, reason_of(error))}"
        raise AuxPortError(text, keys.get(code, "network"), port=port, host=host) from error
    return listening


def own_address() -> str:
    """The address by which this machine reaches others, or its name if it reaches none. Sends nothing."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect(("192.0.2.1", 9))  # an address for documentation (RFC 5737)
            return str(probe.getsockname()[0])
    except OSError:
        return f"{socket.gethostname().partition('.')[0]}.local"
