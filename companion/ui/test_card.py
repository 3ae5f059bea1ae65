"""The test card of a board: it shows whether the chip of the glass is the one in its profile. Pixels only."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from companion.ports import HEIGHT, WIDTH
from companion.ui.letters import LINE, Letters, Pen

STEP = 8
"""The pixels from one mark of the rulers to the next, a long one every four marks."""
INSIDE = 10
"""The distance of the text from the edge, in pixels."""
ROOM = WIDTH - 2 * INSIDE
"""The width of a line of text in pixels."""


def card(letters: Letters, lines: Sequence[str]) -> Image.Image:
    """A frame on the outermost pixels, rulers along all sides, dots in the corners, and lines of text in the middle.

    On a glass that is shifted, or that lacks or swaps columns or rows, the frame is not whole.
    """
    picture = Image.new("1", (WIDTH, HEIGHT))
    draw = Pen(picture)
    draw.rectangle((0, 0, WIDTH - 1, HEIGHT - 1), outline=1)
    for x in range(STEP, WIDTH, STEP):
        long = 6 if x % (4 * STEP) == 0 else 3
        draw.line((x, 0, x, long), fill=1)
        draw.line((x, HEIGHT - 1, x, HEIGHT - 1 - long), fill=1)
    for y in range(STEP, HEIGHT, STEP):
        long = 6 if y % (4 * STEP) == 0 else 3
        draw.line((0, y, long, y), fill=1)
        draw.line((WIDTH - 1, y, WIDTH - 1 - long, y), fill=1)
    top = (HEIGHT - (LINE + 1) * len(lines)) // 2 + 1
    for number, line in enumerate(lines):
        line = letters.shortened(line, ROOM)
        letters.text(picture, (WIDTH - letters.width(line)) // 2, top + number * (LINE + 1), line, ROOM)
    return picture
