"""The levels of a seat of the device, in the notation of the record: how strong it plays.

0 is the child, 1 to 4 are an amount of work, 5 is deep: as much work as there is time. `h12` gives away up to 12 % of a
win with each choice: the height of the people it plays against.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.values import NamedTuple

CHILD, DEEP, HEIGHT = "0", "5", "h"
"""HEIGHT alone is "my height" as people choose it; its number follows from their last games."""

OFFERED = (CHILD, HEIGHT, "1", "2", "3", "4", DEEP)
"""What people may choose, the weakest first; my height is anywhere among them."""

HEIGHT_MOST = 50
"""In per cent of a win."""

CHILD_WITHOUT_LOOK, WEAK_HEIGHT = 95, 20
"""In per cent: see `percent_without_look`."""

PATTERN = f"[0-5]|{HEIGHT}(?:[0-9]|[1-4][0-9]|{HEIGHT_MOST})"


def height(percent: int) -> str:
    """The level that gives away up to this much."""
    return f"{HEIGHT}{percent}"


def as_request(level: str) -> dict[str, object]:
    """The members of a request of the protocol that name a level."""
    percent = percent_of(level)
    return {"level": int(level)} if percent is None else {"height": percent / 100}


def as_offered(level: str) -> str:
    """What people chose to get this level."""
    return level[:1]


def percent_of(level: str) -> int | None:
    """What a level of somebody's height gives away at most; None for another level."""
    return int(level[1:]) if level[1:] else None


def percent_without_look(level: str) -> int:
    """The part of its choices, in per cent, that a level makes without a look: any action, each as likely.

    The child makes almost all so. A height does from WEAK_HEIGHT on, for people who give away more than any choice can:
    at the greatest height all.
    """
    if level == CHILD:
        return CHILD_WITHOUT_LOOK
    percent = percent_of(level) or 0
    return max(0, 100 * (percent - WEAK_HEIGHT) // (HEIGHT_MOST - WEAK_HEIGHT))


class PastGame(NamedTuple):
    """A game at somebody's height: how much the device gave away, in per cent, its part of the win, and the seats."""

    percent: int
    part: float
    seats: int


HEIGHTS = (0, 1, 2, 3, 4, 6, 8, 12, 16, 22, 30, 40, 45, 48, HEIGHT_MOST)
FIRST_HEIGHT = 12
"""In the first game."""
GAMES_LOOKED_AT = 10


def next_height(games: Sequence[PastGame]) -> int:
    """How much the device gives away in the next game, in per cent, after its last games at a height, the oldest first.

    From the height of the last game it goes up a step for each other seat after a win, and down one after a defeat, so
    it stays where the device wins its part of the games. After three games that ended alike it takes two at a time.
    While the device has won more than its part of its last games no step goes down, while it has won less none goes up.
    """
    if not games:
        return FIRST_HEIGHT
    ways = [round(game.seats * game.part) - 1 for game in games[-GAMES_LOOKED_AT:]]
    alike = len(ways) >= 3 and (min(ways[-3:]) > 0 or max(ways[-3:]) < 0)
    steps = 0 if ways[-1] * sum(ways) < 0 else ways[-1] * (1 + alike)
    at = max([place for place, percent in enumerate(HEIGHTS) if percent <= games[-1].percent])
    return HEIGHTS[min(max(at + steps, 0), len(HEIGHTS) - 1)]
