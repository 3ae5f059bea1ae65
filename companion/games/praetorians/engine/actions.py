"""The cards of Praetorians, and the notation of all actions."""

from __future__ import annotations

import re
from operator import attrgetter

from companion.kit.rules import Action, Seat, notation_of

COLOURS = "RPBGY"
CAMP = {"R": 1, "P": 1, "B": -1, "G": -1, "Y": 0}
"""Red and purple stand against blue and green; yellow is neutral."""
VALUES = range(1, 11)
TWELVES = 5
BANK_MOST = sum(VALUES)


class Card(str):
    """A card by its notation, `R7` or `12`; for a 12 only `order` has a meaning."""

    __slots__ = ("camp", "colour", "order", "value")

    colour: str
    value: int
    camp: int
    order: int


class Flip(Action):
    """`flip R7`: that card was turned up."""

    card: Card


class Give(Action):
    """`flip 12>2`: a 12 was turned up and given to that seat."""

    seat: Seat


class Stop(Action):
    """`stop`: the player stops."""


class Match(Action):
    """`match 7`: a card matched a kept one (scores entry)."""

    value: int


class Twelve(Action):
    """`twelve 2`: a 12 was given to that seat (scores entry)."""

    seat: Seat


class Bank(Action):
    """`bank 21`: the player stopped with kept cards adding to 21 (scores entry)."""

    total: int


class Bust(Action):
    """`bust`: the player was caught (scores entry)."""


def _card(colour: str, value: int, order: int) -> Card:
    card = Card(f"{colour}{value}")
    card.colour, card.value, card.camp, card.order = colour, value, CAMP.get(colour, 0), order
    return card


CARDS = tuple(_card(colour, value, 10 * row + value) for row, colour in enumerate(COLOURS) for value in VALUES)
TWELVE = _card("", 12, 99)
CARD: dict[object, Card] = {str(card): card for card in (*CARDS, TWELVE)}
in_order = attrgetter("order")


def _match(value: int) -> Match:
    return Match(f"match {value}", value=value)


def _bank(total: int) -> Bank:
    return Bank(f"bank {total}", total=total)


# Made once: positions only pick from these, so listing the legal actions makes only the list.
FLIPS = {card: Flip(f"flip {card}", card=card) for card in CARDS}
GIVES = tuple([Give(f"flip 12>{seat}", seat=seat) for seat in range(4)])
STOP = (Stop("stop"),)
MATCHES = tuple(map(_match, VALUES))
TWELVE_GIFTS = tuple([Twelve(f"twelve {seat}", seat=seat) for seat in range(4)])
BANKS = tuple(map(_bank, range(BANK_MOST + 1)))
BUST = (Bust("bust"),)
_NUMBERED = re.compile(r"(match|bank) (0|[1-9][0-9]{0,3})")


def _numbered(text: str) -> Action | None:
    """`match` or `bank` with any number to 9999."""
    numbered = _NUMBERED.fullmatch(text)
    return numbered and (_match if numbered[1] == "match" else _bank)(int(numbered[2]))


read = notation_of(*FLIPS.values(), *GIVES, *STOP, *MATCHES, *TWELVE_GIFTS, *BANKS, *BUST, other=_numbered)


def deck_of(twelves: bool) -> tuple[Card, ...]:
    """All cards of the game, in order."""
    return CARDS + (TWELVE,) * TWELVES if twelves else CARDS
