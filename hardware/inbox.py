"""Where the threads of the pins and the signal handlers leave word for the one thread that owns everything.

They only enqueue raw edges; what the contacts meant (`debounce`) and what the fingers meant (`gestures`) is worked out
by the thread that asks, so nothing is shared but the queue. That thread sleeps on the queue until word comes or a
deadline is reached: it wakes for nothing else.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable
from queue import Empty, SimpleQueue

from companion.ports import Clock, Event, Key, KeyPress, Repeat, Reread, Stop
from hardware.debounce import LATE_S, Change, Debounce
from hardware.gestures import Gestures

Call = Callable[[], Iterable[Change]]
"""Something to be done by the thread that asks, between two edges; what becomes certain by it."""
Fetch = Callable[[Collection[Key]], Collection[Key]]
"""Brings every edge that nobody has told yet; which of these keys have moved since, without word of it so far."""
Word = tuple[Key, bool, float] | Call | Stop | Reread | None
"""An edge, a call, the wish to end, word of other settings, or None: the one who asks is to look after its wires."""


class KeyInbox:
    """Implements `ports.Inbox` for real keys. `debounce` says what the contacts need, if they are not as most are.

    `queue` is where word is left; a test may hand in its own.
    """

    def __init__(
        self, clock: Clock, queue: SimpleQueue[Word] | None = None, debounce: Debounce | None = None
    ) -> None:
        self._clock = clock
        # SimpleQueue, not Queue: its `put` may interrupt itself, so a signal handler may call it at any moment.
        self._queue: SimpleQueue[Word] = queue if queue is not None else SimpleQueue()
        self._debounce = debounce or Debounce()
        self._gestures = Gestures()
        self._pending: deque[KeyPress] = deque()
        self._fetch: Fetch = _nobody

    # -- any thread

    def edge(self, key: Key, down: bool, at: float) -> None:
        """The contact of a key closed or opened at that time. Any thread may say so."""
        self._queue.put((key, down, at))

    def turn(self, key: Key, at: float) -> None:
        """An encoder was turned by a step, which is a tap on a key. Any thread may say so."""
        self._queue.put(lambda: self._debounce.click(key, at))

    def held(self, key: Key) -> None:
        """A key is down, and was so before anybody listened. Any thread may say so."""
        self._queue.put(lambda: self._held(key))

    def forget(self) -> None:
        """The keys are lost: none is down any more, and nothing follows from that. Any thread may say so."""
        self._queue.put(self._forget)

    def nudge(self) -> None:
        """Something happened to the wires: let `get` return, so that somebody looks. Any thread may."""
        self._queue.put(None)

    def stop(self) -> None:
        """Somebody asks to end in good order. Any thread may, and any signal handler."""
        self._queue.put(Stop())

    def reread(self) -> None:
        """People have changed the file of the settings. Any thread may say so, and any signal handler."""
        self._queue.put(Reread())

    # -- the thread that owns everything

    def fetching(self, fetch: Fetch) -> None:
        """From now on this is asked before silence is believed."""
        self._fetch = fetch

    def repeat(self, rate: Repeat | None) -> None:
        self._gestures.repeat(rate)

    def get(self, deadline: float | None) -> Event | None:
        """The next event in the order in which things happened.

        None once the clock has reached `deadline`, and earlier when somebody nudges.
        """
        now, quiet = self._clock.monotonic(), False
        doubted: Collection[Key] = ()
        while not self._pending:
            # What was left first, then what is due: else a loop that was busy would take a tap for a hold.
            if self._queue.empty():
                if quiet:
                    self._certain(self._debounce.due(now, doubted))
                since = self._debounce.since
                self._pending.extend(self._gestures.due(now if since is None else min(now, since)))
                if self._pending:
                    break
                if deadline is not None and now >= deadline:
                    return None
            try:
                moment, quiet = self._moment(deadline, now)
                word = self._queue.get(timeout=None if moment is None else max(moment - now, 0.0))
            except Empty:
                assert moment is not None
                # The moment has been reached, whatever rounding makes of it.
                now = max(self._clock.monotonic(), moment)
                if quiet:
                    # On a busy machine the word of an edge may be later than contacts take.
                    doubted = self._fetch(self._debounce.undecided)
                continue
            now, quiet = self._clock.monotonic(), False
            if word is None or isinstance(word, Stop | Reread):
                return word
            self._certain(word() if callable(word) else self._debounce.edge(*word))
        return self._pending.popleft()

    def _certain(self, changes: Iterable[Change]) -> None:
        for change in changes:
            self._pending.extend(self._gestures.edge(*change))

    def _moment(self, deadline: float | None, now: float) -> tuple[float | None, bool]:
        """Until when to sleep, and whether silence until then decides what the contacts meant.

        It does only after a sleep: the threads of the pins may not have got a word in while this one was busy.
        """
        undecided = self._debounce.deadline
        if undecided is None:
            moments = [moment for moment in (deadline, self._gestures.deadline) if moment is not None]
            return min(moments, default=None), False
        # Holds and repeats wait for it, too: the key may have been let go.
        quiet = max(undecided, now + LATE_S)
        if deadline is not None and deadline < quiet:
            return deadline, False
        return quiet, True

    def _held(self, key: Key) -> Iterable[Change]:
        self._debounce.held(key)
        return ()

    def _forget(self) -> Iterable[Change]:
        self._debounce.forget()
        self._gestures.forget()
        return ()


def _nobody(keys: Collection[Key]) -> Collection[Key]:
    """Where nobody can be asked."""
    return ()
