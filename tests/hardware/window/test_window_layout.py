"""Where things stand in a window, and the letters in it."""

from __future__ import annotations

from itertools import combinations

import pytest
from letters import installed_font

from companion.ports import Key
from hardware.fonts import lcd, letters
from hardware.simulated.window.layout import Box, fit, initial_size, size
from hardware.simulated.window.lettering import columns, draw, limit, shorten, split, wrap

LCD = lcd()


def test_a_window_begins_as_large_as_the_screen_has_well_room_for() -> None:
    # At scale 5 it takes 136 × 5 by 98 × 5, two lines of letters of 2 × 10, and a margin of 4 × 5.
    assert size(5) == (680, 550)
    assert initial_size(1024, 768) == (680, 550)
    assert initial_size(1024, 687) == size(4)
    assert initial_size(850, 2000) == size(5)
    assert initial_size(849, 2000) == size(4)
    assert initial_size(1920, 1080) == size(6)
    assert initial_size(3840, 2160) == size(6)
    assert initial_size(100, 100) == size(1)


@pytest.mark.parametrize(
    ("width", "height"), [(680, 550), (700, 555), (1920, 1080), (900, 300), (136, 122), (5000, 900)]
)
def test_everything_is_in_the_window_and_nothing_lies_on_anything_else(width: int, height: int) -> None:
    place = fit(width, height)
    parts = [place.glass, *place.caps.values(), place.text]
    assert len(place.caps) == len(Key)
    for left, top, wide, high in parts:
        assert 0 <= left < left + wide <= width
        assert 0 <= top < top + high <= height
    for one, other in combinations(parts, 2):
        apart_x = one.left + one.width <= other.left or other.left + other.width <= one.left
        apart_y = one.top + one.height <= other.top or other.top + other.height <= one.top
        assert apart_x or apart_y


@pytest.mark.parametrize("scale", range(1, 12))
def test_the_scale_is_a_whole_number_and_the_largest_that_fits(scale: int) -> None:
    width, height = size(scale)
    for more in (0, 1):
        place = fit(width + more, height + more)
        assert place.scale == scale
        assert place.glass[2:] == (128 * scale, 64 * scale)
    if scale > 1:
        assert fit(width - 1, height).scale == scale - 1
        assert fit(width, height - 1).scale == scale - 1


@pytest.mark.parametrize(
    ("width", "height", "glass"),
    [
        (135, 1000, Box(3, 468, 128, 64)),
        (300, 121, Box(86, 28, 128, 64)),
        (128, 64, Box(0, 0, 128, 64)),
        (100, 50, Box(-14, -7, 128, 64)),
        (1, 1, Box(-64, -32, 128, 64)),
    ],
)
def test_in_a_window_too_small_for_everything_the_glass_stands_alone_in_the_middle(
    width: int, height: int, glass: Box
) -> None:
    place = fit(width, height)
    assert (place.glass, place.caps) == (glass, {})


def test_a_box_holds_what_is_in_it() -> None:
    box = Box(10, 20, 5, 6)
    assert box.holds(10, 20)
    assert box.holds(14, 25)
    assert not any(box.holds(*point) for point in ((9, 20), (10, 19), (15, 20), (10, 26)))


# -- letters


def test_a_text_is_drawn_in_the_letters_of_the_glass() -> None:
    # I is three columns wide, an empty one between.
    letter = LCD.columns("I")
    assert letter is not None
    assert columns("II", LCD) == [*letter, 0, *letter]
    picture = draw("II", LCD)
    assert picture.size == (7, 8)
    for x, column in enumerate(columns("II", LCD)):
        assert [bool(picture.getpixel((x, y))) for y in range(8)] == [bool(column >> y & 1) for y in range(8)]


def test_what_nobody_has_a_letter_for_is_a_box() -> None:
    assert columns("字", LCD) == [0b1111111, 0b1000001, 0b1000001, 0b1000001, 0b1111111]


def test_nothing_is_drawn_as_nothing() -> None:
    assert draw("", LCD).getbbox() is None


def test_lines_end_between_words_and_between_kanji() -> None:
    assert split("the record cannot") == ["the ", "record ", "cannot"]
    assert split("記録 ab cd字") == ["記", "録", " ", "ab ", "cd", "字"]


def test_a_text_takes_as_many_lines_as_it_needs() -> None:
    # Five columns a digit and one between: "12 34" is 11 + 1 + 3 + 1 + 11 columns wide.
    assert len(columns("12 34", LCD)) == 27
    assert wrap(split("12 34 56"), "", 27, LCD) == ["12 34", "56"]
    assert wrap(split("12 34 56"), "", 26, LCD) == ["12", "34", "56"]
    # The three blanks of the joint take three columns each, and one between them and what stands beside.
    assert wrap(["12", "34", "56"], "   ", 35, LCD) == ["12   34", "56"]
    assert wrap(split("1234567 8"), "", 20, LCD) == ["1234567", "8"]


def test_kanji_need_no_blank_to_part_a_line() -> None:
    installed_font()
    wide = len(columns("記録", letters()))
    assert wrap(split("記録記"), "", wide, letters()) == ["記録", "記"]


def test_what_does_not_fit_ends_with_an_ellipsis() -> None:
    assert shorten("1234", 23, LCD) == "1234"
    assert shorten("1234", 22, LCD) == "12…"
    assert limit(["a", "b"], 2) == ["a", "b"]
    assert limit(["a", "b", "c"], 2) == ["a", "b …"]
