"""Lamps at the seats and a buzzer, on gpiozero, each behind `ports.Panel`.

Both are plain outputs: a pin is on or off. The buzzer must be an active one, which makes its own tone while it has
current; a bare piezo disc only clicks.

The first `show` opens the pins, and after a failure the next one does so again. An opened pin is off.
"""

from __future__ import annotations

import threading
import warnings
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from types import MappingProxyType
from typing import Any

from companion.ports import DeviceState, Panel, PortError, Sound
from hardware.boards import Board
from hardware.pins import describe_error, output_factory

Later = Callable[[float, Callable[[], None]], None]
"""Calls a function after a number of seconds, in any thread, and returns at once."""

PATTERNS: Mapping[Sound, tuple[float, ...]] = MappingProxyType(
    {
        Sound.KEY: (0.004,),
        Sound.DONE: (0.06,),
        Sound.REFUSED: (0.03, 0.07, 0.03),
        Sound.BUST: (0.5,),
        Sound.WIN: (0.08, 0.08, 0.08, 0.08, 0.4),
        Sound.FLAG: (1.6,),
        Sound.TICK: (0.015,),
    }
)
"""How long the buzzer sounds, is silent, sounds, … in seconds. All have one pitch; they differ in length and number."""


def _after(seconds: float, act: Callable[[], None]) -> None:
    """Act in a thread that sleeps until then and ends."""
    timer = threading.Timer(seconds, act)
    timer.daemon = True
    timer.start()


class Lamps:
    """A lamp for each seat, by BCM numbers; a seat beyond the last pin has none.

    `factory` is a gpiozero pin factory, by default the one of `pins.output_factory`.
    """

    def __init__(self, pins: Sequence[int], factory: Any = None) -> None:
        self._pins = tuple(pins)
        self._factory = factory
        self._outputs: list[Any] = []
        self._lit: frozenset[int] = frozenset()

    def show(self, state: DeviceState) -> None:
        wanted = frozenset([place for place in state.lamps if place < len(self._pins)])
        name = ""
        try:
            for place in range(len(self._outputs), len(self._pins)):
                name = self._name(place)
                self._outputs.append(_output(self._pins[place], self._factory))
            for place in sorted(wanted ^ self._lit):
                name = self._name(place)
                self._outputs[place].value = place in wanted
        except Exception as error:  # a pin library fails in its own ways
            self.close()
            raise _port_error(name, error) from error
        self._lit = wanted

    def close(self) -> None:
        """Switch all lamps off and release the pins; may be called twice."""
        while self._outputs:
            _release(self._outputs.pop())
        self._lit = frozenset()

    def _name(self, place: int) -> str:
        return f"pin {self._pins[place]} for lamp {place + 1}"


class Buzzer:
    """An active buzzer at a pin. A new sound replaces the current one.

    `show` never waits: `later` plays the rest of a pattern. Between sounds there is no thread.
    """

    def __init__(self, pin: int, factory: Any = None, *, later: Later = _after) -> None:
        self._name = f"pin {pin} for the buzzer"
        self._pin = pin
        self._factory = factory
        self._later = later
        # Held while the pin is written to.
        self._lock = threading.Lock()
        self._output: Any = None
        self._failed: Exception | None = None
        self._sounds = 0

    def show(self, state: DeviceState) -> None:
        with self._lock:
            failed, self._failed = self._failed, None
            try:
                if failed is not None:
                    raise failed
                if self._output is None:
                    self._output = _output(self._pin, self._factory)
            except Exception as error:  # a pin library fails in its own ways
                self._drop()
                raise _port_error(self._name, error) from error
            self._sounds += state.sound is not None
            number = self._sounds
        if state.sound is not None:
            self._play(number, PATTERNS[state.sound], on=True)

    def close(self) -> None:
        """Silence it and release the pin; may be called twice."""
        with self._lock:
            self._drop()

    def _play(self, number: int, left: tuple[float, ...], *, on: bool) -> None:
        """Play the rest of a sound, unless another has begun. For any thread; raises nothing."""
        with self._lock:
            if number != self._sounds or self._output is None:
                return
            try:
                self._output.value = on
            except Exception as error:  # the next `show` raises it
                self._failed = error
                return
        if left:
            self._later(left[0], lambda: self._play(number, left[1:], on=not on))

    def _drop(self) -> None:
        output, self._output = self._output, None
        if output is not None:
            _release(output)


def make_parts(board: Board, factory: Any = None) -> list[Panel]:
    """The optional parts of a board: lamps at the seats, a buzzer."""
    parts: list[Panel] = [Lamps(board.lights, factory)] if board.lights else []
    return parts if board.buzzer is None else [*parts, Buzzer(board.buzzer, factory)]


def _output(pin: int, factory: Any) -> Any:
    """An output that is off."""
    # As in `buttons`: gpiozero warns about choices that do not matter here.
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from gpiozero import DigitalOutputDevice

        pin_factory = output_factory() if factory is None else factory
        return DigitalOutputDevice(pin, initial_value=False, pin_factory=pin_factory)


def _release(output: Any) -> None:
    # Nothing can be done about a pin library that fails to release a pin.
    with suppress(Exception):
        output.off()
    with suppress(Exception):
        output.close()


def _port_error(name: str, error: Exception) -> PortError:
    if isinstance(error, PortError):
        return error
    return PortError(f"{name} cannot be used: {describe_error(error)}")
