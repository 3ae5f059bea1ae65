"""The language that is set in the folder of the record."""

from __future__ import annotations

from pathlib import Path

from companion.session.settings_file import SettingsFile
from companion.words import LANGUAGES, Words


def language_of(folder: Path) -> str:
    """The language in the settings of a folder; English where that one is not known."""
    language = SettingsFile(folder).settings.language
    return language if language in LANGUAGES else "en"


def words_of(folder: Path) -> Words:
    """The words in that language."""
    return Words(language_of(folder))
