"""The queue between the threads of the pins, the signal handlers, and the main thread.

Other threads only enqueue raw edges. The main thread turns them into presses (`debounce`) and gestures (`gestures`), so
the threads share nothing but the queue. The main thread sleeps on the queue until an entry comes or a deadline is
reached.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable, Mapping
from queue import Empty, SimpleQueue

from companion.ports import Clock, Event, Key, KeyStuck, Repeat, Stop
from hardware.debounce import LATE_S, Change, Debounce
from hardware.gestures import NORMAL, Gestures

Call = Callable[[], Iterable[Change]]
"""A function for the main thread to call between two edges; it returns the changes that it decides."""
Fetch = Callable[[Collection[Key]], Collection[Key]]
"""Enqueues all pending edges; returns which of these keys moved and whose edge is still missing."""
Entry = tuple[Key, bool, float] | Call | Event | None
"""An edge, a call, another event, or None: check the wires."""
STUCK_S = 30.0
"""A key that is down for so long is stuck, or something lies on it."""


class KeyInbox:
    """Implements `ports.Inbox` for real keys. `debounce` suits usual contacts by default; tests may pass a `queue`."""

    def __init__(self, clock: Clock, queue: SimpleQueue[Entry] | None = None, debounce: Debounce | None = None) -> None:
        self._clock = clock
        # SimpleQueue, not Queue: its `put` may interrupt itself, so a signal handler may call it at any moment.
        self._queue: SimpleQueue[Entry] = queue if queue is not None else SimpleQueue()
        self._debounce = debounce or Debounce()
        self._gestures = Gestures()
        self._rate: Repeat | None = NORMAL
        self._keyboards: dict[object, Gestures] = {}
        self._pending: deque[Event] = deque()
        self._down_since: dict[Key, float] = {}  # without those that are known to be stuck
        self._fetch: Fetch = lambda _: ()  # there are no keys yet
        self._meanings: Mapping[Key, Key] = {}

    # -- any thread

    def edge(self, key: Key, down: bool, at: float) -> None:
        """The contact of a key closed or opened at this time. For any thread."""
        self._queue.put((key, down, at))

    def turn(self, key: Key, at: float) -> None:
        """An encoder was turned by a step, which counts as a tap on a key. For any thread."""
        self._queue.put(lambda: self._debounce.click(key, at))

    def keyboard_edge(self, device: object, key: Key, down: bool, at: float) -> None:
        """A key of a keyboard went down or up, which does not bounce (KBD-1). For any thread."""
        self._queue.put(lambda: self._keyboard_edge(device, key, down, at))

    def keyboard_lost(self, device: object) -> None:
        """A keyboard is unplugged; treat none of its keys as down. For any thread."""
        self._queue.put(lambda: self._forget_keyboard(device))

    def start_down(self, key: Key) -> None:
        """A key was down when its pin was opened. For any thread."""
        self._queue.put(lambda: self._start_down(key))

    def forget(self) -> None:
        """The keys are lost; treat none as down. For any thread."""
        self._queue.put(self._forget)

    def nudge(self) -> None:
        """Let `get` return, because the wires need a check. For any thread."""
        self._queue.put(None)

    def stop(self) -> None:
        """Ask the device to end in good order. For any thread and any signal handler."""
        self._queue.put(Stop())

    def put(self, event: Event) -> None:
        """Enqueue an event that does not come from the pins. For any thread and any signal handler."""
        self._queue.put(event)

    # -- main thread

    def set_fetch(self, fetch: Fetch) -> None:
        """Call this before silence counts."""
        self._fetch = fetch

    def repeat(self, rate: Repeat | None) -> None:
        self._rate = rate
        for gestures in self._all_gestures:
            gestures.repeat(rate)

    def swap(self, meanings: Mapping[Key, Key]) -> None:
        """From now on each of these keys has the contact of another one. What is down now does no more."""
        if meanings != self._meanings:
            self._meanings = meanings
            self._gestures.forget()

    def get(self, deadline: float | None) -> Event | None:
        """The next event, in the order in which they happened.

        None once the clock has reached `deadline`, or after a `nudge`.
        """
        now, quiet = self._clock.monotonic(), False
        doubted: Collection[Key] = ()
        while not self._pending:
            # The queue comes before what is due: otherwise a loop that was busy would take a tap for a hold.
            if self._queue.empty():
                if quiet:
                    self._add(self._debounce.due(now, doubted))
                since = self._debounce.earliest_undecided
                self._pending.extend(self._gestures.due(now if since is None else min(now, since)))
                for gestures in self._keyboards.values():
                    self._pending.extend(gestures.due(now))
                self._pending.extend(self._stuck(now))
                if self._pending:
                    break
                if deadline is not None and now >= deadline:
                    return None
            try:
                moment, quiet = self._moment(deadline, now)
                entry = self._queue.get(timeout=None if moment is None else max(moment - now, 0.0))
            except Empty:
                # The clock decides, not the sleep: it may be a little earlier by rounding, and simulated time may stand
                # still.
                now = self._clock.monotonic()
                if quiet:
                    # On a busy machine an edge may be reported later than a contact bounces.
                    doubted = self._fetch(self._debounce.undecided_keys)
                continue
            now, quiet = self._clock.monotonic(), False
            if entry is None or isinstance(entry, Event):
                return entry
            self._add(entry() if callable(entry) else self._debounce.edge(*entry))
        return self._pending.popleft()

    def _add(self, changes: Iterable[Change]) -> None:
        for key, down, at in changes:
            if down:
                self._down_since[key] = at
            else:
                self._down_since.pop(key, None)
            self._pending.extend(self._gestures.edge(self._meanings.get(key, key), down, at))

    def _stuck(self, now: float) -> Iterable[Event]:
        """The keys that are found to be stuck now; each is reported once and does nothing more."""
        for key in [key for key, since in self._down_since.items() if now >= since + STUCK_S]:
            del self._down_since[key]
            meant = self._meanings.get(key, key)
            self._gestures.stop(meant)
            yield KeyStuck(meant)

    def _moment(self, deadline: float | None, now: float) -> tuple[float | None, bool]:
        """Until when to sleep, and whether silence until then decides the undecided edges.

        Silence counts only after a sleep: while this thread was busy, the threads of the pins may not have run.
        """
        undecided = self._debounce.deadline
        if undecided is None:
            stuck = [since + STUCK_S for since in self._down_since.values()]
            moments = (deadline, *stuck, *[gestures.deadline for gestures in self._all_gestures])
            return min((moment for moment in moments if moment is not None), default=None), False
        # Holds and repeats wait for it too: the key may have been released.
        quiet = max(undecided, now + LATE_S)
        if deadline is not None and deadline < quiet:
            return deadline, False
        return quiet, True

    @property
    def _all_gestures(self) -> tuple[Gestures, ...]:
        """Of the board and of each keyboard: the same key may be down on several."""
        return (self._gestures, *self._keyboards.values())

    def _keyboard_edge(self, device: object, key: Key, down: bool, at: float) -> Iterable[Change]:
        if device not in self._keyboards:
            self._keyboards[device] = Gestures(self._rate, board=False)
        self._pending.extend(self._keyboards[device].edge(key, down, at))
        return ()

    def _forget_keyboard(self, device: object) -> Iterable[Change]:
        self._keyboards.pop(device, None)
        return ()

    def _start_down(self, key: Key) -> Iterable[Change]:
        if key not in self._debounce.undecided_keys:  # else it has moved since
            self._down_since[key] = self._clock.monotonic()
        self._debounce.start_down(key)
        return ()

    def _forget(self) -> Iterable[Change]:
        self._debounce.forget()
        self._gestures.forget()
        self._down_since.clear()
        return ()
