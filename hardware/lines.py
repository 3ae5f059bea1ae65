"""What our pin factories for gpiozero have in common: pins that ask the library once they are described.

gpiozero describes a pin step by step. These note the steps, so a line is taken from the kernel once, with all that
is wanted of it, and is given back when it is closed.
"""

from __future__ import annotations

import time
from typing import Any

from gpiozero import PinFixedPull, PinInvalidBounce, PinInvalidEdges, PinInvalidFunction, PinInvalidPull, PinSetInput
from gpiozero.pins.pi import PiFactory, PiPin

CONSUMER = "table-companion"
"""Whose the lines are, for people who look with `gpioinfo`."""
PULLS = ("up", "down", "floating")
EDGES = ("both", "rising", "falling")


class LinePin(PiPin):  # type: ignore[misc]  # gpiozero publishes no types
    """A pin on a line of a chip. `claim`, `free`, `read` and `write` are the library's part."""

    bounce_: float | None

    def __init__(self, factory: LineFactory, info: Any) -> None:
        super().__init__(factory, info)
        self.offset = int(info.name.removeprefix("GPIO"))
        self._claimed = False
        self._reset()

    def claim(self) -> None:
        """Take the line as it is described now."""
        raise NotImplementedError

    def free(self) -> None:
        """Give the line back."""
        raise NotImplementedError

    def read(self) -> bool:
        """Whether the line is high."""
        raise NotImplementedError

    def write(self, high: bool) -> None:
        """Drive the line."""
        raise NotImplementedError

    def close(self) -> None:
        try:
            self.when_changed = None
            self._let_go()
        finally:
            self._claimed = False
            self._reset()

    def output_with_state(self, state: Any) -> None:
        self.function_, self.high, self.listening = "output", bool(state), False
        self._take()

    # -- what gpiozero asks for

    def _get_function(self) -> str:
        return self.function_

    def _set_function(self, value: str) -> None:
        if value not in ("input", "output"):
            raise PinInvalidFunction(f'invalid function "{value}" for pin {self!r}')
        if value == "output":
            self.output_with_state(False)
        elif self.function_ == "output":
            self.function_ = value
            self._let_go()

    def _get_state(self) -> bool:
        if not self._claimed:
            self._take()
        return self.read()

    def _set_state(self, value: Any) -> None:
        if self.function_ == "input":
            raise PinSetInput(f"cannot set state of pin {self!r}")
        self.high = bool(value)
        self.write(self.high)

    def _get_pull(self) -> str:
        return self.pull_

    def _set_pull(self, value: str) -> None:
        if self.function_ != "input":
            raise PinFixedPull(f"cannot set pull on non-input pin {self!r}")
        if value not in PULLS:
            raise PinInvalidPull(f'invalid pull "{value}" for pin {self!r}')
        if self.info.pull not in (value, ""):
            raise PinFixedPull(f"{self!r} has a physical pull-{self.info.pull} resistor")
        self.pull_ = value
        self._again()

    def _get_bounce(self) -> float | None:
        return self.bounce_

    def _set_bounce(self, value: float | None) -> None:
        if value is not None and value < 0:
            raise PinInvalidBounce("bounce must be 0 or greater")
        self.bounce_ = value or None
        self._again()

    def _get_edges(self) -> str:
        return self.edges_

    def _set_edges(self, value: str) -> None:
        if value not in EDGES:
            raise PinInvalidEdges(f'invalid edge specification "{value}" for pin {self!r}')
        self.edges_ = value
        self._again()

    def _enable_event_detect(self) -> None:
        self.listening = True
        self._take()

    def _disable_event_detect(self) -> None:
        self.listening = False
        self._let_go()

    # -- the line

    def _reset(self) -> None:
        self.function_ = "input"
        self.pull_ = self.info.pull or "floating"
        self.bounce_ = None
        self.edges_ = "both"
        self.high = False
        self.listening = False

    def _take(self) -> None:
        self._let_go()
        self.claim()
        self._claimed = True

    def _again(self) -> None:
        if self._claimed:
            self._take()

    def _let_go(self) -> None:
        if self._claimed:
            self._claimed = False
            self.free()


class LineFactory(PiFactory):  # type: ignore[misc]
    """Pins of the Pi that runs this; `revision` says another one."""

    def __init__(self, pin_class: type[LinePin], revision: int | None) -> None:
        super().__init__()
        self.pin_class = pin_class
        self._revision = revision

    @property
    def lost(self) -> str | None:
        """Why no edge will be told any more, or None while all is well. Asks no kernel and costs nothing."""
        return None

    def fetch(self) -> None:
        """Tell every edge that has happened and was not told yet, where the library lets that be done."""

    def user(self, number: int) -> str | None:
        """Who has the line, as far as the kernel knows."""
        return None

    def ticks(self) -> float:
        return time.monotonic()

    def ticks_diff(self, later: float, earlier: float) -> float:
        return later - earlier

    def _get_revision(self) -> int:
        if self._revision is None:
            from gpiozero.pins.local import get_pi_revision

            self._revision = int(get_pi_revision())
        return self._revision
