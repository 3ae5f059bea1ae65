"""The language and the letters that the display can show, before the loop has settings of its own."""

from __future__ import annotations

from pathlib import Path

from companion.app.active_settings import Letters
from companion.commands.record_access.language import words_of
from companion.session.settings_file import SettingsFile
from companion.ui.painter import Painter
from companion.ui.rotation import upside_down
from companion.words import Words
from hardware.fonts import letters


def painter_and_words(folder: Path, legend: str) -> tuple[Painter, Words]:
    """A painter as the settings say, with the legend there, and words that it has letters for."""
    settings = SettingsFile(folder).settings
    font = letters(settings.font)
    painter = Painter(font, large=settings.large, legend=legend, turned=upside_down(settings.rotation, None))
    return painter, Words(displayable_words(words_of(folder), font).language, breaks=True)


def displayable_words(words: Words, font: Letters) -> Words:
    """The words if the font has letters for them, else English ones."""
    return Words("en") if None in map(font.columns, words("language.name")) else words
