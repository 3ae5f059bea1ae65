"""Lists: a line for each item, the one under the cursor inverted and in large letters. Pixels only.

The lines keep their order, and the box of the line under the cursor is where its line is. Where the label has no room
in large letters, it is in the letters of the other lines, whole; where its value has none, it stands in a second row.
Another line that has no room is in smaller letters, and where these have none, too, a value may have a shorter form.
"""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from companion.kit.text import with_name
from companion.ports import HEIGHT
from companion.ui import digits
from companion.ui.letters import LEFT, LINE, RIGHT, Box, Faces, Letters, Pen, composed, underline
from companion.ui.page import Item, Page
from companion.values import NamedTuple
from companion.words import BREAK, without_breaks

BELOW = 2
"""How many rows below a box letters may hang."""
BAR = 2
"""The width of the scroll bar."""
THUMB_LEAST = 4
GAP = 4
"""What is at least between a label and its value."""
EDGE = 4
"""What is between a value and the right edge."""
WHO_GAP = 4
"""What is between the one who did something and the label."""
TAG = 2
"""How many letters of the one who did something are never left out: those of a tag."""
BREAK_BEHIND = "–・"
"""The signs between two places: a line may be broken behind them, and before an arrow."""
COLUMN_GAP = 4
"""What is at least between two columns."""
NUMBER = 3 * LINE
"""The height of a number with its lit border inside a list."""
ROW_NAME = 12
"""The width of the names of the rows of a table."""
TABLE_TOP, TABLE_BOX, TABLE_LINE = 10, 18, 12
"""The first row below the heads of a table, and the heights of its row under the cursor and of another one."""
BOLD = 9
"""The height of a number in the row under the cursor."""
BORDER = 2
"""The lit rows above and below a number."""


class Sizes(NamedTuple):
    """How high the parts of a list are: a line, the box of the line under the cursor, and a box with two rows.

    Letters are drawn `up` rows above their line, and at these rows of a box: `large` ones, the letters of a line
    `beside` and `below` them, and the two rows.
    """

    line: int
    box: int
    two: int
    up: int
    large: int
    beside: int
    below: int
    rows: tuple[int, int]


LATIN = Sizes(line=11, box=20, two=31, up=1, large=1, beside=7, below=19, rows=(3, 15))
HIGH = Sizes(line=12, box=18, two=30, up=0, large=1, beside=4, below=18, rows=(3, 16))
"""With kana or kanji a line is a row higher and a box lower: these have nothing below the line."""
SMALL = Sizes(line=8, box=16, two=25, up=0, large=0, beside=4, below=17, rows=(4, 13))


def sizes(faces: Faces, items: Sequence[Item]) -> Sizes:
    """The heights of a list with these items."""
    if faces.small:
        return SMALL
    return HIGH if faces.are_high([text for item in items for text in item[:3]]) else LATIN


def width(faces: Faces, items: Sequence[Item]) -> int:
    """How wide a list must be to show its longest line."""
    return LEFT + EDGE + max([_whole(faces.lines, item._replace(who="")) for item in items])


def draw(
    faces: Faces,
    picture: Image.Image,
    items: Sequence[Item],
    cursor: int | None,
    box: Box,
    *,
    window: tuple[int, int] | None = None,
    inside: int = 0,
) -> int:
    """Draw as many items around the cursor as the box has room for, and a scroll bar right of it if there are more.

    `items` may be a part of a longer list: `window` is the place of the first and how many there are in all. In place
    of the line under the cursor there may be something else, `inside` pixels high: the caller draws it. Returns the top
    row of the line under the cursor.
    """
    left, top, right, bottom = box
    high = sizes(faces, items)
    room, chosen = bottom - top, 0
    wide = right - LEFT - EDGE - left
    if cursor is not None:
        two = high.two <= room and not inside and _needs_two_rows(faces, items[cursor], wide)
        chosen = inside or min(high.two if two else high.box, room)
        room -= chosen
    count = room // high.line + (cursor is not None)
    first = 0 if cursor is None else min(max(cursor - count // 2, 0), max(len(items) - count, 0))
    y = at = top
    for place, item in enumerate(items[first : first + count], first):
        if place != cursor:
            item = _said(faces, item, wide)
            letters = _letters_for(faces, item, wide)
            down = 0  # the letters of texts have no free row above them
            if letters is faces.lines:
                down = -high.up
            elif letters is faces:
                down = (high.line - LINE) // 2
            _item(letters, picture, item, (left + LEFT, y + down, right - EDGE))
            y += high.line
            continue
        at = y
        if not inside:
            # Letters that hang below the line may lose a row between lines of kanji.
            drawn = Image.new("1", (right - left, chosen + BELOW))
            _chosen(faces, drawn, item, high, chosen)
            picture.paste(drawn.crop((0, 0, right - left, chosen)), (left, y))
            faces.invert(picture, (left, y, right, y + chosen))
        y += chosen
    before, total = window or (0, len(items))
    shown = min(count, len(items))
    if shown < total:
        scroll_bar(picture, before + first, shown, total, (right, top, right + BAR, bottom))
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


def _said(faces: Faces, item: Item, room: int) -> Item:
    """The item with the longest of its values that has room beside its label; without one, the last."""
    least = faces.lines if faces.small else faces
    forms = [item, *[item._replace(value=value) for value in item.short]]
    return next((form for form in forms if _whole(least, form) <= room), forms[-1])


def _wide(letters: Letters, item: Item) -> int:
    """How wide an item is in these letters, without its value."""
    return letters.width(item.label) + (letters.width(item.who) + WHO_GAP if item.who else 0)


def _whole(letters: Letters, item: Item) -> int:
    """How wide an item is in these letters, with its value."""
    wide = _wide(letters, item)
    return wide + letters.width(item.value) + (GAP if wide and item.value else 0)


def _letters_for(faces: Faces, item: Item, room: int) -> Letters:
    """The letters of lines; smaller ones if only in these the whole item has room, or else its label."""
    if faces.small:
        return faces.lines
    all_sizes: tuple[Letters, ...] = (faces.lines, faces.texts, faces)
    for needed in (item, item._replace(value="")):
        for letters in all_sizes:
            if _whole(letters, needed) <= room:
                return letters
    return faces.texts


def _needs_two_rows(faces: Faces, item: Item, room: int) -> bool:
    """Whether a value has no room beside a label in large letters, or beside one in the letters of lines that only fits
    in these.
    """
    beside = faces.lines.width(item.value) + GAP if item.value else 0
    large, lines = _wide(faces.large, item), _wide(faces.lines, item)
    return (large if large <= room else lines) + beside > room


def _chosen(faces: Faces, picture: Image.Image, item: Item, high: Sizes, height: int) -> None:
    """Draw the item under the cursor as dark letters will be: large, or in the letters of the others where it must."""
    right = picture.width - EDGE
    room = right - LEFT
    lines, large = faces.lines, faces.large
    if height < high.two:
        item = _said(faces, item, room)
    beside = lines.width(item.value) + GAP if item.value else 0
    if height < high.line:
        _item(faces, picture, item, (LEFT, 0, right))
    elif height >= high.two and _wide(lines, item) + beside > room and _wide(large, item) > room:
        _two_rows(faces, picture, item, high)
    elif height < high.box:  # as low as the other lines
        _item(lines, picture, item, (LEFT, (height - high.line) // 2 - high.up, right))
    elif height >= high.two and _wide(large, item) <= room:
        _item(large, picture, item._replace(value=""), (LEFT, high.large, right))
        below = _said(faces, Item("", item.value, short=item.short), room)
        letters, down = _letters_for(faces, below, room), high.below
        value = letters.shortened(below.value, room)
        place = (right - letters.width(value) - 1, down, picture.width, picture.height)
        if high is HIGH and letters is faces.lines and picture.crop(place).getbbox():  # Latin letters hang into kanji
            letters, down = faces.texts, high.two - faces.texts.height
            value = letters.shortened(below.value, room)
        if letters is faces:
            down += (high.two - high.below - LINE) // 2
        letters.text(picture, right - letters.width(value), down, value, room)
    elif _whole(large, item) <= room:
        _item(large, picture, item, (LEFT, high.large, right))
    elif _wide(large, item) + beside <= room:
        end = _item(large, picture, item._replace(value=""), (LEFT, high.large, right))
        lines.text(picture, right - lines.width(item.value), high.beside, item.value, right - end)
    else:
        _item(_letters_for(faces, item, room), picture, item, (LEFT, (height - high.line) // 2 - high.up + 1, right))


def _two_rows(faces: Faces, picture: Image.Image, item: Item, high: Sizes) -> None:
    """Draw an item on two rows in the letters of lines, the value at the end of the second one."""
    letters, right = faces.lines, picture.width - EDGE
    room = right - LEFT

    def rows(who: str) -> tuple[str, Item]:
        text = f"{who} {item.label}".strip()
        for sign in BREAK_BEHIND:
            text = text.replace(sign, sign + BREAK)
        first, *rest = letters.broken(text.replace("→", BREAK + "→"), room)
        rest_of_it = without_breaks("".join(rest))
        return without_breaks(first).rstrip(), _said(faces, Item(rest_of_it, item.value, short=item.short), room)

    def fits(who: str, width: int) -> bool:
        return _whole(letters, rows(who)[1]) <= room

    who = with_name(str, item.who, fits)
    first, second = rows(who if fits(who, room) else item.who)
    letters.text(picture, LEFT, high.rows[0] - high.up, first, room)
    _item(_letters_for(faces, second, room), picture, second, (LEFT, high.rows[1] - high.up, right))


def _item(letters: Letters, picture: Image.Image, item: Item, box: tuple[int, int, int]) -> int:
    """Draw label left and value right; returns the x behind the label.

    The label is shortened first, but keeps half of the line.
    """
    left, y, right = box
    wide = letters.width(item.value)
    if item.who:
        room = right - left - WHO_GAP - letters.width(item.label) - (GAP + wide if wide else 0)
        who = letters.shortened(item.who, max(room, letters.width(composed(item.who)[:TAG])))
        left = letters.text(picture, left, y, who, RIGHT) - 1 + WHO_GAP
    whole = not wide or item.keep
    room = right - left if whole else max((right - left) // 2, right - left - wide - GAP)
    end = letters.text(picture, left, y, item.label, room)
    value = letters.shortened(item.value, right - end - 3)
    letters.text(picture, right - letters.width(value), y, value, right - left)
    return end


def draw_table(letters: Faces, picture: Image.Image, page: Page) -> None:
    """Draw the heads in the place of a title, and as many rows around the cursor as there is room for; in front of the
    heads the part of the columns.

    In the row under the cursor other numbers are above its own, which are bold.
    """
    wide = (RIGHT - 1 - ROW_NAME) // len(page.heads)
    ends = [ROW_NAME + wide * place for place in range(1, len(page.heads) + 1)]
    _table_line(letters, picture, page.heads, ends, 0)
    if page.part is not None:
        letters.text(picture, 0, 0, "{}/{}".format(*page.part), ends[0] - letters.width(page.heads[0]))
    underline(picture, 0, RIGHT, LINE, dotted=True)
    top, bottom = TABLE_TOP, HEIGHT
    shown = min((bottom - top - TABLE_BOX) // TABLE_LINE + 1, len(page.rows))
    cursor = page.cursor or 0
    first = min(max(cursor - shown // 2, 0), len(page.rows) - shown)
    y, up = top, 0 if letters.small else LATIN.up
    for place, row in enumerate(page.rows[first : first + shown], first):
        chosen = place == cursor
        down = (TABLE_BOX - TABLE_LINE) // 2 if chosen else 0
        letters.lines.text(picture, ROW_NAME - letters.lines.width(row.name), y + down - up, row.name, ROW_NAME)
        if chosen:
            _table_line(letters, picture, row.above, ends, y + 1)
            for text, end in zip(row.numbers, ends, strict=True):
                _bold_number(letters, picture, text, (end - wide + COLUMN_GAP, y + LINE, end))
            letters.invert(picture, (0, y, RIGHT, y + TABLE_BOX))
        else:
            _table_line(letters.lines, picture, row.numbers, ends, y - up)
        y += TABLE_BOX if chosen else TABLE_LINE
    before, total = page.window or (0, len(page.rows))
    if shown < total:
        scroll_bar(picture, before + first, shown, total, (RIGHT, top, RIGHT + BAR, bottom))


def _table_line(letters: Letters, picture: Image.Image, texts: tuple[str, ...], ends: list[int], y: int) -> None:
    """Draw a line of texts, each at the right of its column."""
    for text, end in zip(texts, ends, strict=True):
        letters.text(picture, end - letters.width(text), y, text, end)


def _bold_number(letters: Faces, picture: Image.Image, text: str, box: tuple[int, int, int]) -> None:
    """Draw a number with strokes of two pixels at the right of a column; what is no number in letters."""
    left, y, right = box
    if not text.lstrip("-").isdecimal():
        letters.text(picture, right - letters.width(text), y, text, right)
        return
    wide = max([size for size in (5, 6, 7) if digits.number_width(text, size) <= right - left], default=5)
    drawn = digits.number(text, wide, BOLD)
    letters.number(picture, drawn, (right - drawn.width, y))


def inside_height(faces: Faces, page: Page) -> int:
    """How high what is inside a list is: a board is as high as a line under the cursor, so that no line moves."""
    return sizes(faces, page.menu).box if page.board else NUMBER


def draw_inside(letters: Faces, picture: Image.Image, page: Page, box: Box) -> None:
    """Draw the board of a page, or its large number, into the place of a line."""
    if page.board:
        _draw_signs(letters, picture, page, box)
    else:
        _draw_number(letters, picture, page.big, box)


def _draw_signs(letters: Faces, picture: Image.Image, page: Page, box: Box) -> None:
    """Draw two rows of small signs; the one under the cursor is inverted and as high as both, and hides the other."""
    from companion.ui.paint_board import spaces

    assert page.space is not None
    for (row, column), space, (left, top, right, _) in spaces(page, box):
        chosen = (row, column) == page.space
        if column == page.space[1] and not chosen:
            continue
        if chosen:
            top = box[1]
        sized = letters.large if chosen else letters
        x = left + (right - left - sized.width(space.text) + 1) // 2
        sized.text(picture, x, top, space.text, right - left)
        if chosen:
            letters.invert(picture, (left, box[1], right, box[3]))


def _draw_number(letters: Faces, picture: Image.Image, text: str, box: Box) -> None:
    """Draw a number as large as there is room for, inverted: it is under the cursor."""
    left, top, right, bottom = box
    high = bottom - top - 2 * BORDER
    drawn = digits.number(text, *digits.digit_size(text.rjust(2), right - left - 2 * BORDER, high))
    letters.number(picture, drawn, ((left + right - drawn.width) // 2, top + (bottom - top - drawn.height) // 2))
    letters.invert(picture, box)
