"""The picture of the field, upright on the left half of the glass, and on the right half what is said about it.

A rank is eight rows of pixels: one strip of a display chip, so a move changes few strips. Framed pieces are
lit tiles with dark figures; so the cursor on a square cannot be its inversion. It is a pair of thick brackets.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from PIL import Image

from companion.games.army_ants.drawing import Attacker, Square
from companion.ports import HEIGHT
from companion.ui import digits, paint_list
from companion.ui.letters import LINE, RIGHT, Faces, Letters
from companion.ui.page import Drawing, Page, Space
from companion.ui.paint_title import RULE
from companion.ui.pen import Pen, share_bar, underline

LABEL, PITCH = 5, 12
"""The width of a row's name and of a square."""
SIDE, WIDE = 70, RIGHT - 70
"""Where the right half begins, and its width."""
TALL = 18
"""The height of a line of large letters, and of a large number."""
EFFECT = 17
"""From one line of what a choice would do to the next."""
BAR = 3
"""How thick a bracket of the cursor is. It takes a column of the square beside it, where no piece is."""
TITLE = 4
"""The most lines of a title."""
CLOCK_GAP = 3
"""Between a title and the clock behind it."""
MARGIN = 3
"""From the left edge of a square to its tile."""

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
    """The board of its page as the field: the first spaces of a row are its squares, others are at the right."""

    fills_glass = True

    def paint(self, letters: Faces, picture: Image.Image, page: Page) -> None:
        bottom = HEIGHT
        for down, row in enumerate(page.board):
            y = HEIGHT - LINE * (len(page.board) - down)
            label, *rest = row
            chosen = page.space == (down, None)
            letters.number(picture, digits.small_number(label.text), (0, y + 1))
            if chosen:
                letters.invert(picture, (0, y, LABEL, y + LINE))
            count = next((place for place, space in enumerate(rest) if not isinstance(space, Square)), len(rest))
            for across, space in enumerate(rest[:count]):
                x = LABEL + across * PITCH
                _square(picture, space, x, y, letters)
                if page.space == (down, across + 1):
                    _brackets(picture, x, x + PITCH, y)
                elif (down, across + 1) in page.also:
                    _thin_brackets(picture, x, y)
            if chosen:
                _brackets(picture, LABEL, LABEL + count * PITCH, y)
            beside = rest[count + 1 :]
            if beside:
                bottom = min(bottom, y)
                _beside(picture, beside, (down, count + 2), y, page, letters)
        _words(picture, page, bottom, letters)


FIELD = FieldPicture()


def _square(picture: Image.Image, space: Space, x: int, y: int, letters: Letters) -> None:
    """Draw a square with its piece, or a dot."""
    if not space.tokens:
        picture.putpixel((x + PITCH // 2, y + LINE // 2 - 1), 1)
        return
    token = space.tokens[0]
    left = x + MARGIN
    if token.framed:
        Pen(picture).rectangle((left, y, left + FIGURE + 1, y + LINE - 1), fill=1)
        for corner in ((left, y), (left + FIGURE + 1, y), (left, y + LINE - 1), (left + FIGURE + 1, y + LINE - 1)):
            picture.putpixel(corner, 0)
    letters.number(picture, _figure(token.text), (left + 1, y + 1), dark=token.framed)
    if isinstance(space, Attacker):
        Pen(picture).rectangle((left + FIGURE + 2, y, left + FIGURE + 3, y + 1), fill=1)


def _brackets(picture: Image.Image, left: int, right: int, y: int) -> None:
    """Draw the cursor around squares."""
    pen = Pen(picture)
    for bar, tick in ((left - 1, left + BAR - 1), (right - 1, right - 2)):
        pen.rectangle((bar, y, bar + BAR - 1, y + LINE - 1), fill=1)
        pen.point([(tick, y), (tick, y + LINE - 1)], fill=1)


def _thin_brackets(picture: Image.Image, x: int, y: int) -> None:
    """Mark a square that belongs to the choice."""
    pen = Pen(picture)
    for bar in (x + 1, x + PITCH - 1):
        pen.line((bar, y + 1, bar, y + LINE - 2), fill=1)


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
            left = x + (wide - PITCH) // 2
            _square(picture, space, left, y, letters)
            if here:
                _brackets(picture, left, left + PITCH, y)
            continue
        end = x + 2 * bool(space.tokens)
        for token in space.tokens:
            drawn = digits.bitmap(token.picture.rows) if token.picture else _figure(token.text)
            picture.paste(drawn, (end, y + (LINE - drawn.height) // 2))
            end += drawn.width + 3
        letters.text(picture, end, y, space.name, x + wide - end)
        if here:
            letters.invert(picture, (x, y, x + wide, y + LINE))


def _words(picture: Image.Image, page: Page, bottom: int, letters: Faces) -> None:
    """Draw the right half above `bottom`: the title, what a choice would do, lines, a large number, a menu."""
    top = _name(picture, page, letters) or _title(picture, page, letters)
    if page.big:
        bottom -= TALL
        size = digits.digit_size(page.big, TALL, TALL)
        letters.number(picture, digits.number(page.big, *size), (RIGHT - size[0], bottom))
        lines = _wrapped(" ".join(page.text), letters, WIDE - size[0] - 2)
        for place, line in enumerate(lines[:2]):
            letters.text(picture, SIDE, bottom + LINE * place, line, WIDE)
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
    lines = _cut(_wrapped(page.title, letters), 2 if page.turn else TITLE)
    mark = digits.mark("turn")
    x = SIDE
    clock = letters.clock_width(page.clock) + CLOCK_GAP if page.clock else 0
    if clock and len(lines) * WIDE < letters.width(page.title) + clock:
        if page.turn:
            lines = [letters.shortened(page.title, WIDE - clock)]
        else:
            clock = 0  # what would be entered needs the room
    if page.turn and letters.width(page.title) + mark.width + 1 <= WIDE - clock:
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
    chosen = _wrapped(str(page.menu[cursor]), letters.large, WIDE - 2)
    tall = len(chosen) * TALL + LINE <= bottom - top
    if tall:
        blocks[cursor] = chosen
    heights = [LINE * len(block) for block in blocks]
    if tall:
        heights[cursor] = TALL * len(chosen)
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
        large = tall and place == cursor
        start = y
        for line in block:
            (letters.large if large else letters).text(picture, SIDE + 1, y, line, WIDE - 2)
            y += TALL if large else LINE
        if place == cursor:
            letters.invert(picture, (SIDE - 1, start - (not tall), RIGHT, y))
