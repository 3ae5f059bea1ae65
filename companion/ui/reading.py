"""How long texts are divided into lines and pages."""

from __future__ import annotations

from collections.abc import Callable

from companion.ui.page import Page
from companion.values import NamedTuple, replace

READ_ROWS, SMALL_ROWS = 5, 6
"""Lines of a page of text, and in small letters."""


def text_page(page: Page, text: str, reading: Reading, wrap: Callable[[str], tuple[str, ...]]) -> Page:
    """The page with a text, in letters to be read if it fits, else in small ones as `wrap` divides it."""
    lines = reading.wrap(text)
    return replace(page, text=lines, reads=True) if len(lines) <= reading.rows else replace(page, text=wrap(text))


class Reading(NamedTuple):
    """Wraps a text into lines of a page that has nothing but text, and says how many lines a page has."""

    wrap: Callable[[str], tuple[str, ...]]
    rows: int = SMALL_ROWS
