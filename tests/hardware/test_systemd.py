"""The messages of the device to systemd, read from a socket; and its questions, answered by small scripts."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from descriptor_limit import descriptors
from failing_device import PAINTER
from patience import PATIENCE_S

from companion.ports import DeviceState, PageText, PortError
from hardware.systemd import Manager, Ready, power_off, stopping


@pytest.fixture
def manager() -> Iterator[socket.socket]:
    # The path of a socket has a hundred bytes at most, and the folder of a test may lie deep.
    with TemporaryDirectory(dir="/tmp") as shallow, socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as wire:
        wire.bind(f"{shallow}/notify")
        wire.setblocking(False)
        yield wire


def heard(wire: socket.socket) -> list[str]:
    reported = []
    try:
        while True:
            reported.append(wire.recv(4096).decode())
    except BlockingIOError:
        return reported


def shown(title: str, trouble: str | None = None) -> DeviceState:
    return DeviceState(PAINTER.dark_picture(), PageText("table", (title, "7"), None, None), (), trouble)


def test_the_first_thing_shown_makes_it_ready_and_the_title_says_how_it_stands(manager: socket.socket) -> None:
    with closing(Manager({"NOTIFY_SOCKET": manager.getsockname()})) as reported:
        ready = Ready(reported)
        assert heard(manager) == []
        ready.show(shown("Ada"))
        ready.show(shown("Ada"))
        ready.show(shown("Ben"))
        ready.show(shown("Ben", "the disk\nis full"))
        ready.close()
    assert heard(manager) == [
        "READY=1\nSTATUS=Ada",
        "STATUS=Ben",
        "STATUS=the disk is full",
        "STOPPING=1",
    ]


def test_a_name_without_a_file_is_found_as_well() -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as wire:
        wire.bind(f"\0companion-test-{os.getpid()}")
        wire.setblocking(False)
        with closing(Manager({"NOTIFY_SOCKET": f"@companion-test-{os.getpid()}"})) as reported:
            reported.beat()
        assert heard(wire) == ["WATCHDOG=1"]


def test_it_wants_a_beat_three_times_as_often_as_it_looks(manager: socket.socket) -> None:
    reported = {"NOTIFY_SOCKET": manager.getsockname(), "WATCHDOG_USEC": "30000000"}
    assert Manager(reported).beat_s == 10.0
    assert Manager({**reported, "WATCHDOG_PID": str(os.getpid())}).beat_s == 10.0
    assert Manager({**reported, "WATCHDOG_PID": "1"}).beat_s is None  # meant for another process
    assert Manager({"NOTIFY_SOCKET": reported["NOTIFY_SOCKET"]}).beat_s is None
    assert Manager({"WATCHDOG_USEC": "30000000"}).beat_s is None
    assert Manager({**reported, "WATCHDOG_USEC": "soon"}).beat_s is None


def test_without_a_manager_nothing_is_said_and_one_that_has_gone_does_not_matter(tmp_path: Path) -> None:
    nobody = Manager({})
    assert not nobody.listens
    nobody.beat()
    with closing(Manager({"NOTIFY_SOCKET": str(tmp_path / "gone")})) as gone:
        gone.beat()


def test_the_watchdog_is_pinged_while_no_descriptor_is_free(manager: socket.socket) -> None:
    with closing(Manager({"NOTIFY_SOCKET": manager.getsockname()})) as reported:
        reported.notify("READY=1")
        with descriptors(0):
            reported.beat()
            reported.beat()
    assert heard(manager) == ["READY=1", "WATCHDOG=1", "WATCHDOG=1"]


def test_a_manager_that_starts_again_is_notified_through_the_same_socket(tmp_path: Path) -> None:
    address = tmp_path / "notify"
    with closing(Manager({"NOTIFY_SOCKET": str(address)})) as reported:
        for _ in range(2):
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as wire:
                wire.bind(str(address))
                wire.setblocking(False)
                reported.beat()
                assert heard(wire) == ["WATCHDOG=1"]
            address.unlink()
            with descriptors(0):
                reported.beat()  # nobody is there


def test_a_manager_that_cannot_be_reached_is_logged_once_until_it_can(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    address = tmp_path / "notify"
    fault = "the service manager cannot be reached: No such file or directory"
    with closing(Manager({"NOTIFY_SOCKET": str(address)})) as reported:
        for _ in range(5):
            reported.beat()
        assert caplog.messages == [fault]
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as wire:
            wire.bind(str(address))
            reported.beat()
        address.unlink()
        reported.beat()
    assert caplog.messages == [fault, fault]


def test_a_machine_that_will_not_be_switched_off_says_why() -> None:
    with pytest.raises(PortError, match=r"^Access denied$"):
        power_off(("sh", "-c", "echo Access denied; exit 1"))
    with pytest.raises(PortError, match=r"^nobody here can do that$"):
        power_off(("false",))
    with pytest.raises(PortError, match=r"^no such file or directory$|^No such file or directory$"):
        power_off(("/nowhere/systemctl",))
    power_off(("true",))


def test_whether_the_machine_goes_down_is_for_systemd_to_say() -> None:
    assert stopping(("echo", "stopping"), PATIENCE_S)
    assert not stopping(("sh", "-c", "echo degraded; exit 1"), PATIENCE_S)
    assert not stopping(("/nowhere/systemctl",), PATIENCE_S)
    assert not stopping(("sh", "-c", "echo stopping; exec sleep 600"), 0.01)
