"""The checks of the doctor. Each reads one part of a machine and yields findings; none changes anything."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Iterator

from companion.games.installed import INSTALLED
from companion.ports import CLOCK_FROM
from companion.record.check import check as check_record
from companion.record.log import LOG
from companion.record.trouble import RecordTrouble
from companion.services.boards import pin_of
from companion.services.checks.findings import FAULT, OK, WARNING, Finding, Subject
from companion.words import Words
from hardware.boards import I2c
from hardware.boards.profile import ADDRESSES
from hardware.buses import node_of
from hardware.power import WEAK_BEFORE, WEAK_NOW, has_low_voltage
from hardware.typeface import lcd

TESTED = ("bookworm", "trixie")
"""The versions of Raspberry Pi OS that this was tested on."""
SPACE_LEAST, SPACE_LOW = 2 * 1024**2, 50 * 1024**2
"""Bytes without which nothing can be recorded; bytes below which the user should make room."""
UNIT = "companion.service"
Check = Callable[[Subject], Iterator[Finding]]
SLOW, FAST = 100_000, 400_000
"""Speeds of I²C in Hz."""
LOAD = "sudo modprobe -a i2c-bcm2835 i2c-dev"
LOADED = "/etc/modules-load.d/companion.conf"
"""What loads the drivers of I²C, and the file with their names for the next start."""


def check_all(subject: Subject) -> Iterator[Finding]:
    """All findings. On a machine that is no Pi the board is not checked."""
    checks = _EVERYWHERE if not subject.model else (*_EVERYWHERE[:3], *_ON_A_PI, *_EVERYWHERE[3:])
    for check in checks:
        yield from check(subject)


# -- the machine


def model(subject: Subject) -> Iterator[Finding]:
    """A Raspberry Pi with 40 pins or not."""
    if not subject.model:
        yield Finding("model", WARNING, "model.none", {"kind": subject.machine.kind}, "model")
    elif re.match(r"Raspberry Pi Model [AB] Rev", subject.model):  # the first ones; later ones are A Plus, B Plus, 2, …
        yield Finding("model", WARNING, "model.short", {"model": subject.model}, "model-short")
    else:
        yield Finding("model", OK, "model.pi", {"model": subject.model})


def system(subject: Subject) -> Iterator[Finding]:
    """The operating system."""
    release = dict(re.findall(r'^(\w+)="?(.*?)"?$', subject.machine.text("/etc/os-release") or "", re.MULTILINE))
    name = release.get("PRETTY_NAME", subject.machine.kind)
    if subject.model and release.get("VERSION_CODENAME") not in TESTED:
        yield Finding("system", WARNING, "system.other", {"name": name}, "system")
    else:
        yield Finding("system", OK, "system.known", {"name": name})


def python(subject: Subject) -> Iterator[Finding]:
    """The version of Python."""
    yield Finding("python", OK, "python", {"version": subject.machine.python})


# -- the rest


def fonts(subject: Subject) -> Iterator[Finding]:
    """The letters that are not built in: Japanese ones."""
    if subject.trouble is not None:
        yield Finding("fonts", WARNING, f"fonts.{subject.trouble}", {"font": subject.font}, "fonts-named")
    elif subject.found:
        yield Finding("fonts", OK, "fonts.found", {"font": subject.found})
    else:
        needed = None in map(lcd().columns, Words(subject.language)("language.name"))
        yield Finding("fonts", WARNING if needed else OK, "fonts.none", {}, "fonts" * needed)


def data(subject: Subject) -> Iterator[Finding]:
    """Whether there is room for the record."""
    machine, folder = subject.machine, subject.folder
    there = folder
    while not os.path.exists(there) and there != there.parent:  # noqa: PTH110 - Path.exists raises in a barred folder
        there = there.parent
    params: dict[str, object] = {"folder": folder, "user": machine.user}
    if there.is_dir() and machine.readonly(there):
        yield Finding("data", FAULT, "data.readonly", params, "data-readonly")
        return
    if not there.is_dir() or not machine.allowed(there):
        yield Finding("data", FAULT, "data.barred", params, "data-barred")
        return
    try:
        free = machine.free(there)
    except OSError as error:
        yield Finding("data", FAULT, "data.unreadable", {**params, "why": error.strerror or error}, "data-barred")
        return
    params["free"] = free // 1024**2
    if free < SPACE_LEAST:
        yield Finding("data", FAULT, "data.full", params, "data-full")
    elif free < SPACE_LOW:
        yield Finding("data", WARNING, "data.low", params, "data-full")
    else:
        yield Finding("data", OK, "data.fine" if folder.is_dir() else "data.new", params)


def record(subject: Subject) -> Iterator[Finding]:
    """The record, which is only read."""
    file = subject.folder / LOG
    params: dict[str, object] = {"file": file}
    try:
        faults = check_record(subject.folder, INSTALLED).faults
    except RecordTrouble as trouble:
        if trouble.message.key == "record.none":
            yield Finding("record", OK, "record.none", {})
        else:
            yield Finding("record", WARNING, "record.unread", {**params, "why": trouble.message}, "record-unread")
        return
    if not faults:
        yield Finding("record", OK, "record.sound", params)
    else:
        yield Finding("record", FAULT, "record.broken", {**params, "why": faults[0]}, "record-broken")


def service(subject: Subject) -> Iterator[Finding]:
    """The state of the service."""
    machine = subject.machine
    if not machine.at("/run/systemd/system").exists():
        yield Finding("service", OK, "service.no-systemd", {})
        return
    wanted = "LoadState,ActiveState,SubState,WatchdogUSec,UnitFileState"
    properties: dict[str, str] = {}
    for line in (machine.run(("systemctl", "show", UNIT, "-p", wanted)) or "").splitlines():
        name, _, value = line.partition("=")
        properties[name] = value
    params: dict[str, object] = {
        "unit": UNIT,
        "state": properties.get("ActiveState"),
        "watchdog": properties.get("WatchdogUSec"),
    }
    if properties.get("LoadState") != "loaded":
        yield Finding("service", OK, "service.none", params)
    elif properties.get("ActiveState") == "failed":
        yield Finding("service", FAULT, "service.failed", params, "service-failed")
    elif properties.get("ActiveState") != "active":
        yield Finding("service", WARNING, "service.stopped", params, "service-stopped")
    elif properties.get("WatchdogUSec", "0") in ("0", "infinity", ""):
        yield Finding("service", WARNING, "service.no-watchdog", params, "service-no-watchdog")
    else:
        yield Finding("service", OK, "service.active", params)


def power(subject: Subject) -> Iterator[Finding]:
    """Whether the machine gets enough voltage."""
    machine = subject.machine
    now = has_low_voltage(machine.root)
    throttled = re.fullmatch(r"throttled=0x([0-9a-fA-F]+)\s*", machine.run(("vcgencmd", "get_throttled")) or "")
    flags = int(throttled[1], 16) if throttled else 0
    if now or flags & WEAK_NOW:
        yield Finding("power", WARNING, "power.weak", {}, "power")
    elif flags & WEAK_BEFORE:
        yield Finding("power", WARNING, "power.was-weak", {}, "power")
    else:
        yield Finding("power", OK, "power.unknown" if now is None and throttled is None else "power.fine", {})


def clock(subject: Subject) -> Iterator[Finding]:
    """Whether the clock has been set."""
    machine = subject.machine
    params: dict[str, object] = {"now": time.strftime("%Y-%m-%d %H:%M", time.localtime(machine.now))}
    if machine.now < CLOCK_FROM:
        yield Finding("clock", WARNING, "clock.unset", params, "clock")
        return
    answer = (machine.run(("timedatectl", "show", "-p", "NTPSynchronized", "--value")) or "").strip()
    synchronised = machine.at("/run/systemd/timesync/synchronized").exists() or answer == "yes"
    if subject.model and answer == "no" and not synchronised:
        yield Finding("clock", WARNING, "clock.alone", params, "clock")
    else:
        yield Finding("clock", OK, "clock.set", params)


# -- the board of a Pi


def libraries(subject: Subject) -> Iterator[Finding]:
    """Those that a board needs, and those that reach the pins."""
    versions = {name: subject.machine.version(name) for name in ("gpiozero", "luma.oled", "lgpio", "gpiod")}
    for name in ("gpiozero", "luma.oled"):
        if versions[name] is None:
            yield Finding("libraries", FAULT, "libraries.missing", {"name": name}, "libraries")
    if versions["lgpio"] == "0.0.0.2":
        yield Finding("libraries", FAULT, "libraries.stub", {}, "libraries-stub")
    have = ", ".join(f"{name} {version}".strip() for name, version in versions.items() if version is not None)
    if have:
        yield Finding("libraries", OK, "libraries.found", {"names": have})


def pins(subject: Subject) -> Iterator[Finding]:
    """Which library reaches the pins, on which chip, and why."""
    chips = sorted(subject.machine.at("/dev").glob("gpiochip*"))
    if not chips:
        yield Finding("pins", FAULT, "pins.no-chip", {}, "pins-no-chip")
        return
    try:
        found = subject.machine.pins()
    except OSError as error:
        yield Finding("pins", FAULT, "pins.none", {"why": error}, "pins")
        return
    where = found.chip or chips[0].name
    yield Finding("pins", OK, "pins.found", {"library": found.package, "chip": where, "why": found.why})
    for pin in subject.board.buttons.values():
        if pin in found.users:
            yield Finding("pins", FAULT, "pins.busy", {"pin": pin, "user": found.users[pin]}, "pins-busy")


def groups(subject: Subject) -> Iterator[Finding]:
    """Whether the user may use pins and bus."""
    machine = subject.machine
    wanted = ("gpio", "i2c" if isinstance(subject.board.wire, I2c) else "spi")
    if machine.uid == 0:
        yield Finding("groups", OK, "groups.root", {"user": machine.user})
        return
    known = {}
    for line in (machine.text("/etc/group") or "").splitlines():
        name, *rest = line.split(":")
        if len(rest) == 3:
            known[name] = (int(rest[1]) if rest[1].isdecimal() else -1, rest[2].split(","))
    missing = [name for name in wanted if name not in known or known[name][0] not in machine.groups]
    if not missing:
        yield Finding("groups", OK, "groups.in", {"user": machine.user, "groups": wanted})
        return
    params: dict[str, object] = {"user": machine.user, "groups": missing, "list": ",".join(missing)}
    entered = all(name in known and machine.user in known[name][1] for name in missing)
    absent = any(name not in known for name in missing)
    cure = "groups-absent" if absent else "groups-again" if entered else "groups"
    yield Finding("groups", FAULT, "groups.out", params, cure)


def nodes(subject: Subject) -> Iterator[Finding]:
    """The devices of pins and bus."""
    machine, node = subject.machine, subject.node
    for chip in sorted(machine.at("/dev").glob("gpiochip*"))[:1]:
        path = f"/dev/{chip.name}"
        if machine.allowed(chip):
            yield Finding("devices", OK, "devices.there", {"path": path})
        else:
            yield Finding("devices", FAULT, "devices.barred", {"path": path}, "devices-barred")
    wire = subject.board.wire
    if node is None:
        debian = "-debian" if subject.of_debian else ""
        kind, name = ("i2c", wire.bus) if isinstance(wire, I2c) else ("spi", f"{wire.port}.{wire.device}")
        params: dict[str, object] = {"bus": name, "config": subject.config, "command": LOAD, "file": LOADED}
        yield Finding("devices", FAULT, f"devices.no-{kind}", params, f"devices-no-{kind}{debian}")
    elif not machine.allowed(machine.at(node)):
        yield Finding("devices", FAULT, "devices.barred", {"path": node}, "devices-barred")
    elif subject.bus is not None and wire.pins and (found := node_of(subject.bus, machine.root)):
        sda, scl = map(pin_of, wire.pins)
        yield Finding("devices", OK, "devices.bus", {"path": node, "sda": sda, "scl": scl, "node": found})
    else:
        yield Finding("devices", OK, "devices.there", {"path": node})


def speed(subject: Subject) -> Iterator[Finding]:
    """How fast the display's bus is."""
    wire = subject.board.wire
    if not isinstance(wire, I2c) or subject.node is None:
        return
    frequency = subject.machine.bytes_of(f"/sys/class/i2c-adapter/i2c-{subject.bus}/of_node/clock-frequency")
    if frequency is None:
        frequency = subject.machine.bytes_of(f"/sys/class/i2c-dev/i2c-{subject.bus}/device/of_node/clock-frequency")
    if frequency is None or len(frequency) != 4:
        yield Finding("speed", OK, "speed.unknown", {"bus": wire.bus})
        return
    params: dict[str, object] = {
        "bus": wire.bus, "khz": int.from_bytes(frequency, "big") // 1000, "config": subject.config,
        "line": f"dtparam=i2c_arm=on,i2c_arm_baudrate={FAST}",
    }  # fmt: skip
    if int.from_bytes(frequency, "big") > SLOW:
        yield Finding("speed", OK, "speed.fine", params)
    else:
        yield Finding("speed", WARNING, "speed.slow", params, "speed-debian" if subject.of_debian else "speed")


def display(subject: Subject) -> Iterator[Finding]:
    """Whether the display answers at its address."""
    wire, machine, node = subject.board.wire, subject.machine, subject.node
    if node is None or not machine.allowed(machine.at(node)):
        return
    bus = subject.bus
    if not isinstance(wire, I2c) or bus is None:
        yield Finding("display", OK, "display.spi", {})
        return
    shown = f"0x{wire.address:02X}"
    try:
        found = [address for address in ADDRESSES if machine.probe(bus, address)]
    except (OSError, ImportError) as error:
        why = getattr(error, "strerror", None) or str(error)
        yield Finding("display", FAULT, "display.fails", {"bus": wire.bus, "why": why}, "display-fails")
        return
    params: dict[str, object] = {"bus": wire.bus, "address": shown}
    if wire.address in found:
        yield Finding("display", OK, "display.there", params)
        if subject.board.default:
            yield Finding("display", OK, "display.chip", {"chip": subject.board.chip.upper()})
    elif found:
        params["other"] = f"0x{found[0]:02X}"
        yield Finding("display", FAULT, "display.elsewhere", params, "display-elsewhere")
    else:
        yield Finding("display", FAULT, "display.nobody", params, "display-nobody")


_EVERYWHERE: tuple[Check, ...] = (model, system, python, fonts, data, record, service, clock)
_ON_A_PI: tuple[Check, ...] = (power, libraries, pins, groups, nodes, speed, display)
