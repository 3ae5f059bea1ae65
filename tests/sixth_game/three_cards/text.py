"""What is said about Three Cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from companion.games.three_cards.engine.rows import LAYS, Lay, Rows
from companion.kit.rules import Action
from companion.kit.text import Figure, GameText, Item, Situation, keys
from companion.messages import Message

DOWN = "?"
"""A card in hand: only its owner knows it."""


class ThreeCardsText(GameText[Rows]):
    """What Three Cards says."""

    banners = keys("event.three_cards", "takes won")

    def action_name(self, at: Situation[Rows], action: Action) -> str:
        """The card alone."""
        return str(cast(Lay, action).card)

    def setup_messages(self, at: Situation[Rows]) -> tuple[Message, ...]:
        """How to deal."""
        return (Message("setup.three_cards.deal"),)

    def figures(self, at: Situation[Rows]) -> tuple[Figure, ...]:
        """The tricks of each player."""
        return at.figures(at.position.tricks)

    def lines(self, at: Situation[Rows]) -> tuple[str, ...]:
        """The rows."""
        return tuple([
            f"{name}: {row_text(row, left)}"
            for name, row, left in zip(at.names, at.position.rows, at.position.table()["hands"], strict=True)
        ])  # fmt: skip

    def rules(self, position: Rows) -> tuple[str, ...]:
        """All of them, always."""
        return ("THR-2", "THR-3", "THR-4", "THR-1")

    def unavailable_actions(self, position: Rows) -> tuple[Action, ...]:
        """The cards that lie face up."""
        return tuple([lay for lay in LAYS if lay.card in position.shown])

    def audit(self, at: Situation[Rows], table: Mapping[str, Any]) -> list[tuple[str, Item]]:
        """The row of each player."""
        rows = zip(at.names, table["rows"], table["hands"], strict=True)
        return [(f"row {seat}", Item(name, row_text(row, left))) for seat, (name, row, left) in enumerate(rows)]


def row_text(row: Sequence[int], left: int) -> str:
    """The cards of a row, and a sign for each card in hand."""
    return " ".join([*map(str, row), *[DOWN] * left])


TEXT = ThreeCardsText()
