"""The picture of the map: three lanes of eighteen rows, the pieces of a place below its name, so that none covers it.

The capitals are in the upper two lanes, with their legions in large digits; their core regions and chips are below.
"""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from companion.ports import HEIGHT
from companion.ui import digits, paint_title
from companion.ui.letters import Box, Faces, Letters, Pen, underline
from companion.ui.page import Drawing, Page, Picture, Space, Token

TOP, LANE = 11, 18
"""The first row of the upper lane, and the rows of a lane."""
PIECES = 8
"""The first row of the pieces, from the top of their lane."""
HIGH = 9
"""The height of a digit on a piece."""
FRAME = 2
"""What the frame of a piece of the other side adds to it at each side, where there is room, else 1."""
LANES = (
    ((19, 19), (39, 19), (59, 19), (79, 19)),
    ((0, 19), (20, 14), (34, 18), (52, 14), (66, 18), (84, 14), (99, 19)),
    ((20, 18), (38, 12), (50, 18), (68, 12), (80, 18)),
)
"""The left edge and the width of each place, in the rows of the board."""
CAPITAL_HIGH, CAPITAL_WIDE = 16, 10
"""The size of the digit of a capital."""
BESIDE = 21
"""The first row of other pieces in a capital, from its first row below the name."""
PIECE_MOST = 9
"""The widest picture of a piece."""
BELOW = TOP + 2 * LANE + 1
"""The first row of the core regions and the chips."""


class MapPicture(Drawing):
    """The board of its page as the map. A line of a menu is the title, or stands at the right end of it."""

    fills_glass = True
    menu_in_title = True

    def paint(self, letters: Faces, picture: Image.Image, page: Page) -> None:
        for row, spaces in enumerate(page.board):
            for column, space in enumerate(spaces):
                left, wide = LANES[row][column]
                if space.tall:
                    bottom = _capital(letters, picture, space, left, wide)
                    box = left, TOP - 1, left + wide, bottom
                    apart: list[Box] = []
                else:
                    top = TOP + LANE * row
                    apart = _place(letters, picture, space, (left, top, wide))
                    box = left, top - 1, left + wide, min(top + LANE, HEIGHT)
                if page.space == (row, column):
                    letters.invert(picture, box)
                    for piece in apart:
                        letters.invert(picture, piece)
                elif (row, column) in page.also:
                    _mark(picture, box)
        title, aside, chosen = page.title, page.aside, page.menu and page.cursor is not None
        if chosen:
            item = page.menu[page.cursor or 0]
            title, aside = (item.label, item.value) if item.value else (title, item.label)
        paint_title.draw(letters, picture, page, title, aside, clock=page.clock, chosen=bool(chosen))


MAP = MapPicture()


def _mark(picture: Image.Image, box: Box) -> None:
    """Mark a place that belongs to the choice: a line around it, open above, where its name is."""
    left, top, right, bottom = box
    low = bottom - 1
    for line in ((left, top + 1, left, low), (right - 1, top + 1, right - 1, low), (left, low, right - 1, low)):
        Pen(picture).line(line, fill=1)


def _place(letters: Faces, picture: Image.Image, space: Space, at: tuple[int, int, int]) -> list[Box]:
    """Draw a place with its pieces; returns the boxes of those that the cursor does not select."""
    left, top, wide = at
    _name(letters, picture, space, left, top, wide)
    return _pieces(letters, picture, space.tokens, (left, top + PIECES, wide))


def _name(letters: Letters, picture: Image.Image, space: Space, left: int, top: int, wide: int) -> None:
    if space.sign is not None:
        drawn = digits.bitmap(space.sign.rows)
        picture.paste(drawn, (left + (wide - drawn.width) // 2, top))
        return
    x = left + (wide - letters.width(space.name) + 1) // 2
    end = letters.text(picture, x, top, space.name, wide)
    if space.turn:
        underline(picture, x, end - 1, top + PIECES - 1)


def _capital(letters: Faces, picture: Image.Image, space: Space, left: int, wide: int) -> int:
    """Draw a capital; returns the first row below its pieces."""
    top = TOP + PIECES
    _name(letters, picture, space, left, TOP, wide)
    own = next((token for token in space.tokens if token.text), None)
    others = [token for token in space.tokens if token is not own and not _is_small(token.picture)]
    if own is not None:
        width = CAPITAL_WIDE - 4 * (own.text == "1")
        x = left + (wide - width) // 2
        drawn = digits.one(CAPITAL_HIGH) if own.text == "1" else digits.digit(own.text, CAPITAL_WIDE, CAPITAL_HIGH)
        letters.number(picture, drawn, (x, top + 2))
        if own.framed:
            _frame(picture, x - 2, top, x + width + 1, top + CAPITAL_HIGH + 3)
    _pieces(letters, picture, others, (left, top + BESIDE, wide))
    y = BELOW
    for token in space.tokens:
        if token.picture is not None and _is_small(token.picture):
            drawn = digits.bitmap(token.picture.rows)
            picture.paste(drawn, (left + (wide - drawn.width) // 2, y))
            y += drawn.height + 2
    return top + (BESIDE + HIGH + 1 if others else CAPITAL_HIGH + 4)


def _is_small(picture: Picture | None) -> bool:
    """Whether a picture shows chips or core regions: they are below a capital, not in it."""
    return picture is not None and len(picture.rows[0]) > PIECE_MOST


def _pieces(letters: Faces, picture: Image.Image, tokens: Sequence[Token], at: tuple[int, int, int]) -> list[Box]:
    """Draw pieces side by side; returns the boxes of those that the cursor does not select."""
    left, top, wide = at
    frame = FRAME
    widths = [_width(letters, token, frame) for token in tokens]
    if sum(widths) + len(widths) - 1 > wide:
        frame = 1
        widths = [_width(letters, token, frame) for token in tokens]
    x = left + (wide - sum(widths) - len(widths) + 2) // 2
    apart = []
    for token, width in zip(tokens, widths, strict=True):
        if token.picture is not None:
            drawn = digits.bitmap(token.picture.rows)
            picture.paste(drawn, (x, top + (HIGH - drawn.height + 1) // 2))
        else:
            inner = x + frame * token.framed
            letters.lines.text(picture, inner, top - 1, token.text, width)  # digits begin in the second row
            if token.framed:
                _frame(picture, x, top - 1, x + width - 1, top + HIGH)
        if token.apart:
            apart.append((x - 1, top - 1, x + width + 1, top + HIGH + 1))
        x += width + 1
    return apart


def _frame(picture: Image.Image, left: int, top: int, right: int, bottom: int) -> None:
    """Draw the frame of pieces of the other side; in the lowest lane it has no foot."""
    low = min(bottom, HEIGHT - 1)
    Pen(picture).line((left, low, left, top, right, top, right, low), fill=1)
    if low == bottom:
        Pen(picture).line((left, low, right, low), fill=1)


def _width(letters: Faces, token: Token, frame: int) -> int:
    if token.picture is not None:
        return len(token.picture.rows[0])
    return letters.lines.width(token.text) + 2 * frame * token.framed
