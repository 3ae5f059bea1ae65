"""Where the threads of the pins and the signal handlers leave word for the one thread that owns everything.

They only enqueue raw edges; gestures are made by the thread that asks, so nothing is shared but the queue. That
thread sleeps on the queue until word comes or a deadline is reached: it wakes for nothing else.
"""

from __future__ import annotations

from collections import deque
from queue import Empty, SimpleQueue

from companion.ports import Clock, Event, Key, KeyPress, Repeat, Stop
from hardware.gestures import Gestures

Word = tuple[Key, bool, float] | Stop


class KeyInbox:
    """Implements `ports.Inbox` for real keys. `queue` is where word is left; a test may hand in its own."""

    def __init__(self, clock: Clock, queue: SimpleQueue[Word] | None = None) -> None:
        self._clock = clock
        # SimpleQueue, not Queue: its `put` may interrupt itself, so a signal handler may call it at any moment.
        self._queue: SimpleQueue[Word] = queue if queue is not None else SimpleQueue()
        self._gestures = Gestures()
        self._pending: deque[KeyPress] = deque()

    def edge(self, key: Key, down: bool, at: float) -> None:
        """A key went down or up at that time. Any thread may say so."""
        self._queue.put((key, down, at))

    def stop(self) -> None:
        """Somebody asks to end in good order. Any thread may, and any signal handler."""
        self._queue.put(Stop())

    def repeat(self, rate: Repeat | None) -> None:
        self._gestures.repeat(rate)

    def get(self, deadline: float | None) -> Event | None:
        """The next event in the order in which things happened; None once the clock has reached `deadline`."""
        while not self._pending:
            now = self._clock.monotonic()
            # What was left first, then what is due: else a loop that was busy would take a tap for a hold.
            word = self._left()
            if word is None:
                self._pending.extend(self._gestures.due(now))
                if self._pending:
                    break
                if deadline is not None and now >= deadline:
                    return None
                word = self._sleep(deadline, now)
            if isinstance(word, Stop):
                return word
            if word is not None:
                self._pending.extend(self._gestures.edge(*word))
        return self._pending.popleft()

    def _left(self) -> Word | None:
        try:
            return self._queue.get(block=False)
        except Empty:
            return None

    def _sleep(self, deadline: float | None, now: float) -> Word | None:
        """The next word, or None at the caller's deadline or that of the gestures, whichever comes first."""
        moments = [moment for moment in (deadline, self._gestures.deadline) if moment is not None]
        try:
            return self._queue.get(timeout=min(moments) - now if moments else None)
        except Empty:
            return None
