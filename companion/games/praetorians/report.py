"""The track of Praetorians: spaces 0 to 99 in rows of ten, the pawns, and all spaces on which they have stood."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.games.praetorians.engine.track import GOAL
from companion.play.timeline import GameSetup, Timeline
from companion.report.drawing import WIDE, Drawing, box, mark, path, svg, text
from companion.report.markup import Markup, element, isolate, join
from companion.words import Words

ROW = 10
CELL = 38
EDGE = (WIDE - ROW * CELL) / 2


def draw(setup: GameSetup, timeline: Timeline, words: Words) -> tuple[Drawing, ...]:
    """The track with its pawns."""
    stood: list[Any] = [ply.position.table()["pawns"] for ply in timeline]
    high = CELL * ROW + 2 * EDGE
    title = words("report.track")
    about = words.join_list(f"{isolate(name)} {space}" for name, space in zip(setup.names, stood[-1], strict=True))
    way = element("polyline", points=path([middle(space) for space in range(GOAL + 1)]), class_="way")
    goal = box(middle(GOAL)[0] - CELL / 2 + 3, middle(GOAL)[1] - CELL / 2 + 3, CELL - 6, CELL - 6, "goal", round_=6)
    numbers = [
        text(*middle(space), space, class_="space") for space in (*range(0, GOAL, 5), GOAL) if space not in stood[-1]
    ]
    drawing = svg(title, about, high, way, goal, numbers, _traces(stood), _pawns(stood[-1]))
    return (Drawing(title, join(drawing, element("p", words("report.track-signs"), class_="legend"))),)


def middle(space: int) -> tuple[float, float]:
    """Where a space is: the rows go up, in turn to the right and to the left."""
    row, at = divmod(space, ROW)
    column = at if row % 2 == 0 else ROW - 1 - at
    return EDGE + CELL * (column + 0.5), EDGE + CELL * (ROW - 1 - row + 0.5)


def _traces(stood: Sequence[Sequence[int]]) -> list[Markup]:
    """A small mark on every space where a pawn has stood, each seat's in a corner of its own."""
    marks = []
    for seat in range(len(stood[0])):
        aside, up = (-1, 1)[seat % 2], (-1, 1)[seat // 2]
        for space in dict.fromkeys(pawns[seat] for pawns in stood):
            x, y = middle(space)
            marks.append(mark(seat, x + aside * CELL * 0.32, y + up * CELL * 0.32, 3))
    return marks


def _pawns(pawns: Sequence[int]) -> list[Markup]:
    """The pawns; those on one space stand side by side."""
    marks = []
    for seat, space in enumerate(pawns):
        here = [other for other, its_space in enumerate(pawns) if its_space == space]
        x, y = middle(space)
        shift = (here.index(seat) - (len(here) - 1) / 2) * (15 if len(here) < 3 else 10)
        marks.append(mark(seat, x + shift, y, 11 if len(here) == 1 else 8, " pawn"))
    return marks
