"""A rotary encoder: two contacts that close one after the other, and a knob that clicks into detents.

Four states follow each other in a circle, and each edge moves one state forward or back. So bounces of one contact move
back and forth between two states and cancel out, without any timing. A step counts once a whole detent is done.
"""

from __future__ import annotations

from typing import Literal

Kind = Literal["full", "half"]
EDGES: dict[Kind, int] = {"full": 4, "half": 2}
"""The edges from one detent to the next. At rest, the contacts of a `full` encoder are open. Those of a `half` encoder
are both open or both closed; it has twice as many detents as pulses."""

_CIRCLE = {(True, True): 0, (False, True): 1, (False, False): 2, (True, False): 3}
"""The order of the states on a clockwise turn, in which contact a moves before contact b."""


class Turning:
    """Turns edges of the two contacts into steps. `a` and `b` are their levels at the start, high if open."""

    def __init__(self, kind: Kind, a: bool = True, b: bool = True) -> None:
        self._edges = EDGES[kind]
        self._levels = {"a": a, "b": b}
        # If it starts in the middle of a turn, it counts from the nearer detent.
        self._place = (0, 1, 2, -1)[_CIRCLE[a, b]]
        self._detent = 2 if kind == "half" and self._place == 2 else 0

    def edge(self, contact: Literal["a", "b"], high: bool) -> int:
        """1 for a step clockwise that this edge completes, -1 for one the other way round, else 0."""
        before = _CIRCLE[self._levels["a"], self._levels["b"]]
        self._levels[contact] = high
        after = _CIRCLE[self._levels["a"], self._levels["b"]]
        self._place += (after - before + 1) % 4 - 1
        if abs(self._place - self._detent) < self._edges:
            return 0
        step = 1 if self._place > self._detent else -1
        self._detent = self._place
        return step
