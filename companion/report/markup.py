"""Writing HTML: elements from their names, attributes and content. Plain text is escaped.

For a single page, these few lines are cheaper on a small device than a template library.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from html import escape
from typing import TypeAlias

_EMPTY = frozenset(("br", "meta"))


class Markup(str):
    """A text of HTML, which is not escaped again."""

    __slots__ = ()


Inside: TypeAlias = "str | Iterable[Inside] | None"
"""The content of an element: markup as it is, text escaped, nothing for None, or several of these in order."""


def join(*inside: Inside) -> Markup:
    """All parts in order, plain texts escaped."""
    found: list[str] = []
    for part in inside:
        if isinstance(part, Markup):
            found.append(part)
        elif isinstance(part, str):
            found.append(escape(part))
        elif part is not None:
            found.append(join(*part))
    return Markup("".join(found))


def element(name: str, /, *inside: Inside, **attributes: str | float | None) -> Markup:
    """An element. In names of attributes `_` becomes a hyphen, and at the end it is dropped: `class_`."""
    words = [
        f' {attribute.rstrip("_").replace("_", "-")}="{escape(_number(value))}"'
        for attribute, value in attributes.items()
        if value is not None
    ]
    start = f"<{name}{''.join(words)}>"
    return Markup(start if name in _EMPTY else f"{start}{join(*inside)}</{name}>")


def section(title: str, *inside: Inside, class_: str | None = None) -> Markup:
    """A part of the page under a heading."""
    return element("section", element("h2", title), *inside, class_=class_)


def _number(value: str | float) -> str:
    """The value of an attribute; floats are rounded to a tenth."""
    return f"{value:.1f}".removesuffix(".0") if isinstance(value, float) else str(value)


def isolate(name: str) -> str:
    """A name isolated from the text around it: a right-to-left name does not reverse the line."""
    if any(unicodedata.bidirectional(character) in ("R", "AL", "AN") for character in name):
        return f"\u2068{name}\u2069"
    return name
