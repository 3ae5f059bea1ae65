"""`companion card network`: whether the Wi-Fi of companion.toml works, and why not, in words for the glass."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from companion.services.card.companion_toml import Wifi
from companion.services.card.network import LOG, PORT, RELOAD, SCAN, STATUS, Seen, address, explain, wanted, watch
from companion.services.card.prepare import configuration
from companion.services.card.start_files import NETWORK, REACHED
from companion.words import LANGUAGES, Words

CLUB = Wifi("Club Müller", "correct horse", "DE")
CONNECTED = "bssid=02:00:00:00:00:01\nssid=Club\nwpa_state=COMPLETED\nip_address=192.168.1.7\n"
NO_ADDRESS = "ssid=Club\nwpa_state=COMPLETED\n"
SCANNING = "wpa_state=SCANNING\naddress=b8:27:eb:00:00:01\n"
REJECTED = (
    "wlan0: CTRL-EVENT-ASSOC-REJECT bssid=00:00:00:00:00:00 status_code=16\n"
    'wlan0: CTRL-EVENT-SSID-TEMP-DISABLED id=0 ssid="x" auth_failures=1 duration=10 reason=CONN_FAILED\n'
)
"""What wpa_supplicant says of a refused connection where the radio has compared the keys."""
WRONG_KEY = 'wlan0: CTRL-EVENT-SSID-TEMP-DISABLED id=0 ssid="Club" auth_failures=2 duration=23 reason=WRONG_KEY\n'


def scan(*networks: tuple[str, str, int]) -> str:
    """What `wpa_cli scan_results` prints: names, flags and levels of networks."""
    lines = [f"02:00:00:00:00:0{place}\t2412\t{level}\t{flags}\t{name}"
             for place, (name, flags, level) in enumerate(networks)]  # fmt: skip
    return "\n".join(["bssid / frequency / signal level / flags / ssid", *lines]) + "\n"


UNNAMED = [("", "[ESS]", -20), ("\\x00\\x00", "[ESS]", -9)]
HERS, WPA2 = "Club M\\xc3\\xbcller", "[WPA2-PSK-CCMP][ESS]"


@pytest.mark.parametrize(
    ("seen", "wifi", "said"),
    [
        (Seen(NO_ADDRESS), CLUB, "Wi-Fi Club Müller: connected, but the router gives no address; restart the router"),
        (Seen(""), CLUB,
         "Wi-Fi: this Pi has no radio that works. Debian lacks the firmware of a 400 and of some Zero 2 W"),
        (Seen(SCANNING, scan()), CLUB, "Wi-Fi: no network is in reach"),
        (Seen(SCANNING, scan(("Bar", WPA2, -70), ("Caf\\xc3\\xa9 \\\"3\\\"", WPA2, -40), *UNNAMED)),
         CLUB, 'Wi-Fi: no network of the name in companion.toml is in reach. In reach: Café "3", Bar'),
        (Seen(SCANNING, scan(*[(f"N{number}", WPA2, -number) for number in range(9)])),
         CLUB, "Wi-Fi: no network of the name in companion.toml is in reach. In reach: N0, N1, N2, N3"),
        (Seen(SCANNING, scan(("Bar", WPA2, -70))), Wifi("Club", "x"),
         "Wi-Fi: no network of the name in companion.toml is in reach. In reach: Bar. "
         "Without a country not all channels are used"),
        (Seen(SCANNING, scan(("club-M\\xc3\\xbcller", WPA2, -70))), CLUB,
         "Wi-Fi: no network of the name in companion.toml is in reach, but club-Müller is; write the name exactly so"),
        (Seen(SCANNING, scan((HERS, WPA2, -70)), WRONG_KEY), CLUB, "Wi-Fi Club Müller: wrong password"),
        (Seen(SCANNING, scan((HERS, WPA2, -70)), "WPA: 4-Way Handshake failed - pre-shared key may be incorrect"),
         CLUB, "Wi-Fi Club Müller: wrong password"),
        (Seen(SCANNING, scan((HERS, "[WPA2-SAE-CCMP][ESS]", -70))), CLUB,
         "Wi-Fi Club Müller: it allows only WPA3, which this Pi cannot; switch WPA2 on in the router"),
        (Seen(SCANNING, scan((HERS, "[WPA2-PSK+SAE-CCMP][ESS]", -70)), REJECTED), CLUB,
         "Wi-Fi Club Müller: the network is in reach, but does not let this device in; is the password right? If so: "
         "is there a list of devices in the router?"),
        (Seen(SCANNING, scan((HERS, "[ESS]", -70)), REJECTED), Wifi("Club Müller", ""),
         "Wi-Fi Club Müller: the network is in reach, but does not let this device in; is there a list of devices in "
         "the router?"),
        (Seen(SCANNING, scan((HERS, "[WPA2-EAP-CCMP][ESS]", -70))), CLUB,
         "Wi-Fi Club Müller: it asks for a user, as in a company or a school; such networks do not work here"),
        (Seen(SCANNING, scan((HERS, "[WEP][ESS]", -70))), CLUB,
         "Wi-Fi Club Müller: WEP is too old; switch WPA2 on in the router"),
        (Seen(SCANNING, scan((HERS, "[ESS]", -70))), CLUB,
         "Wi-Fi Club Müller: this network has no password; leave the quotes of the password empty"),
        (Seen(SCANNING, scan((HERS, WPA2, -70))), Wifi("Club Müller", ""),
         "Wi-Fi Club Müller: this network needs a password"),
    ],
)  # fmt: skip
def test_why_there_is_no_connection(seen: Seen, wifi: Wifi, said: str) -> None:
    assert Words("en").message(explain(wifi, seen), ()) == said
    assert "horse" not in said


def test_a_password_in_the_line_of_the_name_is_not_shown() -> None:
    wrong = Wifi("correct horse", "x", "DE")
    for networks in ([], [(HERS, WPA2, -70)], [("Correct_Horse", WPA2, -70)]):
        for language in LANGUAGES:
            said = Words(language).message(explain(wrong, Seen(SCANNING, scan(*networks))), ())
            assert "correct horse" not in said


@pytest.mark.parametrize(
    ("status", "found"), [(CONNECTED, "192.168.1.7"), (NO_ADDRESS, ""), (SCANNING, None), ("", None), ("=\n\n=", None)]
)
def test_the_address_in_a_status(status: str, found: str | None) -> None:
    assert address(Seen(status)) == found


class Radio:
    """The commands that the watch runs, and the clock; the network connects after so many seconds."""

    def __init__(self, connects: float, status: str = CONNECTED) -> None:
        self.connects, self.status, self.now = connects, status, 0.0
        self.ran: list[tuple[str, ...]] = []

    def run(self, command: Sequence[str]) -> str:
        self.ran.append(tuple(command))
        if command == STATUS:
            return self.status if self.now >= self.connects else SCANNING
        return {SCAN: scan((HERS, WPA2, -50)), LOG: WRONG_KEY}.get(tuple(command), "")

    def sleep(self, seconds: float) -> None:
        self.now += seconds

    def watch(self, folder: Path) -> str:
        """What is told of a network in English; empty if nothing."""
        (folder / NETWORK).unlink(missing_ok=True)
        message = watch(folder, folder, self.run, self.sleep, lambda: self.now)
        if message is None:
            assert RELOAD not in self.ran
            return ""
        assert self.ran[-1] == RELOAD
        return str(json.loads((folder / NETWORK).read_text("utf-8"))[0]["en"])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "wifi").mkdir()
    (tmp_path / "wifi/wpa_supplicant.conf").write_text(configuration(CLUB), "ascii")
    return tmp_path


def test_the_name_of_a_network_comes_back_from_its_configuration() -> None:
    found = [wanted(configuration(wifi)) for wifi in (CLUB, Wifi("x", "", "JP"), Wifi("x", "12345678"))]
    assert found == [Wifi("Club Müller", "x", "DE"), Wifi("x", "", "JP"), Wifi("x", "x")]
    assert wanted("") is None


def test_after_a_minute_the_reason_is_on_the_glass(folder: Path) -> None:
    radio = Radio(connects=61)
    assert radio.watch(folder) == "Wi-Fi Club Müller: wrong password"
    assert radio.now == 60


def test_a_network_that_works_is_told_once_and_again_when_its_address_changes(folder: Path) -> None:
    assert Radio(connects=30).watch(folder) == "Wi-Fi works: Club Müller, address 192.168.1.7"
    assert Radio(connects=10).watch(folder) == ""
    assert not (folder / REACHED).exists()
    (folder / "web").touch()
    window = "Wi-Fi works: Club Müller. Web window: http://192.168.1.7:8000. Its QR code is in the settings, Web window"
    assert Radio(connects=0).watch(folder) == window
    assert (folder / REACHED).exists()
    assert Radio(connects=0).watch(folder) == ""
    assert "192.168.1.9" in Radio(0, CONNECTED.replace(".7", ".9")).watch(folder)


def test_without_a_network_nothing_is_asked_or_told(tmp_path: Path) -> None:
    radio = Radio(connects=0)
    assert (radio.watch(tmp_path), radio.ran) == ("", [])


def test_the_port_is_that_of_the_unit() -> None:
    unit = Path(__file__).resolve().parents[2] / "systemd/companion-web.conf"
    assert f"--web 0.0.0.0:{PORT}\n" in unit.read_text("utf-8")
