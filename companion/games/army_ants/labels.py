"""The labels of Army Ants: the ants of both armies, as they are laid out. Both armies are equal, and the square says
whose turn it is to lay.
"""

from __future__ import annotations

from companion.games.army_ants.engine.actions import Deploy, read
from companion.games.army_ants.engine.field import QUEEN, VALUES, copies, face
from companion.kit.labels import Card, GameLabels
from companion.kit.rules import Action

ARMIES = 2


def means(label: str, action: Action) -> bool:
    """Whether the ant is laid on the next square."""
    return isinstance(action, Deploy) and face(action.value) == label


def action(label: str) -> Action:
    """The ant laid on the next square."""
    return read(f"deploy {label}")


def _card(value: int) -> Card:
    number = face(value)
    return Card(
        number, lambda words: words("army_ants.choice.queen") if value == QUEEN else number, ARMIES * copies(value)
    )


LABELS = GameLabels("ant", list(map(_card, VALUES)), means, action)
