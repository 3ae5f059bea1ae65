"""Lines of text: measured, broken, shortened and drawn, in letters of four sizes; lines, marks and boxes around them.

What has no size, or a negative one, draws nothing. Names can be so wide or so narrow that nothing is left for a line
behind or around them. Pillow raises ValueError then, or draws to the other side; so screens draw with the Pen here, and
never with Pillow's own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from typing import Any
from unicodedata import normalize

from PIL import Image, ImageChops, ImageDraw

from companion.kit.text import tags
from companion.play.clock import FLAG, TENTHS
from companion.ports import WIDTH
from companion.texts import JOINERS
from companion.values import NamedTuple, Protocol
from companion.words import BREAK, SOFT, without_breaks

SHARE_GAP = 2
"""The dark pixels between two parts of a bar."""

_DOTS = Image.frombytes("1", (WIDTH, 1), bytes([0b01010101]) * (WIDTH // 8))


class Pen(ImageDraw.ImageDraw):
    """Draws on a picture, as `ImageDraw.Draw` does."""

    def rectangle(self, xy: Any, *args: Any, **kwargs: Any) -> None:
        """Draw a rectangle from its left and top to its right and bottom pixel."""
        left, top, right, bottom = xy
        if left <= right and top <= bottom:
            super().rectangle(xy, *args, **kwargs)


def share_bar(picture: Image.Image, left: int, right: int, y: int, parts: Sequence[int]) -> None:
    """Divide the lowest row of a text among the seats by their shares: in turn a line and a dotted one, with gaps."""
    whole, sum_before, width = sum(parts), 0, right - left
    for seat, part in enumerate(parts):
        start = left + width * sum_before // whole
        sum_before += part
        end = left + width * sum_before // whole
        underline(picture, start, end - (SHARE_GAP if seat + 1 < len(parts) else 0), y, dotted=seat % 2 == 1)


def underline(picture: Image.Image, left: int, right: int, y: int, *, dotted: bool = False) -> None:
    """Draw a line in the lowest row of a text, broken around the letters that hang below it.

    A `dotted` one does not run together with the letters above and below it.
    """
    if left >= right:
        return
    strip = picture.crop((left, y, right, y + 1))
    beside = ImageChops.logical_or(
        picture.crop((left - 1, y, right - 1, y + 1)), picture.crop((left + 1, y, right + 1, y + 1))
    )
    rule = ImageChops.invert(ImageChops.logical_or(strip, beside))
    if dotted:
        rule.paste(0, (0, 0), _DOTS)
    picture.paste(ImageChops.logical_or(rule, strip), (left, y))


def invert(picture: Image.Image, box: tuple[int, int, int, int]) -> None:
    """Invert what is in a box: from its left and top to the first pixel beyond on the right and below."""
    left, top, right, bottom = box
    if left < right and top < bottom:
        inside = picture.crop(box)
        picture.paste(ImageChops.logical_xor(inside, Image.new("1", inside.size, 1)), box[:2])


RIGHT = 118
"""Where the page ends and the gutter begins."""
LEFT = 2
"""Where lines begin."""
LINE = 8
"""The height in pixels of a line of small letters. Display chips take strips of eight rows as a whole."""
ELLIPSIS = "…"
Box = tuple[int, int, int, int]
"""Left, top, and the first pixel beyond on the right and below."""
ELLIPSIS_LEAST = 48
"""Narrower cells have no room for names of eight letters: there names are shortened without an ellipsis."""
LETTERS_LEAST = 4
"""A name that is shortened to fewer signs, with its ellipsis, gives way to the tag of the player."""
ARROW = "→"
DOT = "・"
LAST_PART = 3
"""The least signs of a word that is broken anywhere that stand on a line of their own."""
NOT_FIRST = frozenset(
    "、。，．,.・：；:;？！?!゛゜ヽヾゝゞ々ー）)］]｝}」』】〕〉》〟’”»%％…‥〜～°"
    "ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ｡､｣･ｰｧｨｩｪｫｬｭｮｯﾞﾟ"
)
NOT_LAST = frozenset("「『（([［{｛【〔〈《〝“‘«｢")
"""Characters that never begin a line and that never end one, when a line is broken between letters."""
SENTENCE_ENDS = "。！？"
_ENDS = frozenset("、：" + SENTENCE_ENDS)
"""Behind these a line may be broken, in a text that marks the places between its words."""


class Typeface(Protocol):
    """Letters as pixels. `height` is the height of a line."""

    height: int

    def columns(self, character: str) -> tuple[int, ...] | None:
        """The columns of a letter from left to right, bit 0 on top; None if the typeface lacks it."""


class Typefaces(Protocol):
    """Letters of four sizes: `small` on boards and in titles, `text` to be read, `line` in lists, `large` for what is
    under the cursor."""

    @property
    def small(self) -> Typeface: ...

    @property
    def text(self) -> Typeface: ...

    @property
    def line(self) -> Typeface: ...

    @property
    def large(self) -> Typeface: ...


class Doubled:
    """The letters of a typeface below a free row, in double height."""

    def __init__(self, typeface: Typeface) -> None:
        self._typeface = typeface
        self.height = 2 * typeface.height

    def columns(self, character: str) -> tuple[int, ...] | None:
        """As in `Typeface`. The last row of the letter is there only once."""
        columns = self._typeface.columns(character)
        if columns is None:
            return None
        rows = range(self._typeface.height)
        return tuple([sum([3 << 2 * row + 1 for row in rows if column >> row & 1]) for column in columns])


def composed(text: str) -> str:
    """The text with each letter and its marks as one character, if there is one: typefaces have no combining marks.

    Joiners are left out: typefaces have one form of each letter.
    """
    if text.isascii():
        return text
    for joiner in JOINERS:
        text = text.replace(joiner, "")
    return normalize("NFC", text)


def has_no_blanks(character: str) -> bool:
    """Whether a letter is of a script without blanks: kana, kanji and their punctuation."""
    return "\u2e80" <= character <= "\u9fff" or "\uf900" <= character <= "\ufaff" or character >= "\uff00"


def _is_katakana(letter: str) -> bool:
    return "ァ" <= letter <= "ー"


def _pieces(word: str) -> list[str]:
    """A word in pieces between which a line may break: one piece, unless the word has kana or kanji. Katakana, most of
    them names, stay together up to a dot between two names, and a digit stays behind its letter, as in a name's tag.
    """
    if word.isascii():
        return [word]
    pieces = [word[0]]
    for before, letter in pairwise(word):
        foreign = _is_katakana(before) and _is_katakana(letter) and before != DOT
        breaks = (has_no_blanks(before) or has_no_blanks(letter)) and not foreign
        if breaks and letter not in NOT_FIRST and before not in NOT_LAST and not letter.isdecimal():
            pieces.append(letter)
        else:
            pieces[-1] += letter
    return pieces


def _words(word: str) -> list[str]:
    """What is between two blanks, broken at the marks between words and behind punctuation, but not at a SOFT mark."""
    words = [word[0]]
    for place, (before, letter) in enumerate(pairwise(word)):
        # Behind a bracket hiragana are a particle, which belongs to what is in the brackets.
        ends = before in _ENDS or (before == "）" and not "ぁ" <= letter <= "ん")
        soft = word[max(place - 1, 0) : place + 1] == SOFT
        if (before == BREAK and letter != BREAK and not soft) or (ends and letter not in NOT_FIRST and letter != BREAK):
            words.append(letter)
        else:
            words[-1] += letter
    return words


def has_enough(shown: str, name: str, least: int = LETTERS_LEAST) -> bool:
    """Whether enough is left of a name that is shortened: `least` signs, with the ellipsis, or all of a short one."""
    return len(shown) >= min(least, len(composed(name)))


def distinct(names: Sequence[str], fits: Callable[[int, str], bool], width: int) -> list[str]:
    """The names, those that do not fit shortened; names that would look alike keep their last letter or get their tag.

    With an ellipsis two look alike also if what is left of one begins the other. They keep equally many letters; where
    one would keep none, all names that do not fit have their tags.
    `fits` says whether a text fits in the place of a name. An ellipsis stands where letters are left out, but not in
    cells of a `width` in which another letter says more.
    """
    mark = ELLIPSIS if width >= ELLIPSIS_LEAST else ""
    whole = [composed(name) for name in names]
    last, tag = [name[-1:] for name in whole], tags(whole)
    short = [_cut(name, mark, seat, fits) for seat, name in enumerate(whole)]
    steps = (last, _look_alike), (tag, _look_alike), (last, _may_be_taken), (tag, _may_be_taken), (tag, _look_alike)
    for ends, alike in steps:
        seats = range(len(short))
        groups = [[other for other in seats if alike(short, whole, seat, other)] for seat in seats]
        ended = {
            seat: _cut(whole[seat], ELLIPSIS + ends[seat], seat, fits) for seat in seats if len(groups[seat]) > 1
        }  # fmt: skip
        for seat, one in ended.items():
            kept = min([len(ended[other].begin) for other in groups[seat] if ended[other].is_cut], default=0)
            if kept or alike is _look_alike:
                short[seat] = one._replace(begin=one.begin[:kept].rstrip()) if one.is_cut else one
    if any(one.is_cut and not one.begin for one in short):  # nothing but a mark would be left of the name
        short = [_Shown(tag[seat]) if one.is_cut else one for seat, one in enumerate(short)]
    return [one.begin + one.end for one in short]


def single_signs(short: Sequence[str]) -> list[str]:
    """One sign for each of the tags at a table, no two alike: the first of each, or the last, or the seat's number."""
    for signs in ([tag[:1] for tag in short], [tag[-1:] for tag in short]):
        if len(set(signs)) == len(signs):
            return signs
    return [str(seat + 1) for seat in range(len(short))]


class _Shown(NamedTuple):
    """What is shown of a name: its beginning, and what stands behind that where it is cut."""

    begin: str
    end: str = ""
    is_cut: bool = False


def _look_alike(short: Sequence[_Shown], whole: Sequence[str], seat: int, other: int) -> bool:
    """Whether what is shown of two names looks alike."""
    one, two = short[seat], short[other]
    if one.end and one.end == two.end and one.begin and two.begin:
        return one.begin.startswith(two.begin) or two.begin.startswith(one.begin)
    return one.begin + one.end == two.begin + two.end


def _may_be_taken(short: Sequence[_Shown], whole: Sequence[str], seat: int, other: int) -> bool:
    """Whether what is left of one of two names, without a sign for the rest, begins the other name as well."""
    pairs = ((short[seat], whole[other]), (short[other], whole[seat]))
    return seat == other or any(one.is_cut and not one.end and name.startswith(one.begin) for one, name in pairs)


def _cut(name: str, end: str, seat: int, fits: Callable[[int, str], bool]) -> _Shown:
    """A name, or as much of its beginning as fits before the end."""
    if fits(seat, name):
        return _Shown(name)
    while name and not fits(seat, name.rstrip() + end):
        name = name[:-1]
    return _Shown(name.rstrip(), end if name or end != ELLIPSIS else "", is_cut=True)


KEPT = 256
"""How many texts are kept in lines, and how many lines as pictures: most of a page stood on the page before."""


class Letters:
    """Lines of one typeface. It is asked for each letter once."""

    def __init__(self, typeface: Typeface) -> None:
        self._typeface = typeface
        self.height = typeface.height
        self._widths: dict[str, int] = {BREAK: 0}
        self._columns = cache(self._find_columns)
        self._wrapped = lru_cache(KEPT)(self._wrap)
        self._line = lru_cache(KEPT)(self._draw)

    def width(self, text: str) -> int:
        """How wide a line of text is, in pixels."""
        widths = self._widths
        try:
            return max(sum([widths[character] for character in composed(text)]) - 1, 0)
        except KeyError:
            missing = set(composed(text)) - widths.keys()
            widths.update({character: len(self._columns(character)) + 1 for character in missing})
            return self.width(text)

    def clock_width(self, text: str) -> int:
        """The most that a clock with as many digits as `text` can be wide: nothing beside it moves every second."""
        return self.width("".join("0" if letter.isdecimal() else letter for letter in text))

    def clock_in(self, clock: str, room: int) -> str:
        """A clock as there is room for it: without its flag if need be, then in minutes, as `(14')`; else empty."""
        bare = clock.replace(FLAG, "")
        minutes, _, seconds = bare.partition(":")
        texts = clock, bare, f"{minutes}'{seconds[2:]}"
        return next((text for text in texts if clock and self.clock_width(text) <= room), "")

    def wrap(self, text: str, width: int = RIGHT - LEFT) -> tuple[str, ...]:
        """The text in lines of at most `width` pixels, without marks.

        A line is broken at a blank, but not before an arrow or between it and a number if both have room; in a text
        with marks between its words there and behind punctuation, else around kana and kanji; a word longer than half a
        line at its SOFT marks, too. A longer part without such a place is broken behind an arrow, else behind a dot
        between two names, around kana and kanji, or anywhere.
        """
        return self._wrapped(text, width)

    def _wrap(self, text: str, width: int) -> tuple[str, ...]:
        return tuple([without_breaks(line).rstrip() for line in self.broken(text, width)])

    def broken(self, text: str, width: int) -> list[str]:
        """The lines of `wrap` with their marks and blanks: joined they are the text."""
        lines: list[str] = []
        used, blank = 0, self.width(" ") + 2
        for first, piece in self._breakable(text, width):
            wide = self.width(piece)
            gap = blank if first else 1
            if lines and used + gap + wide <= width:
                lines[-1] += f" {piece}" if first else piece
                used += gap + wide
                continue
            if lines and first:
                lines[-1] += " "
            while self.width(piece) > width:
                part = piece[:1]
                while len(part) < len(piece) and self.width(part + piece[len(part)]) <= width:
                    part += piece[len(part)]
                part = part[: part.rfind(ARROW) + 1] or part[: max(min(len(part), len(piece) - LAST_PART), 1)]
                lines.append(part)
                piece = piece[len(part) :]
            lines.append(piece)
            used = self.width(piece)
        return lines

    def _breakable(self, text: str, width: int) -> Iterator[tuple[bool, str]]:
        """The parts between which a line may be broken; the first one behind a blank is marked."""
        marked = BREAK in text or any(end in text for end in SENTENCE_ENDS)
        for word in self._with_arrows(composed(text).split(), width):
            first = True
            for part in _words(word) if marked else [word]:
                long = SOFT in part and self.width(part) > width // 2
                for some in filter(None, re.split(f"(?<={SOFT})", part)) if long else [part]:
                    for piece in self._divided(some, width) if marked else _pieces(some):
                        yield first, piece
                        first = False

    def _divided(self, word: str, width: int, signs: str = ARROW + DOT) -> list[str]:
        """A word, if it has no room in parts that have: behind arrows, then behind the dots between the two names of a
        place, then around kana and kanji.
        """
        if self.width(word) <= width:
            return [word]
        if not signs:
            return _pieces(word)
        parts = re.split(f"(?<={signs[0]})(?=.)", word)
        return [piece for part in parts for piece in self._divided(part, width, signs[1:])]

    def _with_arrows(self, words: Iterable[str], width: int) -> list[str]:
        """The words of a text: an arrow stays behind what changes, and a number behind both."""
        found: list[str] = []
        for word in words:
            number = word.lstrip("-")[:1].isdecimal()
            if found and (word == ARROW or (number and found[-1].endswith(ARROW) and found[-1] != ARROW)):
                joined = f"{found[-1]} {word}"
                if self.width(joined) <= width:
                    found[-1] = joined
                    continue
            found.append(word)
        return found

    def shortened(self, text: str, width: int) -> str:
        """The text, or as much of its beginning as fits with an ellipsis."""
        text = composed(text)
        if self.width(text) <= width:
            return text
        while text and self.width(text + ELLIPSIS) > width:
            text = text[:-1]
        return text.rstrip() + ELLIPSIS if text else ""

    def _find_columns(self, character: str) -> tuple[int, ...]:
        columns = self._typeface.columns(character)
        if columns is None:
            if character.isspace():
                return (0, 0, 0)
            # A box replaces a letter that the typeface lacks.
            high = self.height * 7 // 8
            edge = (1 << high) - 1
            return (edge, *[1 | 1 << high - 1] * 3, edge)
        return columns or (0,)

    def text(self, picture: Image.Image, x: int, y: int, text: str, width: int) -> int:
        """Draw a line, shortened to `width`; returns the x behind it."""
        line = self._line(self.shortened(without_breaks(text), width))
        picture.paste(1, (x, y), line)
        return x + line.width

    def clock(self, picture: Image.Image, x: int, y: int, text: str, width: int) -> int:
        """Draw a clock as a line; its last seconds are inverted."""
        end = self.text(picture, x, y, text, width)
        if TENTHS in text:
            self.invert(picture, (x - 1, max(y - 1, 0), end, y + self.height - 1))
        return end

    def _draw(self, text: str) -> Image.Image:
        """A line on its own, an empty column behind each letter."""
        columns = [column for letter in text for column in (*self._columns(letter), 0)]
        # Pillow reads rows of bits; the columns are the rows of the line as it stands upright.
        rows = (1 << self.height) - 1
        bits = b"".join([(column & rows).to_bytes((self.height + 7) // 8, "little") for column in columns])
        upright = Image.frombytes("1", (self.height, len(columns)), bits, "raw", "1;R")
        return upright.transpose(Image.Transpose.TRANSPOSE)

    def number(self, picture: Image.Image, drawn: Image.Image, at: tuple[int, int], *, dark: bool = False) -> None:
        """Draw digits that are no letters; `dark` on what is lit. A painter that measures digits overrides this."""
        picture.paste(0 if dark else 1, at, drawn)

    def invert(self, picture: Image.Image, box: Box) -> None:
        """Invert what is in a box, most often what is under the cursor."""
        invert(picture, box)


class Faces(Letters):
    """Letters of four sizes. Itself it has the letters of eight rows; `texts`, `lines` and `large` are the other sizes.

    With `small` texts and lines have eight rows, too, and the large letters are those doubled.
    """

    def __init__(self, typefaces: Typefaces, *, small: bool = False) -> None:
        super().__init__(typefaces.small)
        self.small = small
        self.texts = self if small else self.letters_of(typefaces.text)
        self.lines = self if small else self.letters_of(typefaces.line)
        self.large = self.letters_of(Doubled(typefaces.small) if small else typefaces.large)

    def letters_of(self, typeface: Typeface) -> Letters:
        """The letters of another size. Those that measure what they draw override this."""
        return Letters(typeface)

    def are_high(self, texts: Iterable[str]) -> bool:
        """Whether one of these lines has kana or kanji, which are a row higher than other letters in lists."""
        return not self.small and any(has_no_blanks(letter) for text in texts for letter in text)
