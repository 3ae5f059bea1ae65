"""The rounds of a game as a table: what each entered, and the score after it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby, pairwise
from typing import NamedTuple

from companion.games.game import Seat
from companion.games.pad.engine.pad import Field
from companion.games.pad.engine.position import PadPosition
from companion.games.pad.engine.setting import Entered
from companion.games.pad.text import value_name
from companion.games.text import Situation
from companion.record.act import PLAY
from companion.report.drawing import Drawing, badge
from companion.report.markup import Markup, element, isolate
from companion.session.timeline import GameSetup, Timeline
from companion.words import Words


class Round(NamedTuple):
    """A round, or in turns a turn: its number, who was in turn, what was entered, and the scores after it by seat."""

    number: int
    turn: Seat | None
    entered: Entered
    scores: tuple[int, ...]


def draw(setup: GameSetup, timeline: Timeline, words: Words) -> tuple[Drawing, ...]:
    """The table of rounds; nothing before the first round has been entered."""
    rounds = list(_rounds(setup, timeline))
    if not rounds:
        return ()
    assert setup.game is not None
    named = setup.renamed(tuple(map(isolate, setup.names)))
    at = Situation(setup.game, timeline[-1].position, named.names, setup.options, words)
    heads = [
        element("th", badge(seat), element("bdi", name), scope="col", class_="count")
        for seat, name in enumerate(setup.names)
    ]
    head = element("thead", element("tr", element("th", words("pad.round"), scope="col"), heads))
    rows = [_row(number, list(turns), at) for number, turns in groupby(rounds, key=lambda one: one.number)]
    table = element("div", element("table", head, element("tbody", rows)), class_="rounds")
    return (Drawing(words("report.rounds"), table, "wide"),)


def _rounds(setup: GameSetup, timeline: Timeline) -> Iterator[Round]:
    """The rounds that count, in order."""
    assert setup.game is not None
    for before, ply in pairwise(timeline):
        position = before.position
        assert isinstance(position, PadPosition)
        action = setup.game.read(ply.text) if ply.act.kind == PLAY and position.outcome is None else None
        counted = position.counted(action) if action is not None else None
        if action is not None and counted is not None:
            scores = position.setting.by_seat(counted.scores)
            yield Round(position.round, position.turn, position.told_with(action), scores)


def _row(number: int, turns: list[Round], at: Situation) -> Markup:
    """A round with a cell for each seat; what the whole table entered is beside its number."""
    (first, *_), seats = turns, range(len(at.names))
    entered = [text for field, text in _entered(first, None, at) if field.each == "table"]
    cells = []
    for seat in seats:
        own = next((turn for turn in turns if turn.turn in (None, seat)), None)
        parts = [text for _, text in _entered(own, seat, at)] if own is not None else []
        score = str(own.scores[seat]) if own is not None else "–"
        cells.append(element("td", _small(parts), score, class_="count"))
    return element("tr", element("th", str(number), _small(entered), scope="row"), cells)


def _small(parts: list[str]) -> Markup | None:
    return element("span", " / ".join(parts), class_="entered") if parts else None


def _entered(one: Round, seat: Seat | None, at: Situation) -> Iterator[tuple[Field, str]]:
    """What a seat entered, a side by its lowest seat; for None what the table entered."""
    position = at.position
    assert isinstance(position, PadPosition)
    for field, values in zip(position.setting.pad.fields, one.entered, strict=True):
        unit = position.setting.unit(field, seat)
        if unit is not None and values[unit] is not None:
            yield field, value_name(at, field, values[unit])
