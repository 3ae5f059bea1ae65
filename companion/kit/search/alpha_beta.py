"""What searches by alpha-beta share: how they stop, and how large a table gets."""

from __future__ import annotations

TABLE_MOST = 50_000
"""A table that is full is emptied: so its size is bounded, and the order of its entries changes nothing."""


class Stopped(Exception):
    """The work is enough, or nobody waits any more."""
