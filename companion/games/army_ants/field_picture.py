"""The picture of the field, upright on the left half of the glass, and on the right half what is said about it.

A rank is eight rows of pixels: one strip of a display chip, so a move changes few strips. Framed pieces are
lit tiles with dark figures. The cursor fills its square, with a dark figure; where a tile lies, with a lit figure in a
frame.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from PIL import Image

from companion.games.army_ants.drawing import Attacker, Square
from companion.ports import HEIGHT
from companion.ui import digits, paint_list
from companion.ui.letters import LINE, RIGHT, Faces, Letters, Pen, share_bar, underline
from companion.ui.page import Drawing, Page, Space
from companion.ui.paint_title import RULE
from companion.words import BREAK

LABEL, PITCH = 6, 10
"""The width of a row's name and of a square."""
MIDDLE = 59
"""The dotted column between both halves."""
SIDE, WIDE = 61, RIGHT - 61
"""Where the right half begins, and its width."""
WAY, GOAL, GOAL_HIGH = 15, 26, 20
"""The first rows of where an ant comes from and of the box of the goal, and the height of the box."""
SHOWN, SHOWN_HIGH, SHOWN_WIDE = 19, 24, 15
"""The first row and the size of the one card that is asked for."""
TALL = 18
"""The height of a line of large letters."""
TURNS = 16
"""The height of a large number."""
EFFECT = 17
"""The distance between two lines that say what a choice would do."""
CROWN = ("#.#.#", "#.#.#", "#####", ".###.", "#####")
"""A queen, to be drawn large: `#` is lit."""
BAR = 3
"""How thick a bracket of the cursor is. It takes a column of the square beside it, where no piece is."""
TITLE = 4
"""The most lines of a title."""
CLOCK_GAP = 3
"""Between a title and the clock behind it."""
MARGIN = 2
"""The distance of a tile from the left edge of its square."""

FIGURES = {
    "1": ("..#..", ".##..", "..#..", "..#..", "..#..", ".###."),
    "2": (".###.", "#...#", "...#.", "..#..", ".#...", "#####"),
    "3": ("####.", "....#", ".###.", "....#", "....#", "####."),
    "4": ("...#.", "..##.", ".#.#.", "#####", "...#.", "...#."),
    "5": ("#####", "#....", "####.", "....#", "....#", "####."),
    "6": (".###.", "#....", "####.", "#...#", "#...#", ".###."),
    "7": ("#####", "....#", "...#.", "..#..", ".#...", ".#..."),
    "8": (".###.", "#...#", ".###.", "#...#", "#...#", ".###."),
    "9": (".###.", "#...#", ".####", "....#", "....#", ".###."),
    "Q": ("#.#.#", "#.#.#", "#####", ".###.", ".....", "#####"),
    "?": (".###.", "#...#", "...#.", "..#..", ".....", "..#.."),
}
"""What is on the pieces, so high that a lit row of a tile is above and below it: `#` is lit. Q is a crown."""
FIGURE = 5
"""The width of a figure."""


@cache
def _figure(text: str) -> Image.Image:
    return digits.bitmap(FIGURES[text])


class FieldPicture(Drawing):
    """The board of its page as the field: the first spaces of a row are its squares, others are at the right.

    `goal` is the square that OK chooses, `way` where the ant comes from and `effect` what happens there. `asked` is the
    card that is asked for, with its name in words as the aside of the page.
    """

    fills_glass = True

    way: str = ""
    goal: str = ""
    effect: str = ""
    asked: Space | None = None

    def paint(self, letters: Faces, picture: Image.Image, page: Page) -> None:
        bottom = HEIGHT
        Pen(picture).point([(MIDDLE, y) for y in range(0, HEIGHT, 2)], fill=1)
        for down, row in enumerate(page.board):
            y = HEIGHT - LINE * (len(page.board) - down)
            label, *rest = row
            chosen = page.space == (down, None)
            letters.number(picture, digits.small_number(label.text), (0, y + 1))
            count = next((place for place, space in enumerate(rest) if not isinstance(space, Square)), len(rest))
            for across, space in enumerate(rest[:count]):
                x = LABEL + across * PITCH
                _square(picture, space, x, y, letters, here=page.space == (down, across + 1))
                if (down, across + 1) in page.also:
                    _origin(picture, x, y)
            if chosen:
                _brackets(picture, LABEL, LABEL + count * PITCH, y)
            beside = rest[count + 1 :]
            if beside:
                bottom = min(bottom, y)
                _beside(picture, beside, (down, count + 2), y, page, letters)
        if self.asked is not None:
            _asked(picture, page, self.asked, letters)
        elif self.goal:
            top = _name(picture, page, letters) or _title(picture, page, letters)
            self._goal(picture, letters, top)
            _below(picture, page, letters, bottom)
        else:
            _words(picture, page, bottom, letters)

    def _goal(self, picture: Image.Image, letters: Faces, top: int) -> None:
        """Draw the goal in a box, above it where the ant comes from, and behind it what happens there."""
        letters.text(picture, SIDE, max(WAY, top), self.way, WIDE)
        face = next((one for one in (letters.large, letters.lines) if one.width(self.goal) < WIDE - 1), letters)
        lines = (self.goal,) if face is not letters else letters.wrap(self.goal, WIDE - 2)
        end, y = SIDE, GOAL + (GOAL_HIGH - (LINE * len(lines) if face is letters else face.height)) // 2
        for line in lines[: GOAL_HIGH // LINE]:
            end = face.text(picture, SIDE + 1, y if face is not letters.large else GOAL + 1, line, WIDE)
            y += LINE
        left = end + 4
        room = RIGHT - left - 1  # a letter at the edge of the box would be open
        effect = letters.wrap(self.effect, room) if self.effect else ()
        broken = self.effect.isascii() and max(map(letters.width, self.effect.split()), default=0) > room
        if broken or len(effect) > GOAL_HIGH // LINE:
            effect = ()
        for place, line in enumerate(effect):
            y = GOAL + (GOAL_HIGH - LINE * len(effect)) // 2 + 1 + LINE * place
            letters.text(picture, left, y, line, room)
        letters.invert(picture, (SIDE - 1, GOAL, RIGHT, GOAL + GOAL_HIGH))


FIELD = FieldPicture()


def _square(picture: Image.Image, space: Space, x: int, y: int, letters: Letters, *, here: bool = False) -> None:
    """Draw a square with its piece, or a dot; `here` is the cursor."""
    left, bottom = x + MARGIN, y + LINE - 1
    pen, tile = Pen(picture), (left, y, left + FIGURE + 1, bottom)
    if here:
        pen.rectangle((left - 1, y, left + FIGURE + 2, bottom), fill=1)
    if not space.tokens:
        picture.putpixel((left + FIGURE // 2 + 1, y + LINE // 2 - 1), int(not here))
        return
    token = space.tokens[0]
    dark = token.framed != here
    if token.framed:
        pen.rectangle(tile if not here else (left, y + 1, left + FIGURE + 1, bottom - 1), fill=int(dark))
        for corner in ((left, y), (left + FIGURE + 1, y), (left, bottom), (left + FIGURE + 1, bottom)):
            picture.putpixel(corner, int(here))
    letters.number(picture, _figure(token.text), (left + 1, y + 1), dark=dark)
    if isinstance(space, Attacker):
        pen.rectangle((left + FIGURE + 2, y, left + FIGURE + 3, y + 1), fill=int(not here))


def _brackets(picture: Image.Image, left: int, right: int, y: int) -> None:
    """Draw the cursor around squares."""
    pen = Pen(picture)
    for bar, tick in ((left - 1, left + BAR - 1), (right - 1, right - 2)):
        pen.rectangle((bar, y, bar + BAR - 1, y + LINE - 1), fill=1)
        pen.point([(tick, y), (tick, y + LINE - 1)], fill=1)


def _origin(picture: Image.Image, x: int, y: int) -> None:
    """Mark a square that belongs to the choice: dots at both sides."""
    rows = range(y, y + LINE, 2)
    Pen(picture).point([(bar, row) for bar in (x, x + PITCH - 1) for row in rows], fill=1)


def _beside(
    picture: Image.Image, spaces: Sequence[Space], first: tuple[int, int], y: int, page: Page, letters: Letters
) -> None:
    """Draw the spaces that are in a row behind the squares; `first` is the place of the first one on the board."""
    row, column = first
    wide = WIDE // len(spaces)
    for place, space in enumerate(spaces):
        x = SIDE + place * wide
        here = page.space == (row, column + place)
        if isinstance(space, Square):
            _square(picture, space, x + (wide - PITCH) // 2, y, letters, here=here)
            continue
        end = x + 2 * bool(space.tokens)
        for token in space.tokens:
            drawn = digits.bitmap(token.picture.rows) if token.picture else _figure(token.text)
            picture.paste(drawn, (end, y + (LINE - drawn.height) // 2))
            end += drawn.width + 3
        letters.text(picture, end, y, space.name, x + wide - end)
        if here:
            letters.invert(picture, (x, y, x + wide, y + LINE))


def _below(picture: Image.Image, page: Page, letters: Faces, bottom: int) -> int:
    """Draw a large number with its words at the lower edge; returns the first row of it."""
    if not page.big:
        return bottom
    bottom -= TURNS
    size = digits.digit_size(page.big, TURNS, TURNS)
    letters.number(picture, digits.number(page.big, *size), (RIGHT - size[0], bottom))
    for place, line in enumerate(_wrapped(" ".join(page.text), letters, WIDE - size[0] - 2)[:2]):
        letters.text(picture, SIDE, bottom + LINE * place, line, WIDE)
    return bottom


def _asked(picture: Image.Image, page: Page, space: Space, letters: Faces) -> None:
    """Draw one card as large as there is room for between two arrows, and its name below it."""
    _title(picture, page, letters)
    left, right = digits.key("left"), digits.key("right")
    middle = SHOWN + SHOWN_HIGH // 2
    picture.paste(left, (SIDE, middle - left.height // 2))
    picture.paste(right, (RIGHT - right.width, middle - right.height // 2))
    x = SIDE + (WIDE - SHOWN_WIDE) // 2
    for token in space.tokens:
        if token.framed:
            Pen(picture).rectangle((x - 3, SHOWN - 2, x + SHOWN_WIDE + 2, SHOWN + SHOWN_HIGH + 1), fill=1)
        drawn = (
            digits.number(token.text, SHOWN_WIDE, SHOWN_HIGH)
            if token.text.isdecimal()
            else digits.bitmap(CROWN).resize((SHOWN_WIDE, SHOWN_HIGH), Image.Resampling.NEAREST)
        )
        letters.number(picture, drawn, (x, SHOWN), dark=token.framed)
    face: Letters = letters.lines if letters.lines.width(page.aside) <= WIDE else letters
    face.text(picture, SIDE + (WIDE - min(face.width(page.aside), WIDE)) // 2, HEIGHT - 14, page.aside, WIDE)


def _words(picture: Image.Image, page: Page, bottom: int, letters: Faces) -> None:
    """Draw the right half above `bottom`: the title, what a choice would do, lines, a large number, a menu."""
    top = _name(picture, page, letters) or _title(picture, page, letters)
    if page.big:
        bottom = _below(picture, page, letters, bottom)
    elif page.text:
        for line in _wrapped(" ".join(page.text), letters):
            letters.text(picture, SIDE, top, line, WIDE)
            top += LINE
    if page.aside and bottom - top >= LINE:
        room = bottom - top - (2 * LINE if page.menu else 0)
        for sized, step in ((letters.large, EFFECT), (letters.lines, letters.lines.height), (letters, LINE)):
            if step * len(_wrapped(page.aside, sized)) <= room:
                break
        for line in _cut(_wrapped(page.aside, sized), (bottom - top) // step):
            sized.text(picture, SIDE, top, line, WIDE)
            top += step
    if page.menu:
        _menu(picture, page, top, bottom, letters)


def _wrapped(text: str, letters: Letters, width: int = WIDE) -> tuple[str, ...]:
    """A text in lines; it may break before an arrow."""
    whole = letters.wrap(text, width)
    return whole if len(whole) == 1 else letters.wrap(text.replace("→", " →"), width)


def _cut(lines: Sequence[str], most: int) -> list[str]:
    """At most `most` lines; the rest is joined to the last one, and shortened where it is drawn."""
    return list(lines) if len(lines) <= most else [*lines[: most - 1], " ".join(lines[most - 1 :])]


def _name(picture: Image.Image, page: Page, letters: Faces) -> int:
    """Draw the player in turn in the letters of lines over a rule, if there is room; returns the first row below it, 0
    without room.
    """
    mark, face = digits.mark("turn"), letters.lines
    wide = mark.width + 1 + face.width(page.title)
    kanji = letters.are_high((page.title,))
    high = RULE + 1 + 2 * kanji
    if not page.turn or page.clock or wide > WIDE or letters.small:
        return 0
    picture.paste(mark, (SIDE, 3))
    face.text(picture, SIDE + mark.width + 1, kanji - 1, page.title, WIDE)  # capitals begin in the second row
    if page.shares is not None:
        share_bar(picture, SIDE, RIGHT, high - 1, page.shares.parts)
    else:
        underline(picture, SIDE, RIGHT, high - 1, dotted=True)
    return high


def _title(picture: Image.Image, page: Page, letters: Letters) -> int:
    """Draw the title over a rule, the player in turn marked and underlined; returns the first row below it."""
    mark, x = digits.mark("turn"), SIDE
    room = WIDE - (mark.width + 1 if page.turn else 0)
    lines = _cut(_wrapped(page.title, letters, room), 2 if page.turn else TITLE)
    clock = letters.clock_width(page.clock) + CLOCK_GAP if page.clock else 0
    if clock and len(lines) * room < letters.width(page.title) + clock:
        if page.turn:
            lines = [letters.shortened(page.title, room - clock)]
        else:
            clock = 0  # what would be entered needs the room
    if page.turn:
        picture.paste(mark, (x, 1))
        x += mark.width + 1
    end = x
    for place, line in enumerate(lines):
        end = letters.text(picture, x, LINE * place, line, RIGHT - x)
    if clock:
        letters.clock(picture, RIGHT - clock + CLOCK_GAP, LINE * (len(lines) - 1), page.clock, clock)
    bottom = LINE * len(lines)
    if page.shares is not None:
        share_bar(picture, SIDE, RIGHT, bottom - 1, page.shares.parts)
        return bottom
    if page.turn:
        underline(picture, x, end - 1, bottom - 1)
    underline(picture, end + 1 if page.turn else SIDE, RIGHT, bottom - 1, dotted=True)
    return bottom


def _menu(picture: Image.Image, page: Page, top: int, bottom: int, letters: Faces) -> None:
    """Draw the line of a menu under the cursor, inverted and on as many lines as it needs, with those around it."""
    cursor = page.cursor or 0
    blocks = [_wrapped(str(item), letters, WIDE - 2) for item in page.menu]
    face, step = _face(str(page.menu[cursor]), letters, bottom - top - LINE)
    blocks[cursor] = _wrapped(str(page.menu[cursor]), face, WIDE - 2)
    heights = [LINE * len(block) for block in blocks]
    below = int(step > LINE)  # kanji and parts below the line reach down to the last row of a line
    heights[cursor] = step * len(blocks[cursor]) + below
    room = bottom - top - 1 - heights[cursor]
    first, last = cursor, cursor
    while True:
        if last + 1 < len(blocks) and heights[last + 1] <= room:
            last += 1
            room -= heights[last]
        elif first and heights[first - 1] <= room:
            first -= 1
            room -= heights[first]
        else:
            break
    y = bottom - sum(heights[first : last + 1])
    if last - first + 1 < len(blocks):
        paint_list.scroll_bar(picture, first, last - first + 1, len(blocks), (RIGHT, top, RIGHT + 2, bottom))
    for place, block in enumerate(blocks[first : last + 1], first):
        chosen, start = place == cursor, y
        for line in block:
            (face if chosen else letters).text(picture, SIDE + 1, y, line, WIDE - 2)
            y += step if chosen else LINE
        if chosen:
            y += below
            letters.invert(picture, (SIDE - 1, start - 1, RIGHT, y))


def _face(text: str, letters: Faces, room: int) -> tuple[Letters, int]:
    """The letters of the line under the cursor and the height of one: the largest that have room without breaking a
    word; if none has, the largest that have room.
    """
    sizes = [(letters.large, TALL), (letters.lines, letters.lines.height), (letters, LINE)]
    fitting = [(face, step) for face, step in sizes if step * len(_wrapped(text, face, WIDE - 2)) <= room]
    words = text.replace(BREAK, " ").split()
    whole = [size for size in fitting if max(map(size[0].width, words), default=0) <= WIDE - 2]
    return (*whole, *fitting, sizes[-1])[0]
