"""The actions of a pad and their notation: `bid 2 3`, `game null-open`, `finish`."""

from __future__ import annotations

import re

from companion.games.pad.engine.choice import Value
from companion.games.pad.engine.pad import NOBODY, Field, Pad
from companion.kit.rules import Action, Seat, Unreadable

_NUMBER = re.compile(r"0|-?[1-9][0-9]{0,5}")
_SEATS = {1: re.compile("[0-7]"), 2: re.compile("[0-9]|1[01]")}
"""A seat, by the format of the pad."""
_SWITCHES = {"no": False, "yes": True}


class Enter(Action):
    """`bid 2 3`: a value of a field, entered by a seat, by a side (its lowest seat), or for the table (no seat)."""

    field: Field
    seat: Seat | None
    value: Value


class Finish(Action):
    """`finish`: people end the game."""


FINISH = Finish("finish")


def enter(field: Field, seat: Seat | None, value: Value) -> Enter:
    """The action that enters a value."""
    action = Enter(" ".join([field.name, *([] if seat is None else [str(seat)]), written(value)]))
    action.field = field
    action.seat = seat
    action.value = value
    return action


def written(value: object) -> str:
    """A value in the notation."""
    return ("no", "yes")[value] if isinstance(value, bool) else str(value)


def read(pad: Pad, text: str) -> Action:
    """The action of a notation; raises Unreadable."""
    if text == FINISH and pad.finish:
        return FINISH
    name, *rest = text.split(" ")
    field = next((field for field in pad.fields if field.name == name), None)
    if field is not None and len(rest) == (1 if field.each == "table" else 2):
        seat = None if field.each == "table" else rest[0]
        value = _value(field, rest[-1], _SEATS[pad.format])
        if value is not None and (seat is None or _SEATS[pad.format].fullmatch(seat)):
            return enter(field, None if seat is None else int(seat), value)
    raise Unreadable("refused.unreadable", action=text)


def _value(field: Field, text: str, seat: re.Pattern[str]) -> Value | None:
    match field.kind:
        case "number":
            return int(text) if _NUMBER.fullmatch(text) else None
        case "yesno":
            return _SWITCHES.get(text)
        case "pick":
            return text if any(pick.key == text for pick in field.picks) else None
    if text == NOBODY and field.nobody:
        return NOBODY
    return int(text) if seat.fullmatch(text) else None
