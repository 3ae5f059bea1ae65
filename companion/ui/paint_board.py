"""Drawing boards: rows of spaces with names and pieces. Pixels only; the page says what is where."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from companion.ui import digits
from companion.ui.letters import LINE, Box, Letters, Pen, underline
from companion.ui.page import Page, Picture, Space, Token

FRAME = 2
"""What a frame adds to a token on each side."""
GAP = 3
"""The gap between tokens if there is room, so that cards 5 and 3 do not look like 53."""
DIGIT_MOST = 16
"""The greatest height of the digits on tokens."""
BETWEEN = 2
"""The gap between rows of tokens."""


def draw(picture: Image.Image, page: Page, box: Box, letters: Letters) -> None:
    """Draw the board of a page into a box: the space under the cursor inverted, the others that belong to it marked."""
    placed = spaces(page, box)
    lanes = {row: place[1] for (row, _), space, place in placed if not space.tall}
    for (row, column), space, place in placed:
        if space.tall:
            place = _own_place(space, place, lanes.get(row, place[1]), letters)
        _space(picture, space, place, letters)
        # Names begin in the first row of their space: the lit row above them is the last one of the space above.
        around = (place[0], place[1] - bool(space.name), place[2], place[3] - bool(space.name))
        if page.space == (row, column):
            letters.invert(picture, around)
        elif (row, column) in page.also:
            _mark(picture, around)


def _own_place(space: Space, box: Box, lane: int, letters: Letters) -> Box:
    """The part of a tall space that it needs from the top of its own row down; all of it if that is too low.

    A cursor on all rows would change most pages of the display.
    """
    left, top, right, bottom = box
    width = right - left - 1
    lettering = _lettering(space, (width, bottom - top - LINE), letters)
    rows, _ = _token_rows(space.tokens, width, lettering)
    end = lane + LINE + sum([_row_height(row, lettering) + BETWEEN for row in rows]) + 1
    return (left, lane, right, end) if space.name and not space.number and end <= bottom else box


def _mark(picture: Image.Image, box: Box) -> None:
    """Mark a space with a frame, or with brackets if it is so low that the frame of a token would hide a line."""
    left, top, right, bottom = box
    draw = Pen(picture)
    if bottom - top > LINE + FRAME + 1:
        draw.rectangle((left, top, right - 1, bottom - 1), outline=1)
        return
    for edge, inner in ((left, left + 1), (right - 1, right - 2)):
        draw.line((edge, top, edge, bottom - 1), fill=1)
        draw.point([(inner, top), (inner, bottom - 1)], fill=1)


def spaces(page: Page, box: Box) -> list[tuple[tuple[int, int], Space, Box]]:
    """Every space with its place in the board and on the glass."""
    left, top, right, bottom = box
    placed: list[tuple[tuple[int, int], Space, Box]] = []
    ends = {at: space for row in page.board for at, space in ((0, row[0]), (-1, row[-1])) if space.tall}
    whole = max(sum(space.wide for space in row) for row in page.board)
    wide = {at: (right - left) * space.wide // whole for at, space in ends.items()}
    inner_left, inner_right = left + wide.get(0, 0), right - wide.get(-1, 0)
    edges = [top + (bottom - top) * down // len(page.board) for down in range(len(page.board) + 1)]
    for down, row in enumerate(page.board):
        y, below = edges[down], edges[down + 1]
        flat = [(across, space) for across, space in enumerate(row) if not space.tall]
        widths = sum(space.wide for _, space in flat)
        x, used = inner_left, 0
        for across, space in flat:
            used += space.wide
            end = inner_left + (inner_right - inner_left) * used // widths
            placed.append(((down, across), space, (x, y, end, below)))
            x = end
        for across, space in enumerate(row):
            if space.tall:
                at, end = (left, inner_left) if across == 0 else (inner_right, right)
                placed.append(((down, across), space, (at, top, end, bottom)))
    return placed


def _space(picture: Image.Image, space: Space, box: Box, letters: Letters) -> None:
    left, top, right, bottom = box
    if space.label:
        Pen(picture).line((right - 1, top, right - 1, bottom - 1), fill=1)
        right -= 1
    if space.framed:
        _mark(picture, (left, top, right - 1, bottom - 1))
    rows, gap = _token_rows(space.tokens, right - left - 1, letters)
    # If a row is too low for both, the tokens say more than the name.
    if (space.name or space.sign) and (not rows or bottom - top >= 2 * LINE):
        _name(picture, space, (left, top, right), letters)
        top += LINE
    if space.number:
        size = digits.digit_size(space.number, right - left - 4, bottom - top - (LINE + 2) * len(rows) - 4)
        drawn = digits.number(space.number, *size)
        x = left + (right - left - drawn.width) // 2
        letters.number(picture, drawn, (x, top + 2))
        if space.turn and not space.name:
            Pen(picture).line((x, top + size[1] + 3, x + drawn.width - 1, top + size[1] + 3), fill=1)
        top = bottom - (LINE + 2) * len(rows)
    lettering = _lettering(space, (right - left - 1, bottom - top), letters)
    rows, gap = _token_rows(space.tokens, right - left - 1, lettering)
    heights = [_row_height(row, lettering) for row in rows]
    between = min((bottom - top - sum(heights)) // max(len(rows), 1), BETWEEN)
    y = top + (bottom - top - sum(heights) - between * len(rows) + 1) // 2
    for row, high in zip(rows, heights, strict=True):
        x = left + max((right - left - sum(_token_width(token, lettering) + gap for token in row) + gap) // 2, 0)
        for token in row:
            x = _token(picture, token, (x, y, high, bottom), lettering) + gap
        y += high + between


def _lettering(space: Space, room: tuple[int, int], letters: Letters) -> Lettering:
    """The letters for the tokens of a space: digits as high as there is room for, small ones where there is little."""
    tokens, (width, height) = space.tokens, room
    numbers = [token.text for token in tokens if token.text]
    if space.large and numbers and all(number.isdigit() for number in numbers):
        for high in range(min(DIGIT_MOST, height - 1), LINE, -1):
            large = Large(letters, high)
            rows, _ = _token_rows(tokens, width, large)
            widest = max(sum(_token_width(token, large) for token in row) for row in rows)
            needed = sum(_row_height(row, large) for row in rows) + BETWEEN * (len(rows) - 1)
            if needed <= height and widest <= width:
                return large
    rows, _ = _token_rows(tokens, width, letters)
    spare = not any(token.framed for token in tokens)  # the last row of a digit is free, but for a frame
    if len(rows) * LINE > height + spare and _small_enough(tokens):
        return Small(letters)
    return letters


def _row_height(row: Sequence[Token], letters: Lettering) -> int:
    """The height of a row of tokens. Without large digits all rows are as high as a line, but for higher pictures."""
    pictures = max([_drawn(token.picture, letters).height for token in row if token.picture], default=0)
    if isinstance(letters, Large):
        return max(pictures, letters.high if any(token.text for token in row) else 0)
    return max(pictures, digits.SMALL_HIGH + 1 if isinstance(letters, Small) else LINE)


class Small:
    """The small digits as letters, for a space that has no room for larger ones, with small pictures."""

    def __init__(self, letters: Letters) -> None:
        self._letters = letters

    def width(self, text: str) -> int:
        return len(text) * (digits.SMALL_WIDE + 1) - 1

    def text(self, picture: Image.Image, x: int, y: int, text: str, width: int) -> int:
        drawn = digits.small_number(text)
        self._letters.number(picture, drawn, (x, y))
        return x + drawn.width + 1


class Large:
    """Large digits as letters, for a space that has room for them."""

    def __init__(self, letters: Letters, high: int) -> None:
        self._letters, self.high = letters, high
        self._wide = max(high * 5 // 8, 5)

    def width(self, text: str) -> int:
        return sum(self._digit(character).width + 2 for character in text) - 2

    def text(self, picture: Image.Image, x: int, y: int, text: str, width: int) -> int:
        for character in text:
            drawn = self._digit(character)
            self._letters.number(picture, drawn, (x, y))
            x += drawn.width + 2
        return x

    def _digit(self, character: str) -> Image.Image:
        return digits.one(self.high) if character == "1" else digits.digit(character, self._wide, self.high)


Lettering = Letters | Small | Large
"""What can write the tokens of a space."""


def _small_enough(tokens: Sequence[Token]) -> bool:
    """Whether all tokens of a space have a small form."""
    return all(set(token.text) <= digits.SMALL.keys() for token in tokens)


def _drawn(picture: Picture, letters: Lettering) -> Image.Image:
    """The picture of a token; among small digits the small one, if there is one."""
    return digits.bitmap(picture.small if isinstance(letters, Small) and picture.small else picture.rows)


def _token_rows(tokens: Sequence[Token], width: int, letters: Lettering) -> tuple[list[list[Token]], int]:
    """The tokens in as few rows as possible, and the widest gap between them that needs no further row.

    Several numbers have more room between them: otherwise they look like one number.
    """
    numbers = sum(token.text.isdigit() and not token.picture and not token.framed for token in tokens) > 1
    if numbers and isinstance(letters, Large):
        return _rows(tokens, width, letters, letters.high // 2), letters.high // 2
    closest = 1 if not numbers else GAP - 1 if isinstance(letters, Small) else GAP
    least = _rows(tokens, width, letters, closest)
    for gap in (GAP, GAP - 1):
        rows = _rows(tokens, width, letters, gap)
        if len(rows) == len(least):
            return rows, gap
    return least, closest


def _name(picture: Image.Image, space: Space, edge: tuple[int, int, int], letters: Letters) -> None:
    """Draw the name of a space or its sign, in the middle of its upper edge. `edge` is left, top and right."""
    left, top, right = edge
    sign = digits.bitmap(space.sign.rows) if space.sign else None
    x = left + max((right - left - (sign.width if sign else letters.width(space.name))) // 2, 0)
    if sign:
        picture.paste(sign, (x, top))
        return
    end = letters.text(picture, x, top, space.name, right - x)
    if space.turn:
        underline(picture, x, end - 1, top + LINE - 1)


def _rows(tokens: Sequence[Token], width: int, letters: Lettering, gap: int) -> list[list[Token]]:
    rows: list[list[Token]] = []
    used = 0
    for token in tokens:
        wide = _token_width(token, letters)
        if not rows or used + gap + wide > width:
            rows.append([])
            used = -gap
        rows[-1].append(token)
        used += gap + wide
    return rows


def _token_width(token: Token, letters: Lettering) -> int:
    wide = _drawn(token.picture, letters).width if token.picture else 0
    if token.text:
        wide += letters.width(token.text) + (wide > 0)
    return wide + 2 * FRAME * token.framed


def _token(picture: Image.Image, token: Token, at: tuple[int, int, int, int], letters: Lettering) -> int:
    """Draw a token at its left edge, its top, the height of its row, and the first row below its space.

    Returns the x behind it.
    """
    x, y, high, below = at
    end = x + _token_width(token, letters)
    if token.framed and isinstance(letters, Large | Small):  # brackets need no row above and below the digits
        low = y + (high if isinstance(letters, Large) else digits.SMALL_HIGH) - 1
        for edge, inner in ((x, x + 1), (end - 1, end - 2)):
            Pen(picture).line((edge, y, edge, low), fill=1)
            Pen(picture).point([(inner, y), (inner, low)], fill=1)
    elif token.framed:
        low = y + LINE - (y + LINE == below)
        Pen(picture).rectangle((x, y - 1, end - 1, low), outline=1)
    x += FRAME * token.framed
    if token.picture:
        drawn = _drawn(token.picture, letters)
        picture.paste(drawn, (x, y + (high - drawn.height) // 2))
        x += drawn.width + 1
    if token.text:
        letters.text(picture, x, y, token.text, end - x + 2)
    if token.apart:  # inverted here, so that the cursor's inversion of the whole space turns it back
        place = (at[0] - 1, y - 1, end + 1, y + high)
        picture.paste(picture.crop(place).point(lambda pixel: 0 if pixel else 255), place[:2])
    return end
