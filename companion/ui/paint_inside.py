"""Drawing what is chosen inside a list, in the place of one of its lines: a card, or a number. Pixels only.

The other lines of the list stay where they are: little changes on the glass, and people see which line they are in.
"""

from __future__ import annotations

from PIL import Image

from companion.ui import digits
from companion.ui.letters import LINE, TALL, Box, Letters
from companion.ui.page import Page
from companion.ui.paint_board import spaces

NUMBER = 3 * LINE
"""The height of a number with its lit border."""
BORDER = 2
"""The lit rows above and below a number."""


def height(page: Page) -> int:
    """How high that is: a board is as high as a line under the cursor."""
    return TALL if page.board else NUMBER


def draw(letters: Letters, picture: Image.Image, page: Page, box: Box) -> None:
    """Draw the board of a page, or its large number, into the place of a line."""
    if page.board:
        _board(letters, picture, page, box)
    else:
        _number(letters, picture, page.big, box)


def _board(letters: Letters, picture: Image.Image, page: Page, box: Box) -> None:
    """Draw two rows of small signs; the one under the cursor is inverted and as high as both, and hides the other."""
    assert page.space is not None
    for (row, column), space, (left, top, right, _) in spaces(page, box):
        chosen = (row, column) == page.space
        if column == page.space[1] and not chosen:
            continue
        if chosen:
            top = box[1]
        x = left + (right - left - letters.width(space.text) + 1) // 2
        letters.text(picture, x, top, space.text, right - left, tall=chosen)
        if chosen:
            letters.invert(picture, (left, box[1], right, box[3]))


def _number(letters: Letters, picture: Image.Image, text: str, box: Box) -> None:
    """Draw a number as large as there is room for, inverted: it is under the cursor."""
    left, top, right, bottom = box
    high = bottom - top - 2 * BORDER
    drawn = digits.number(text, *digits.digit_size(text.rjust(2), right - left - 2 * BORDER, high))
    letters.number(picture, drawn, ((left + right - drawn.width) // 2, top + (bottom - top - drawn.height) // 2))
    letters.invert(picture, box)
