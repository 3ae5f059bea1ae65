"""Lists: a line for each item, the one under the cursor inverted and twice as high. Pixels only.

Where the line under the cursor is too long, it goes on in a second row instead.
"""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from companion.kit.text import with_name
from companion.ui import digits
from companion.ui.letters import LEFT, LINE, RIGHT, TALL, Box, Letters
from companion.ui.page import Item, Page, Row
from companion.ui.paint_board import spaces
from companion.ui.pen import Pen
from companion.words.phrases import BREAK

BAR = 2
"""The width of the scroll bar."""
THUMB_LEAST = 4
GAP = 4
"""What is at least between a label and its value."""
WHO_GAP = 4
"""What is between the one who did something and the label."""
TAG = 17
"""The room that the one who did something keeps: for a tag of two letters in any script."""
BREAK_BEHIND = "–・"
"""The signs between two places: a line may be broken behind them, and before an arrow."""
TALL_FROM = 3
"""With room for fewer lines the one under the cursor is as low as the others: otherwise it would be the only one."""
COLUMN_GAP = 3
"""What is at least between two columns."""
NUMBER = 3 * LINE
"""The height of a number with its lit border."""
BORDER = 2
"""The lit rows above and below a number."""


def width(letters: Letters, items: Sequence[Item]) -> int:
    """How wide a list must be to show its longest line."""
    values = [letters.width(item.value) + GAP if item.value else 0 for item in items]
    return 2 * LEFT + max([letters.width(item.label) + value for item, value in zip(items, values, strict=True)])


def draw(
    letters: Letters,
    picture: Image.Image,
    items: Sequence[Item],
    cursor: int | None,
    box: Box,
    *,
    window: tuple[int, int] | None = None,
    large: bool = False,
    inside: int = 0,
) -> int:
    """Draw as many items around the cursor as the box has room for, and a scroll bar right of it if there are more.

    `items` may be a part of a longer list: `window` is the place of the first and how many there are in all. `large`:
    every line is in double height. In place of the line under the cursor there may be something else, `inside` pixels
    high, at least TALL: the caller draws it. Returns the top row of the line under the cursor.
    """
    left, top, right, bottom = box
    step = TALL if large else LINE
    room = (bottom - top) // step
    tall = large or (cursor is not None and room >= TALL_FROM)
    if tall and not large:
        room -= 1
    first = 0 if cursor is None else min(max(cursor - room // 2, 0), max(len(items) - room, 0))
    if cursor is not None and inside > TALL:  # the lines above stay where they are
        room -= -(-(inside - TALL) // step)
        first = max(first, cursor - room + 1)
    y = at = top
    for place, item in enumerate(items[first : first + room], first):
        chosen = place == cursor
        high = TALL if large or (chosen and tall) else LINE
        if chosen:
            at = y
        if chosen and inside:
            y += inside
            continue
        within = (left + LEFT, y, right - LEFT)
        goes_on = chosen and high == TALL and not item.keep and not _fits(letters, item, within[2] - within[0])
        if goes_on:
            _two_rows(letters, picture, item, within)
        else:
            _item(letters, picture, item, within, tall=high == TALL)
        if chosen:
            # A lit row is above the letters; those in double height have one of their own.
            if goes_on and y == top:
                picture.paste(0, (left, y - 1, right, y))  # the rule of the title
            letters.invert(picture, (left, y - (goes_on or high == LINE), right, y + high))
        y += high
    before, count = window or (0, len(items))
    shown = min(room, len(items))
    if shown < count:
        scroll_bar(picture, before + first, shown, count, (right, top, right + BAR, bottom))
    return at


def scroll_bar(picture: Image.Image, first: int, shown: int, count: int, box: Box) -> None:
    """Draw where in a list the lines are that are shown: a thumb as long as their share."""
    left, top, right, bottom = box
    room = bottom - top
    long = max(room * shown // count, THUMB_LEAST)
    y = top + (room - long) * first // max(count - shown, 1)
    pen = Pen(picture)
    pen.point([(right - 1, dot) for dot in range(top + 1, bottom, 3)], fill=1)
    pen.rectangle((left, y, right - 1, y + long - 1), fill=1)


def _fits(letters: Letters, item: Item, room: int) -> bool:
    """Whether all of an item has room in one line."""
    who = letters.width(item.who) + WHO_GAP if item.who else 0
    value = letters.width(item.value) + GAP if item.who or item.value else 0
    return who + letters.width(item.label) + value <= room


def _two_rows(letters: Letters, picture: Image.Image, item: Item, box: tuple[int, int, int]) -> None:
    """Draw an item on two rows, the value at the end of the second one."""
    left, y, right = box

    def rows(who: str) -> tuple[str, Item]:
        text = f"{who} {item.label}".strip()
        for sign in BREAK_BEHIND:
            text = text.replace(sign, sign + BREAK)
        first, *rest = letters.wrap(text.replace("→", BREAK + "→"), right - left)
        return first, Item(" ".join(rest), item.value)

    who = with_name(str, item.who, lambda who, width: _fits(letters, rows(who)[1], right - left))
    first, second = rows(who)
    letters.text(picture, left, y, first, right - left)
    _item(letters, picture, second, (left, y + LINE, right), tall=False)


def _item(letters: Letters, picture: Image.Image, item: Item, box: tuple[int, int, int], *, tall: bool) -> None:
    """Draw label left and value right. The label is shortened first, but keeps half of the line."""
    left, y, right = box
    wide = letters.width(item.value)
    if item.who:
        room = right - left - WHO_GAP - letters.width(item.label) - GAP - wide
        who = letters.shortened(item.who, max(room, TAG))
        left = letters.text(picture, left, y, who, RIGHT, tall=tall) - 1 + WHO_GAP
    whole = not wide or item.keep
    room = right - left if whole else max((right - left) // 2, right - left - wide - GAP)
    end = letters.text(picture, left, y, item.label, room, tall=tall)
    value = letters.shortened(item.value, right - end - 3)
    at = right - letters.width(value)
    letters.text(picture, at, y, value, right - left, tall=tall)


def draw_table(letters: Letters, picture: Image.Image, page: Page, box: Box, *, large: bool = False) -> None:
    """Draw the heads and as many rows around the cursor as there is room for; a scroll bar is right of more rows.

    The row under the cursor has two lines: other numbers above its own. `large`: the numbers are in double height.
    """
    left, top, right, bottom = box
    names = max([letters.width(row.name) for row in page.rows], default=0) + LEFT
    ends = [names + (right - names) * place // len(page.heads) for place in range(1, len(page.heads) + 1)]
    _table_line(letters, picture, page.heads, ends, top)
    top += LINE
    step = TALL if large else LINE
    shown = min((bottom - top) // step - 1, len(page.rows))
    cursor = page.cursor or 0
    first = min(max(cursor - shown // 2, 0), len(page.rows) - shown)
    y = top
    for place, row in enumerate(page.rows[first : first + shown], first):
        high = 2 * step if place == cursor else step
        _table_row(letters, picture, row, ends, y, chosen=place == cursor, tall=large)
        if place == cursor:
            letters.invert(picture, (left, y - 1, right, y + high))
        y += high
    before, total = page.window or (0, len(page.rows))
    if shown < total:
        scroll_bar(picture, before + first, shown, total, (right, top, right + BAR, bottom))


def _table_row(
    letters: Letters, picture: Image.Image, row: Row, ends: list[int], y: int, *, chosen: bool, tall: bool
) -> None:
    """Draw a row: its name at the left, its numbers at the right of their columns."""
    step = TALL if tall else LINE
    letters.text(picture, LEFT, y, row.name, ends[0], tall=tall or chosen)
    if chosen:
        _table_line(letters, picture, row.above, ends, y, tall=tall)
        y += step
    _table_line(letters, picture, row.numbers, ends, y, tall=tall)


def _table_line(
    letters: Letters, picture: Image.Image, texts: tuple[str, ...], ends: list[int], y: int, *, tall: bool = False
) -> None:
    """Draw a line of texts, each at the right of its column."""
    for text, end in zip(texts, ends, strict=True):
        letters.text(picture, end - COLUMN_GAP + 1 - letters.width(text), y, text, end, tall=tall)


def inside_height(page: Page) -> int:
    """How high that is: a board is as high as a line under the cursor."""
    return TALL if page.board else NUMBER


def draw_inside(letters: Letters, picture: Image.Image, page: Page, box: Box) -> None:
    """Draw the board of a page, or its large number, into the place of a line."""
    if page.board:
        _draw_signs(letters, picture, page, box)
    else:
        _draw_number(letters, picture, page.big, box)


def _draw_signs(letters: Letters, picture: Image.Image, page: Page, box: Box) -> None:
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


def _draw_number(letters: Letters, picture: Image.Image, text: str, box: Box) -> None:
    """Draw a number as large as there is room for, inverted: it is under the cursor."""
    left, top, right, bottom = box
    high = bottom - top - 2 * BORDER
    drawn = digits.number(text, *digits.digit_size(text.rjust(2), right - left - 2 * BORDER, high))
    letters.number(picture, drawn, ((left + right - drawn.width) // 2, top + (bottom - top - drawn.height) // 2))
    letters.invert(picture, box)
