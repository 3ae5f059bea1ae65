"""What moves on the figures after an entry: the pages on the way, and which strips of the glass they change."""

from __future__ import annotations

import random
from itertools import pairwise, product

import pytest
from PIL.Image import Image
from presses import Shadow, painter
from variants import every_entry, options_of, up_to_three

from companion.ui.motion import pages_between
from companion.ui.page import STEPS, Figure, Page
from companion.ui.table import Table
from companion.values import replace

NAMES = ("Ada", "Ben", "Cleo")


def table_page(*numbers: int, turn: int = 0) -> Page:
    """A page with the figures of Ada, Ben and Cleo."""
    figures = [Figure(NAMES[place], number, place == turn) for place, number in enumerate(numbers)]
    return Page(screen="table", title=NAMES[turn], figures=tuple(figures))


def numbers(pages: tuple[Page, ...]) -> list[list[int | str]]:
    """The numbers on each of the pages."""
    return [[figure.number for figure in page.figures] for page in pages]


@pytest.mark.parametrize(
    ("before", "after", "between"),
    [
        (0, 15, [4, 8, 12]),
        (26, 38, [29, 32, 35]),
        (38, 26, [35, 32, 29]),
        (7, 9, [8, 8, 9]),
        (98, 101, [99, 100, 101]),
    ],
)
def test_a_number_runs_to_its_new_value(before: int, after: int, between: list[int]) -> None:
    pages = pages_between(table_page(before, 3, 6), None, table_page(after, 3, 6))
    assert numbers(pages) == [[number, 3, 6] for number in between]


def test_a_number_that_changes_by_one_changes_at_once() -> None:
    assert pages_between(table_page(7, 3, 6), None, table_page(8, 3, 5)) == ()


def test_the_mark_of_the_player_in_turn_slides_to_the_next_one() -> None:
    pages = pages_between(table_page(0, 3, 6), None, table_page(0, 3, 6, turn=1))
    assert [page.slide for page in pages] == [(0, 1, 1), (0, 1, 2), (0, 1, 3)]
    assert not any(figure.marked for page in pages for figure in page.figures)


def test_a_winner_stands_still() -> None:
    won = table_page(99, 3, 6)
    won = replace(won, figures=(won.figures[0]._replace(won=True), *won.figures[1:]))
    pages = pages_between(table_page(90, 3, 6, turn=1), None, won)
    assert [page.slide for page in pages] == [None] * 3
    assert all(page.figures[0].won for page in pages)


def test_nothing_moves_between_figures_of_other_people_and_without_figures() -> None:
    others = table_page(50, 50)
    assert pages_between(others, None, table_page(0, 3, 6)) == ()
    assert pages_between(None, None, table_page(0, 3, 6)) == ()


def test_the_title_of_a_card_that_was_caught_drops_out_within_its_strip() -> None:
    card, after = Page(screen="cards", title="Blue 7", aside="caught!"), table_page(0, 3, 6, turn=1)
    pages = pages_between(None, card, after)
    assert [(page.title, page.aside, page.drop) for page in pages] == [
        ("Blue 7", "caught!", 1), ("Blue 7", "caught!", 2), ("Blue 7", "caught!", 3),
    ]  # fmt: skip
    last, title = painter().page(after), painter().page(replace(after, title="Blue 7", aside="caught!", turn=False))
    for step, page in enumerate(pages, 1):
        picture = painter().page(page)
        assert changed_strips(picture, last) == {0}
        # Two rows lower with each step; the rule in row 7 stays.
        assert picture.crop((0, 2 * step, 118, 7)).tobytes() == title.crop((0, 0, 118, 7 - 2 * step)).tobytes()
        assert picture.crop((0, 0, 118, 2 * step)).getbbox() is None


def changed_strips(one: Image, other: Image) -> set[int]:
    """The strips of eight rows, as display chips take them, that differ between two pictures."""
    both = [[picture.crop((0, y, 128, y + 8)).tobytes() for y in range(0, 64, 8)] for picture in (one, other)]
    return {place for place, (old, new) in enumerate(zip(*both, strict=True)) if old != new}


def strips_of_numbers(before: Page, after: Page) -> set[int]:
    """The strips that hold a number that changes: where an 8 and a 1 in its place look different."""
    found = set()
    for page, place in product((before, after), range(len(after.figures))):
        if page.figures[place].number != (before if page is after else after).figures[place].number:
            digits = len(str(page.figures[place].number))
            found |= changed_strips(*[painter().page(with_number(page, place, digit * digits)) for digit in "18"])
    return found


def with_number(page: Page, place: int, number: str) -> Page:
    """The page with another number for one of its figures."""
    figures = list(page.figures)
    figures[place] = figures[place]._replace(number=int(number))
    return replace(page, figures=tuple(figures))


@every_entry
def test_a_movement_changes_only_strips_with_something_that_the_entry_changes(game: str, entry: str | None) -> None:
    chance = random.Random(f"{game} {entry}")
    table = Shadow(game, up_to_three(game, NAMES), **options_of(entry))
    before = Table().view(table.context)
    for _ in range(25):
        if table.over:
            break
        table.enter(chance.choice(table.legal))
        if table.over:
            break
        after = Table().view(table.context)
        pages = pages_between(before, None, after)
        assert len(pages) in (0, STEPS - 1)
        pictures = [painter().page(page) for page in (before, *pages, after)]
        allowed = changed_strips(pictures[0], pictures[-1]) | strips_of_numbers(before, after)
        for one, other in pairwise(pictures):
            assert changed_strips(one, other) <= allowed
        before = after
