"""Whether the Wi-Fi of `companion.toml` works, and why not: what wpa_supplicant says in, a message out. Pure."""

from __future__ import annotations

import re
from typing import NamedTuple

from companion.commands.image.companion_toml import Wifi
from companion.kit.refusals import Message

NAMES_MOST = 4
"""The most networks that are named."""
_HIDDEN = re.compile(r"(?:\\x00|\0)*")


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
    if not called:
        country = "" if wifi.country else "-country"
        near = next((one.name for one in networks if _plain(one.name) == _plain(wifi.name)), None)
        if near is not None:
            return Message("network.near", name=wifi.name, near=near)
        if not networks:
            return Message(f"network.none{country}", name=wifi.name)
        names = list(dict.fromkeys(one.name for one in networks))[:NAMES_MOST]
        return Message(f"network.absent{country}", name=wifi.name, names=", ".join(names))
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
    return Message("network.refused", name=wifi.name)


def _networks(scan: str) -> list[_Network]:
    """The networks of `scan_results`, the strongest first; without those that hide their names."""
    found = []
    for line in scan.splitlines():
        parts = line.split("\t")
        if len(parts) == 5 and re.fullmatch(r"-?\d+", parts[2]) and not _HIDDEN.fullmatch(parts[4]):
            found.append(_Network(_name(parts[4]), int(parts[2]), parts[3]))
    return sorted(found, key=lambda network: -network.level)


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
