"""Reading a table view that somebody else wrote: fields and their types, faults told as Inconsistent.

What a game's table must satisfy beyond that is the game's own affair.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.refusals import Inconsistent


def as_json(value: object) -> object:
    """A value of the wrong type as it was written, so that the text "0" is not taken for the number; no deeper."""
    if isinstance(value, str):
        return f'"{value}"'
    return "[…]" if isinstance(value, list) else "{…}" if isinstance(value, dict) else value


def fields(table: Mapping[str, object], *names: str) -> list[object]:
    """The values of exactly these fields, in this order."""
    for name in names:
        if name not in table:
            raise Inconsistent("table.missing", field=name)
    for name in table:
        if name not in names:
            raise Inconsistent("table.unknown", field=name)
    return [table[name] for name in names]


def whole(value: object, field: str, least: int, most: int) -> int:
    """A whole number from `least` to `most`; `True` and `1.0` are none."""
    if type(value) is not int:
        raise Inconsistent("table.whole", field=field, value=as_json(value))
    if not least <= value <= most:
        raise Inconsistent("table.range", field=field, value=value, least=least, most=most)
    return value


def seat(value: object, field: str, players: int) -> int:
    """A seat number of a game with so many players."""
    if type(value) is not int:
        raise Inconsistent("table.whole", field=field, value=as_json(value))
    if not 0 <= value < players:
        raise Inconsistent("table.seat", field=field, value=value, most=players - 1)
    return value


def row(value: object, field: str, length: int | None = None) -> list[object]:
    """A list, of `length` entries if that is given."""
    if not isinstance(value, list):
        raise Inconsistent("table.list", field=field, value=value)
    if length is not None and len(value) != length:
        raise Inconsistent("table.length", field=field, count=len(value), length=length)
    return value


def members(value: object, field: str) -> dict[str, object]:
    """A JSON object: its members by name."""
    if not isinstance(value, dict):
        raise Inconsistent("table.object", field=field)
    return value


def text(value: object, field: str) -> str:
    """A text."""
    if not isinstance(value, str):
        raise Inconsistent("table.text", field=field, value=value)
    return value
