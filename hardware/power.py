"""Whether a Pi gets enough voltage, as the kernel says: with too little the glass flickers and the card dies."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

WEAK_NOW, WEAK_BEFORE = 1 << 0, 1 << 16
"""The bits of the firmware's flags: too little voltage right now, and at some time since the start."""
FLAGS = "sys/devices/platform/soc/soc:firmware/get_throttled"
"""These flags, as older kernels tell them."""


def weak(root: Path = Path("/")) -> bool | None:
    """Whether there is too little voltage, or was a moment ago; None where nobody says."""
    alarm = _alarm(root)
    return _is_set(alarm) if alarm is not None else _flagged(root)


def watched(root: Path = Path("/")) -> Callable[[], bool]:
    """What tells it again and again, for the price of reading one short file; where nobody says it is False."""
    alarm = _alarm(root)
    if alarm is not None:
        return lambda: _is_set(alarm)
    if _flagged(root) is None:
        return lambda: False
    return lambda: bool(_flagged(root))


def _alarm(root: Path) -> Path | None:
    """The alarm of the kernel's own watch over the voltage, which looks every two seconds by itself."""
    for name in sorted((root / "sys/class/hwmon").glob("hwmon*/name")):
        try:
            if name.read_text("ascii").strip() == "rpi_volt":
                return name.with_name("in0_lcrit_alarm")
        except (OSError, ValueError):
            continue
    return None


def _flagged(root: Path) -> bool | None:
    """What the firmware's flags say; None where they cannot be read."""
    try:
        return bool(int((root / FLAGS).read_text("ascii"), 16) & (WEAK_NOW | WEAK_BEFORE))
    except (OSError, ValueError):
        return None


def _is_set(alarm: Path) -> bool:
    try:
        return alarm.read_text("ascii").strip() == "1"
    except (OSError, ValueError):
        return False
