"""The plain-text front for a simulated board: it reads one word a line and answers each with a line of JSON.

It is the inbox and a panel at once. The words press simulated pins. When the loop has nothing left to do, it asks here
for the next event; then this answers the last word and reads the next one. So one thread does everything in order, and
time passes only with the words. Only while somebody waits for what the device thinks, in a process of its own, time
passes as it does outside.
"""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Callable, Collection, Sequence
from queue import Empty, SimpleQueue
from time import monotonic
from typing import BinaryIO

from companion.ports import (
    HOLD_S,
    DeviceState,
    Event,
    Key,
    KeyPress,
    Reading,
    Repeat,
    Stop,
    Touched,
    TouchResult,
    Typed,
)
from companion.texts import escape_json
from hardware.gestures import Gestures
from hardware.simulated import SimulatedClock

WAIT_MOST_S = 86_400
LINE_MOST = 1_000
"""The longest line that is read, in bytes."""
_WAIT = r"wait ((?:0|[1-9][0-9]{0,4})(?:\.[0-9]{1,9})?)"
ASK = "ask "
HANDS = ("type ", "read ", "touch ")
HOLDS = {"hold ok": Key.OK, "hold back": Key.BACK}
WORD_S = 0.5
"""How much simulated time passes while a key is pressed: longer than OK is deaf after an entry."""
_TAP_S = 0.05


def describe(state: DeviceState, actions: Sequence[str]) -> dict[str, object]:
    """The text on the display, and the entries that were saved."""
    page = state.page
    return {
        "screen": page.screen,
        "lines": page.lines,
        "cursor": page.cursor,
        "banner": page.banner,
        "actions": actions,
    }


def describe_targets(state: DeviceState) -> dict[str, object]:
    """What can be touched and typed on the page, and what a wider place shows of it."""
    page = state.wide() if state.wide is not None else None
    if page is None:
        return {"targets": ()}
    return {**page._asdict(), "targets": [one._asdict() for one in page.targets],
            "answers": [one._asdict() for one in page.answers],
            "field": page.field and page.field._asdict()}  # fmt: skip


def json_line(reply: dict[str, object]) -> bytes:
    """A reply as a line of JSON, without characters that control a terminal."""
    return escape_json(json.dumps(reply, ensure_ascii=False)).encode() + b"\n"


class KeyClock:
    """The clock for key presses. It is ahead of the table's clock, which moves when a press is over."""

    def __init__(self, clock: SimulatedClock) -> None:
        self._clock = clock
        self.ahead = 0.0

    def monotonic(self) -> float:
        return self._clock.monotonic() + self.ahead

    def wall(self) -> float:
        return self._clock.wall()


class TextFront:
    """Reads words, presses pins through `press` and `release`, and writes what the display shows."""

    def __init__(self, words: BinaryIO, replies: BinaryIO, clock: SimulatedClock) -> None:
        self._words = words
        self._replies = replies
        self._clock = clock
        self.key_clock = KeyClock(clock)
        self._keys: Collection[Key] = tuple(Key)
        self._press: Callable[[Key], None] | None = None
        self._release: Callable[[Key], None] | None = None
        self._gestures = Gestures()
        self._pending: deque[KeyPress] = deque()
        self._until: float | None = None
        self._answered = False
        self._touched: TouchResult | None = None
        self._state: DeviceState | None = None
        self._recorded: list[str] = []
        self._quit = False
        self._others: SimpleQueue[Event] = SimpleQueue()
        self.is_thinking: Callable[[], bool] = lambda: False

    def connect(
        self, press: Callable[[Key], None], release: Callable[[Key], None], keys: Collection[Key] = tuple(Key)
    ) -> None:
        """Set the functions that move the pins, and the keys there are. The buttons must report to `edge`."""
        self._press, self._release, self._keys = press, release, keys

    def edge(self, key: Key, down: bool, at: float) -> None:
        """Take an edge from a button."""
        self._pending.extend(self._gestures.edge(key, down, at))

    # -- the panel

    def show(self, state: DeviceState) -> None:
        self._state = state
        self._recorded += state.recorded

    def close(self) -> None:
        """Nothing to close."""

    # -- the inbox

    def repeat(self, rate: Repeat | None) -> None:
        self._gestures.repeat(rate)

    def put(self, event: Event) -> None:
        self._others.put(event)

    def get(self, deadline: float | None) -> Event | None:
        """The next event, reading words until there is one."""
        while True:
            if self._pending:
                return self._pending.popleft()
            if not self._others.empty():
                return self._others.get()
            if self._until is not None:
                if self.is_thinking() and (event := self._wait_outside(deadline)) is not None:
                    return event
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

    def _wait_outside(self, deadline: float | None) -> Event | None:
        """Let simulated time pass as real time does, until the word or the deadline is over or an event comes."""
        assert self._until is not None
        until = self._until if deadline is None else min(deadline, self._until)
        left, began = max(until - self._clock.monotonic(), 0.0), monotonic()
        try:
            event = self._others.get(timeout=left)
        except Empty:
            return None
        self._clock.advance(min(monotonic() - began, left))
        return event

    def _answer(self) -> None:
        """Answer the last word once: the text on the display, and the entries saved since the last answer."""
        if self._answered or self._state is None:
            return
        touched = {"touched": self._touched.value} if self._touched is not None else {}
        self._write({**describe(self._state, self._recorded), **touched})
        self._recorded, self._touched = [], None
        self._answered = True

    def _next_word(self) -> None:
        """Read words until one is known, and begin to execute it."""
        while line := self._words.readline(LINE_MOST + 1):
            if len(line) > LINE_MOST and not line.endswith(b"\n"):
                while (rest := self._words.readline(LINE_MOST)) and not rest.endswith(b"\n"):
                    pass
                self._write({"error": f"the line is longer than {LINE_MOST} bytes"})
                continue
            word = line.removesuffix(b"\n").decode("utf-8", "replace")
            if self._execute(word):
                if word == "targets" or word.startswith(ASK):
                    continue
                self._answered = False
                return
            self._write({"error": f"{word}: not a word known here; known are {', '.join(self._known())}"})
        # The end of the input ends the session, without an answer.
        self._quit = self._answered = True

    def _execute(self, word: str) -> bool:
        """Begin to execute a word; False if it is unknown."""
        if word == "quit":
            self._quit = True
        elif word == "targets" and self._state is not None:
            self._write(describe_targets(self._state))
            return True
        elif word.startswith(ASK) and self._state is not None and self._state.wide is not None:
            asked = word.removeprefix(ASK)
            self._write({"asked": asked, "answer": self._state.wide().answer(asked)})
            return True
        elif word.startswith(HANDS) and self._state is not None:
            self._others.put(self._hand(*word.split(" ", 1)))
            self._until = self._clock.monotonic() + WORD_S
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

    def _hand(self, word: str, text: str) -> Event:
        """What somebody types, a reader reads, or a phone touches on the page that is shown."""
        if word == "type":
            return Typed(text)
        if word == "read":
            return Reading(text)
        assert self._state is not None
        page = self._state.wide() if self._state.wide is not None else None
        return Touched(page.number if page is not None else "", text, self._take_result)

    def _take_result(self, result: TouchResult) -> None:
        self._touched = result

    def _known(self) -> list[str]:
        keys = [key.value for key in Key if key in self._keys]
        holds = [word for word, key in HOLDS.items() if key in self._keys]
        return [*keys, *holds, "type TEXT", "read TEXT", "touch ID", "targets", "ask TEXT", "wait SECONDS", "quit"]

    def _push(self, key: Key, seconds: float) -> None:
        assert self._press is not None
        assert self._release is not None
        self._press(key)
        self.key_clock.ahead += seconds
        self._release(key)
        self.key_clock.ahead += _TAP_S
        self._until = self._clock.monotonic() + WORD_S

    def _write(self, reply: dict[str, object]) -> None:
        rest = json_line(reply)
        while rest:  # an unbuffered stream may take only a part
            rest = rest[self._replies.write(rest) :]
        self._replies.flush()
