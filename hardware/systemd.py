"""Messages to systemd and requests to it. Without systemd nothing is sent."""

from __future__ import annotations

import os
import socket
import subprocess
from collections.abc import Mapping
from typing import TYPE_CHECKING

from companion.log import Log
from companion.ports import DeviceState, PortError

if TYPE_CHECKING:
    from collections.abc import Sequence

ASK_S = 3.0
"""How long to wait for systemd while the device ends. The unit gives the device 5 s to end, and on a busy machine a
program starts slowly."""
OFF = ("systemctl", "--no-ask-password", "poweroff")
"""Asks logind; a polkit rule allows it for the user of the service."""
STATE = ("systemctl", "is-system-running")

log = Log(__name__)


class Manager:
    """The service manager that started this process, if `environment` names one.

    The socket stays open, so that a watchdog ping works even if no file descriptor is free. It is not connected, so it
    also reaches a manager that was restarted.
    """

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        self._address = environment.get("NOTIFY_SOCKET", "")
        self._socket: socket.socket | None = None
        self._fault = ""
        pid = environment.get("WATCHDOG_PID", "")
        usec = environment.get("WATCHDOG_USEC", "")
        for_us = not pid or pid == str(os.getpid())
        self.beat_s = int(usec) / 3_000_000 if for_us and usec.isdecimal() and int(usec) and self._address else None
        """The seconds between two pings of the watchdog; None without a watchdog."""

    @property
    def listens(self) -> bool:
        """Whether there is one."""
        return bool(self._address)

    def notify(self, *words: str) -> None:
        """Send a message in the form of sd_notify(3), without waiting. The same fault is logged only once in a row."""
        if not self._address:
            return
        # "@" stands for the NUL at the start of an abstract name.
        address = "\0" + self._address[1:] if self._address.startswith("@") else self._address
        try:
            self._open().sendto("\n".join(words).encode(), address)
        except OSError as error:
            fault = error.strerror or str(error)
            if fault != self._fault:
                log.warning("the service manager cannot be reached: %s", fault)
            self._fault = fault
        else:
            self._fault = ""

    def _open(self) -> socket.socket:
        """The socket, opened for the first message."""
        if self._socket is None:
            self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC | socket.SOCK_NONBLOCK)
        return self._socket

    def close(self) -> None:
        """Close the socket; may be called twice. The next message opens it again."""
        if self._socket is not None:
            self._socket.close()
            self._socket = None

    def beat(self) -> None:
        """Ping the watchdog."""
        self.notify("WATCHDOG=1")


class Ready:
    """Implements `ports.Panel`: tells the manager that the device is ready after all other panels got a state.

    So it must be the last panel. The device is ready even without its display. After that it sends the title line, or
    the trouble, when it changes.
    """

    def __init__(self, manager: Manager) -> None:
        self._manager = manager
        self._said = ""
        self._ready = False

    def show(self, state: DeviceState) -> None:
        page = state.outside.page
        status = _plain(state.trouble or (page.lines[0] if page.lines else page.screen))
        if status == self._said and self._ready:
            return
        words = [f"STATUS={status}"] if self._ready else ["READY=1", f"STATUS={status}"]
        self._said, self._ready = status, True
        self._manager.notify(*words)

    def close(self) -> None:
        """Tell the manager that the device is about to end."""
        self._manager.notify("STOPPING=1")


def _plain(text: str) -> str:
    return " ".join(text.split())


def stopping(command: Sequence[str] = STATE, most_s: float = ASK_S) -> bool:
    """Whether the machine is shutting down or rebooting, according to systemd."""
    return _run(command, most_s)[1].strip() == "stopping"


def power_off(command: Sequence[str] = OFF) -> None:
    """Ask systemd to switch the machine off; raises PortError with the reason if it refuses."""
    status, output = _run(command, 10.0)
    if status != 0:
        raise PortError(_plain(output) or "nobody here can do that")


def _run(command: Sequence[str], most_s: float) -> tuple[int | None, str]:
    """The status and output of a command; None and the reason if it cannot be run."""
    try:
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True, errors="replace", timeout=most_s, check=False,
        )  # fmt: skip
    except (OSError, subprocess.SubprocessError) as error:
        return None, getattr(error, "strerror", None) or f"{command[0]} does not answer"
    return done.returncode, done.stdout
