"""Chooses the library and the chip for the pins of this machine, and says why.

`gpiod` comes first, because with the kernel's line events nothing wakes until a key moves. Then comes lgpio. The
environment variable GPIOZERO_PIN_FACTORY names a factory of gpiozero's, or `lgpio` for our factory on that library.
"""

from __future__ import annotations

import importlib
import os
import re
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from companion.ports import PortError
from companion.values import Frozen

Libraries = Callable[[str], Any]
"""Imports a library by its name."""
LABELS = frozenset({"pinctrl-bcm2835", "pinctrl-bcm2711", "pinctrl-rp1"})
"""The labels of the chips whose lines are the pins of a Raspberry Pi's header, by BCM number."""
GPIOS = range(28)
"""The pins of a Raspberry Pi's header, by BCM numbers."""


class Choice(Frozen):
    """The library `package` on the device `chip` with its `label`, and for people the reason, `why`.

    For a factory of gpiozero's own the chip is None. `open` makes the pin factory; a foreign thread calls its argument
    when the factory is lost.
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
    """The library and chip to use. If none works, raises PortError with what is needed."""
    named = environ.get("GPIOZERO_PIN_FACTORY")
    if named is not None and named != "lgpio":
        return Choice(named, None, None, "GPIOZERO_PIN_FACTORY names it", lambda _: _gpiozero_factory())
    chips = sorted(devices.glob("gpiochip*"), key=_number)
    if not chips:
        raise PortError(f"the pins of a board cannot be reached: {devices}/gpiochip0 is missing; this takes a Pi")
    tried = []
    for library, prepare in (("gpiod", _gpiod), ("lgpio", _lgpio)):
        if named not in (None, library):
            continue
        try:
            chip, label, make = prepare(libraries(library), chips, revision)
        except Exception as error:
            tried.append(describe_error(error, library))
        else:
            reason = "; ".join(tried) or ("GPIOZERO_PIN_FACTORY names it" if named else "it wakes only for edges")
            return Choice(library, chip, label, reason, make)
    raise PortError(f"the pins of a board cannot be reached: {'; '.join(dict.fromkeys(tried))}")


@cache
def output_factory() -> Any:
    """The factory for output pins, one for the whole process. Raises PortError like `choose`."""
    return choose().open(None)


Prepared = tuple[str, str, Callable[[Callable[[], None] | None], Any]]


def _gpiod(gpiod: Any, chips: list[Path], revision: int | None) -> Prepared:
    if not hasattr(gpiod, "LineSettings"):
        # Debian 12's python3-libgpiod, or an older package of this name on PyPI.
        raise Unfit("gpiod is older than 2")

    def label(chip: Path) -> str:
        with gpiod.Chip(str(chip)) as opened:
            return str(opened.get_info().label)

    path, found = _header(chips, label)

    def make(nudge: Callable[[], None] | None) -> Any:
        from hardware.gpiod_pins import GpiodFactory

        return GpiodFactory(gpiod, str(path), revision, nudge)

    return str(path), found, make


def _lgpio(lgpio: Any, chips: list[Path], revision: int | None) -> Prepared:
    if not hasattr(lgpio, "gpiochip_open"):
        # lgpio 0.0.0.2 on PyPI, which pip installs if it finds no other wheel.
        raise Unfit("lgpio is an empty package; 0.2.2 is needed")

    def label(chip: Path) -> str:
        handle = lgpio.gpiochip_open(_number(chip))
        try:
            return str(lgpio.gpio_get_chip_info(handle)[3])
        finally:
            lgpio.gpiochip_close(handle)

    path, found = _header(chips, label)

    def make(nudge: Callable[[], None] | None) -> Any:
        from hardware.lgpio_pins import LgpioFactory

        return LgpioFactory(lgpio, _number(path), revision)

    return str(path), found, make


class Unfit(Exception):
    """A library that is installed but cannot be used; the text says why."""


def _header(chips: list[Path], label: Callable[[Path], str]) -> tuple[Path, str]:
    """The chip with the pins of the header, and its label. Raises the first error if no chip can be read."""
    matching, errors = [], []
    for chip in chips:
        try:
            name = label(chip)
        except Exception as error:
            errors.append(_with_file(error, chip))
            continue
        if name in LABELS:
            return chip, name
        matching.append(f"{chip} is {name}")
    if errors:
        raise errors[0]
    raise Unfit(f"no chip of a Raspberry Pi's header here: {', '.join(matching)}")


def _with_file(error: Exception, chip: Path) -> Exception:
    """The error, completed by what the library omits: the file, or that the user may not open it."""
    if isinstance(error, OSError):
        error.filename = error.filename or str(chip)
    elif not os.access(chip, os.R_OK | os.W_OK):
        return PermissionError(13, "Permission denied", str(chip))
    return error


def _number(chip: Path) -> int:
    digits = re.search(r"\d+$", chip.name)
    return int(digits[0]) if digits else 0


def _gpiozero_factory() -> Any:
    """The factory that gpiozero makes from the environment."""
    from gpiozero import Device

    Device.ensure_pin_factory()
    return Device.pin_factory


def describe_error(error: BaseException, library: str = "it") -> str:
    """The message of a pin library's exception as part of a sentence, and what would help."""
    # gpiozero's own errors are ImportErrors too, and are clear enough.
    if type(error) in (ImportError, ModuleNotFoundError):
        if getattr(error, "name", None) == library:
            from companion.installation import install_command

            return f"{library} is not installed: {install_command('pi')}"
        return f"{library} cannot be used: {tidy(str(error))}"
    if isinstance(error, PermissionError):
        return f"no permission for {error.filename or library}; the user must be in the group gpio"
    if isinstance(error, FileNotFoundError) and error.filename:
        if str(error.filename).startswith(".lgd-nfy"):
            return "lgpio cannot write where it was started; LG_WD must name a folder in which the user may write"
        return f"{error.filename} is missing"
    return tidy(str(error)) or type(error).__name__


def tidy(text: str) -> str:
    """The text on one line, without a full stop, in lower case at the start unless with a name such as GPIO5."""
    text = " ".join(text.split()).rstrip(".!")
    return text[:1].lower() + text[1:] if text[1:2].islower() else text
