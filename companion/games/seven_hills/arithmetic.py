"""The arithmetic of Seven Hills of Rome: who wins each hill and by how much, then the sum of the hills."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.seven_hills.engine.actions import BANNER, HILLS
from companion.games.seven_hills.engine.hills import Hill, Variant, owner
from companion.kit.text import keys
from companion.messages import Message

TAKES = "takes-sum takes-equal takes-strongest takes-all-equal takes-alone"
"""The last words of the messages that another player would win a hill now."""
STANDING = keys("event.seven_hills", f"sum strongest alone nobody {TAKES}")
"""The messages that say who would win a hill."""


def is_standing(message: Message) -> bool:
    """Whether a message says who would win a hill."""
    return message.key in STANDING


def hill_sum(number: int, hill: Hill, agreed: Variant) -> Message:
    """The message about who wins a hill, and by what."""
    seat = owner(hill, agreed)
    if seat is None:
        return Message("why.seven_hills.hill-nobody", "HIL-7", hill=number)
    mine, other = [
        sorted([card for card in hill.cards[side] if card != BANNER], reverse=True) for side in (seat, 1 - seat)
    ]
    if not other:
        return Message("why.seven_hills.hill-alone", "HIL-7", hill=number, seat=seat)
    if agreed.strongest:
        key = "hill-equal-cards" if mine == other else "hill-strongest"
        return Message(f"why.seven_hills.{key}", "HIL-17", hill=number, seat=seat, mine=mine, theirs=other)
    key = "hill-equal-sums" if sum(mine) == sum(other) else "hill-sum"
    return Message(
        f"why.seven_hills.{key}",
        "HIL-6",
        hill=number,
        seat=seat,
        mine=_sum_text(mine[::-1]),
        theirs=_sum_text(other[::-1]),
    )


def _sum_text(numbers: Sequence[int]) -> str:
    """A sum with its terms: `5+7=12`; a single number alone."""
    total = str(sum(numbers))
    return f"{'+'.join(map(str, numbers))}={total}" if len(numbers) > 1 else total


def total_messages(owners: Sequence[int | str | None]) -> tuple[Message, ...]:
    """The hills that each player has won, added up."""
    won = [[hill for hill, owner in zip(HILLS, owners, strict=True) if owner == seat] for seat in (0, 1)]
    return tuple(
        Message("why.seven_hills.total", "HIL-8", seat=seat, sum=_sum_text(hills) if hills else "0")
        for seat, hills in enumerate(won)
    )
