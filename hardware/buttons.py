"""The keys of a board, on gpiozero's pins.

Edges are told in one thread that belongs to the pin factory. So a callback here only hands the edge on, with the time
that the kernel took of it, and nothing can get out of it. What the contacts meant is worked out elsewhere.
"""

from __future__ import annotations

import errno
import logging
import warnings
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from types import TracebackType
from typing import TYPE_CHECKING, Any, Literal, Protocol, Self

from companion.ports import Clock, Key, PortLost
from hardware.pins import Choice, choose, tidy, why

if TYPE_CHECKING:
    from hardware.encoder import Encoder

Edge = Callable[[Key, bool, float], None]
"""Takes a key, whether its contact closed, and when. Called in a foreign thread."""
Pull = Literal["up", "down", "none"]
PULLS: dict[Pull, bool | None] = {"up": True, "down": False, "none": None}
STALE_S = 1.0
"""An edge told later than this, or from the future, has its time by another clock than ours."""

LOST_S = 0.05
"""An edge whose word takes longer than this is lost; no kernel is as late."""

log = logging.getLogger(__name__)


class Hears(Protocol):
    """Who is told of the keys, in a foreign thread, and of what befell them; `KeyInbox` is one."""

    def edge(self, key: Key, down: bool, at: float) -> None:
        """The contact of a key closed or opened at that time."""

    def turn(self, key: Key, at: float) -> None:
        """An encoder was turned by a step."""

    def held(self, key: Key) -> None:
        """A key is down, and was so before anybody listened."""

    def forget(self) -> None:
        """The keys are lost; none is down any more."""

    def nudge(self) -> None:
        """Something befell the keys that somebody should look after."""

    def fetching(self, fetch: Callable[[Collection[Key]], Collection[Key]]) -> None:
        """From now on this is `Buttons.fetch`."""


class Buttons:
    """Listens to keys on their pins (BCM numbers) from construction to `close`, and to an encoder if there is one.

    A key closes its pin to ground, or to 3.3 V if `active` is "high"; `pull` is the resistor in the Pi that holds the
    pin else, "none" where the board has one. Raises PortLost if not every pin can be had; then none is kept. `factory`
    is a gpiozero pin factory, by default the one that fits here, closed with the keys. `turn` is told the steps of the
    encoder, `held` which keys are down already; a key that is so is not told before it has been let go.
    """

    def __init__(
        self,
        pins: Mapping[Key, int],
        edge: Edge,
        clock: Clock,
        factory: Any = None,
        *,
        active: Literal["low", "high"] = "low",
        pull: Pull = "up",
        encoder: Encoder | None = None,
        turn: Callable[[Key, float], None] | None = None,
        held: Callable[[Key], None] | None = None,
        nudge: Callable[[], None] | None = None,
    ) -> None:
        self._clock = clock
        self._devices: list[Any] = []
        # gpiozero keeps only a weak hold of a callback.
        self._callbacks: list[Callable[[Any, Any], None]] = []
        self._contacts: dict[Key, _Contact] = {}
        self._own: Any = None
        self._choice: Choice | None = None
        # gpiozero warns of much that is of no interest at a table; what counts is told as PortLost.
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            self._factory = factory if factory is not None else self._found(nudge)
            try:
                for key, pin in pins.items():
                    self._key(key, pin, edge, active, pull, held)
                if encoder is not None:
                    self._encoder(encoder, turn)
            except PortLost:
                self.close()
                raise
        if self._choice is not None:
            log.info("pins: %s", self._choice)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def lost(self) -> str | None:
        """Why no key will be heard any more, or None while all is well. Costs nothing to ask."""
        why_lost = getattr(self._factory, "lost", None)
        return why_lost if isinstance(why_lost, str) else None

    def fetch(self, keys: Collection[Key]) -> Collection[Key]:
        """Tell every edge that has happened and was not told yet, in this thread, where that can be done.

        Those of these keys that are not where their last edge left them: word of another is on its way. If it does not
        come within LOST_S it never will, and the edge is told here.
        """
        fetch = getattr(self._factory, "fetch", None)
        doubted = set()
        try:
            if fetch is not None:
                fetch()
            for key in keys:
                contact = self._contacts.get(key)
                if contact is not None and contact.astray(self._clock.monotonic()):
                    doubted.add(key)
        except Exception:  # the pins have gone; what is known is all there is
            log.exception("the pins cannot be read")
        return doubted

    def close(self) -> None:
        """Let go of the pins; may be called twice."""
        while self._devices:
            # A pin library that fails while letting go leaves nothing to be done, and the other pins to be let go.
            with suppress(Exception):
                device = self._devices.pop()
                # Not every factory of gpiozero's forgets the callback of a pin that is closed.
                device.pin.when_changed = None
                device.close()
        self._callbacks.clear()
        self._contacts.clear()
        own, self._own = self._own, None
        if own is not None:
            with suppress(Exception):
                own.close()

    # -- opening

    def _found(self, nudge: Callable[[], None] | None) -> Any:
        choice = choose()
        try:
            factory = choice.open(nudge)
        except Exception as error:
            raise PortLost(f"the pins of a board cannot be reached: {why(error, choice.package)}") from error
        self._choice = choice
        if choice.chip is not None:
            self._own = factory
        return factory

    def _key(
        self, key: Key, pin: int, edge: Edge, active: str, pull: Pull, held: Callable[[Key], None] | None
    ) -> None:
        contact = _Contact(key, edge, active == "high", tells_held=held is not None)
        device = self._open(key.value, pin, pull, contact.changed)
        contact.pin = device.pin
        self._contacts[key] = contact
        if held is not None and contact.closed():
            contact.down = True
            held(key)

    def _encoder(self, encoder: Encoder, turn: Callable[[Key, float], None] | None) -> None:
        from hardware.encoder import Turning  # few boards have one

        turning: Turning | None = None

        def listener(contact: Literal["a", "b"]) -> Callable[[float, bool], None]:
            def changed(at: float, high: bool) -> None:
                # Its edges before both contacts are known are those of a knob that is being turned right now.
                step = turning.edge(contact, high) if turning is not None else 0
                if step and turn is not None:
                    turn(Key.DOWN if step > 0 else Key.UP, at)

            return changed

        a = self._open("the encoder's a", encoder.a, "up", listener("a"))
        b = self._open("the encoder's b", encoder.b, "up", listener("b"))
        turning = Turning(encoder.kind, bool(a.pin.state), bool(b.pin.state))

    def _open(self, name: str, pin: int, pull: Pull, changed: Callable[[float, bool], None]) -> Any:
        def told(ticks: Any, state: Any) -> None:
            try:
                changed(self._time(ticks), bool(state))
            except Exception:  # would silence every key where the library's thread is not ours
                log.exception("%s: an edge is lost", name)

        device = None
        try:
            from gpiozero import InputDevice

            # Not Button: each has a thread that wakes ten times a second to look for holds. Nor its bounce time, which
            # each library takes for something else.
            device = InputDevice(
                pin, pull_up=PULLS[pull], active_state=False if pull == "none" else None, pin_factory=self._factory
            )
            self._devices.append(device)
            self._callbacks.append(told)
            device.pin.bounce, device.pin.edges = None, "both"
            device.pin.when_changed = told
        except Exception as error:  # a pin library fails in its own ways, NameError included
            raise PortLost(f"pin {pin} for {name} cannot be used: {self._refused(error, pin)}") from error
        return device

    def _time(self, ticks: Any) -> float:
        """When an edge was, by our clock; the moment it is told if the library's clock is another."""
        now = self._clock.monotonic()
        return ticks if isinstance(ticks, float) and 0.0 <= now - ticks <= STALE_S else now

    def _refused(self, error: Exception, pin: int) -> str:
        busy = isinstance(error, OSError) and error.errno == errno.EBUSY
        if not busy and tidy(str(error)).lower().replace("'", "") != "gpio busy":
            return why(error)
        asked = getattr(self._factory, "user", None)
        user = asked(pin) if asked is not None else None
        return f"it is in use by {user or 'another program'}; end that, or give the key another pin"


class _Contact:
    """The contact of a key: where its last edge left it, and where it is."""

    def __init__(self, key: Key, edge: Edge, closed_high: bool, tells_held: bool) -> None:
        self._key = key
        self._edge = edge
        self._closed_high = closed_high
        self._tells_held = tells_held
        self.down = False
        self._astray: float | None = None
        self.pin: Any = None

    def closed(self) -> bool:
        """Whether it is closed right now."""
        return bool(self.pin.state) == self._closed_high

    def changed(self, at: float, high: bool) -> None:
        """An edge, in whatever thread tells it."""
        down, before = high == self._closed_high, self.down
        self.down, self._astray = down, None
        # Nothing is known of a key that was down before anybody listened, so its going up is nobody's news, unless
        # there is somebody who was told.
        if down or before or self._tells_held:
            self._edge(self._key, down, at)

    def astray(self, now: float) -> bool:
        """Whether it has moved without word of it; after LOST_S that is the word."""
        closed = self.closed()
        if closed == self.down:
            self._astray = None
            return False
        if self._astray is None:
            self._astray = now
        elif now - self._astray >= LOST_S:
            self.changed(now, closed == self._closed_high)
        return True


class Keys:
    """The keys of a board, looked after: opened when somebody attends to them, and again when they have been lost."""

    def __init__(self, opened: Callable[[], Buttons], hears: Hears) -> None:
        self._opened = opened
        self._hears = hears
        self._buttons: Buttons | None = None
        self.deaf = False
        """Whether keys that were heard once are lost, and could not be opened again yet."""

    def attend(self) -> None:
        """See that the keys are heard; raises PortLost if they cannot be. Costs nothing while all is well."""
        if self._buttons is not None:
            lost = self._buttons.lost
            if lost is None:
                return
            self.close()
            self.deaf = True
            # Else a key that was down when they were lost would go on repeating, or its release would act.
            self._hears.forget()
            # Opened at the next look, and not now: what dies at once each time must not keep anybody busy.
            raise PortLost(lost)
        self._buttons = self._opened()
        self.deaf = False
        self._hears.fetching(self._fetch)

    def close(self) -> None:
        """Let go of the pins; may be called twice."""
        buttons, self._buttons = self._buttons, None
        if buttons is not None:
            buttons.close()

    def _fetch(self, keys: Collection[Key]) -> Collection[Key]:
        return self._buttons.fetch(keys) if self._buttons is not None else ()
