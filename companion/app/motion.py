"""Shows the pages between two others for a moment each. A deadline ends each of them, and any key ends all."""

from __future__ import annotations

from itertools import groupby

from companion.app.idle_timer import ROUNDING_S
from companion.ports import Clock
from companion.ui.page import Page

FRAME_S = 0.075
"""How long each page stands; all together less than 0.3 s."""


class Motion:
    """The pages that lead to another page, if there are any."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._after: Page | None = None
        self._frames: list[tuple[float, Page]] = []

    def begin(self, between: tuple[Page, ...], after: Page) -> None:
        """Show these pages from now on, and then `after`. Equal ones are shown together."""
        end = self._clock.monotonic()
        self._after, self._frames = after, []
        for page, equal in groupby(between):
            end += FRAME_S * len(list(equal))
            self._frames.append((end, page))

    def finish(self) -> None:
        """Show the last page from now on."""
        self._frames = []

    def page(self, after: Page) -> Page:
        """The page to show instead of `after`: one on the way to it, or itself."""
        now = self._clock.monotonic() + ROUNDING_S
        self._frames = [frame for frame in self._frames if frame[0] > now]
        return self._frames[0][1] if self._frames and after == self._after else after

    @property
    def deadline(self) -> float | None:
        """When the next page is due; None when nothing moves."""
        return self._frames[0][0] if self._frames else None
