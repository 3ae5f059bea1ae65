"""The letters: built-in ones, and from font files those that they lack, kana and kanji of 8, 10, 12 and 16 rows.

The built-in ones come in three sizes: capitals of 7, 9 and 16 rows, and below them 1, 2 and 3 rows for what hangs below
the line. They are drawn in `typeface.txt`, `typeface_9.txt` and `typeface_16.txt`, in blocks: a line with characters,
and below each character its drawing. Characters that look alike share one. The strokes of the largest are two pixels
wide, so it is not one of the others with each row twice. A letter with a diacritic is composed of the letter and a mark
above it; for that a capital or a tall letter is drawn lower, without some of the rows that repeat the row beside them.
Lower blocks have such forms of letters from which no rows can just be dropped.

Kana and kanji of eight rows are in an installed font (misaki), or in any file that Pillow loads with eight rows and
every pixel on or off. The other sizes are in Debian's package xfonts-efont-unicode; without it letters of eight rows
stand in their place. A font is looked for and loaded for the first letter that the built-in ones lack, so English costs
nothing.
"""

from __future__ import annotations

import os
import unicodedata
import zlib
from collections.abc import Callable, Iterable, Sequence
from functools import cache, cached_property
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import ImageFont

from companion.values import Protocol

Columns = tuple[int, ...]
"""Pixel columns from left to right, bit 0 on top."""

Drawing = tuple[str, ...]
"""Rows from the top, in which `#` is lit."""

_BLANKS = "\u0020\u00a0\u2009\u202f"

_DOTLESS = {"i": "ı", "і": "ı", "j": "ȷ", "ј": "ȷ"}
"""Letters whose dot a mark replaces."""

_COMMA = "\u0312"

_MARKS_ABOVE = {
    "\u0300": "#/.#",
    "\u0301": ".#/#",
    "\u0302": ".#/#.#",
    "\u0303": ".#.#/#.#",
    "\u0304": "###",
    "\u0306": "#..#/.##",
    "\u0307": "#",
    "\u0308": "#.#",
    "\u0309": "##/.#",
    "\u030a": "##/##",
    "\u030b": "#.#/#.#",
    "\u030c": "#.#/.#",
    _COMMA: "#/#",
}
"""Diacritics for the two rows above a letter, separated by `/`."""

_MARKS_BELOW = {"\u0323": "#", "\u0326": "#", "\u0327": "##", "\u0328": ".##", "\u0331": "###"}
"""Diacritics for the last row, below a letter."""


def _columns(rows: Sequence[str]) -> Columns:
    """The columns of a drawing; short rows end blank."""
    width = max(map(len, rows))
    bits = "".join([row.ljust(width, ".") for row in reversed(rows)]).replace(".", "0").replace("#", "1")
    return tuple([int(bits[x::width], 2) for x in range(width)])


def _overlay(letter: Columns, mark: Columns) -> Columns:
    """The letter with the mark, one centred on the other."""
    width = max(len(letter), len(mark))
    columns = [0] * width
    for part in (letter, mark):
        left = (width - len(part)) // 2
        for x, column in enumerate(part, left):
            columns[x] |= column
    return tuple(columns)


Place = tuple[list[bytes], int]
"""The rows of a block of drawings, and which of its drawings it is."""


def _read(content: bytes) -> tuple[dict[str, Place], dict[str, Place]]:
    """Where the drawings of a file are by their characters, and the lower ones; the first block has whole ones."""
    blocks = [block.splitlines() for block in content.split(b"\n\n")]
    height = len(blocks[0])
    whole: dict[str, Place] = {}
    low: dict[str, Place] = {}
    for names, *rows in blocks:
        places = whole if len(rows) + 1 == height else low
        for at, name in enumerate(names.decode().split()):
            for character in name:
                places[character] = rows, at
    return whole, low


def _drawing(places: dict[str, Place], character: str) -> Drawing | None:
    place = places.get(character)
    if place is None:
        return None
    rows, at = place
    return tuple([_split(row)[at] for row in rows])


@cache
def _split(row: bytes) -> list[str]:
    """A row of all drawings of a block: letters that are drawn together stand together."""
    return row.decode().split()


class Typeface:
    """A proportional typeface of one size. All digits are equally wide, so that numbers do not move.

    `capitals` is the height of a capital, `height` the height of a line. `load` returns the file with the drawings; the
    first letter calls it.
    """

    def __init__(self, load: Callable[[], bytes], capitals: int, height: int) -> None:
        self.height = height
        self._load = load
        self._capitals = capitals
        self._stroke = capitals // 7
        self._mark_rows = 3 * self._stroke - 1  # a mark, and with wide strokes a free row below it
        self._blank = (0,) * (2 + self._stroke)

    def columns(self, character: str) -> Columns | None:
        """The columns of a letter, bit 0 at the top, without empty columns at its sides; None for an unknown character.

        A blank is as many empty columns as a stroke and two more.
        """
        if character in _BLANKS:
            return self._blank
        drawing = _drawing(self._places[0], character)
        return _columns(drawing) if drawing is not None else self._composed(character)

    @cached_property
    def _places(self) -> tuple[dict[str, Place], dict[str, Place]]:
        return _read(self._load())

    def _composed(self, character: str) -> Columns | None:
        """A letter with diacritics; None if the letter is unknown."""
        whole, low = self._places
        base, *marks = list(unicodedata.normalize("NFD", character))
        plain = _drawing(whole, base)
        letter = _drawing(whole, _DOTLESS.get(base, base)) if marks else plain
        if letter is None or plain is None:
            return None
        above = next((_MARKS_ABOVE[mark] for mark in marks if mark in _MARKS_ABOVE), None)
        below = next((_MARKS_BELOW[mark] for mark in marks if mark in _MARKS_BELOW), None)
        hangs = any("#" in row for row in letter[self._capitals :])
        if below is not None and hangs:  # there is no room below the letter, so the mark goes above it
            above, below = above or _MARKS_ABOVE[_COMMA], None
        if above is None:
            letter = plain
        elif any("#" in row for row in letter[: self._mark_rows]):
            lower = _drawing(low, base) or _squeezed(letter[: self._capitals], self._mark_rows)
            letter = (*[""] * self._mark_rows, *lower, *letter[self._capitals :])
        columns = _columns(letter)
        if above is not None:
            columns = _overlay(columns, self._mark(above, 0))
        if below is not None:
            columns = _overlay(columns, self._mark(below, self.height - self._stroke))
        return columns

    def _mark(self, drawing: str, top: int) -> Columns:
        """A mark whose first row is the row `top`, in strokes as wide as in the letters."""
        wide = ["".join([cell * self._stroke for cell in row]) for row in drawing.split("/")]
        return _columns([""] * top + [row for row in wide for _ in range(self._stroke)])


def _squeezed(rows: Sequence[str], less: int) -> Drawing:
    """A tall letter in `less` rows fewer: without rows that repeat the row beside them, from the top and from below."""
    left = list(rows)
    for turn in range(less):
        if turn % 2:
            del left[next((place for place in range(len(left) - 1, 0, -1) if left[place] == left[place - 1]), -2)]
        else:
            del left[next((place for place in range(1, len(left)) if left[place] == left[place - 1]), 1)]
    return tuple(left)


def _drawn_in(name: str) -> Callable[[], bytes]:
    return Path(__file__).with_name(name).read_bytes


class BuiltIn:
    """The built-in letters: `small` with capitals of 7 rows, `text` and `line` of 9, `large` of 16.

    A `line` is a row higher than a `text`: above its letters there is room for a kanji of twelve rows. As a typeface
    it is the small one.
    """

    def __init__(self) -> None:
        self.small = Typeface(_drawn_in("typeface.txt"), 7, 8)
        self.text = Typeface(_drawn_in("typeface_9.txt"), 9, 11)
        self.line = Lowered(self.text)
        self.large = Typeface(_drawn_in("typeface_16.txt"), 16, 19)
        self.height = self.small.height

    def columns(self, character: str) -> Columns | None:
        """The columns of a small letter, as in `Typeface`."""
        return self.small.columns(character)


class Lowered:
    """The letters of a typeface one row lower."""

    def __init__(self, typeface: Typeface) -> None:
        self.height = typeface.height + 1
        self._typeface = typeface

    def columns(self, character: str) -> Columns | None:
        """The columns of a letter, as in `Typeface`."""
        columns = self._typeface.columns(character)
        return None if columns is None else tuple([column << 1 for column in columns])


@cache
def lcd() -> BuiltIn:
    """The built-in letters, the same for all: their drawings are read once."""
    return BuiltIn()


HEIGHT = 8
VARIABLE = "COMPANION_FONT"
"""The environment variable that names a font of eight rows where none is installed."""
FOLDER_VARIABLE = "COMPANION_KANJI"
"""The environment variable that names the folder of the larger fonts where they are not installed."""
NAMES = ("misaki_gothic_2nd.ttf", "misaki_gothic.ttf", "misaki_mincho.ttf")
PLACES = (
    "/usr/share/fonts/truetype/misaki",  # Debian and Raspberry Pi OS: the package fonts-misaki
    "/usr/share/fonts/TTF",  # Arch
    "/usr/share/fonts/misaki",
    "/usr/share/fonts/misaki-fonts",  # as Fedora calls its folders
    "/usr/local/share/fonts",
    "/usr/local/share/fonts/misaki",
    "~/.local/share/fonts",
    "~/.local/share/fonts/misaki",
    "~/.fonts",
    "~/Library/Fonts",  # macOS
    "/Library/Fonts",
)
"""Folders in which a font may have been installed."""
LARGER = {10: "b10.pcf.gz", 12: "b12.pcf.gz", 16: "b16.pcf.gz"}
"""The files of the larger letters by their heights: bitmaps without grey."""
LARGER_PLACES = ("/usr/share/fonts/X11/misc", "/usr/local/share/fonts", "~/.local/share/fonts", "~/.fonts")
"""Folders in which they may have been installed; the first is the folder of Debian and Raspberry Pi OS."""
_GZIP = 16 + zlib.MAX_WBITS
"""The form of a compressed font for `zlib`."""
_UNDEFINED = "\uffff"
"""Never a character, so every font draws its sign for a missing character."""
_SAMPLE = "あア漢字国亜永Aag8gjé國"


class FontTrouble(Exception):
    """A font file cannot be used. `why` is `unreadable`, `high` (more than eight rows) or `grey` (off the grid)."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


def find_installed_font(places: Iterable[str] = PLACES) -> str:
    """The path of the installed font; empty if there is none."""
    for place in places:
        folder = Path(place).expanduser() if place.startswith("~") else Path(place)
        for name in NAMES:
            if (folder / name).is_file():
                return str(folder / name)
    return ""


def find_larger_fonts(places: Iterable[str] = LARGER_PLACES) -> str:
    """The folder that has all larger fonts; empty if there is none."""
    for place in filter(None, (os.environ.get(FOLDER_VARIABLE, ""), *places)):
        folder = Path(place).expanduser()
        if all((folder / name).is_file() for name in LARGER.values()):
            return str(folder)
    return ""


class Font:
    """The letters of one font file, `height` rows high. Raises FontTrouble if it cannot be used."""

    def __init__(self, path: str, height: int = HEIGHT) -> None:
        self._height = height
        try:
            # Letters are drawn one by one, so no layout engine is needed.
            basic = ImageFont.Layout.BASIC
            if not Path(path).expanduser().is_file():  # a pipe would block for ever
                raise FontTrouble("unreadable")
            file: Path | BytesIO = Path(path).expanduser()
            if path.endswith(".gz"):  # unpacked once, into memory
                file = BytesIO(zlib.decompress(Path(path).expanduser().read_bytes(), _GZIP))
            self._font: Any = ImageFont.truetype(file, height, layout_engine=basic)
        except (OSError, ValueError, ImportError, zlib.error) as error:
            # FreeType's message for a font of fixed sizes without one of eight pixels.
            raise FontTrouble("high" if "pixel size" in str(error) else "unreadable") from error
        self._undefined = self._pixels(_UNDEFINED)
        letters = [letter for letter in _SAMPLE if self._pixels(letter) != self._undefined]
        if any(shade not in (0, 255) for letter in letters for shade in self._font.getmask(letter, mode="L")):
            raise FontTrouble("grey")
        if sum(self._font.getmetrics()) > height:
            raise FontTrouble("high")

    def columns(self, character: str) -> Columns | None:
        """The columns of a letter, bit 0 at the top; None if the font lacks it.

        A letter keeps its cell, so that kana and kanji form a grid. But an empty last column is dropped, because the
        painter leaves one between letters.
        """
        pixels = self._pixels(character)
        if pixels == self._undefined:
            return None
        columns = [0] * max(round(self._font.getlength(character)), 1)
        for x, y in pixels:
            if x >= 0 and 0 <= y < self._height:
                columns += [0] * (x + 1 - len(columns))
                columns[x] |= 1 << y
        return tuple(columns[:-1] if len(columns) > 1 and not columns[-1] else columns)

    def _pixels(self, character: str) -> frozenset[tuple[int, int]]:
        """The pixels of a character, counted from the left end of the line and the top row."""
        mask, (left, top) = self._font.getmask2(character, mode="1", anchor="la")
        width, height = mask.size
        return frozenset([(left + x, top + y) for y in range(height) for x in range(width) if mask.getpixel((x, y))])


class _Source(Protocol):
    def columns(self, character: str) -> Columns | None: ...


class Size:
    """Letters of one size: the built-in ones, and for others the letters of a font, lower by some rows.

    `source` gives the font; the first letter that is not built in calls it.
    """

    def __init__(self, built_in: _Source, height: int, source: _LargerFonts, rows: int) -> None:
        self.height = height
        self._built_in = built_in
        self._source = source
        self._rows = rows

    def columns(self, character: str) -> Columns | None:
        """The columns of a letter, bit 0 at the top; None if neither has it."""
        columns = self._built_in.columns(character)
        if columns is None and not character.isascii():
            columns = self._source.columns(character, self._rows)
        return columns


class _LargerFonts:
    """Kana and kanji of 10, 12 and 16 rows, loaded at the first letter that is not built in.

    A letter that no font of that size has is one of the `small` letters: in the middle of the rows, or doubled.
    """

    def __init__(self, small: Letters) -> None:
        self._small = small
        self._fonts: dict[int, Font | None] = {}

    @cached_property
    def folder(self) -> str:
        return find_larger_fonts()

    def columns(self, character: str, rows: int) -> Columns | None:
        self.load()
        font = self._fonts[rows]
        columns = font.columns(character) if font is not None else None
        if columns is not None:
            return columns
        columns = self._small.columns(character)
        if columns is None:
            return None
        if rows >= 2 * HEIGHT:
            return tuple([_doubled(column) for column in columns])
        return tuple([column << (rows - HEIGHT) // 2 for column in columns])

    def load(self) -> None:
        """Load the fonts of all sizes, the first time it is called."""
        if not self._fonts:
            self._fonts = {rows: self._loaded(rows) for rows in LARGER}

    def _loaded(self, rows: int) -> Font | None:
        try:
            return Font(str(Path(self.folder, LARGER[rows])), rows) if self.folder else None
        except FontTrouble:
            return None


def _doubled(column: int) -> int:
    """A column of eight rows with each row twice."""
    return sum([3 << 2 * row for row in range(HEIGHT) if column >> row & 1])


class Letters:
    """The built-in letters, and for other letters a font: the `named` one, else the installed one.

    `named` is the path from the argument or the environment variable; empty if neither has one. As a typeface these
    are the small letters, eight rows high; `text`, `line` and `large` are the other sizes.
    """

    height = HEIGHT

    def __init__(self, built_in: BuiltIn, named: str = "") -> None:
        self._built_in = built_in
        self._paths = named, os.environ.get(VARIABLE, "")
        self.named = next(filter(None, self._paths), "")
        self.small = self
        self._larger = _LargerFonts(self)
        self.text = Size(built_in.text, built_in.text.height, self._larger, 10)
        self.line = Size(built_in.line, built_in.line.height, self._larger, 12)
        self.large = Size(built_in.large, built_in.large.height, self._larger, 16)

    def columns(self, character: str) -> Columns | None:
        """The columns of a small letter, bit 0 at the top; None if neither has it."""
        columns = self._built_in.columns(character)
        if columns is None and not character.isascii():
            self._larger.load()  # with the first letter, so that no key has to wait for a file later
            if self._loaded[0] is not None:
                columns = self._loaded[0].columns(character)
        return columns

    @property
    def font(self) -> str:
        return self._loaded[1]

    @property
    def has_larger(self) -> bool:
        return bool(self._larger.folder)

    @property
    def trouble(self) -> str | None:
        """Why the named font is not in use, as in `FontTrouble.why`; None if it is."""
        return self._loaded[2]

    @cached_property
    def _loaded(self) -> tuple[Font | None, str, str | None]:
        """The font, its path, and the fault of the named one."""
        trouble = None
        for path in filter(None, dict.fromkeys((*self._paths, find_installed_font()))):
            try:
                return Font(path), path, trouble
            except FontTrouble as error:
                trouble = trouble or error.why
        return None, "", trouble


def letters(named: str = "") -> Letters:
    """The letters of the device; `named` is a font file for small letters that the built-in ones lack."""
    return Letters(lcd(), named)
