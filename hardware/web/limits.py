"""Limits for one caller of the web window, and for all of them together."""

from __future__ import annotations

from typing import NamedTuple


class Limits(NamedTuple):
    """At most `connections` at a time, and at most `connections_each` from one address, so that no caller takes all; a
    caller beyond that is cut off and may try again. `phones` of them are kept for the addresses of paired phones. Some
    are kept for callers that have none (see `Places`). A connection counts for at least `keep_s`. All connections
    together use at most half of the file descriptors that the process may open.

    A request has at most `head_bytes`. It must be complete within `request_s`, and so must the transfer of its answer,
    unless it asks for the stream. The kernel buffers `unsent_bytes` for a slow viewer, and this process as many; a slow
    viewer then skips states. A viewer that takes no byte for `stalled_s` is cut off. After each state a viewer gets the
    next one no sooner than `pause_s` later. After `beat_s` without a state it gets a beat, which shows that the
    connection works.
    """

    connections: int = 300
    connections_each: int = 40
    phones: int = 24
    keep_s: float = 1.0
    head_bytes: int = 8 * 1024
    unsent_bytes: int = 4 * 1024
    request_s: float = 20.0
    stalled_s: float = 60.0
    pause_s: float = 0.1
    beat_s: float = 15.0


LIMITS = Limits()
