"""What the doctor looks at. Each check reads one part of a machine and gives lines; none changes anything."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from companion.commands.machine import Machine
from companion.ports import CLOCK_FROM
from hardware.boards import Board, I2c
from hardware.boards.profile import ADDRESSES
from hardware.power import WEAK_BEFORE, WEAK_NOW, weak

OK, WARNING, FAULT = "ok", "warning", "fault"
LEVELS = (OK, WARNING, FAULT)
"""From good to bad; the place is the exit status."""

TRIED = ("bookworm", "trixie")
"""The systems that this was made for."""
SLOW, FAST = 100_000, 400_000
SPACE_LEAST, SPACE_LOW = 2 * 1024**2, 50 * 1024**2
"""Bytes without which nothing can be recorded; bytes below which somebody should make room."""
UNIT = "companion.service"


class Line(NamedTuple):
    """One line of the report: what was looked at, how it is, and a message; `cure` is what helps."""

    check: str
    level: str
    said: str
    params: dict[str, object]
    cure: str = ""


@dataclass(frozen=True, slots=True)
class Case:
    """What is looked at: a machine, a board, the folder of the record, the language and the font that are set."""

    machine: Machine
    board: Board
    folder: Path
    language: str = "en"
    font: str = ""
    found: str = ""
    trouble: str | None = None

    @property
    def model(self) -> str:
        """The model of a Raspberry Pi; empty for any other machine."""
        model = self.machine.text("/proc/device-tree/model") or ""
        return model if model.startswith("Raspberry Pi") else ""

    @property
    def config(self) -> str:
        """Where the firmware's settings are."""
        new = "/boot/firmware/config.txt"
        old = "/boot/config.txt"
        return old if self.machine.at(old).is_file() and not self.machine.at(new).is_file() else new

    @property
    def node(self) -> str:
        """The device of the display's bus."""
        wire = self.board.wire
        return f"/dev/i2c-{wire.bus}" if isinstance(wire, I2c) else f"/dev/spidev{wire.port}.{wire.device}"


def lines(case: Case) -> Iterator[Line]:
    """All of them. Away from a Pi there is no board to look at."""
    checks = _EVERYWHERE if not case.model else (*_EVERYWHERE[:3], *_ON_A_PI, *_EVERYWHERE[3:])
    for check in checks:
        yield from check(case)


# -- the machine


def model(case: Case) -> Iterator[Line]:
    """A Raspberry Pi with 40 pins or not."""
    if not case.model:
        yield Line("model", WARNING, "model.none", {"kind": case.machine.kind}, "model")
    elif re.match(r"Raspberry Pi Model [AB] Rev", case.model):  # the first ones; later ones are A Plus, B Plus, 2, …
        yield Line("model", WARNING, "model.short", {"model": case.model}, "model-short")
    else:
        yield Line("model", OK, "model.pi", {"model": case.model})


def system(case: Case) -> Iterator[Line]:
    """The operating system."""
    told = dict(re.findall(r'^(\w+)="?(.*?)"?$', case.machine.text("/etc/os-release") or "", re.MULTILINE))
    name = told.get("PRETTY_NAME", case.machine.kind)
    if case.model and told.get("VERSION_CODENAME") not in TRIED:
        yield Line("system", WARNING, "system.other", {"name": name}, "system")
    else:
        yield Line("system", OK, "system.known", {"name": name})


def python(case: Case) -> Iterator[Line]:
    """The version of Python."""
    yield Line("python", OK, "python", {"version": case.machine.python})


def libraries(case: Case) -> Iterator[Line]:
    """Those that a board needs, and what else could reach the pins."""
    versions = {name: case.machine.version(name) for name in ("gpiozero", "luma.oled", "lgpio", "gpiod")}
    for name in ("gpiozero", "luma.oled"):
        if versions[name] is None:
            yield Line("libraries", FAULT, "libraries.missing", {"name": name}, "libraries")
    if versions["lgpio"] == "0.0.0.2":
        yield Line("libraries", FAULT, "libraries.stub", {}, "libraries-stub")
    have = ", ".join(f"{name} {version}".strip() for name, version in versions.items() if version is not None)
    if have:
        yield Line("libraries", OK, "libraries.found", {"names": have})


# -- the board


def pins(case: Case) -> Iterator[Line]:
    """Which library reaches the pins, on which chip, and why."""
    chips = sorted(case.machine.at("/dev").glob("gpiochip*"))
    if not chips:
        yield Line("pins", FAULT, "pins.no-chip", {}, "pins-no-chip")
        return
    try:
        found = case.machine.pins()
    except OSError as error:
        yield Line("pins", FAULT, "pins.none", {"why": error}, "pins")
        return
    where = found.chip or chips[0].name
    yield Line("pins", OK, "pins.found", {"library": found.package, "chip": where, "why": found.why})
    for pin in case.board.buttons.values():
        if pin in found.users:
            yield Line("pins", FAULT, "pins.busy", {"pin": pin, "user": found.users[pin]}, "pins-busy")


def groups(case: Case) -> Iterator[Line]:
    """Whether the user may use pins and bus."""
    machine = case.machine
    wanted = ("gpio", "i2c" if isinstance(case.board.wire, I2c) else "spi")
    if machine.uid == 0:
        yield Line("groups", OK, "groups.root", {"user": machine.user})
        return
    known = {}
    for line in (machine.text("/etc/group") or "").splitlines():
        name, *rest = line.split(":")
        if len(rest) == 3:
            known[name] = (int(rest[1]) if rest[1].isdecimal() else -1, rest[2].split(","))
    missing = [name for name in wanted if name not in known or known[name][0] not in machine.groups]
    if not missing:
        yield Line("groups", OK, "groups.in", {"user": machine.user, "groups": wanted})
        return
    params: dict[str, object] = {"user": machine.user, "groups": missing, "list": ",".join(missing)}
    entered = all(name in known and machine.user in known[name][1] for name in missing)
    absent = any(name not in known for name in missing)
    cure = "groups-absent" if absent else "groups-again" if entered else "groups"
    yield Line("groups", FAULT, "groups.out", params, cure)


def nodes(case: Case) -> Iterator[Line]:
    """The devices of pins and bus."""
    machine, node = case.machine, case.node
    for chip in sorted(machine.at("/dev").glob("gpiochip*"))[:1]:
        path = f"/dev/{chip.name}"
        if machine.allowed(chip):
            yield Line("devices", OK, "devices.there", {"path": path})
        else:
            yield Line("devices", FAULT, "devices.barred", {"path": path}, "devices-barred")
    params: dict[str, object] = {"path": node, "config": case.config}
    bus = "i2c" if isinstance(case.board.wire, I2c) else "spi"
    if not machine.at(node).exists():
        yield Line("devices", FAULT, f"devices.no-{bus}", params, f"devices-no-{bus}")
    elif not machine.allowed(machine.at(node)):
        yield Line("devices", FAULT, "devices.barred", params, "devices-barred")
    else:
        yield Line("devices", OK, "devices.there", params)


def speed(case: Case) -> Iterator[Line]:
    """How fast the display's bus is."""
    wire = case.board.wire
    if not isinstance(wire, I2c) or not case.machine.at(case.node).exists():
        return
    told = case.machine.bytes_of(f"/sys/class/i2c-adapter/i2c-{wire.bus}/of_node/clock-frequency")
    if told is None:
        told = case.machine.bytes_of(f"/sys/class/i2c-dev/i2c-{wire.bus}/device/of_node/clock-frequency")
    if told is None or len(told) != 4:
        yield Line("speed", OK, "speed.untold", {"bus": wire.bus})
        return
    params: dict[str, object] = {
        "bus": wire.bus, "khz": int.from_bytes(told, "big") // 1000, "config": case.config,
        "line": f"dtparam=i2c_arm=on,i2c_arm_baudrate={FAST}",
    }  # fmt: skip
    slow = int.from_bytes(told, "big") <= SLOW
    yield Line("speed", WARNING if slow else OK, "speed.slow" if slow else "speed.fine", params, "speed" * slow)


def display(case: Case) -> Iterator[Line]:
    """Who answers on it."""
    wire, machine = case.board.wire, case.machine
    if not machine.at(case.node).exists() or not machine.allowed(machine.at(case.node)):
        return
    if not isinstance(wire, I2c):
        yield Line("display", OK, "display.spi", {})
        return
    shown = f"0x{wire.address:02X}"
    try:
        found = [address for address in ADDRESSES if machine.probe(wire.bus, address)]
    except (OSError, ImportError) as error:
        why = getattr(error, "strerror", None) or str(error)
        yield Line("display", FAULT, "display.fails", {"bus": wire.bus, "why": why}, "display-fails")
        return
    params: dict[str, object] = {"bus": wire.bus, "address": shown}
    if wire.address in found:
        yield Line("display", OK, "display.there", params)
    elif found:
        params["other"] = f"0x{found[0]:02X}"
        yield Line("display", FAULT, "display.elsewhere", params, "display-elsewhere")
    else:
        yield Line("display", FAULT, "display.nobody", params, "display-nobody")


# -- the rest


def fonts(case: Case) -> Iterator[Line]:
    """The letters for Japanese."""
    if case.trouble is not None:
        yield Line("fonts", WARNING, f"fonts.{case.trouble}", {"font": case.font}, "fonts-named")
    elif case.found:
        yield Line("fonts", OK, "fonts.found", {"font": case.found})
    else:
        needed = case.language != "en"
        yield Line("fonts", WARNING if needed else OK, "fonts.none", {}, "fonts" * needed)


def data(case: Case) -> Iterator[Line]:
    """Whether there is room for the record."""
    machine, folder = case.machine, case.folder
    there = folder
    while not there.exists() and there != there.parent:
        there = there.parent
    params: dict[str, object] = {"folder": folder, "user": machine.user}
    if there.is_dir() and machine.readonly(there):
        yield Line("data", FAULT, "data.readonly", params, "data-readonly")
        return
    if not there.is_dir() or not machine.allowed(there):
        yield Line("data", FAULT, "data.barred", params, "data-barred")
        return
    try:
        free = machine.free(there)
    except OSError as error:
        yield Line("data", FAULT, "data.unreadable", {**params, "why": error.strerror or error}, "data-barred")
        return
    params["free"] = free // 1024**2
    if free < SPACE_LEAST:
        yield Line("data", FAULT, "data.full", params, "data-full")
    elif free < SPACE_LOW:
        yield Line("data", WARNING, "data.low", params, "data-full")
    else:
        yield Line("data", OK, "data.fine" if folder.is_dir() else "data.new", params)


def record(case: Case) -> Iterator[Line]:
    """The record, looked at without writing a byte."""
    from companion.record.check import check
    from companion.record.log import LOG
    from companion.record.trouble import RecordTrouble

    file = case.folder / LOG
    params: dict[str, object] = {"file": file}
    try:
        faults = check(case.folder).faults
    except RecordTrouble as trouble:
        if trouble.message.key == "journal.none":
            yield Line("record", OK, "record.none", {})
        else:
            yield Line("record", WARNING, "record.unread", {**params, "why": trouble.message}, "record-unread")
        return
    if not faults:
        yield Line("record", OK, "record.sound", params)
    else:
        yield Line("record", FAULT, "record.broken", {**params, "why": faults[0].message}, "record-broken")


def service(case: Case) -> Iterator[Line]:
    """How systemd finds the device."""
    machine = case.machine
    if not machine.at("/run/systemd/system").exists():
        yield Line("service", OK, "service.no-systemd", {})
        return
    wanted = "LoadState,ActiveState,SubState,WatchdogUSec,UnitFileState"
    told: dict[str, str] = {}
    for line in (machine.run(("systemctl", "show", UNIT, "-p", wanted)) or "").splitlines():
        name, _, value = line.partition("=")
        told[name] = value
    params: dict[str, object] = {"unit": UNIT, "state": told.get("ActiveState"), "watchdog": told.get("WatchdogUSec")}
    if told.get("LoadState") != "loaded":
        yield Line("service", OK, "service.none", params)
    elif told.get("ActiveState") == "failed":
        yield Line("service", FAULT, "service.failed", params, "service-failed")
    elif told.get("ActiveState") != "active":
        yield Line("service", WARNING, "service.stopped", params, "service-stopped")
    elif told.get("WatchdogUSec", "0") in ("0", "infinity", ""):
        yield Line("service", WARNING, "service.no-watchdog", params, "service-no-watchdog")
    else:
        yield Line("service", OK, "service.active", params)


def power(case: Case) -> Iterator[Line]:
    """Whether the machine gets enough voltage."""
    machine = case.machine
    now = weak(machine.root)
    told = re.fullmatch(r"throttled=0x([0-9a-fA-F]+)\s*", machine.run(("vcgencmd", "get_throttled")) or "")
    flags = int(told[1], 16) if told else 0
    if now or flags & WEAK_NOW:
        yield Line("power", WARNING, "power.weak", {}, "power")
    elif flags & WEAK_BEFORE:
        yield Line("power", WARNING, "power.was-weak", {}, "power")
    else:
        yield Line("power", OK, "power.untold" if now is None and told is None else "power.fine", {})


def clock(case: Case) -> Iterator[Line]:
    """Whether the clock has been set."""
    machine = case.machine
    params: dict[str, object] = {"now": time.strftime("%Y-%m-%d %H:%M", time.localtime(machine.now))}
    if machine.now < CLOCK_FROM:
        yield Line("clock", WARNING, "clock.unset", params, "clock")
        return
    told = (machine.run(("timedatectl", "show", "-p", "NTPSynchronized", "--value")) or "").strip()
    synchronised = machine.at("/run/systemd/timesync/synchronized").exists() or told == "yes"
    if case.model and told == "no" and not synchronised:
        yield Line("clock", WARNING, "clock.alone", params, "clock")
    else:
        yield Line("clock", OK, "clock.set", params)


Check = Callable[[Case], Iterator[Line]]
_EVERYWHERE: tuple[Check, ...] = (model, system, python, fonts, data, record, service, clock)
_ON_A_PI: tuple[Check, ...] = (power, libraries, pins, groups, nodes, speed, display)
