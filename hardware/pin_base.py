"""The base of our pin factories for gpiozero.

gpiozero sets the function, pull and edges of a pin one by one. These pins only note them, and claim the line from the
kernel once, with all its settings.
"""

from __future__ import annotations

import time
from typing import Any

from gpiozero import PinFixedPull, PinInvalidBounce, PinInvalidEdges, PinInvalidFunction, PinInvalidPull, PinSetInput
from gpiozero.pins.local import get_pi_revision
from gpiozero.pins.pi import PiFactory, PiPin

CONSUMER = "table-companion"
"""The user of our lines, as `gpioinfo` shows it."""
PULLS = ("up", "down", "floating")
EDGES = ("both", "rising", "falling")


class BasePin(PiPin):  # type: ignore[misc]  # gpiozero publishes no types
    """A pin on a line of a chip. A subclass implements `claim`, `free`, `read` and `write` with its library."""

    bounce_: float | None

    def __init__(self, factory: BasePinFactory, info: Any) -> None:
        super().__init__(factory, info)
        self.offset = int(info.name.removeprefix("GPIO"))
        self._claimed = False
        self._reset()

    def claim(self) -> None:
        """Claim the line with the settings noted so far."""
        raise NotImplementedError

    def free(self) -> None:
        """Release the line."""
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
            self._release_line()
        finally:
            self._claimed = False
            self._reset()

    def output_with_state(self, state: Any) -> None:
        self.function_, self.high, self.listening = "output", bool(state), False
        self._claim_line()

    # -- called by gpiozero

    def _get_function(self) -> str:
        return self.function_

    def _set_function(self, value: str) -> None:
        if value not in ("input", "output"):
            raise PinInvalidFunction(f'invalid function "{value}" for pin {self!r}')
        if value == "output":
            self.output_with_state(False)
        elif self.function_ == "output":
            self.function_ = value
            self._release_line()

    def _get_state(self) -> bool:
        if not self._claimed:
            self._claim_line()
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
        self._reclaim_line()

    def _get_bounce(self) -> float | None:
        return self.bounce_

    def _set_bounce(self, value: float | None) -> None:
        if value is not None and value < 0:
            raise PinInvalidBounce("bounce must be 0 or greater")
        self.bounce_ = value or None
        self._reclaim_line()

    def _get_edges(self) -> str:
        return self.edges_

    def _set_edges(self, value: str) -> None:
        if value not in EDGES:
            raise PinInvalidEdges(f'invalid edge specification "{value}" for pin {self!r}')
        self.edges_ = value
        self._reclaim_line()

    def _enable_event_detect(self) -> None:
        self.listening = True
        self._claim_line()

    def _disable_event_detect(self) -> None:
        self.listening = False
        self._release_line()

    # -- the line

    def _reset(self) -> None:
        self.function_ = "input"
        self.pull_ = self.info.pull or "floating"
        self.bounce_ = None
        self.edges_ = "both"
        self.high = False
        self.listening = False

    def _claim_line(self) -> None:
        self._release_line()
        self.claim()
        self._claimed = True

    def _reclaim_line(self) -> None:
        if self._claimed:
            self._claim_line()

    def _release_line(self) -> None:
        if self._claimed:
            self._claimed = False
            self.free()


class BasePinFactory(PiFactory):  # type: ignore[misc]
    """The pins of this Pi; `revision` overrides which model it is."""

    def __init__(self, pin_class: type[BasePin], revision: int | None) -> None:
        super().__init__()
        self.pin_class = pin_class
        self._revision = revision

    @property
    def lost(self) -> str | None:
        """Why no more edges will be reported, or None if they will. Makes no system call."""
        return None

    def fetch(self) -> None:
        """Report all edges that the kernel still holds, in this thread, if the library can do that."""

    def user(self, number: int) -> str | None:
        """The program that uses a line, if the kernel knows it."""
        return None

    def ticks(self) -> float:
        return time.monotonic()

    def ticks_diff(self, later: float, earlier: float) -> float:
        return later - earlier

    def _get_revision(self) -> int:
        if self._revision is None:
            self._revision = int(get_pi_revision())
        return self._revision
