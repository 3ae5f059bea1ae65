"""The odds of Seven Hills, from what all can see: who wins each hill as it lies now, and who wins the game."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING

from companion.games.seven_hills.engine.actions import BANNER, FACE_DOWN, HILLS, cards_of
from companion.games.seven_hills.engine.cards import CardsPosition
from companion.games.seven_hills.engine.hills import Hill, Row, TurnedUp, owner, with_row
from companion.games.seven_hills.mind.compact import NOTHING, Deal
from companion.games.seven_hills.mind.endings import result_share
from companion.games.seven_hills.mind.search import Tree
from companion.games.seven_hills.mind.thinking import proven_share, solve
from companion.kit.search.mind import Enough, Shares, for_two

if TYPE_CHECKING:
    from random import Random


def odds(position: CardsPosition, chance: Random, enough: Enough) -> dict[str, object]:
    """`win`, `exact`, `work`; of the closed game also `hills`: by hill the shares of seat 0, seat 1 and nobody."""
    win, exact, work = _win(position, chance, enough)
    found: dict[str, object] = {"win": list(win), "exact": exact, "work": work}
    if not position.variant.open:
        found["hills"] = [list(_owners(position, number)) for number in HILLS]
    return found


def _win(position: CardsPosition, chance: Random, enough: Enough) -> tuple[Shares, bool, int]:
    """The shares of the win, whether they are proven, and the work."""
    known = NOTHING if position.variant.open else None
    deal = Deal(position, (known, known))
    if position.variant.open:
        solved = solve(deal)
        if solved is not None:
            return for_two(deal.base.turn, proven_share(solved)), True, 0
    elif position.left == (0, 0) and not position.variant.barricades and position.turn is None:
        # A player who is alone wins, whatever the cards are.
        return for_two(0, result_share(deal.draw(chance).margin())), True, 0
    tree = Tree(deal, None, chance)
    work = tree.simulate(enough)
    return tree.mean_shares(), False, work


def _owners(position: CardsPosition, number: int) -> tuple[float, float, float]:
    """Who wins a hill if nothing more is laid, over all cards that may lie there."""
    hill, pending, variant = position.hills[number - 1], position.pending, position.variant
    counts = [0, 0, 0]
    newcomer = position.turn if pending is not None and pending.hill == number else None
    if hill.open or not any(hill.cards):
        first = owner(hill, variant)
        counts[2 if first is None else first] = 1
    else:
        waiting = 1 - newcomer if newcomer is not None else 0 if hill.cards[0] else 1
        unseen = [cards_of(variant.deck & ~bits) for bits in position.seen]
        for row, weight in _rows(hill.cards[waiting], unseen[waiting]):
            for new in [None] if newcomer is None else _new(hill.cards[newcomer], unseen[newcomer]):
                rows = with_row(with_row(((), ()), waiting, row), 1 - waiting, () if new is None else (new,))
                wins = owner(Hill(True, TurnedUp(rows, newcomer, variant).cards), variant)
                counts[2 if wins is None else wins] += weight
    whole = sum(counts)
    return counts[0] / whole, counts[1] / whole, counts[2] / whole


def _new(row: Row, unseen: Row) -> Row:
    """The cards that the one card of a tribe can be."""
    return unseen if row[0] == FACE_DOWN else row


def _rows(row: Row, unseen: Row) -> Iterator[tuple[Row, int]]:
    """The rows that a row can be, with their weights. Of the orders only the card behind the banner matters."""
    known = row[: row.index(FACE_DOWN)] if FACE_DOWN in row else row
    count = len(row) - len(known)
    for cards in combinations(unseen, count):
        if known[-1:] == (BANNER,) and cards:
            for card in cards:
                yield (*known, card, *[other for other in cards if other != card]), 1
        elif BANNER in cards:
            numbers = cards[:-1]  # the banner is the last of the unseen cards
            yield (*known, *numbers, BANNER), 1
            for card in numbers:
                yield (*known, *[other for other in numbers if other != card], BANNER, card), 1
        else:
            yield (*known, *cards), max(1, count)
