"""How long a test waits for another thread or process before it fails: longer than any slow or busy machine needs."""

from __future__ import annotations

import time
from collections.abc import Iterator
from threading import Event

PATIENCE_S = 300.0
"""It only ends a test that hangs."""
GLANCE_S = 0.01
"""For tests that look again and again: how long they wait in between."""


def turns() -> Iterator[None]:
    """One turn for each look of a test that itself waits in between, at least one, until `PATIENCE_S` are over."""
    deadline = time.monotonic() + PATIENCE_S
    yield
    while time.monotonic() < deadline:
        yield


def glances() -> Iterator[None]:
    """The same, with a wait between the looks: a test that never waits takes the processor from what it looks for."""
    nobody_calls = Event()
    for _ in turns():
        yield
        nobody_calls.wait(GLANCE_S)
