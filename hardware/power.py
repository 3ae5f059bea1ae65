"""Whether a Pi gets enough voltage, from the kernel. With too little the display flickers and the SD card may fail."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

WEAK_NOW, WEAK_BEFORE = 1 << 0, 1 << 16
"""Bits of the firmware's flags: too little voltage now, and at some time since the start."""
FLAGS = "sys/devices/platform/soc/soc:firmware/get_throttled"
"""The file of these flags on older kernels."""


def voltage_check(root: Path = Path("/")) -> Callable[[], bool | None]:
    """A function that says whether the voltage is too low, or was a moment ago; None if that is unknown. It reads one
    short file.
    """
    alarm = _alarm(root)
    return partial(_read_firmware_flag, root) if alarm is None else partial(_is_set, alarm)


def _alarm(root: Path) -> Path | None:
    """The alarm file of the kernel's voltage monitor, which checks every two seconds."""
    for name in sorted((root / "sys/class/hwmon").glob("hwmon*/name")):
        try:
            if name.read_text("ascii").strip() == "rpi_volt":
                return name.with_name("in0_lcrit_alarm")
        except (OSError, ValueError):
            continue
    return None


def _read_firmware_flag(root: Path) -> bool | None:
    """Whether the firmware's flags report low voltage; None if they cannot be read."""
    try:
        return bool(int((root / FLAGS).read_text("ascii"), 16) & (WEAK_NOW | WEAK_BEFORE))
    except (OSError, ValueError):
        return None


def _is_set(alarm: Path) -> bool:
    try:
        return alarm.read_text("ascii").strip() == "1"
    except (OSError, ValueError):
        return False
