"""Hands as numbers: bit n stands for card n + 1. What they can be, and which of two is better."""

from __future__ import annotations

from functools import cache

from companion.games.hannibal.engine.actions import CARDS, Hand
from companion.kit.search.matrix import value

Mask = int
Plays = tuple[tuple[int, Mask], ...]
"""Cards, each with the hand that is left after it."""
FULL: Mask = (1 << len(CARDS)) - 1
DISCOUNT = 0.8
"""What the round after counts for, against the round now: there may be none."""


def mask_of(hand: Hand) -> Mask:
    """The number of a hand."""
    mask = 0
    for card in hand:
        mask |= 1 << (card - 1)
    return mask


def _plays(mask: Mask) -> Plays:
    """The cards of a hand, ascending, with the hand that is left: all cards after the last one (HAN-8)."""
    return tuple([(card, (mask & ~(1 << (card - 1))) or FULL) for card in CARDS if mask >> (card - 1) & 1])


PLAYS = tuple([_plays(mask) for mask in range(FULL + 1)])
"""By hand, its cards with the hand that is left after each."""


@cache
def _lead(own: Mask, other: Mask) -> float:
    if own == other or own.bit_count() != other.bit_count():
        return 0.0
    if own > other:
        return -_lead(other, own)
    return value([
        [(card > reply) - (card < reply) + DISCOUNT * _lead(left, kept) for reply, kept in PLAYS[other]]
        for card, left in PLAYS[own]
    ])  # fmt: skip


@cache
def leads() -> tuple[tuple[float, ...], ...]:
    """By own hand and the other's of the same size: how many more rounds the better hand wins, later ones counting
    less. Made at the first use, in some hundredths of a second."""
    return tuple([tuple([_lead(own, other) for other in range(FULL + 1)]) for own in range(FULL + 1)])
