"""Watches the Wi-Fi of a start: connected, or why not, in a message for the glass."""

from __future__ import annotations

import re
import subprocess
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from companion.commands.image import NETWORK, REACHED
from companion.commands.image.companion_toml import Wifi
from companion.commands.image.messages import in_all_languages, to_json
from companion.commands.image.network import Seen, address, explain
from companion.commands.image.start_file import read_text
from companion.commands.image.written import write
from companion.commands.record_access.named import message_text
from companion.kit.refusals import Message

WAIT_S, STEP_S = 60.0, 3.0
"""A network has so long to connect, and is looked at so often meanwhile."""
TOLD = "network-told"
"""The file with the last message about a network that works: it is shown once, and again when its address changes."""
PORT = 8000
"""The port of companion-web.conf."""
SCAN = ("wpa_cli", "-p", "/run/wpa_supplicant", "-i", "wlan0", "scan_results")
STATUS = (*SCAN[:-1], "status")
LOG = ("journalctl", "--boot", "--unit=companion-wifi", "--output=cat", "--lines=200")
RELOAD = ("systemctl", "reload", "companion.service")
Run = Callable[[Sequence[str]], str]
"""Runs a command; its output, empty if it fails."""


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
    found = address(seen)
    if found:
        message = _works(wifi, found, web=(folder / "web").exists())
        said = f"{wifi.name}\n{message.params}\n"
        if read_text(data / TOLD) == said:
            return None
        write(data / TOLD, said, 0o600)
        if (folder / "web").exists():
            write(folder / REACHED, "")
    else:
        message = explain(wifi, seen._replace(scan=run(SCAN), log=run(LOG)))
    text = in_all_languages(lambda words: message_text(message, words))
    write(folder / NETWORK, to_json([text]))
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
