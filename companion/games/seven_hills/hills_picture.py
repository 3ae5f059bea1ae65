"""The pictures of the row of hills and of the pad of cards, with cards as large as there is room for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PIL import Image

from companion.games.seven_hills.pictures import BACK, NO_ENTRY
from companion.ports import HEIGHT
from companion.ui import digits, paint_list
from companion.ui.letters import LINE, RIGHT, Box, Faces, Letters, Pen
from companion.ui.page import Board, Drawing, Page, Space, Token
from companion.values import NamedTuple

TOP, TOP_LOW = 10, 9
"""The first row of the upper cards, and above a line of a menu."""
NUMBERS, NUMBERS_LOW = 17, 7
"""The height of the row of numbers; above a line of a menu it is low."""
COUNT, HILLS = 7, 97
"""How many hills there are, and their width."""
EMPTY, HILL = 7, 13
"""The least width of a hill without cards, and with cards, where an arrow has room beside the number."""
TIGHT = 11
"""The same with cards where another hill has too many cards for the points to have room."""
SMALL = digits.SMALL_HIGH
"""The height of the smallest cards."""
CARD_GAPS = ((18, 4), (LINE + 1, 3), (0, 2))
"""What is between two cards of at least this number of rows: two digits are not to be read as one number."""
POINTS, POINTS_HIGH, POINTS_WIDE = 98, 22, (13, 9)
"""The left edge of the points, and the size of their digits: the width of a single one, and of one of two."""
PAD_TOP, PAD_HIGH, PAD_PITCH = 9, 18, 20
"""The first row of the pad, and the size of a cell on it."""
FRAMED = 4
"""How much lower a card in a frame is."""
SIGNS = {"?": (".###.", "#...#", "...#.", "..#..", ".....", "..#.."), "–": ("#####", "#####")}
"""The card that is asked, and nobody as the owner of a hill: `#` is lit."""


class Cards(NamedTuple):
    """The cards of one side in rows: how high a row is, what is between two cards, and the pictures of each row."""

    high: int
    gap: int
    rows: tuple[tuple[Image.Image, ...], ...]

    def row_width(self, row: Sequence[Image.Image]) -> int:
        return sum([card.width for card in row]) + self.gap * (len(row) - 1)

    @property
    def width(self) -> int:
        """The width of the widest row."""
        return max(map(self.row_width, self.rows), default=0)

    def draw(self, letters: Letters, picture: Image.Image, box: Box) -> None:
        left, top, right, bottom = box
        spare = bottom - top - self.high * len(self.rows)
        y = top + (0 if len(self.rows) > 1 else spare // 2)
        for row in self.rows:
            x = left + (right - left - self.row_width(row)) // 2
            for card in row:
                at = x, y + (self.high - card.height) // 2
                if card.height < SMALL:  # no digit
                    picture.paste(card, at)
                else:
                    letters.number(picture, card, at)
                x += card.width + self.gap
            y += self.high + spare // max(len(self.rows) - 1, 1)


def ways(tokens: Sequence[Token], height: int) -> tuple[Cards, ...]:
    """The cards of one side in a height, from the largest to the narrowest: in one row, in two, in two of SMALL."""
    return tuple([_in_rows(tokens, high, rows) for high, rows in ((height, 1), ((height - 1) // 2, 2), (SMALL, 2))])


def _in_rows(tokens: Sequence[Token], high: int, rows: int) -> Cards:
    drawn = [_card(token, high) for token in tokens]
    in_row = max(-(-len(drawn) // rows), 1)
    divided = [tuple(drawn[first : first + in_row]) for first in range(0, len(drawn), in_row)]
    return Cards(high, next(gap for least, gap in CARD_GAPS if high >= least), tuple(divided))


def largest(tokens: Sequence[Token], width: int, height: int) -> Cards:
    """The cards of one side as large as its width allows."""
    sizes = ways(tokens, height)
    return next((cards for cards in sizes if cards.width <= width), sizes[-1])


def _card(token: Token, high: int) -> Image.Image:
    """A card, the backs of cards, a sign, or the card that is asked, in a frame."""
    inner = high - FRAMED * token.framed
    if token.text.isdecimal():
        drawn = _digit(token.text, inner)
    elif token.text:
        drawn = digits.bitmap(SIGNS[token.text])
    else:
        assert token.picture is not None
        drawn = digits.bitmap(token.picture.rows)
        if drawn.height > inner:
            less = token.picture if token.picture.small else BACK
            drawn = digits.bitmap(less.small if high < LINE else less.rows)
        elif token.picture == digits.BANNER:
            drawn = _banner(inner)
    return _framed(drawn, high) if token.framed else drawn


def _digit(text: str, high: int) -> Image.Image:
    if high < LINE:
        return digits.small_number(text)
    return digits.one(high) if text == "1" else digits.digit(text, max(high * 2 // 5, 5), high)


def _banner(high: int) -> Image.Image:
    """A card with a banner, as high as other cards."""
    if high < LINE:
        return digits.bitmap(digits.BANNER.small)
    drawn = digits.bitmap(digits.BANNER.rows)
    return drawn.resize((max(high * 2 // 5, drawn.width), high), Image.Resampling.NEAREST)


def _framed(drawn: Image.Image, high: int) -> Image.Image:
    picture = Image.new("1", (drawn.width + FRAMED, high))
    Pen(picture).rectangle((0, 0, picture.width - 1, high - 1), outline=1)
    picture.paste(drawn, (FRAMED // 2, (high - drawn.height) // 2))
    return picture


# -- the row of hills


class HillsPicture(Drawing):
    """The board of its page as the row of hills, with the points at its right end.

    Of a menu only the line under the cursor is below it.
    """

    def paint(self, letters: Faces, picture: Image.Image, page: Page) -> None:
        first, bottom, numbers = TOP, HEIGHT, NUMBERS
        if page.menu:
            first, bottom, numbers = TOP_LOW, HEIGHT - paint_list.sizes(letters, page.menu).box, NUMBERS_LOW
            paint_list.draw(letters, picture, page.menu, page.cursor, (0, bottom, RIGHT, HEIGHT), window=page.window)
        high = (bottom - first - numbers - 1) // 2
        middle = first + high + 1
        bands = ((first, first + high), (middle, middle + numbers), (middle + numbers + 1, bottom))
        for column, (left, right) in enumerate(_columns(page.board, high)):
            if column:
                Pen(picture).point([(left - 1, y) for y in range(first, bottom, 2)], fill=1)
            for row, (top, below) in enumerate(bands):
                space, box, here = page.board[row][column], (left, top, right, below), page.space == (row, column)
                if row == 1:
                    _number(letters, picture, space, box, large=here and not page.menu)
                else:
                    _side(letters, picture, space.tokens, box)
                if here:
                    letters.invert(picture, box)
        _points(letters, picture, page, bands)


HILLS_PICTURE = HillsPicture()


def _columns(board: Board, high: int) -> Iterator[tuple[int, int]]:
    """The left edge of each hill and the first column behind it: those with more cards are wider."""
    sides = [[ways(_without_sign(row[at].tokens), high) for row in (board[0], board[2])] for at in range(COUNT)]
    chosen = [[0, 0] for _ in sides]

    def width(at: int, least: int = HILL) -> int:
        cards = [side[way] for side, way in zip(sides[at], chosen[at], strict=True)]
        least = least if any(side.rows for side in cards) else EMPTY
        return max([least, *[side.width + 2 * (len(side.rows[0]) > 1) for side in cards if side.rows]])

    def wider(at: int) -> int:
        return max((0, 1), key=lambda seat: sides[at][seat][chosen[at][seat]].width)

    room = HILLS - (COUNT - 1)
    widths = [width(at) for at in range(COUNT)]
    while sum(widths) > room:
        able = [at for at in range(COUNT) if chosen[at][wider(at)] + 1 < len(sides[at][wider(at)])]
        if not able:
            break
        at = max(able, key=widths.__getitem__)
        chosen[at][wider(at)] += 1
        widths[at] = width(at)
    tight = [width(at, TIGHT) for at in range(COUNT)]
    while sum(widths) > max(room, sum(tight)):
        widths[max(range(COUNT), key=lambda at: widths[at] - tight[at])] -= 1
    while sum(widths) < room:  # the narrowest become wider: without many cards all are alike
        widths[widths.index(min(widths))] += 1
    left = 0
    for wide in widths:
        yield left, left + wide
        left += wide + 1


def _without_sign(tokens: Sequence[Token]) -> list[Token]:
    return [token for token in tokens if token.picture is not NO_ENTRY]


def _side(letters: Letters, picture: Image.Image, tokens: Sequence[Token], box: Box) -> None:
    """Draw the cards of one side; the sign of the barred hill is below them, or beside them in a low row."""
    left, top, right, bottom = box
    cards, sign = _without_sign(tokens), digits.bitmap(NO_ENTRY.rows)
    if cards and bottom - top < sign.height + 1 + LINE:
        cards = list(tokens)
    elif len(cards) < len(tokens):
        at = bottom - sign.height if cards else (top + bottom - sign.height) // 2
        picture.paste(sign, (left + (right - left - sign.width) // 2, at))
        bottom = at - 1
    largest(cards, right - left, bottom - top).draw(letters, picture, (left, top, right, bottom))


def _number(letters: Faces, picture: Image.Image, space: Space, box: Box, *, large: bool) -> None:
    """Draw the number of a hill, large under the cursor, and left of it, if it has room, the arrow to who leads."""
    left, top, right, bottom = box
    (token,) = space.tokens
    face: Letters = letters.lines if bottom - top > LINE else letters
    number = _digit(token.text, bottom - top - 2)
    arrow = digits.bitmap(token.picture.rows) if token.picture else None
    if large and arrow and number.width + arrow.width + 2 > right - left:
        arrow = None
    wide = number.width if large else face.width(token.text)
    x = left + (right - left - wide - (arrow.width + 1 if arrow else 0)) // 2
    if arrow:
        picture.paste(arrow, (x, (top + bottom - arrow.height) // 2))
        x += arrow.width + 1
    if large:
        letters.number(picture, number, (x, top + 1))
    else:
        face.text(picture, x, (top + bottom) // 2 - face.height // 2 + (face is letters), token.text, right - x + 1)


def _points(letters: Faces, picture: Image.Image, page: Page, bands: Sequence[tuple[int, int]]) -> None:
    """Draw the points at the end of each row, and between them the player in turn, or what stands there."""
    ends = [row[COUNT] if len(row) > COUNT else None for row in page.board]
    shown = [end.number for end in (ends[0], ends[2]) if end and end.number] or [
        str(figure.number) for figure in page.figures[::-1]
    ]
    low = bool(page.menu)
    for text, (top, bottom), down in zip(shown, (bands[0], bands[2]), (False, True), strict=False):
        high = bottom - top if low else POINTS_HIGH
        drawn = digits.number(text, min(POINTS_WIDE[len(text) > 1], high * 3 // 5), high)
        y = bottom - high if down else top
        letters.number(picture, drawn, (POINTS, y))
    middle = ends[1]
    if middle is None:
        return
    y = sum(bands[1]) // 2 - LINE // 2 + 1
    if middle.sign is not None:
        arrow = digits.bitmap(middle.sign.rows)
        picture.paste(arrow, (POINTS, y))
        if letters.width(middle.name) <= RIGHT - POINTS - arrow.width - 1:
            letters.text(picture, POINTS + arrow.width + 1, y, middle.name, RIGHT)
    for token in middle.tokens:
        letters.text(picture, POINTS + 4, y, token.text, RIGHT)
    if page.space == (1, COUNT):
        letters.invert(picture, (POINTS, y, RIGHT, y + LINE - 1))


# -- the pad of cards


class PadPicture(Drawing):
    """The board of its page as a pad of cards; behind it a hill with the cards of both sides."""

    def paint(self, letters: Faces, picture: Image.Image, page: Page) -> None:
        columns = len([space for space in page.board[0] if space.wide == 1])
        for row, spaces in enumerate(page.board):
            top = PAD_TOP + PAD_HIGH * row
            for column, space in enumerate(spaces[:columns]):
                box = column * PAD_PITCH, top, (column + 1) * PAD_PITCH - 1, top + PAD_HIGH
                _key(letters, picture, space, box)
                if page.space == (row, column):
                    letters.invert(picture, box)
            for space in spaces[columns:]:
                _beside(letters, picture, space, row, (columns * PAD_PITCH + 2, RIGHT))


PAD_PICTURE = PadPicture()


def _key(letters: Letters, picture: Image.Image, space: Space, box: Box) -> None:
    """Draw a card that can be chosen: in a box if it lies there, the text of a sign beside its picture."""
    left, top, right, bottom = box
    if not space.tokens:
        return
    (token,) = space.tokens
    if token.picture is not None and token.text:
        drawn = digits.bitmap(token.picture.rows)
        y = (top + bottom - drawn.height) // 2
        picture.paste(drawn, (left + 2, y))
        letters.text(picture, left + drawn.width + 4, y, token.text, right)
        return
    high = bottom - top - 2 - FRAMED * space.framed
    Cards(high, 0, ((_card(token, high),),)).draw(letters, picture, box)
    if space.framed:
        Pen(picture).rectangle((left + 2, top, right - 3, bottom - 1), outline=1)


def _beside(letters: Faces, picture: Image.Image, space: Space, row: int, sides: tuple[int, int]) -> None:
    """Draw the cards of one side of the hill, or between them its name."""
    left, right = sides
    if row == 1:
        wide = letters.width(space.name)
        letters.text(picture, left + (right - left - wide) // 2, PAD_TOP + POINTS_HIGH + 1, space.name, right - left)
        return
    top = PAD_TOP if row == 0 else HEIGHT - POINTS_HIGH
    largest(space.tokens, right - left, POINTS_HIGH).draw(letters, picture, (left, top, right, top + POINTS_HIGH))
