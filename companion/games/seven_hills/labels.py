"""The labels of Seven Hills of Rome: the cards of both hands, which are equal, and the hills."""

from __future__ import annotations

from companion.games.seven_hills.engine.actions import BANNER, HILLS, NUMBERS, SAID, LayDown, LayUp, Reveal, read
from companion.kit.labels import Card, GameLabels
from companion.kit.rules import Action

HANDS = 2


def means(label: str, action: Action) -> bool:
    """Whether the card is laid face up or turned up, or a card is laid at the hill."""
    if label.startswith("H"):
        return isinstance(action, LayDown | LayUp) and label == f"H{action.hill}"
    return isinstance(action, LayUp | Reveal) and str(SAID[action.card]) == label


def action(label: str) -> Action:
    """A card turned up, or laid face down at the hill."""
    return read(f"place {label[1:]}" if label.startswith("H") else f"reveal {label}")


def _card(card: int) -> Card:
    if card == BANNER:
        return Card(str(SAID[card]), lambda words: words("seven_hills.banner"), HANDS, "b")
    return Card(str(card), lambda _: str(card), HANDS)


def _hill(hill: int) -> Card:
    return Card(f"H{hill}", lambda words: words("seven_hills.hill", hill=hill))


LABELS = GameLabels("hil", (*map(_card, (*NUMBERS, BANNER)), *map(_hill, HILLS)), means, action)
