"""What moves on the glass after an entry, as pages between the one before it and the one after it.

Numbers run to their new values, the mark of the player in turn slides to the next one, and with bad luck the title, the
card that was caught, drops out. Nothing else moves: only strips of the glass change that the entry changes too.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.ui.page import STEPS, Figure, Page
from companion.values import replace


def pages_between(figures: Page | None, dropped: Page | None, after: Page) -> tuple[Page, ...]:
    """The STEPS - 1 pages before `after`; empty if nothing moves.

    `figures` is the page that showed the figures before the entry, `dropped` the page whose title drops out.
    """
    between = tuple([_page(figures, dropped, after, step) for step in range(1, STEPS)])
    return () if all(page == after for page in between) else between


def _page(figures: Page | None, dropped: Page | None, after: Page, step: int) -> Page:
    page = after
    if dropped is not None:
        page = replace(page, title=dropped.title, aside=dropped.aside, turn=dropped.turn, drop=step)
    if figures is None:
        return page
    if _are_of_the_same_people(figures.figures, after.figures):
        page = replace(page, figures=_counted(figures.figures, after.figures, step))
        start, end = _in_turn(figures.figures), _in_turn(after.figures)
        if start is not None and end is not None and start != end:
            still = tuple([figure._replace(marked=False) for figure in page.figures])
            page = replace(page, figures=still, slide=(start, end, step))
    return page


def _are_of_the_same_people(before: Sequence[Figure], after: Sequence[Figure]) -> bool:
    return [figure.name for figure in before] == [figure.name for figure in after]


def _counted(before: Sequence[Figure], after: Sequence[Figure], step: int) -> tuple[Figure, ...]:
    """The figures with numbers on their way; a number that changes by one changes at once."""
    counted = []
    for old, new in zip(before, after, strict=True):
        number = new.number
        if isinstance(number, int) and isinstance(old.number, int):
            number -= int((number - old.number) * (STEPS - step) / STEPS)
        counted.append(new._replace(number=number))
    return tuple(counted)


def _in_turn(figures: Sequence[Figure]) -> int | None:
    """The place of the only figure in turn; None if there is none, or a winner."""
    marked = [place for place, figure in enumerate(figures) if figure.marked]
    return marked[0] if len(marked) == 1 and not any(figure.won for figure in figures) else None
