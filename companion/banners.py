"""The messages that lie over a screen, one after the other, each for a while. They never cost a press."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from companion.ports import Clock

BANNER_S = 1.5
"""How long a banner stands, unless a key cuts it short."""
HANDS_S = 2.0
"""How long it stands when it tells the hands what to do."""


class Banners:
    """What stands there `now`, or None, and what comes after it. What comes first stands once `begin` is called."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._for_s = 0.0
        self._more: list[tuple[float, str]] = []
        self.now: str | None = None
        self.until = 0.0

    def say(self, seconds: float, pages: Iterable[str]) -> None:
        """In the place of everything else; what is too long for one banner comes in pages."""
        self._more = [(seconds, page) for page in pages]
        self.begin()

    def add(self, seconds: float, pages: Iterable[str]) -> None:
        """After everything else."""
        self._more += [(seconds, page) for page in pages]

    def interrupt(self, pages: Iterable[str], untrue: Collection[str] = ()) -> None:
        """Before everything else, which comes after it for its full time, but for what is not true any more."""
        standing = [(self._for_s, self.now)] if self.now is not None else []
        rest = [(seconds, page) for seconds, page in standing + self._more if page not in untrue]
        self._more = [(HANDS_S, page) for page in pages] + rest
        self.begin()

    def cut(self) -> bool:
        """A key ends them all; whether there was one."""
        stood, self.now = self.now is not None, None
        self._more.clear()
        return stood

    def time(self) -> None:
        """Some time has gone by."""
        if self.now is not None and self._clock.monotonic() >= self.until:
            self.now = None
            self.begin()

    def begin(self) -> None:
        """The next one stands, if there is one."""
        if self._more:
            self._for_s, self.now = self._more.pop(0)
            self.until = self._clock.monotonic() + self._for_s
