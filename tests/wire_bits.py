"""What windows cost on the wire."""

from __future__ import annotations

from collections.abc import Iterable

from hardware.chips import Cost, Window


def bits_of(windows: Iterable[Window], cost: Cost) -> int:
    """The bits of these windows, sent in this order."""
    bits, before = 0, (-1, -1)
    for window in windows:
        pages = (window.top, window.bottom)
        same = pages == before and window.top == window.bottom
        bits += (cost.again if same else cost.window) + cost.byte * window.size
        before = pages
    return bits
