"""Writing HTML: elements from their names, attributes and content. Plain text is escaped.

For a single page, these few lines are cheaper on a small device than a template library.
"""

from __future__ import annotations

import base64
import hashlib
import unicodedata
from collections.abc import Iterable
from html import escape
from pathlib import Path
from typing import TypeAlias

_EMPTY = frozenset(("br", "img", "input", "meta"))
Inside: TypeAlias = "str | Iterable[Inside] | None"
"""The content of an element: markup as it is, text escaped, nothing for None, or several of these in order."""


class Markup(str):
    """A text of HTML, which is not escaped again."""

    __slots__ = ()


def join(*inside: Inside) -> Markup:
    """All parts in order, plain texts escaped."""
    parts: list[str] = []
    for part in inside:
        if isinstance(part, Markup):
            parts.append(part)
        elif isinstance(part, str):
            parts.append(escape(part))
        elif part is not None:
            parts.append(join(*part))
    return Markup("".join(parts))


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


def document(title: str, language: str, parts: Inside, class_: str | None = None, paper_style: str = "") -> str:
    """The document, in the style of the report, or in a `paper_style` for a page that is only printed.

    Its content security policy allows exactly its own style: no script, nothing from other servers.
    """
    style = paper_style or Path(__file__).with_name("style.css").read_text("utf-8")
    allowed = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{allowed}'; base-uri 'none'; form-action 'none'"
    screen = (
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="color-scheme", content="light dark"),
        element("meta", name="referrer", content="no-referrer"),
    )
    head = join(
        element("meta", charset="utf-8"),
        element("meta", http_equiv="Content-Security-Policy", content=policy),
        None if paper_style else screen,
        element("title", title),
        element("style", Markup(style)),
    )
    body = element("body", element("main", parts), class_=class_)
    whole = f"<!doctype html>\n{element('html', element('head', head), body, lang=language)}\n"
    return whole.encode("utf-8", "replace").decode()  # an imported record may have half a surrogate pair
