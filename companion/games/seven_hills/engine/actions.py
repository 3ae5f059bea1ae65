"""The actions of Seven Hills of Rome, and the notation of a card.

A card is a number 1-9, `BANNER`, or `FACE_DOWN` if it is not known. Cards that one player has shown, or may still
show, are a set of bits: bit 7 is the 7, bit 10 the banner.
"""

from __future__ import annotations

from functools import cache

from companion.kit.rules import DONE, Action, Seat, notation_of

HILLS = range(1, 8)
FACE_DOWN = 0
NUMBERS = range(1, 10)
BANNER = 10
NUMBER_BITS = sum(1 << number for number in NUMBERS)
BANNER_BIT = 1 << BANNER

SAID: tuple[int | str, ...] = ("?", *NUMBERS, "banner")
"""The names of the cards in tables, notations and messages."""


class LayDown(Action):
    """`place 4`: a card was laid face down at hill 4."""

    hill: int


class LayUp(Action):
    """`place 4 7`, `place 4 banner`: that card was laid face up at hill 4."""

    hill: int
    card: int


class Reveal(Action):
    """`reveal 7`, `reveal banner`: the next card of the hill that is being turned up."""

    card: int


class Award(Action):
    """`hill 4 0`, `hill 4 -`: hill 4 goes to that seat, or (None) to nobody (scores entry)."""

    hill: int
    owner: Seat | None


# Made once: positions only pick from these.
LAY_DOWN = {hill: LayDown(f"place {hill}", hill=hill) for hill in HILLS}
_LAY_UP = {
    (hill, card): LayUp(f"place {hill} {SAID[card]}", hill=hill, card=card)
    for hill in HILLS
    for card in (*NUMBERS, BANNER)
}
_REVEAL = {card: Reveal(f"reveal {SAID[card]}", card=card) for card in (*NUMBERS, BANNER)}
AWARDS = tuple([
    Award(f"hill {hill} {'-' if owner is None else owner}", hill=hill, owner=owner)
    for hill in HILLS
    for owner in (0, 1, None)
])  # fmt: skip
read = notation_of(*LAY_DOWN.values(), *_LAY_UP.values(), *_REVEAL.values(), *AWARDS, DONE)


def cards_of(bits: int) -> tuple[int, ...]:
    """The cards of a set: numbers ascending, the banner last."""
    return tuple([card for card in (*NUMBERS, BANNER) if bits >> card & 1])


# These two caches made the open game three times as fast: a hill needs the same few sets again and again, so each
# list of actions is made at its first use, and a position only joins them.
@cache
def lays_up(hill: int, bits: int) -> tuple[LayUp, ...]:
    """Laying any of these cards face up at the hill."""
    return tuple([_LAY_UP[hill, card] for card in cards_of(bits)])


@cache
def reveals(bits: int) -> tuple[Reveal, ...]:
    """Turning up any of these cards."""
    return tuple([_REVEAL[card] for card in cards_of(bits)])
