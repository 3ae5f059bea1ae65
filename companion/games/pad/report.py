"""The rounds of a game as a table: what each entered, and the score after it."""

from __future__ import annotations

from typing import Any

from companion.games.pad.engine.position import PadPosition
from companion.games.pad.rounds import NOTHING, Part, Round, rounds
from companion.games.pad.text import value_name
from companion.kit.text import Situation
from companion.play.timeline import GameSetup, Timeline
from companion.report.drawing import COLUMNS_MOST, Drawing, badge
from companion.report.markup import Markup, element, isolate
from companion.words import Words


def draw(setup: GameSetup, timeline: Timeline, words: Words) -> tuple[Drawing, ...]:
    """The table of rounds; nothing before the first round has been entered."""
    counted = [one for one in rounds(setup, timeline) if one.parts]
    if not counted:
        return ()
    named = setup.renamed(tuple(map(isolate, setup.names)))
    at: Situation[Any] = Situation(setup.rules, timeline[-1].position, named.names, setup.options, words)
    heads = [
        element(
            "th",
            [element("span", badge(seat), element("bdi", setup.names[seat])) for seat in seats],
            scope="col",
            class_="count",
        )
        for seats in at.position.setting.sides
    ]
    head = element("thead", element("tr", element("th", words("pad.round"), scope="col"), heads))
    rows = [_row(one, at) for one in counted]
    broad = len(heads) > COLUMNS_MOST
    table = element("div", element("table", head, element("tbody", rows)), class_="rounds broad" if broad else "rounds")
    return (Drawing(words("report.rounds"), table, "wide whole" if broad else "wide"),)


def _row(one: Round, at: Situation[PadPosition]) -> Markup:
    """A round with a cell for each side; what the whole table entered is beside its number."""
    (first, *_), setting = one.parts, at.position.setting
    cells = []
    for side, seats in enumerate(setting.sides):
        own = one.part(seats[0])
        units = [("side", side), *[("seat", seat) for seat in seats]]
        entered = [] if own is None else [_entered(own, each, unit, at) for each, unit in units]
        score = NOTHING if own is None else str(own.scores[side])
        cells.append(element("td", _small(at.words.join_list(filter(None, entered))), score, class_="count"))
    head = element("th", str(one.number), _small(_entered(first, "table", 0, at)), scope="row")
    return element("tr", head, cells)


def _small(text: str) -> Markup | None:
    return element("span", text, class_="entered") if text else None


def _entered(part: Part, each: str, unit: int, at: Situation[PadPosition]) -> str:
    """What a side, a seat or the table entered."""
    fields = zip(at.position.setting.pad.fields, part.entered, strict=True)
    values = [(field, row[unit]) for field, row in fields if field.each == each]
    return " / ".join([value_name(at, field, value) for field, value in values if value is not None])
