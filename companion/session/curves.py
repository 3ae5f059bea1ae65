"""The course of a game in numbers: what people watched rise and fall, seat by seat, from its start to where it stands.

Pure values, for a chart on the glass and for one in a report alike. Which numbers a game has stands in one place,
`WATCHED`; a game that is not in there has none, and neither has one of which only the end is told.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from companion.games.game import Options, Position
from companion.session.timeline import GameSetup, Timeline


class Curve(NamedTuple):
    """One number of everybody over a game.

    `key` is its name in the words. `seats` has a line for each seat; all are equally long, at least two numbers.
    `places` are the moments of the course to which the numbers belong, ascending: 0 is the start of the game.
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


Numbers = Mapping[str, tuple[int, ...]]
"""Numbers by seat, each with its key."""


class Turn(NamedTuple):
    """What a position shows: a mark that differs from one turn to the next, and the numbers."""

    mark: object
    numbers: Numbers


def curves(played: GameSetup, timeline: Timeline) -> tuple[Curve, ...]:
    """The curves of a game, the one people argue about first; none before a turn has been played.

    Each turn has the numbers with which it began; the last ones are those with which the game ended, or stands.
    """
    if played.key not in CURVES:
        return ()
    look = CURVES[played.key].look
    turns: list[tuple[int, Numbers]] = []
    mark: object = None
    now: Turn | None = None
    for place, moment in enumerate(timeline):
        now = look(moment.position)
        if now is not None and (not turns or now.mark != mark):
            turns.append((place, now.numbers))
            mark = now.mark
    if now is not None and now.numbers != turns[-1][1]:
        turns.append((len(timeline) - 1, now.numbers))
    if len(turns) < 2:
        return ()
    places = tuple([place for place, _ in turns])
    return tuple(
        [
            Curve(f"curve.{key}", tuple(zip(*[numbers[key] for _, numbers in turns], strict=True)), places)
            for key in turns[0][1]
        ]
    )


def drawn(key: str, options: Options) -> bool:
    """Whether such a game has curves once its first turn is over."""
    watched = CURVES.get(key)
    return watched is not None and (options.get("entry") != "scores" or watched.scores(options))


# A game's positions are imported when one of that game is looked at.


def _praetorians(position: Position) -> Turn | None:
    from companion.games.praetorians.engine.cards import CardsPosition
    from companion.games.praetorians.engine.scores import ScoresPosition

    assert isinstance(position, CardsPosition | ScoresPosition)
    return Turn(position.turn, {"pawns": position.pawns})


def _spartacus(position: Position) -> Turn | None:
    from companion.games.spartacus.engine.cards import CardsPosition

    if not isinstance(position, CardsPosition):  # the piles are read out when all has been played
        return None
    return Turn((sum(map(len, position.won)), position.outcome is None), {"points": position.points})


def _hannibal(position: Position) -> Turn | None:
    from companion.games.hannibal.engine.cards import CardsPosition
    from companion.games.hannibal.engine.scores import ScoresPosition

    assert isinstance(position, CardsPosition | ScoresPosition)
    numbers: dict[str, tuple[int, ...]] = {}
    if position.core:
        numbers["chips"] = position.chips
    if isinstance(position, CardsPosition):
        numbers["pieces"] = tuple(map(sum, position.camps))
    return Turn(position.turn, numbers) if numbers else None


def _seven_hills(position: Position) -> Turn | None:
    from companion.games.seven_hills.engine.cards import CardsPosition
    from companion.games.seven_hills.engine.hills import owner
    from companion.games.seven_hills.engine.scores import points

    if not isinstance(position, CardsPosition):  # the hills are named when all has been played
        return None
    owners = [owner(hill, position.variant) if hill.open else None for hill in position.hills]
    # In the end hill after hill is turned up, and nobody is in turn.
    mark = len([hill for hill in position.hills if hill.open]) if position.turn is None else ("turn", position.turn)
    return Turn(mark, {"points": points(owners)})


def _army_ants(position: Position) -> Turn | None:
    from companion.games.army_ants.engine.battle import Battle
    from companion.games.army_ants.engine.field import CARDS, copies

    if not isinstance(position, Battle):  # before the battle nobody is captured; of scores only the end is told
        return None
    army = sum([copies(card.value) for card in CARDS[0]])
    standing = [sum([card is not None and card.seat == seat for card in position.board]) for seat in (0, 1)]
    return Turn(position.turn, {"captured": (army - standing[1], army - standing[0])})


class CurveRule(NamedTuple):
    """How to look at a game: what a position shows, None where it belongs to a part of the game that has no numbers.

    `scores` says whether a game has a course too when only its scores are told: by its options.
    """

    look: Callable[[Position], Turn | None]
    scores: Callable[[Options], bool] = lambda options: False


CURVES: Mapping[str, CurveRule] = {
    "praetorians": CurveRule(_praetorians, lambda options: True),
    "spartacus": CurveRule(_spartacus),
    "hannibal": CurveRule(_hannibal, lambda options: bool(options.get("core"))),
    "seven-hills": CurveRule(_seven_hills),
    "army-ants": CurveRule(_army_ants),
}
"""The games that have curves."""
