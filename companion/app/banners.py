"""The messages that lie over a screen, one after the other, each for a while. They never cost a press."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import NamedTuple

from companion.ports import Clock

BANNER_S = 1.5
"""How long a banner stands, unless a key cuts it short."""
INSTRUCTION_S = 2.0
"""How long it stands when it tells the hands what to do."""


class _Banner(NamedTuple):
    """A page and how long it stands; `notice` is the number of the notice that it is a page of, 0 for none."""

    seconds: float
    page: str
    notice: int = 0


class Banners:
    """What stands there `now`, or None, and what comes after it. What comes first stands once `begin` is called."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._standing: _Banner | None = None
        self._more: list[_Banner] = []
        self._notices = 0
        self.until = 0.0

    @property
    def now(self) -> str | None:
        return self._standing.page if self._standing is not None else None

    def say(self, seconds: float, pages: Iterable[str]) -> None:
        """In the place of everything but notices; what is too long for one banner comes in pages."""
        self._more = [_Banner(seconds, page) for page in pages] + [banner for banner in self._more if banner.notice]
        self.begin()

    def add(self, seconds: float, pages: Iterable[str]) -> None:
        """After everything else."""
        self._more += [_Banner(seconds, page) for page in pages]

    def notice(self, seconds: float, pages: Iterable[str]) -> None:
        """After everything else, and only a key that is pressed while it stands ends it."""
        self._notices += 1
        self._more += [_Banner(seconds, page, self._notices) for page in pages]

    def interrupt(self, pages: Iterable[str], untrue: Collection[str] = ()) -> None:
        """Before everything else, which comes after it for its full time, but for what is not true any more."""
        standing = [self._standing] if self._standing is not None else []
        rest = [banner for banner in standing + self._more if banner.page not in untrue]
        self._more = [_Banner(INSTRUCTION_S, page) for page in pages] + rest
        self.begin()

    def cut(self) -> bool:
        """A key ends them all but the notices that have not stood yet, of which the next stands; whether one stood."""
        stood, self._standing = self._standing, None
        self._more = [one for one in self._more if one.notice and not (stood and one.notice == stood.notice)]
        self.begin()
        return stood is not None

    def time(self) -> None:
        """Some time has gone by."""
        if self._standing is not None and self._clock.monotonic() >= self.until:
            self._standing = None
            self.begin()

    def begin(self) -> None:
        """The next one stands, if there is one."""
        if self._more:
            self._standing = self._more.pop(0)
            self.until = self._clock.monotonic() + self._standing.seconds
