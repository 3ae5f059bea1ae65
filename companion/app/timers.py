"""What the loop measures: the time without a key, the pause after an entry, how long a key is held, the turn clock, and
how long the display has been lit.
"""

from __future__ import annotations

from pathlib import Path

from companion.app.active_settings import ActiveSettings, Rest
from companion.log import Log
from companion.play.timeline import Snapshot
from companion.ports import HOLD_S, Clock, Gesture, Key, KeyPress, Light, Sound
from companion.record import RecordTrouble
from companion.record.log import open_folder, put_file
from companion.session.session import Session
from companion.ui.painter import HOLD_STEPS
from companion.ui.screen import Screen
from companion.values import NamedTuple
from companion.whole_file import read_regular

ROUNDING_S = 1e-6
"""Added to a span, so that a deadline that has been reached counts as reached after rounding."""
DEAF_S = 0.4
"""How long OK does nothing after an entry, so that a double tap enters once."""
LETTERS = {Key.OK: "o", Key.BACK: "b"}
"""The keys that can be held, as `Page.keys` names them."""
SHOWN_FROM = 2
"""The first step that is shown: a key that is only pressed is up before, and draws nothing."""
KEEP_MS = 60_000
"""The time since the last entry is written at this interval (CLK-5)."""

log = Log(__name__)


class IdleTimer:
    """Measures the time since the last key, and names the keys that only wake the display.

    The settings say what happens after how many seconds.
    """

    def __init__(self, clock: Clock, settings: ActiveSettings) -> None:
        self._clock = clock
        self._settings = settings
        self._last_key_at = clock.monotonic()
        self._swallowed: Key | None = None

    @property
    def rest(self) -> Rest:
        """The state of rest now."""
        return self._settings.idle_times.rest_after(self._idle_s)

    @property
    def deadline(self) -> float | None:
        """When the state of rest changes next; None when it stays."""
        after_s = self._settings.idle_times.next_change_s(self._idle_s)
        return None if after_s is None else self._last_key_at + after_s

    def restart(self) -> None:
        """Count from zero again: the display lights up."""
        self._last_key_at = self._clock.monotonic()

    def swallows(self, event: KeyPress, *, deaf: bool = False) -> bool:
        """Restart the timer; whether this key does nothing more: it only wakes a dark display, or is `deaf` now.

        All further gestures of such a key are swallowed too, until it is pressed again.
        """
        if deaf or self.rest.light is Light.DARK:
            self._swallowed = event.key
        elif event.gesture is Gesture.PRESS and event.key is self._swallowed:
            self._swallowed = None
        self.restart()
        return self._swallowed is event.key

    @property
    def _idle_s(self) -> float:
        return self._clock.monotonic() - self._last_key_at + ROUNDING_S


class EntryPause:
    """Whether the pause after the last entry still lasts. It begins when people are shown the entry."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._until = clock.monotonic()

    def begin(self) -> None:
        """An entry comes to the display."""
        self._until = self._clock.monotonic() + DEAF_S

    def covers(self, at: float) -> bool:
        """Whether OK is deaf to a press of this time, also where the loop comes to it only after the pause."""
        return at + ROUNDING_S < self._until


class HeldKey:
    """The key that is down now."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._down: Key | None = None
        self._since = 0.0

    def take(self, event: KeyPress) -> None:
        """Follow the keys; the last one that went down counts."""
        if event.gesture is Gesture.PRESS:
            self._down = event.key if event.key in LETTERS else None
            self._since = self._clock.monotonic()
        elif event.key is self._down:
            self._down = None

    @property
    def mark(self) -> tuple[str, int] | None:
        """The letter of the key and how many of the HOLD_STEPS have passed; None if there is nothing to show."""
        steps = self._steps
        return (LETTERS[self._down], steps) if self._down is not None and SHOWN_FROM <= steps < HOLD_STEPS else None

    @property
    def deadline(self) -> float | None:
        """When the mark changes next; None when it stays."""
        if self._down is None or self._steps >= HOLD_STEPS:
            return None
        return self._since + HOLD_S * max(self._steps + 1, SHOWN_FROM) / HOLD_STEPS

    @property
    def _steps(self) -> int:
        return int((self._clock.monotonic() - self._since + ROUNDING_S) * HOLD_STEPS / HOLD_S)


TYPED_S = 3.0
"""How long a code that somebody types stands in the title."""
SAME_S = 1.5
"""The same label within this time is one reading: a card lies on the reader, or a hand trembles (LAB-3)."""


class SinceTyped:
    """When the text that somebody has typed is dropped."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.deadline: float | None = None

    def restart(self, *, lasts: bool) -> None:
        """Text was typed; with `lasts` it stands until a key."""
        self.deadline = None if lasts else self._clock.monotonic() + TYPED_S

    def expire(self) -> bool:
        """Whether the time is up now."""
        if self.deadline is None or self._clock.monotonic() + ROUNDING_S < self.deadline:
            return False
        self.deadline = None
        return True


class LastReading:
    """Which label was read last, and when."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._text = ""
        self._at = clock.monotonic()

    def repeats(self, text: str) -> bool:
        """Take a reading; whether it is the one before once more."""
        before, since, self._text, self._at = self._text, self._at, text, self._clock.monotonic()
        return text == before and self._at - since < SAME_S


class ClockWatch:
    """Watches the turn clock for the loop: pauses it, writes its time once a minute, and says when time is up, or soon.

    Wakes the loop only while the clock runs, and once a second, in the last seconds ten times, only while a page
    shows that.
    """

    def __init__(self, session: Session, clock: Clock, idle: IdleTimer) -> None:
        self._session = session
        self._clock = clock
        self._idle = idle
        self._flag: tuple[Snapshot | None, float] | None = None
        self._second = 0

    def deadline(self, *, shown: bool) -> float | None:
        """When the loop must wake next; `shown`: a running clock is on the glass."""
        turn_clock = self._session.turn_clock
        face, step = turn_clock.face, self._session.now
        if face is None or not face.runs:
            self._flag = None
            return None
        now = self._clock.monotonic()
        if face.ms_to_flag is not None:
            self._flag = step, now + face.ms_to_flag / 1000
        elif self._flag is not None and self._flag[0] is not step:
            self._flag = None  # else the time was up while a key was answered
        due = now + max(KEEP_MS - turn_clock.unwritten_ms, 0) / 1000
        if shown and face.ms_to_change is not None:
            due = min(due, now + face.ms_to_change / 1000)
        return due if self._flag is None else min(due, self._flag[1])

    def attend(self, *, shown: bool) -> Sound | None:
        """Write the time if it is due; the sound of a time that is up since the loop last went to sleep (CLK-6), or of
        one of the last seconds, where they are `shown`.

        Time that is up lights a dark glass (CLK-7).
        """
        if self._session.turn_clock.unwritten_ms >= KEEP_MS:
            self._keep(pause=False)
        if self._flag is None or self._clock.monotonic() + ROUNDING_S < self._flag[1]:
            return Sound.TICK if self._begins_second(shown=shown) else None
        self._flag = None
        if self._idle.rest.light is Light.DARK:
            self._idle.restart()
        return Sound.FLAG

    def _begins_second(self, *, shown: bool) -> bool:
        """Whether another one of the last seconds is shown than at the last call."""
        face = self._session.turn_clock.face
        if not shown or face is None or face.turn is None or not face.is_nearly_up:
            self._second = 0
            return False
        before, self._second = self._second, -(-face.seats[face.turn].shown // 1000)
        return before != self._second

    def follow(self, screen: Screen) -> None:
        """Pause the clock where people look back (CLK-3)."""
        if screen.looks_back:
            self.pause()

    def pause(self) -> None:
        self._keep(pause=True)

    def _keep(self, *, pause: bool) -> None:
        """Write the time. If that fails people play on: the next entry says why."""
        try:
            self._session.pause_clock() if pause else self._session.keep_time()
        except RecordTrouble as trouble:
            log.error("the time of the clock is not written: %s", trouble.message.key)


FILE = "lit.txt"
"""The seconds that the display has been lit, in use and dimmed, for the doctor: letters wear it out. The file is beside
the record."""
EVERY_S = 3600.0
"""The file is written this often and when the device stops, without waiting for the disk: a power cut loses an hour at
most."""
LEAST_S = 60.0
"""Less than this is not worth a write when the device stops."""
_MOST_BYTES = 100


class Lit(NamedTuple):
    """For how many seconds the display was in use, and for how many dimmed."""

    full: float = 0.0
    dim: float = 0.0


def read_lit(folder: Path) -> Lit:
    """What the file says; nothing where there is none, or something else in it."""
    try:
        full, dim = map(int, read_regular(folder / FILE, _MOST_BYTES).split())
    except (OSError, ValueError):
        return Lit()
    return Lit(full, dim)


class LitHours:
    """Counts the time in each light."""

    def __init__(self, clock: Clock, folder: Path) -> None:
        self._clock = clock
        self._folder = folder
        self._lit = self._saved = read_lit(folder)
        self._light, self._since = Light.DARK, clock.monotonic()

    def note(self, light: Light) -> None:
        """The display has this light from now on."""
        now = self._clock.monotonic()
        passed, self._since = now - self._since, now
        if self._light is Light.FULL:
            self._lit = self._lit._replace(full=self._lit.full + passed)
        elif self._light is Light.DIM:
            self._lit = self._lit._replace(dim=self._lit.dim + passed)
        self._light = light
        if self._unsaved_s >= EVERY_S:
            self._save()

    def close(self) -> None:
        """The device stops."""
        self.note(Light.DARK)
        if self._unsaved_s >= LEAST_S:
            self._save()

    @property
    def _unsaved_s(self) -> float:
        return sum(self._lit) - sum(self._saved)

    def _save(self) -> None:
        self._saved = self._lit
        content = f"{int(self._lit.full)} {int(self._lit.dim)}\n"
        try:
            with open_folder(self._folder) as directory:
                put_file(directory, FILE, content.encode(), durable=False)
        except OSError as error:
            log.warning("the hours of the display cannot be written: %s", error)
