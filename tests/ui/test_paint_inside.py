"""What is chosen inside a list stands in the place of one of its lines, and the other lines stay where they are."""

from __future__ import annotations

import pytest
from PIL import Image, ImageChops
from pixels import heights
from presses import Shadow, painter

from companion.ports import HEIGHT
from companion.ui.letters import LEFT, RIGHT
from companion.ui.page import Item, Page, Space
from companion.ui.painter import Painter
from companion.ui.table import Table
from companion.values import replace
from hardware.fonts import lcd

LINES = tuple([Item(f"line {letter}") for letter in "abcdefgh"])
CARDS = tuple([tuple([Space(value) for value in row.split()]) for row in ("1 2 3 4 5", "6 7 8 9 10")])


def table(line: int) -> Page:
    """A list with the cursor on a line."""
    return Page(screen="x", title="x", menu=LINES, cursor=line)


def opened(line: int, **parts: object) -> Page:
    """The same with a choice in place of the line."""
    return replace(table(line), cursor=None, inside=line, **parts)


def changed(before: Image.Image, after: Image.Image) -> tuple[int, int, int, int] | None:
    return ImageChops.logical_xor(before, after).getbbox()


@pytest.mark.parametrize("small", [False, True])
@pytest.mark.parametrize("line", range(8))
def test_cards_are_as_high_as_the_line_under_the_cursor_so_no_other_line_moves(line: int, *, small: bool) -> None:
    draws = Painter(lcd(), small=small)
    before = draws.page(table(line))
    below_title, high = (8, 16) if small else (10, 20)
    cursor = before.crop((0, below_title, LEFT, HEIGHT)).getbbox()  # nothing else reaches the left edge
    box = changed(before, draws.page(opened(line, board=CARDS, space=(0, 4))))
    assert cursor is not None
    assert box is not None
    assert cursor[3] - cursor[1] == high
    assert cursor[1] <= box[1] - below_title < box[3] - below_title <= cursor[3]


def test_the_card_under_the_cursor_is_large_and_the_only_one_inverted() -> None:
    first, second = (painter().page(opened(1, board=CARDS, space=at)) for at in ((0, 1), (1, 1)))
    # The second of five columns, in the box of 20 rows below a line of 11.
    for picture in (first, second):
        letters = picture.crop((23, 21, 47, 41)).point(lambda pixel: 0 if pixel else 255)
        assert heights(letters) == [16]
        assert sorted(heights(picture.crop((0, 21, 23, 41)))) == [7, 7]  # 1 and 6
    assert first.crop((47, 21, RIGHT, 41)).tobytes() == second.crop((47, 21, RIGHT, 41)).tobytes()


def test_a_number_has_digits_of_twenty_rows_and_the_lines_above_it_stay() -> None:
    before, after = painter().page(table(1)), painter().page(opened(1, big="27"))
    assert after.crop((0, 0, RIGHT, 21)).tobytes() == before.crop((0, 0, RIGHT, 21)).tobytes()
    digits = after.crop((0, 21, RIGHT, 45)).point(lambda pixel: 0 if pixel else 255)
    assert heights(digits) == [20, 20]
    assert after.crop((LEFT, 45, 60, 56)).tobytes() == before.crop((LEFT, 41, 60, 52)).tobytes()  # line c


def test_below_the_last_visible_line_there_is_no_room_so_the_list_scrolls() -> None:
    picture = painter().page(opened(7, big="5"))
    assert heights(picture.crop((0, 32, RIGHT, 56)).point(lambda pixel: 0 if pixel else 255)) == [20]


def test_people_read_the_list_without_the_line_in_whose_place_they_choose() -> None:
    read = opened(1, board=CARDS, space=(1, 0)).read(None)
    rest = [str(item) for item in LINES if item != LINES[1]]
    assert read.lines == ("x", *rest, "1 2 3 4 5", "6 7 8 9 10")
    assert read.cursor == (len(read.lines) - 1, 0)


def test_the_points_stay_where_they_are_from_the_table_to_the_last_step_of_an_entry() -> None:
    praetorians, spartacus = (
        Shadow(game, ("Ada", "Ben", "Cleo"), entry="scores").context for game in ("praetorians", "spartacus")
    )
    over_strip = (0, 13, RIGHT, 44)
    for context, path, points in (
        (praetorians, ("bank 20", "24"), over_strip),
        (Shadow("praetorians", ("Ada", "Ben", "Cleo")).context, ("B", "7"), over_strip),
        (spartacus, ("trick 1", "tens 2"), over_strip),
        (spartacus, ("trick 1", "tens 2", "sum 24"), over_strip),
        (spartacus, ("trick 1", "tens 2", "sum 24", "banners 1"), over_strip),
    ):
        first, last = (painter().page(Table(steps).view(context)) for steps in (path[:1], path))
        assert first.crop(points).tobytes() == last.crop(points).tobytes()
