"""What is wrong with a pad's file, as one harmless line."""

from __future__ import annotations

import sys
from contextlib import suppress
from unicodedata import category

from companion.games.pad.file import PadFault
from companion.words import Words

SHOWN_MOST = 700
"""So many characters of what a file says, and of its name, are shown."""


def fault_line(file: str, fault: PadFault, words: Words) -> str:
    """The file, the line where it is known, the place, what is wrong and what would be right."""
    what = words(fault.key, **fault.params)
    if fault.place:
        what = words("pad.at", place=fault.place, what=what)
    shown = {"file": harmless(file), "what": harmless(what)}
    return words("pad.fault", **shown) if fault.line is None else words("pad.fault-line", line=fault.line, **shown)


def harmless(text: str) -> str:
    """A text in one line without control, format and bidi characters, and not too long."""
    short = text if len(text) <= SHOWN_MOST else f"{text[: SHOWN_MOST - 1]}…"
    return "".join(["�" if category(character) in ("Cc", "Cf", "Cs", "Zl", "Zp") else character for character in short])


def print_fault(line: str) -> None:
    """Print such a line on standard error. Never fails."""
    with suppress(OSError):
        print(f"companion: {line}", file=sys.stderr)
