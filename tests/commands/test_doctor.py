"""The doctor, over machines that are made up: a tree of files, and what programs and buses there would say."""

from __future__ import annotations

import errno
import json
import os
from argparse import Namespace
from contextlib import chdir
from dataclasses import replace
from pathlib import Path

import pytest
from installed import Record
from pi_trees import MACHINES, lay_out

from companion.cli import main
from companion.commands.doctor import describe_finding, print_report, run
from companion.installation import install_command, keyboards_command
from companion.play.act import LOG as LOG_ACT
from companion.play.act import RECORD, Act, Line
from companion.ports import CLOCK_FROM, Key
from companion.record.log import LOG
from companion.services.checks.findings import FAULT, OK, WARNING, Machine, Pins, Subject, in_empty_folder, this_machine
from companion.services.checks.health import check_all
from companion.words import LANGUAGES, Words
from hardware.boards import PLAIN, Board, Encoder, Spi
from hardware.boards.compose import compose
from hardware.boards.profile import load

WORDS = Words("en")
GROUPS = "root:x:0:\ngpio:x:997:pi\ni2c:x:998:pi\nspi:x:999:pi\nlonely:x:50\n"
NOW = 1_790_000_000.0
MB = 1024**2
UNIT = "LoadState=loaded\nActiveState=active\nSubState=running\nWatchdogUSec=20s\nUnitFileState=enabled\n"


def put(root, path, content=b""):
    file = root / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content if isinstance(content, bytes) else content.encode())


def a_pi(root, model="Raspberry Pi 4 Model B Rev 1.4", system="bookworm", speed=400_000, **changes):
    """A Pi on which all is well, in a tree of files; `changes` are those of the machine."""
    put(root, "proc/device-tree/model", f"{model}\0")
    put(root, "etc/os-release", f'PRETTY_NAME="Debian GNU/Linux ({system})"\nVERSION_CODENAME={system}\n')
    put(root, "etc/group", GROUPS)
    put(root, "dev/gpiochip0")
    put(root, "dev/i2c-1")
    put(root, "dev/spidev0.0")
    put(root, "boot/firmware/config.txt")
    put(root, "run/systemd/timesync/synchronized")
    (root / "run/systemd/system").mkdir(parents=True)
    put(root, "sys/class/i2c-adapter/i2c-1/of_node/clock-frequency", speed.to_bytes(4, "big"))
    (root / "data").mkdir()
    programs = {"systemctl": UNIT, "timedatectl": "yes\n"}
    versions = {"gpiozero": "2.0.1.post3", "luma.oled": "3.16.0", "lgpio": "0.2.2.0"}
    machine = Machine(
        root=root,
        run=lambda command: programs.get(command[0]),
        version=versions.get,
        probe=lambda bus, address: (bus, address) == (1, 0x3C),
        pins=lambda: Pins("gpiod", "/dev/gpiochip0", "it wakes only for edges"),
        allowed=lambda path: True,
        free=lambda path: 900 * MB,
        user="pi",
        uid=1000,
        groups=frozenset({1000, 997, 998, 999}),
        python="3.11.2",
        kind="Linux aarch64",
        now=NOW,
    )
    return replace(machine, **changes)


def subject(machine, board=PLAIN, **changes):
    return replace(Subject(machine, board, machine.root / "data", found="/fonts/misaki.ttf"), **changes)


def report(found):
    """Level, text and cure of everything that is not all right."""
    return [(line.check, line.level, *describe_finding(line, WORDS)) for line in check_all(found) if line.level != OK]


def doctor(folder, machine, *, as_json=False):
    """The exit status of the command on another machine."""
    return run(Namespace(data=folder, board=None, keys=None, encoder=False, json=as_json), machine)


def texts(found, check):
    return [describe_finding(line, WORDS)[0] for line in check_all(found) if line.check == check]


# -- machines


def test_a_pi_4_with_bookworm_is_all_right(tmp_path, capsys):
    found = list(check_all(subject(a_pi(tmp_path))))
    assert [(line.check, line.level) for line in found] == [
        (check, OK) for check in ("model", "system", "python", "power", "libraries", "pins", "groups", "devices",
                                  "devices", "speed", "display", "display", "fonts", "data", "record",
                                  "service", "clock")
    ]  # fmt: skip
    print_report(found, [], WORDS, as_json=False)
    text = capsys.readouterr().out
    assert "[ ok ] model: Raspberry Pi 4 Model B Rev 1.4\n" in text
    assert "[ ok ] pins: gpiod on /dev/gpiochip0: it wakes only for edges\n" in text
    assert "[ ok ] I2C speed: bus 1 runs at 400 kHz\n" in text
    assert "[ ok ] display: it answers at 0x3C on bus 1\n" in text
    assert "[ ok ] service: running, watchdog 20s\n" in text
    assert text.endswith("\n\nAll is well.\n")


def test_a_pi_5_with_trixie_and_a_slow_bus_gets_the_line_for_its_config(tmp_path):
    machine = a_pi(tmp_path, "Raspberry Pi 5 Model B Rev 1.0", "trixie", 100_000, python="3.13.5")
    assert report(subject(machine)) == [
        ("speed", WARNING, "bus 1 runs at 100 kHz: a whole picture takes 93 ms, at 400 kHz 23 ms",
         "Put this line into /boot/firmware/config.txt and restart: dtparam=i2c_arm=on,i2c_arm_baudrate=400000"),
    ]  # fmt: skip


def test_low_voltage_is_reported_now_and_afterwards_from_any_source(tmp_path):
    machine = a_pi(tmp_path)
    cure = "Use a power supply made for this Pi and a short, thick cable; unplug other USB devices."
    assert texts(subject(machine), "power") == ["it is unknown whether the voltage is enough"]
    put(tmp_path, "sys/class/hwmon/hwmon0/name", "cpu_thermal\n")
    put(tmp_path, "sys/class/hwmon/hwmon1/name", "rpi_volt\n")
    put(tmp_path, "sys/class/hwmon/hwmon1/in0_lcrit_alarm", "0\n")
    assert texts(subject(machine), "power") == ["enough voltage"]
    put(tmp_path, "sys/class/hwmon/hwmon1/in0_lcrit_alarm", "1\n")
    assert report(subject(machine)) == [("power", WARNING, "too little voltage right now", cure)]
    put(tmp_path, "sys/class/hwmon/hwmon1/in0_lcrit_alarm", "0\n")

    def firmware(flags):
        run = lambda command: f"throttled={flags}\n" if command[0] == "vcgencmd" else machine.run(command)  # noqa: E731
        return report(subject(replace(machine, run=run)))

    assert firmware("0x0") == []
    assert firmware("0x50000") == [("power", WARNING, "there was too little voltage since the start", cure)]
    assert firmware("0x50005") == [("power", WARNING, "too little voltage right now", cure)]
    # Hot, and slower for it, is not weak.
    assert firmware("0x80008") == []


def test_pins_of_the_board_that_somebody_else_has_are_named_with_who_has_them(tmp_path):
    machine = a_pi(tmp_path)
    every = Board({Key.BACK: 19}, encoder=Encoder(17, 27, 13), lights=(22,), buzzer=18)
    beside = Board({Key.OK: 5}, Spi(reset=None))
    for board, pins in ((PLAIN, (5, 6, 13, 19)), (every, (19, 13, 17, 27, 22, 18)), (beside, (5, 24))):
        users = {**dict.fromkeys(pins, "hog"), 2: "i2c", 10: "spi", 12: "nobody"}  # of the bus, and of nobody
        reached = Pins("gpiod", "/dev/gpiochip0", "it wakes only for edges", users)
        machine = replace(machine, pins=lambda reached=reached: reached)
        cure = "End that program, or take its overlay out of config.txt; or take another pin in the board's file."
        assert [line for line in report(subject(machine, board)) if line[0] == "pins"] == [
            ("pins", FAULT, f"GPIO{pin}, which the board needs, is in use by hog", cure) for pin in pins
        ]


def test_a_disk_that_can_only_be_read_is_a_fault_and_no_matter_of_owners(tmp_path):
    machine = a_pi(tmp_path, readonly=lambda path: True, allowed=lambda path: "data" not in path.name)
    assert report(subject(machine)) == [
        ("data", FAULT, f"{tmp_path}/data: its disk is read-only",
         "Restart. If it stays so, the card is worn out or its lock is on: put in another one."),
    ]  # fmt: skip


def test_where_there_is_only_the_old_place_of_the_config_that_is_named(tmp_path):
    machine = a_pi(tmp_path, speed=100_000)
    (tmp_path / "boot/firmware/config.txt").unlink()
    put(tmp_path, "boot/config.txt")
    assert "Put this line into /boot/config.txt and" in report(subject(machine))[0][3]


def test_a_laptop_is_no_pi_and_no_board_is_looked_for(tmp_path):
    put(tmp_path, "etc/os-release", 'PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\n')
    (tmp_path / "data").mkdir()
    machine = replace(a_pi(tmp_path / "pi"), root=tmp_path, kind="Linux x86_64", run=lambda command: None)
    found = subject(machine)
    assert [line.check for line in check_all(found)] == [
        "model", "system", "python", "fonts", "data", "record", "service", "clock",
    ]  # fmt: skip
    assert [part[:3] for part in report(found)] == [
        ("model", WARNING, "no Raspberry Pi (Linux x86_64); a board was not looked for")
    ]
    assert texts(found, "service") == ["no systemd here"]


def test_another_maker_of_boards_is_no_raspberry_pi(tmp_path):
    assert report(subject(a_pi(tmp_path, "Banana Pi BPI-M5")))[0][0] == "model"


def test_a_first_pi_has_26_pins(tmp_path):
    found = report(subject(a_pi(tmp_path, "Raspberry Pi Model B Rev 2")))
    assert found[0][:3] == ("model", WARNING, "Raspberry Pi Model B Rev 2 has a header of 26 pins")
    for model in ("Raspberry Pi Model B Plus Rev 1.2", "Raspberry Pi Zero 2 W Rev 1.0", "Raspberry Pi 400 Rev 1.0"):
        assert report(subject(a_pi(tmp_path / model, model))) == []


def test_a_system_that_was_never_tried_is_a_warning(tmp_path):
    assert report(subject(a_pi(tmp_path, system="bullseye")))[0][:3] == (
        "system", WARNING, "Debian GNU/Linux (bullseye) was never tested",
    )  # fmt: skip


# -- libraries and pins


def test_a_library_that_is_missing_is_a_fault(tmp_path):
    machine = a_pi(tmp_path, version={"gpiozero": "2.0.1.post3"}.get)
    assert report(subject(machine))[0] == (
        "libraries", FAULT, "luma.oled is not installed", install_command(""),
    )  # fmt: skip


def test_the_empty_lgpio_of_the_index_is_a_fault(tmp_path):
    versions = {"gpiozero": "2.0.1.post3", "luma.oled": "3.16.0", "lgpio": "0.0.0.2"}
    found = report(subject(a_pi(tmp_path, version=versions.get)))[0]
    assert found[:3] == ("libraries", FAULT, "lgpio 0.0.0.2 is an empty package")


def test_pins_that_cannot_be_reached_are_reported_with_the_reason(tmp_path):
    def none():
        raise OSError("lgpio is not installed")

    assert report(subject(a_pi(tmp_path, pins=none)))[0][:3] == (
        "pins", FAULT, "no pin can be reached: lgpio is not installed",
    )  # fmt: skip


def test_a_kernel_without_pins_is_not_asked_for_them(tmp_path):
    machine = a_pi(tmp_path, pins=lambda: pytest.fail("there is no chip"))
    (tmp_path / "dev/gpiochip0").unlink()
    assert [part[:3] for part in report(subject(machine))] == [("pins", FAULT, "/dev/gpiochip0 is missing")]


# -- users


def test_a_user_outside_the_group_gets_the_command(tmp_path):
    put(tmp_path, "etc/group", "")
    machine = a_pi(tmp_path, groups=frozenset({1000, 997}), user="ada")
    assert report(subject(machine))[0] == (
        "groups", FAULT, "ada is not in i2c", "sudo usermod -aG i2c ada, then log out and in again.",
    )  # fmt: skip
    machine = replace(machine, groups=frozenset())
    assert report(subject(machine))[0][3] == "sudo usermod -aG gpio,i2c ada, then log out and in again."


def test_a_user_who_has_just_entered_a_group_must_log_in_again(tmp_path):
    machine = a_pi(tmp_path, groups=frozenset({1000, 997}))
    assert report(subject(machine))[0][3].endswith("not in this session: log out and in again.")


def test_a_group_that_does_not_exist_is_another_matter(tmp_path):
    machine = a_pi(tmp_path)
    put(tmp_path, "etc/group", "gpio:x:997:pi\n")
    assert report(subject(machine))[0][3].startswith("The group does not exist: ")


def test_root_needs_no_group(tmp_path):
    machine = a_pi(tmp_path, uid=0, user="root", groups=frozenset({0}))
    assert report(subject(machine)) == []


def test_a_display_on_spi_needs_the_group_spi_and_cannot_be_asked(tmp_path):
    machine = a_pi(tmp_path, groups=frozenset({997, 999}), probe=lambda *_: pytest.fail("there is nobody to ask"))
    found = subject(machine, load("waveshare-oled-hat"))
    assert report(found) == []
    assert texts(found, "display") == ["a display on SPI never answers; companion board-test shows whether it works"]
    assert texts(found, "devices") == ["/dev/gpiochip0", "/dev/spidev0.0"]
    assert texts(found, "speed") == []


# -- the bus and who is on it


def test_a_bus_that_is_missing_is_switched_on(tmp_path):
    machine = a_pi(tmp_path)
    (tmp_path / "dev/i2c-1").unlink()
    assert report(subject(machine)) == [
        ("devices", FAULT, "bus 1 is missing: I2C is off",
         "sudo raspi-config nonint do_i2c 0, or dtparam=i2c_arm=on in /boot/firmware/config.txt; then restart."),
    ]  # fmt: skip
    (tmp_path / "dev/spidev0.0").unlink()
    assert report(subject(machine, load("waveshare-oled-hat"))) == [
        ("devices", FAULT, "SPI 0.0 is missing: SPI is off",
         "sudo raspi-config nonint do_spi 0, or dtparam=spi=on in /boot/firmware/config.txt; then restart."),
    ]  # fmt: skip


@pytest.mark.parametrize("name", [name for name, machine in MACHINES.items() if machine.model.startswith("Raspberry")])
def test_the_doctor_says_which_bus_is_that_of_the_header_and_asks_that_one(tmp_path, name):
    header = MACHINES[name].header
    machine = a_pi(
        tmp_path, MACHINES[name].model, "trixie", probe=lambda bus, address: (bus, address) == (header, 0x3C)
    )
    (tmp_path / "dev/i2c-1").unlink()
    lay_out(MACHINES[name], tmp_path)
    found = subject(machine)
    if header is None:
        assert [line[2] for line in report(found)] == ["bus 1 is missing: I2C is off"]
        return
    node = MACHINES[name].buses[header].rsplit("/", 1)[1]
    assert report(found) == []
    assert texts(found, "devices")[1] == f"/dev/i2c-{header}: the bus on the pins 3 and 5 of the header ({node})"
    assert texts(found, "display")[0] == "it answers at 0x3C on bus 1"
    (tmp_path / "sys/class/i2c-adapter/i2c-1/of_node/clock-frequency").unlink()
    assert texts(found, "speed") == ["bus 1 runs at 400 kHz"]


@pytest.mark.parametrize("name", ["Debian without the driver", "Debian on a 4", "Debian on a Zero 2 W"])
def test_with_debians_device_trees_no_cure_names_what_they_do_not_know(tmp_path, name):
    """They have no parameters: config.txt changes nothing of them, and raspi-config is not there."""
    header = MACHINES[name].header
    machine = a_pi(tmp_path, MACHINES[name].model, "trixie", probe=lambda *asked: asked == (header, 0x3C))
    (tmp_path / "dev/i2c-1").unlink()
    (tmp_path / "dev/spidev0.0").unlink()
    lay_out(MACHINES[name], tmp_path)
    for file in tmp_path.rglob("clock-frequency"):
        file.write_bytes((100_000).to_bytes(4, "big"))
    (line,) = report(subject(machine))
    assert line[2] == (
        "bus 1 is missing: I2C is off" if header is None
        else "bus 1 runs at 100 kHz: a whole picture takes 93 ms, at 400 kHz 23 ms"
    )  # fmt: skip
    (spi,) = report(subject(machine, load("waveshare-oled-hat")))
    for cure in (line[3], spi[3]):
        assert cure
        assert "raspi-config" not in cure
        assert "dtparam" not in cure


def test_a_device_without_permission_is_reported_and_not_probed(tmp_path):
    machine = a_pi(
        tmp_path,
        allowed=lambda path: tmp_path / "dev" not in path.parents,
        probe=lambda *_: pytest.fail("the bus is barred"),
    )
    assert [part[:3] for part in report(subject(machine))] == [
        ("devices", FAULT, "/dev/gpiochip0 cannot be opened by this user"),
        ("devices", FAULT, "/dev/i2c-1 cannot be opened by this user"),
    ]


def test_the_chip_of_the_default_board_is_named_with_the_place_where_it_can_be_changed(tmp_path, capsys):
    machine = a_pi(tmp_path)
    put(tmp_path, "data/settings.toml", 'chip = "sh1106"\n')
    assert doctor(tmp_path / "data", machine) == 0
    text = "driven as SH1106; if its picture is torn or shifted, the settings of the device try other chips: Display"
    assert f"[ ok ] display: {text}" in " ".join(capsys.readouterr().out.split())
    assert len(texts(subject(machine, load("ssd1306-4")), "display")) == 1


def test_a_display_at_the_other_address_is_reported_with_what_to_write(tmp_path):
    machine = a_pi(tmp_path, probe=lambda bus, address: address == 0x3D)
    assert report(subject(machine)) == [
        ("display", FAULT, "nothing answers at 0x3C on bus 1, but something at 0x3D",
         "Put address = 0x3D into the board's file (companion boards BOARD prints one) and start with --board FILE."),
    ]  # fmt: skip


def test_no_display_at_all_is_a_matter_of_wires(tmp_path):
    found = report(subject(a_pi(tmp_path, probe=lambda *_: False)))
    assert found[0][:3] == ("display", FAULT, "nothing answers at 0x3C or 0x3D on bus 1")
    assert "VCC to 3V3" in found[0][3]


def test_a_bus_that_hangs_is_reported_with_what_the_kernel_says(tmp_path):
    def hangs(bus, address):
        raise OSError(errno.ETIMEDOUT, "Connection timed out")

    assert report(subject(a_pi(tmp_path, probe=hangs)))[0][:3] == (
        "display", FAULT, "bus 1 fails: connection timed out",
    )  # fmt: skip


def test_a_bus_that_does_not_say_how_fast_it_is_does_no_harm(tmp_path):
    machine = a_pi(tmp_path)
    (tmp_path / "sys/class/i2c-adapter/i2c-1/of_node/clock-frequency").unlink()
    assert report(subject(machine)) == []
    assert texts(subject(machine), "speed") == ["the speed of bus 1 is unknown"]
    put(tmp_path, "sys/class/i2c-dev/i2c-1/device/of_node/clock-frequency", (400_000).to_bytes(4, "big"))
    assert texts(subject(machine), "speed") == ["bus 1 runs at 400 kHz"]


# -- fonts, room, record


def test_a_font_is_needed_for_japanese_only(tmp_path):
    machine = a_pi(tmp_path)
    assert report(subject(machine, found="")) == []
    assert report(subject(machine, found="", language="ja"))[0][:3] == ("fonts", WARNING, "none for Japanese")
    assert report(subject(machine, larger=False)) == []
    low = report(subject(machine, larger=False, language="ja"))
    assert low[0][:3] == ("fonts", WARNING, "/fonts/misaki.ttf; no larger letters for Japanese")
    assert low[0][3] == "sudo apt install xfonts-efont-unicode"
    for trouble in ("unreadable", "high", "grey"):
        found = report(subject(machine, font="/f.ttf", trouble=trouble))
        assert found[0][:2] == ("fonts", WARNING)
        assert found[0][2].startswith("/f.ttf cannot be used: ")


@pytest.mark.parametrize(
    ("free", "level", "text"),
    [
        (2 * MB - 1, FAULT, "1 MB free, nothing more can be recorded"),
        (2 * MB, WARNING, "only 2 MB free"),
        (50 * MB - 1, WARNING, "only 49 MB free"),
        (50 * MB, OK, "50 MB free"),
    ],
)
def test_a_disk_that_fills_up_is_a_warning_and_a_full_one_a_fault(tmp_path, free, level, text):
    machine = a_pi(tmp_path, free=lambda path: free)
    (found,) = [line for line in check_all(subject(machine)) if line.check == "data"]
    assert found.level == level
    assert describe_finding(found, WORDS)[0].endswith(text)


def test_a_folder_that_nobody_may_write_is_a_fault(tmp_path):
    machine = a_pi(tmp_path, uid=os.getuid(), allowed=lambda path: path.name != "data")
    found = report(subject(machine))
    assert found[0][:3] == ("data", FAULT, f"{tmp_path}/data cannot be written by pi")
    assert found[0][3].startswith(f"sudo chown -R pi {tmp_path}/data")


def of_the_service(root, owner, **changes):
    """A Pi with the records of a service, whose user has this number."""
    machine = a_pi(root, **changes)
    put(root, "etc/passwd", f"root:x:0:0::/root:/bin/sh\ncompanion:x:{owner}:{owner}::/var/lib/companion:/bin/false\n")
    (root / "var/lib/companion").mkdir(parents=True)
    return subject(machine, folder=root / "var/lib/companion")


def test_a_record_of_a_later_version_is_a_fault_and_not_called_damaged(tmp_path):
    machine, folder = a_pi(tmp_path), tmp_path / "data"
    with Record(folder):
        pass
    later = Line(1, 6.0, Act(LOG_ACT, 2, "00 -"), about=RECORD)
    (folder / LOG).write_bytes((folder / LOG).read_bytes() + later.encode())
    assert report(subject(machine)) == [
        ("record", FAULT, f"{folder / LOG} was written by a newer version of this program (format 2; known here: 1); "
         "update this program", "The record stays as it is; a newer version of this program reads it."),
    ]  # fmt: skip


def test_the_records_of_the_service_are_not_given_to_another_user(tmp_path):
    found = of_the_service(tmp_path, os.getuid(), allowed=lambda path: path.name != "companion")
    owner = found.folder.owner()
    assert report(found) == [
        ("data", WARNING, f"{found.folder} belongs to {owner}; pi cannot look into it",
         f"sudo -u {owner} companion doctor looks at it."),
    ]  # fmt: skip
    assert texts(subject(found.machine, folder=found.folder), "record") == ["none yet"]


def test_what_another_user_keeps_elsewhere_is_left_to_that_user(tmp_path):
    machine = a_pi(tmp_path, uid=os.getuid() + 1, allowed=lambda path: path.name != "data")
    level = FAULT if os.getuid() == 0 else WARNING  # what root has made by mistake is given back
    assert report(subject(machine))[-1][:2] == ("data", level)


def test_records_that_the_service_does_not_own_are_given_back_to_it(tmp_path):
    found = of_the_service(tmp_path, os.getuid() + 1)
    assert report(found) == [
        ("data", FAULT, f"{found.folder} belongs to {found.folder.owner()}, so that the service cannot write there",
         f"sudo chown -R companion: {found.folder}"),
    ]  # fmt: skip
    assert report(of_the_service(tmp_path / "well", os.getuid())) == []


@pytest.mark.parametrize("text", ["keys = 3\n", "[display\n", None])
def test_a_wrong_board_of_the_service_is_a_fault_and_the_other_checks_go_on(text, tmp_path, capsys):
    machine, file = a_pi(tmp_path), tmp_path / "etc/companion/mine.toml"
    put(tmp_path, "etc/companion/board", f"COMPANION_BOARD={file}\n")
    if text is not None:
        file.write_text(text)
    assert doctor(tmp_path / "data", machine) == 2
    told = capsys.readouterr().out
    assert f"[FAIL] board: {file}" in told
    assert "[ ok ] service: running" in told


def test_an_empty_board_of_the_service_is_the_plain_one(tmp_path, capsys):
    machine = a_pi(tmp_path)
    put(tmp_path, "etc/companion/board", "COMPANION_BOARD=waveshare-oled-hat\nCOMPANION_BOARD=\n")
    assert doctor(tmp_path / "data", machine) == 0
    assert "[ ok ] display: it answers at 0x3C on bus 1" in capsys.readouterr().out


def own_board(root, folder="etc/companion", mode=0o644, unit=UNIT, shift=0):
    """What the doctor says of a board file of one's own; the number of the service's user is ours plus `shift`."""
    machine = of_the_service(root, os.getuid() + shift).machine
    put(root, f"{folder}/mine.toml", compose("ssd1306"))
    (root / folder / "mine.toml").chmod(mode)
    put(root, "etc/companion/board", f"COMPANION_BOARD={root}/{folder}/mine.toml\n")
    run = lambda command: unit if command[0] == "systemctl" else machine.run(command)  # noqa: E731
    return doctor(root / "data", replace(machine, run=run))


def test_a_board_file_that_the_user_of_the_service_may_not_read_is_a_fault_also_for_root(tmp_path, capsys):
    assert own_board(tmp_path / "read") == 0
    assert "board:" not in capsys.readouterr().out
    # Folders of tests are closed to everybody else; so a file in them is, too.
    for number, more in enumerate(({"mode": 0o244}, {"shift": 1})):
        assert own_board(tmp_path / str(number), **more) == 2
        told = " ".join(capsys.readouterr().out.split())
        assert "mine.toml cannot be read by companion, the user of the service" in told
        assert "sudo chmod a+rX /etc/companion /etc/companion/mine.toml" in told
        assert "[ ok ] display: it answers at 0x3C on bus 1" in told


@pytest.mark.parametrize("folder", ["home/pi", "root", "tmp/boards"])
def test_a_board_file_where_the_unit_lets_the_service_see_nothing_is_a_fault(folder, tmp_path):
    assert own_board(tmp_path / "open", folder) == 0
    assert own_board(tmp_path / "shut", folder, unit=f"{UNIT}ProtectHome=yes\nPrivateTmp=yes\n") == 2


def test_a_board_file_without_its_folder_is_looked_for_where_the_service_does(tmp_path, capsys):
    put(tmp_path, "mine.toml", compose("ssd1306"))
    put(tmp_path, "etc/companion/board", "COMPANION_BOARD=mine.toml\n")
    with chdir(tmp_path):
        assert doctor(tmp_path / "data", a_pi(tmp_path)) == 2
    assert "[FAIL] board: mine.toml: there is no such file" in capsys.readouterr().out


def test_the_doctor_looks_at_the_board_of_the_service(tmp_path, capsys):
    machine = a_pi(tmp_path)
    put(tmp_path, "etc/companion/board", 'COMPANION_BOARD="waveshare-oled-hat"\n')
    assert doctor(tmp_path / "data", machine) == 0
    assert "/dev/spidev0.0" in capsys.readouterr().out


def test_pins_that_this_user_may_not_open_need_no_library(tmp_path):
    def barred():
        raise OSError("permission denied")

    machine = a_pi(tmp_path, pins=barred, allowed=lambda path: not path.name.startswith("gpiochip"))
    assert [line[2:] for line in report(subject(machine)) if line[0] == "pins"] == [
        ("no pin can be reached: permission denied", "See groups.")
    ]


def test_what_has_no_key_for_us_is_no_keyboard(tmp_path):
    machine = a_pi(tmp_path)
    for node, name, keys in (
        (0, "pwr_button", "10000000000000 0"), (1, "HDMI Jack", "0"), (2, "Mouse", "70000 0 0 0 0"),
        (3, "Number pad", "fff80 10000000"),
    ):  # fmt: skip
        assert texts(subject(machine, keyboards=True), "keyboards") == ["none is plugged in"]
        put(tmp_path, f"dev/input/event{node}")
        put(tmp_path, f"sys/class/input/event{node}/device/name", f"{name}\n")
        put(tmp_path, f"sys/class/input/event{node}/device/capabilities/key", f"{keys}\n")
    assert texts(subject(machine, keyboards=True), "keyboards") == ["Number pad"]


def test_keyboards_that_the_service_may_read_are_no_matter_of_this_user(tmp_path):
    machine = a_pi(tmp_path, allowed=lambda path: not path.name.startswith("event"))
    put(tmp_path, "dev/input/event0")
    put(tmp_path, "sys/class/input/event0/device/name", "Number pad\n")
    (line,) = report(subject(machine, keyboards=True))
    assert line[2:] == (
        "/dev/input/event0 cannot be read by pi",
        f"For the service: {keyboards_command()}. "
        "For pi alone: sudo usermod -aG input pi, then log out and in again.",
    )  # fmt: skip
    put(tmp_path, "etc/systemd/system/companion.service.d/keyboards.conf")
    assert texts(subject(machine, keyboards=True), "keyboards") == ["Number pad"]


def test_a_folder_that_is_not_there_yet_is_looked_at_where_it_will_be(tmp_path):
    machine = a_pi(tmp_path)
    found = subject(machine, folder=tmp_path / "data" / "a" / "b")
    assert texts(found, "data") == [f"{tmp_path}/data/a/b will be made, 900 MB free"]
    assert not (tmp_path / "data" / "a").exists()
    barred = replace(machine, allowed=lambda path: path.name != "data", uid=os.getuid())
    assert report(subject(barred, folder=tmp_path / "data/a"))[0][1:] == (
        FAULT, f"{tmp_path}/data/a cannot be written by pi",
        f"sudo install -d -o pi {tmp_path}/data/a, or name another folder with --data.",
    )  # fmt: skip


def test_a_file_in_the_place_of_the_folder_is_left_to_its_owner(tmp_path):
    machine = a_pi(tmp_path)
    put(tmp_path, "data/file")
    file = tmp_path / "data/file"
    for folder in (file, file / "b"):
        assert report(subject(machine, folder=folder)) == [
            ("data", FAULT, f"{file} is a file, and no folder", "Name a folder with --data.")
        ]


def everything(folder):
    return {file.name: file.read_bytes() for file in folder.iterdir()}


def test_a_record_that_is_sound_is_read_and_nothing_is_written_beside_it(tmp_path):
    machine = a_pi(tmp_path)
    folder = tmp_path / "data"
    with Record(folder, ("Ada", "Ben")):
        during = everything(folder)
        assert texts(subject(machine), "record") == [f"{folder}/{LOG} is sound"]
        assert everything(folder) == during
    before = everything(folder)
    assert texts(subject(machine), "record") == [f"{folder}/{LOG} is sound"]
    assert everything(folder) == before


def test_a_record_that_is_damaged_is_a_fault(tmp_path):
    machine = a_pi(tmp_path)
    with Record(tmp_path / "data", ("Ada", "Ben")):
        pass
    file = tmp_path / "data" / LOG
    whole = file.read_bytes()
    file.write_bytes(whole.replace(b"Ada", b"Ava"))
    assert report(subject(machine))[0][:3] == (
        "record", FAULT, f"{file} is damaged: line 2 of the log cannot be read; it belongs to: people"
    )  # fmt: skip
    file.write_bytes(whole + b"torn")
    assert report(subject(machine))[0][:2] == ("record", FAULT)


# -- service and clock


@pytest.mark.parametrize(
    ("change", "level", "text"),
    [
        (("loaded", "not-found"), OK, "not set up; the device is started by hand"),
        (("=active", "=failed"), FAULT, "companion.service has failed"),
        (("=active", "=inactive"), WARNING, "companion.service is inactive"),
        # it ends at each start: between two of them, and in one of them
        (("=active\nSubState=running", "=activating\nSubState=auto-restart"), FAULT, "companion.service has failed"),
        (
            ("=active\nSubState=running", "=activating\nSubState=start\nNRestarts=7"),
            FAULT,
            "companion.service has failed",
        ),
        (
            ("=active\nSubState=running", "=activating\nSubState=start\nNRestarts=0"),
            WARNING,
            "companion.service is activating",
        ),
        (("=active\nSubState=running", "=active\nSubState=running\nNRestarts=7"), OK, "running, watchdog 20s"),
        (("=20s", "=0"), WARNING, "running without a watchdog"),
        (("=20s", "=infinity"), WARNING, "running without a watchdog"),
    ],
)
def test_the_service_is_as_systemd_says(tmp_path, change, level, text):
    machine = a_pi(tmp_path, run=lambda command: UNIT.replace(*change) if command[0] == "systemctl" else "yes\n")
    (found,) = [line for line in check_all(subject(machine)) if line.check == "service"]
    assert (found.level, describe_finding(found, WORDS)[0]) == (level, text)
    assert bool(describe_finding(found, WORDS)[1]) is (level != OK)


def test_a_clock_that_was_never_set_is_a_warning(tmp_path):
    assert report(subject(a_pi(tmp_path, now=1000.0)))[0][:2] == ("clock", WARNING)
    assert report(subject(a_pi(tmp_path / "2", now=float(CLOCK_FROM)))) == []


def test_a_clock_that_nobody_has_compared_is_a_warning(tmp_path):
    machine = a_pi(tmp_path, run=lambda command: UNIT if command[0] == "systemctl" else "no\n")
    assert report(subject(machine)) == []  # timesyncd has left its sign
    (tmp_path / "run/systemd/timesync/synchronized").unlink()
    assert report(subject(machine))[0][:2] == ("clock", WARNING)
    assert report(subject(replace(machine, run=lambda command: None if command[0] == "timedatectl" else UNIT))) == []


# -- the command


def test_the_exit_status_is_that_of_the_worst_line(tmp_path, capsys):
    assert doctor(tmp_path / "pi1/data", a_pi(tmp_path / "pi1")) == 0
    slow = a_pi(tmp_path / "pi2", speed=100_000)
    assert doctor(tmp_path / "pi2/data", slow) == 1
    assert "Faults: 0. Warnings: 1." in capsys.readouterr().out
    assert doctor(tmp_path / "pi2/data", replace(slow, probe=lambda *_: False)) == 2
    out = capsys.readouterr().out
    assert "[FAIL] display: nothing answers" in out
    assert "       → Look at the wires" in out
    assert out.endswith("Faults: 1. Warnings: 1.\n")


def test_for_programs_it_is_one_json_object(tmp_path, capsys):
    machine = a_pi(tmp_path, speed=100_000)
    assert doctor(tmp_path / "data", machine, as_json=True) == 1
    found = json.loads(capsys.readouterr().out)
    assert found["status"] == WARNING
    assert [set(check) for check in found["checks"]] == [{"check", "level", "text", "cure"}] * len(found["checks"])
    assert [check["cure"] is None for check in found["checks"]] == [check["level"] == OK for check in found["checks"]]


def test_what_is_wrong_with_the_settings_is_reported_too(tmp_path, capsys):
    machine = a_pi(tmp_path)
    (tmp_path / "data/settings.toml").write_text("dim = 2\n", "utf-8")
    assert doctor(tmp_path / "data", machine) == 1
    assert "[warn] settings: " in capsys.readouterr().out


def test_it_speaks_the_language_of_the_settings(tmp_path, capsys):
    machine = a_pi(tmp_path)
    (tmp_path / "data/settings.toml").write_text('language = "ja"\n', "utf-8")
    doctor(tmp_path / "data", machine)
    assert "[ ok ] 機種：Raspberry Pi 4" in capsys.readouterr().out.replace(": ", "：", 1)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_line_and_every_cure_has_its_words(language, tmp_path):
    words = Words(language)
    machines = [
        subject(a_pi(tmp_path / "1")),
        subject(a_pi(tmp_path / "2", "Raspberry Pi Model B Rev 2", "bullseye", 100_000, probe=lambda *_: False,
                  groups=frozenset(), run=lambda command: UNIT.replace("=active", "=failed"), free=lambda path: 0,
                  version=lambda name: None, now=0.0), language="ja", found=""),
    ]  # fmt: skip
    for found in machines:
        for line in check_all(found):
            text, cure = describe_finding(line, words)
            assert text
            assert bool(cure) is (line.level != OK)
            assert f"doctor.check.{line.check}" in words


def test_this_very_machine_can_be_looked_at(tmp_path, capsys):
    assert main(["doctor", "--json", "--data", str(tmp_path)]) in (0, 1, 2)
    found = json.loads(capsys.readouterr().out)
    assert {"model", "python", "data"} <= {check["check"] for check in found["checks"]}
    assert not list(tmp_path.iterdir())


def test_what_a_machine_is_asked_for_it_answers(tmp_path):
    machine = this_machine()
    assert machine.run(("no-such-program-here",)) is None
    assert machine.run(("false",)) is None
    assert machine.run(("echo", "yes")) == "yes\n"
    assert machine.version("gpiozero")
    assert machine.version("no-such-library-here") is None
    assert machine.free(tmp_path) > 0
    assert machine.allowed(tmp_path)
    assert machine.text("/no/such/file") is None


# -- where it is started


def test_who_stands_in_a_folder_that_cannot_be_entered_again_stands_in_the_root_afterwards(tmp_path: Path) -> None:
    start = tmp_path / "private"
    start.mkdir()
    with chdir(tmp_path):
        os.chdir(start)
        with in_empty_folder():
            assert list(Path.cwd().iterdir()) == []
            start.rmdir()
        assert Path.cwd() == Path("/")
    with chdir(tmp_path), in_empty_folder():
        assert Path.cwd() != tmp_path
    with chdir(tmp_path):
        with in_empty_folder():
            pass
        assert Path.cwd() == tmp_path


def test_who_stands_in_a_folder_that_is_gone_can_ask_the_doctor_as_well(tmp_path: Path) -> None:
    start = tmp_path / "gone"
    start.mkdir()
    with chdir(tmp_path):
        os.chdir(start)
        start.rmdir()
        with in_empty_folder():
            assert list(Path.cwd().iterdir()) == []


def test_the_hours_of_the_display_are_told_where_they_were_counted(tmp_path):
    machine = a_pi(tmp_path)
    assert [line for line in check_all(subject(machine)) if line.check == "lit"] == []
    put(tmp_path, "data/lit.txt", f"{412 * 3600} {100 * 3600 + 1700}\n")
    (line,) = [line for line in check_all(subject(machine)) if line.check == "lit"]
    assert (line.level, describe_finding(line, WORDS)[0]) == (OK, "lit for 512 h, for 100 h of these dimmed")
