"""What all screens share: commands in, screens and `intents` out, and the context that they are drawn from."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from typing import TYPE_CHECKING, Any

from companion.guard import guarded
from companion.kit.rules import Seat
from companion.kit.text import Situation
from companion.messages import Message, Phrase
from companion.play.clock import ClockFace
from companion.play.timeline import Snapshot
from companion.ports import Gesture, Key, KeyPress, PhonesSeen, PublicView
from companion.record.lists import Play
from companion.session.device import NO_SEED, OpenSeed
from companion.session.settings import DEFAULTS, Settings
from companion.ui.page import Field, Page, Reading, Target, in_one_line, text_page
from companion.values import Frozen, NamedTuple, Protocol, replace
from companion.words import Words

if TYPE_CHECKING:  # only looked at in a game or after one, and a start must not pay for it
    from companion.kit.search.mind import Thought
    from companion.session.game_library import Library, OfferedPuzzle
    from companion.session.review import Reviewed

TITLE = 110
"""The pixels of a title bar for title and aside, with a blank between them."""

LIST_LINE = 112
"""The pixels of a line of a list."""

EVERY_KEY = frozenset(Key)


class Command(Enum):
    """What a gesture on a key means."""

    UP = "up"
    DOWN = "down"
    LEFT = "left"
    RIGHT = "right"
    OK = "ok"
    BACK = "back"
    HELP = "help"
    HOLD = "hold"
    """OK was held: help, but on a line with an `end` the question whether to end it."""
    UNDO = "undo"
    MENU = "menu"
    """Only on a board without a BACK key: opens a menu that replaces it."""


_ON_PRESS = {
    Key.UP: Command.UP,
    Key.DOWN: Command.DOWN,
    Key.LEFT: Command.LEFT,
    Key.RIGHT: Command.RIGHT,
    Key.HELP: Command.HELP,
}
_ON_RELEASE = {Key.OK: Command.OK, Key.BACK: Command.BACK}
_ON_HOLD = {Key.OK: Command.HOLD, Key.BACK: Command.UNDO}


def command_of(press: KeyPress, keys: frozenset[Key] = EVERY_KEY) -> Command | None:
    """The command of a gesture on a board with these keys; None for gestures that only begin or end one."""
    if press.gesture in (Gesture.PRESS, Gesture.REPEAT):
        return _ON_PRESS.get(press.key)
    if press.gesture is Gesture.HOLD and press.key is Key.OK and Key.BACK not in keys:
        return Command.MENU
    return (_ON_RELEASE if press.gesture is Gesture.RELEASE else _ON_HOLD).get(press.key)


class Capabilities(Frozen):
    """What the device offers to its settings: it has texts in `languages`, and letters for the `readable` ones.

    `font` is the path of the font in use, empty without one. `troubles` are the faults of the settings file. `parts`
    are the parts of the board that can be switched off. `web` is the address of the web window, empty without one.
    `rates` says whether ratings can be computed here. `legend` is where the board has its keys.
    """

    languages: tuple[str, ...] = ("en",)
    readable: tuple[str, ...] = ("en",)
    font: str = ""
    troubles: tuple[Message, ...] = ()
    parts: frozenset[str] = frozenset()
    web: str = ""
    rates: bool = True
    legend: str = "right"


class DeviceTurn(NamedTuple):
    """A turn of the device: its seat and level, and its thought, None while it thinks; `mark` counts the seconds."""

    seat: Seat
    level: str
    thought: Thought | None
    mark: int = 0


class Left(NamedTuple):
    """What the device had hidden on a seat that it has just left, as JSON values."""

    seat: Seat
    shown: Any


class Answers(NamedTuple):
    """What is known about the table at hand: None as long as it is not. Odds and advice are values of the protocol, {}
    if they cannot be known.

    `review` is of the game that people looked at last. `mark` counts the seconds of thinking.
    """

    odds: Mapping[str, Any] | None = None
    advice: Mapping[str, Any] | None = None
    review: Reviewed | None = None
    mark: int = 0


class Routes(Protocol):
    """The ways to screens that others lead to without importing them. `back` is the screen that BACK leads to."""

    def home(self) -> Screen:
        """Home, with the cursor on its first line."""

    def table(self) -> Screen:
        """The table while a game runs."""

    def over(self) -> Screen:
        """The table when the game is over."""

    def read_only(self) -> Screen:
        """The table of a game that can only be read."""

    def handover(self) -> Screen:
        """What the device had hidden on a seat that it has just left."""

    def asked(self) -> Screen:
        """What the device asks people to do for it."""

    def asked_by_game(self, context: Context) -> Screen | None:
        """The screen of the game at a turn of the device; None in games where the device asks on the table."""

    def seal(self) -> Screen:
        """The seal of the device's chance."""

    def setup(self) -> Screen:
        """What to lay out before the first card."""

    def score(self) -> Screen:
        """The score board."""

    def help(self, back: Screen) -> Screen:
        """Help on the screen `back`."""

    def hold_menu(self, below: Screen, context: Context) -> Screen | Intent:
        """The menu in place of a BACK key."""

    def unset(self, intent: Intent, screen: Screen, context: Context) -> Screen | Intent:
        """The question before corrections of the audit are lost; the intent itself if none would be."""

    def log(self, back: Screen) -> Screen:
        """The entries of the game on the table."""

    def audit(self, back: Screen) -> Screen:
        """What must lie on the table."""

    def new(self, game: str, context: Context, back: Screen) -> Screen:
        """A new game, by its key."""

    def players(self, new: Screen, cursor: int = 1) -> Screen:
        """Who plays the new game of the screen `new`."""

    def games(self, back: Screen, context: Context) -> Screen | Intent:
        """The games that are not at home; before them what is wrong with files of score pads."""

    def waiting(self, back: Screen, skipped: int) -> Screen:
        """The games that wait, from the place `skipped` on."""

    def history(self, back: Screen) -> Screen:
        """The finished games."""

    def puzzle(self, back: Screen, offered: OfferedPuzzle, context: Context) -> Screen | Intent:
        """A puzzle from a finished game."""

    def people(self, back: Screen) -> Screen:
        """Everybody on the list."""

    def settings(self, back: Screen) -> Screen:
        """The settings."""

    def messages(self, back: Screen) -> Screen:
        """The messages about the device that are kept."""

    def labelled(self, screen: Screen, label: str, context: Context) -> Screen | Intent:
        """The action that a label means on the table, or the choice among several."""

    def phones(self, back: Screen) -> Screen:
        """The phones that may press."""


class Context(Frozen):
    """What a screen may use: the snapshot of the table, the people, the words, and a function that wraps lines.

    `routes` lead to the screens that others do not import.
    `game_library` looks up the other games, `keys` are the keys of the board, `may_switch_off` says whether the machine
    can be switched off. `capabilities` is a function, because it searches for a font. `home` is the home screen as
    people left it, None if they have not been there. `clock` is the turn clock; None in a game without one. `device` is
    the turn of the device, None if people act; `answers` are odds, advice and review; `open_seed` is the sealed chance
    of a finished game; `may_add_word`: people can still add a word to the chance of the device. `left` is what the
    device had hidden on a seat that it has just left. `messages` are those that are kept, the newest first. `keyboard`:
    one stands for the keys of the board. `services`: it runs from the card, where services beside it copy records and
    set the clock. `chip` is the display's, empty where it cannot be another one. `wide`: the page is for a place wider
    than the glass, where all texts fit and lists are whole.
    `tag_label` gives the label that a tag stands for by its number, and `has_reader` says whether people are offered to
    teach tags.
    `phones` are those that may press; None where none can.
    """

    step: Snapshot | None
    roster: tuple[str, ...]
    may_redo: bool
    words: Words
    wrap: Callable[..., tuple[str, ...]]
    routes: Routes
    game_library: Library
    settings: Settings = DEFAULTS
    capabilities: Callable[[], Capabilities] = Capabilities
    keys: frozenset[Key] = EVERY_KEY
    may_switch_off: bool = False
    home: Screen | None = None
    clock: ClockFace | None = None
    device: DeviceTurn | None = None
    answers: Answers = Answers()
    open_seed: OpenSeed = NO_SEED
    may_add_word: bool = False
    left: Left | None = None
    services: bool = False
    chip: str = ""
    messages: tuple[Phrase, ...] = ()
    pages_of_text: Reading | None = None
    wide: bool = False
    keyboard: bool = False
    tag_label: Callable[[str], str | None] = lambda _: None
    has_reader: bool = False
    phones: PhonesSeen | None = None

    def widened(self) -> Context:
        """The context of a page for a wider place: texts are not wrapped there; their pages are the same."""
        return replace(self, wide=True, wrap=in_one_line, pages_of_text=self.reading)

    @property
    def reading(self) -> Reading:
        """How texts that fill a page are wrapped: as all lines, where nothing else is said."""
        return self.pages_of_text or Reading(self.wrap)

    def at(self, place: int) -> Context:
        """The context with the table after the entry at `place` of the timeline."""
        step = self.step
        assert step is not None
        return replace(self, step=step.at(place), clock=None, device=None, answers=Answers(), left=None)

    @property
    def situation(self) -> Situation[Any]:
        """The position on the table, for the texts of the game."""
        assert self.step is not None
        return self.step.situation(self.words, self.fits, memory=self.memory)

    @property
    def memory(self) -> bool:
        """Whether to show what people know only from discards and won tricks: by the settings, and after the end."""
        return self.settings.risk or (self.step is not None and self.step.outcome is not None)

    def text_page(self, page: Page, text: str) -> Page:
        """The page with a text that fills it; in a wider place in one line."""
        return replace(page, text=self.wrap(text)) if self.wide else text_page(page, text, self.reading, self.wrap)

    def fits(self, text: str, width: int) -> bool:
        """Whether a text fits a line of `width` pixels, 0 for a whole line."""
        return self.wide or len(self.wrap(text, width) if width else self.wrap(text)) < 2

    def fits_list(self, text: str, width: int) -> bool:
        """Whether a text fits `width` pixels of a line of a list, whose letters are wider; 0 for a whole line."""
        return self.wide or len(self.reading.wrap(text, min(width or LIST_LINE, LIST_LINE))) < 2

    def fit(self, title: str, aside: str) -> bool:
        """Whether both fit one title bar."""
        return self.fits(f"{title}  {aside}", TITLE) if aside else self.fits(title, 0)


class PublicViewMaker(Frozen):
    """Makes the public view, in any thread. Two makers are equal if they make the same view."""

    step: Snapshot | None
    words: Words
    memory: bool = True
    play: Play | None = None
    review: Reviewed | None = None

    def __call__(self) -> PublicView:
        from companion.session.public_view import public_view

        words, step = self.words.plain, self.step

        def closed(_: Exception) -> PublicView:
            """The table without what happens at it."""
            unplayed = step and Snapshot(step.id, step.parent, step.text, step.setup, None)
            return public_view(unplayed, words)._replace(says=words("trouble.page.title"))

        return guarded(
            "the table for those who watch",
            lambda: public_view(step, words, memory=self.memory, play=self.play, review=self.review),
            closed,
            step,
        )


class Intent(Frozen):
    """The base of the `intents`: what a screen asks for instead of another screen. One that `needs_glass` is not
    performed for a phone. The field `then` of one that has it is the next screen, else that of the table is.
    """

    needs_glass = False


class Aim(NamedTuple):
    """Where typed text leads on a screen: the screen with its cursor there.

    `refusal` is what OK answers instead, as long as the text is only the beginning of something.
    """

    screen: Screen
    refusal: Intent | None = None


class Screen(Frozen):
    """A value. `update` returns the screen itself if a command does nothing here.

    A screen that `takes_all` gets every command, HELP and UNDO too; one that `takes_undo` gets UNDO. Where one `plays`
    people enter actions, and the clock is shown; where one `looks_back` the clock pauses (CLK-3). One that
    `awaits_device` is replaced by the screen of the table when the device has chosen. While one is open that stands
    `before_game`, the device does not choose. One that `has_text` shows another one on which text was typed; one that
    `takes_tags` gets the number of a tag itself. One that
    `needs_glass` is not opened for a phone; while one that `pairs` is shown, a phone may be paired.
    """

    takes_all = False
    awaits_device = False
    before_game = False
    takes_undo = False
    plays = False
    looks_back = False
    has_text = False
    takes_tags = False
    needs_glass = False
    pairs = False

    @property
    def home(self) -> Screen | None:
        """The home screen that people find after they leave this screen; None if they find it as it was before."""
        return None

    @property
    def untyped(self) -> Screen:
        """The screen without text that stands there, with the cursor where the text has led."""
        return self

    @property
    def may_rest(self) -> bool:
        """Whether the score board may replace the screen while nobody plays."""
        return False

    @abstractmethod
    def update(self, command: Command, context: Context) -> Screen | Intent:
        """The next screen, or an intent."""

    def end(self, context: Context) -> Screen | None:
        """The question whether to end the game under the cursor; None where no game is. Holding OK leads there."""
        return None

    @abstractmethod
    def view(self, context: Context) -> Page:
        """The page to show."""

    def type_text(self, text: str, context: Context) -> Screen | Intent | Aim:
        """The answer to text from a keyboard.

        On a screen on which people choose, it is all the text typed since the screen was as it is, and the answer says
        where it leads; the screen itself, or a message, where it leads nowhere. On one on which people write, the next
        screen.
        """
        return self

    def targets(self, context: Context) -> tuple[Target, ...]:
        """What can be chosen on the page now, and what can only be read there, in words."""
        return ()

    def asks(self, context: Context) -> Field | None:
        """The number or text that is asked; None where none is."""
        return None

    def touch(self, target: str, context: Context) -> Screen | Intent:
        """The answer to a touch on one of the `targets`, by its id: what OK leads to with the cursor there."""
        return self

    def read_label(self, label: str, context: Context) -> Screen | Intent | None:
        """The answer to the label of a card: on a screen that `plays` as on the table; None on one that takes none."""
        return context.routes.labelled(self, label, context) if self.plays else None


def screens_behind(screen: Screen) -> Iterator[Screen]:
    """A screen and all screens to which it leads back, the nearest first."""
    yield screen
    for field in vars(screen).values():
        if isinstance(field, Screen):
            yield from screens_behind(field)


BY = {Command.UP: -1, Command.LEFT: -1, Command.DOWN: 1, Command.RIGHT: 1}
"""Where a key moves the cursor: to the one before (-1) or to the next one (1)."""
MOVES = tuple(BY)
ACROSS = (Command.LEFT, Command.RIGHT)


def move_in_ring(cursor: int, command: Command, count: int) -> int:
    """The cursor after one of the `MOVES` in a ring of `count`."""
    return (cursor + BY[command]) % count
