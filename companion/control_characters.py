"""Control characters in texts that somebody else wrote: they would break a line, or give orders to a terminal."""

from __future__ import annotations

import re
from unicodedata import category

CONTROLS = "[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
"""Control characters, ends of lines and paragraphs, changes of the direction of writing, and halves of a character.

A text, which `re` compiles at its first use: that takes a fiftieth of a start, and hardly any text has such characters.
"""
SHOWN_MOST = 700
"""So many characters of what a stranger's file says are shown."""


def find_control(text: str) -> str | None:
    """The first control character of a text; None if there is none."""
    found = None if text.isprintable() else re.search(CONTROLS, text)
    return found[0] if found is not None else None


def escape_controls(text: str) -> str:
    """A text in one line, with escapes in place of control characters: it cannot give orders to a terminal."""
    return text if text.isprintable() else re.sub(CONTROLS, lambda found: ascii(found[0])[1:-1], text)


def escape_json(text: str) -> str:
    """A text of JSON with the escapes of JSON. Its own line ends stay; those in its strings are escaped already."""
    if text.isprintable():
        return text
    return re.sub(CONTROLS, lambda found: found[0] if found[0] == "\n" else f"\\u{ord(found[0]):04x}", text)


def harmless(text: str) -> str:
    """A text in one line without control, format and bidi characters, and not too long."""
    short = text if len(text) <= SHOWN_MOST else f"{text[: SHOWN_MOST - 1]}…"
    return "".join(["�" if category(character) in ("Cc", "Cf", "Cs", "Zl", "Zp") else character for character in short])
