"""Intents: what a screen wants done. The loop does it and goes on with the next screen.

Apart from `screen`, so that a start, at which nobody wants anything yet, does not pay for them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.game import Options, Seat
from companion.session.settings import Value
from companion.values import Frozen

if TYPE_CHECKING:
    from companion.ui.screen import Screen


class Enter(Frozen):
    """Tell the table what happened: an action, or an act of the people (see `companion.session.timeline`)."""

    text: str


class Undo(Frozen):
    """Take back the last thing."""


class Redo(Frozen):
    """Bring back what was taken back last."""


class Start(Frozen):
    """Begin a game. `begins` is the place among the names, in the order of the table, of who begins; None draws."""

    game: str
    names: tuple[str, ...]
    options: Options
    begins: Seat | None = 0


class Rematch(Frozen):
    """Play on with the same people, seated as their series says."""


class Resume(Frozen):
    """Bring a game that waits or is over back to the table, by its number in the record."""

    game: int


class Deal(Frozen):
    """Deal the cards that are not told yet; `then` is where to go on."""

    then: Screen


class AddPerson(Frozen):
    """A name for the roster; `then` is where to go on."""

    name: str
    then: Screen


class RenamePerson(Frozen):
    """Another name for somebody on the roster."""

    name: str
    to: str
    then: Screen


class RetirePerson(Frozen):
    """A name is taken off the roster."""

    name: str
    then: Screen


class Adjust(Frozen):
    """Another value for a setting."""

    key: str
    value: Value
    then: Screen


class Say(Frozen):
    """Only a banner: why something cannot be done here."""

    key: str
    params: dict[str, object]
    then: Screen


class SwitchOff(Frozen):
    """Switch the machine off, after a count that any key stops."""


Intent = (
    Enter | Undo | Redo | Start | Rematch | Resume | Deal | AddPerson | RenamePerson | RetirePerson | Adjust | Say
    | SwitchOff
)
