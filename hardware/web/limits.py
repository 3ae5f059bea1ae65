"""What one caller can take of the machine, and all of them together."""

from __future__ import annotations

from typing import NamedTuple


class Limits(NamedTuple):
    """Not more than `calls` connections at a time, nor more than `calls_each` from one address, so that nobody has all;
    who comes next is cut off and may try again. A connection counts for at least `keep_s`. Where the process may open
    few file descriptors there are fewer connections: half of the descriptors stay with the table.

    A request is no longer than `head_bytes`, and within `ask_s` it has been made and, unless it is for the stream, its
    answer taken. The system keeps `unsent_bytes` for an onlooker who is slow, and we as much again; what is newer waits
    on the desk, and only the newest. Who takes nothing for `stalled_s` is let go. An onlooker is left alone for
    `pause_s` after each state, since nobody reads more than ten in a second; when nothing happens he hears every
    `beat_s` that the wire still holds.
    """

    calls: int = 300
    calls_each: int = 40
    keep_s: float = 1.0
    head_bytes: int = 8 * 1024
    unsent_bytes: int = 4 * 1024
    ask_s: float = 20.0
    stalled_s: float = 60.0
    pause_s: float = 0.1
    beat_s: float = 15.0


LIMITS = Limits()
