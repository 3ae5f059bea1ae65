"""The font that the tests of Japanese need. Without it they fail; they are not skipped."""

from __future__ import annotations

from hardware.fonts import Letters, letters


def japanese() -> Letters:
    """The letters of the device with the font that is installed here."""
    found = letters()
    assert found.font, "the tests need the font misaki: install fonts-misaki, or name the file in COMPANION_FONT"
    return found
