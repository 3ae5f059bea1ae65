"""A finished game looked at again, as values: how likely each was to win after each entry, and what changed that."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import NamedTuple

from companion.kit.search.mind import Past
from companion.kit.search.review import LookedAt, look_again, turning_points
from companion.play import act as acts
from companion.play.timeline import Snapshot
from companion.sealed import chance_of
from companion.session.curves import Curve
from companion.session.device import mind_of
from companion.session.kept_reviews import kept_plies

SEED = "0"
"""A review is the same for everybody: its chance does not come from the game."""


class Reviewed(NamedTuple):
    """The plies of a review, the numbers of those that decided the game, and the place of each in the timeline."""

    plies: tuple[LookedAt, ...]
    turning: tuple[int, ...]
    places: tuple[int, ...]

    @property
    def curve(self) -> Curve:
        """The win shares in per cent."""
        shares = [self.plies[0].before, *[ply.after for ply in self.plies]]
        seats = tuple([tuple([round(100 * share) for share in seat]) for seat in zip(*shares, strict=True)])
        return Curve("curve.share", seats, (0, *self.places))

    def luck(self, seat: int) -> float:
        """What chance gave a seat, as a share of the win."""
        return sum([ply.luck[seat] for ply in self.plies])

    def faults(self, seat: int) -> float:
        """What its own choices cost a seat; at most 0."""
        return sum([cost for ply in self.plies for who, cost in ply.faults if who == seat])


def review(step: Snapshot, folder: Path) -> Reviewed | None:
    """A review of a game that was played to its end; None for other games. It may take many seconds.

    What is kept of it in the folder of the record is not made again.
    """
    mind, timeline = mind_of(step.setup), step.timeline
    if mind is None or timeline is None or timeline[-1].position.outcome is None or step.setup.game is None:
        return None
    kinds = (acts.PLAY, acts.SET)
    places = tuple([place for place, ply in enumerate(timeline) if place and ply.act.kind in kinds])
    read = step.setup.game.read
    past = Past(
        [timeline[0].position, *[timeline[place].position for place in places]],
        [read(timeline[place].text) if timeline[place].act.kind == acts.PLAY else None for place in places],
    )

    def chance_at(n: int) -> Random:
        return chance_of(SEED, n, min(past.positions[n].to_act))

    plies = list(kept_plies(folder, step))
    rest, before = range(len(plies), len(places)), plies[-1].after if plies else None
    plies += look_again(mind, past, chance_at, mind.review_work, looked=rest, before=before)
    return Reviewed(tuple(plies), tuple(turning_points(plies)), places) if plies else None
