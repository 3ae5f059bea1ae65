"""The mind of Army Ants: alpha-beta on a compact position. See the README beside this file.

compact        positions and turns on bytes
lines          attacks, looked up line by line
worth          what a board is worth, and what share of the win that is
search         alpha-beta
forced         what is certain within three turns
arrangement    the army of the free deployment
thinking       thoughts, the quick rule, odds
review         a finished game looked at again
"""

from __future__ import annotations

from companion.games.army_ants.engine.deployment import Deployment
from companion.games.army_ants.mind.arrangement import arrange, keep, shown
from companion.games.army_ants.mind.review import judge
from companion.games.army_ants.mind.thinking import odds, quick, think
from companion.kit.rules import Position, Seat
from companion.kit.search.mind import Mind


def may_think(position: Position, seat: Seat) -> bool:
    """Whether there is something to choose: not where people enter what was dealt."""
    return not isinstance(position, Deployment) or position.free


def forced(position: Position) -> bool:
    """Whether only one turn is possible. A card that people enter comes to light, also the last one."""
    return not isinstance(position, Deployment) and len(position.legal()) == 1


MIND = Mind(
    3,
    (600, 5_000, 25_000, 160_000),
    think=think,
    quick=quick,
    odds=odds,
    judge=judge,
    review_work=120_000,
    review_plies=16,
    rough_from=2,
    may_think=may_think,
    forced=forced,
    arrange=arrange,
    # With "rows" a player looks at the cards of a rank and lays them face down: people would have to do it for it.
    sits=lambda options: options["entry"] == "cards" and options["deployment"] != "rows",
    keep=keep,
    shown=shown,
)
