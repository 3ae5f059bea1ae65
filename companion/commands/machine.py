"""The machine as the doctor sees it: files, programs, buses, users. Everything it looks at it asks for here."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from companion.ports import PortLost

NAMES = ("gpiozero", "luma.oled", "lgpio", "gpiod")
"""The libraries that a board needs, or can use."""


@dataclass(frozen=True, slots=True)
class Pins:
    """Which library reaches the pins, on which chip (empty if nobody says), and why that one.

    `users` are the pins that somebody has, and who, as far as the kernel says; this program's own are not among them.
    """

    package: str
    chip: str
    why: str
    users: Mapping[int, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Machine:
    """A machine to be looked at. `root` stands before every absolute path.

    `run` gives what a program prints, or None where there is none or it fails; `version` that of an installed library,
    or None. `probe(bus, address)` says whether somebody answers there, and raises OSError where the bus fails; `pins`
    raises OSError with the reason where no pin can be reached. `allowed` says whether a file may be read and written,
    `free` how many bytes a folder has left, `readonly` whether its disk can only be read.
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
        """What stands in a file; None if it cannot be read."""
        try:
            return self.at(path).read_bytes()
        except OSError:
            return None

    def text(self, path: str) -> str | None:
        """The same as text, without the NUL that the device tree ends with."""
        found = self.bytes_of(path)
        return None if found is None else found.decode("utf-8", "replace").strip("\0\n ")


def this() -> Machine:
    """The machine that this runs on."""
    import getpass
    import platform
    import time

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
    import subprocess

    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=10, check=False)
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout if done.returncode == 0 else None


def _version(library: str) -> str | None:
    from importlib.metadata import PackageNotFoundError, version
    from importlib.util import find_spec

    try:
        return version(library)
    except PackageNotFoundError:
        # A package of the system may come without the papers of one of Python's.
        return "" if "." not in library and find_spec(library) is not None else None


def _probe(bus: int, address: int) -> bool:
    """Whether somebody acknowledges an address."""
    import errno

    from smbus2 import SMBus

    # Nobody: EREMOTEIO from the Pi's own controllers, ENXIO from others.
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
    """The way to the pins that the device would take. lgpio leaves a pipe where it was started: not with people."""
    import warnings

    from hardware.pins import choose

    with in_a_folder_of_its_own(), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            choice = choose()
            return Pins(choice.package, choice.chip or "", choice.why, _users(choice.package, choice.chip))
        except PortLost as lost:
            raise OSError(str(lost)) from lost


@contextmanager
def in_a_folder_of_its_own() -> Iterator[None]:
    """The working directory is an empty folder meanwhile, then the one before.

    Where that cannot be entered it is the root: who is started by sudo may stand in somebody else's private folder.
    """
    import tempfile

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
    """Who has which pin. Where nobody can be asked, nobody has any."""
    import importlib
    from contextlib import suppress

    from hardware.lines import CONSUMER
    from hardware.pins import HEADER

    found: dict[int, str] = {}
    # A look at the lines is a courtesy: whatever a pin library makes of it, the report goes on.
    with suppress(Exception):
        package = importlib.import_module(library)
        if library == "gpiod" and chip is not None:
            with package.Chip(chip) as opened:
                infos = [(pin, opened.get_line_info(pin)) for pin in HEADER]
            found = {pin: str(info.consumer) or "the kernel" for pin, info in infos if info.used}
    return {pin: user for pin, user in found.items() if user != CONSUMER}


def _readonly(path: Path) -> bool:
    return bool(os.statvfs(path).f_flag & os.ST_RDONLY)


def _free(path: Path) -> int:
    stat = os.statvfs(path)
    return stat.f_bavail * stat.f_frsize
