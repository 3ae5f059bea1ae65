"""The chips of the table with the classes that simulate them."""

from __future__ import annotations

from collections.abc import Mapping
from pkgutil import resolve_name

from hardware import chips
from hardware.simulated.chip import Ssd1306

MODELS: Mapping[str, type[Ssd1306]] = {name: resolve_name(chip.model) for name, chip in chips.CHIPS.items()}
