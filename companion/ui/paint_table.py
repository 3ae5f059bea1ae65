"""Drawing a table of numbers: heads, rows below them, the one under the cursor twice as high. Pixels only."""

from __future__ import annotations

from PIL import Image

from companion.ui.letters import LEFT, LINE, TALL, Box, Letters
from companion.ui.page import Page, Row
from companion.ui.paint_list import BAR, scroll_bar

GAP = 3
"""What is at least between two columns."""


def draw(letters: Letters, picture: Image.Image, page: Page, box: Box, *, large: bool = False) -> None:
    """Draw the heads and as many rows around the cursor as there is room for; a scroll bar is right of more rows.

    The row under the cursor has two lines: other numbers above its own. `large`: the numbers are in double height.
    """
    left, top, right, bottom = box
    names = max([letters.width(row.name) for row in page.rows], default=0) + LEFT
    ends = [names + (right - names) * place // len(page.heads) for place in range(1, len(page.heads) + 1)]
    _line(letters, picture, page.heads, ends, top)
    top += LINE
    step = TALL if large else LINE
    shown = min((bottom - top) // step - 1, len(page.rows))
    cursor = page.cursor or 0
    first = min(max(cursor - shown // 2, 0), len(page.rows) - shown)
    y = top
    for place, row in enumerate(page.rows[first : first + shown], first):
        high = 2 * step if place == cursor else step
        _row(letters, picture, row, ends, y, chosen=place == cursor, tall=large)
        if place == cursor:
            letters.invert(picture, (left, y - 1, right, y + high))
        y += high
    before, total = page.window or (0, len(page.rows))
    if shown < total:
        scroll_bar(picture, before + first, shown, total, (right, top, right + BAR, bottom))


def _row(
    letters: Letters, picture: Image.Image, row: Row, ends: list[int], y: int, *, chosen: bool, tall: bool
) -> None:
    """Draw a row: its name at the left, its numbers at the right of their columns."""
    step = TALL if tall else LINE
    letters.text(picture, LEFT, y, row.name, ends[0], tall=tall or chosen)
    if chosen:
        _line(letters, picture, row.above, ends, y, tall=tall)
        y += step
    _line(letters, picture, row.numbers, ends, y, tall=tall)


def _line(
    letters: Letters, picture: Image.Image, texts: tuple[str, ...], ends: list[int], y: int, *, tall: bool = False
) -> None:
    """Draw a line of texts, each at the right of its column."""
    for text, end in zip(texts, ends, strict=True):
        letters.text(picture, end - GAP + 1 - letters.width(text), y, text, end, tall=tall)
