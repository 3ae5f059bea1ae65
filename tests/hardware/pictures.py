"""Pictures to show, and the states that a panel gets."""

from __future__ import annotations

import random

from PIL import Image

from companion.ports import DeviceState, PageText


def shown(frame: Image.Image) -> DeviceState:
    return DeviceState(frame, PageText("test", (), None, None), (), None)


def scattered(seed: int, size: tuple[int, int] = (128, 64)) -> Image.Image:
    """A picture in which every pixel is thrown by itself, so that no two places are alike."""
    width, height = size
    return Image.frombytes("1", size, random.Random(seed).randbytes(width * height // 8))


def dots(*places: tuple[int, int]) -> Image.Image:
    frame = Image.new("1", (128, 64))
    for place in places:
        frame.putpixel(place, 1)
    return frame


def lit(picture: Image.Image) -> set[tuple[int, int]]:
    """The pixels that are on, as (x, y)."""
    return {(x, y) for y in range(picture.height) for x in range(picture.width) if picture.getpixel((x, y))}


def same(one: Image.Image, other: Image.Image) -> bool:
    return one.mode == other.mode and one.size == other.size and one.tobytes() == other.tobytes()


def is_lit(picture: Image.Image, place: tuple[int, int]) -> bool:
    """Whether the pixel at (column, row) is lit."""
    return bool(picture.getpixel(place))
