"""Letters from a font file that the built-in typeface lacks: kana and kanji, eight rows high.

The font is an installed one (misaki, drawn on a grid of 8 × 8), or any file that Pillow loads with eight rows and every
pixel on or off. It is found and loaded for the first letter that the built-in typeface lacks, so English costs nothing.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from functools import cached_property
from pathlib import Path
from typing import Any

from PIL import ImageFont

from hardware.typeface import Columns, Typeface, lcd

HEIGHT = 8
VARIABLE = "COMPANION_FONT"
"""The environment variable that names a font where none is installed."""
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


class Font:
    """The letters of one font file. Raises FontTrouble if it cannot be used."""

    def __init__(self, path: str) -> None:
        try:
            # Letters are drawn one by one, so no layout engine is needed.
            basic = ImageFont.Layout.BASIC
            if not Path(path).expanduser().is_file():  # a pipe would block for ever
                raise FontTrouble("unreadable")
            self._font: Any = ImageFont.truetype(Path(path).expanduser(), HEIGHT, layout_engine=basic)
        except (OSError, ValueError, ImportError) as error:
            # FreeType's message for a font of fixed sizes without one of eight pixels.
            raise FontTrouble("high" if "pixel size" in str(error) else "unreadable") from error
        self._undefined = self._pixels(_UNDEFINED)
        known = [letter for letter in _SAMPLE if self._pixels(letter) != self._undefined]
        if any(shade not in (0, 255) for letter in known for shade in self._font.getmask(letter, mode="L")):
            raise FontTrouble("grey")
        if sum(self._font.getmetrics()) > HEIGHT:
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
            if x >= 0 and 0 <= y < HEIGHT:
                columns += [0] * (x + 1 - len(columns))
                columns[x] |= 1 << y
        return tuple(columns[:-1] if len(columns) > 1 and not columns[-1] else columns)

    def _pixels(self, character: str) -> frozenset[tuple[int, int]]:
        """The pixels of a character, counted from the left end of the line and the top row."""
        mask, (left, top) = self._font.getmask2(character, mode="1", anchor="la")
        width, height = mask.size
        return frozenset([(left + x, top + y) for y in range(height) for x in range(width) if mask.getpixel((x, y))])


class Letters:
    """The built-in typeface, and for other letters a font: the `named` one, else the installed one.

    `named` is the path from the argument or the environment variable; empty if neither has one.
    """

    height = HEIGHT

    def __init__(self, built_in: Typeface, named: str = "") -> None:
        self._built_in = built_in
        self._paths = named, os.environ.get(VARIABLE, "")
        self.named = next(filter(None, self._paths), "")

    def columns(self, character: str) -> Columns | None:
        """The columns of a letter, bit 0 at the top; None if neither has it."""
        found = self._built_in.columns(character)
        if found is None and not character.isascii() and self._loaded[0] is not None:
            found = self._loaded[0].columns(character)
        return found

    @property
    def font(self) -> str:
        """The path of the font in use; empty if there is none."""
        return self._loaded[1]

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
    """The letters of the device; `named` is a font file for letters that the built-in typeface lacks."""
    return Letters(lcd(), named)
