"""What the brokers have brought and the board has not read yet: bounded, and fair to all tables."""

from __future__ import annotations

import threading
from collections import Counter, OrderedDict, deque
from collections.abc import Callable

from companion.hall.intake import Intake, Refused
from companion.hall.sender import UNDER_WAY_MOST
from hardware.mqtt import Incoming

RESULTS_MOST = 1000
"""The most results of a table that wait."""
BYTES_MOST = 16 << 20
"""The most bytes of results that wait; what does not fit is sent again by its table."""
TURN_MOST = UNDER_WAY_MOST
"""The most results of a table in its turn, which are confirmed together."""
WORDS_MOST = 2000
"""The most states and words about being online that wait, of each the last."""


class Inbox:
    """Messages in the order in which the board should read them. Safe in any thread.

    A message that `intake` does not admit is counted in `refused` and forgotten: nothing of it is read. Of the states
    of a table only the last is kept, and results are taken from one table after the other, so that nobody who sends
    much makes others wait. `now` gives seconds that only rise.
    """

    def __init__(self, intake: Intake, now: Callable[[], float]) -> None:
        self._intake = intake
        self._now = now
        self._lock = threading.Lock()
        self._results: OrderedDict[str, deque[Incoming]] = OrderedDict()
        self._words: OrderedDict[str, Incoming] = OrderedDict()
        self._bytes = 0
        self.refused: Counter[str] = Counter()

    def put(self, event: Incoming) -> bool:
        """Keep a message; whether it is the first that waits, so that the board must be woken."""
        size = len(event.payload)
        with self._lock:
            was_empty = not (self._results or self._words)
            try:
                about = self._intake.admit(event.topic, size, self._now())
                if about is not None and about.what == "result":
                    waiting = self._results.get(about.table, ())
                    if len(waiting) >= RESULTS_MOST or self._bytes + size > BYTES_MOST:
                        raise Refused("limit")
                    self._results.setdefault(about.table, deque()).append(event)
                    self._bytes += size
                else:
                    if event.topic not in self._words and len(self._words) >= WORDS_MOST:
                        raise Refused("limit")
                    self._words[event.topic] = event
            except Refused as refused:
                self.refused[refused.why] += 1
                return False
        return was_empty

    @property
    def has_results(self) -> bool:
        return bool(self._results)

    @property
    def is_empty(self) -> bool:
        """Whether nothing waits."""
        return not (self._results or self._words)

    def next_results(self) -> list[Incoming]:
        """The next results, at most TURN_MOST of the table that has waited longest."""
        with self._lock:
            if not self._results:
                return []
            table, waiting = self._results.popitem(last=False)
            events = [waiting.popleft() for _ in range(min(TURN_MOST, len(waiting)))]
            self._bytes -= sum(len(event.payload) for event in events)
            if waiting:
                self._results[table] = waiting
            return events

    def next_word(self) -> Incoming | None:
        """The next state or word about being online; None without one."""
        with self._lock:
            return self._words.popitem(last=False)[1] if self._words else None
