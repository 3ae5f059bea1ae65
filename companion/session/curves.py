"""The curves of a game: numbers of each seat that change from its start to where it stands.

Pure values, for charts on the display and in reports. The `Game` says which numbers there are; a game of which people
enter only the end has none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

from companion.kit.game import Game
from companion.kit.rules import CurvePoint, Options
from companion.play.timeline import GameSetup, Timeline
from companion.values import NamedTuple

N = TypeVar("N", int, float)


class Curve(NamedTuple):
    """One number of every seat over a game.

    `key` is its name in the words. `seats` has a line for each seat; all are equally long, at least two numbers.
    `places` are the plies of the timeline to which the numbers belong, ascending: 0 is the start of the game.
    """

    key: str
    seats: tuple[tuple[int, ...], ...]
    places: tuple[int, ...]

    @property
    def least(self) -> int:
        """The lowest number; 0 if none is below it."""
        return min(0, *map(min, self.seats))

    @property
    def most(self) -> int:
        """The highest number; 1 if none is above it."""
        return max(1, *map(max, self.seats))


def curves(setup: GameSetup, timeline: Timeline) -> tuple[Curve, ...]:
    """The curves of a game, the one people argue about first; none before a turn has been played.

    Each turn has the numbers with which it began; the last ones are those with which the game ended, or stands. Where
    another number has changed, one that is still as at the start has no curve.
    """
    rule = setup.game.curve if setup.game is not None else None
    if rule is None:
        return ()
    turns: list[tuple[int, Mapping[str, tuple[int, ...]]]] = []
    mark: object = None
    now: CurvePoint | None = None
    for place, ply in enumerate(timeline):
        now = rule.look(ply.position)
        if now is not None and (not turns or now.mark != mark):
            turns.append((place, now.numbers))
            mark = now.mark
    if now is not None and now.numbers != turns[-1][1]:
        turns.append((len(timeline) - 1, now.numbers))
    if len(turns) < 2:
        return ()
    places = tuple([place for place, _ in turns])
    found = [
        Curve(f"curve.{key}", tuple(zip(*[numbers[key] for _, numbers in turns], strict=True)), places)
        for key in turns[0][1]
    ]
    return tuple([curve for curve in found if any(len({*seat}) > 1 for seat in curve.seats)] or found[:1])


def has_curves(game: Game | None, options: Options) -> bool:
    """Whether such a game has curves once its first turn is over."""
    rule = game.curve if game is not None else None
    return rule is not None and (options.get("entry") != "scores" or rule.scores(options))


def spread_labels(wanted: Sequence[N], gap: N, top: N, bottom: N) -> list[N]:
    """The y of labels at least `gap` apart: near the wanted y, in the same order, at best from `top` to `bottom`."""
    order = sorted(range(len(wanted)), key=lambda place: wanted[place])
    placed: dict[int, N] = {}
    for place in order:
        placed[place] = top = max(wanted[place], top)
        top += gap
    for place in reversed(order):
        placed[place] = bottom = min(placed[place], bottom)
        bottom -= gap
    return [placed[place] for place in range(len(wanted))]
