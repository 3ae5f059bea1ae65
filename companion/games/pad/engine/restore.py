"""Positions of tables that somebody wrote or corrected."""

from __future__ import annotations

from companion.games.pad.engine.choice import Value
from companion.games.pad.engine.pad import BOUND, NOBODY, Field
from companion.games.pad.engine.position import PadPosition
from companion.games.pad.engine.setting import Entered, Scores, Setting, in_order
from companion.kit.rules import Inconsistent
from companion.reader import Reader

_FIELDS = ("round", "cards", "dealer", "turn", "ask", "seat", "told", "scores", "tallies")


def build(setting: Setting, table: Reader) -> PadPosition:
    """The position of a table view. Entered values count in the order of entry, up to the first that is missing,
    that may not be entered, or that would end the round.
    """
    pad, players = setting.pad, setting.players
    once = [field for field in pad.fields if field.once]
    more = (*(["starter"] if pad.moves else []), *(["used"] if once else []))
    number, _, _, turn, _, _, entered, scores, tallies, *_ = table.fields(*_FIELDS, *more)
    at_round = number.integer(1, setting.last_round)
    at_turn = turn.seat(players) if pad.turns else None
    of_sides = _scores(scores, setting)
    rows = entered.fields(*[field.name for field in pad.fields])
    values = tuple([_row(row, field, setting) for row, field in zip(rows, pad.fields, strict=True)])
    kept = tuple([_scores(row, setting) for row in tallies.fields(*[tally.name for tally in pad.tallies])])
    begins = table.member("starter").seat(players) if pad.moves else None
    used = setting.none_used
    if once:
        names = [field.name for field in once]
        of_names = dict(zip(names, table.member("used").fields(*names), strict=True))
        used = tuple([_used(of_names[field.name], field, setting) if field.once else rows
                      for field, rows in zip(pad.fields, used, strict=True)])  # fmt: skip
    return _entered(PadPosition(setting, at_round, at_turn, of_sides, kept, begins=begins, used=used), values)


def _scores(source: Reader, setting: Setting) -> Scores:
    """A number for each side."""
    return tuple([entry.integer(-BOUND, BOUND) for entry in source.entries(len(setting.sides))])


def _row(source: Reader, field: Field, setting: Setting) -> tuple[object, ...]:
    if field.each == "table":
        return (_value(source, field, setting),)
    return tuple([_value(entry, field, setting) for entry in source.entries(setting.units(field))])


def _used(source: Reader, field: Field, setting: Setting) -> tuple[tuple[object, ...], ...]:
    """The values of a field that were entered before, by who enters it."""
    units = [source] if field.each == "table" else source.entries(setting.units(field))
    return tuple([
        in_order(field, [_value(entry, field, setting) for entry in unit.entries()]) for unit in units
    ])  # fmt: skip


def _value(source: Reader, field: Field, setting: Setting) -> Value | None:
    """A value of the field's kind, or None where it is not entered."""
    if source.is_null:
        return None
    match field.kind:
        case "number":
            return source.integer(-BOUND, BOUND)
        case "yesno":
            return source.boolean()
        case "pick":
            return source.one_of([pick.key for pick in field.picks])
    return NOBODY if field.nobody and source.value == NOBODY else source.seat(setting.players)


def _entered(position: PadPosition, values: Entered) -> PadPosition:
    """The position after the values that can be entered one after the other."""
    while True:
        place, unit = position.steps[position.at]
        value = values[place][unit]
        if value is None or not position.choice.allows(value) or position.completes(value):  # type: ignore[arg-type]
            return position
        position = position.entered_on(value)  # type: ignore[arg-type]


def check(position: PadPosition) -> None:
    """Raise Inconsistent for a table on which the game would be over, or where the seat in turn is out."""
    setting = position.setting
    if setting.pad.moves and all(position.out):
        raise Inconsistent("table.pad.over")
    first = position.first
    if position.out[first]:
        raise Inconsistent("table.pad.out" if position.turn is not None else "table.pad.out-begins", seat=first)
    if setting.ends(position.scores, position.tallies, position.first):
        raise Inconsistent("table.pad.over")
