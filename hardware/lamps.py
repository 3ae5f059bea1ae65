"""Lamps at the seats and a buzzer, on gpiozero, each behind `ports.Panel`.

Both are plain outputs: a pin is on or off. The buzzer is an active one, which makes its tone by itself as long as it
has current; a bare piezo disc, which would need a tone from us, only clicks.

Pins are opened by the first `show`, and again by the next one after a failure, so a wire that could not be had at the
start is taken when it can be had. What is opened is off.
"""

from __future__ import annotations

import threading
import warnings
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from types import MappingProxyType
from typing import Any

from companion.ports import PortLost, Shown, Sound
from hardware.pins import shared, why

Later = Callable[[float, Callable[[], None]], None]
"""Calls something after so many seconds, in whatever thread, and returns at once."""

PATTERNS: Mapping[Sound, tuple[float, ...]] = MappingProxyType(
    {
        Sound.KEY: (0.004,),
        Sound.DONE: (0.06,),
        Sound.REFUSED: (0.03, 0.07, 0.03),
        Sound.BUST: (0.5,),
        Sound.WIN: (0.08, 0.08, 0.08, 0.08, 0.4),
    }
)
"""How long the buzzer sounds, is silent, sounds, … Of one pitch, so they differ in length and number alone."""


class Lamps:
    """A lamp for each place at the table, by BCM numbers of pins; who sits beyond the last one has none.

    `factory` is a gpiozero pin factory, by default the one that fits here.
    """

    def __init__(self, pins: Sequence[int], factory: Any = None, *, active_high: bool = True) -> None:
        self._pins = tuple(pins)
        self._factory = factory
        self._active_high = active_high
        self._outputs: list[Any] = []
        self._lit: frozenset[int] = frozenset()

    def show(self, shown: Shown) -> None:
        wanted = frozenset([place for place in shown.lamps if place < len(self._pins)])
        name = ""
        try:
            for place in range(len(self._outputs), len(self._pins)):
                name = self._name(place)
                self._outputs.append(_output(self._pins[place], self._factory, self._active_high))
            for place in sorted(wanted ^ self._lit):
                name = self._name(place)
                _switch(self._outputs[place], on=place in wanted)
        except Exception as error:  # a pin library fails in its own ways
            self.close()
            raise _lost(name, error) from error
        self._lit = wanted

    def close(self) -> None:
        """All off, and let go of the pins; may be called twice."""
        while self._outputs:
            _let_go(self._outputs.pop())
        self._lit = frozenset()

    def _name(self, place: int) -> str:
        return f"pin {self._pins[place]} for lamp {place + 1}"


class Buzzer:
    """An active buzzer at a pin. A new sound takes the place of the one that is to be heard.

    `show` never waits: the rest of a pattern is played by `later`. Between sounds there is no thread.
    """

    def __init__(
        self, pin: int, factory: Any = None, *, active_high: bool = True, later: Later | None = None
    ) -> None:
        self._name = f"pin {pin} for the buzzer"
        self._pin = pin
        self._factory = factory
        self._active_high = active_high
        self._later = _after if later is None else later
        # Held by whoever writes to the pin, for as long as that takes.
        self._lock = threading.Lock()
        self._output: Any = None
        self._failed: Exception | None = None
        self._sounds = 0

    def show(self, shown: Shown) -> None:
        with self._lock:
            failed, self._failed = self._failed, None
            try:
                if failed is not None:
                    raise failed
                if self._output is None:
                    self._output = _output(self._pin, self._factory, self._active_high)
            except Exception as error:  # a pin library fails in its own ways
                self._drop()
                raise _lost(self._name, error) from error
            self._sounds += shown.sound is not None
            number = self._sounds
        if shown.sound is not None:
            self._go_on(number, PATTERNS[shown.sound], on=True)

    def close(self) -> None:
        """Silent, and let go of the pin; may be called twice."""
        with self._lock:
            self._drop()

    def _go_on(self, number: int, left: tuple[float, ...], *, on: bool) -> None:
        """Play what is left of a sound, unless another has begun. In whatever thread; nothing can get out of it."""
        with self._lock:
            if number != self._sounds or self._output is None:
                return
            try:
                _switch(self._output, on=on)
            except Exception as error:  # told by the next `show`
                self._failed = error
                return
        if left:
            self._later(left[0], lambda: self._go_on(number, left[1:], on=not on))

    def _drop(self) -> None:
        output, self._output = self._output, None
        if output is not None:
            _let_go(output)


def _output(pin: int, factory: Any, active_high: bool) -> Any:
    """An output that is off."""
    # As in `buttons`: gpiozero warns of much that is of no interest at a table.
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from gpiozero import DigitalOutputDevice

        given = shared() if factory is None else factory
        return DigitalOutputDevice(pin, active_high=active_high, initial_value=False, pin_factory=given)


def _switch(output: Any, *, on: bool) -> None:
    if on:
        output.on()
    else:
        output.off()


def _let_go(output: Any) -> None:
    # A pin library that fails while letting go leaves nothing to be done.
    with suppress(Exception):
        output.off()
    with suppress(Exception):
        output.close()


def _lost(name: str, error: Exception) -> PortLost:
    if isinstance(error, PortLost):
        return error
    return PortLost(f"{name} cannot be used: {why(error)}")


def _after(seconds: float, act: Callable[[], None]) -> None:
    """In a thread that sleeps until then, and ends."""
    timer = threading.Timer(seconds, act)
    timer.daemon = True
    timer.start()
