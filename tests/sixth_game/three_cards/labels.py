"""The labels of Three Cards: the numbers."""

from __future__ import annotations

from companion.games.three_cards.engine.rows import LAYS
from companion.kit.labels import Card, GameLabels
from companion.kit.rules import Action


def means(label: str, action: Action) -> bool:
    """Whether the card is laid."""
    return action == f"lay {label}"


def action(label: str) -> Action | None:
    """The card laid."""
    return next((lay for lay in LAYS if means(label, lay)), None)


def _card(lay: str) -> Card:
    number = lay.removeprefix("lay ")
    return Card(number, lambda _: number)


LABELS = GameLabels("thr", tuple(map(_card, LAYS)), means, action)
