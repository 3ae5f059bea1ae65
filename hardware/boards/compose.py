"""Boards that people wire themselves: a display, a set of keys and an optional encoder, on the pins that we propose.

Such a board is called CHIP-KEYS or CHIP-KEYS-encoder: `sh1106-4-encoder` has an SH1106, and four keys of which an
encoder provides UP, DOWN and OK. CHIP alone has DEFAULT_KEYS.
"""

from __future__ import annotations

import re

from companion.ports import Key
from hardware.boards import ALL_KEYS
from hardware.chips import CHIPS

DEFAULT_KEYS = 4
KEY_SETS = {
    3: (Key.UP, Key.DOWN, Key.OK),
    4: (Key.UP, Key.DOWN, Key.OK, Key.BACK),
    5: (Key.UP, Key.DOWN, Key.OK, Key.BACK, Key.HELP),
    7: (Key.UP, Key.DOWN, Key.LEFT, Key.RIGHT, Key.OK, Key.BACK, Key.HELP),
}
"""The sets of keys by their number, in the order of a profile."""
PINS = ALL_KEYS.pins
"""The pin (BCM) that we propose for each button."""
_ENCODER_KEYS = (Key.UP, Key.DOWN, Key.OK)

_BUTTONS = {
    (3, False): "three buttons", (4, False): "four buttons", (5, False): "five buttons", (7, False): "seven buttons",
    (3, True): "encoder", (4, True): "encoder and a button", (5, True): "encoder and two buttons",
    (7, True): "encoder and four buttons",
}  # fmt: skip

_DISPLAY = """\
{note}name = "{chip} OLED on I2C, {buttons}"
chip = "{name}"
bus = "i2c"
size = [128, 64]
rotation = 0

{contacts}
active = "low"
pull = "up"
debounce = 5

[i2c]
bus = 1
address = 0x3C
"""
_EACH_BUTTON = "# Each button closes its pin (BCM number) to ground; the Pi's own resistor pulls it up."
_ALL_CONTACTS = """\
# Buttons and the encoder's contacts close their pins (BCM numbers) to ground; the Pi's own resistors pull them up."""
_ENCODER = """
# Turning is UP and DOWN, pushing is OK. If a click of the encoder counts only every second time: kind = "half".
[encoder]
a = 17
b = 27
push = 13
kind = "full"
"""
_PARTS = """
# Optional parts; remove the # and enter the pins.
# [lights]
# pins = [22, 23, 24, 25]   # a lamp for each seat, in the order of the table
# [buzzer]
# pin = 18
"""


def compose(chip: str, keys: int = DEFAULT_KEYS, *, encoder: bool = False) -> str:
    """The profile of a board with one of the CHIPS and one of the KEY_SETS, as TOML."""
    note = CHIPS[chip].note and f"# {CHIPS[chip].note}\n"
    buttons = [key for key in KEY_SETS[keys] if not (encoder and key in _ENCODER_KEYS)]
    contacts = _ALL_CONTACTS if encoder else _EACH_BUTTON
    text = _DISPLAY.format(
        note=note, chip=chip.upper(), name=chip, buttons=_BUTTONS[keys, encoder], contacts=contacts
    )  # fmt: skip
    if encoder:
        text += _ENCODER
    if buttons:
        text += "".join(["\n[keys]\n", *[f"{key.name} = {PINS[key]}\n" for key in buttons]])
    return text + _PARTS


def text_of_name(name: str) -> str | None:
    """The profile of a board by its name; None if the name is not of the form CHIP[-KEYS][-encoder]."""
    match = re.fullmatch(r"([a-z0-9]+)(?:-(\d))?(-encoder)?", name)
    if match is None or match[1] not in CHIPS:
        return None
    keys = int(match[2]) if match[2] else DEFAULT_KEYS
    return compose(match[1], keys, encoder=bool(match[3])) if keys in KEY_SETS else None
