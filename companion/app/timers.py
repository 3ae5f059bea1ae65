"""What the loop measures: the time without a key, the pause after an entry, and how long a key is held."""

from __future__ import annotations

from companion.app.active_settings import ActiveSettings
from companion.ports import HOLD_S, Clock, Gesture, Key, KeyPress, Light
from companion.ui.idle import Rest
from companion.ui.paint_legend import HOLD_STEPS

ROUNDING_S = 1e-6
"""Added to a span, so that a deadline that has been reached counts as reached after rounding."""
DEAF_S = 0.4
"""How long OK does nothing after an entry, so that a double tap enters once."""
LETTERS = {Key.OK: "o", Key.BACK: "b"}
"""The keys that can be held, as `Page.keys` names them."""
SHOWN_FROM = 2
"""The first step that is shown: a key that is only pressed is up before, and draws nothing."""


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

    @property
    def lasts(self) -> bool:
        """Whether OK is deaf now."""
        return self._clock.monotonic() + ROUNDING_S < self._until


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
