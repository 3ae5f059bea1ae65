"""The keys of a board, on gpiozero's pins.

The pin factory reports all edges in one thread. So a callback here only passes on the edge with the kernel's time, and
lets no exception out. `debounce` and `gestures` work out later what the edges mean.
"""

from __future__ import annotations

import errno
import warnings
from collections.abc import Callable, Collection
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Literal, Self

from companion.log import Log
from companion.ports import Clock, Key, PortError
from hardware.boards import Board, Encoder, Level, Pull
from hardware.pins import Choice, choose, describe_error, tidy

if TYPE_CHECKING:
    from hardware.key_inbox import KeyInbox

Edge = Callable[[Key, bool, float], None]
"""Takes a key, whether its contact closed, and the time. Called in a foreign thread."""
Turn = Callable[[Key, float], None]
"""Takes the key that a step of an encoder stands for, and its time. Called in a foreign thread."""
PULLS: dict[Pull, bool | None] = {"up": True, "down": False, "none": None}
STALE_S = 1.0
"""An edge older than this, or from the future, has its time from another clock than ours."""

LOST_S = 0.05
"""An edge that is not reported within this time is lost; no kernel takes as long."""

log = Log(__name__)
Kind = Literal["full", "half"]
EDGES: dict[Kind, int] = {"full": 4, "half": 2}
"""The edges from one detent to the next. At rest, the contacts of a `full` encoder are open. The contacts of a `half`
encoder are both open or both closed; it has twice as many detents as pulses."""
_CIRCLE = {(True, True): 0, (False, True): 1, (False, False): 2, (True, False): 3}
"""The order of the states on a clockwise turn, in which contact a moves before contact b."""


class Buttons:
    """Listens to the keys of a board, and to its encoder if it has one, until `close`.

    Raises PortError, and keeps no pin, if a pin cannot be opened. `factory` is a gpiozero pin factory; by default
    `pins.choose` opens one, and `close` closes it. `turn` gets the steps of the encoder; without it a step is two
    edges. `held` gets the keys that are down already; such a key reports nothing before it is released.
    """

    def __init__(
        self,
        board: Board,
        edge: Edge,
        clock: Clock,
        factory: Any = None,
        *,
        turn: Turn | None = None,
        held: Callable[[Key], None] | None = None,
        nudge: Callable[[], None] | None = None,
    ) -> None:
        self._clock = clock
        self._devices: list[Any] = []
        # gpiozero keeps only a weak reference to a callback.
        self._callbacks: list[Callable[[Any, Any], None]] = []
        self._contacts: dict[Key, _Contact] = {}
        self._own: Any = None
        self._choice: Choice | None = None
        # gpiozero warns about choices that do not matter here; errors become PortError.
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            self._factory = factory if factory is not None else self._choose_factory(nudge)
            try:
                for key, pin in board.buttons.items():
                    self._key(key, pin, edge, *board.contact(key), held)
                if board.encoder is not None:
                    self._encoder(board.encoder, _as_edges(edge) if turn is None else turn)
            except PortError:
                self.close()
                raise
        if self._choice is not None:
            log.info("pins: %s", self._choice)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def lost(self) -> str | None:
        """Why no more edges will be reported, or None if they will. Costs nothing."""
        lost = getattr(self._factory, "lost", None)
        return lost if isinstance(lost, str) else None

    def fetch(self, keys: Collection[Key]) -> Collection[Key]:
        """Report all pending edges in this thread, if the pin factory can do that.

        Returns the keys whose level does not match their last edge: another edge is on its way. If it does not come
        within LOST_S, it is lost, and is reported here.
        """
        fetch = getattr(self._factory, "fetch", None)
        mismatched = set()
        try:
            if fetch is not None:
                fetch()
            for key in keys:
                contact = self._contacts.get(key)
                if contact is not None and contact.mismatch(self._clock.monotonic()):
                    mismatched.add(key)
        except Exception:  # the pins have gone; there is nothing more to learn
            log.exception("the pins cannot be read")
        return mismatched

    def close(self) -> None:
        """Release the pins; may be called twice."""
        while self._devices:
            # Nothing can be done about a pin that cannot be released; go on with the others.
            with suppress(Exception):
                device = self._devices.pop()
                # Some factories of gpiozero's keep the callback of a closed pin.
                device.pin.when_changed = None
                device.close()
        self._callbacks.clear()
        self._contacts.clear()
        own, self._own = self._own, None
        if own is not None:
            with suppress(Exception):
                own.close()

    # -- opening

    def _choose_factory(self, nudge: Callable[[], None] | None) -> Any:
        choice = choose()
        try:
            factory = choice.open(nudge)
        except Exception as error:
            raise PortError(
                f"the pins of a board cannot be reached: {describe_error(error, choice.package)}"
            ) from error
        self._choice = choice
        if choice.chip is not None:
            self._own = factory
        return factory

    def _key(
        self, key: Key, pin: int, edge: Edge, active: Level, pull: Pull, held: Callable[[Key], None] | None
    ) -> None:  # fmt: skip
        contact = _Contact(key, edge, active == "high", reports_held=held is not None)
        device = self._open(key.value, pin, pull, contact.changed)
        contact.pin = device.pin
        self._contacts[key] = contact
        if held is not None and contact.closed():
            contact.down = True
            held(key)

    def _encoder(self, encoder: Encoder, turn: Turn) -> None:
        turning: Turning | None = None

        def listener(contact: Literal["a", "b"]) -> Callable[[float, bool], None]:
            def changed(at: float, high: bool) -> None:
                # An edge before both levels are known comes from a knob that is being turned right now.
                step = turning.edge(contact, high) if turning is not None else 0
                if step:
                    turn(Key.DOWN if step > 0 else Key.UP, at)

            return changed

        a = self._open("the encoder's a", encoder.a, "up", listener("a"))
        b = self._open("the encoder's b", encoder.b, "up", listener("b"))
        turning = Turning(encoder.kind, bool(a.pin.state), bool(b.pin.state))

    def _open(self, name: str, pin: int, pull: Pull, changed: Callable[[float, bool], None]) -> Any:
        def callback(ticks: Any, state: Any) -> None:
            try:
                changed(self._time(ticks), bool(state))
            except Exception:  # would end the thread of a foreign library, and silence every key
                log.exception("%s: an edge is lost", name)

        device = None
        try:
            from gpiozero import InputDevice

            # Not Button: it has a thread that wakes ten times a second to look for holds. No bounce time either: each
            # library gives it another meaning.
            device = InputDevice(
                pin, pull_up=PULLS[pull], active_state=False if pull == "none" else None, pin_factory=self._factory
            )
            self._devices.append(device)
            self._callbacks.append(callback)
            device.pin.bounce, device.pin.edges = None, "both"
            device.pin.when_changed = callback
        except Exception as error:  # a pin library fails in its own ways, NameError included
            raise PortError(f"pin {pin} for {name} cannot be used: {self._refusal(error, pin)}") from error
        return device

    def _time(self, ticks: Any) -> float:
        """The time of an edge by our clock; the current time if the library uses another clock."""
        now = self._clock.monotonic()
        return ticks if isinstance(ticks, float) and 0.0 <= now - ticks <= STALE_S else now

    def _refusal(self, error: Exception, pin: int) -> str:
        busy = isinstance(error, OSError) and error.errno == errno.EBUSY
        if not busy and tidy(str(error)).lower().replace("'", "") != "gpio busy":
            return describe_error(error)
        user_of = getattr(self._factory, "user", None)
        user = user_of(pin) if user_of is not None else None
        return f"it is in use by {user or 'another program'}; end that, or give the key another pin"


def _as_edges(edge: Edge) -> Turn:
    def tap(key: Key, at: float) -> None:
        edge(key, True, at)
        edge(key, False, at)

    return tap


class _Contact:
    """The contact of a key: its state after the last edge, and its state now."""

    def __init__(self, key: Key, edge: Edge, closed_high: bool, reports_held: bool) -> None:
        self._key = key
        self._edge = edge
        self._closed_high = closed_high
        self._reports_held = reports_held
        self.down = False
        self._mismatch_since: float | None = None
        self.pin: Any = None

    def closed(self) -> bool:
        """Whether it is closed right now."""
        return bool(self.pin.state) == self._closed_high

    def changed(self, at: float, high: bool) -> None:
        """Pass an edge on. Called in any thread."""
        down, before = high == self._closed_high, self.down
        self.down, self._mismatch_since = down, None
        # The release of a key that was down from the start is reported only if its being down was.
        if down or before or self._reports_held:
            self._edge(self._key, down, at)

    def mismatch(self, now: float) -> bool:
        """Whether it moved and no edge was reported; after LOST_S this reports the edge."""
        closed = self.closed()
        if closed == self.down:
            self._mismatch_since = None
            return False
        if self._mismatch_since is None:
            self._mismatch_since = now
        elif now - self._mismatch_since >= LOST_S:
            self.changed(now, closed == self._closed_high)
        return True


class Keys:
    """The keys of a board, which `attend` opens, and opens again after they were lost."""

    def __init__(self, open_buttons: Callable[[], Buttons], listener: KeyInbox) -> None:
        self._open = open_buttons
        self._listener = listener
        self._buttons: Buttons | None = None
        self.deaf = False
        """Whether keys that once worked are lost and not open again yet."""

    def attend(self) -> None:
        """Open the keys if necessary; raises PortError if that fails. Costs nothing while they work."""
        if self._buttons is not None:
            lost = self._buttons.lost
            if lost is None:
                return
            self.close()
            self.deaf = True
            # Otherwise a key that was down would go on repeating, or its release would act.
            self._listener.forget()
            # Open them at the next call: pins that fail at once each time must not cause a busy loop.
            raise PortError(lost)
        self._buttons = self._open()
        self.deaf = False
        self._listener.set_fetch(self._fetch)

    def close(self) -> None:
        """Release the pins; may be called twice."""
        buttons, self._buttons = self._buttons, None
        if buttons is not None:
            buttons.close()

    def _fetch(self, keys: Collection[Key]) -> Collection[Key]:
        return self._buttons.fetch(keys) if self._buttons is not None else ()


class Turning:
    """Turns edges of the two contacts into steps. `a` and `b` are their levels at the start, high if open."""

    def __init__(self, kind: Kind, a: bool = True, b: bool = True) -> None:
        self._edges = EDGES[kind]
        self._levels = {"a": a, "b": b}
        # If it starts in the middle of a turn, it counts from the nearer detent.
        self._place = (0, 1, 2, -1)[_CIRCLE[a, b]]
        self._detent = 2 if kind == "half" and self._place == 2 else 0

    def edge(self, contact: Literal["a", "b"], high: bool) -> int:
        """1 for a step clockwise that this edge completes, -1 for one the other way round, else 0."""
        before = _CIRCLE[self._levels["a"], self._levels["b"]]
        self._levels[contact] = high
        after = _CIRCLE[self._levels["a"], self._levels["b"]]
        self._place += (after - before + 1) % 4 - 1
        if abs(self._place - self._detent) < self._edges:
            return 0
        step = 1 if self._place > self._detent else -1
        self._detent = self._place
        return step
