"""What is said about Nim."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from companion.games.nim.engine.heap import HEAPS, MOST, TAKES, Heap
from companion.kit.refusals import Message
from companion.kit.rules import Action, Position
from companion.kit.text import Figure, GameText, Item, Situation


class NimText(GameText):
    """What Nim says: the action is its own word."""

    banners = frozenset({"event.nim.won"})

    def action_name(self, at: Situation, action: Action) -> str:
        """The action is its own word."""
        return str(action)

    def setup_messages(self, at: Situation) -> tuple[Message, ...]:
        """How many counters."""
        return (Message("setup.nim.heap", heap=HEAPS[str(at.options["heap"])]),)

    def figures(self, at: Situation) -> tuple[Figure, ...]:
        """The heap, under the name of the player in turn; at the end nothing is left."""
        heap = cast(Heap, at.position)
        return (Figure(at.names[heap.turn], heap.left, marked=True),)

    def rules(self, position: Position) -> tuple[str, ...]:
        """All of them, always."""
        return ("NIM-1", "NIM-2", "NIM-3")

    def unavailable_actions(self, position: Position) -> tuple[Action, ...]:
        """More than are left."""
        return TAKES[cast(Heap, position).left : MOST]

    def audit(self, at: Situation, table: Mapping[str, object]) -> list[tuple[str, Item]]:
        """How many are left."""
        return [("heap", Item(at.words("nim.heap"), str(table["heap"])))]


TEXT = NimText()
