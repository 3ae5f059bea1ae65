"""The letters that the tests of a language need. Without the font those of Japanese fail; they are not skipped."""

from __future__ import annotations

from companion.ui.letters import Typeface
from companion.words import Words
from hardware.fonts import Letters, letters
from hardware.typeface import lcd


def letters_for(language: str) -> Typeface:
    """The built-in letters, if they are enough for the name of a language; else those of the device with its font."""
    return lcd() if None not in map(lcd().columns, Words(language)("language.name")) else japanese()


def japanese() -> Letters:
    """The letters of the device with the font that is installed here."""
    found = letters()
    assert found.font, "the tests need the font misaki: install fonts-misaki, or name the file in COMPANION_FONT"
    return found
