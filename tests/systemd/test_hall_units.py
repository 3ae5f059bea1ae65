"""The units of a hall: what systemd says of them, their settings, and how the programs in them report."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from fake_debian import SYSTEMD
from free_port import free_port
from patience import PATIENCE_S
from systemd_analyze import analyze

from companion.commands.halls import board, publish

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="systemd is a thing of Linux")

HALL, BOARD = SYSTEMD / "companion-hall.service", SYSTEMD / "companion-board.service"
INTERNET = SYSTEMD / "companion-hall-internet.conf"
UNITS = pytest.mark.parametrize("unit", [HALL, BOARD], ids=lambda unit: unit.stem)
EXPOSURE_MOST = 15
"""In tenths, as systemd-analyze takes it; systemd 252 gives 12 and 10."""
PROGRAM = "/opt/companion/current/bin/companion"


def settings(unit: Path) -> dict[str, str]:
    """The settings of a unit; those that stand there more than once, joined by a blank."""
    found: dict[str, str] = {}
    for line in unit.read_text("utf-8").splitlines():
        name, sign, value = line.partition("=")
        if sign and line[0] not in "#[":
            found[name] = f"{found[name]} {value}" if name in found else value
    return found


@UNITS
def test_systemd_finds_nothing_to_object_to(unit: Path, tmp_path: Path) -> None:
    installed = tmp_path / unit.name
    installed.write_text(unit.read_text("utf-8").replace(PROGRAM, "/bin/true"), "utf-8")
    installed.chmod(0o644)
    verified = analyze("verify", str(installed))
    assert (verified.stdout, verified.stderr, verified.returncode) == ("", "", 0)


@UNITS
def test_what_a_service_can_reach_is_little(unit: Path) -> None:
    found = analyze("security", "--offline=true", "--no-pager", f"--threshold={EXPOSURE_MOST}", str(unit))
    assert found.returncode == 0, found.stdout + found.stderr


def test_with_a_broker_on_the_internet_it_is_little_as_well(tmp_path: Path) -> None:
    # systemd 252 reads no drop-ins here: what the drop-in allows stands in the unit instead.
    open_unit = tmp_path / HALL.name
    text = HALL.read_text("utf-8").replace(f"IPAddressAllow={settings(HALL)['IPAddressAllow']}", "IPAddressAllow=any")
    open_unit.write_text(text, "utf-8")
    assert settings(open_unit)["IPAddressAllow"] == "any" == settings(INTERNET)["IPAddressAllow"]
    found = analyze("security", "--offline=true", "--no-pager", f"--threshold={EXPOSURE_MOST}", str(open_unit))
    assert found.returncode == 0, found.stdout + found.stderr


@UNITS
def test_both_are_shut_off_from_everything_but_the_house(unit: Path) -> None:
    found = settings(unit)
    house = "localhost link-local 10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 fc00::/7"
    wanted = {
        "Type": "notify", "RestartPreventExitStatus": "2", "Nice": "10", "PrivateDevices": "yes",
        "ProtectSystem": "strict", "ProcSubset": "pid", "IPAddressDeny": "any", "IPAddressAllow": house,
        "MemoryDenyWriteExecute": "yes", "PrivateMounts": "yes", "ProtectHome": "yes", "UMask": "0077",
        "StateDirectoryMode": "0700", "CapabilityBoundingSet": "", "LimitCORE": "0",
    }  # fmt: skip
    assert {name: found[name] for name in wanted} == wanted


@UNITS
def test_neither_waits_for_the_network_or_holds_up_the_table(unit: Path) -> None:
    found = settings(unit)
    assert {"Wants", "Requires", "BindsTo", "PartOf", "Before"} & set(found) == set()
    assert "network" not in found.get("After", "")


def test_the_publisher_is_a_user_of_its_own_who_reads_the_record_by_its_group() -> None:
    found, device = settings(HALL), settings(SYSTEMD / "companion.service")
    assert (found["User"], found["Group"], found["SupplementaryGroups"]) == (
        "companion-hall", "companion-hall", device["Group"],
    )  # fmt: skip
    assert (found["StateDirectory"], found["MemoryMax"]) == ("companion-hall", "128M")
    assert (device["StateDirectoryMode"], device["UMask"]) == ("0750", "0027")
    users = [line for line in (SYSTEMD / "companion-hall.sysusers").read_text("utf-8").splitlines() if line[:1] == "u"]
    assert [line.split()[1] for line in users] == [found["User"]]


def test_the_table_has_no_network_and_knows_nothing_of_its_publisher() -> None:
    device = settings(SYSTEMD / "companion.service")
    assert (device["PrivateNetwork"], device["RestrictAddressFamilies"], device["IPAddressDeny"]) == (
        "yes", "AF_UNIX", "any",
    )  # fmt: skip
    assert "hall" not in " ".join(device.values())


def test_the_board_has_a_user_only_while_it_runs_and_its_secret_as_a_credential() -> None:
    found = settings(BOARD)
    assert (found["DynamicUser"], found["PrivateUsers"], found["MemoryMax"]) == ("yes", "yes", "512M")
    assert found["LoadCredential"] == "hall.toml:/etc/companion/board-hall/hall.toml"
    assert found["StateDirectory"] == "companion-board"


@pytest.mark.parametrize(("unit", "part"), [(HALL, publish), (BOARD, board)], ids=["publish", "board"])
def test_the_command_of_a_unit_is_one_of_the_program(unit: Path, part: object) -> None:
    program, hall, what, *arguments = settings(unit)["ExecStart"].split()
    assert (program, hall, f"companion.commands.halls.{what}") == (PROGRAM, "hall", part.__name__)  # type: ignore[attr-defined]
    parser = ArgumentParser()
    part.add(parser)  # type: ignore[attr-defined]
    parser.parse_args(arguments)


# -- as systemd sees them


@pytest.fixture
def manager() -> Iterator[socket.socket]:
    # The path of a socket has a hundred bytes at most, and the folder of a test may lie deep.
    with TemporaryDirectory(dir="/tmp") as shallow, socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as wire:
        wire.bind(f"{shallow}/notify")
        wire.settimeout(PATIENCE_S)
        yield wire


@pytest.mark.parametrize("what", ["publish", "board"])
def test_a_service_is_ready_without_a_broker_says_how_it_does_and_ends_in_order(
    what: str, manager: socket.socket, tmp_path: Path
) -> None:
    config, record = tmp_path / "hall.toml", tmp_path / "record"
    record.mkdir()
    text = f'club = "arena"\ntable = "t1"\nbroker = "mqtt://127.0.0.1:{free_port()}"\n[people]\nkey = "club"\n'
    config.write_text(f'{text}[board]\nweb = "127.0.0.1:{free_port()}"\n', "ascii")
    command = [sys.executable, "-m", "companion", "hall", what, "--config", str(config), "--data", str(record)]
    known = {**os.environ, "NOTIFY_SOCKET": manager.getsockname(), "STATE_DIRECTORY": str(tmp_path / "state")}
    status = {"publish": "STATUS=0 results, 0 not confirmed",
              "board": "STATUS=0 tables live, 0 games, 0 waiting for the disk, 0 of 1 brokers"}[what]  # fmt: skip
    with subprocess.Popen(command, env=known, stderr=subprocess.DEVNULL) as process:
        words = manager.recv(4096).decode().splitlines()
        assert words[0] == "READY=1"
        while status not in words:
            words += manager.recv(4096).decode().splitlines()
        process.send_signal(signal.SIGTERM)
        assert process.wait() == 0
    config.write_text(text.replace("club =", "culb ="), "ascii")
    assert subprocess.run(command, env=known, capture_output=True, check=False).returncode == 2
