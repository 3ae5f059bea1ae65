"""What the device says to systemd, and asks of it. Without systemd nobody listens, and nothing is said."""

from __future__ import annotations

import logging
import os
from collections.abc import Mapping
from typing import TYPE_CHECKING

from companion.ports import PortLost, Shown

if TYPE_CHECKING:
    import socket
    from collections.abc import Sequence

ASK_S = 3.0
"""So long an answer of systemd is waited for when the device is to end. The unit gives the device 5 s to end in, and a
busy machine may take a while to start a program."""
OFF = ("systemctl", "--no-ask-password", "poweroff")
"""Asks logind, which lets the service's user do it by a rule of polkit's."""
STATE = ("systemctl", "is-system-running")

log = logging.getLogger(__name__)


class Manager:
    """The service manager that started this process, if one did. `environment` is where it says so.

    The socket is opened once and kept: a ping of the watchdog must not need a file descriptor that is perhaps not to be
    had. It is not connected, so a manager that starts again is reached by the same socket.
    """

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        self._address = environment.get("NOTIFY_SOCKET", "")
        self._socket: socket.socket | None = None
        self._fault = ""
        pid = environment.get("WATCHDOG_PID", "")
        told = environment.get("WATCHDOG_USEC", "")
        meant = not pid or pid == str(os.getpid())
        self.beat_s = int(told) / 3_000_000 if meant and told.isdecimal() and int(told) and self._address else None
        """How often it wants to hear that all is well, in seconds; None when it does not."""

    @property
    def listens(self) -> bool:
        """Whether there is one."""
        return bool(self._address)

    def tell(self, *words: str) -> None:
        """Say something, as sd_notify(3) has it. Nobody is told twice, nor waited for; a fault is logged once."""
        if not self._address:
            return
        # "@" stands for the NUL with which names begin that are no files.
        address = "\0" + self._address[1:] if self._address.startswith("@") else self._address
        try:
            self._open().sendto("\n".join(words).encode(), address)
        except OSError as error:
            fault = error.strerror or str(error)
            if fault != self._fault:
                log.warning("the service manager cannot be told: %s", fault)
            self._fault = fault
        else:
            self._fault = ""

    def _open(self) -> socket.socket:
        """The socket, opened for the first word: before the first picture its import would cost time."""
        if self._socket is None:
            import socket

            self._socket = socket.socket(
                socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC | socket.SOCK_NONBLOCK
            )
        return self._socket

    def close(self) -> None:
        """Let the socket go; may be called twice. Who says something afterwards opens it again."""
        if self._socket is not None:
            self._socket.close()
            self._socket = None

    def beat(self) -> None:
        """All is well."""
        self.tell("WATCHDOG=1")


class Ready:
    """Implements `ports.Panel`: the manager hears that the device is ready once all other panels have been tried.

    So it stands last among them. A glass that is not there does not keep the device from being ready: that has been
    told, and the game goes on. Afterwards the manager hears what is on the title bar, when a game or a trouble changes.
    """

    def __init__(self, manager: Manager) -> None:
        self._manager = manager
        self._said = ""
        self._ready = False

    def show(self, shown: Shown) -> None:
        status = _plain(shown.trouble or (shown.page.lines[0] if shown.page.lines else shown.page.screen))
        if status == self._said and self._ready:
            return
        words = [f"STATUS={status}"] if self._ready else ["READY=1", f"STATUS={status}"]
        self._said, self._ready = status, True
        self._manager.tell(*words)

    def close(self) -> None:
        """The device is about to end."""
        self._manager.tell("STOPPING=1")


def _plain(text: str) -> str:
    """In one line."""
    return " ".join(text.split())


def stopping(command: Sequence[str] = STATE, most_s: float = ASK_S) -> bool:
    """Whether the machine is going down or starting anew, as systemd says."""
    return _asked(command, most_s)[1].strip() == "stopping"


def power_off(command: Sequence[str] = OFF) -> None:
    """Ask for the machine to be switched off; raises PortLost with the reason if it will not be."""
    status, told = _asked(command, 10.0)
    if status != 0:
        raise PortLost(_plain(told) or "nobody here can do that")


def _asked(command: Sequence[str], most_s: float) -> tuple[int | None, str]:
    """The status and the words of a command; None and why if it cannot be asked."""
    import subprocess

    try:
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True, errors="replace", timeout=most_s, check=False,
        )  # fmt: skip
    except (OSError, subprocess.SubprocessError) as error:
        return None, getattr(error, "strerror", None) or f"{command[0]} does not answer"
    return done.returncode, done.stdout
