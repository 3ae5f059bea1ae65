"""Which library reaches the pins of this machine, on which chip, and why that one.

The kernel's line events through `gpiod` where they can be had: nothing wakes until a key moves. Else lgpio. Who sets
GPIOZERO_PIN_FACTORY names gpiozero's factory, or `lgpio` for ours on that library.
"""

from __future__ import annotations

import importlib
import os
import re
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from companion.ports import PortLost

Libraries = Callable[[str], Any]
"""Imports a library by its name, or raises what that raises."""
LABELS = frozenset({"pinctrl-bcm2835", "pinctrl-bcm2711", "pinctrl-rp1"})
"""What the chips call themselves whose lines are the pins of a Raspberry Pi's header, by BCM number."""
HEADER = range(28)
"""The pins of a Raspberry Pi's header, by BCM numbers."""
INSTALL = "install table-companion[pi], or python3-libgpiod or python3-lgpio of the system"


class Choice(NamedTuple):
    """`package` reaches the pins through the device `chip`, which calls itself `label`; `why` is for people.

    Of a factory of gpiozero's own the chip is not known. `open` makes the pin factory; it takes what is to be called,
    in a foreign thread, when the factory finds that it is lost.
    """

    package: str
    chip: str | None
    label: str | None
    why: str
    open: Callable[[Callable[[], None] | None], Any]

    def __str__(self) -> str:
        where = f" on {self.chip} ({self.label})" if self.chip is not None else ""
        return f"{self.package}{where}: {self.why}"


def choose(
    libraries: Libraries = importlib.import_module,
    environ: Mapping[str, str] = os.environ,
    devices: Path = Path("/dev"),
    revision: int | None = None,
) -> Choice:
    """The way to the pins. Raises PortLost in words, with what would be needed, if there is none."""
    named = environ.get("GPIOZERO_PIN_FACTORY")
    if named is not None and named != "lgpio":
        return Choice(named, None, None, "GPIOZERO_PIN_FACTORY names it", lambda _: _gpiozeros())
    chips = sorted(devices.glob("gpiochip*"), key=_number)
    if not chips:
        raise PortLost(f"the pins of a board cannot be reached: {devices}/gpiochip0 is missing; this takes a Pi")
    tried = []
    for library, way in (("gpiod", _line_events), ("lgpio", _lgpio)):
        if named not in (None, library):
            continue
        try:
            chip, label, make = way(libraries(library), chips, revision)
        except Exception as error:
            tried.append(why(error, library))
        else:
            reason = "; ".join(tried) or ("GPIOZERO_PIN_FACTORY names it" if named else "it wakes only for edges")
            return Choice(library, chip, label, reason, make)
    raise PortLost(f"the pins of a board cannot be reached: {'; '.join(dict.fromkeys(tried))}")


@cache
def shared() -> Any:
    """The factory for pins that are only written to: one for the whole process. Raises PortLost like `choose`."""
    return choose().open(None)


Way = tuple[str, str, Callable[[Callable[[], None] | None], Any]]


def _line_events(gpiod: Any, chips: list[Path], revision: int | None) -> Way:
    if not hasattr(gpiod, "LineSettings"):
        # What Debian 12 calls python3-libgpiod, and an older package of the same name on the index.
        raise Unfit("gpiod is older than 2")

    def label(chip: Path) -> str:
        with gpiod.Chip(str(chip)) as opened:
            return str(opened.get_info().label)

    path, found = _header(chips, label)

    def make(nudge: Callable[[], None] | None) -> Any:
        from hardware.line_events import LineEventFactory

        return LineEventFactory(gpiod, str(path), revision, nudge)

    return str(path), found, make


def _lgpio(lgpio: Any, chips: list[Path], revision: int | None) -> Way:
    if not hasattr(lgpio, "gpiochip_open"):
        # lgpio 0.0.0.2 on the index, which pip takes where it finds no wheel.
        raise Unfit("lgpio is an empty package; 0.2.2 is needed")

    def label(chip: Path) -> str:
        handle = lgpio.gpiochip_open(_number(chip))
        try:
            return str(lgpio.gpio_get_chip_info(handle)[3])
        finally:
            lgpio.gpiochip_close(handle)

    path, found = _header(chips, label)

    def make(nudge: Callable[[], None] | None) -> Any:
        from hardware.lgpio_lines import LgpioFactory

        return LgpioFactory(lgpio, _number(path), revision)

    return str(path), found, make


class Unfit(Exception):
    """A library that is there and does not do; the text says why."""


def _header(chips: list[Path], label: Callable[[Path], str]) -> tuple[Path, str]:
    """The chip that has the pins of the header. Raises the first error if no chip will say what it is."""
    found, errors = [], []
    for chip in chips:
        try:
            name = label(chip)
        except Exception as error:
            errors.append(_said(error, chip))
            continue
        if name in LABELS:
            return chip, name
        found.append(f"{chip} is {name}")
    if errors:
        raise errors[0]
    raise Unfit(f"no chip of a Raspberry Pi's header here: {', '.join(found)}")


def _said(error: Exception, chip: Path) -> Exception:
    """The error with what the library left out: which file, or that it may not be opened at all."""
    if isinstance(error, OSError):
        error.filename = error.filename or str(chip)
    elif not os.access(chip, os.R_OK | os.W_OK):
        return PermissionError(13, "Permission denied", str(chip))
    return error


def _number(chip: Path) -> int:
    digits = re.search(r"\d+$", chip.name)
    return int(digits[0]) if digits else 0


def _gpiozeros() -> Any:
    """The factory that gpiozero makes as the environment tells it."""
    from gpiozero import Device

    Device.ensure_pin_factory()
    return Device.pin_factory


def why(error: BaseException, library: str = "it") -> str:
    """What an exception of a pin library says, as part of a sentence of ours, and what would help."""
    # gpiozero's own troubles are ImportErrors, too, and say enough.
    if type(error) in (ImportError, ModuleNotFoundError):
        missing = getattr(error, "name", None) == library
        return f"{library} is not installed; {INSTALL}" if missing else f"{library} cannot be used: {tidy(str(error))}"
    if isinstance(error, PermissionError):
        return f"no permission for {error.filename or library}; the user must be in the group gpio"
    if isinstance(error, FileNotFoundError) and error.filename:
        if str(error.filename).startswith(".lgd-nfy"):
            return "lgpio cannot write where it was started; LG_WD must name a folder in which the user may write"
        return f"{error.filename} is missing"
    return tidy(str(error)) or type(error).__name__


def tidy(text: str) -> str:
    """On one line, without a full stop, and beginning in lower case unless with a name such as GPIO5."""
    text = " ".join(text.split()).rstrip(".!")
    return text[:1].lower() + text[1:] if text[1:2].islower() else text
