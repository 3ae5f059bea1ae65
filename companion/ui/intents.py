"""Intents: what a screen asks for. The loop performs them and continues with the next screen."""

from __future__ import annotations

from companion.kit.rules import Options, Seat
from companion.messages import Message, Phrase
from companion.play.act import Act, parse
from companion.play.clock import OFF, ClockRule
from companion.play.timeline import Snapshot
from companion.session.device import NO_DEVICE, Sitting
from companion.session.settings import Value
from companion.ui.screen import Intent, Screen


class Enter(Intent):
    """Enter what happened: an action, or an act of the people (see `companion.play.timeline`)."""

    text: str

    @property
    def act(self) -> Act:
        """What is entered, as a value."""
        return parse(self.text)


class EnterAll(Intent):
    """Enter several actions, one after the other."""

    texts: tuple[str, ...]


class Undo(Intent):
    """Undo the last entry."""


class Redo(Intent):
    """Redo what was undone last."""


class Start(Intent):
    """Begin a game; `names` are in the order of the table. `begins` is the index of who begins; None draws lots."""

    game: str
    names: tuple[str, ...]
    options: Options
    begins: Seat | None = 0
    clock: ClockRule = OFF
    sitting: Sitting = NO_DEVICE


class RunClock(Intent):
    """Let the turn clock go on, or pause it."""

    goes: bool


class Enough(Intent):
    """The device is to take the best that it has thought of by now."""


class AddWord(Intent):
    """Add a word of the people to all chance of the device, before it has chosen anything."""

    word: str


class Ask(Intent):
    """Ask the device what to do; `then` shows the answer."""

    then: Screen


class LookAgain(Intent):
    """Look at a finished game again; `then` shows it."""

    step: Snapshot
    then: Screen


class EndPuzzle(Intent):
    """A puzzle is solved, or its answer shown: the ply `ply` of a finished game; `then` is next."""

    game: int
    ply: int
    then: Screen


class PlayOn(Intent):
    """Begin a game at the table before the entry at `place` of a finished game: the person of this seat against devices
    of this level.
    """

    step: Snapshot
    place: int
    seat: Seat
    level: str


class Rematch(Intent):
    """Begin the next game with the same people; their series sets the seats."""


class Resume(Intent):
    """Bring a waiting or finished game back to the table, by its number in the record."""

    game: int


class Abandon(Intent):
    """End a game as abandoned without bringing it to the table, by its number in the record; `then` is next."""

    game: int
    then: Screen


class Deal(Intent):
    """Deal the cards that nobody has entered yet; `then` is the next screen."""

    then: Screen


class AddPerson(Intent):
    """Add a name to the roster; `then` is the next screen."""

    name: str
    then: Screen


class RenamePerson(Intent):
    """Rename a person on the roster."""

    name: str
    to: str
    then: Screen


class RetirePerson(Intent):
    """Take a name off the roster."""

    name: str
    then: Screen


class TeachTag(Intent):
    """From now on the tag with this number stands for the card of a label, whose name is given; `before` is the name of
    the card that it has stood for, empty without one.
    """

    number: str
    label: str
    name: str
    before: str
    then: Screen


class Adjust(Intent):
    """Change a setting."""

    key: str
    value: Value
    then: Screen


class Say(Intent):
    """Only show a banner: why something is not possible here."""

    key: str
    params: dict[str, object]
    then: Screen


class Post(Intent):
    """Say something about the device itself, and keep it until people have read and dismissed it."""

    messages: tuple[Message, ...]
    then: Screen


class Dismiss(Intent):
    """Keep a message no longer."""

    text: Phrase
    then: Screen


class AskService(Intent):
    """Ask a service beside the device on the card to do its work, with a line of text; `said` is shown meanwhile."""

    name: str
    said: str
    then: Screen
    text: str = ""


class TryChips(Intent):
    """Show the picture as each chip draws it that the display may have, and ask which one is straight."""

    then: Screen


class AcceptPhone(Intent):
    """Let the phone that asks press."""

    needs_glass = True

    then: Screen


class RemovePhone(Intent):
    """End what a phone may do."""

    needs_glass = True

    number: int
    then: Screen


class SwitchOff(Intent):
    """Switch the machine off, after a countdown that any key stops."""

    needs_glass = True
