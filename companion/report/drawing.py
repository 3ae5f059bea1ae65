"""The parts of drawings as inline SVG. Colours come from the page's style, by class.

A seat has a colour and a shape: a printer may print colours in grey, and not everybody can distinguish them.
"""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Sequence
from typing import NamedTuple

from companion.report.markup import Inside, Markup, element

WIDE = 400
"""The width of a drawing in its own units: about a phone's in pixels, so that letters stay readable there."""


ELLIPSIS = 12.0
"""How wide an ellipsis is at most."""


class Drawing(NamedTuple):
    """A drawing or a table with its title; `form` is `low` for a narrow one, `wide` for one over the full width."""

    title: str
    markup: Markup
    form: str = ""


def svg(title: str, about: str, high: float, *inside: Inside, wide: float = WIDE, more: str = "") -> Markup:
    """A drawing that fills the available width; `title` and `about` are for people who do not see it."""
    named = (element("title", title), element("desc", about) if about else None)
    return element("svg", *named, *inside, viewBox=f"0 0 {wide:g} {high:g}", role="img", class_=f"drawing{more}")


def text(x: float, y: float, content: object, *, class_: str = "", anchor: str = "middle") -> Markup:
    """A line of text whose vertical middle is at `y`."""
    return element("text", str(content), x=x, y=y, dy="0.35em", text_anchor=anchor, class_=class_ or None)


def line(x: float, y: float, to_x: float, to_y: float, class_: str) -> Markup:
    """A straight line."""
    return element("line", x1=x, y1=y, x2=to_x, y2=to_y, class_=class_)


def box(x: float, y: float, wide: float, high: float, class_: str, *, round_: float = 0) -> Markup:
    """A rectangle, from its upper left corner."""
    return element("rect", x=x, y=y, width=wide, height=high, rx=round_ or None, class_=class_)


COLUMNS_MOST = 3
"""A table with more columns of people is as wide as they need (`broad`); what has no room is scrolled."""
_SHAPES = {
    2: (3, 1.3, 0), 3: (4, 1.25, 0), 4: (5, 1.15, 0), 5: (6, 1.1, 0), 6: (3, 1.3, math.pi), 7: (3, 1.3, math.pi / 2),
    8: (3, 1.3, -math.pi / 2), 9: (5, 1.15, math.pi), 10: (6, 1.1, math.pi / 6), 11: (8, 1.1, math.pi / 8),
}  # fmt: skip
"""By seat from the third on: the corners of its shape, their distance from the middle, and how far it is turned."""


def mark(seat: int, x: float, y: float, size: float, more: str = "") -> Markup:
    """The shape of a seat around a point, about as large as a circle with the radius `size`."""
    class_ = f"seat s{seat}{more}"
    if seat == 0:
        return element("circle", cx=x, cy=y, r=size, class_=class_)
    if seat == 1:
        half = size * 0.9
        return element("rect", x=x - half, y=y - half, width=2 * half, height=2 * half, class_=class_)
    corners, reach, turn = _SHAPES[seat]
    below = 0.15 * size if seat == 2 else 0.0
    points = [
        (x + reach * size * math.sin(turn + 2 * math.pi * corner / corners),
         y + below - reach * size * math.cos(turn + 2 * math.pi * corner / corners))
        for corner in range(corners)
    ]  # fmt: skip
    return element("polygon", points=path(points), class_=class_)


def path(points: Sequence[tuple[float, float]]) -> str:
    """Points in the form of SVG."""
    return " ".join([f"{x:.1f},{y:.1f}" for x, y in points])


def piece(seat: int, x: float, y: float, size: float, content: object) -> Markup:
    """The shape of a seat with a text on it."""
    return element("g", mark(seat, x, y, size), text(x, y, content, class_="on"), class_=f"p{seat}")


def flag(x: float, y: float, size: float) -> Markup:
    """A banner around a point."""
    pole = line(x - size / 2, y - size, x - size / 2, y + size, "pole")
    cloth = [(x - size / 2, y - size), (x + size * 0.8, y - size * 0.55), (x - size / 2, y)]
    return element("g", pole, element("polygon", points=path(cloth), class_="cloth"))


def badge(seat: int) -> Markup:
    """The shape of a seat in a line of text. The name is beside it, so screen readers skip the shape."""
    shape = mark(seat, 8, 8, 6)
    return element("svg", shape, viewBox="0 0 16 16", class_="badge", aria_hidden="true")


def shorten_name(name: str, room: float) -> str:
    """A name shortened to at most `room` units in any font."""
    if letters_wide(name) <= room:
        return name
    room -= ELLIPSIS
    kept = ""
    for letter in name:
        room -= _letter_width(letter)
        if room < 0:
            break
        kept += letter
    return f"{kept.rstrip()}…"


def letters_wide(content: str) -> float:
    """The greatest possible width of a text in the bold letters of drawings, in units."""
    return sum(map(_letter_width, content))


def _letter_width(letter: str) -> float:
    """The greatest width of a letter in the usual system fonts, in units."""
    if unicodedata.combining(letter):
        return 0.0
    if unicodedata.category(letter) in ("Nl", "So"):  # a Ⅷ is eight letters in one
        return 20.5
    if letter in "MW%@mw" or unicodedata.east_asian_width(letter) in "WFA" or ord(letter) > 0xFFFF:
        return 14.5
    return 9.8 if letter.isupper() else 8.6
