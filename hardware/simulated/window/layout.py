"""Arranges a window of a given size: the display, the keys below it, and one or two lines of text."""

from __future__ import annotations

from typing import NamedTuple

from companion.ports import HEIGHT, WIDTH, Key

# In pixels of the display.
MARGIN, GAP = 4, 2
CAP = 10
"""Height of a key."""
WIDE = WIDTH + 2 * MARGIN
HIGH = HEIGHT + 2 * CAP + GAP + 3 * MARGIN
"""Width and height of everything above the text."""

LINE = 10
"""The height of a line of text in pixels of its letters; there is room for LINES lines."""
LINES = 2
SCALE_MOST = 6
"""The largest scale of a new window; people can enlarge it."""


class Box(NamedTuple):
    """A part of the window, in its pixels."""

    left: int
    top: int
    width: int
    height: int

    def holds(self, x: int, y: int) -> bool:
        """Whether it contains a point."""
        return 0 <= x - self.left < self.width and 0 <= y - self.top < self.height


class Fit(NamedTuple):
    """One arrangement. A pixel of the display is a square of `scale`, a pixel of a letter one of `letter`."""

    scale: int
    glass: Box
    caps: dict[Key, Box]
    text: Box
    letter: int


def letter(scale: int) -> int:
    """The scale of the letters beside a display of this scale."""
    return max(scale // 2, 1)


def size(scale: int) -> tuple[int, int]:
    """Width and height of everything, at this scale."""
    return WIDE * scale, HIGH * scale + LINES * LINE * letter(scale) + MARGIN * scale


def initial_size(width: int, height: int) -> tuple[int, int]:
    """The size of a new window: at most four fifths of the screen."""
    scales = [scale for scale in range(1, SCALE_MOST + 1) if _within(size(scale), width * 4 // 5, height * 4 // 5)]
    return size(max(scales, default=1))


def fit(width: int, height: int) -> Fit:
    """The largest arrangement that fits a window; in a window too small for everything, the display alone."""
    scale = 1
    while _within(size(scale + 1), width, height):
        scale += 1
    wide, high = size(scale)
    if not _within((wide, high), width, height):
        scale = max(min(width // WIDTH, height // HEIGHT), 1)
        glass = Box((width - WIDTH * scale) // 2, (height - HEIGHT * scale) // 2, WIDTH * scale, HEIGHT * scale)
        return Fit(scale, glass, {}, Box(0, 0, 0, 0), 1)
    left, top = (width - wide) // 2, (height - high) // 2

    def box(x: int, y: int, across: int, down: int) -> Box:
        return Box(left + x * scale, top + y * scale, across * scale, down * scale)

    # Arrows as on a keyboard; OK above BACK and HELP.
    third, below = 20, MARGIN + HEIGHT + MARGIN
    second_row, right = below + CAP + GAP, MARGIN + 3 * third + 2 * GAP + 2 * MARGIN
    room = MARGIN + WIDTH - right
    half = (room - GAP) // 2
    caps = {
        Key.UP: box(MARGIN + third + GAP, below, third, CAP),
        Key.LEFT: box(MARGIN, second_row, third, CAP),
        Key.DOWN: box(MARGIN + third + GAP, second_row, third, CAP),
        Key.RIGHT: box(MARGIN + 2 * (third + GAP), second_row, third, CAP),
        Key.OK: box(right, below, room, CAP),
        Key.BACK: box(right, second_row, half, CAP),
        Key.HELP: box(right + room - half, second_row, half, CAP),
    }
    glass = box(MARGIN, MARGIN, WIDTH, HEIGHT)
    text = Box(glass.left, top + HIGH * scale, glass.width, LINES * LINE * letter(scale))
    return Fit(scale, glass, caps, text, letter(scale))


def _within(wanted: tuple[int, int], width: int, height: int) -> bool:
    return wanted[0] <= width and wanted[1] <= height
