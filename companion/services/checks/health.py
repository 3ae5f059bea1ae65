"""The checks of the doctor. Each reads one part of a machine and yields findings; none changes anything."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterator
from pathlib import Path
from struct import calcsize
from typing import Any

from companion.app.timers import read_lit
from companion.console import SERVICE
from companion.games.installed import INSTALLED
from companion.ports import CLOCK_FROM
from companion.record import RecordTrouble, owner_name
from companion.record.check import check as check_record
from companion.record.log import LOG
from companion.services.boards import pin_of
from companion.services.checks.findings import WARNING, Check, Finding, Machine, Seen, Subject, seen
from companion.texts import reason_of
from companion.words import Words
from hardware.boards import I2c
from hardware.boards.profile import ADDRESSES
from hardware.buses import node_of
from hardware.fonts import lcd
from hardware.keyboards.codes import is_of_use
from hardware.power import WEAK_BEFORE, WEAK_NOW, voltage_check

TESTED = ("bookworm", "trixie")
"""The versions of Raspberry Pi OS that this was tested on."""
SPACE_LEAST, SPACE_LOW = 2 * 1024**2, 50 * 1024**2
"""Bytes without which nothing can be recorded; bytes below which the user should make room."""
UNIT = "companion.service"
USER = "companion"
"""The unit, and the user to whom its records belong."""
DROP_IN = f"/etc/systemd/system/{UNIT}.d/keyboards.conf"
"""What gives the service its keyboards."""
HIDDEN = {"ProtectHome": ("/home", "/root", "/run/user"), "PrivateTmp": ("/tmp", "/var/tmp")}
"""Folders that a setting of the unit hides from the service."""
SLOW, FAST = 100_000, 400_000
"""Speeds of I²C in Hz."""
LOAD = "sudo modprobe -a i2c-bcm2835 i2c-dev"
LOADED = "/etc/modules-load.d/companion.conf"
"""What loads the drivers of I²C, and the file with their names for the next start."""


def check_all(subject: Subject) -> Iterator[Finding]:
    """All findings. On a machine that is no Pi the board is not checked."""
    checks = EVERYWHERE if not subject.model else (*EVERYWHERE[:3], *ON_A_PI, *EVERYWHERE[3:])
    for check in checks:
        yield from check.findings(subject)


# -- the machine


def model(subject: Subject) -> Iterator[Seen]:
    """A Raspberry Pi with 40 pins or not."""
    if not subject.model:
        yield seen("none", kind=subject.machine.kind)
    elif re.match(r"Raspberry Pi Model [AB] Rev", subject.model):  # the first ones; later ones are A Plus, B Plus, 2, …
        yield seen("short", model=subject.model)
    else:
        yield seen("pi", model=subject.model)


def system(subject: Subject) -> Iterator[Seen]:
    """The operating system."""
    release = dict(re.findall(r'^(\w+)="?(.*?)"?$', subject.machine.text("/etc/os-release") or "", re.MULTILINE))
    name = release.get("PRETTY_NAME", subject.machine.kind)
    if subject.model and release.get("VERSION_CODENAME") not in TESTED:
        yield seen("other", name=name)
    else:
        yield seen("known", name=name)


def python(subject: Subject) -> Iterator[Seen]:
    """The version of Python."""
    yield seen("", version=subject.machine.python)


# -- the rest


def fonts(subject: Subject) -> Iterator[Seen]:
    """The letters that are not built in: Japanese ones."""
    if subject.trouble is not None:
        yield seen(subject.trouble, level=WARNING, cure="fonts-named", font=subject.font)
        return
    needed = None in map(lcd().columns, Words(subject.language)("language.name"))
    if not subject.found:
        yield seen("none", level=WARNING, cure="fonts") if needed else seen("none")
    elif needed and not subject.larger:
        yield seen("low", level=WARNING, cure="fonts-low", font=subject.found)
    else:
        yield seen("found", font=subject.found)


def data(subject: Subject) -> Iterator[Seen]:
    """Whether there is room for the record."""
    machine, folder = subject.machine, subject.folder
    existing = folder
    while not os.path.exists(existing) and existing != existing.parent:  # noqa: PTH110 - Path.exists raises in a barred folder
        existing = existing.parent
    params: dict[str, Any] = {"folder": folder, "user": machine.user, "owner": owner_name(existing), "service": USER}
    of_service = folder == machine.at(str(SERVICE))
    if not existing.is_dir():
        yield seen("file", file=existing)
        return
    if machine.readonly(existing):
        yield seen("readonly", **params)
        return
    if not machine.allowed(existing):
        others = existing == folder and folder.stat().st_uid not in (0, machine.uid)
        cure = None if existing == folder else "data-new"
        yield seen("owned", **params) if of_service or others else seen("barred", cure=cure, **params)
        return
    if of_service and existing == folder and folder.stat().st_uid != _uid(machine, USER, folder.stat().st_uid):
        yield seen("foreign", **params)
        return
    try:
        free = machine.free(existing)
    except OSError as error:
        yield seen("unreadable", **params, why=reason_of(error))
        return
    params["free"] = free // 1024**2
    if free < SPACE_LEAST:
        yield seen("full", **params)
    elif free < SPACE_LOW:
        yield seen("low", **params)
    else:
        yield seen("fine" if folder.is_dir() else "new", **params)


def _uid(machine: Machine, user: str, default: int) -> int:
    """The number of a user of the machine."""
    found = _ids(machine, user)
    return default if found is None else found[0]


def _ids(machine: Machine, user: str) -> tuple[int, frozenset[int]] | None:
    """The number of a user of the machine, and those of its groups; None if there is no such user."""
    found = re.search(rf"^{re.escape(user)}:[^:]*:([0-9]+):([0-9]+):", machine.text("/etc/passwd") or "", re.MULTILINE)
    if found is None:
        return None
    groups = re.findall(r"^[^:\n]*:[^:\n]*:([0-9]+):(.*)$", machine.text("/etc/group") or "", re.MULTILINE)
    entered = [int(number) for number, members in groups if user in members.split(",")]
    return int(found[1]), frozenset((int(found[2]), *entered))


def board_file(machine: Machine, board: str) -> Iterator[Seen]:
    """Whether the service may read the file that is its board, whoever asks. ACLs are not looked at."""
    file = Path(board)
    unit = _properties(machine, "User,ProtectHome,PrivateTmp")
    user = unit.get("User") or USER
    ids = _ids(machine, user)
    if ids is None or not file.is_file():
        return
    folders = {*file.parents, *file.resolve().parents}
    hidden = {
        machine.at(folder)
        for setting, hides in HIDDEN.items() if unit.get(setting, "no") not in ("no", "read-only")
        for folder in hides
    }  # fmt: skip
    if hidden & folders or not _may(file, 4, *ids) or not all(_may(folder, 1, *ids) for folder in folders):
        yield seen("barred", file=file, name=file.name, user=user)


def _may(path: Path, bit: int, uid: int, groups: frozenset[int]) -> bool:
    """Whether the mode of a path gives a user a right: 4 to read it, 1 to go through it."""
    found = path.stat()
    shift = 6 if found.st_uid == uid else 3 if found.st_gid in groups else 0
    return bool(found.st_mode >> shift & bit)


def record(subject: Subject) -> Iterator[Seen]:
    """The record, which is only read."""
    file = subject.folder / LOG
    params: dict[str, Any] = {"file": file}
    try:
        faults = check_record(subject.folder, INSTALLED).faults
    except RecordTrouble as trouble:
        if trouble.message.key == "record.none":
            yield seen("none")
        elif os.path.isdir(subject.folder) and (  # noqa: PTH112 - Path.is_dir raises in a barred folder
            trouble.message.key != "record.owner" or subject.machine.allowed(subject.folder)
        ):
            # Else the line of the folder has said it.
            yield seen("unread", **params, why=trouble.message)
        return
    if not faults:
        yield seen("sound", **params)
    elif faults[0].key == "record.newer":
        yield seen("newer", why=faults[0])
    else:
        yield seen("broken", **params, why=faults[0])


def service(subject: Subject) -> Iterator[Seen]:
    """The state of the service."""
    machine = subject.machine
    if not machine.at("/run/systemd/system").exists():
        yield seen("no-systemd")
        return
    properties = _properties(machine, "LoadState,ActiveState,SubState,NRestarts,WatchdogUSec")
    params: dict[str, Any] = {
        "unit": UNIT,
        "state": properties.get("ActiveState"),
        "watchdog": properties.get("WatchdogUSec"),
    }
    if properties.get("LoadState") != "loaded":
        yield seen("none", **params)
    elif properties.get("ActiveState") == "failed" or _starts_in_vain(properties):
        yield seen("failed", **params)
    elif properties.get("ActiveState") != "active":
        yield seen("stopped", **params)
    elif properties.get("WatchdogUSec", "0") in ("0", "infinity", ""):
        yield seen("no-watchdog", **params)
    else:
        yield seen("active", **params)


def _properties(machine: Machine, wanted: str) -> dict[str, str]:
    """What systemd says of the unit; empty where there is no systemd."""
    lines = (machine.run(("systemctl", "show", UNIT, "-p", wanted)) or "").splitlines()
    return {name: value for name, _, value in [line.partition("=") for line in lines]}


def _starts_in_vain(properties: dict[str, str]) -> bool:
    """Whether a service ends before it is ready, and is started again and again: our unit sets no limit to that."""
    again = properties.get("SubState", "").startswith("auto-restart") or properties.get("NRestarts", "0") != "0"
    return properties.get("ActiveState") == "activating" and again


def keyboards(subject: Subject) -> Iterator[Seen]:
    """Where they are keys: those that are plugged in, and whether this user may read them."""
    machine = subject.machine
    if not (subject.keyboards or machine.at(DROP_IN).exists()):
        return
    nodes = [node for node in sorted(machine.at("/dev/input").glob("event[0-9]*")) if _has_keys(machine, node.name)]
    for node in nodes:
        if not machine.allowed(node) and not machine.at(DROP_IN).exists():  # by which the service may
            yield seen("barred", path=f"/dev/input/{node.name}", user=machine.user)
            return
    names = [(machine.text(f"/sys/class/input/{node.name}/device/name") or node.name) for node in nodes]
    yield seen("found", names=", ".join(dict.fromkeys(names))) if names else seen("none")


def _has_keys(machine: Machine, node: str) -> bool:
    """Whether an event device has a key for us, as far as the kernel says: a power button has none."""
    text = machine.text(f"/sys/class/input/{node}/device/capabilities/key")
    if text is None:
        return True
    mask = 0
    for word in text.split():
        mask = mask << 8 * calcsize("L") | int(word, 16)
    return is_of_use(frozenset([code for code in range(mask.bit_length()) if mask >> code & 1]))


def power(subject: Subject) -> Iterator[Seen]:
    """Whether the machine gets enough voltage."""
    machine = subject.machine
    now = voltage_check(machine.root)()
    throttled = re.fullmatch(r"throttled=0x([0-9a-fA-F]+)\s*", machine.run(("vcgencmd", "get_throttled")) or "")
    flags = int(throttled[1], 16) if throttled else 0
    if now or flags & WEAK_NOW:
        yield seen("weak")
    elif flags & WEAK_BEFORE:
        yield seen("was-weak")
    else:
        yield seen("unknown" if now is None and throttled is None else "fine")


def clock(subject: Subject) -> Iterator[Seen]:
    """Whether the clock has been set."""
    machine = subject.machine
    params: dict[str, Any] = {"now": time.strftime("%Y-%m-%d %H:%M", time.localtime(machine.now))}
    if machine.now < CLOCK_FROM:
        yield seen("unset", **params)
        return
    answer = (machine.run(("timedatectl", "show", "-p", "NTPSynchronized", "--value")) or "").strip()
    synchronised = machine.at("/run/systemd/timesync/synchronized").exists() or answer == "yes"
    if subject.model and answer == "no" and not synchronised:
        yield seen("alone", **params)
    else:
        yield seen("set", **params)


def lit(subject: Subject) -> Iterator[Seen]:
    """How long the display has been lit, if that was counted."""
    counted = read_lit(subject.folder)
    if any(counted):
        yield seen("", hours=round(sum(counted) / 3600), dim=round(counted.dim / 3600))


# -- the board of a Pi


def libraries(subject: Subject) -> Iterator[Seen]:
    """Those that a board needs, and those that reach the pins."""
    versions = {name: subject.machine.version(name) for name in ("gpiozero", "luma.oled", "lgpio", "gpiod")}
    for name in ("gpiozero", "luma.oled"):
        if versions[name] is None:
            yield seen("missing", name=name)
    if versions["lgpio"] == "0.0.0.2":
        yield seen("stub")
    have = ", ".join(f"{name} {version}".strip() for name, version in versions.items() if version is not None)
    if have:
        yield seen("found", names=have)


def pins(subject: Subject) -> Iterator[Seen]:
    """Which library reaches the pins, on which chip, and why."""
    chips = sorted(subject.machine.at("/dev").glob("gpiochip*"))
    if not chips:
        yield seen("no-chip")
        return
    try:
        reached = subject.machine.pins()
    except OSError as error:
        barred = not subject.machine.allowed(chips[0])
        yield seen("none", cure="devices-barred" if barred else None, why=error)
        return
    where = reached.chip or chips[0].name
    yield seen("found", library=reached.package, chip=where, why=reached.why)
    for pin in subject.board.claimed:
        if pin in reached.users:
            yield seen("busy", pin=pin, user=reached.users[pin])


def groups(subject: Subject) -> Iterator[Seen]:
    """Whether the user may use pins and bus."""
    machine = subject.machine
    wanted = ("gpio", "i2c" if isinstance(subject.board.wire, I2c) else "spi")
    if machine.uid == 0:
        yield seen("root", user=machine.user)
        return
    groups_of_machine = {}
    for line in (machine.text("/etc/group") or "").splitlines():
        name, *rest = line.split(":")
        if len(rest) == 3:
            groups_of_machine[name] = (int(rest[1]) if rest[1].isdecimal() else -1, rest[2].split(","))
    missing = [
        name for name in wanted if name not in groups_of_machine or groups_of_machine[name][0] not in machine.groups
    ]
    if not missing:
        yield seen("in", user=machine.user, groups=wanted)
        return
    params: dict[str, Any] = {"user": machine.user, "groups": missing, "list": ",".join(missing)}
    entered = all(name in groups_of_machine and machine.user in groups_of_machine[name][1] for name in missing)
    absent = any(name not in groups_of_machine for name in missing)
    cure = "groups-absent" if absent else "groups-again" if entered else "groups"
    yield seen("out", cure=cure, **params)


def nodes(subject: Subject) -> Iterator[Seen]:
    """The devices of pins and bus."""
    machine, node = subject.machine, subject.node
    for chip in sorted(machine.at("/dev").glob("gpiochip*"))[:1]:
        path = f"/dev/{chip.name}"
        if machine.allowed(chip):
            yield seen("there", path=path)
        else:
            yield seen("barred", path=path)
    wire = subject.board.wire
    if node is None:
        debian = "-debian" if subject.of_debian else ""
        kind, name = ("i2c", wire.bus) if isinstance(wire, I2c) else ("spi", f"{wire.port}.{wire.device}")
        params: dict[str, Any] = {"bus": name, "config": subject.config, "command": LOAD, "file": LOADED}
        yield seen(f"no-{kind}", cure=f"devices-no-{kind}{debian}", **params)
    elif not machine.allowed(machine.at(node)):
        yield seen("barred", path=node)
    elif subject.bus is not None and wire.pins and (tree_node := node_of(subject.bus, machine.root)):
        sda, scl = map(pin_of, wire.pins)
        yield seen("bus", path=node, sda=sda, scl=scl, node=tree_node)
    else:
        yield seen("there", path=node)


def speed(subject: Subject) -> Iterator[Seen]:
    """How fast the display's bus is."""
    wire = subject.board.wire
    if not isinstance(wire, I2c) or subject.node is None:
        return
    frequency = subject.machine.bytes_of(f"/sys/class/i2c-adapter/i2c-{subject.bus}/of_node/clock-frequency")
    if frequency is None:
        frequency = subject.machine.bytes_of(f"/sys/class/i2c-dev/i2c-{subject.bus}/device/of_node/clock-frequency")
    if frequency is None or len(frequency) != 4:
        yield seen("unknown", bus=wire.bus)
        return
    params: dict[str, Any] = {
        "bus": wire.bus, "khz": int.from_bytes(frequency, "big") // 1000, "config": subject.config,
        "line": f"dtparam=i2c_arm=on,i2c_arm_baudrate={FAST}",
    }  # fmt: skip
    if int.from_bytes(frequency, "big") > SLOW:
        yield seen("fine", **params)
    else:
        yield seen("slow", cure="speed-debian" if subject.of_debian else None, **params)


def display(subject: Subject) -> Iterator[Seen]:
    """Whether the display answers at its address."""
    wire, machine, node = subject.board.wire, subject.machine, subject.node
    if node is None or not machine.allowed(machine.at(node)):
        return
    bus = subject.bus
    if not isinstance(wire, I2c) or bus is None:
        yield seen("spi")
        return
    shown = f"0x{wire.address:02X}"
    try:
        answering = [address for address in ADDRESSES if machine.probe(bus, address)]
    except (OSError, ImportError) as error:
        yield seen("fails", bus=wire.bus, why=reason_of(error))
        return
    params: dict[str, Any] = {"bus": wire.bus, "address": shown}
    if wire.address in answering:
        yield seen("there", **params)
        if subject.board.default:
            yield seen("chip", chip=subject.board.chip.upper())
    elif answering:
        params["other"] = f"0x{answering[0]:02X}"
        yield seen("elsewhere", **params)
    else:
        yield seen("nobody", **params)


BOARD = Check("board", board_file, faults="wrong barred")
CLOCK = Check("clock", clock, warnings="unset alone", cures={"unset": "clock", "alone": "clock"})
EVERYWHERE = (
    Check("model", model, warnings="none short", cures={"none": "model"}),
    Check("system", system, warnings="other", cures={"other": "system"}),
    Check("python", python),
    Check("fonts", fonts),
    Check(
        "data",
        data,
        faults="file readonly barred foreign full unreadable",
        warnings="low owned",
        cures={"unreadable": "data-barred", "low": "data-full"},
    ),
    Check("record", record, faults="broken newer", warnings="unread"),
    Check("service", service, faults="failed", warnings="stopped no-watchdog"),
    Check("keyboards", keyboards, warnings="barred"),
    CLOCK,
    Check("lit", lit),
)
ON_A_PI = (
    Check("power", power, warnings="weak was-weak", cures={"weak": "power", "was-weak": "power"}),
    Check("libraries", libraries, faults="missing stub", cures={"missing": "libraries"}),
    Check("pins", pins, faults="no-chip none busy", cures={"none": "pins"}),
    Check("groups", groups, faults="out"),
    Check("devices", nodes, faults="no-i2c no-spi barred"),
    Check("speed", speed, warnings="slow", cures={"slow": "speed"}),
    Check("display", display, faults="fails elsewhere nobody"),
)
