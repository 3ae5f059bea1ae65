"""The plain-text front: one word a line in, one JSON line out, and in between a whole simulated board.

It is the inbox and a panel at once. The words press simulated pins; when the loop has nothing left to do it comes
here for the next event, and that is the moment to answer the last word and to read the next. So the only thread
there is does everything in order, and time moves only when a word says so.
"""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Callable, Collection, Sequence
from typing import BinaryIO

from companion.ports import Event, Key, KeyPress, Repeat, Shown, Stop
from hardware.gestures import HOLD_S, Gestures
from hardware.simulated.clock import SimulatedClock

WAIT_MOST_S = 86_400
LINE_MOST = 1_000
"""The longest line that is looked at, in bytes."""
_WAIT = r"wait ((?:0|[1-9][0-9]{0,4})(?:\.[0-9]{1,9})?)"
HOLDS = {"hold ok": Key.OK, "hold back": Key.BACK}
_TAP_S = 0.05
_STEERS = "[\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]"


def state(shown: Shown, actions: Sequence[str]) -> dict[str, object]:
    """What can be read on the glass, and what has become durable."""
    page = shown.page
    return {
        "screen": page.screen,
        "lines": page.lines,
        "cursor": page.cursor,
        "banner": page.banner,
        "actions": actions,
    }


def line_of(reply: dict[str, object]) -> bytes:
    """A reply as a line of JSON, in which nothing steers a terminal."""
    text = json.dumps(reply, ensure_ascii=False)
    if not text.isprintable():
        text = re.sub(_STEERS, lambda found: f"\\u{ord(found[0]):04x}", text)
    return text.encode() + b"\n"


class FingerClock:
    """The clock by which fingers press. It runs ahead of the table's: pressing takes time, but no table time."""

    def __init__(self, clock: SimulatedClock) -> None:
        self._clock = clock
        self.ahead = 0.0

    def monotonic(self) -> float:
        return self._clock.monotonic() + self.ahead

    def wall(self) -> float:
        return self._clock.wall()


class TextFront:
    """Reads words, presses pins through `press` and `release`, and writes what the glass shows."""

    def __init__(self, words: BinaryIO, replies: BinaryIO, clock: SimulatedClock) -> None:
        self._words = words
        self._replies = replies
        self._clock = clock
        self.fingers = FingerClock(clock)
        self._keys: Collection[Key] = tuple(Key)
        self._press: Callable[[Key], None] | None = None
        self._release: Callable[[Key], None] | None = None
        self._gestures = Gestures()
        self._pending: deque[KeyPress] = deque()
        self._until: float | None = None
        self._answered = False
        self._shown: Shown | None = None
        self._journaled: list[str] = []
        self._quit = False

    def connect(
        self, press: Callable[[Key], None], release: Callable[[Key], None], keys: Collection[Key] = tuple(Key)
    ) -> None:
        """Whose pins the words drive, and which keys these are; what the buttons there see must come back to `edge`."""
        self._press, self._release, self._keys = press, release, keys

    def edge(self, key: Key, down: bool, at: float) -> None:
        """A button saw its pin change."""
        self._pending.extend(self._gestures.edge(key, down, at))

    # -- the panel

    def show(self, shown: Shown) -> None:
        self._shown = shown
        self._journaled += shown.journaled

    def close(self) -> None:
        """Nothing to leave in order: what was to be said has been said."""

    # -- the inbox

    def repeat(self, rate: Repeat | None) -> None:
        self._gestures.repeat(rate)

    def get(self, deadline: float | None) -> Event | None:
        """The next event, reading words until there is one."""
        while True:
            if self._pending:
                return self._pending.popleft()
            if self._until is not None:
                if deadline is not None and deadline <= self._until:
                    self._clock.advance(max(deadline - self._clock.monotonic(), 0.0))
                    return None
                self._clock.advance(self._until - self._clock.monotonic())
                self._until = None
            if self._quit:
                self._answer()
                return Stop()
            self._answer()
            self._next_word()

    def _answer(self) -> None:
        """Say once what can be read on the glass, and what became durable since the last answer."""
        if self._answered or self._shown is None:
            return
        self._write(state(self._shown, self._journaled))
        self._journaled = []
        self._answered = True

    def _next_word(self) -> None:
        """Read words until one is understood, and begin to carry it out."""
        while line := self._words.readline(LINE_MOST + 1):
            if len(line) > LINE_MOST and not line.endswith(b"\n"):
                while (rest := self._words.readline(LINE_MOST)) and not rest.endswith(b"\n"):
                    pass
                self._write({"error": f"the line is longer than {LINE_MOST} bytes"})
                continue
            word = line.removesuffix(b"\n").decode("utf-8", "replace")
            if self._understood(word):
                self._answered = False
                return
            self._write({"error": f"{word}: not a word known here; known are {', '.join(self._known())}"})
        # The end of the words is the end of the evening; nobody waits for an answer to it.
        self._quit = self._answered = True

    def _understood(self, word: str) -> bool:
        if word == "quit":
            self._quit = True
        elif word in HOLDS and HOLDS[word] in self._keys:
            self._push(HOLDS[word], HOLD_S + _TAP_S)
        elif word in [key.value for key in self._keys]:
            self._push(Key(word), _TAP_S)
        else:
            wait = re.fullmatch(_WAIT, word)
            if wait is None or float(wait[1]) > WAIT_MOST_S:
                return False
            self._until = self._clock.monotonic() + float(wait[1])
        return True

    def _known(self) -> list[str]:
        keys = [key.value for key in Key if key in self._keys]
        return [*keys, *[word for word, key in HOLDS.items() if key in self._keys], "wait SECONDS", "quit"]

    def _push(self, key: Key, seconds: float) -> None:
        assert self._press is not None
        assert self._release is not None
        self._press(key)
        self.fingers.ahead += seconds
        self._release(key)
        self.fingers.ahead += _TAP_S

    def _write(self, reply: dict[str, object]) -> None:
        rest = line_of(reply)
        while rest:  # without a buffer it may take only a part
            rest = rest[self._replies.write(rest) :]
        self._replies.flush()
