"""The doctor on the card image, over machines that are made up: how it started, and cures without a login."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
import sys
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
from commands.test_doctor import a_pi, doctor, put, subject

from companion.cli import main
from companion.commands.doctor import describe_finding
from companion.services.boards import board_of_service
from companion.services.checks.card import check_on_card, cure_on_card, find_card
from companion.services.checks.findings import FAULT, OK, WARNING, Machine
from companion.services.checks.health import EVERYWHERE, ON_A_PI
from companion.words import LANGUAGES, Words, files, parse_toml

RUN = "/run/companion-card"
START = "root=root-0.2.0.sqfs\ndata=mmcblk0p2\n"
SHELL = re.compile(
    r"sudo|modprobe|{command}|{how}|{keyboards}|raspi-config|dtparam|\bapt\b|\bpip\b|journalctl|systemctl|config\.txt|--board|usermod"
)


def a_card(root: Path, start: str = START, **changes: object) -> Machine:
    """A Pi that runs from a card on which all is well."""
    machine = a_pi(root, system="trixie")
    put(root, "run/companion-card/start", start)
    put(root, "etc/companion/board", "COMPANION_BOARD=sh1106\n")
    made: Machine = replace(machine, uid=0, user="root", **changes)
    return made


def told(root: Path, machine: Machine, toml: str = 'board = "sh1106"') -> None:
    """`companion card` has run on the machine."""
    put(root, "boot/firmware/companion.toml", toml)
    places = {"fat": "boot/firmware", "data": "card-data", "run": "run/companion-card", "etc": "etc/companion"}
    (root / "card-data").mkdir()
    assert main(["card", *[text for name, place in places.items() for text in (f"--{name}", str(root / place))]]) == 0


def lines(machine: Machine) -> list[tuple[str, str, str, str]]:
    """Check, level, text and cure of every finding."""
    card = find_card(machine, {})
    assert card == RUN
    return [
        (found.check, found.level, *describe_finding(found, Words("en")))
        for found in check_on_card(subject(machine), card)
    ]


def ills(machine: Machine) -> list[tuple[str, str, str, str]]:
    return [line for line in lines(machine) if line[1] != OK]


def test_a_pi_that_was_not_started_from_the_card_is_none(tmp_path: Path) -> None:
    machine = a_pi(tmp_path)
    assert find_card(machine, {}) is None
    assert find_card(machine, {"COMPANION_CARD": "/run/card"}) == "/run/card"


def test_the_root_that_runs_and_where_data_are_kept_are_told(tmp_path: Path) -> None:
    assert lines(a_card(tmp_path))[:2] == [
        ("card", OK, "root-0.2.0.sqfs runs", ""),
        ("card", OK, "what is played is kept, on mmcblk0p2", ""),
    ]
    assert ills(a_card(tmp_path / "again")) == []


def test_another_root_than_the_wanted_one_is_a_warning_told_once(tmp_path: Path) -> None:
    machine = a_card(tmp_path, START + "wanted=root-0.3.0.sqfs\nwhy=tries\n")
    told(tmp_path, machine)
    assert ills(machine) == [
        ("card", WARNING, "root-0.2.0.sqfs runs", ""),
        ("card", WARNING, "root-0.3.0.sqfs failed to start three times; root-0.2.0.sqfs runs",
         "Put the card into any computer and copy that file onto it again, or correct root.txt; until then the other "
         "one goes on."),
    ]  # fmt: skip


def test_keyboards_are_named_because_they_are_keys_there(tmp_path: Path) -> None:
    machine = a_card(tmp_path)
    assert ("keyboards", OK, "none is plugged in", "") in lines(machine)
    put(tmp_path, "dev/input/event0")
    put(tmp_path, "sys/class/input/event0/device/name", "Number pad\n")
    assert ("keyboards", OK, "Number pad", "") in lines(machine)


def test_data_that_are_not_kept_are_a_fault(tmp_path: Path) -> None:
    (fault,) = ills(a_card(tmp_path, START + "kept=no\n"))
    assert fault[:3] == ("card", FAULT, "nothing is kept: the card's data cannot be read")


def test_faults_of_companion_toml_are_there_for_whom_the_glass_stays_dark(tmp_path: Path) -> None:
    machine = a_card(tmp_path)
    told(tmp_path, machine, "web = 7\n")
    assert ills(machine) == [
        ("card", WARNING, "companion.toml, line 1: web is 7; it must be true or false; the default holds",
         "Put the card into any computer and correct companion.toml there."),
    ]  # fmt: skip


def test_a_clock_without_a_time_server_is_all_right_and_one_that_was_never_set_is_not(tmp_path: Path) -> None:
    machine = a_card(tmp_path)
    (tmp_path / "run/systemd/timesync/synchronized").unlink()
    machine = replace(machine, run=lambda command: "no\n" if command[0] == "timedatectl" else None)
    (found,) = [line for line in lines(machine) if line[0] == "clock"]
    assert (found[1], found[3]) == (OK, "")
    assert found[2].endswith(", counted on from the last evening")
    (found,) = [line for line in lines(replace(machine, now=0.0)) if line[0] == "clock"]
    assert found[1:] == (
        WARNING, "1970-01-01 00:00: it was never set, and games would get this date",
        "The games work without it; only their dates are wrong.",
    )  # fmt: skip


def broken(root: Path) -> Machine:
    """A card on which hardly anything is well."""
    machine = a_card(
        root, START + "wanted=x\nwhy=broken\nkept=no\n",
        version=lambda _: None, free=lambda _: 1, now=0.0, run=lambda _: "LoadState=loaded\nActiveState=failed\n",
    )  # fmt: skip
    (root / "dev/i2c-1").unlink()
    (root / "dev/gpiochip0").unlink()
    put(root, "data/record.log", "nonsense")
    return replace(machine, uid=1, user="companion", groups=frozenset())


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_cure_asks_for_a_login(tmp_path: Path, language: str) -> None:
    words = Words(language)
    cures = {found.check: describe_finding(found, words)[1] for found in check_on_card(subject(broken(tmp_path)), RUN)}
    needed = {"card", "libraries", "pins", "groups", "devices", "data", "record", "service", "clock"}
    assert needed <= {check for check, cure in cures.items() if cure}
    assert {check: cure for check, cure in cures.items() if SHELL.search(cure)} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_cures_of_the_card_name_no_command_of_a_shell(language: str) -> None:
    words = Words(language)
    for cure in ("again", "bus", "display-elsewhere", "pins-no-chip", "service", "toml"):
        assert not SHELL.search(words(f"doctor.cure.card.{cure}", other="0x3D"))


def test_every_cure_of_a_check_holds_on_the_card() -> None:
    texts = parse_toml(files("en")[0].read_text("utf-8"))
    names = {check.name for check in (*EVERYWHERE, *ON_A_PI)}
    cures = [key.removeprefix("doctor.cure.") for key in texts if key.startswith("doctor.cure.")]
    cures = [cure for cure in cures if cure.split("-")[0] in names]
    assert len(cures) > 30
    told = {cure: texts[f"doctor.cure.{cure_on_card(cure)}"] for cure in cures}
    assert [cure for cure, text in told.items() if SHELL.search(text)] == []


def test_the_command_takes_the_board_of_the_card(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    machine = a_card(tmp_path)
    assert board_of_service(machine.root) == "sh1106"
    put(tmp_path, "etc/companion/board", "# the board\nCOMPANION_BOARD=waveshare-oled-hat\n")
    assert doctor(tmp_path / "data", machine, as_json=True) == 0
    checks = json.loads(capsys.readouterr().out)["checks"]
    assert "/dev/spidev0.0" in [check["text"] for check in checks if check["check"] == "devices"]
    (display,) = [check["text"] for check in checks if check["check"] == "display"]
    assert display == "a display on SPI never answers; only the eye can tell whether it works"
    assert (checks[0]["check"], checks[0]["text"]) == ("card", "root-0.2.0.sqfs runs")


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="there are no terminals here")
def test_on_the_console_it_is_english_and_at_most_80_columns_wide(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text('language = "ja"\n', "ascii")
    (tmp_path / "messages.json").write_text(json.dumps([{"en": "word " * 40, "ja": "語"}]), "ascii")
    mine, its = pty.openpty()
    subprocess.run(
        (sys.executable, "-m", "companion", "doctor", "--data", str(tmp_path)), stdout=its, check=False,
        env=os.environ | {"TERM": "linux", "COMPANION_CARD": str(tmp_path)},
    )  # fmt: skip
    os.close(its)
    text = ""
    with suppress(OSError):  # the other end is closed
        while piece := os.read(mine, 4096):
            text += piece.decode()
    os.close(mine)
    printed = text.splitlines()
    assert max(map(len, printed)) <= 80
    assert "[warn] card: word word word" in text
    assert all(line.startswith(("[", "       ", "Faults", "All")) for line in printed if line)
