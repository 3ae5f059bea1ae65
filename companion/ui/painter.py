"""Draws a page as a picture of 128 × 64 pixels. Only this module knows where each part is on the glass.

At the right is a narrow gutter with the keys. Left of it are an inverted title bar and below it the page's parts. Text
has one typeface, 8 pixels high; important numbers have digits of 16 pixels and more.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Protocol

from PIL import Image, ImageDraw

from companion.ports import HEIGHT, WIDTH
from companion.ui import digits
from companion.ui.page import Figure, Item, Page

RIGHT = 118
"""Where the page ends and the gutter begins."""
TITLE = LINE = ROW = 8
"""Heights in pixels of the title bar, a line of text, a line of a menu. All begin at multiples of eight rows: display
chips take such strips as a whole, so a change in one line costs one strip and not two."""
STRIPS = 6
"""So many lines fit below a title and a free strip."""
SIDE = 66
"""Where a menu beside figures begins."""
BIG = 24
BANNER_WIDE = RIGHT - 12
BANNER_LINES = HEIGHT // LINE - 1
"""The width of a line of a banner in pixels, and how many lines a banner has room for."""
ELLIPSIS = "…"
NOT_FIRST = frozenset(
    "、。，．,.・：；:;？！?!゛゜ヽヾゝゞ々ー）)］]｝}」』】〕〉》〟’”»%％…‥〜～°"
    "ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ｡､｣･ｰｧｨｩｪｫｬｭｮｯﾞﾟ"
)
NOT_LAST = frozenset("「『（([［{｛【〔〈《〝“‘«｢")
"""Characters that never begin a line and that never end one, when a line is broken between letters."""


class Typeface(Protocol):
    """Letters as pixels. `height` is the height of a line."""

    height: int

    def columns(self, character: str) -> tuple[int, ...] | None:
        """The columns of a letter from left to right, bit 0 on top; None if the typeface lacks it."""


def composed(text: str) -> str:
    """The text with each letter and its marks as one character, if there is one: typefaces have no combining marks."""
    if text.isascii():
        return text
    from unicodedata import normalize  # a large library, which no text of a start in English needs

    return normalize("NFC", text)


def _full(character: str) -> bool:
    """Whether a letter is of a script without blanks: kana, kanji and their punctuation."""
    return "\u2e80" <= character <= "\u9fff" or "\uf900" <= character <= "\ufaff" or character >= "\uff00"


def _pieces(word: str) -> list[str]:
    """A word in pieces between which a line may break: one piece, unless the word has kana or kanji."""
    if word.isascii():
        return [word]
    pieces = [word[0]]
    for before, letter in pairwise(word):
        if (_full(before) or _full(letter)) and letter not in NOT_FIRST and before not in NOT_LAST:
            pieces.append(letter)
        else:
            pieces[-1] += letter
    return pieces


# Boards, tallies and charts are imported when the first one is drawn: the first screen has none.


def _board(picture: Image.Image, page: Page, box: tuple[int, int, int, int], letters: Painter) -> None:
    from companion.ui import paint_board

    paint_board.draw(picture, page, box, letters)


def _tallies(
    letters: Painter, picture: Image.Image, drawn: Sequence[Figure], box: tuple[int, int, int, int], rows: bool = False
) -> None:
    from companion.ui import paint_figures

    paint_figures.draw(letters, picture, drawn, box, rows=rows)


def _chart(picture: Image.Image, page: Page, box: tuple[int, int, int, int], letters: Painter) -> None:
    from companion.ui import paint_chart

    assert page.chart is not None
    paint_chart.draw(picture, page.chart, box, letters)


class Painter:
    """Draws pages with one typeface. The picture of each letter is made once."""

    def __init__(self, typeface: Typeface) -> None:
        self._typeface = typeface
        self._glyphs: dict[str, Image.Image] = {}
        self._widths: dict[str, int] = {}

    # -- text

    def width(self, text: str) -> int:
        """How wide a line of text is, in pixels."""
        widths = self._widths
        try:
            return max(sum([widths[character] for character in composed(text)]) - 1, 0)
        except KeyError:
            widths.update({character: self._glyph(character).width + 1 for character in composed(text)})
            return self.width(text)

    def wrap(self, text: str, width: int = RIGHT - 2) -> tuple[str, ...]:
        """The text in lines of at most `width` pixels, broken at blanks and around kana and kanji.

        A longer part without such a place is broken anywhere.
        """
        lines: list[str] = []
        line, used, blank = "", 0, self.width(" ") + 2
        for word in composed(text).split():
            gap, between = blank, " "
            for piece in _pieces(word):
                wide = self.width(piece)
                if line and used + gap + wide <= width:
                    line, used = f"{line}{between}{piece}", used + gap + wide
                else:
                    if line:
                        lines.append(line)
                    while self.width(piece) > width:
                        part = piece[:1]
                        while self.width(part + piece[len(part)]) <= width:
                            part += piece[len(part)]
                        lines.append(part)
                        piece = piece[len(part) :]
                    line, used = piece, self.width(piece)
                gap, between = 1, ""
        return (*lines, line) if line else tuple(lines)

    def shortened(self, text: str, width: int) -> str:
        """The text, or as much of its beginning as fits with an ellipsis."""
        text = composed(text)
        if self.width(text) <= width:
            return text
        while text and self.width(text + ELLIPSIS) > width:
            text = text[:-1]
        return text.rstrip() + ELLIPSIS if text else ""

    def told_apart(self, names: Sequence[str], width: int) -> list[str]:
        """The names shortened to a width; names that would look alike keep their last letter."""
        cut = [self.shortened(name, width) for name in names]
        short = list(cut)
        for place, name in enumerate(names):
            if cut.count(cut[place]) > 1:
                end = ELLIPSIS + name[-1]
                begin = name
                while begin and self.width(begin + end) > width:
                    begin = begin[:-1]
                short[place] = begin + end
        return short

    def _glyph(self, character: str) -> Image.Image:
        found = self._glyphs.get(character)
        if found is None:
            found = self._glyphs[character] = self._cut(character)
        return found

    def _cut(self, character: str) -> Image.Image:
        columns = self._typeface.columns(character)
        if columns is None:
            if character.isspace():
                return Image.new("1", (3, self._typeface.height))
            # A box replaces a letter that the typeface lacks.
            columns = (0x7F, 0x41, 0x41, 0x41, 0x7F)
        picture = Image.new("1", (max(len(columns), 1), self._typeface.height))
        picture.putdata([column >> y & 1 for y in range(self._typeface.height) for column in columns or (0,)])
        return picture

    def text(self, picture: Image.Image, x: int, y: int, text: str, width: int, *, inverted: bool = False) -> int:
        """Draw a line, shortened to `width`; returns the x behind it."""
        for character in self.shortened(text, width):
            glyph = self._glyph(character)
            picture.paste(0 if inverted else 1, (x, y), glyph)
            x += glyph.width + 1
        return x

    # -- pages

    def dark(self) -> Image.Image:
        """The picture of a glass that is off."""
        return Image.new("1", (WIDTH, HEIGHT))

    def page(self, page: Page, banner: str | None = None, shift: tuple[int, int] = (0, 0)) -> Image.Image:
        """The picture of a page with a banner over it, shifted by so many pixels to the right and down."""
        picture = self._page(page, banner)
        if shift == (0, 0):
            return picture
        moved = self.dark()
        moved.paste(picture, shift)
        return moved

    def _page(self, page: Page, banner: str | None) -> Image.Image:
        picture = self.dark()
        self._gutter(picture, page.keys)
        if page.code:
            from companion.ui import paint_qr  # rarely needed

            paint_qr.draw(picture, page, self)
            return picture
        self._title(picture, page.title, page.aside)
        if page.board:
            self._board(picture, page)
        elif page.big:
            self._big(picture, page)
        elif page.grid:
            self._grid(picture, page)
        elif page.chart is not None:
            _chart(picture, page, (0, TITLE + 2, RIGHT - 1, HEIGHT - 1), self)
        else:
            self._lines(picture, page)
        if banner:
            self._banner(picture, banner)
        return picture

    def _lines(self, picture: Image.Image, page: Page) -> None:
        """Draw lines of text, and below them figures, a menu, or both side by side."""
        rows = len(page.text) + len(page.menu)
        # If there is room, a strip below the title stays free; else a dark line shows where the title ends.
        top = TITLE if rows > STRIPS or (page.text and page.figures) else 2 * TITLE
        if (top == TITLE and rows) or page.figures:
            ImageDraw.Draw(picture).line((0, TITLE - 1, RIGHT - 1, TITLE - 1), fill=0)
        for line in page.text:
            self.text(picture, 0, top, line, RIGHT)
            top += LINE
        if page.figures:
            above = TITLE + LINE * len(page.text)
            if page.menu:
                _tallies(self, picture, page.figures, (0, above, SIDE - 3, HEIGHT), rows=bool(page.text))
            else:
                _tallies(self, picture, page.figures, (0, above, RIGHT, HEIGHT - 1))
        if page.menu:
            self._menu(picture, page.menu, page.cursor, (SIDE if page.figures else 0, top, RIGHT, HEIGHT))

    def _title(self, picture: Image.Image, title: str, aside: str) -> None:
        ImageDraw.Draw(picture).rectangle((0, 0, RIGHT - 1, TITLE - 1), fill=1)
        # The aside says what is about to happen: without room for both, the title is shortened.
        aside = self.shortened(aside, RIGHT - 24)
        left = RIGHT - 2 - self.width(aside) if aside else RIGHT - 1
        self.text(picture, 2, 0, title, left - 6 if aside else left - 3, inverted=True)
        self.text(picture, left, 0, aside, RIGHT - left, inverted=True)

    def _gutter(self, picture: Image.Image, keys: str) -> None:
        pictures = [("up", 3, "u"), ("down", 12, "u"), ("ok", 32, "o"), ("back", 52, "b")]
        for name, y, letter in pictures:
            if letter in keys:
                picture.paste(digits.key(name), (RIGHT + 3, y))

    def _menu(
        self, picture: Image.Image, items: Sequence[Item], cursor: int | None, box: tuple[int, int, int, int]
    ) -> None:
        left, top, right, bottom = box
        room = (bottom - top) // ROW
        first = 0 if cursor is None else min(max(cursor - room // 2, 0), max(len(items) - room, 0))
        draw = ImageDraw.Draw(picture)
        for place, item in enumerate(items[first : first + room]):
            y = top + place * ROW
            chosen = first + place == cursor
            if chosen:
                draw.rectangle((left, y, right - 1, y + ROW - 1), fill=1)
            self._item(picture, item, (left + 2, y, right - 2), inverted=chosen)
        # Small marks show that the list continues above or below.
        if first:
            draw.line((right + 1, top + 1, right + 1, top + 1), fill=1)
            draw.line((right, top + 2, right + 2, top + 2), fill=1)
        if first + room < len(items):
            draw.line((right, bottom - 3, right + 2, bottom - 3), fill=1)
            draw.line((right + 1, bottom - 2, right + 1, bottom - 2), fill=1)

    def _item(self, picture: Image.Image, item: Item, box: tuple[int, int, int], *, inverted: bool) -> None:
        """Draw label left and value right. The label is shortened first, but keeps half of the line."""
        left, y, right = box
        wide = self.width(item.value)
        if item.who:
            room = right - left - self.width(item.label) - wide - 12
            left = self.text(picture, left, y, self.shortened(item.who, max(room, 0)), RIGHT, inverted=inverted) + 3
        whole = not wide or item.keep
        room = right - left if whole else max((right - left) // 2, right - left - wide - 4)
        end = self.text(picture, left, y, item.label, room, inverted=inverted)
        value = self.shortened(item.value, right - end - 3)
        self.text(picture, right - self.width(value), y, value, right - left, inverted=inverted)

    def _big(self, picture: Image.Image, page: Page) -> None:
        """Draw a large word or number in the middle or beside figures, and lines of text below it."""
        top, left = TITLE + 2, 0
        if page.figures:
            left, bottom = SIDE, HEIGHT - LINE * len(page.text)
            ImageDraw.Draw(picture).line((0, TITLE - 1, RIGHT - 1, TITLE - 1), fill=0)
            _tallies(self, picture, page.figures, (0, TITLE, SIDE - 3, bottom), rows=bool(page.text))
            top = (TITLE + bottom - BIG) // 2
        if all(character in "0123456789-_ " for character in page.big):
            size = digits.fits(page.big.rjust(2), RIGHT - left, BIG)
            drawn = digits.number(page.big, *size)
        else:
            # A name that is too long for large letters has two lines, or else small letters.
            lines = self.wrap(page.big, RIGHT // 2) or (page.big,)
            if len(lines) > 2:
                lines = (self.shortened(page.big, RIGHT),)
            drawn = Image.new("1", (max(map(self.width, lines)), LINE * len(lines)))
            for place, line in enumerate(lines):
                self.text(drawn, (drawn.width - self.width(line)) // 2, place * LINE, line, RIGHT)
            large = max(min(3, RIGHT // max(drawn.width, 1), 3 if len(lines) == 1 else 2), 1)
            drawn = drawn.resize((drawn.width * large, drawn.height * large), Image.Resampling.NEAREST)
        picture.paste(drawn, ((left + RIGHT - drawn.width) // 2, top + max((BIG - drawn.height) // 2, 0)))
        for place, line in enumerate(page.text):
            shown = self.shortened(line, RIGHT)
            self.text(picture, (RIGHT - self.width(shown)) // 2, HEIGHT - LINE * (len(page.text) - place), shown, RIGHT)

    def _grid(self, picture: Image.Image, page: Page) -> None:
        columns = max(len(row) for row in page.grid)
        high = (HEIGHT - TITLE - 1) // len(page.grid)
        wide = (RIGHT - 8) // (columns - 1)
        draw = ImageDraw.Draw(picture)
        for down, row in enumerate(page.grid):
            y = TITLE + 1 + down * high
            inside = page.cell is not None and page.cell[0] == down
            for across, text in enumerate(row):
                x = 8 + (across - 1) * wide if across else 0
                here = inside and page.cell is not None and page.cell[1] in (None, across)
                width = wide if across else 7
                if here or (inside and not across):
                    draw.rectangle((x, y, x + width - 1, y + high - 1), fill=1)
                self.text(
                    picture, x + (width - self.width(text) + 1) // 2, y + (high - LINE + 1) // 2, text, RIGHT,
                    inverted=here or (inside and not across),
                )  # fmt: skip

    def _board(self, picture: Image.Image, page: Page) -> None:
        """Draw the board; below it figures, the lines of text, a tally, and the line of the menu under the cursor."""
        if page.beside:
            ImageDraw.Draw(picture).line((0, TITLE - 1, RIGHT - 1, TITLE - 1), fill=0)
            _tallies(self, picture, page.figures, (0, TITLE, SIDE - 3, HEIGHT))
            _board(picture, page, (SIDE, TITLE, RIGHT, HEIGHT), self)
            return
        lines = len(page.text) + bool(page.tally) + bool(page.menu)
        bottom = HEIGHT - lines * ROW
        if page.figures:
            middle = (TITLE + bottom) // 2
            _tallies(self, picture, page.figures, (0, middle, RIGHT, bottom))
            bottom = middle
        top = bottom + (lines > 0)
        _board(picture, page, (0, TITLE + 1, RIGHT - 1, bottom), self)
        for line in page.text:
            self.text(picture, 0, top, line, RIGHT)
            top += ROW
        if page.tally:
            self._tally(picture, page.tally, top - 1)
            top += ROW
        if page.menu:
            self._menu(picture, page.menu, page.cursor, (0, HEIGHT - ROW, RIGHT, HEIGHT))

    def _tally(self, picture: Image.Image, shown: Sequence[Figure], top: int) -> None:
        """Draw names and numbers side by side in one line; the names are shortened."""
        wide, draw = RIGHT // len(shown), ImageDraw.Draw(picture)
        room = wide - 8 - max(self.width(str(figure.number)) for figure in shown)
        for place, name in enumerate(self.told_apart([figure.name for figure in shown], room)):
            figure, left = shown[place], place * wide
            right = left + wide - 2
            if figure.marked:
                draw.rectangle((left, top, right - 1, top + ROW - 1), fill=1)
            number = str(figure.number)
            self.text(picture, left + 1, top + 1, name, room, inverted=figure.marked)
            self.text(picture, right - 2 - self.width(number), top + 1, number, wide, inverted=figure.marked)

    def banners(self, text: str) -> list[str]:
        """A message as banners that show every word: each has as many whole sentences as fit.

        A sentence that is longer than a banner continues in the next.
        """
        pages: list[list[str]] = []
        room = 0
        for sentence in text.split("\n"):
            for part in self._in_banners(sentence):
                needed = len(self.wrap(part, BANNER_WIDE))
                if not pages or needed > room:
                    pages.append([])
                    room = BANNER_LINES
                pages[-1].append(part)
                room -= needed
        return ["\n".join(page) for page in pages]

    def _in_banners(self, sentence: str) -> list[str]:
        """A sentence in parts that each fit a banner, broken between words, or within a word that does not fit."""
        if self.fits_banner(sentence):
            return [sentence]
        first, rest = sentence, ""
        while not self.fits_banner(first):
            shorter, blank, word = first.rpartition(" ")
            if not blank:
                lines = self.wrap(first, BANNER_WIDE)
                shorter, word = "".join(lines[:BANNER_LINES]), "".join(lines[BANNER_LINES:])
            first, rest = shorter, f"{word} {rest}".rstrip()
        return [first, *self._in_banners(rest)]

    def fits_banner(self, sentence: str) -> bool:
        """Whether a sentence fits one banner."""
        return len(self.wrap(sentence, BANNER_WIDE)) <= BANNER_LINES

    def _banner(self, picture: Image.Image, banner: str) -> None:
        lines = [line for part in banner.split("\n") for line in self.wrap(part, BANNER_WIDE)][:BANNER_LINES]
        high = len(lines) * LINE + 5
        top = (HEIGHT - high) // 2
        draw = ImageDraw.Draw(picture)
        draw.rectangle((0, top - 1, RIGHT - 1, top + high), fill=0)
        draw.rectangle((1, top, RIGHT - 2, top + high - 1), fill=1)
        for place, line in enumerate(lines):
            x = (RIGHT - self.width(line)) // 2
            self.text(picture, x, top + 3 + place * LINE, line, RIGHT, inverted=True)
