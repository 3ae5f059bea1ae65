"""The configuration of wpa_supplicant for one network. Pure.

Name and key are hexadecimal digits: no letter in them has a meaning for wpa_supplicant.
"""

from __future__ import annotations

from hashlib import pbkdf2_hmac

from companion.commands.image.companion_toml import Wifi
from companion.commands.image.toml_values import is_key


def configuration(wifi: Wifi) -> str:
    """The text of wpa_supplicant.conf."""
    lines = [f"ssid={wifi.name.encode().hex()}", "scan_ssid=1"]
    lines += [f"psk={_key(wifi)}", "key_mgmt=WPA-PSK"] if wifi.password else ["key_mgmt=NONE"]
    inside = "".join([f"\t{line}\n" for line in lines])
    country = f"country={wifi.country}\n" if wifi.country else ""
    # By this socket companion-network.service asks why there is no connection.
    country = f"ctrl_interface=/run/wpa_supplicant\n{country}"
    return f"{country}network={{\n{inside}}}\n"


def _key(wifi: Wifi) -> str:
    """The key of a network in 64 hexadecimal digits (IEEE 802.11, annex J)."""
    if is_key(wifi.password):
        return wifi.password.lower()
    return pbkdf2_hmac("sha1", wifi.password.encode(), wifi.name.encode(), 4096, 32).hex()
