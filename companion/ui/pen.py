"""Lines, marks and boxes on a picture. What has no size, or a negative one, draws nothing.

Names can be so wide or so narrow that nothing is left for a line behind or around them. Pillow raises ValueError then,
or draws to the other side; so screens draw with these, and never with Pillow's own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PIL import Image, ImageChops, ImageDraw

from companion.ports import WIDTH

SHARE_GAP = 2
"""The dark pixels between two parts of a bar."""

_DOTS = Image.frombytes("1", (WIDTH, 1), bytes([0b01010101]) * (WIDTH // 8))


class Pen(ImageDraw.ImageDraw):
    """Draws on a picture, as `ImageDraw.Draw` does."""

    def rectangle(self, xy: Any, *args: Any, **kwargs: Any) -> None:
        """Draw a rectangle from its left and top to its right and bottom pixel."""
        left, top, right, bottom = xy
        if left <= right and top <= bottom:
            super().rectangle(xy, *args, **kwargs)


def share_bar(picture: Image.Image, left: int, right: int, y: int, parts: Sequence[int]) -> None:
    """Divide the lowest row of a text among the seats by their shares: in turn a line and a dotted one, with gaps."""
    whole, sum_before, width = sum(parts), 0, right - left
    for seat, part in enumerate(parts):
        start = left + width * sum_before // whole
        sum_before += part
        end = left + width * sum_before // whole
        underline(picture, start, end - (SHARE_GAP if seat + 1 < len(parts) else 0), y, dotted=seat % 2 == 1)


def underline(picture: Image.Image, left: int, right: int, y: int, *, dotted: bool = False) -> None:
    """Draw a line in the lowest row of a text, broken around the letters that hang below it.

    A `dotted` one does not run together with the letters above and below it.
    """
    if left >= right:
        return
    strip = picture.crop((left, y, right, y + 1))
    beside = ImageChops.logical_or(
        picture.crop((left - 1, y, right - 1, y + 1)), picture.crop((left + 1, y, right + 1, y + 1))
    )
    rule = ImageChops.invert(ImageChops.logical_or(strip, beside))
    if dotted:
        rule.paste(0, (0, 0), _DOTS)
    picture.paste(ImageChops.logical_or(rule, strip), (left, y))


def invert(picture: Image.Image, box: tuple[int, int, int, int]) -> None:
    """Invert what is in a box: from its left and top to the first pixel beyond on the right and below."""
    left, top, right, bottom = box
    if left < right and top < bottom:
        inside = picture.crop(box)
        picture.paste(ImageChops.logical_xor(inside, Image.new("1", inside.size, 1)), box[:2])
