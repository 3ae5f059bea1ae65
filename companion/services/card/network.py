"""Watches the Wi-Fi of a start: connected, or why not, in a message for the glass."""

from __future__ import annotations

import re
import subprocess
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from companion.messages import Message
from companion.services.card.companion_toml import Wifi
from companion.services.card.files import write
from companion.services.card.start_files import NETWORK, REACHED, in_all_languages, read_text, to_json

NAMES_MOST = 4
"""The most networks that are named."""
_HIDDEN = re.compile(r"(?:\\x00|\0)*")
WAIT_S, STEP_S = 60.0, 3.0
"""How long a network has to connect, and how often it is looked at meanwhile."""
LAST_SHOWN = "network-told"
"""The file with the last message about a network that works: it is shown once, and again when its address changes."""
PORT = 8000
"""The port of companion-web.conf."""
SCAN = ("wpa_cli", "-p", "/run/wpa_supplicant", "-i", "wlan0", "scan_results")
STATUS = (*SCAN[:-1], "status")
LOG = ("journalctl", "--boot", "--unit=companion-wifi", "--output=cat", "--lines=200")
RELOAD = ("systemctl", "reload", "companion.service")
Run = Callable[[Sequence[str]], str]
"""Runs a command; its output, empty if it fails."""


class Seen(NamedTuple):
    """What wpa_supplicant says: its status, the networks in reach as `scan_results`, and its log."""

    status: str
    scan: str = ""
    log: str = ""


class _Network(NamedTuple):
    """A network in reach: its name, how strong it is in dBm, and what it asks for, as `[WPA2-PSK-CCMP][ESS]`."""

    name: str
    level: int
    flags: str


def address(seen: Seen) -> str | None:
    """The address that this machine has in the network; empty while it has none; None while it is not connected."""
    values = dict(line.partition("=")[::2] for line in seen.status.splitlines())
    return values.get("ip_address", "") if values.get("wpa_state") == "COMPLETED" else None


def explain(wifi: Wifi, seen: Seen) -> Message:
    """Why there is no connection."""
    if address(seen) is not None:
        return Message("network.no-address", name=wifi.name)
    networks = _networks(seen.scan)
    called = [network for network in networks if network.name == wifi.name]
    if not seen.status.strip():
        return Message("network.no-radio")
    if not called:  # the name is not shown: it may be the password, in the wrong line
        country = "" if wifi.country else "-country"
        near = next((one.name for one in networks if _plain(one.name) == _plain(wifi.name)), None)
        if near is not None:
            return Message("network.near", near=near)
        if not networks:
            return Message(f"network.none{country}")
        names = list(dict.fromkeys(one.name for one in networks))[:NAMES_MOST]
        return Message(f"network.absent{country}", names=", ".join(names))
    flags = " ".join([network.flags for network in called])
    if wifi.password and not re.search("WPA|SAE|WEP", flags):
        return Message("network.open", name=wifi.name)
    if not wifi.password and re.search("WPA|SAE|WEP", flags):
        return Message("network.closed", name=wifi.name)
    if "SAE" in flags and "PSK" not in flags:
        return Message("network.wpa3", name=wifi.name)
    if "EAP" in flags and "PSK" not in flags:
        return Message("network.company", name=wifi.name)
    if "WEP" in flags and "WPA" not in flags:
        return Message("network.wep", name=wifi.name)
    if "WRONG_KEY" in seen.log or "pre-shared key may be incorrect" in seen.log:
        return Message("network.password", name=wifi.name)
    # The radio of a Pi compares the keys itself: of a wrong password wpa_supplicant often hears only that it failed.
    return Message("network.refused" if wifi.password else "network.shut", name=wifi.name)


def _networks(scan: str) -> list[_Network]:
    """The networks of `scan_results`, the strongest first; without those that hide their names."""
    networks = []
    for line in scan.splitlines():
        parts = line.split("\t")
        if len(parts) == 5 and re.fullmatch(r"-?\d+", parts[2]) and not _HIDDEN.fullmatch(parts[4]):
            networks.append(_Network(_name(parts[4]), int(parts[2]), parts[3]))
    return sorted(networks, key=lambda network: -network.level)


def _name(escaped: str) -> str:
    r"""A name as wpa_supplicant writes it: bytes that are no ASCII letters as `\xc3`, and `\\`, `\"`, `\e`, `\n`."""
    codes = {"n": b"\n", "r": b"\r", "t": b"\t", "e": b"\x1b"}

    def byte(match: re.Match[str]) -> str:
        raw = bytes([int(match[1], 16)]) if match[1] else codes.get(match[2], match[2].encode())
        return raw.decode("latin-1")

    plain = re.sub(r"\\(?:x([0-9a-fA-F]{2})|(.))", byte, escaped)
    return plain.encode("latin-1", "replace").decode("utf-8", "replace")


def _plain(name: str) -> str:
    return re.sub(r"[\W_]", "", name).casefold()


def run_command(command: Sequence[str]) -> str:
    """Run a command for at most ten seconds; its output, empty if it fails."""
    try:
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace", timeout=10, check=False
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout if done.returncode == 0 else ""


def watch(
    folder: Path,
    data: Path,
    run: Run = run_command,
    sleep: Callable[[float], None] = time.sleep,
    clock: Callable[[], float] = time.monotonic,
) -> Message | None:
    """Wait until the network of a start works, or its time is over; the message about it, if there is one.

    `folder` is made by the start, `data` is the partition with the message shown before.
    """
    wifi = wanted(read_text(folder / "wifi/wpa_supplicant.conf"))
    if wifi is None:
        return None
    until = clock() + WAIT_S
    while not address(seen := Seen(run(STATUS))) and clock() < until:
        sleep(STEP_S)
    host = address(seen)
    if host:
        message = _works(wifi, host, web=(folder / "web").exists())
        shown = f"{wifi.name}\n{message.params}\n"
        if read_text(data / LAST_SHOWN) == shown:
            return None
        write(data / LAST_SHOWN, shown, 0o600)
        if (folder / "web").exists():
            write(folder / REACHED, "")
    else:
        message = explain(wifi, seen._replace(scan=run(SCAN), log=run(LOG)))
    write(folder / NETWORK, to_json([in_all_languages(message)]))
    run(RELOAD)
    return message


def _works(wifi: Wifi, host: str, *, web: bool) -> Message:
    if web:
        return Message("network.web", name=wifi.name, address=f"http://{host}:{PORT}")
    return Message("network.works", name=wifi.name, address=host)


def wanted(configuration: str) -> Wifi | None:
    """The network that `wifi.configuration` has written; its password is not there any more. None if there is none."""
    name = re.search(r"^\tssid=([0-9a-f]+)$", configuration, re.MULTILINE)
    if name is None:
        return None
    country = re.search(r"^country=([A-Z]{2})$", configuration, re.MULTILINE)
    password = "x" if "\tpsk=" in configuration else ""
    return Wifi(bytes.fromhex(name[1]).decode("utf-8", "replace"), password, country[1] if country else "")
