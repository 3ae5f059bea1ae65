"""Writing HTML: elements from their names, attributes and what is in them. What is not markup already is escaped.

A templating library would be another thing to install on a small device, for one page; these lines are what it needs.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from html import escape
from typing import TypeAlias

_EMPTY = frozenset(("br", "meta"))


class Markup(str):
    """Text that is HTML already."""

    __slots__ = ()


Inside: TypeAlias = "str | Iterable[Inside] | None"
"""What an element holds: markup as it is, text escaped, nothing for None, and all of these one after the other."""


def joined(*inside: Inside) -> Markup:
    """All of it one after the other, plain texts escaped."""
    found: list[str] = []
    for part in inside:
        if isinstance(part, Markup):
            found.append(part)
        elif isinstance(part, str):
            found.append(escape(part))
        elif part is not None:
            found.append(joined(*part))
    return Markup("".join(found))


def element(name: str, /, *inside: Inside, **attributes: str | float | None) -> Markup:
    """An element. In the names of attributes `_` stands for a hyphen, at the end for nothing: `class_`."""
    words = [
        f' {attribute.rstrip("_").replace("_", "-")}="{escape(_number(value))}"'
        for attribute, value in attributes.items()
        if value is not None
    ]
    start = f"<{name}{''.join(words)}>"
    return Markup(start if name in _EMPTY else f"{start}{joined(*inside)}</{name}>")


def _number(value: str | float) -> str:
    """A value of an attribute; a tenth of a unit is as exact as a drawing gets."""
    return f"{value:.1f}".removesuffix(".0") if isinstance(value, float) else str(value)


def isolated(name: str) -> str:
    """A name that can stand in any line: one that is written from right to left does not turn the line around."""
    if any(unicodedata.bidirectional(character) in ("R", "AL", "AN") for character in name):
        return f"\u2068{name}\u2069"
    return name
