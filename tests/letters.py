"""The letters that the tests of a language need."""

from __future__ import annotations

from functools import cache

import needs

from companion.ui.letters import Typeface, Typefaces
from companion.words import Words
from hardware.fonts import Font, Letters, lcd, letters


def letters_for(language: str) -> Typefaces:
    """The built-in letters, if they are enough for the name of a language; else those of the device with its font."""
    return lcd() if None not in map(lcd().columns, Words(language)("language.name")) else japanese()


@cache
def letters_installed() -> Letters:
    """What `letters` gives a device whose settings name no font. Loading the larger fonts takes 20 ms: all tests of a
    process share one.
    """
    return letters()


def letters_of_device(named: str) -> Letters:
    """The letters for a device in a test, as `letters` makes them."""
    return letters(named) if named else letters_installed()


@cache
def japanese() -> Letters:
    """The letters of the device with the font that is installed here."""
    return NeededLetters(lcd())


class OneSize:
    """The base of typefaces that have one size for everything."""

    @property
    def small(self) -> Typeface:
        return self  # type: ignore[return-value]

    text = line = large = small


def larger() -> Letters:
    """The letters of the device with all sizes of kana and kanji; without them the test ends."""
    found = japanese()
    if not found.has_larger:
        needs.missing("efont")
    return found


def need_letters(language: str) -> None:
    """End the test where no font with the letters of a language is installed: the device would speak another one."""
    letters_for(language).small.columns(Words(language)("language.name")[0])


def installed_font() -> str:
    """The path of that font, for tests of programs that look for it themselves."""
    return japanese().font


class NeededLetters(Letters):
    """With the first letter that the built-in typeface lacks, a test needs the font."""

    # No cached property: that of `Letters` keeps what it has found under this name.
    @property
    def _loaded(self) -> tuple[Font | None, str, str | None]:
        found = super()._loaded
        if found[0] is None:
            needs.missing("misaki")
        return found
