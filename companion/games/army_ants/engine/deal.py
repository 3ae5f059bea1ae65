"""Dealing the ants for people who ask for it, in place of shuffling and telling 38 cards.

Pure but for the source of chance, which is handed in. What comes out are the actions that people would have told.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.army_ants.engine.actions import DEPLOYS
from companion.games.army_ants.engine.deployment import Deployment
from companion.games.army_ants.engine.field import CARDS, copies
from companion.games.army_ants.engine.phase import CardsPosition
from companion.games.game import Action, Position

if TYPE_CHECKING:
    from random import Random


def deal(position: Position, dice: Random) -> list[Action]:
    """The actions that tell every card that is left, each allowed arrangement as likely as any other.

    None where no cards wait to be told.
    """
    actions: list[Action] = []
    while isinstance(position, Deployment):
        army, position = _army(position, dice)
        actions += army
    return actions


def _army(start: Deployment, dice: Random) -> tuple[list[Action], CardsPosition]:
    """The rest of the army in turn, and where it leads."""
    army = CARDS[start.turn]
    cards: list[Action] = [
        action for action in DEPLOYS for _ in range(copies(action.value) - start.board.count(army[action.value]))
    ]
    while True:
        dice.shuffle(cards)
        position: CardsPosition = start
        for action in cards:
            # ANT-14: a nine would stand beside the queen. All cards are shuffled anew: exchanging just two of them
            # would make some arrangements likelier than others.
            if action not in position.legal():
                break
            position = position.after(action)
        else:
            return list(cards), position
