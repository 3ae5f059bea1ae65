"""What all screens share: commands in, screens and `intents` out, and the sight of the table they are drawn from."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple, Protocol

from companion.games.refusals import Message
from companion.games.text import Situation
from companion.ports import Gesture, Key, KeyPress, PublicView
from companion.session.library import FixedLibrary, Library
from companion.session.settings import DEFAULTS, Settings
from companion.session.timeline import Snapshot
from companion.ui.page import Page
from companion.values import Frozen, replace
from companion.words import Words

if TYPE_CHECKING:
    from companion.ui.intents import Intent

TITLE = 110
"""So many pixels of a title bar are for what stands in it, with a blank between."""

EVERY_KEY = frozenset(Key)


class Command(Enum):
    """What a finger meant."""

    UP = "up"
    DOWN = "down"
    LEFT = "left"
    RIGHT = "right"
    OK = "ok"
    BACK = "back"
    HELP = "help"
    UNDO = "undo"
    MENU = "menu"
    """On a board without a BACK key: what it would have been good for."""


_ON_PRESS = {
    Key.UP: Command.UP,
    Key.DOWN: Command.DOWN,
    Key.LEFT: Command.LEFT,
    Key.RIGHT: Command.RIGHT,
    Key.HELP: Command.HELP,
}
_ON_RELEASE = {Key.OK: Command.OK, Key.BACK: Command.BACK}
_ON_HOLD = {Key.OK: Command.HELP, Key.BACK: Command.UNDO}


def meant(press: KeyPress, keys: frozenset[Key] = EVERY_KEY) -> Command | None:
    """The command of a gesture on a board with these keys; None for gestures that only begin or end one."""
    if press.gesture in (Gesture.PRESS, Gesture.REPEAT):
        return _ON_PRESS.get(press.key)
    if press.gesture is Gesture.HOLD and press.key is Key.OK and Key.BACK not in keys:
        return Command.MENU
    return (_ON_RELEASE if press.gesture is Gesture.RELEASE else _ON_HOLD).get(press.key)


class Capabilities(NamedTuple):
    """What the device has for its settings: texts in `languages`, letters for those that are `readable`.

    `font` is the path of the font in use, empty without one; `troubles` is what is wrong with the settings as they
    are written down; `parts` are the parts of the board that can be switched off. `web` is the address of the web
    window, empty without one.
    """

    languages: tuple[str, ...] = ("en",)
    readable: tuple[str, ...] = ("en",)
    font: str = ""
    troubles: tuple[Message, ...] = ()
    parts: frozenset[str] = frozenset()
    web: str = ""


class Context(Frozen):
    """What a screen may see: the moment the table stands at, the people, the words and how wide a line may be.

    `library` is where the other games can be looked up, `keys` are those of the board; whether it can be switched off.
    And for the settings these and the device's gear; that is a function, because a font is looked for when one asks.
    """

    step: Snapshot | None
    roster: tuple[str, ...]
    may_redo: bool
    words: Words
    wrap: Callable[..., tuple[str, ...]]
    library: Library = FixedLibrary()
    settings: Settings = DEFAULTS
    capabilities: Callable[[], Capabilities] = Capabilities
    keys: frozenset[Key] = EVERY_KEY
    may_switch_off: bool = False

    def at(self, place: int) -> Context:
        """The table as it was after the moment at `place` of the game's course."""
        step = self.step
        assert step is not None
        return replace(self, step=step.at(place))

    @property
    def situation(self) -> Situation:
        """The position on the table, for what the game says of it."""
        assert self.step is not None
        return self.step.situation(self.words, self.fits)

    def fits(self, text: str, width: int) -> bool:
        """Whether a text has room in a line of so many pixels, 0 for a whole one."""
        return len(self.wrap(text, width) if width else self.wrap(text)) < 2

    def fit(self, title: str, aside: str) -> bool:
        """Whether both have room in one title bar."""
        return not aside or len(self.wrap(f"{title}  {aside}", TITLE)) < 2


class PublicViewMaker(Frozen):
    """What makes the table in words for onlookers, in any thread; equal as long as it makes the same."""

    step: Snapshot | None
    words: Words

    def __call__(self) -> PublicView:
        from companion.session.public_view import public_view  # not before somebody looks

        return public_view(self.step, self.words)


class Screen(Protocol):
    """A value. `update` gives itself when a command does nothing here."""

    def update(self, command: Command, context: Context) -> Screen | Intent:
        """The next screen, or what is to be done."""

    def view(self, context: Context) -> Page:
        """What can be read."""


def turned(cursor: int, command: Command, count: int) -> int:
    """A cursor after UP or DOWN in a ring of `count`; LEFT and RIGHT do the same."""
    if command in (Command.UP, Command.LEFT):
        return (cursor - 1) % count
    if command in (Command.DOWN, Command.RIGHT):
        return (cursor + 1) % count
    return cursor


MOVES = (Command.UP, Command.DOWN, Command.LEFT, Command.RIGHT)
