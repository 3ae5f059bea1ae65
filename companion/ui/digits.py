"""Large digits made of seven bars, in any size from 5 × 9 pixels up, and small pictures of keys and pieces."""

from __future__ import annotations

from functools import cache

from PIL import Image, ImageDraw

_BARS = {
    "0": "abcdef", "1": "bc", "2": "abged", "3": "abgcd", "4": "fgbc", "5": "afgcd", "6": "afgedc", "7": "abc",
    "8": "abcdefg", "9": "abcdfg", "Q": "abcdefq", "-": "g", "_": "d", " ": "",
}  # fmt: skip
"""Which bars make a character: a on top, then clockwise to f, g in the middle; q is the tail that makes 0 a Q."""

KEYS = {
    "up": ("...#...", "..###..", ".#####.", "#######"),
    "down": ("#######", ".#####.", "..###..", "...#..."),
    "ok": (".####..", "##..##.", "#....#.", "#....#.", "##..##.", ".####.."),
    "back": ("..#....", ".##....", "######.", ".##...#", "..#...#", "...###."),
}
"""Small pictures of the keys for the gutter: `#` is lit."""

PICTURES = {
    "legion": (".#####.", "#.....#", "#.#.#.#", "#.....#", "#.#.#.#", ".#...#.", "..###.."),
    "fleet": ("...#...", "...##..", "...###.", "...#...", "#######", ".#####.", "..###.."),
    "wave": (".......", ".......", ".##...#", "#..#.#.", "....#..", ".......", "......."),
    "elephant": (".####..", "#######", "##.####", "#######", "#.##.##", "#.##.##", "..##.##"),
    "ant": (".#...#.", "..#.#..", ".#####.", "#.###.#", ".#####.", "#.###.#", "..###.."),
    "queen": ("#..#..#", "##.#.##", "#######", "#######", ".#####.", ".......", ".#####."),
    "banner": ("#######", "#....#.", "#...#..", "#....#.", "#######", "#......", "#......"),
    "laurel": ("##...##", "#.....#", "##...##", "#.....#", "##...##", ".#...#.", "..###.."),
    "swords": ("#.....#", ".#...#.", "..#.#..", "...#...", "#.#.#.#", ".#...#.", "#.#.#.#"),
    "card": (".####.", "#....#", "#.##.#", "#.##.#", "#.##.#", "#....#", ".####."),
    "chip": ("..###..", ".#...#.", "#.###.#", "#.#.#.#", "#.###.#", ".#...#.", "..###.."),
    "dice": ("#######", "#.....#", "#.#.#.#", "#..#..#", "#.#.#.#", "#.....#", "#######"),
    "one": ("..", "..", "..", "##", "##", "..", ".."),
    "two": ("..", "##", "##", "..", "##", "##", ".."),
    "crown": ("#..#..#", "##.#.##", "#######", "#######", "#######"),
    "turn": ("#..", "##.", "###", "##.", "#.."),
    "winner": ("##.##", "#...#", "##.##", "#...#", "##.##", ".###."),
    "dot": ("...", "...", "...", ".#.", "...", "...", "..."),
    "above": (".....", "..#..", ".###.", "#####", ".....", ".....", "....."),
    "below": (".....", ".....", ".....", "#####", ".###.", "..#..", "....."),
    "no-entry": ("..###..", ".#####.", "#######", "#.....#", "#######", ".#####.", "..###.."),
    "small-no-entry": (".##.", "####", "#..#", "#..#", "####", ".##."),
    "face-down": ("######", "##.#.#", "#.#.##", "##.#.#", "#.#.##", "##.#.#", "######"),
    "small-banner": ("####", "#..#", "#.#.", "#..#", "####", "#..."),
    "small-face-down": ("####", "##.#", "#.##", "##.#", "#.##", "####"),
}
"""Small pictures of pieces, seven pixels high, or six beside small digits, and of the turn: `#` is lit."""

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
    high = min(height, 2 * room)
    return min(room, max(high * 5 // 8, 5)), high


@cache
def digit(character: str, width: int, height: int) -> Image.Image:
    """One character of `0`–`9`, `Q`, `-`, `_` or blank as a picture of mode "1". It is cached: do not change it."""
    picture = Image.new("1", (width, height))
    draw = ImageDraw.Draw(picture)
    thick = max(2, round(height / 8))
    right, bottom, half = width - 1, height - 1, (height - 1) // 2
    low = half - (thick - 1) // 2
    bars = {
        "a": (1, 0, right - 1, thick - 1),
        "b": (right - thick + 1, 1, right, half),
        "c": (right - thick + 1, half, right, bottom - 1),
        "d": (1, bottom - thick + 1, right - 1, bottom),
        "e": (0, half, thick - 1, bottom - 1),
        "f": (0, 1, thick - 1, half),
        "g": (1, low, right - 1, low + thick - 1),
    }
    for bar in _BARS[character]:
        if bar == "q":
            draw.line((width // 2, height * 2 // 3, right, bottom), fill=1, width=thick)
        else:
            draw.rectangle(bars[bar], fill=1)
    return picture


@cache
def number(text: str, width: int, height: int) -> Image.Image:
    """A number whose digits have this size, two pixels apart."""
    picture = Image.new("1", (len(text) * (width + 2) - 2, height))
    for place, character in enumerate(text):
        picture.paste(digit(character, width, height), (place * (width + 2), 0))
    return picture


@cache
def key(name: str) -> Image.Image:
    """The picture of a key."""
    return _bitmap(KEYS[name])


@cache
def piece(name: str) -> Image.Image:
    """The picture of a piece."""
    return _bitmap(PICTURES[name])


@cache
def small_digit(character: str) -> Image.Image:
    """A small digit."""
    return _bitmap(SMALL[character])


def _bitmap(rows: tuple[str, ...]) -> Image.Image:
    picture = Image.new("1", (len(rows[0]), len(rows)))
    picture.putdata([pixel == "#" for row in rows for pixel in row])
    return picture
