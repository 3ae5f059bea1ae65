"""The labels of Spartacus: the numbers, the banners, and `pass`, which has a card of its own. Hands are equal."""

from __future__ import annotations

from companion.games.spartacus.engine.notation import BANNER, CARDS, PASS, PLAYS, Play
from companion.kit.labels import Card, GameLabels
from companion.kit.rules import Action
from companion.words import Words

PASSES = "pass"
HANDS = 5
"""How many hands there are."""


def means(label: str, action: Action) -> bool:
    """Whether the card is played: whose it is, the turn says."""
    return str(action.card) == label if isinstance(action, Play) else action == PASS and label == PASSES


def action(label: str) -> Action:
    """The card played, or a pass."""
    return next((play for play in PLAYS if str(play.card) == label), PASS)


def _name(label: str) -> Card:
    def name(words: Words) -> str:
        return words("spartacus.banner") if label == BANNER else label

    return Card(label, name, HANDS, "b" if label == BANNER else "")


LABELS = GameLabels(
    "spa", (*[_name(str(card)) for card in CARDS], Card(PASSES, lambda words: words("spartacus.pass"))), means, action
)
