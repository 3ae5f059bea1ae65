"""Clients in the network that connect again and again: the device keeps its descriptors, its watchdog and every entry.

Figures over time are in `bench/flood.py`; here everything is counted.
"""

from __future__ import annotations

import socket
import sys
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest
from free_port import free_port
from logs import texts
from test_service import Device, used
from viewers import Caller, read

DESCRIPTORS = 256
CALLS = 700
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="counts descriptors in /proc")


def device(folder: Path, port: int) -> Device:
    """A device with a web window that may open few files."""
    run = [sys.executable, "-m", "companion", "run", "--panel", "simulated", "--data", str(folder / "data")]
    limited = ["sh", "-c", f'ulimit -S -n {DESCRIPTORS}; exec "$@"', "sh", *run, "--web", f"127.0.0.1:{port}"]
    return Device(folder, watchdog="600000", command=limited)


def descriptors(running: Device) -> int:
    return len(list(Path(f"/proc/{running.process.pid}/fd").iterdir()))


def flood(port: int, address: str, stack: ExitStack, says: bytes = b"") -> None:
    """Connect without waiting for it, say something or nothing, take nothing and stay."""
    wire = stack.enter_context(socket.socket())
    wire.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    wire.bind((address, 0))
    wire.setblocking(False)
    with suppress(BlockingIOError):
        wire.connect(("127.0.0.1", port))
    with suppress(OSError):  # not let in
        wire.sendall(says)


@pytest.mark.parametrize("says", [b"", b"GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n"], ids=["silent", "slow"])
def test_a_flood_of_connections_takes_neither_descriptors_nor_the_watchdog_nor_an_entry(
    says: bytes, tmp_path: Path
) -> None:
    port = free_port()
    with used(device(tmp_path, port)) as running, ExitStack() as stack:
        running.heard("READY=1")
        running.press("ok", "ok", "ok")
        running.until("table")
        most = descriptors(running)
        # From so many addresses that all places are taken, in whatever order they are let in.
        for count in range(CALLS):
            flood(port, f"127.0.0.{2 + count % 7}", stack, says)
            if count % 50 == 49:
                most = max(most, descriptors(running))
        running.heard("WATCHDOG=1")
        running.press("ok", "ok", "ok", "ok")
        entries = 0
        while entries < 2:  # both may come with one state
            entries += len(running.until("table")["actions"])
        running.heard("WATCHDOG=1")
        most = max(most, descriptors(running))
        status, log = running.ended()
    assert status == 0
    assert most <= 200
    assert len(texts(tmp_path / "data")) == 3
    assert "web window" not in log
    assert len(log.splitlines()) <= 20, log


def test_a_viewer_is_served_while_another_client_holds_all_places_of_its_address(tmp_path: Path) -> None:
    port = free_port()
    with used(device(tmp_path, port)) as running, ExitStack() as stack:
        running.heard("READY=1")
        for _ in range(CALLS):
            flood(port, "127.0.0.2", stack)
        with Caller(port) as honest:
            honest.say("GET / HTTP/1.1\nHost: localhost\n\n")
            assert read(honest.hear())[0] == 200
        assert descriptors(running) < 100
        assert running.ended()[0] == 0
