"""What the companion asks of the world: keys, a clock, panels to show things on.

Nothing here knows a wire. `hardware` implements these for real boards and for simulated ones.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from PIL.Image import Image

WIDTH, HEIGHT = 128, 64
"""The glass in pixels. Larger panels show the same picture, centred."""


class Key(Enum):
    """A logical key. Every function is within reach of UP, DOWN, OK and BACK alone."""

    UP = "up"
    DOWN = "down"
    LEFT = "left"
    RIGHT = "right"
    OK = "ok"
    BACK = "back"
    HELP = "help"


class Gesture(Enum):
    """What a finger did with a key. After a HOLD no RELEASE follows."""

    PRESS = "press"
    REPEAT = "repeat"
    RELEASE = "release"
    HOLD = "hold"


@dataclass(frozen=True, slots=True)
class KeyPress:
    """One gesture on one key; `at` in seconds of a monotonic clock."""

    key: Key
    gesture: Gesture
    at: float


class Repeat(NamedTuple):
    """How a moving key repeats while it is held: first after so long, then every so many seconds."""

    after_s: float
    every_s: float


class Stop:
    """The word in the inbox that asks the loop to end in good order."""


class Reread:
    """The word in the inbox that people have changed the file of the settings."""


Event = KeyPress | Stop | Reread


class PortError(Exception):
    """A wire does not answer: display unplugged, no permission, pins busy. The text says which and why.

    It never ends a game: whoever owns the port tries again later.
    """


class AuxPortError(PortError):
    """The same of something beside the glass, whose loss can therefore be told on the glass at once."""


CLOCK_FROM = 1_735_689_600
"""The beginning of 2025: a clock on the wall that is earlier has never been set."""


class Clock(Protocol):
    """Time enters as numbers."""

    def monotonic(self) -> float:
        """Seconds that never go back; for deadlines."""

    def wall(self) -> float:
        """Seconds since 1970; for the record. May jump."""


class Inbox(Protocol):
    """Where foreign threads leave events and the one thread that owns everything sleeps."""

    def get(self, deadline: float | None) -> Event | None:
        """The next event; None once the monotonic clock has reached `deadline`, and earlier if a wire needs a look."""

    def repeat(self, rate: Repeat | None) -> None:
        """From now on keys repeat like this; with None not at all. Called by the thread that calls `get`."""


class PageText(NamedTuple):
    """What can be read on the glass, in the same words.

    `cursor` is an index into `lines`, or (row, column): `lines[row].split()[column]` is the cell under it.
    """

    screen: str
    lines: tuple[str, ...]
    cursor: int | tuple[int, int] | None
    banner: str | None


class Light(Enum):
    """How bright a glass is: for reading, for a table nobody touches, and for the night."""

    FULL = "full"
    DIM = "dim"
    DARK = "dark"


class Sound(Enum):
    """What is to be heard: a small vocabulary, never needed to understand anything.

    A key did something; an action is in the record; a key did nothing, or what was asked for cannot be; something bad
    has befallen somebody at the table; a game is won.
    """

    KEY = "key"
    DONE = "done"
    REFUSED = "refused"
    BUST = "bust"
    WIN = "win"


class Points(NamedTuple):
    """Somebody's line of a score board: `marked` for the player in turn or a winner, `out` for who takes no part."""

    name: str
    number: str
    marked: bool = False
    out: bool = False


class PublicView(NamedTuple):
    """The table in words for somebody who looks on from afar; empty where there is nothing to say.

    `says` is whose turn it is or who has won, `lines` what else lies there, `log` what was told last, newest first.
    `labels` are the words around all that, in the language of the table, by their keys.
    """

    labels: Mapping[str, str]
    game: str = ""
    says: str = ""
    points: tuple[Points, ...] = ()
    lines: tuple[str, ...] = ()
    log: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DeviceState:
    """One state of the device as every panel gets it.

    `frame` is a 128 × 64 picture of mode "1" that nobody may change; `journaled` the record's words of
    what was just made durable, oldest first; `trouble` what a person should know, or None. `contrast`, 0 to 255, is
    how bright a lit pixel is to be in this light. When `light` is DARK the frame is black and a glass may be switched
    off. `lamps` are the places at the table whose lamps are lit, counted around it from 0 on; `sound` is heard once,
    and None leaves what is being heard as it is. `turned` says that the frame stands on its head, as the glass does.

    `onlook` makes the table in words when somebody wants to read it, in any thread; it equals the one before as long as
    it makes the same.
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
    public_view: Callable[[], PublicView] | None = field(default=None, repr=False, compare=False)


class Panel(Protocol):
    """Anything that is handed a `DeviceState`: a board's glass, a window, a line of JSON."""

    def show(self, shown: DeviceState) -> None:
        """Make it visible; raises PortError if the wire does not answer."""

    def close(self) -> None:
        """Leave the panel in good order; may be called twice."""
