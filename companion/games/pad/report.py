"""The rounds of a game as a table: what each entered, and the score after it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.games.pad.engine.pad import Field
from companion.games.pad.engine.position import PadPosition
from companion.games.pad.rounds import NOTHING, Part, Round, rounds
from companion.games.pad.text import value_name
from companion.kit.rules import Seat
from companion.kit.text import Situation
from companion.play.timeline import GameSetup, Timeline
from companion.report.drawing import Drawing, badge
from companion.report.markup import Markup, element, isolate
from companion.words import Words


def draw(setup: GameSetup, timeline: Timeline, words: Words) -> tuple[Drawing, ...]:
    """The table of rounds; nothing before the first round has been entered."""
    counted = [one for one in rounds(setup, timeline) if one.parts]
    if not counted:
        return ()
    assert setup.game is not None
    named = setup.renamed(tuple(map(isolate, setup.names)))
    at: Situation[Any] = Situation(setup.game, timeline[-1].position, named.names, setup.options, words)
    heads = [
        element("th", badge(seat), element("bdi", name), scope="col", class_="count")
        for seat, name in enumerate(setup.names)
    ]
    head = element("thead", element("tr", element("th", words("pad.round"), scope="col"), heads))
    rows = [_row(one, at) for one in counted]
    table = element("div", element("table", head, element("tbody", rows)), class_="rounds")
    return (Drawing(words("report.rounds"), table, "wide"),)


def _row(one: Round, at: Situation[PadPosition]) -> Markup:
    """A round with a cell for each seat; what the whole table entered is beside its number."""
    (first, *_), setting = one.parts, at.position.setting
    entered = [text for field, text in _entered(first, None, at) if field.each == "table"]
    cells = []
    for seat in range(len(at.names)):
        own = one.part(seat)
        parts = [text for _, text in _entered(own, seat, at)] if own is not None else []
        score = str(setting.by_seat(own.scores)[seat]) if own is not None else NOTHING
        cells.append(element("td", _small(parts), score, class_="count"))
    return element("tr", element("th", str(one.number), _small(entered), scope="row"), cells)


def _small(parts: list[str]) -> Markup | None:
    return element("span", " / ".join(parts), class_="entered") if parts else None


def _entered(part: Part, seat: Seat | None, at: Situation[PadPosition]) -> Iterator[tuple[Field, str]]:
    """What a seat entered, a side by its lowest seat; for None what the table entered."""
    setting = at.position.setting
    for field, values in zip(setting.pad.fields, part.entered, strict=True):
        unit = setting.unit(field, seat)
        if unit is not None and values[unit] is not None:
            yield field, value_name(at, field, values[unit])
