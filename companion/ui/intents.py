"""Intents: what a screen asks for. The loop performs them and continues with the next screen.

They are not in `screen`, because a start does not need them and would be slower.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.game import Options, Seat
from companion.session.settings import Value
from companion.values import Frozen

if TYPE_CHECKING:
    from companion.ui.screen import Screen


class Enter(Frozen):
    """Enter what happened: an action, or an act of the people (see `companion.session.timeline`)."""

    text: str


class Undo(Frozen):
    """Undo the last entry."""


class Redo(Frozen):
    """Redo what was undone last."""


class Start(Frozen):
    """Begin a game; `names` are in the order of the table. `begins` is the index of who begins; None draws lots."""

    game: str
    names: tuple[str, ...]
    options: Options
    begins: Seat | None = 0


class Rematch(Frozen):
    """Begin the next game with the same people; their series sets the seats."""


class Resume(Frozen):
    """Bring a waiting or finished game back to the table, by its number in the record."""

    game: int


class Deal(Frozen):
    """Deal the cards that nobody has entered yet; `then` is the next screen."""

    then: Screen


class AddPerson(Frozen):
    """Add a name to the roster; `then` is the next screen."""

    name: str
    then: Screen


class RenamePerson(Frozen):
    """Rename a person on the roster."""

    name: str
    to: str
    then: Screen


class RetirePerson(Frozen):
    """Take a name off the roster."""

    name: str
    then: Screen


class Adjust(Frozen):
    """Change a setting."""

    key: str
    value: Value
    then: Screen


class Say(Frozen):
    """Only show a banner: why something is not possible here."""

    key: str
    params: dict[str, object]
    then: Screen


class SwitchOff(Frozen):
    """Switch the machine off, after a countdown that any key stops."""


Intent = (
    Enter
    | Undo
    | Redo
    | Start
    | Rematch
    | Resume
    | Deal
    | AddPerson
    | RenamePerson
    | RetirePerson
    | Adjust
    | Say
    | SwitchOff
)
