"""The heap of Nim in a report: a counter for each that is left."""

from __future__ import annotations

from typing import Any

from companion.play.timeline import GameSetup, Timeline
from companion.report.drawing import Drawing, mark, svg
from companion.words import Words

STEP = 18


def draw(setup: GameSetup, timeline: Timeline, words: Words) -> tuple[Drawing, ...]:
    """The heap as it stands; nothing is drawn of an empty one."""
    table: Any = timeline[-1].position.table()
    if not table["heap"]:
        return ()
    title = words("nim.heap")
    counters = [mark(0, STEP * (place + 1), STEP, STEP / 3) for place in range(table["heap"])]
    return (Drawing(title, svg(title, str(table["heap"]), 2 * STEP, *counters)),)
