"""Labels of cards, as readers read them: `TC1 pra R7` is the red 7 of Praetorians.

A label names a card, and never an action but what people say without a card (LAB-1). Where cards are alike a number
stands behind it, `TC1 pra 12-3`: nobody knows who has which, and the value decides.

The kernel keeps 63 events of a reader until somebody takes them: four for each character and for Enter, eight where the
character needs Shift. Every label is short enough for that, so none is lost, however busy the machine is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from companion.kit.rules import Action, Position
from companion.values import NamedTuple

if TYPE_CHECKING:
    from companion.words import Words

VERSION = "TC1"
# Compiled by `re` when the first label is read.
# Sheets of before have a # before the number of a copy.
_LABEL = rf"{VERSION} ([a-z]{{3}}) (.+?)(?:[-#][0-9]+)?"


class Card(NamedTuple):
    """A card with a label: what stands behind the game, its name in words, how many cards are alike, and what sheets
    have in place of a long label, which is read as well.
    """

    label: str
    name: Callable[[Words], str]
    copies: int = 1
    short: str = ""


class GameLabels(NamedTuple):
    """The labels of a game: three letters for the game, the cards of its sheet, whether a label means an action, and
    what an action of this label would be: its refusal has the rule, None where it has none.
    """

    game: str
    cards: Sequence[Card]
    means: Callable[[str, Any], bool]
    action: Callable[[str], Action | None]

    def texts(self) -> list[tuple[str, Card]]:
        """The labels of a sheet, each with its card; of cards that are alike one for each."""
        return [
            (f"{VERSION} {self.game} {card.short or card.label}{f'-{copy}' if card.copies > 1 else ''}", card)
            for card in self.cards
            for copy in range(1, card.copies + 1)
        ]

    def label_of(self, text: str) -> str | None:
        """What a label says of this game, without the number of a copy; None if it is no label of this game."""
        match = re.fullmatch(_LABEL, text)
        if match is None or match[1] != self.game:
            return None
        return next((card.label for card in self.cards if match[2] in (card.label, card.short)), None)

    def meant(self, label: str, among: Sequence[Action]) -> list[Action]:
        """The actions of these that play, turn up or take the card (LAB-2)."""
        return [action for action in among if self.means(label, action)]

    def rule_against(self, position: Position, label: str) -> str:
        """The number of the rule because of which the card means no action now; empty without one."""
        action = self.action(label)
        return (position.objection(action).rule or "") if action is not None else ""


def is_label(text: str) -> bool:
    """Whether a text is a label of a card of any game."""
    return re.fullmatch(_LABEL, text) is not None
