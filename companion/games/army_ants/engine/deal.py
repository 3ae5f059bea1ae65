"""Deals the ants, so that people need not shuffle and enter 38 cards.

Pure except for the source of chance, a parameter. The result is the actions that people would have entered.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.army_ants.engine.actions import DEPLOYS
from companion.games.army_ants.engine.deployment import Deployment
from companion.games.army_ants.engine.field import CARDS, copies
from companion.games.army_ants.engine.phase import CardsPosition
from companion.games.army_ants.engine.position import Position
from companion.kit.rules import Action

if TYPE_CHECKING:
    from random import Random


def deal(position: Position, dice: Random) -> list[Action]:
    """The actions that enter all remaining cards; all allowed arrangements are equally likely.

    Empty if no cards remain.
    """
    actions: list[Action] = []
    while isinstance(position, Deployment):
        army, position = _army(position, dice)
        actions += army
    return actions


def _army(start: Deployment, dice: Random) -> tuple[list[Action], CardsPosition]:
    """The actions for the rest of the army in turn, and the position after them."""
    army = CARDS[start.turn]
    cards: list[Action] = [
        action for action in DEPLOYS for _ in range(copies(action.value) - start.board.count(army[action.value]))
    ]
    while True:
        dice.shuffle(cards)
        position: CardsPosition = start
        for action in cards:
            # ANT-14: a nine would stand beside the queen. All cards are shuffled again: exchanging only two of
            # them would make some arrangements likelier than others.
            if action not in position.legal():
                break
            position = position.after(action)
        else:
            return list(cards), position
