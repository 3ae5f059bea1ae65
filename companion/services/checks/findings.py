"""A finding, the machine and the board that are checked, and how a machine is asked."""

from __future__ import annotations

import errno
import getpass
import os
import platform
import subprocess
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from companion.ports import PortError
from hardware.boards import Board, I2c
from hardware.buses import TREE, find_bus
from hardware.pins import GPIOS, choose

OK, WARNING, FAULT = "ok", "warning", "fault"
LEVELS = (OK, WARNING, FAULT)
"""From good to bad; the index is the exit status."""


class Finding(NamedTuple):
    """One line of the report: the check, the level, the key of a text with its parameters, and the key of a cure."""

    check: str
    level: str
    text: str
    params: dict[str, object]
    cure: str = ""


class Seen(NamedTuple):
    """What a probe has seen: a text of its check with its parameters. `level` and `cure` replace its level and cure."""

    text: str
    params: dict[str, object]
    level: str | None
    cure: str | None


def seen(text: str, /, *, level: str | None = None, cure: str | None = None, **params: Any) -> Seen:
    """What a probe has seen."""
    return Seen(text, params, level, cure)


class Check(NamedTuple):
    """A check: `probe` reads one part of a machine or of a hall, changes nothing, and yields what it sees.

    Its texts that are `warnings` or `faults` are listed here, between blanks; all others say that something is well.
    The cure of such a text has the name of the check and the text, `data-full`, unless `cures` has another one.
    """

    name: str
    probe: Callable[..., Iterator[Seen]]
    warnings: str = ""
    faults: str = ""
    cures: Mapping[str, str] = {}

    def findings(self, *given: object) -> Iterator[Finding]:
        """What the probe finds in what it is given."""
        return map(self.finding, self.probe(*given))

    def finding(self, one: Seen) -> Finding:
        """What was seen, as a line of the report."""
        level = FAULT if one.text in self.faults.split() else WARNING if one.text in self.warnings.split() else OK
        level = one.level or level
        cure = "" if level == OK else self.cures.get(one.text, f"{self.name}-{one.text}")
        cure = cure if one.cure is None else one.cure
        topic = self.name.replace("hall-", "hall.")
        return Finding(self.name, level, f"{topic}.{one.text}" if one.text else topic, one.params, cure)


@dataclass(frozen=True, slots=True)
class Subject:
    """What is checked: a machine, a board, the folder of the record, the language and the font that are set.

    `found` is the font in use, `larger` whether its letters are there in every size. `keyboards`: those that are
    plugged in are keys, by the settings or the board.
    """

    machine: Machine
    board: Board
    folder: Path
    language: str = "en"
    font: str = ""
    found: str = ""
    trouble: str | None = None
    larger: bool = True
    keyboards: bool = False

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
    def of_debian(self) -> bool:
        """Whether this is a Pi with a device tree of Debian's kernel: config.txt and raspi-config change nothing of it.

        Raspberry Pi's own trees have an alias for each bus, also for one that is off.
        """
        tree = self.machine.at(TREE)
        return bool(self.model) and (tree / "model").exists() and not (tree / "aliases/i2c1").exists()

    @property
    def bus(self) -> int | None:
        """N of the `/dev/i2c-N` of the display; None without one."""
        wire = self.board.wire
        return find_bus(wire.bus, self.machine.root) if isinstance(wire, I2c) else None

    @property
    def node(self) -> str | None:
        """The device of the display's bus; None without one."""
        wire = self.board.wire
        path = f"/dev/i2c-{self.bus}" if isinstance(wire, I2c) else f"/dev/spidev{wire.port}.{wire.device}"
        return path if self.machine.at(path).exists() else None


@dataclass(frozen=True, slots=True)
class Pins:
    """Which library reaches the pins, on which chip (empty if not known), and why that one.

    `users` are the pins that another program uses, and which one, as far as the kernel says.
    """

    package: str
    chip: str
    why: str
    users: Mapping[int, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Machine:
    """A machine to be checked. `root` is put before every absolute path.

    `run` returns what a program prints, or None if it is missing or fails; `version` an installed library's version, or
    None. `probe(bus, address)` is whether a chip answers there, and raises OSError if the bus fails; `pins` raises
    OSError with the reason if no pin can be reached. `allowed` is whether a file may be read and written, `free` how
    many bytes are left in a folder, `readonly` whether its disk can only be read.
    """

    root: Path
    run: Callable[[Sequence[str]], str | None]
    version: Callable[[str], str | None]
    probe: Callable[[int, int], bool]
    pins: Callable[[], Pins]
    allowed: Callable[[Path], bool]
    free: Callable[[Path], int]
    user: str
    uid: int
    groups: frozenset[int]
    python: str
    kind: str
    now: float
    readonly: Callable[[Path], bool] = lambda _: False

    def at(self, path: str) -> Path:
        """Where a file of the machine is."""
        return self.root / path.lstrip("/")

    def bytes_of(self, path: str) -> bytes | None:
        """The contents of a file; None if it cannot be read."""
        try:
            return self.at(path).read_bytes()
        except OSError:
            return None

    def text(self, path: str) -> str | None:
        """The same as text, without the NUL that the device tree ends with."""
        content = self.bytes_of(path)
        return None if content is None else content.decode("utf-8", "replace").strip("\0\n ")


def this_machine() -> Machine:
    """The machine that this runs on."""
    try:
        user = getpass.getuser()
    except (KeyError, OSError):
        user = str(os.getuid())
    return Machine(
        Path("/"),
        _run,
        _version,
        _probe,
        _pins,
        lambda path: os.access(path, os.R_OK | os.W_OK),
        _free,
        user,
        os.getuid(),
        frozenset((*os.getgroups(), os.getgid())),
        platform.python_version(),
        f"{platform.system()} {platform.machine()}",
        time.time(),
        _readonly,
    )


def _run(command: Sequence[str]) -> str | None:
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=10, check=False)
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout if done.returncode == 0 else None


def _version(library: str) -> str | None:
    try:
        return version(library)
    except PackageNotFoundError:
        # A package of the system may come without the papers of one of Python's.
        return "" if "." not in library and find_spec(library) is not None else None


def _probe(bus: int, address: int) -> bool:
    """Whether a chip acknowledges an address."""
    from smbus2 import SMBus  # where it is missing, the doctor says so

    # No chip: EREMOTEIO from the Pi's own controllers, ENXIO from others.
    silent = {getattr(errno, "EREMOTEIO", 121), errno.ENXIO}
    with SMBus(bus) as opened:
        try:
            opened.write_quick(address)
        except OSError as error:
            if error.errno not in {errno.EOPNOTSUPP, errno.EINVAL}:
                if error.errno in silent:
                    return False
                raise
            # A controller that cannot send an address alone.
            try:
                opened.read_byte(address)
            except OSError as second:
                if second.errno in silent:
                    return False
                raise
    return True


def _pins() -> Pins:
    """How the device would reach the pins. In an empty folder, because lgpio leaves a pipe in the working directory."""
    with in_empty_folder(), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            choice = choose()
            return Pins(choice.package, choice.chip or "", choice.why, _users(choice.package, choice.chip))
        except PortError as lost:
            raise OSError(str(lost)) from lost


@contextmanager
def in_empty_folder() -> Iterator[None]:
    """Make an empty folder the working directory for a while, then return to the one before.

    If that cannot be entered, return to the root: a program started by sudo may be in another user's private folder.
    """
    try:
        before = Path.cwd()
    except OSError:  # it has been deleted
        before = Path("/")
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            yield
        finally:
            try:
                os.chdir(before)
            except OSError:
                os.chdir("/")


def _users(library: str, chip: str | None) -> Mapping[int, str]:
    """Which program uses which pin; empty if the kernel does not tell."""
    from hardware.pin_base import CONSUMER  # with gpiozero, whose absence is one of the findings

    users: dict[int, str] = {}
    # The report goes on without them, whatever a pin library raises.
    with suppress(Exception):
        package = import_module(library)
        if library == "gpiod" and chip is not None:
            with package.Chip(chip) as opened:
                infos = [(pin, opened.get_line_info(pin)) for pin in GPIOS]
            users = {pin: str(info.consumer) or "the kernel" for pin, info in infos if info.used}
    return {pin: user for pin, user in users.items() if user != CONSUMER}


def _readonly(path: Path) -> bool:
    return bool(os.statvfs(path).f_flag & os.ST_RDONLY)


def _free(path: Path) -> int:
    stat = os.statvfs(path)
    return stat.f_bavail * stat.f_frsize
