"""What the card decides when it starts, in the shell of its initrd. The card as a whole: tests/system/image.sh."""

from __future__ import annotations

import hashlib
import os
import random
import re
import shutil
import subprocess
import sys
from pathlib import Path

import needs
import pytest
from fake_debian import SYSTEMD
from patience import PATIENCE_S

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="a card for Linux")

IMAGE = SYSTEMD / "image"
SYSTEM = Path(__file__).parents[1] / "system"
UNITS = IMAGE / "root/usr/lib/systemd/system"
MAKE = (SYSTEMD / "make-image.sh").read_text("utf-8")
ROOT_FILE = b"hsqs and the rest of a root file"


class Card:
    """A FAT partition and a data partition that are folders."""

    def __init__(self, folder: Path) -> None:
        self.busybox = needs.program("busybox")
        self.fat, self.data, self.bin = folder / "fat", folder / "data", folder / "bin"
        for made in (self.fat, self.data, self.bin):
            made.mkdir()
        # The commands that the initrd has, and no other.
        for name in commands_of_the_initrd():
            (self.bin / name).symlink_to(self.busybox)

    def run(self, script: str) -> str:
        """What a script writes that has the functions of card.sh."""
        done = subprocess.run(
            [self.busybox, "sh", "-c", f'. "{IMAGE}/card.sh"\n{script}'],
            env={"PATH": str(self.bin), "FAT": str(self.fat), "DATA": str(self.data)},
            capture_output=True, text=True, timeout=PATIENCE_S, check=False,
        )  # fmt: skip
        assert done.stderr == ""
        return done.stdout

    def root(self, name: str, *, sum_of: bytes | None = None, content: bytes = ROOT_FILE) -> Path:
        """A root file, with the sum of a content beside it."""
        (self.fat / name).write_bytes(content)
        os.utime(self.fat / name, (1_000_000_000, 1_000_000_000))
        if sum_of is not None:
            (self.fat / f"{name}.sha256").write_text(f"{hashlib.sha256(sum_of).hexdigest()}  {name}\n", "ascii")
        return self.fat / name

    def choose(self, then: str = "") -> tuple[str, str, str]:
        """The root file that is taken, the wanted one, and why it is another one."""
        found = self.run(f'choose "$FAT" "$DATA"; {then} echo "$root|$wanted|$why"').strip().split("|")
        return found[0], found[1], found[2]

    def fail(self, then: str = "") -> tuple[str, str, str]:
        """A start that fails unless its units call these functions, in the shell of Debian."""
        found = self.choose('count "$FAT" "$DATA";')
        start = self.data / "start"
        start.write_text(f"root={found[0]}\n" + (f"wanted={found[1]}\nwhy={found[2]}\n" if found[2] else ""), "ascii")
        for call in filter(None, then.split("; ")):
            script = f'. "{IMAGE}/card.sh"; {call} "{self.data}" "{start}"'
            subprocess.run(["/bin/sh", "-c", script], timeout=PATIENCE_S, check=True)
        return found


def commands_of_the_initrd() -> list[str]:
    found = re.search(r"for name in (basename .*?); do\n +ln -s busybox", MAKE, re.DOTALL)
    assert found
    return found[1].replace("\\\n", " ").split()


@pytest.fixture
def card(tmp_path: Path) -> Card:
    return Card(tmp_path)


@pytest.mark.parametrize("script", [IMAGE / "card.sh", IMAGE / "init", SYSTEM / "pi_init.sh"])
def test_shellcheck_finds_nothing(script: Path) -> None:
    shellcheck = needs.program("shellcheck")
    command = [shellcheck, "--shell=dash", "--external-sources", "--source-path=SCRIPTDIR", str(script)]
    found = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S, check=False)
    assert (found.stdout + found.stderr, found.returncode) == ("", 0)


def test_busybox_has_every_command_of_the_initrd(card: Card) -> None:
    listed = subprocess.run([card.busybox, "--list"], capture_output=True, text=True, timeout=PATIENCE_S, check=True)
    assert set(commands_of_the_initrd()) - set(listed.stdout.split()) == set()


# -- the root file


@pytest.mark.parametrize(
    ("older", "newer"),
    [("0.9.0", "0.10.0"), ("0.3.0", "0.3.0.1"), ("0.3.0-rc1", "0.3.0"), ("0.3.0-rc1", "0.3.0-rc2"), ("0.9", "1.0")],
)
def test_the_newest_root_file_is_taken(card: Card, older: str, newer: str) -> None:
    for version in (newer, older):
        card.root(f"root-{version}.sqfs")
    card.root("._root-9.9.sqfs")  # as macOS leaves it beside every file
    assert card.choose() == (f"root-{newer}.sqfs", f"root-{newer}.sqfs", "")


@pytest.mark.parametrize(
    "text", [b"root-1.sqfs", b"root-1.sqfs\r\n", b"\xef\xbb\xbf root-1.sqfs \n", b"\n\nroot-1.sqfs\nroot-2.sqfs"]
)
def test_root_txt_overrules_however_it_was_saved(card: Card, text: bytes) -> None:
    card.root("root-1.sqfs")
    card.root("root-2.sqfs")
    (card.fat / "root.txt").write_bytes(text)
    assert card.choose() == ("root-1.sqfs", "root-1.sqfs", "")


def test_so_does_one_with_an_ending_that_windows_hides(card: Card) -> None:
    card.root("root-1.sqfs")
    card.root("root-2.sqfs")
    (card.fat / "root.txt.txt").write_text("root-1.sqfs", "ascii")
    assert [card.fail()[0] for _ in range(3)] == ["root-1.sqfs"] * 3
    assert card.fail() == ("root-2.sqfs", "root-1.sqfs", "tries")
    (card.fat / "root.txt.txt").write_text("root-1.sqfs \n", "ascii")
    assert card.fail()[0] == "root-1.sqfs"


@pytest.mark.parametrize("text", [b"", b"\n", b"\xff\x00 \r\n"])
def test_a_root_txt_without_a_name_says_nothing(card: Card, text: bytes) -> None:
    card.root("root-1.sqfs")
    (card.fat / "root.txt").write_bytes(text)
    assert card.choose() == ("root-1.sqfs", "root-1.sqfs", "")


def test_a_file_that_root_txt_names_and_that_is_not_there(card: Card) -> None:
    card.root("root-1.sqfs")
    card.root("root-2.sqfs")
    (card.fat / "root.txt").write_text("root-7.sqfs", "ascii")
    assert card.choose() == ("root-2.sqfs", "root-7.sqfs", "missing")


def test_after_three_failed_starts_the_one_before_is_taken_and_stays(card: Card) -> None:
    card.root("root-1.sqfs")
    card.root("root-2.sqfs")
    assert [card.fail()[0] for _ in range(3)] == ["root-2.sqfs"] * 3
    assert [card.fail() for _ in range(4)] == [("root-1.sqfs", "root-2.sqfs", "tries")] * 4


def test_failed_starts_count_only_in_a_row(card: Card) -> None:
    card.root("root-1.sqfs")
    card.root("root-2.sqfs")
    card.fail()
    card.fail()
    card.fail(then="ready")
    assert [card.fail()[0] for _ in range(3)] == ["root-2.sqfs"] * 3
    assert card.fail()[0] == "root-1.sqfs"


def test_an_orderly_stop_before_the_program_is_ready_is_no_failed_start(card: Card) -> None:
    card.root("root-1.sqfs")
    card.root("root-2.sqfs")
    card.fail()
    card.fail()
    assert [card.fail(then="stopped")[0] for _ in range(5)] == ["root-2.sqfs"] * 5
    assert card.fail()[0] == "root-2.sqfs"
    assert card.fail()[0] == "root-1.sqfs"


ENDS = {
    "the plug is pulled before the program is ready": ("", True),
    "the plug is pulled afterwards": ("ready", False),
    "switched off on the glass": ("ready; stopped", False),
    "switched off before the program is ready": ("stopped", None),
}
"""How a short start ends: the functions that its units call, and whether it has failed; None changes nothing."""


@pytest.mark.parametrize("seed", range(8))
def test_short_starts_after_an_update(card: Card, seed: int) -> None:
    card.root("root-1.sqfs")
    card.root("root-2.sqfs")
    draw = random.Random(seed)
    in_a_row = 0
    for _ in range(12):
        end = draw.choice(list(ENDS))
        calls, failed = ENDS[end]
        taken, wanted, why = card.fail(then=calls)
        assert wanted == "root-2.sqfs"
        assert (taken, why) == (("root-1.sqfs", "tries") if in_a_row >= 3 else ("root-2.sqfs", ""))
        if in_a_row < 3 and failed is not None:
            in_a_row = in_a_row + 1 if failed else 0


def test_the_first_start_of_the_other_root_file_asks_and_later_ones_do_not(card: Card) -> None:
    card.root("root-1.sqfs")
    card.root("root-2.sqfs")
    asked = [card.run('choose "$FAT" "$DATA"; count "$FAT" "$DATA"; echo "$root $ask"').split() for _ in range(6)]
    assert asked == [["root-2.sqfs"]] * 3 + [["root-1.sqfs", "yes"], ["root-1.sqfs"], ["root-1.sqfs"]]
    # Neither being ready nor being switched off ends the count: it is that of the other root file.
    assert card.fail(then="ready; stopped")[0] == "root-1.sqfs"
    assert card.fail() == ("root-1.sqfs", "root-2.sqfs", "tries")


def test_after_the_answer_the_wanted_root_file_is_started_three_times_more_and_asked_for_again(card: Card) -> None:
    card.root("root-1.sqfs")
    card.root("root-2.sqfs")
    for _ in range(4):
        card.fail()
    (card.data / "tries").unlink()  # as companion-again.service does
    assert [card.fail()[0] for _ in range(3)] == ["root-2.sqfs"] * 3
    assert card.run('choose "$FAT" "$DATA"; count "$FAT" "$DATA"; echo "$root $ask"') == "root-1.sqfs yes\n"


@pytest.mark.parametrize(("unit", "setting", "call"), [
    ("companion-tries.service", "ExecStart", "ready"), ("companion-stopped.service", "ExecStop", "stopped"),
])  # fmt: skip
def test_the_units_call_these_functions(unit: str, setting: str, call: str) -> None:
    command = f". /usr/lib/companion-card/card.sh; {call} /data /run/companion-card/start"
    assert f"{setting}=/bin/sh -c '{command}'\n" in (UNITS / unit).read_text("utf-8")
    assert 'install -D -m 644 "$here/image/card.sh" "$root/usr/lib/companion-card/card.sh"' in MAKE


@pytest.mark.parametrize("content", [b"", b"\n", b"x root-2.sqfs\n", b"-1 a\n", b"\x00\xff$(reboot) 9\n"])
def test_a_count_that_is_no_count_is_not_taken_back(card: Card, content: bytes) -> None:
    (card.data / "tries").write_bytes(content)
    card.run('stopped "$DATA" "$DATA/start"')
    assert (card.data / "tries").read_bytes() == content


def test_a_root_file_that_is_copied_again_gets_three_more_starts(card: Card) -> None:
    card.root("root-1.sqfs")
    card.root("root-2.sqfs")
    for _ in range(3):
        card.fail()
    os.utime(card.fat / "root-2.sqfs", (1_000_000_100, 1_000_000_100))
    assert card.fail() == ("root-2.sqfs", "root-2.sqfs", "")


def test_so_does_one_that_is_named_in_root_txt(card: Card) -> None:
    card.root("root-1.sqfs")
    card.root("root-2.sqfs")
    for _ in range(3):
        card.fail()
    (card.fat / "root.txt").write_text("root-2.sqfs", "ascii")
    assert card.fail() == ("root-2.sqfs", "root-2.sqfs", "")


def test_the_only_root_file_is_taken_however_often_it_failed(card: Card) -> None:
    card.root("root-1.sqfs")
    assert [card.fail()[0] for _ in range(12)] == ["root-1.sqfs"] * 12


def test_a_count_that_is_no_count_is_none(card: Card) -> None:
    card.root("root-1.sqfs")
    card.root("root-2.sqfs")
    (card.data / "tries").write_bytes(b"\x00\xff$(reboot) 9\n")
    assert card.fail()[0] == "root-2.sqfs"


def test_a_root_file_that_is_not_as_its_sum_says_is_not_taken(card: Card) -> None:
    card.root("root-1.sqfs", sum_of=ROOT_FILE)
    card.root("root-2.sqfs", sum_of=ROOT_FILE, content=ROOT_FILE[:-1] + b"?")
    assert [card.choose() for _ in range(2)] == [("root-1.sqfs", "root-2.sqfs", "broken")] * 2


def test_a_sum_is_read_in_every_form_that_programs_write(card: Card) -> None:
    card.root("root-1.sqfs")
    card.root("root-2.sqfs")
    (card.fat / "root-2.sqfs.sha256").write_text(
        f"{hashlib.sha256(ROOT_FILE).hexdigest().upper()} *root-2.sqfs\r\n", "ascii"
    )
    assert card.choose() == ("root-2.sqfs", "root-2.sqfs", "")


def test_the_sum_is_computed_once_for_a_file(card: Card) -> None:
    new = card.root("root-2.sqfs", sum_of=ROOT_FILE)
    card.root("root-1.sqfs")
    assert card.choose()[0] == "root-2.sqfs"
    # The same name, size and time: nothing says that it must be read again.
    new.write_bytes(ROOT_FILE[:-1] + b"?")
    os.utime(new, (1_000_000_000, 1_000_000_000))
    assert card.choose()[0] == "root-2.sqfs"
    os.utime(new, (1_000_000_100, 1_000_000_100))
    assert card.choose() == ("root-1.sqfs", "root-2.sqfs", "broken")


@pytest.mark.parametrize("content", [b"", b"\0" * 4096])
def test_a_file_that_was_never_filled_is_not_taken_even_without_a_sum(card: Card, content: bytes) -> None:
    card.root("root-1.sqfs")
    card.root("root-2.sqfs", content=content)
    assert card.choose() == ("root-1.sqfs", "root-2.sqfs", "broken")


def test_a_broken_root_file_is_better_than_none(card: Card) -> None:
    card.root("root-1.sqfs", sum_of=b"another content")
    assert card.choose()[0] == "root-1.sqfs"


def test_without_data_a_root_file_is_taken_all_the_same(card: Card) -> None:
    card.root("root-1.sqfs", sum_of=ROOT_FILE)
    card.data.rmdir()
    assert card.choose() == ("root-1.sqfs", "root-1.sqfs", "")


# -- the partition, the clock


def table(start: int, size: int) -> bytes:
    """The first sector of a disk: the boot code, four partitions of 16 bytes, the mark at the end."""
    first = (
        b"\x80"
        + b"\x01\x02\x03"
        + b"\x0c"
        + b"\x04\x05\x06"
        + (8192).to_bytes(4, "little")
        + (1_048_576).to_bytes(4, "little")
    )
    second = (
        b"\x00" + b"\x07\x08\x09" + b"\x83" + b"\x0a\x0b\x0c" + start.to_bytes(4, "little") + size.to_bytes(4, "little")
    )
    return b"boot" * 110 + b"\x01\xee\xff\xc0" + b"\0\0" + first + second + b"\0" * 32 + b"\x55\xaa"


@pytest.mark.parametrize(
    ("sectors", "size"),
    [
        (31_116_288, 31_116_288 - 1_056_768),  # a card of 16 GB
        (1_056_768 + 65_536 + 8_193, 65_536 + 8_193),
        (6_000_000_000, 4_294_967_295),  # more than the table can say
    ],
)
def test_the_second_partition_grows_to_the_end_and_no_other_byte_changes(card: Card, sectors: int, size: int) -> None:
    disk = card.data / "disk"
    disk.write_bytes(table(1_056_768, 65_536) + b"the first partition")
    assert card.run(f'grow "$DATA/disk" {sectors} && echo grown').strip() == "grown"
    assert disk.read_bytes() == table(1_056_768, size) + b"the first partition"
    assert card.run(f'grow "$DATA/disk" {sectors} || echo "as it was"').strip() == "as it was"


@pytest.mark.parametrize("sectors", [0, 1_056_768, 1_056_768 + 65_536, 1_056_768 + 65_536 + 8_192])
def test_a_partition_that_ends_with_the_card_or_behind_it_stays(card: Card, sectors: int) -> None:
    disk = card.data / "disk"
    disk.write_bytes(table(1_056_768, 65_536))
    assert card.run(f'grow "$DATA/disk" {sectors} || echo "as it was"').strip() == "as it was"
    assert disk.read_bytes() == table(1_056_768, 65_536)


def test_the_card_is_known_by_its_signature(card: Card) -> None:
    (card.data / "disk").write_bytes(table(1_056_768, 65_536))
    assert card.run('entry "$DATA/disk" 440').strip() == str(0xC0FFEE01)
    assert "SIGNATURE=c0ffee01" in MAKE


def test_the_clock_is_never_behind_the_last_entry(card: Card) -> None:
    assert card.run('last_moment "$DATA"').strip() == ""
    (card.data / "companion").mkdir()
    for name, moment in (
        ("clock", 1_763_000_000),
        ("companion/record.log", 1_763_000_900),
        ("companion/lock", 1_700_000_000),
    ):
        (card.data / name).touch()
        os.utime(card.data / name, (moment, moment))
    assert card.run('last_moment "$DATA"').strip() == "1763000900"


# -- the units


def test_the_first_picture_waits_for_devices_and_card_and_nothing_else() -> None:
    text = (UNITS / "companion.service.d/image.conf").read_text("utf-8")
    assert "DefaultDependencies=no" in text
    waits = set(re.findall(r"^After=(.*)$", text, re.MULTILINE)[0].split())
    assert waits == {
        "companion-devices.service", "companion-card.service", "companion-spi.service", "companion-web.service",
    }  # fmt: skip
    for unit in waits:
        before = (UNITS / unit).read_text("utf-8")
        assert "DefaultDependencies=no" in before
        assert "Before=companion.service shutdown.target" in before


def test_the_service_can_reach_no_more_on_the_card_than_elsewhere_with_keyboards(tmp_path: Path) -> None:
    program = needs.program("systemd-analyze")
    files = (SYSTEMD / "companion-keyboards.conf", UNITS / "companion.service.d/image.conf")
    elsewhere, card = [file.read_text("utf-8").partition("[Service]")[2] for file in files]
    # Only what 257 knows and this systemd may not.
    card = card.replace("PrivateTmp=disconnected", "PrivateTmp=yes")
    unit = tmp_path / "companion.service"
    text = (SYSTEMD / "companion.service").read_text("utf-8")
    found = []
    for drop_in in (elsewhere, card):
        unit.write_text(text.replace("\n[Install]", drop_in + "\n[Install]"), "utf-8")
        done = subprocess.run(
            [program, "security", "--offline=true", "--no-pager", str(unit)],
            capture_output=True, text=True, timeout=PATIENCE_S, check=False,
        )  # fmt: skip
        found.append(re.findall(r"Overall exposure level .*: (\S+)", done.stdout))
    assert found[0] == found[1] != []


def test_a_network_is_asked_for_by_files_that_only_companion_toml_makes() -> None:
    conditions = {
        unit.name: re.findall(r"^ConditionPathExists=(/run/.*)$", unit.read_text("utf-8"), re.MULTILINE)
        for unit in (UNITS / "companion-wifi.service", UNITS / "companion-web.service")
    }
    assert conditions == {
        "companion-wifi.service": ["/run/companion-card/wifi/wpa_supplicant.conf"],
        "companion-web.service": ["/run/companion-card/web"],
    }
    # Wants= would start them even where the condition does not hold.
    assert not [
        unit.name
        for unit in UNITS.glob("*.service")
        if re.search(r"^(Wants|Requires)=.*networkd", unit.read_text("utf-8"), re.MULTILINE)
    ]


def test_no_unit_of_systemd_that_lets_somebody_in_is_left() -> None:
    masked = set(re.search(r"--quiet mask (.*?timer)\n", MAKE, re.DOTALL)[1].replace("\\\n", " ").split())  # type: ignore[index]
    assert {
        "getty@.service",
        "serial-getty@.service",
        "autovt@.service",
        "console-getty.service",
        "debug-shell.service",
    } <= masked
    for unit in ("emergency", "rescue"):
        text = (IMAGE / f"root/etc/systemd/system/{unit}.service.d/card.conf").read_text("utf-8")
        assert "ExecStart=\n" in text
        assert "reboot" in text


# -- the command


def make(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [str(SYSTEMD / "make-image.sh"), *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S, check=False)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "0 files; two are needed, DEB and OUT.img, and none with --boot"),
        (["a.deb", "a.img", "--arch", "armhf"], "--arch armhf: arm64 or amd64 is needed"),
        (["a.deb", "a.img", "--suite"], "--suite: a value is missing"),
        (["a.deb", "a.img", "--fast"], "--fast: not an option known here"),
    ],
)
def test_what_make_image_is_given_wrong_is_named(arguments: list[str], said: str) -> None:
    known = "known are DEB, OUT.img, --arch, --suite, --mirror, --base, --boot, --help"
    done = make(*arguments)
    assert (done.stderr, done.returncode) == (f"make-image.sh: {said}; {known}\n", 2)


def test_a_package_that_is_not_there_is_named() -> None:
    done = make("/nowhere/a.deb", "a.img")
    said = "make-image.sh: /nowhere/a.deb: no such file; a package of make-deb.sh is needed\n"
    assert (done.stderr, done.returncode) == (said, 1)


@pytest.mark.skipif(shutil.which("xz", path="/usr/sbin:/sbin") is not None, reason="here /sbin is /usr/bin")
def test_a_program_that_is_missing_is_named_before_anything_is_fetched(tmp_path: Path) -> None:
    for name in ("bash", "dirname"):
        (tmp_path / name).symlink_to(needs.program(name))
    for name in ("mksquashfs", "cpio", "zstd", "depmod", "fdtput"):
        (tmp_path / name).touch(0o755)
    command = [str(SYSTEMD / "make-image.sh"), "--boot", str(tmp_path / "boot")]
    done = subprocess.run(
        command,
        env={"PATH": str(tmp_path), "HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    said = "make-image.sh: xz is missing; the head of this script names Debian's packages\n"
    assert (done.stderr, done.returncode) == (said, 1)


def test_help_explains_the_options() -> None:
    done = make("--help")
    assert done.returncode == 0
    assert all(option in done.stdout for option in ("--arch", "--suite", "--mirror", "--base", "DEB", "OUT.img"))


def test_the_modules_are_those_of_a_table_and_all_that_they_need(tmp_path: Path) -> None:
    of_a_table = {
        "hid/hid-generic", "hid/usbhid/usbhid", "input/evdev", "input/joystick/xpad",  # keyboards
        "usb/core/usbcore", "usb/dwc2/dwc2", "usb/host/xhci-pci", "usb/storage/usb-storage", "scsi/sd_mod",  # sticks
        "i2c/i2c-dev", "spi/spi-bcm2835", "mmc/host/bcm2835", "gpu/drm/vc4/vc4",
    }  # fmt: skip
    needed, other = {"usb/gadget/udc/udc-core"}, {"net/ethernet/realtek/r8169", "gpu/drm/radeon/radeon"}
    kernel, programs = tmp_path / "unpacked/usr/lib/modules/6.1", tmp_path / "bin"
    for module in of_a_table | needed | other:
        file = kernel / f"kernel/drivers/{module}.ko.xz"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
    for name in ("order", "builtin", "builtin.modinfo", "dep"):
        (kernel / f"modules.{name}").touch()
    programs.mkdir()
    udc = "insmod /x/lib/modules/6.1/kernel/drivers/usb/gadget/udc/udc-core.ko.xz "
    for name, does in (("depmod", ":"), ("modprobe", f'case " $* " in *" dwc2 "*) echo "{udc}" ;; esac')):
        (programs / name).write_text(f"#!/bin/sh\n{does}\n", "ascii")
        (programs / name).chmod(0o755)
    functions = re.findall(r"^(?:make_modules|copy_module|with_needs)\(\) \{.*?^\}", MAKE, re.DOTALL | re.MULTILINE)
    assert len(functions) == 3
    script = "\n".join([*functions, "squash() { :; }; step() { :; }; megabytes() { :; }", "make_modules"])
    environment = {"PATH": f"{programs}:{os.environ['PATH']}", "work": str(tmp_path), "uname": "6.1", "arch": "arm64"}
    subprocess.run(["bash", "-euo", "pipefail", "-c", script], env=environment, timeout=PATIENCE_S, check=True)
    copied = tmp_path / "modules/lib/modules/6.1/kernel/drivers"
    assert {str(file.relative_to(copied)).removesuffix(".ko.xz") for file in copied.rglob("*.ko.xz")} == (
        of_a_table | needed
    )


def test_the_number_of_the_system_is_made_once_and_stays_with_the_data(card: Card) -> None:
    first = card.run('system_id "$DATA"')
    assert re.fullmatch(r"[0-9a-f]{32}\n", first)
    assert card.run('system_id "$DATA"') == first
    (card.data / "machine-id").write_text("half a num", "ascii")
    again = card.run('system_id "$DATA"')
    assert re.fullmatch(r"[0-9a-f]{32}\n", again)
    assert again != first
    assert [path.name for path in card.data.iterdir()] == ["machine-id"]


def test_only_the_service_of_the_stick_mounts_and_it_can_do_little_else() -> None:
    text = (UNITS / "companion-stick.service").read_text("utf-8")
    for line in ("PrivateMounts=yes", "PrivateNetwork=yes", "ProtectSystem=strict", "DevicePolicy=closed",
                 "DeviceAllow=block-sd rw", "NoNewPrivileges=yes"):  # fmt: skip
        assert f"\n{line}\n" in text
    assert [unit.name for unit in UNITS.rglob("*.service") if "CAP_SYS_ADMIN" in unit.read_text("utf-8")] == [
        "companion-stick.service"
    ]
    device = (SYSTEMD / "companion.service").read_text("utf-8") + (UNITS / "companion.service.d/image.conf").read_text(
        "utf-8"
    )
    assert "block-" not in device


def test_the_driver_of_each_device_that_a_unit_may_use_is_there_before_it_starts() -> None:
    drivers = {"block-sd": "sd_mod", "char-i2c": "i2c_dev", "char-spi": "spidev"}
    built_in = {"char-gpiochip", "char-input"}
    for unit in (*SYSTEMD.glob("*.service"), *UNITS.glob("*.service")):
        text = unit.read_text("utf-8")
        for device in set(re.findall("^DeviceAllow=(\\S+)", text, re.MULTILINE)) - built_in:
            for key in ("Wants", "After"):
                named = " ".join(re.findall(f"^{key}=(.*)$", text, re.MULTILINE)).split()
                assert f"modprobe@{drivers[device]}.service" in named, (unit.name, device)


def test_the_doctor_on_the_screen_is_in_the_groups_of_the_device() -> None:
    device = (SYSTEMD / "companion.service").read_text("utf-8") + (UNITS / "companion.service.d/image.conf").read_text(
        "utf-8"
    )
    screen = (UNITS / "companion-console.service").read_text("utf-8")
    groups = [set(" ".join(re.findall("^SupplementaryGroups=(.*)$", text, re.MULTILINE)).split())
              for text in (device, screen)]  # fmt: skip
    assert groups[0] == groups[1]


def test_no_unit_loads_a_driver_without_the_right_to() -> None:
    for unit in (*SYSTEMD.glob("*.service"), *UNITS.glob("*.service")):
        text = unit.read_text("utf-8")
        if re.search("^CapabilityBoundingSet=", text, re.MULTILINE) and "CAP_SYS_MODULE" not in text:
            assert not re.search("^Exec.*modprobe", text, re.MULTILINE), unit.name


def test_each_request_of_the_device_has_a_unit_that_waits_for_it() -> None:
    paths = {path.stem: path.read_text("utf-8") for path in UNITS.glob("*.path")}
    assert {stem: re.findall("^PathExists=(.*)$", text, re.MULTILINE) for stem, text in paths.items()} == {
        "companion-again": ["/run/companion/again"],
        "companion-date": ["/run/companion/date"],
        "companion-stick": ["/run/companion/copy"],
    }
    assert all((UNITS / f"{stem}.service").exists() for stem in paths)
    assert "RuntimeDirectory=companion\n" in (SYSTEMD / "companion.service").read_text("utf-8")


@pytest.mark.parametrize("sectors", [1, 2, 3])
def test_a_cut_between_the_sectors_of_the_superblock_is_no_damage(tmp_path: Path, sectors: int) -> None:
    """It lies in the second KiB of a partition of one group of blocks, which has no second copy of it."""
    options = re.findall(r"mke2fs -q -F -t ext4 ((?:-O \S+ )?)-b (\d+)", MAKE)
    assert len(options) == 1
    data, changed = tmp_path / "data", tmp_path / "changed"
    data.touch()
    os.truncate(data, 32 << 20)
    make = [needs.program("mke2fs"), "-q", "-F", "-t", "ext4", *options[0][0].split(), "-b", options[0][1], str(data)]
    subprocess.run(make, timeout=PATIENCE_S, check=True)
    shutil.copy(data, changed)
    # What a start changes: how often, when and where it was mounted.
    tune = [needs.program("tune2fs"), "-C", "7", "-T", "20261123000000", "-E", "mount_opts=nodelalloc", str(changed)]
    subprocess.run(tune, timeout=PATIENCE_S, check=True, capture_output=True)
    before, after = data.read_bytes(), changed.read_bytes()
    assert before[1024:1536] != after[1024:1536]
    assert before[1536:2048] != after[1536:2048]
    torn = after[: sectors * 512] + before[sectors * 512 :]
    data.write_bytes(torn)
    check = [needs.program("e2fsck"), "-p", str(data)]
    done = subprocess.run(check, timeout=PATIENCE_S, check=False, capture_output=True, text=True)
    assert done.returncode < 4, done.stdout + done.stderr
