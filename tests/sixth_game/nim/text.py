"""What is said about Nim."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.nim.engine.heap import HEAPS, MOST, TAKES, Heap
from companion.kit.rules import Action
from companion.kit.text import Figure, GameText, Item, Situation
from companion.messages import Message


class NimText(GameText[Heap]):
    """What Nim says: the action is its own word."""

    banners = frozenset({"event.nim.won"})

    def action_name(self, at: Situation[Heap], action: Action) -> str:
        """The action is its own word."""
        return str(action)

    def setup_messages(self, at: Situation[Heap]) -> tuple[Message, ...]:
        """How many counters."""
        return (Message("setup.nim.heap", heap=HEAPS[str(at.options["heap"])]),)

    def figures(self, at: Situation[Heap]) -> tuple[Figure, ...]:
        """The heap, under the name of the player in turn; at the end nothing is left."""
        return (Figure(at.names[at.position.turn], at.position.left, marked=True),)

    def rules(self, position: Heap) -> tuple[str, ...]:
        """All of them, always."""
        return ("NIM-1", "NIM-2", "NIM-3")

    def unavailable_actions(self, position: Heap) -> tuple[Action, ...]:
        """More than are left."""
        return TAKES[position.left : MOST]

    def audit(self, at: Situation[Heap], table: Mapping[str, object]) -> list[tuple[str, Item]]:
        """How many are left."""
        return [("heap", Item(at.words("nim.heap"), str(table["heap"])))]


TEXT = NimText()
