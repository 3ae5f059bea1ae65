"""What all screens share: commands in, screens and intents out, and the sight of the table they are drawn from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum
from typing import Protocol

from companion.engines.position import Options, Seat
from companion.engines.refusals import Message
from companion.ports import Gesture, Key, KeyPress
from companion.screens.page import Page
from companion.table.moments import Step
from companion.table.settings import DEFAULTS, Settings, Value
from companion.table.shelf import Few, Shelf
from companion.words import Words

TITLE = 110
"""So many pixels of a title bar are for what stands in it, with a blank between."""


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


_ON_PRESS = {
    Key.UP: Command.UP,
    Key.DOWN: Command.DOWN,
    Key.LEFT: Command.LEFT,
    Key.RIGHT: Command.RIGHT,
    Key.HELP: Command.HELP,
}
_ON_RELEASE = {Key.OK: Command.OK, Key.BACK: Command.BACK}
_ON_HOLD = {Key.OK: Command.HELP, Key.BACK: Command.UNDO}


def meant(press: KeyPress) -> Command | None:
    """The command of a gesture; None for gestures that only begin or end one."""
    if press.gesture in (Gesture.PRESS, Gesture.REPEAT):
        return _ON_PRESS.get(press.key)
    return (_ON_RELEASE if press.gesture is Gesture.RELEASE else _ON_HOLD).get(press.key)


@dataclass(frozen=True, slots=True)
class Gear:
    """What the device has for its settings: texts in `languages`, letters for those that are `readable`.

    `font` is the path of the font in use, empty without one; `troubles` is what is wrong with the settings as they
    are written down; `parts` are the parts of the board that can be switched off.
    """

    languages: tuple[str, ...] = ("en",)
    readable: tuple[str, ...] = ("en",)
    font: str = ""
    troubles: tuple[Message, ...] = ()
    parts: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Sight:
    """What a screen may see: the moment the table stands at, the people, the words and how wide a line may be.

    `shelf` is where the other games can be looked up.
    And for the settings these and the device's gear; that is a function, because a font is looked for when one asks.
    """

    step: Step | None
    roster: tuple[str, ...]
    may_redo: bool
    words: Words
    wrap: Callable[..., tuple[str, ...]]
    shelf: Shelf = Few()  # noqa: RUF009 - it cannot change
    settings: Settings = DEFAULTS
    gear: Callable[[], Gear] = Gear

    def at(self, place: int) -> Sight:
        """The table as it was after the moment at `place` of the game's course."""
        step = self.step
        assert step is not None
        assert step.course is not None
        past = Step(step.id, step.parent, step.text, step.played, step.course[: place + 1])
        return replace(self, step=past)

    def fit(self, title: str, aside: str) -> bool:
        """Whether both have room in one title bar."""
        return not aside or len(self.wrap(f"{title}  {aside}", TITLE)) < 2


class Screen(Protocol):
    """A value. `update` gives itself when a command does nothing here."""

    def update(self, command: Command, sight: Sight) -> Screen | Intent:
        """The next screen, or what is to be done."""

    def view(self, sight: Sight) -> Page:
        """What can be read."""


@dataclass(frozen=True, slots=True)
class Tell:
    """Tell the table what happened: an action, or an act of the people (see `companion.table.moments`)."""

    text: str


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back the last thing."""


@dataclass(frozen=True, slots=True)
class Redo:
    """Bring back what was taken back last."""


@dataclass(frozen=True, slots=True)
class Start:
    """Begin a game. `begins` is the place among the names, in the order of the table, of who begins; None draws."""

    game: str
    names: tuple[str, ...]
    options: Options
    begins: Seat | None = 0


@dataclass(frozen=True, slots=True)
class Rematch:
    """Play on with the same people, seated as their series says."""


@dataclass(frozen=True, slots=True)
class Resume:
    """Bring a game that waits or is over back to the table, by its number in the record."""

    game: int


@dataclass(frozen=True, slots=True)
class Deal:
    """Deal the cards that are not told yet; `then` is where to go on."""

    then: Screen


@dataclass(frozen=True, slots=True)
class AddPerson:
    """A name for the roster; `then` is where to go on."""

    name: str
    then: Screen


@dataclass(frozen=True, slots=True)
class RenamePerson:
    """Another name for somebody on the roster."""

    name: str
    to: str
    then: Screen


@dataclass(frozen=True, slots=True)
class RetirePerson:
    """A name is taken off the roster."""

    name: str
    then: Screen


@dataclass(frozen=True, slots=True)
class Adjust:
    """Another value for a setting."""

    key: str
    value: Value
    then: Screen


@dataclass(frozen=True, slots=True)
class Say:
    """Only a banner: why something cannot be done here."""

    key: str
    params: dict[str, object]
    then: Screen


Intent = Tell | Undo | Redo | Start | Rematch | Resume | Deal | AddPerson | RenamePerson | RetirePerson | Adjust | Say


def turned(cursor: int, command: Command, count: int) -> int:
    """A cursor after UP or DOWN in a ring of `count`; LEFT and RIGHT do the same."""
    if command in (Command.UP, Command.LEFT):
        return (cursor - 1) % count
    if command in (Command.DOWN, Command.RIGHT):
        return (cursor + 1) % count
    return cursor


MOVES = (Command.UP, Command.DOWN, Command.LEFT, Command.RIGHT)
