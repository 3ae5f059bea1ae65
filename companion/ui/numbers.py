"""A number that people type, digit by digit, or as a sum: which numbers may still become of it."""

from __future__ import annotations

import re
from collections.abc import Collection

# Patterns are texts, which `re` compiles when people type.
_SUM = r"[0-9]+(?:\+[0-9]*)+"
_NUMBER = r"-?[0-9]*"


def number_of(text: str, possible: Collection[int]) -> int | None:
    """The possible number that a text is; None while it is only the beginning of one.

    `3+6+2` is 11: with a plus only the sum must be possible, and only at the end (TYP-1). Raises ValueError for a text
    after which no possible number remains.
    """
    if re.fullmatch(_SUM, text):
        total = sum([int(part) for part in text.split("+") if part])
        return total if total in possible else None
    if not text or not re.fullmatch(_NUMBER, text):
        raise ValueError(text)
    number = int(text) if text != "-" else None
    if number is not None and str(number) == text and number in possible:
        return number
    if any(str(other).startswith(text) for other in possible):
        return None
    raise ValueError(text)


def whole_number(text: str) -> int | None:
    """The number that a text is, or the sum `3+6+2`; None for another text."""
    if re.fullmatch(_SUM, text):
        return sum([int(part) for part in text.split("+") if part])
    return int(text) if re.fullmatch(_NUMBER, text) and text not in ("", "-") else None
