"""The score sheet of a pad, for a phone: all rounds with full names, and the cells of one while people correct them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast
from unicodedata import normalize

from companion.games.pad.engine.choice import Value
from companion.games.pad.engine.notation import Enter as Entry
from companion.games.pad.engine.notation import written
from companion.games.pad.engine.pad import Field
from companion.games.pad.engine.position import PadPosition
from companion.games.pad.engine.setting import Entered, Setting
from companion.games.pad.engine.sheet import Cell, Key
from companion.games.pad.rounds import NOTHING, Round, rounds
from companion.games.pad.sheet import Sheet, sums_in_words
from companion.games.pad.text import value_name
from companion.kit.rules import Seat, Unreadable
from companion.kit.text import Item
from companion.play.timeline import Snapshot
from companion.ports import Blank, ScoreSheet, SheetCell, SheetLine, SheetRound
from companion.ui.game_screens import NumberAsked, RoundTyping, running_snapshot
from companion.ui.screen import Context, Screen
from companion.ui.widgets import whole_number


def score_sheet(context: Context) -> ScoreSheet:
    """The rounds of the game on the table; the columns are the people, partners side by side."""
    step = running_snapshot(context)
    setting, all_rounds = _setting(step), _rounds(step)
    order = [seat for seats in setting.sides for seat in seats]
    paired = len(setting.sides) < len(order)
    return ScoreSheet(
        str(step.id),
        tuple([step.setup.names[seat] for seat in order]),
        tuple([_in_words(one, step, order, context) for one in all_rounds]),
        tuple([SheetCell(_side(step, side), len(seats)) for side, seats in enumerate(setting.sides)]) if paired else (),
    )


def _rounds(step: Snapshot) -> tuple[Round, ...]:
    return rounds(step.setup, step.plies)


def _setting(step: Snapshot) -> Setting:
    assert isinstance(step.position, PadPosition)
    return step.position.setting


def _side(step: Snapshot, side: int) -> str:
    """The people of a side with their full names."""
    return " + ".join([step.setup.names[seat] for seat in _setting(step).sides[side]])


def _in_words(one: Round, step: Snapshot, order: list[Seat], context: Context) -> SheetRound:
    """A round: a line for each field in which something was entered, then points and scores."""
    setting, words = _setting(step), context.words
    lines = []
    for place, field in enumerate(setting.pad.fields):
        row = _cells_of(field, [_entered(one, seat, step)[place] for seat in order], order, setting, context)
        if any(cell.text for cell in row):
            lines.append(SheetLine(field.label.of(words.language), row))
    points, scores = [], []
    for side, seats in enumerate(setting.sides):
        part = one.part(seats[0])
        points.append(SheetCell(_signed(part.points[side]) if part is not None else "", len(seats)))
        scores.append(SheetCell(str(part.scores[side]) if part is not None else NOTHING, len(seats)))
    if any(point.text for point in points):
        lines += [SheetLine(words("pad.points"), tuple(points)), SheetLine(words("pad.score"), tuple(scores))]
    return SheetRound(words("pad.in-round", round=one.number), tuple(lines))


def _signed(points: int) -> str:
    return f"{points:+}" if points else "0"


def _entered(one: Round, seat: Seat, step: Snapshot) -> Entered:
    """What was entered in a round, in the column of a seat; also while it is not over."""
    part, setting = one.part(seat), _setting(step)
    if part is not None:
        return part.entered
    last = step.plies[one.places[-1]].position
    assert isinstance(last, PadPosition)
    counts = last.outcome is None and last.round == one.number and last.turn in (None, seat)
    return last.entered if counts else setting.none_entered


def _cells_of(
    field: Field, rows: list[tuple[object, ...]], order: list[Seat], setting: Setting, context: Context
) -> tuple[SheetCell, ...]:
    """The cells of a field, from what was entered for it in the column of each seat."""

    def shown(value: object) -> str:
        return "" if value is None else value_name(context.situation, field, value)

    if field.each == "table":
        return (SheetCell(shown(rows[0][0]), len(order)),)
    by_seat = dict(zip(order, rows, strict=True))
    if field.each == "side":
        return tuple([SheetCell(shown(by_seat[seats[0]][side]), len(seats))
                      for side, seats in enumerate(setting.sides)])  # fmt: skip
    return tuple([SheetCell(shown(by_seat[seat][seat])) for seat in order])


def typed_round(context: Context, place: int, typed: Mapping[str, str], back: Screen) -> RoundTyping | None:
    """A round with what people have typed for its cells; None where there is no such round, or a cell is none of it."""
    step = running_snapshot(context)
    all_rounds = _rounds(step)
    keys = {text: _key(text, _setting(step)) for text in typed}
    if place >= len(all_rounds) or None in keys.values():
        return None
    one = all_rounds[place]
    texts = {cast(Key, keys[name]): normalize("NFKC", text).strip() for name, text in typed.items()}
    sheet = Sheet.of_round(back, one, context)
    values = {key: _value(key, text, step) for key, text in texts.items()}
    sheet = sheet.with_values(context, values)
    blanks = tuple([_blank(cell, texts.get(cell.key), one, context) for cell in sheet.cells])
    sums = tuple([(text, right) for _, text, right in sums_in_words(sheet.cells, context)])
    return RoundTyping(blanks, sums, sheet.put_in if sheet.unset else None)


def _key(text: str, setting: Setting) -> Key | None:
    """The cell that an id names; None for another text."""
    name, *rest = text.split(" ")
    field = next((field for field in setting.pad.fields if field.name == name), None)
    seat = int(rest[0]) if len(rest) == 1 and rest[0] in map(str, range(setting.players)) else None
    if field is None or len(rest) > 1 or bool(rest) != (seat is not None) or setting.unit(field, seat) is None:
        return None
    return field.name, seat


def _id(key: Key) -> str:
    """The notation of an entry for the cell, without its value: `took 2`."""
    return " ".join([key[0], *([] if key[1] is None else [str(key[1])])])


def _value(key: Key, text: str, step: Snapshot) -> Value | None:
    game, pad = step.setup.rules, _setting(step).pad
    if next(field for field in pad.fields if field.name == key[0]).kind == "number":
        return whole_number(text)
    try:
        entry = game.read(f"{_id(key)} {text}")
    except Unreadable:
        return None
    return entry.value if isinstance(entry, Entry) else None


def _blank(cell: Cell, typed: str | None, one: Round, context: Context) -> Blank:
    """A cell in words, with what was typed for it; None for what was entered."""
    step, words, field = running_snapshot(context), context.words, cell.field
    setting, heading = _setting(step), field.label.of(context.words.language)
    unit = setting.unit(field, cell.seat)
    assert unit is not None
    who = ""
    if field.each != "table":
        who = _side(step, unit) if field.each == "side" else step.setup.names[unit]
    text = typed if typed is not None else "" if cell.value is None else written(cell.value)
    values = cell.before.choice.values
    blank = Blank(
        _id(cell.key),
        words("pad.blank", round=words("pad.in-round", round=one.number), cell=str(Item(heading, who=who))),
        heading,
        who or heading,
        text,
    )
    if field.kind != "number":
        choices = [(written(value), value_name(context.situation, field, value)) for value in values]
        return blank._replace(choices=tuple(choices))
    numbers = sorted(map(int, values))
    possible = NumberAsked(numbers, lambda number: ()).in_words(words)
    wrong = text and cell.value is None
    fault = words("refused.number", number=text, possible=possible) if wrong else ""
    return blank._replace(possible=possible, fault=fault)
