"""The labels of Spartacus: the numbers, the banners, and `pass`, which has a card of its own. Hands are equal."""

from __future__ import annotations

from companion.games.spartacus.engine.notation import BANNER, CARDS, PASS, PLAYS, Play
from companion.kit.labels import Card, GameLabels
from companion.kit.rules import Action

PASSES = "pass"
HANDS = 5
"""How many hands there are."""


def means(label: str, action: Action) -> bool:
    """Whether the card is played: whose it is, the turn says."""
    return str(action.card) == label if isinstance(action, Play) else action == PASS and label == PASSES


def action(label: str) -> Action:
    """The card played, or a pass."""
    return next((play for play in PLAYS if str(play.card) == label), PASS)


def _card(label: str) -> Card:
    if label == BANNER:
        return Card(label, lambda words: words("spartacus.banner"), HANDS, "b")
    return Card(label, lambda _: label, HANDS)


LABELS = GameLabels(
    "spa", (*[_card(str(card)) for card in CARDS], Card(PASSES, lambda words: words("spartacus.pass"))), means, action
)
