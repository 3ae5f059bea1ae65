"""Intents: what a screen asks for. The loop performs them and continues with the next screen.

They are not in `screen`, because a start does not need them and would be slower.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.games.game import Options, Seat
from companion.session.settings import Value

if TYPE_CHECKING:
    from companion.ui.screen import Screen


@dataclass(frozen=True, slots=True)
class Enter:
    """Enter what happened: an action, or an act of the people (see `companion.session.timeline`)."""

    text: str


@dataclass(frozen=True, slots=True)
class Undo:
    """Undo the last entry."""


@dataclass(frozen=True, slots=True)
class Redo:
    """Redo what was undone last."""


@dataclass(frozen=True, slots=True)
class Start:
    """Begin a game; `names` are in the order of the table. `begins` is the index of who begins; None draws lots."""

    game: str
    names: tuple[str, ...]
    options: Options
    begins: Seat | None = 0


@dataclass(frozen=True, slots=True)
class Rematch:
    """Begin the next game with the same people; their series sets the seats."""


@dataclass(frozen=True, slots=True)
class Resume:
    """Bring a waiting or finished game back to the table, by its number in the record."""

    game: int


@dataclass(frozen=True, slots=True)
class Deal:
    """Deal the cards that nobody has entered yet; `then` is the next screen."""

    then: Screen


@dataclass(frozen=True, slots=True)
class AddPerson:
    """Add a name to the roster; `then` is the next screen."""

    name: str
    then: Screen


@dataclass(frozen=True, slots=True)
class RenamePerson:
    """Rename a person on the roster."""

    name: str
    to: str
    then: Screen


@dataclass(frozen=True, slots=True)
class RetirePerson:
    """Take a name off the roster."""

    name: str
    then: Screen


@dataclass(frozen=True, slots=True)
class Adjust:
    """Change a setting."""

    key: str
    value: Value
    then: Screen


@dataclass(frozen=True, slots=True)
class Say:
    """Only show a banner: why something is not possible here."""

    key: str
    params: dict[str, object]
    then: Screen


@dataclass(frozen=True, slots=True)
class SwitchOff:
    """Switch the machine off, after a countdown that any key stops."""


Intent = (
    Enter | Undo | Redo | Start | Rematch | Resume | Deal | AddPerson | RenamePerson | RetirePerson | Adjust | Say
    | SwitchOff
)
