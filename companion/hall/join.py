"""The law of the board: of each game it holds the greatest revision that it has heard of.

`join` is commutative, associative and idempotent. So it makes no difference in which order messages come, how often,
and by which brokers: boards that heard the same hold the same.
"""

from __future__ import annotations

from typing import NamedTuple


class Held(NamedTuple):
    """What a board holds of a game. `disputed`: at this revision it has heard of two different results."""

    revision: int
    hash: str
    disputed: bool = False


def join(one: Held | None, other: Held) -> Held:
    """The one of two that counts: of two revisions the later; of two results of the same revision that with the
    greater hash, and the game is disputed until a later revision comes.
    """
    if one is None or one.revision < other.revision:
        return other
    if one.revision > other.revision:
        return one
    return Held(one.revision, max(one.hash, other.hash), one.disputed or other.disputed or one.hash != other.hash)
