"""The doctor's checks of a board on a Pi. Each reads one part of a machine and yields findings."""

from __future__ import annotations

from collections.abc import Iterator

from companion.commands.diagnosis.findings import FAULT, OK, WARNING, Finding, Subject
from companion.commands.wiring import pin_of
from hardware.boards import I2c
from hardware.boards.profile import ADDRESSES
from hardware.buses import node_of

SLOW, FAST = 100_000, 400_000
"""Speeds of I²C in Hz."""
LOAD = "sudo modprobe -a i2c-bcm2835 i2c-dev"
LOADED = "/etc/modules-load.d/companion.conf"
"""What loads the drivers of I²C, and the file with their names for the next start."""


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
