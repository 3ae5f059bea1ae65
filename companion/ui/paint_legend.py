"""Draws the legend: the keys that act now, in a narrow gutter beside the page, and the marks of those that are held."""

from __future__ import annotations

from PIL import Image

from companion.ui import digits
from companion.ui.letters import RIGHT
from companion.ui.pen import Pen

GUTTER = RIGHT + 3
"""Where the pictures of the keys begin."""
KEYS = (
    ("u", "up", 3, 43), ("u", "down", 12, 52), ("s", "left", 0, 40), ("s", "right", 9, 49),
    ("o", "ok", 32, 16), ("b", "back", 48, 0),
)  # fmt: skip
"""The pictures of the keys: the letter in `Page.keys`, the name, the top row, and the one where the ends are swapped.
No arrow is on two display pages."""
HOLDS, HOLD = "ob", (8, 3)
"""The keys that can be held: below the top row of each is the mark that fills meanwhile. How many rows it has."""
HOLD_STEPS = 6
"""How many steps a mark has until it is full."""


def draw(picture: Image.Image, keys: str, held: tuple[str, int] | None, *, swapped: bool = False) -> None:
    """Draw the keys of a page; `held` is a key that is held, and how many of the HOLD_STEPS have passed.

    `swapped`: OK and BACK are above the arrows.
    """
    pen = Pen(picture)
    for letter, name, usual, other in KEYS:
        if letter not in keys:
            continue
        y, drawn = other if swapped else usual, digits.key(name)
        picture.paste(drawn, (GUTTER, y))
        if letter in HOLDS:
            below, high = HOLD
            top, low, end = y + below, y + below + high - 1, GUTTER + drawn.width - 1
            pen.line((GUTTER, top, GUTTER, low), fill=1)
            pen.line((end, top, end, low), fill=1)
            if held is not None and held[0] == letter and held[1]:
                pen.rectangle((GUTTER, top, GUTTER + (drawn.width - 1) * held[1] // HOLD_STEPS, low), fill=1)
