"""The rounds of a game: what was entered in each, by which entries, and the points and scores after it."""

from __future__ import annotations

from typing import NamedTuple

from companion.games.pad.engine.notation import Enter
from companion.games.pad.engine.position import PadPosition
from companion.games.pad.engine.setting import Entered, Scores
from companion.kit.rules import Seat
from companion.play.act import PLAY
from companion.play.timeline import GameSetup, Timeline

NOTHING = "–"
"""What stands in place of the score of a seat for which nothing has counted."""


class Part(NamedTuple):
    """What counted at once: a round, or the turn of a seat: what was entered, and the points and scores by side."""

    turn: Seat | None
    entered: Entered
    points: Scores
    scores: Scores


class Round(NamedTuple):
    """A round with what has counted in it: one part, or one for each seat that has had its turn.

    `places` are the places of its entries in the timeline, among them corrections of the whole table.
    """

    number: int
    parts: tuple[Part, ...]
    places: tuple[int, ...]

    def part(self, seat: Seat | None) -> Part | None:
        """What has counted for a seat, or for all at once (None); None if nothing has."""
        return next((part for part in self.parts if part.turn in (None, seat)), None)


def rounds(setup: GameSetup, timeline: Timeline) -> tuple[Round, ...]:
    """The rounds in order, the last one also if not all has been entered in it."""
    rounds_so_far: list[Round] = []
    for place, ply in enumerate(timeline[1:], 1):
        at, part = timeline[place - 1].position, None
        assert isinstance(at, PadPosition)
        if ply.act.kind == PLAY:
            action = setup.rules.read(ply.text)
            if not isinstance(action, Enter):
                continue
            counted = at.counted(action)
            if counted is not None:
                part = Part(at.turn, at.entered_with(action), counted.points, counted.scores)
        elif ply.ended is None:  # the table was corrected
            assert isinstance(ply.position, PadPosition)
            at = ply.position
        else:
            continue
        if not rounds_so_far or rounds_so_far[-1].number != at.round or rounds_so_far[-1].part(at.turn) is not None:
            rounds_so_far.append(Round(at.round, (), ()))
        last = rounds_so_far[-1]
        parts = last.parts if part is None else (*last.parts, part)
        rounds_so_far[-1] = last._replace(parts=parts, places=(*last.places, place))
    return tuple(rounds_so_far)
