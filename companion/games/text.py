"""What a game says in words: about an action, a table, a rule. No pixels and no screens: reports, the web window, the
command line and the glass say the same.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import NamedTuple

from companion.games import registry
from companion.games.game import Action, Game, Options, Outcome, Position, Seat
from companion.games.refusals import Message
from companion.words import Words

EFFECT_WIDTH = 94
"""The effect of an action has so many pixels on the glass, behind the name of a card."""


class Figure(NamedTuple):
    """A number that people argue about, and whose it is; `marked` for the player in turn or the winner.

    Also a card that must be read from afar: digits, `Q`, or `-` for none.
    `out` is who takes no part just now: the name is struck through, and reads in brackets.
    """

    name: str
    number: int | str
    marked: bool = False
    out: bool = False

    def __str__(self) -> str:
        return f"({self.name}) {self.number}" if self.out else f"{self.name} {self.number}"


class Item(NamedTuple):
    """A line of a list: what it is, and at its right end how it stands; `who` stands before it and gives way first.

    Where there is no room for both the label gives way, or the value if the label is to be kept whole (`keep`).
    """

    label: str
    value: str = ""
    who: str = ""
    keep: bool = False

    def __str__(self) -> str:
        return ": ".join([part for part in (self.who, self.label, self.value) if part])


Fits = Callable[[str, int], bool]
"""Whether a text has room in so many pixels (0: a whole line of the glass)."""


def always(text: str, width: int) -> bool:
    """On paper, on a page and in a terminal a text is as long as it likes."""
    return True


class Situation(NamedTuple):
    """A position of a game, with what is needed to speak of it.

    `outcome` is how the game ended, also where people ended it themselves. `fits` says whether a text has room where
    it will stand: texts that can be said in fewer words are.
    """

    game: Game
    position: Position
    names: tuple[str, ...]
    options: Options
    words: Words
    outcome: Outcome | None = None
    fits: Fits = always

    @property
    def turn(self) -> Seat | None:
        """The one seat that may act; None when all or none may."""
        to_act = self.position.to_act if self.outcome is None else ()
        return to_act[0] if len(to_act) == 1 else None

    def consequences(self, action: Action) -> tuple[Message, ...]:
        """What an allowed action leads to."""
        return self.game.consequences(self.position, action, self.position.after(action))


class GameText(ABC):
    """What one game says. The sets hold keys of its messages.

    `banners` interrupt; of these `setbacks` are a blow to somebody, and `orders` tell the hands what to do, which redo
    leaves to `put_back`. `plain` are the effects that say least: they give way first where there is no room for all.
    """

    banners: frozenset[str] = frozenset()
    setbacks: frozenset[str] = frozenset()
    orders: frozenset[str] = frozenset()
    plain: frozenset[str] = frozenset()

    @abstractmethod
    def say(self, at: Situation, action: Action) -> str:
        """An action as people speak of it, before it is done."""

    @abstractmethod
    def lay_out(self, at: Situation) -> tuple[Message, ...]:
        """What to take and lay out before the first card."""

    @abstractmethod
    def rules(self, position: Position) -> tuple[str, ...]:
        """The numbers of the rules that matter now, the most telling first."""

    @abstractmethod
    def absent(self, position: Position) -> tuple[Action, ...]:
        """Actions that people may look for in vain now."""

    @abstractmethod
    def audit(self, at: Situation, table: Mapping[str, object]) -> list[tuple[str, Item]]:
        """What must lie on the table: a field's name, for the screen that corrects it, and how it stands."""

    def figures(self, at: Situation) -> tuple[Figure, ...]:
        """The numbers that people argue about; none where the board says it all."""
        return ()

    def lines(self, at: Situation) -> tuple[str, ...]:
        """What else lies on the table."""
        return ()

    def whose(self, at: Situation) -> str:
        """Whose turn it is; the name of the game where everybody may enter something."""
        return at.names[at.turn] if at.turn is not None else at.words(f"game.{at.game.key}")

    def effect(self, at: Situation, action: Action, width: int = EFFECT_WIDTH) -> str:
        """What an action would do, in a few words: its consequences for which there are some."""
        messages = [
            Message(key, **message.params)
            for message in at.consequences(action)
            if (key := message.key.replace("told.", "effect.", 1)) in at.words
        ]
        while True:
            text = at.words.listed(at.words.message(message, at.names) for message in messages)
            if len(messages) < 2 or at.fits(text, width):
                return text
            messages.remove(next((message for message in messages if message.key in self.plain), messages[0]))

    def noted(self, at: Situation, action: Action) -> str:
        """What came of an action, for a line of the log: nothing that the action itself says."""
        return self.effect(at, action)

    def why(self, action: Action, after: Situation, messages: tuple[Message, ...]) -> tuple[Message, ...]:
        """The consequences of an action, with the arithmetic where they do not say it all."""
        return messages


def text_of(key: str) -> GameText:
    """What a game says, imported when it is first asked for."""
    found: GameText = import_module(f"{registry.folder(key)}.text").TEXT
    return found
