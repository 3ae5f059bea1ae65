"""Draws the legend: the keys that act now, in a narrow gutter beside the page, and the marks of those that are held."""

from __future__ import annotations

from PIL import Image

from companion.ui import digits
from companion.ui.letters import RIGHT
from companion.ui.pen import Pen

GUTTER = RIGHT + 3
"""Where the pictures of the keys begin."""
KEYS = (
    ("u", "up", 3), ("u", "down", 12), ("s", "left", 0), ("s", "right", 9), ("o", "ok", 32), ("b", "back", 48),
)  # fmt: skip
"""The pictures of the keys: the letter in `Page.keys`, the name, and the top row. No arrow is on two display pages."""
HOLDS = {"o": 39, "b": 55}
"""The row of the mark that fills while a key is held."""
HOLD_STEPS = 6
"""How many steps a mark has until it is full."""


def draw(picture: Image.Image, keys: str, held: tuple[str, int] | None) -> None:
    """Draw the keys of a page; `held` is a key that is held, and how many of the HOLD_STEPS have passed."""
    pen = Pen(picture)
    for letter, name, y in KEYS:
        if letter not in keys:
            continue
        drawn = digits.key(name)
        picture.paste(drawn, (GUTTER, y))
        if letter in HOLDS:
            row, end = HOLDS[letter], GUTTER + drawn.width - 1
            pen.point([(GUTTER, row), (end, row)], fill=1)
            if held is not None and held[0] == letter and held[1]:
                pen.line((GUTTER, row, GUTTER + (drawn.width - 1) * held[1] // HOLD_STEPS, row), fill=1)
