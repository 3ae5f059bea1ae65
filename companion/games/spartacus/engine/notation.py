"""The cards, and the notation of all actions.

A hand is a set of bits, one for each card, lowest number first and the banner last. So the playable cards are a mask,
and each list of choices is made once and found by its mask.
"""

from __future__ import annotations

import re
from functools import cache

from companion.kit.rules import DONE, Action, Seat, notation_of

Card = int | str
"""A number from 1 to 10, or BANNER."""

BANNER = "banner"
NUMBERS = range(1, 11)
CARDS: tuple[Card, ...] = (*NUMBERS, BANNER)
NUMBERS_SUM = sum(NUMBERS)
"""The sum of the numbers of a colour, and the largest sum of a trick: its numbers fall strictly (SPA-4)."""

NO_NUMBER = 11
"""Stands for the lowest number of a trick without numbers: any number is lower."""

BIT: dict[Card, int] = {card: 1 << place for place, card in enumerate(CARDS)}
BANNER_BIT = BIT[BANNER]
PASS_BIT = BANNER_BIT << 1


class Play(Action):
    """`play 7`, `play banner`: that card was played; `number` is 0 for the banner."""

    card: Card
    number: int
    bit: int


class Pass(Action):
    """`pass`: the player is out of this trick."""


class Trick(Action):
    """`trick 2 21 1`: that seat won a trick whose numbers add up to `total`, with that number of banners (scores)."""

    seat: Seat
    total: int
    banners: int


class Hand(Action):
    """`hand 2 8 0`: the sum and the banners left in that seat's hand (scores entry)."""

    seat: Seat
    total: int
    banners: int


class Drop(Action):
    """`drop 2`: a last trick with this number of banners went to nobody (scores entry)."""

    banners: int


def _play(card: Card) -> Play:
    return Play(f"play {card}", card=card, number=card if isinstance(card, int) else 0, bit=BIT[card])


def _trick(seat: Seat, total: int, banners: int) -> Trick:
    return Trick(f"trick {seat} {total} {banners}", seat=seat, total=total, banners=banners)


def _hand(seat: Seat, total: int, banners: int) -> Hand:
    return Hand(f"hand {seat} {total} {banners}", seat=seat, total=total, banners=banners)


def _drop(banners: int) -> Drop:
    return Drop(f"drop {banners}", banners=banners)


PASS = Pass("pass")
PLAYS = tuple(map(_play, CARDS))
_BY_BIT: tuple[Action, ...] = (*PLAYS, PASS)
_ENTRY = re.compile(r"(?:(trick|hand) ([0-4]) (0|[1-9][0-9]{0,3})|drop) (0|[1-9][0-9]{0,3})")


def _entry(text: str) -> Action | None:
    """An entry for one of five seats, with any number to 9999."""
    entry = _ENTRY.fullmatch(text)
    if entry is None:
        return None
    if entry[1] is None:
        return _drop(int(entry[4]))
    return (_trick if entry[1] == "trick" else _hand)(int(entry[2]), int(entry[3]), int(entry[4]))


read = notation_of(*_BY_BIT, DONE, other=_entry)


# The lists for `legal` are cached. The keys are few: 2**12 masks; 56 sums, 6 counts of banners and 5 seats.


@cache
def choices(mask: int) -> tuple[Action, ...]:
    """The actions of these bits, numbers rising, banner, pass."""
    return tuple([action for place, action in enumerate(_BY_BIT) if mask >> place & 1])


@cache
def cards_of_mask(mask: int) -> tuple[Card, ...]:
    """The cards of these bits, numbers ascending, banner last."""
    return tuple([card for place, card in enumerate(CARDS) if mask >> place & 1])


_cached_trick = cache(_trick)
_cached_hand = cache(_hand)


@cache
def tricks(seat: Seat, most: int, banners_most: int) -> tuple[Action, ...]:
    """The entries of a trick for a seat, of at least one card, by sum and banners."""
    entries = [_cached_trick(seat, total, count) for total in range(most + 1) for count in range(banners_most + 1)]
    return tuple(entries[1:])


@cache
def hands(seat: Seat, most: int, banners_most: int) -> tuple[Action, ...]:
    """The entries of a hand for a seat, the empty one first, by sum and banners."""
    return tuple([_cached_hand(seat, total, count) for total in range(most + 1) for count in range(banners_most + 1)])


@cache
def drops(most: int) -> tuple[Action, ...]:
    """The entries of a last trick of banners."""
    return tuple(map(_drop, range(1, most + 1)))
