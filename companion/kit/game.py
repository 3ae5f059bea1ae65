"""A game as one value: its rules, and everything else that is known of it.

The kit stands below the screens, the timeline and the report, so their types are not named here.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

from companion.kit.rules import Rules
from companion.kit.search.mind import Mind
from companion.kit.text import GameText
from companion.words import Words


class Game(Rules):
    """What the folder of a game provides. All but the rules is imported when it is first asked for."""

    @property
    @abstractmethod
    def text(self) -> GameText:
        """What is said about its actions, tables and rules."""

    @property
    @abstractmethod
    def screens(self) -> object:
        """How people enter its actions, and what its table looks like: a GameScreens."""

    @abstractmethod
    def repair(self, audit: Any, line: str, context: Any) -> Any:
        """The screen that corrects a line of the audit, or what people want (Audit, Context, Screen or Intent)."""

    @property
    def mind(self) -> Mind | None:
        """What thinks for a seat of the device; None if nothing does."""
        return None

    def draw(self, setup: Any, timeline: Any, words: Words) -> tuple[Any, ...]:
        """The drawings of the last table for the report of a game (GameSetup, Timeline, Drawing)."""
        return ()
