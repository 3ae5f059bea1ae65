"""The labels of Praetorians: `R7`, the five 12s, and `stop`, which has a card of its own."""

from __future__ import annotations

from companion.games.praetorians.engine.actions import CARDS, FLIPS, GIVES, STOP, TWELVES, Flip, Give
from companion.kit.labels import Card, GameLabels
from companion.kit.rules import Action

TWELVE, STOPS = "12", "stop"


def means(label: str, action: Action) -> bool:
    """Whether the card is turned up; a 12 for each receiver."""
    if isinstance(action, Flip):
        return action.card == label
    return label == TWELVE if isinstance(action, Give) else action in STOP and label == STOPS


def action(label: str) -> Action:
    """The card turned up, a 12 for the first player."""
    by_label = {str(card): flip for card, flip in FLIPS.items()}
    return by_label[label] if label in by_label else GIVES[0] if label == TWELVE else STOP[0]


def _card(label: str) -> Card:
    return Card(
        label, lambda words: words("praetorians.choice.card", colour=words(f"praetorians.{label[0]}"), value=label[1:])
    )


LABELS = GameLabels(
    "pra",
    (
        *[_card(str(card)) for card in CARDS],
        Card(TWELVE, lambda words: TWELVE, TWELVES),
        Card(STOPS, lambda words: words("praetorians.say.stop")),
    ),
    means,
    action,
)
