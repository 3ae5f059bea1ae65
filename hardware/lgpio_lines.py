"""A pin factory for gpiozero on the library lgpio, for where `gpiod` cannot be used.

gpiozero's own takes the chip by a guess at its number and cannot tell when the library's one thread has died, which
makes every key deaf. Both are known here. Its alert loop wakes some 1,600 times a second; that cannot be helped.
"""

from __future__ import annotations

import logging
from contextlib import suppress
from typing import Any

from hardware.lines import LineFactory, LinePin

log = logging.getLogger(__name__)


class LgpioPin(LinePin):
    """A pin whose line is claimed for reading, for alerts or for driving."""

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
            # Its debouncing reports an edge late, and not at all if the level does not stand still for so long.
            lgpio.gpio_set_debounce_micros(handle, self.offset, int((self.bounce_ or 0) * 1e6))
            self._callback = lgpio.callback(handle, self.offset, edges, self._told)

    def free(self) -> None:
        if self._callback is not None:
            self._callback.cancel()
            self._callback = None
        self.factory.lgpio.gpio_free(self.factory.handle, self.offset)

    def read(self) -> bool:
        return bool(self.factory.lgpio.gpio_read(self.factory.handle, self.offset))

    def write(self, high: bool) -> None:
        self.factory.lgpio.gpio_write(self.factory.handle, self.offset, int(high))

    def _told(self, chip: int, number: int, level: int, ns: int) -> None:
        """An alert, in the library's thread, which ends if anything gets out of here. Level 2 is a watchdog's."""
        try:
            if level in (0, 1) and self._when_changed is not None:
                self._call_when_changed(ns / 1e9, bool(level))
        except Exception:  # else every key would be silent from now on
            log.exception("%r: an edge is lost", self)


class LgpioFactory(LineFactory):
    """The pins of /dev/gpiochip`number`. `lgpio` is the library. Raises what it raises if the chip cannot be opened."""

    def __init__(self, lgpio: Any, number: int, revision: int | None = None) -> None:
        super().__init__(LgpioPin, revision)
        self.lgpio = lgpio
        if not _alive(lgpio):
            # A thread cannot be started twice; the library looks for it under this name whenever a line is claimed.
            lgpio._notify_thread = lgpio._callback_thread()
        self.handle = lgpio.gpiochip_open(number)
        self._open = True

    def close(self) -> None:
        """Give everything back; may be called twice."""
        super().close()
        if self._open:
            self._open = False
            self.lgpio.gpiochip_close(self.handle)

    @property
    def lost(self) -> str | None:
        return None if _alive(self.lgpio) else "the callback thread of lgpio has ended"

    def user(self, number: int) -> str | None:
        with suppress(Exception):
            return str(self.lgpio.gpio_get_line_info(self.handle, number)[4]) or None
        return None


def _alive(lgpio: Any) -> bool:
    thread = getattr(lgpio, "_notify_thread", None)
    return thread is None or bool(thread.is_alive())
