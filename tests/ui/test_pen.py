"""Lines, marks and boxes: what has no size, or a negative one, draws nothing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image

import companion.ui
from companion.ports import HEIGHT, WIDTH
from companion.ui.letters import Pen, invert, underline

LEFT = 9
DRAWN: dict[str, Callable[[Image.Image, int], None]] = {
    "underline": lambda picture, size: underline(picture, LEFT, LEFT + size, 7),
    "dotted": lambda picture, size: underline(picture, LEFT, LEFT + size, 7, dotted=True),
    "wide": lambda picture, size: invert(picture, (LEFT, 0, LEFT + size, 8)),
    "high": lambda picture, size: invert(picture, (LEFT, 8, 20, 8 + size)),
    "box": lambda picture, size: Pen(picture).rectangle((LEFT, 0, LEFT + size - 1, 7), fill=1),
    "frame": lambda picture, size: Pen(picture).rectangle((LEFT, 9, 20, 9 + size - 1), outline=1),
}


@pytest.mark.parametrize("name", DRAWN)
def test_what_has_no_size_or_a_negative_one_draws_nothing(name: str) -> None:
    for size in (*range(-WIDTH, 1), -10_000):
        picture = Image.new("1", (WIDTH, HEIGHT))
        DRAWN[name](picture, size)
        assert picture.getbbox() is None, size


BOXES = {
    "underline": (9, 7, 14, 8),
    "dotted": (9, 7, 14, 8),
    "wide": (9, 0, 14, 8),
    "high": (9, 8, 20, 13),
    "box": (9, 0, 14, 8),
    "frame": (9, 9, 21, 14),
}
"""What a size of five pixels draws: left, top, and the first pixel beyond on the right and below."""


@pytest.mark.parametrize("name", DRAWN)
def test_what_has_a_size_is_drawn(name: str) -> None:
    picture = Image.new("1", (WIDTH, HEIGHT))
    DRAWN[name](picture, 5)
    assert picture.getbbox() == BOXES[name]


def test_a_line_of_one_pixel_is_one_pixel() -> None:
    picture = Image.new("1", (3, 1))
    underline(picture, 1, 2, 0)
    assert picture.getbbox() == (1, 0, 2, 1)


def test_pages_are_drawn_with_these_only() -> None:
    folder = Path(companion.ui.__file__).parent
    assert [file.name for file in sorted(folder.glob("*.py")) if "ImageDraw" in file.read_text()] == ["letters.py"]
