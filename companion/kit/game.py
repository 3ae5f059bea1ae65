"""A game as one value: its rules, and everything else that is known of it.

The kit stands below the screens, the timeline and the report, so their types are not named here.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from companion.kit.rules import P, Rules
from companion.values import NamedTuple, Protocol

if TYPE_CHECKING:  # the first picture does not wait for them
    from companion.kit.faults import WrongFile
    from companion.kit.labels import GameLabels
    from companion.kit.search.mind import Mind
    from companion.kit.text import GameText
    from companion.messages import Phrase
    from companion.words import Words


PARTS = ("text", "screens", "repair", "mind", "report", "labels")
"""The modules beside the class of a game that are imported when they are first asked for: the referee needs no screens,
a start no report."""
MAY_LACK = frozenset(PARTS[3:])
"""The parts that a game may lack."""


class Game(Rules[P]):
    """What the folder of a game provides. The class itself stands in that folder; the other parts have fixed names."""

    @property
    def text(self) -> GameText[P]:
        """What is said about its actions, tables and rules: `TEXT` in `text`."""
        text: GameText[P] = self._part("text").TEXT
        return text

    @property
    def screens(self) -> object:
        """How people enter its actions, and what its table looks like: `SCREENS` in `screens`, a GameScreens."""
        return self._part("screens").SCREENS

    def repair(self, audit: Any, line: str, context: Any) -> Any:
        """The screen that corrects a line of the audit, or what people want (Audit, Context, Screen or Intent)."""
        return self._part("repair").repair(audit, line, context)

    @property
    def mind(self) -> Mind | None:
        """What thinks for a seat of the device: `MIND` in `mind`; without it, a search over the rules as they are.

        That search fits a game in which one seat acts at a time, everything is open and nothing is drawn. Any other
        game says `mind = None`, and nothing thinks in it.
        """
        part = self._part("mind")
        if part is None:
            from companion.kit.search.engine_mind import engine_mind

            return engine_mind(self)
        mind: Mind = part.MIND
        return mind

    def draw(self, setup: Any, timeline: Any, words: Words) -> tuple[Any, ...]:
        """The drawings of the last table for the report (GameSetup, Timeline, Drawing): `draw` in `report`."""
        part = self._part("report")
        return () if part is None else tuple(part.draw(setup, timeline, words))

    @property
    def labels(self) -> GameLabels | None:
        """The labels of its cards: `LABELS` in `labels`; None for a game whose cards have none."""
        part = self._part("labels")
        labels: GameLabels | None = None if part is None else part.LABELS
        return labels

    def _part(self, name: str) -> Any:
        return _part(sys.modules[type(self).__module__].__package__, name)


@cache
def _part(folder: str, name: str) -> ModuleType | None:
    """The module of this name in a folder; None if a part that a game may lack is not there."""
    module = f"{folder}.{name}"
    try:
        return import_module(module)
    except ModuleNotFoundError as missing:
        if missing.name != module or name not in MAY_LACK:
            raise
        return None


class PresentPad(NamedTuple):
    """A score pad that can begin now: its game, and the content of its file."""

    game: Game
    content: bytes


class OfferedPad(NamedTuple):
    """A score pad as the list of games shows it: its key and name, how few and how many may play, and what it counts:
    the labels of its fields.
    """

    key: str
    name: Phrase
    players: tuple[int, int]
    counts: tuple[Phrase, ...]


class Pads(Protocol):
    """The score pads that there are: files of which some ship and others lie in a folder."""

    def of_text(self, content: bytes) -> Game | None:
        """The score pad of a text that a game was begun with; None if the text is no pad."""

    def from_elsewhere(self, content: bytes) -> Game:
        """The score pad of a text that comes with a game of another record; raises FileFault."""

    def present(self, folder: Path, key: str) -> PresentPad:
        """The score pad with this key that ships or lies in a folder now; raises UnknownGame."""

    def all_present(self, folder: Path) -> tuple[Sequence[PresentPad], Sequence[WrongFile]]:
        """The score pads that ship and that lie in a folder now, and the files that are left out."""

    def offered(self, folder: Path) -> tuple[Sequence[OfferedPad], Sequence[WrongFile]]:
        """The same score pads as a list shows them. Those that ship are not checked for that, because it takes long."""


class Games(Protocol):
    """The games that there are, as one value that is handed to whatever looks one up.

    A game is imported when it is first asked for, and so is what reads score pads.
    """

    keys: tuple[str, ...]
    """The keys of the games that are no score pads, in the order of menus."""

    @property
    def pads(self) -> Pads:
        """The score pads."""

    def game(self, key: str) -> Game:
        """A game that is no score pad; raises UnknownGame."""

    def known(self, key: str) -> Game | None:
        """A game that is no score pad; None for another key."""
        return self.game(key) if key in self.keys else None
