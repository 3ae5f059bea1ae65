"""The arrangement of an army for the free deployment (ANT-14): from chance alone, so it cannot answer the other's.

It is a tuple of values in the order in which cards are entered, front rank first. High cards tend to stand in front,
where only higher ones and their equals can attack them; the queen stands in one of the two ranks behind.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.army_ants.engine.actions import DEPLOYS
from companion.games.army_ants.engine.deployment import Deployment, complete_board
from companion.games.army_ants.engine.field import (
    BESIDE,
    CARDS,
    EMPTY,
    FILES,
    NINE,
    PLACES,
    QUEEN,
    VALUES,
    Card,
    copies,
    face,
)
from companion.kit.rules import Action, Options, Position
from companion.kit.search.mind import Secrets, Sight, Thought, even
from companion.kit.search.numbers import below, shuffle

if TYPE_CHECKING:
    from random import Random

_FREEDOM = 4.0
"""How far chance can move a card in the order of the values."""


def arrange(chance: Random, options: Options) -> Secrets:
    """An arrangement that ANT-14 allows; () with the deployments in which nobody arranges an army."""
    return allowed(chance) if options["deployment"] == "free" else ()


def allowed(chance: Random) -> tuple[int, ...]:
    """An arrangement that ANT-14 allows."""
    ants = [value for value in VALUES if value != QUEEN for _ in range(copies(value))]
    while True:
        ranked = sorted([(-value - _FREEDOM * chance.random(), value) for value in ants])
        values = [value for _, value in ranked]
        behind = 2 * len(FILES)
        values.insert(behind + below(chance, len(PLACES[0]) - behind), QUEEN)
        for start in range(0, len(values), len(FILES)):
            rank = values[start : start + len(FILES)]
            shuffle(chance, rank)
            values[start : start + len(FILES)] = rank
        throne = PLACES[0][values.index(QUEEN)]
        if all(value != NINE or place not in BESIDE[throne] for place, value in zip(PLACES[0], values, strict=True)):
            return tuple(values)


def next_card(sight: Sight, arrangement: tuple[int, ...]) -> Thought:
    """The next card of the arrangement; another one where the table already differs so that it is not possible."""
    position, seat = sight.position, sight.seat
    assert isinstance(position, Deployment)
    like: list[Card | None] = list(EMPTY)
    for square, value in zip(PLACES[seat], arrangement, strict=False):
        like[square] = CARDS[seat][value]
    card = complete_board(position, tuple(like))[position.place]
    assert card is not None
    deploy = next(action for action in DEPLOYS if action.value == card.value)
    return Thought(seat, deploy, even(2), exact=len(position.legal()) == 1)


def keep(sight: Sight, action: Action, thought: Thought | None, after: Position) -> Secrets:
    """The arrangement stays until the own army is entered."""
    waiting = isinstance(after, Deployment) and after.board[PLACES[sight.seat][-1]] is None
    return sight.secrets if waiting else ()


def shown(secrets: Secrets) -> object:
    """The texts on the cards in the order of entry; None without an arrangement."""
    return [face(value) for value in secrets] or None
