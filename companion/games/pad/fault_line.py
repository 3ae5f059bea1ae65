"""What is wrong with a pad's file, as one harmless line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.texts import harmless
from companion.words import Words

if TYPE_CHECKING:  # screens, which see no file, show such a line too
    from companion.games.pad.file import PadFault


def fault_line(file: str, fault: PadFault, words: Words) -> str:
    """The file, the line where it is known, the place, what is wrong and what would be right."""
    what = words(fault.key, **fault.params)
    if fault.place:
        what = words("pad.at", place=fault.place, what=what)
    shown = {"file": harmless(file), "what": harmless(what)}
    return words("pad.fault", **shown) if fault.line is None else words("pad.fault-line", line=fault.line, **shown)
