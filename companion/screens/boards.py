"""Drawing boards: rows of spaces with names and pieces. Pixels only; what stands where, the page says."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from PIL import Image, ImageDraw

from companion.screens import figures
from companion.screens.page import Page, Space, Token

Box = tuple[int, int, int, int]
"""Left, top, and the first pixel beyond on the right and below."""

LINE = 8
"""The height of a name or a token."""
GAP = 4
"""How far tokens stand apart where there is room; where not, a pixel."""
FRAME = 2
"""What a frame adds to a token on each side."""


class Letters(Protocol):
    """Whoever can measure and write a line of text."""

    def width(self, text: str) -> int:
        """How wide a line is, in pixels."""

    def text(self, picture: Image.Image, x: int, y: int, text: str, width: int, *, inverted: bool = False) -> int:
        """Write a line, shortened to `width`; where it ends."""


def draw(picture: Image.Image, page: Page, box: Box, letters: Letters) -> None:
    """The board of a page into a box, the space under the cursor inverted, the others that belong to it underlined."""
    for (row, column), space, place in spaces(page, box):
        _space(picture, space, place, letters)
        if (row, column) == page.space:
            inside = picture.crop(place)
            picture.paste(inside.point(lambda pixel: 0 if pixel else 255), place[:2])
        elif (row, column) in page.also:
            left, _, right, bottom = place
            ImageDraw.Draw(picture).line((left + 1, bottom - 1, right - 2, bottom - 1), fill=1)


def spaces(page: Page, box: Box) -> list[tuple[tuple[int, int], Space, Box]]:
    """Every space with its place in the board and on the glass."""
    left, top, right, bottom = box
    placed: list[tuple[tuple[int, int], Space, Box]] = []
    ends = {at: space for row in page.board for at, space in ((0, row[0]), (-1, row[-1])) if space.tall}
    whole = max(sum(space.wide for space in row) for row in page.board)
    wide = {at: (right - left) * space.wide // whole for at, space in ends.items()}
    inner_left, inner_right = left + wide.get(0, 0), right - wide.get(-1, 0)
    high = (bottom - top) // len(page.board)
    for down, row in enumerate(page.board):
        y = top + down * high
        flat = [(across, space) for across, space in enumerate(row) if not space.tall]
        shares = sum(space.wide for _, space in flat)
        x, used = inner_left, 0
        for across, space in flat:
            used += space.wide
            end = inner_left + (inner_right - inner_left) * used // shares
            placed.append(((down, across), space, (x, y, end, y + high)))
            x = end
        for across, space in enumerate(row):
            if space.tall:
                edges = (left, inner_left) if across == 0 else (inner_right, right)
                placed.append(((down, across), space, (edges[0], top, edges[1], top + high * len(page.board))))
    return placed


def _space(picture: Image.Image, space: Space, box: Box, letters: Letters) -> None:
    left, top, right, bottom = box
    if space.framed:
        ImageDraw.Draw(picture).rectangle((left, top, right - 2, bottom - 2), outline=1)
    rows = _rows(space.tokens, right - left - 1, letters)
    # Where a row is too low for both, what lies there tells more than its name.
    if (space.name or space.sign) and (not rows or bottom - top >= 2 * LINE):
        _name(picture, space, (left, top, right), letters)
        top += LINE
    if space.number:
        pitch = LINE + 2
        size = figures.fits(space.number, right - left - 4, bottom - top - pitch * len(rows) - 4)
        drawn = figures.number(space.number, *size)
        picture.paste(drawn, (left + (right - left - drawn.width) // 2, top + 2))
        top = bottom - pitch * len(rows)
    pitch = min((bottom - top) // max(len(rows), 1), LINE + 2)
    y = top + (bottom - top - pitch * len(rows) + 1) // 2
    for row in rows:
        used = sum(_wide(token, letters) for token in row)
        gap = 1 if right - left < used + GAP * len(row) else GAP
        x = left + max((right - left - used - gap * (len(row) - 1)) // 2, 0)
        for token in row:
            x = _token(picture, token, (x, y), letters) + gap
        y += pitch


def _name(picture: Image.Image, space: Space, edge: tuple[int, int, int], letters: Letters) -> None:
    """The name of a space or its sign, in the middle of its upper edge: from where, how far down, and to where."""
    left, top, right = edge
    sign = figures.piece(space.sign) if space.sign else None
    x = left + max((right - left - (sign.width if sign else letters.width(space.name))) // 2, 0)
    if sign:
        picture.paste(sign, (x, top))
    else:
        letters.text(picture, x, top, space.name, right - x)


def _rows(tokens: Sequence[Token], width: int, letters: Letters) -> list[list[Token]]:
    """The tokens in as many rows as they need."""
    rows: list[list[Token]] = []
    used = 0
    for token in tokens:
        wide = _wide(token, letters)
        if not rows or used + 1 + wide > width:
            rows.append([])
            used = -1
        rows[-1].append(token)
        used += 1 + wide
    return rows


def _wide(token: Token, letters: Letters) -> int:
    wide = figures.piece(token.picture).width if token.picture else 0
    if token.text:
        wide += letters.width(token.text) + (wide > 0)
    return wide + 2 * FRAME * token.framed


def _token(picture: Image.Image, token: Token, at: tuple[int, int], letters: Letters) -> int:
    """Draw a token; where it ends."""
    x, y = at
    end = x + _wide(token, letters)
    if token.framed:
        ImageDraw.Draw(picture).rectangle((x, y - 1, end - 1, y + LINE), outline=1)
        x += FRAME
    if token.picture:
        drawn = figures.piece(token.picture)
        picture.paste(drawn, (x, y))
        x += drawn.width + 1
    if token.text:
        letters.text(picture, x, y, token.text, end - x + 2)
    if token.apart:  # inverted here, so that the cursor's inversion of the whole space turns it back
        place = (at[0] - 1, y - 1, end + 1, y + LINE)
        picture.paste(picture.crop(place).point(lambda pixel: 0 if pixel else 255), place[:2])
    return end
