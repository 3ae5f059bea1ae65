"""What the companion needs from outside: keys, a clock, panels.

`hardware` implements these for real boards and for simulated ones.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from typing import TYPE_CHECKING, Any
from unicodedata import normalize

from companion.values import Frozen, NamedTuple, Protocol, replace

if TYPE_CHECKING:
    from PIL.Image import Image

WIDTH, HEIGHT = 128, 64
"""The size of the display in pixels. Larger panels show the same picture, centred."""


class Key(Enum):
    """A logical key. UP, DOWN, OK and BACK are enough for every function."""

    UP = "up"
    DOWN = "down"
    LEFT = "left"
    RIGHT = "right"
    OK = "ok"
    BACK = "back"
    HELP = "help"


HOLD_S = 0.6
"""How long OK or BACK is down until it counts as held."""


class Gesture(Enum):
    """How a key was used. No RELEASE follows a HOLD."""

    PRESS = "press"
    REPEAT = "repeat"
    RELEASE = "release"
    HOLD = "hold"


class Event(Frozen):
    """The base of all that other threads put into the inbox for the loop."""


class KeyPress(Event):
    """One gesture on one key; `at` in seconds of a monotonic clock. `board`: a key of the board, not of a keyboard."""

    key: Key
    gesture: Gesture
    at: float
    board: bool = True


class Typed(Event):
    """Text from a keyboard, a number pad or a phone: letters one by one as they are typed, or a whole word."""

    text: str


class Reading(Event):
    """A text that comes as one piece from a reader: the label of a card, or the number of a tag."""

    text: str


class TouchResult(Enum):
    """What became of a touch. DONE: it did something. REFUSED: it is not possible, or nothing happened. MOVED: the page
    has moved on since it was seen, and nothing changed.
    """

    DONE = "done"
    REFUSED = "refused"
    MOVED = "moved"


class Touched(Event):
    """A touch on a target of the page with this number (see `WidePage`); `target` is its id, or `@` and a key,
    or FIELD, with the whole `text` for the field of the page. `source` is what the log calls the phone.

    The loop calls `answer` once, in its own thread.
    """

    page: str
    target: str
    answer: Callable[[TouchResult], None]
    source: str = ""
    text: str = ""


FIELD = "@field"
"""The field of a page, which a phone fills at once."""


class Repeat(Frozen):
    """When a moving key repeats while it is held: first after `after_s`, then every `every_s` seconds."""

    after_s: float
    every_s: float


class PhoneNews(Event):
    """The phone with this number was paired; 0 for another change of what the page for pairing shows."""

    number: int


class PhonesSeen(NamedTuple):
    """What the page for pairing shows: the key that is good now, the digits of a phone that asks, both empty without
    one; the numbers of the phones that may press, and whether no more may.
    """

    key: str = ""
    digits: str = ""
    numbers: tuple[int, ...] = ()
    full: bool = False


class PhoneBook(Protocol):
    """The phones that may press."""

    @property
    def deadline(self) -> float | None:
        """When what is shown changes by itself."""

    def offer(self, *, shown: bool) -> None:
        """Whether the page for pairing is shown."""

    def seen(self) -> PhonesSeen:
        """What that page shows."""

    def accept(self) -> None:
        """Somebody at the glass lets the phone that asks press."""

    def remove(self, number: int) -> None:
        """End what a phone may do."""


class KeyStuck(Event):
    """A key of the board is down for so long that it must be stuck. It does nothing before it is released."""

    key: Key


class Stop(Event):
    """The event that asks the loop to end in good order."""


class Reread(Event):
    """The event that asks the loop to read the file of the settings again."""


class Answered(Event):
    """The worker's answer to the question of this number, as JSON values; without one nothing can think any more.

    The number 0 is for a worker that has ended while no question was open.
    """

    number: int
    reply: Mapping[str, Any] | None


class PortError(Exception):
    """A port does not work: display unplugged, no permission, pins busy. The text says which and why.

    It never ends a game: the owner of the port tries again later.
    """


class AuxPortError(PortError):
    """A port other than the display does not work, so the display can say so at once.

    `key` is the end of the key of a message for people, `web.trouble.KEY`, with its parameters; empty without one.
    """

    def __init__(self, text: str, key: str = "", **params: object) -> None:
        super().__init__(text)
        self.key = key
        self.params = params


CLOCK_FROM = 1_735_689_600
"""The beginning of 2025. A wall clock that shows an earlier time has never been set."""


class Clock(Protocol):
    """Where the time comes from."""

    def monotonic(self) -> float:
        """Seconds that never go back, for deadlines."""

    def wall(self) -> float:
        """Seconds since 1970, for the record; they may jump."""


class Inbox(Protocol):
    """The queue into which other threads put events, and on which the thread of the loop sleeps."""

    def get(self, deadline: float | None) -> Event | None:
        """The next event; None once the monotonic clock has reached `deadline`, or if a port needs attention."""

    def repeat(self, rate: Repeat | None) -> None:
        """Let keys repeat like this, with None not at all. Called by the thread that calls `get`."""


class OpenInbox(Inbox, Protocol):
    """An inbox into which other parts of this program may put events."""

    def put(self, event: Event) -> None:
        """Enqueue an event. For any thread."""


class PageText(Frozen):
    """What the display shows, as text.

    `cursor` is an index into `lines`, or (row, column): `lines[row].split()[column]` is the cell under it.
    `typed`: text that somebody has typed stands in the title.
    """

    screen: str
    lines: tuple[str, ...]
    cursor: int | tuple[int, int] | None
    banner: str | None
    typed: bool = False


class Target(NamedTuple):
    """A place of a page that can be chosen, with its name in words; without an `id` it can only be read.

    `id` is the path of its steps with `/` between them, or its place in the whole list. `part` is the part of the page
    that it is in (`menu`, `board`, `places`, `audit`, `pages`, `values`), with its row and column there; column None
    for a line. `places` are those of the table's board while the choices are on another one. `codes` are what people
    may type for it.
    """

    id: str
    part: str
    row: int
    column: int | None
    name: str
    codes: tuple[str, ...] = ()


class Field(NamedTuple):
    """A number or a text that is asked: its `kind` (`number` or `text`), its value, what is possible in words, and
    what is typed so far.
    """

    kind: str
    value: str
    possible: str = ""
    typed: str = ""


class SheetCell(NamedTuple):
    """What is written in a cell of a score sheet, and over how many columns it goes."""

    text: str
    wide: int = 1


class SheetLine(NamedTuple):
    """A line of a round: its name, and its cells from the left."""

    name: str
    cells: tuple[SheetCell, ...]


class SheetRound(NamedTuple):
    """A round of a score sheet: its name, and what was entered in it, with the points and scores after it."""

    name: str
    lines: tuple[SheetLine, ...]


class ScoreSheet(NamedTuple):
    """The rounds of a game, with a column for each of `people`; above them `sides`, empty where nobody has a partner.

    `number` changes with each entry of the record. People correct the entries of one round together.
    """

    number: str
    people: tuple[str, ...]
    rounds: tuple[SheetRound, ...]
    sides: tuple[SheetCell, ...] = ()


class Blank(NamedTuple):
    """A cell of a round while people correct it: its id, its `name` in words, in short its `label` among those with the
    same `heading`, and its value as it was typed.

    `choices` are the values with their names, empty where a number is asked; `possible` says which numbers are. `fault`
    says why the value cannot be, empty where it can.
    """

    id: str
    name: str
    heading: str
    label: str
    value: str
    choices: tuple[tuple[str, str], ...] = ()
    possible: str = ""
    fault: str = ""


class RoundDraft(NamedTuple):
    """A round with the values that people have typed for it. `sums` say of each field with a total what it has (`Took 4
    of 5`), and whether that is right; `why` why the whole cannot be put in.
    """

    result: TouchResult
    blanks: tuple[Blank, ...] = ()
    sums: tuple[tuple[str, bool], ...] = ()
    why: str = ""
    asks: bool = False


class RoundTyped(Event):
    """Values for cells of a round, by its place on the score sheet with this number. `values` are the texts by the ids
    of the cells; cells without one keep what they have. Only with `put` they are entered.

    The loop calls `answer` once, in its own thread. `source` is what the log calls the phone.
    """

    sheet: str
    round: int
    values: Mapping[str, str]
    put: bool
    answer: Callable[[RoundDraft], None]
    source: str = ""


class Answer(NamedTuple):
    """A question that can be asked on every page, by its key and in words, and the lines that answer it."""

    key: str
    name: str
    lines: tuple[str, ...]


class WidePage(NamedTuple):
    """A page for a place that is wider than the glass: whole texts, whole lists, and all that can be chosen.

    `number` changes with all that can be touched: the record, the screen, its targets, a banner that waits. It stays
    while only the cursor, a clock, a mark of thinking or the light changes. `waits`: the banner stands until OK, which
    is the only thing to touch meanwhile. `keys` names the keys that do something, as `Page.keys`. `private`: only those
    at the glass may see the page; then it has no text and nothing to touch. `labels` are the words around the page,
    `answers` those to what can be asked. `sheet` is the score sheet of the game on the table, if it has one.
    """

    number: str
    screen: str
    title: str
    aside: str = ""
    text: tuple[str, ...] = ()
    targets: tuple[Target, ...] = ()
    field: Field | None = None
    banner: str | None = None
    waits: bool = False
    keys: str = ""
    private: bool = False
    labels: Mapping[str, str] = {}
    sheet: ScoreSheet | None = None
    answers: tuple[Answer, ...] = ()

    def answer(self, asked: str) -> list[str]:
        """The lines that answer what is typed: a question by its key or its name, else what is said of a place."""
        wanted = normalize("NFKC", asked).casefold().strip()
        for one in self.answers:
            if wanted in (one.key, normalize("NFKC", one.name).casefold()):
                return list(one.lines)
        lines = [line for one in self.answers for line in one.lines]
        return [line for line in dict.fromkeys(lines) if wanted and wanted in normalize("NFKC", line).casefold()]


class PadAnswer(NamedTuple):
    """What became of a pad that a phone handed over: the glass `asks` about it, it is `wrong`, which `why` explains, or
    another one comes first (`busy`).
    """

    result: str
    why: str = ""


class PadHandedOver(Event):
    """A phone hands over the content of a file as a score pad; `name` is the name of the file, empty for a text.

    The loop calls `answer` once, in its own thread, when the pad has been checked. `source` is what the log calls the
    phone.
    """

    content: bytes
    name: str
    answer: Callable[[PadAnswer], None]
    source: str = ""


class PadReport(Event):
    """What the worker for pads says of the one that it has checked or added: its name and how many people play it, or a
    `fault` in words.
    """

    name: str = ""
    players: str = ""
    fault: str = ""


class PadWorker(Protocol):
    """Checks and adds score pads beside this process, one at a time. What comes of it is put into the inbox."""

    def check(self, content: bytes, name: str, language: str) -> None:
        """Check a pad, and whether it could be added. Faults are in this language; `name` is the file in them."""

    def add(self, content: bytes, language: str) -> None:
        """Add a pad to those of the record, durably."""

    def close(self) -> None:
        """End what runs; nothing is reported of it."""


class Look(Event):
    """Somebody wants the wide page as it is now. The loop calls `answer` once, in its own thread."""

    answer: Callable[[WidePage], None]


class Light(Enum):
    """How bright the display is: in use, when nobody has pressed a key for a while, and after a long time."""

    FULL = "full"
    DIM = "dim"
    DARK = "dark"


class Sound(Enum):
    """The sounds; nobody needs them to understand anything.

    KEY: a key did something. DONE: an entry is recorded. REFUSED: a key did nothing, or something is not possible.
    BUST: somebody at the table has bad luck. WIN: somebody wins a game. FLAG: the time on somebody's clock is up.
    TICK: another second of the last ones.
    """

    KEY = "key"
    DONE = "done"
    REFUSED = "refused"
    BUST = "bust"
    WIN = "win"
    FLAG = "flag"
    TICK = "tick"


class Points(NamedTuple):
    """A person's line of a score board; `marked`: in turn, or a winner; `out`: takes no part."""

    name: str
    number: str
    marked: bool = False
    out: bool = False


class PublicView(NamedTuple):
    """The table in words for people who watch from elsewhere; empty where there is nothing to say.

    `says` is whose turn it is or who has won, `lines` what else lies there, `log` the last entries, newest first.
    `labels` are the words around these, in the language of the table, by their keys. `link` adds a game that is over to
    BG Stats; it holds the names. `review` are the sentences of a game that was looked at again, its moment first.
    """

    labels: Mapping[str, str]
    game: str = ""
    says: str = ""
    points: tuple[Points, ...] = ()
    lines: tuple[str, ...] = ()
    log: tuple[str, ...] = ()
    link: str = ""
    review: tuple[str, ...] = ()


class DeviceState(Frozen):
    """The state of the device; every panel gets the same.

    `frame` is a 128 × 64 picture of mode "1" that nobody may change. `recorded` holds the entries that have just been
    recorded, oldest first. `trouble` is what people should know, or None. `contrast`, 0 to 255, is how bright a lit
    pixel is in this light. When `light` is DARK the frame is black and the display may be switched off. `lamps` are the
    places at the table whose lamps are lit, counted around it from 0 on. `sound` is made once; None leaves a running
    sound as it is. `turned` says that the frame is upside down, because the display is.

    `public_view` makes the table in words, in any thread; it equals the one before as long as it makes the same.

    `elsewhere` is the picture and the text of a page that only those at the glass may see, as others may see them; None
    if everybody may see the page. A panel that is not the glass itself shows `outside` and nothing else of the state.

    `wide` makes the page for a wider place, in the thread that calls `show`, for panels that want it.
    """

    frame: Image
    page: PageText
    recorded: tuple[str, ...]
    trouble: str | None
    light: Light = Light.FULL
    contrast: int = 0x7F
    lamps: frozenset[int] = frozenset()
    sound: Sound | None = None
    turned: bool = False
    public_view: Callable[[], PublicView] | None = None
    elsewhere: tuple[Image, PageText] | None = None
    wide: Callable[[], WidePage] | None = None

    @property
    def outside(self) -> DeviceState:
        """The state for everything that leaves the device: windows for phones, pictures in a folder, the manager."""
        if self.elsewhere is None:
            return self
        frame, page = self.elsewhere
        return replace(self, frame=frame, page=page, elsewhere=None)


class Panel(Protocol):
    """Anything that shows a `DeviceState`: the display of a board, a window, a line of JSON."""

    def show(self, shown: DeviceState) -> None:
        """Show it; raises PortError if the port does not work."""

    def close(self) -> None:
        """Leave the panel in good order. May be called twice."""
