"""A rotary encoder: two contacts that close one after the other, and a knob that clicks into detents.

Four states follow each other in a circle, and each edge goes one state on or back. So chatter of one contact walks to
and fro between two neighbours and cancels itself; no time is needed. A step counts when a whole detent lies behind.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

Kind = Literal["full", "half"]
EDGES: dict[Kind, int] = {"full": 4, "half": 2}
"""Edges from one detent to the next. With `full` both contacts rest open; with `half` they rest both open or both
closed, as in knobs with twice as many detents as pulses."""

_CIRCLE = {(True, True): 0, (False, True): 1, (False, False): 2, (True, False): 3}
"""The states in the order in which they follow when turned clockwise: contact a moves before contact b."""


class Encoder(NamedTuple):
    """The pins (BCM) of an encoder's contacts, which close to ground. Who turns it the wrong way swaps a and b."""

    a: int
    b: int
    kind: Kind = "full"


class Turning:
    """What the edges of the two contacts mean. `a` and `b` are their levels at the start, high when open."""

    def __init__(self, kind: Kind, a: bool = True, b: bool = True) -> None:
        self._edges = EDGES[kind]
        self._levels = {"a": a, "b": b}
        # Opened in the middle of a turn, it counts from the detent that is nearer.
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
