"""A pin factory for gpiozero on the library lgpio, the fallback for `gpiod`.

32-bit systems need it: PyPI has no gpiod wheels for them, and Debian 12 packages gpiod 1.6, which is too old. gpiozero
has an lgpio factory, but it guesses the number of the chip and does not notice when lgpio's only thread has died. lgpio
wakes some 1,600 times a second, even if no key moves.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from companion.log import Log
from hardware.pin_base import BasePin, BasePinFactory

log = Log(__name__)


class LgpioPin(BasePin):
    """A pin whose line is claimed as input, as input with alerts, or as output."""

    _callback: Any = None
    factory: LgpioFactory

    def claim(self) -> None:
        lgpio, handle = self.factory.lgpio, self.factory.handle
        pull = {"up": lgpio.SET_PULL_UP, "down": lgpio.SET_PULL_DOWN, "floating": lgpio.SET_PULL_NONE}[self.pull_]
        if self.function_ == "output":
            lgpio.gpio_claim_output(handle, self.offset, int(self.high), 0)
        elif not self.listening:
            lgpio.gpio_claim_input(handle, self.offset, pull)
        else:
            edges = {"both": lgpio.BOTH_EDGES, "rising": lgpio.RISING_EDGE, "falling": lgpio.FALLING_EDGE}[self.edges_]
            lgpio.gpio_claim_alert(handle, self.offset, edges, pull)
            # lgpio reports an edge only after the level has been stable for this long, and not at all before.
            lgpio.gpio_set_debounce_micros(handle, self.offset, int((self.bounce_ or 0) * 1e6))
            self._callback = lgpio.callback(handle, self.offset, edges, self._alert)

    def free(self) -> None:
        if self._callback is not None:
            self._callback.cancel()
            self._callback = None
        self.factory.lgpio.gpio_free(self.factory.handle, self.offset)

    def read(self) -> bool:
        return bool(self.factory.lgpio.gpio_read(self.factory.handle, self.offset))

    def write(self, high: bool) -> None:
        self.factory.lgpio.gpio_write(self.factory.handle, self.offset, int(high))

    def _alert(self, chip: int, number: int, level: int, ns: int) -> None:
        """Report an alert, in lgpio's thread. An exception would end that thread. Level 2 is a watchdog alert."""
        try:
            if level in (0, 1) and self._when_changed is not None:
                self._call_when_changed(ns / 1e9, bool(level))
        except Exception:  # it would silence every key
            log.exception("%r: an edge is lost", self)


class LgpioFactory(BasePinFactory):
    """The pins of /dev/gpiochip`number`. `lgpio` is the library; raises its error if the chip cannot be opened."""

    def __init__(self, lgpio: Any, number: int, revision: int | None = None) -> None:
        super().__init__(LgpioPin, revision)
        self.lgpio = lgpio
        if not _is_alive(lgpio):
            # A dead thread cannot be started again. lgpio has no function for this, and uses the thread by this name.
            lgpio._notify_thread = lgpio._callback_thread()  # noqa: SLF001
        self.handle = lgpio.gpiochip_open(number)
        self._open = True

    def close(self) -> None:
        """Release everything; may be called twice."""
        super().close()
        if self._open:
            self._open = False
            self.lgpio.gpiochip_close(self.handle)

    @property
    def lost(self) -> str | None:
        return None if _is_alive(self.lgpio) else "the callback thread of lgpio has ended"

    def user(self, number: int) -> str | None:
        with suppress(Exception):
            return str(self.lgpio.gpio_get_line_info(self.handle, number)[4]) or None
        return None


def _is_alive(lgpio: Any) -> bool:
    thread = getattr(lgpio, "_notify_thread", None)
    return thread is None or bool(thread.is_alive())
