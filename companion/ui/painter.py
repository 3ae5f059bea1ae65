"""Draws a page as a picture of 128 × 64 pixels. Only this module knows where each part is on the glass, but for the
drawings of single games, which paint themselves.

Beside the page is a narrow gutter with the keys. The page has a title over a rule and below it its parts. Only what is
under the cursor is inverted. Letters have four sizes; important numbers have digits of 16 pixels and more.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PIL import Image

from companion.kit.text import tags
from companion.ports import HEIGHT, WIDTH, PageText
from companion.ui import digits, paint_list
from companion.ui.letters import (
    LEFT,
    LETTERS_LEAST,
    LINE,
    RIGHT,
    Box,
    Faces,
    Letters,
    Pen,
    Typefaces,
    composed,
    has_enough,
    has_no_blanks,
    invert,
    share_bar,
    underline,
)
from companion.ui.page import READ_ROWS, SMALL_ROWS, STEPS, Page, Reading
from companion.values import replace

BANNER_WIDE = RIGHT - 12
"""The width of a line in pixels."""
BANNER_FRAME = 5
"""What the frame adds to the height of the lines."""
MORE = "\n▼"
"""Behind a page that goes on once a key is pressed; on the glass it is an arrow in the frame."""
BANNER_STEP = 12
"""The height of a line in letters to be read."""
BANNER_LINES = HEIGHT // LINE - 1
"""How many lines a banner has room for, in small letters."""


def draw_banner(faces: Faces, picture: Image.Image, banner: str) -> None:
    """Draw a banner: lit letters in a lit frame, with an arrow if it has MORE behind it.

    It is in the middle of the page; a single line is at the lower edge, so that figures that move are in sight.
    """
    goes_on, banner = banner.endswith(MORE), banner.removesuffix(MORE)
    parts = banner.split("\n")
    letters, step = faces.texts, LINE if faces.small else BANNER_STEP
    lines = [line for part in parts for line in letters.wrap(part, BANNER_WIDE)]
    if len(lines) * step + BANNER_FRAME > HEIGHT:  # orders to the hands are not divided for the sake of their size
        letters, step = faces, LINE
        lines = [line for part in parts for line in letters.wrap(part, BANNER_WIDE)][:BANNER_LINES]
    high = len(lines) * step + BANNER_FRAME
    top = (HEIGHT - high) // 2 if len(lines) > 1 else HEIGHT - high
    pen = Pen(picture)
    below = top + high if top + high < HEIGHT - 2 else HEIGHT  # a single row of the page would look like a second line
    pen.rectangle((0, top - 1, RIGHT - 1, below), fill=0)
    pen.rectangle((1, top, RIGHT - 2, top + high - 1), outline=1)
    for place, line in enumerate(lines):
        letters.text(picture, (RIGHT - letters.width(line)) // 2, top + 3 + place * step, line, RIGHT)
    if goes_on:
        middle, bottom = RIGHT // 2, top + high
        pen.rectangle((middle - 6, bottom - 1, middle + 6, bottom), fill=0)
        pen.polygon(((middle - 4, bottom - 2), (middle + 4, bottom - 2), (middle, bottom + 1)), fill=1)


GUTTER = RIGHT + 3
"""Where the pictures of the keys begin."""
LEGEND = (
    ("u", "up", 3, 43), ("u", "down", 12, 52), ("s", "left", 0, 40), ("s", "right", 9, 49),
    ("o", "ok", 32, 16), ("b", "back", 48, 0),
)  # fmt: skip
"""The pictures of the keys: the letter in `Page.keys`, the name, the top row, and the one where the ends are swapped.
No arrow is on two display pages."""
HOLDS, HOLD = "ob", (8, 3)
"""The keys that can be held: below the top row of each is the mark that fills meanwhile. How many rows it has."""
HOLD_STEPS = 6
"""How many steps a mark has until it is full."""


def draw_legend(picture: Image.Image, keys: str, held: tuple[str, int] | None, *, swapped: bool = False) -> None:
    """Draw the keys of a page; `held` is a key that is held, and how many of the HOLD_STEPS have passed.

    `swapped`: OK and BACK are above the arrows.
    """
    pen = Pen(picture)
    for letter, name, usual, other in LEGEND:
        if letter not in keys:
            continue
        y, drawn = other if swapped else usual, digits.key(name)
        picture.paste(drawn, (GUTTER, y))
        if letter in HOLDS:
            below, high = HOLD
            top, low, end = y + below, y + below + high - 1, GUTTER + drawn.width - 1
            pen.line((GUTTER, top, GUTTER, low), fill=1)
            pen.line((end, top, end, low), fill=1)
            if held is not None and held[0] == letter and held[1]:
                pen.rectangle((GUTTER, top, GUTTER + (drawn.width - 1) * held[1] // HOLD_STEPS, low), fill=1)


TITLE = LINE
"""The height of the title with its rule in the last row."""
AIR = 2
"""What is free between the rule and lines below it, or belongs to it where letters hang below the title."""
TEXT = 11
"""The height of a line of a text to be read."""
TALL = 16
"""The height of a number or a sign that stands in a line."""
SIDE = 66
"""Where a menu beside figures begins."""
SIDE_MOST = 72
"""Where one with short lines begins, if only then the names of the figures are whole."""
SIDE_NUMBER = 84
"""Where a menu with a large number begins at most."""
SIDE_LEAST = 54
"""Where one with long lines begins: digits beside it are still 16 pixels high."""
BIG = 24
ROW_NAME = 8
"""The least width of the names of the rows of a grid."""
RING = 15
"""The width of a letter in the row below a large one."""
GAP = 4
"""What is at least between a title and its aside."""
TAG = 14
"""The least width of a title beside a clock: a tag of two letters has room."""
LOW = 9
"""The least height in pixels of a row of a board."""
PAGE = RIGHT + paint_list.BAR
"""The width of a page with its scroll bar."""
CURSOR = "> "
ROWS = HEIGHT // LINE


class Painter(Faces):
    """Draws pages.

    `small`: lists, texts and banners are in letters of eight rows. `legend` is where the gutter is: `right`, `left`, or
    `none`, and then the page is in the middle. `swapped`: in the gutter OK and BACK are above the arrows. `inverted`:
    what is lit is dark, and the other way round. `turned`: pages are upside down; the loop turns them itself.
    """

    def __init__(
        self,
        typefaces: Typefaces,
        *,
        small: bool = False,
        legend: str = "right",
        swapped: bool = False,
        inverted: bool = False,
        turned: bool = False,
    ) -> None:
        super().__init__(typefaces, small=small)
        self._typefaces = typefaces
        self._style = {"small": small, "legend": legend, "swapped": swapped, "inverted": inverted}
        self.turned = turned
        self._outlines = False

    @property
    def legend(self) -> str:
        """Where the gutter is."""
        return str(self._style["legend"])

    def in_style(self, **style: bool | str) -> Painter:
        """A painter that differs in `small`, `legend`, `swapped` or `inverted`, or this one if nothing does."""
        wanted: dict[str, Any] = {**self._style, **style}
        return self if wanted == self._style else Painter(self._typefaces, **wanted)

    @property
    def reading(self) -> Reading:
        """How texts that fill a page are wrapped."""
        return Reading(self.texts.wrap, SMALL_ROWS if self.small else READ_ROWS)

    def dark_picture(self) -> Image.Image:
        """The picture of a glass that is off."""
        return Image.new("1", (WIDTH, HEIGHT))

    def page(
        self,
        page: Page,
        banner: str | None = None,
        shift: tuple[int, int] = (0, 0),
        held: tuple[str, int] | None = None,
    ) -> Image.Image:
        """The picture of a page with a banner over it, shifted by these pixels to the right and down.

        `held` is a key that is held, `o` or `b`, and how many of the HOLD_STEPS have passed.
        """
        picture = self._page(page, banner, shift, held)
        if self._style["inverted"] and not (page.code or page.framed):  # phones read no code that is light on dark
            invert(picture, (0, 0, WIDTH, HEIGHT))
        return picture.transpose(Image.Transpose.ROTATE_180) if self.turned else picture

    def plain(self, shown: PageText) -> Image.Image:
        """The picture of a page that cannot be painted: its lines."""
        picture = self.dark_picture()
        draw_plain(self, picture, shown)
        return picture.transpose(Image.Transpose.ROTATE_180) if self.turned else picture

    def _page(
        self, page: Page, banner: str | None, shift: tuple[int, int], held: tuple[str, int] | None
    ) -> Image.Image:
        if page.framed:
            from companion.ui import test_card

            return test_card.card(self, (page.title, *page.text))
        picture = self.dark_picture()
        self._parts(picture, page)
        if banner and not page.code:
            draw_banner(self, picture, banner)
        if not page.far:
            draw_legend(picture, page.keys, held, swapped=bool(self._style["swapped"]))
        as_drawn = self.legend == "right" or page.far
        if as_drawn and shift == (0, 0):
            return picture
        placed = self.dark_picture()
        x, y = shift
        if as_drawn:
            placed.paste(picture, shift)
        elif self.legend == "left":
            # A page at rest moves away from the keys, as it does on the other side.
            placed.paste(picture.crop((GUTTER, 0, WIDTH, HEIGHT)), (-x, y))
            placed.paste(picture.crop((0, 0, PAGE, HEIGHT)), (WIDTH - PAGE - x, y))
        else:
            placed.paste(picture.crop((0, 0, PAGE, HEIGHT)), ((WIDTH - PAGE) // 2 + x, y))
        return placed

    def invert(self, picture: Image.Image, box: Box) -> None:
        """Invert what is in a box; on a page of outlines draw its edge."""
        if self._outlines:
            left, top, right, bottom = box
            Pen(picture).rectangle((left, top, right - 1, bottom - 1), outline=1)
        else:
            super().invert(picture, box)

    def banners(self, text: str) -> list[str]:
        """A message as banners that show every word: each has as many whole sentences as fit.

        A sentence that is longer than a banner continues in the next.
        """
        pages: list[list[str]] = []
        room = 0
        for sentence in text.split("\n"):
            for part in self._banner_parts(sentence):
                needed = len(self.wrap(part, BANNER_WIDE))
                if not pages or needed > room:
                    pages.append([])
                    room = BANNER_LINES
                pages[-1].append(part)
                room -= needed
        return ["\n".join(page) for page in pages]

    def _banner_parts(self, sentence: str) -> list[str]:
        """A sentence in parts that each fit a banner, broken between words, or within a word that does not fit."""
        if self.fits_banner(sentence):
            return [sentence]
        lines = self.broken(sentence, BANNER_WIDE)
        first, rest = "".join(lines[:BANNER_LINES]), "".join(lines[BANNER_LINES:])
        return [first.rstrip(), *self._banner_parts(rest)]

    def fits_banner(self, sentence: str) -> bool:
        """Whether a sentence fits one banner."""
        return len(self.wrap(sentence, BANNER_WIDE)) <= BANNER_LINES

    def _parts(self, picture: Image.Image, page: Page) -> None:
        if page.code:
            from companion.ui import qr

            qr.draw_code(picture, page, self)
            return
        if page.far:
            self._outlines = page.outlines
            self._score(picture, page)
            self._outlines = False
            return
        if page.drawing is not None and page.drawing.fills_glass:
            page.drawing.paint(self, picture, page)
            return
        if page.rows:
            paint_list.draw_table(self, picture, page)
            return
        top = self._title(picture, page)
        if page.inside is not None:
            self._lines(picture, page, top)
        elif page.drawing is not None:
            page.drawing.paint(self, picture, page)
        elif page.board:
            self._board(picture, page)
        elif page.big:
            self._draw_large(picture, page, top)
        elif page.grid:
            self._grid(picture, page)
        elif page.chart is not None:
            from companion.ui import paint_chart

            paint_chart.draw(picture, page.chart, (0, top + 2, RIGHT - 1, HEIGHT - 1), self)
        else:
            self._lines(picture, page, top)

    def _score(self, picture: Image.Image, page: Page) -> None:
        """Draw the score board, or the results; while a clock runs, the player in turn is large."""
        from companion.ui import paint_clocks, paint_score

        turns = [place for place, figure in enumerate(page.figures) if figure.marked and figure.clock]
        if page.ticks and len(turns) == 1 and paint_clocks.has_room(page.figures, turns[0]):
            paint_clocks.draw(self, picture, page.figures, turns[0])
        else:
            chosen = page.menu[page.cursor].label if page.menu and page.cursor is not None else ""
            paint_score.draw(self, picture, page.figures, " ".join(page.text), chosen)

    def _title(self, picture: Image.Image, page: Page) -> int:
        """Draw the title over its rule; returns the first row below it."""
        bottom, x = TITLE, LEFT
        # The aside says what is about to happen: without room for both, the title is shortened.
        aside = self.shortened(page.aside, RIGHT - 24)
        left = RIGHT - LEFT - self.width(aside) if aside else RIGHT
        end = left - (GAP if aside else 0)
        mark = digits.mark("turn")
        line = Image.new("1", (RIGHT, bottom))
        if page.turn and self._has_room_for_mark(page, end - x, mark.width):
            line.paste(mark, (0, (bottom - 1 - mark.height) // 2))
            x += mark.width
        page = self._clocked(page, end - x)
        clock = GAP + self.clock_width(page.clock) if page.clock else 0
        end -= clock
        x = self.text(line, x, 0, self._titled(page, end - x), end - x)
        if clock:
            self.clock(line, x + GAP - 1, 0, page.clock, RIGHT)
        self.text(line, left, 0, aside, RIGHT - left)
        # A title that drops out stays in its strip.
        picture.paste(line.crop((0, 0, RIGHT, bottom - bottom * page.drop // STEPS)), (0, bottom * page.drop // STEPS))
        if page.shares is not None:
            share_bar(picture, 0, RIGHT, bottom - 1, page.shares.parts)
        else:
            underline(picture, 0, RIGHT, bottom - 1, dotted=True)
        return bottom

    def _has_room_for_mark(self, page: Page, width: int, mark: int) -> bool:
        """Whether so much room is enough for the mark of the player in turn as well. A name that is whole only without
        it needs its room, and so does the clock; one that is shortened anyway leaves it, down to the tag.
        """
        with_mark, without = self._clocked(page, width - mark), self._clocked(page, width)
        if without.title != page.title:  # the clock stands there alone
            return self.width(without.title) + mark <= width
        clock = GAP + self.clock_width(without.clock) if without.clock else 0
        room = width - mark - clock
        wide, title = self.width(page.title), self._titled(with_mark, room)
        if with_mark.clock != without.clock or room < wide <= room + mark:
            return False
        return self.width(title) <= room or len(self.shortened(title, room)) >= LETTERS_LEAST

    def _clocked(self, page: Page, width: int) -> Page:
        """The page with its clock only as far as a title and a clock have so much room.

        A name that is also among the figures gives way to its clock; any other title is not cut for one.
        """
        if not page.clock:
            return page
        names = [figure.name for figure in page.figures if figure.marked]
        may_be_cut = page.title in names or (page.turn and not page.figures)
        beside = self.clock_in(page.clock, width - GAP - (TAG if may_be_cut else self.width(page.title)))
        if page.title in names and beside != page.clock and self.clock_width(page.clock) <= width:
            return replace(page, title=page.clock, clock="")
        return replace(page, clock=beside)

    def _titled(self, page: Page, width: int) -> str:
        """The title. Of a name little would be left in a narrow place: it gives way to the tag of the player, or where
        that is not known to as many letters as have room.
        """
        names = [figure.name for figure in page.figures]
        named = page.title in names or page.turn
        if not named or has_enough(self.shortened(page.title, width), page.title):
            return page.title
        if page.title in names:
            return tags(names)[names.index(page.title)]
        short = composed(page.title)
        while short and self.width(short) > width:
            short = short[:-1]
        return short.rstrip()

    def _lines(self, picture: Image.Image, page: Page, top: int) -> None:
        """Draw lines of text, and below them figures, a menu, or both side by side."""
        if page.reads:
            self._text(picture, page.text, top + 1)
            return
        if not page.figures and not (self.small and page.menu):
            top += 1 if self.small else AIR
        letters, step, top = self._above_menu(page, top)
        for line in page.text:
            letters.text(picture, LEFT, top - (letters is self.lines is not self), line, RIGHT - LEFT)
            top += step
        side = 0
        if page.figures:
            from companion.ui import paint_figures

            rows = bool(page.text and page.menu)
            shown = range(len(page.figures))
            if page.menu:
                side, shown = self._beside_menu(page, HEIGHT - top, rows=rows)
            right, bottom = (side - 3, HEIGHT) if page.menu else (RIGHT, HEIGHT - 1)
            figures, slide = page.figures[shown.start : shown.stop], page.slide
            if slide is not None:
                start, end, step = slide
                slide = (start - shown.start, end - shown.start, step) if {start, end} <= set(shown) else None
            paint_figures.draw(self, picture, figures, (0, top, right, bottom), slide=slide, rows=rows)
        if page.menu:
            self._menu(picture, page, (side, top, RIGHT, HEIGHT))

    def _text(self, picture: Image.Image, lines: Sequence[str], top: int) -> None:
        """Draw lines to be read, the first one at `top`."""
        step = LINE if self.small else TEXT
        for place, line in enumerate(lines):
            self.texts.text(picture, LEFT, top + step * place, line, RIGHT - LEFT)

    def _above_menu(self, page: Page, top: int) -> tuple[Letters, int, int]:
        """The letters of lines above a menu, the height of a line, and where the first one begins: the largest with
        which two lines of the menu fit. Where the smallest lack one row for that, they begin a row higher.
        """
        if page.figures or not page.text:
            return self, LINE, top
        high = paint_list.sizes(self, page.menu)
        room = HEIGHT - top - (high.box + high.line * min(len(page.menu) - 1, 1) if page.menu else 0)
        for letters, step in ((self.large, TALL + AIR), (self.lines, TEXT))[not page.loud :]:
            widest = max(map(letters.width, page.text))
            if step * len(page.text) <= room and widest <= RIGHT - LEFT:
                return letters, step if letters is not self else LINE, top
        missing = LINE * len(page.text) - room
        return self, LINE, top - bool(page.menu and not self.small and missing == 1)

    def _beside_menu(self, page: Page, height: int, *, rows: bool) -> tuple[int, range]:
        """Where the menu beside figures begins, and which figures are drawn."""
        from companion.ui import paint_figures

        usual, count = self._side(page, height, rows=rows), len(page.figures)
        if page.around is None:
            return usual, range(count)
        room = RIGHT - paint_list.width(self, page.menu)
        widest = max(min(SIDE_MOST if page.inside is None else SIDE_NUMBER, room), usual)
        for most in range(count, 0, -1):
            first = min(max(page.around - most // 2, 0), count - most)
            shown = page.figures[first : first + most]
            for side in sorted({usual, min(SIDE_MOST, widest), widest}):
                if paint_figures.has_large_digits(self, shown, side - 3, height, rows=rows):
                    return side, range(first, first + most)
        return usual, range(count)

    def _side(self, page: Page, height: int, *, rows: bool) -> int:
        """Where the menu beside figures begins."""
        from companion.ui import paint_figures

        room = RIGHT - paint_list.width(self, page.menu)
        usual, most = [max(min(side, room), SIDE_LEAST) for side in (SIDE, SIDE_MOST)]
        for fits in (paint_figures.has_whole_names, paint_figures.has_all_names):
            for side in sorted({usual, most}):
                if fits(self, page.figures, side - 3, height, rows=rows):
                    return side
        return usual

    def _menu(self, picture: Image.Image, page: Page, box: Box) -> None:
        cursor, inside = page.cursor, 0
        if page.inside is not None:
            cursor, inside = page.inside, paint_list.inside_height(self, page)
        top = paint_list.draw(self, picture, page.menu, cursor, box, window=page.window, inside=inside)
        if inside:
            paint_list.draw_inside(self, picture, page, (box[0], top, box[2], top + inside))

    def _draw_large(self, picture: Image.Image, page: Page, top: int) -> None:
        """Draw a large word or number in the middle, lines of text below it, and a row of the grid at the bottom."""
        bottom = HEIGHT - LINE * len(page.text) - (LINE + 2 if page.grid else 0)
        number = all(character in "0123456789-_ " for character in page.big)
        drawn = _large_number(page.big) if number else self._large_word(page.big)
        at = (RIGHT - drawn.width) // 2, top + 2 + max((BIG - drawn.height) // 2, 0)
        if number:
            self.number(picture, drawn, at)
        else:
            picture.paste(drawn, at)
        for place, line in enumerate(page.text):
            shown = self.shortened(line, RIGHT)
            self.text(picture, (RIGHT - self.width(shown)) // 2, bottom + LINE * place, shown, RIGHT)
        for place, text in enumerate(page.grid[0] if page.grid else ()):
            right = RIGHT - (len(page.grid[0]) - 1 - place) * RING  # the first cell is as narrow as it must be
            left = max(right - RING, 0)
            while self.width(text) >= RING:  # the large word above is whole
                text = text[:-1]
            self.text(picture, left + (right - left - self.width(text) + 1) // 2, HEIGHT - LINE, text, RIGHT)
            if page.cell == (0, place):
                self.invert(picture, (left, HEIGHT - LINE - 1, right, HEIGHT))

    def _large_word(self, text: str) -> Image.Image:
        """A word as large as possible; one that is too long for that has two lines, or is small. A single kana is made
        of larger letters: at three times the size of small ones, it has steps that are no part of it.
        """
        if len(text) == 1 and has_no_blanks(text) and not self.small:
            drawn = Image.new("1", (self.lines.width(text), self.lines.height))
            self.lines.text(drawn, 0, 0, text, RIGHT)
            return drawn.resize((drawn.width * 2, drawn.height * 2), Image.Resampling.NEAREST)
        lines = self.wrap(text, RIGHT // 2) or (text,)
        if len(lines) > 2:
            lines = (self.shortened(text, RIGHT),)
        drawn = Image.new("1", (max(map(self.width, lines)), LINE * len(lines)))
        for place, line in enumerate(lines):
            self.text(drawn, (drawn.width - self.width(line)) // 2, place * LINE, line, RIGHT)
        large = max(min(3, RIGHT // max(drawn.width, 1), 3 if len(lines) == 1 else 2), 1)
        return drawn.resize((drawn.width * large, drawn.height * large), Image.Resampling.NEAREST)

    def _grid(self, picture: Image.Image, page: Page) -> None:
        columns = max(len(row) for row in page.grid)
        high = (HEIGHT - TITLE - 1) // len(page.grid)
        first = max(ROW_NAME, *[self.width(row[0]) for row in page.grid])
        wide = (RIGHT - first) // (columns - 1)
        for down, row in enumerate(page.grid):
            y = TITLE + 1 + down * high
            for across, text in enumerate(row):
                x = first + (across - 1) * wide if across else 0
                width = wide if across else first
                self.text(picture, x + (width - self.width(text) + 1) // 2, y + (high - LINE + 1) // 2, text, RIGHT)
                if page.cell == (down, across):
                    self.invert(picture, (x, y, x + width, y + high))
            if page.cell == (down, None):
                self.invert(picture, (0, y, first + (len(row) - 1) * wide, y + high))

    def _board(self, picture: Image.Image, page: Page) -> None:
        """Draw the board; below it figures, the lines of text, and the line of the menu under the cursor."""
        from companion.ui import paint_board, paint_figures

        menu = self._below_board(page) if page.menu else 0
        lines = len(page.text)
        bottom = HEIGHT - lines * LINE - menu
        if page.figures:
            middle = (TITLE + bottom) // 2
            paint_figures.draw(self, picture, page.figures, (0, middle, RIGHT, bottom), slide=page.slide)
            bottom = middle
        top = HEIGHT - lines * LINE - menu
        paint_board.draw(picture, page, (0, TITLE + 1, RIGHT - 1, bottom - (lines > 0)), self)
        for line in page.text:
            self.text(picture, LEFT, top, line, RIGHT - LEFT)
            top += LINE
        if page.menu:
            self._menu(picture, page, (0, HEIGHT - menu, RIGHT, HEIGHT))

    def _below_board(self, page: Page) -> int:
        """The height of the menu below a board: of two lines, if the rows of the board stay high enough."""
        room = HEIGHT - TITLE - 1 - TALL - LINE * len(page.text)
        named = any(space.name or space.sign for row in page.board for space in row)
        low = 2 * LINE if named else LOW  # pieces stand below the name of their space
        return TALL if not page.figures and room // len(page.board) >= low else LINE


def _large_number(text: str) -> Image.Image:
    return digits.number(text, *digits.digit_size(text.rjust(2), RIGHT, BIG))


def draw_plain(letters: Letters, picture: Image.Image, shown: PageText) -> None:
    """Draw a page that cannot be painted: its title, and below it the banner, or the lines around the cursor.

    It uses nothing but letters, so that no fault of a page is also one of this.
    """
    title, *rest = shown.lines or ("",)
    at = shown.cursor[0] if isinstance(shown.cursor, tuple) else shown.cursor
    lines = [CURSOR * (place == at) + line for place, line in enumerate(rest, 1)]
    if shown.banner is not None:
        lines = [line for part in shown.banner.split("\n") for line in letters.wrap(part)]
    elif at is not None:
        first = min(max(at - ROWS // 2, 0), max(len(lines) - ROWS + 1, 0))
        lines = lines[first:]
    for row, line in enumerate([title, *lines][:ROWS]):
        letters.text(picture, 0, row * LINE, line, RIGHT)
