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
        if page.space in ((row, column), (None, column)):
            inside = picture.crop(place)
            picture.paste(inside.point(lambda pixel: 0 if pixel else 255), place[:2])
        elif (row, column) in page.also:
            _mark(picture, place)


def _mark(picture: Image.Image, box: Box) -> None:
    """Mark a space: a line below it, or brackets where it is as low as the frame of a token, which would hide one."""
    left, top, right, bottom = box
    draw = ImageDraw.Draw(picture)
    if bottom - top > LINE + FRAME:
        draw.line((left + 1, bottom - 1, right - 2, bottom - 1), fill=1)
        return
    for edge, inner in ((left, left + 1), (right - 1, right - 2)):
        draw.line((edge, top, edge, bottom - 1), fill=1)
        draw.point([(inner, top), (inner, bottom - 1)], fill=1)


def spaces(page: Page, box: Box) -> list[tuple[tuple[int, int], Space, Box]]:
    """Every space with its place in the board and on the glass."""
    left, top, right, bottom = box
    placed: list[tuple[tuple[int, int], Space, Box]] = []
    ends = {at: space for row in page.board for at, space in ((0, row[0]), (-1, row[-1])) if space.tall}
    wide = (right - left) // _columns(page)
    wides = {at: wide * space.wide for at, space in ends.items()}
    inner_left, inner_right = left + wides.get(0, 0), right - wides.get(-1, 0)
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
                at, end = (left, inner_left) if across == 0 else (inner_right, right)
                placed.append(((down, across), space, (at, top, end, top + high * len(page.board))))
    return placed


def _columns(page: Page) -> int:
    """How many spaces of the width of a tall one stand side by side."""
    return max(len(row) for row in page.board)


def _space(picture: Image.Image, space: Space, box: Box, letters: Letters) -> None:
    left, top, right, bottom = box
    if space.label:
        ImageDraw.Draw(picture).line((right - 1, top, right - 1, bottom - 1), fill=1)
        right -= 1
    if space.framed:
        ImageDraw.Draw(picture).rectangle((left, top, right - 2, bottom - 2), outline=1)
    if space.name:
        x = left + max((right - left - letters.width(space.name)) // 2, 0)
        letters.text(picture, x, top + 1 if bottom - top > 2 * LINE else top, space.name, right - x)
        top += LINE
    rows = _rows(space.tokens, right - left - 1, letters)
    pitch = min((bottom - top) // max(len(rows), 1), LINE + 2)
    y = top + (bottom - top - pitch * len(rows) + 1) // 2
    for row in rows:
        x = left + max((right - left - sum(_wide(token, letters) + 1 for token in row) + 1) // 2, 0)
        for token in row:
            x = _token(picture, token, (x, y), letters) + 1
        y += pitch


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
    return end
