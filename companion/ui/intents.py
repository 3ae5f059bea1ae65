"""Intents: what a screen wants done. The loop does it and goes on with the next screen.

Apart from `screen`, so that a start, at which nobody wants anything yet, does not pay for them.
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
    """Tell the table what happened: an action, or an act of the people (see `companion.session.timeline`)."""

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


@dataclass(frozen=True, slots=True)
class SwitchOff:
    """Switch the machine off, after a count that any key stops."""


Intent = (
    Enter | Undo | Redo | Start | Rematch | Resume | Deal | AddPerson | RenamePerson | RetirePerson | Adjust | Say
    | SwitchOff
)
