"""The labels of Hannibal vs Rome: the five cards of each side, `R 3` and `C 5`. A round has two, in either order."""

from __future__ import annotations

from companion.games.hannibal.engine.actions import Clash, read
from companion.games.hannibal.text import side_name
from companion.kit.labels import Card, GameLabels
from companion.kit.rules import Action

SIDES = ("R", "C")
"""Rome and Carthage, by seat."""
VALUES = range(1, 6)


def means(label: str, action: Action) -> bool:
    """Whether the card is one of the two of a round."""
    side, value = label.split()
    return isinstance(action, Clash) and action.cards[SIDES.index(side)] == int(value)


def action(label: str) -> Action:
    """A round in which both showed this card."""
    value = label.split()[1]
    return read(f"clash {value} {value}")


def _card(seat: int, value: int) -> Card:
    return Card(f"{SIDES[seat]} {value}", lambda words: f"{side_name(words, seat)} {value}")


LABELS = GameLabels("han", [_card(seat, value) for seat in (0, 1) for value in VALUES], means, action)
