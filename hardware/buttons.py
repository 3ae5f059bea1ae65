"""The keys of a board, on gpiozero.

Its callbacks run in one thread that belongs to the pin library, and an exception there makes every key deaf until
the next start. So a callback here only takes the time and hands the edge on, and nothing can get out of it.
"""

from __future__ import annotations

import logging
import warnings
from collections.abc import Callable, Mapping
from contextlib import suppress
from types import TracebackType
from typing import Any, Self

from companion.ports import Clock, Key, PortLost

BOUNCE_S = 0.01
"""A level counts once it has stood still for this long, and is reported this much late, going down as going up.

Contacts of push buttons settle within a few milliseconds; a tap shorter than this would be lost, and nobody taps in
a hundredth of a second.
"""

Edge = Callable[[Key, bool, float], None]
"""Takes a key, whether it went down, and when. Called in a foreign thread."""

log = logging.getLogger(__name__)


class Buttons:
    """Listens to keys that close their pins (BCM numbers) to ground, from construction to `close`.

    With `active` "high" they close them to 3V3; `pull` is the Pi's resistor on the pin: `up`, `down` or `none`.

    Raises PortLost if not every pin can be had; then none is kept. `factory` is a gpiozero pin factory, by default
    the one that gpiozero finds. A key that is down already is not told before it has been released and pressed again.
    """

    def __init__(
        self,
        pins: Mapping[Key, int],
        edge: Edge,
        clock: Clock,
        factory: Any = None,
        *,
        active: str = "low",
        pull: str = "up",
        bounce_s: float = BOUNCE_S,
    ) -> None:
        self._devices: list[Any] = []
        # Not both: gpiozero takes the level from the pull where there is one.
        self._wiring: dict[str, Any] = {"pull_up": {"up": True, "down": False, "none": None}[pull]}
        if pull == "none":
            self._wiring["active_state"] = active == "high"
        self._bounce_s = bounce_s
        # gpiozero warns once for each pin library it cannot use. If one of them works the others are of no interest;
        # if none does, the warnings are the reason, and are told as such. So none of them goes to standard error.
        with warnings.catch_warnings(record=True) as warned:
            warnings.simplefilter("always")
            factory = _found(warned) if factory is None else factory
            try:
                for key, pin in pins.items():
                    self._open(key, pin, edge, clock, factory)
            except PortLost:
                self.close()
                raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the pins; may be called twice."""
        while self._devices:
            # A pin library that fails while letting go leaves nothing to be done, and the other pins to be let go.
            with suppress(Exception):
                self._devices.pop().close()

    def _open(self, key: Key, pin: int, edge: Edge, clock: Clock, factory: Any) -> None:
        try:
            from gpiozero import DigitalInputDevice

            # Not Button: each has a thread that wakes ten times a second to look for holds.
            device = DigitalInputDevice(pin, bounce_time=self._bounce_s, pin_factory=factory, **self._wiring)
            self._devices.append(device)
            down, up = _callbacks(key, edge, clock)
            device.when_activated, device.when_deactivated = down, up
        except Exception as error:  # a pin library fails in its own ways, NameError included
            raise PortLost(f"pin {pin} for {key.value} cannot be used: {_why(error)}") from error


def _callbacks(key: Key, edge: Edge, clock: Clock) -> tuple[Callable[[], None], Callable[[], None]]:
    """What gpiozero calls when the key goes down, and when it goes up."""
    pressed = False

    def tell(down: bool) -> None:
        nonlocal pressed
        try:
            if down or pressed:
                pressed = down
                edge(key, down, clock.monotonic())
        except Exception:  # would silence every key
            log.exception("%s: a key that went %s is lost", key.value, "down" if down else "up")

    # Without parameters: gpiozero looks how many there are, and would hand in the device.
    return lambda: tell(True), lambda: tell(False)


def _found(warned: list[warnings.WarningMessage]) -> Any:
    """The pin factory that gpiozero finds here; raises PortLost with what it said about those it could not use."""
    try:
        from gpiozero import BadPinFactory, Device, PinFactoryFallback
    except Exception as error:
        raise PortLost(f"gpiozero cannot be used: {_why(error)}") from error
    try:
        Device.ensure_pin_factory()
    except Exception as error:
        told = [str(warning.message) for warning in warned if issubclass(warning.category, PinFactoryFallback)]
        tried = [_tidy(text.removeprefix("Falling back from ")) for text in told]
        why = "; ".join(tried) if tried and isinstance(error, BadPinFactory) else _why(error)
        raise PortLost(f"the pins of a board cannot be reached: {why}") from error
    return Device.pin_factory


def _why(error: Exception) -> str:
    """What an exception says, as part of a sentence of ours."""
    if isinstance(error, PermissionError):
        return f"no permission for {error.filename or 'it'}; the user must be in the group gpio"
    if isinstance(error, FileNotFoundError) and error.filename:
        return f"{error.filename} is missing"
    return _tidy(str(error)) or type(error).__name__


def _tidy(text: str) -> str:
    """On one line, without a full stop, and beginning in lower case unless with a name such as GPIO5."""
    text = " ".join(text.split()).rstrip(".!")
    return text[:1].lower() + text[1:] if text[1:2].islower() else text
