"""Ports of this machine for servers that tests start."""

from __future__ import annotations

import secrets
import socket
from contextlib import suppress


def free_port() -> int:
    """A port that nobody has at the moment.

    It lies below those that the system gives to whoever asks for any, so that it stays free until a server binds it
    and while that starts again: two workers would have to choose the same number in that moment.
    """
    while True:
        number = secrets.choice(range(10_000, 32_000))
        with suppress(OSError), socket.create_server(("127.0.0.1", number)):
            return number
