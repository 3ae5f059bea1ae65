"""Large digits made of seven bars, in any size from 5 × 9 pixels up, and small pictures of keys and marks."""

from __future__ import annotations

from functools import cache

from PIL import Image

from companion.ui.letters import Pen
from companion.ui.page import Picture

_BARS = {
    "0": "abcdef", "1": "bc", "2": "abged", "3": "abgcd", "4": "fgbc", "5": "afgcd", "6": "afgedc", "7": "abc",
    "8": "abcdefg", "9": "abcdfg", "Q": "abcdefq", "-": "g", "_": "d", " ": "",
}  # fmt: skip
"""Which bars make a character: a on top, then clockwise to f, g in the middle; q is the tail that makes 0 a Q."""

KEYS = {
    "up": ("...#...", "..###..", ".#####.", "#######"),
    "down": ("#######", ".#####.", "..###..", "...#..."),
    "left": ("...#", "..##", ".###", "####", ".###", "..##", "...#"),
    "right": ("#...", "##..", "###.", "####", "###.", "##..", "#..."),
    "ok": (".####..", "##..##.", "#....#.", "#....#.", "##..##.", ".####.."),
    "back": ("..#....", ".##....", "######.", ".##...#", "..#...#", "...###."),
}
"""Small pictures of the keys for the gutter: `#` is lit."""

MARKS = {
    "crown": ("#..#..#", "##.#.##", "#######", "#######", "#######"),
    "turn": ("#..", "##.", "###", "##.", "#.."),
    "winner": ("##.##", "#...#", "##.##", "#...#", "##.##", ".###."),
}
"""The marks at players: the turn, who has won, and who would win what is on the table. `#` is lit."""

BANNER = Picture(
    ("#######", "#....#.", "#...#..", "#....#.", "#######", "#......", "#......"),
    small=("####", "#..#", "#.#.", "#..#", "####", "#..."),
)
"""A card with a banner, for more than one game."""

SMALL = {
    "0": (".##.", "#..#", "#..#", "#..#", "#..#", ".##."),
    "1": ("..#.", ".##.", "..#.", "..#.", "..#.", ".###"),
    "2": (".##.", "#..#", "...#", "..#.", ".#..", "####"),
    "3": ("###.", "...#", ".##.", "...#", "...#", "###."),
    "4": ("..#.", ".##.", "#.#.", "####", "..#.", "..#."),
    "5": ("####", "#...", "###.", "...#", "...#", "###."),
    "6": (".##.", "#...", "###.", "#..#", "#..#", ".##."),
    "7": ("####", "...#", "..#.", "..#.", ".#..", ".#.."),
    "8": (".##.", "#..#", ".##.", "#..#", "#..#", ".##."),
    "9": (".##.", "#..#", "#..#", ".###", "...#", ".##."),
    "-": ("....", "....", "####", "....", "....", "...."),
}
"""Digits for spaces that have no room for letters: `#` is lit."""
SMALL_WIDE, SMALL_HIGH = 4, 6


def digit_size(text: str, width: int, height: int) -> tuple[int, int]:
    """Width and height of one digit so that `text` fits into `width` × `height`: as high as a slim digit can be."""
    room = (width + 2) // max(len(text), 1) - 2
    while _signed(text) and number_width(text, room + 1) <= width:
        room += 1
    high = min(height, greatest_height(room))
    return min(room, max(high * 5 // 8, 5)), high


def greatest_height(width: int) -> int:
    """The height of the slimmest digit of this width."""
    return width * 5 // 2


def number_width(text: str, width: int) -> int:
    """How wide a number is whose digits are so wide. The sign of a number is half as wide as a digit."""
    return len(text) * (width + 2) - 2 - (width - _sign_width(width) if _signed(text) else 0)


def _sign_width(width: int) -> int:
    return max((width + 1) // 2, 3)


def _signed(text: str) -> bool:
    return text.startswith("-") and len(text) > 1


@cache
def digit(character: str, width: int, height: int) -> Image.Image:
    """One character of `0`–`9`, `Q`, `-`, `_` or blank as a picture of mode "1". It is cached: do not change it."""
    picture = Image.new("1", (width, height))
    draw = Pen(picture)
    thick = max(2, round(height / 8))
    right, bottom, half = width - 1, height - 1, (height - 1) // 2
    low = half - (thick - 1) // 2
    # The corners are rounded; without a bar there, 1, 4 and 7 are as high as the others.
    above, below = int("a" in _BARS[character]), int("d" in _BARS[character])
    beside = int(character != "-")  # the sign is narrow: it would look like a dot
    bars = {
        "a": (1, 0, right - 1, thick - 1),
        "b": (right - thick + 1, above, right, half),
        "c": (right - thick + 1, half, right, bottom - below),
        "d": (1, bottom - thick + 1, right - 1, bottom),
        "e": (0, half, thick - 1, bottom - below),
        "f": (0, above, thick - 1, half),
        "g": (beside, low, right - beside, low + thick - 1),
    }
    for bar in _BARS[character]:
        if bar == "q":
            draw.line((width // 2, height * 2 // 3, right, bottom), fill=1, width=thick)
        else:
            draw.rectangle(bars[bar], fill=1)
    return picture


@cache
def one(height: int) -> Image.Image:
    """A 1 with a flag and a foot: among pieces a bar alone does not look like a digit."""
    thick = max(2, round(height / 8))
    picture = Image.new("1", (thick + 4, height))
    draw = Pen(picture)
    draw.rectangle((2, 0, thick + 1, height - 1), fill=1)
    draw.line((0, 2, 2, 0), fill=1)
    draw.line((1, 2, 2, 1), fill=1)
    draw.rectangle((0, height - thick, thick + 3, height - 1), fill=1)
    return picture


@cache
def number(text: str, width: int, height: int) -> Image.Image:
    """A number whose digits have this size, two pixels apart."""
    picture = Image.new("1", (number_width(text, width), height))
    x = 0
    for place, character in enumerate(text):
        drawn = digit(character, _sign_width(width) if place == 0 and _signed(text) else width, height)
        picture.paste(drawn, (x, 0))
        x += drawn.width + 2
    return picture


@cache
def key(name: str) -> Image.Image:
    """The picture of a key."""
    return bitmap(KEYS[name])


@cache
def mark(name: str) -> Image.Image:
    """The picture of a mark, one of MARKS."""
    return bitmap(MARKS[name])


@cache
def small_number(text: str) -> Image.Image:
    """A number in small digits, a pixel apart."""
    return bitmap(tuple([".".join(rows) for rows in zip(*[SMALL[character] for character in text], strict=True)]))


@cache
def bitmap(rows: tuple[str, ...]) -> Image.Image:
    """Rows of `#` for lit as a picture. It is cached: do not change it."""
    picture = Image.new("1", (len(rows[0]), len(rows)))
    picture.putdata([pixel == "#" for row in rows for pixel in row])
    return picture
