"""What the next card will be, in exact fractions, and whether 99 can be reached in this turn."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from companion.games.praetorians.engine.actions import TWELVE
from companion.games.praetorians.engine.cards import CardsPosition
from companion.games.praetorians.engine.track import GOAL
from companion.games.praetorians.mind.turn import camp_of, pile
from companion.kit.search.numbers import total

NOW_MOST = 10
"""With more cards face down the way to 99 in one turn is not looked for."""


def card_odds(position: CardsPosition) -> dict[str, object]:
    """What the next card does, as fractions of the cards of which it is one, and what one more card brings in points.

    `gain` compares turning up one more card and stopping then with stopping now: a card that is caught costs the sum of
    the kept ones, any other brings its value, a 12 nothing.
    """
    cards = pile(position)
    values = [card.value for card in position.kept]
    camp = camp_of(position.kept)
    caught = matches = twelves = gain = 0
    for card in cards:
        if card is TWELVE:
            twelves += 1
        elif card.value in values:
            matches += 1
            gain += card.value
        elif camp and card.camp == -camp:
            caught += 1
            gain -= position.kept_sum
        else:
            gain += card.value
    down = len(cards)
    return {
        "down": down,
        "caught": str(Fraction(caught, down)),
        "match": str(Fraction(matches, down)),
        "twelve": str(Fraction(twelves, down)),
        "gain": str(Fraction(gain, down)),
    }


def reach_now(position: CardsPosition) -> float | None:
    """The greatest probability to reach 99 in this turn with the cards that are face down; None if they are many.

    Who goes for 99 turns up cards until it is reached: stopping before ends the turn. Each card brings its value, as a
    kept one or as a match, so what has been reached depends only on which cards were turned up.
    """
    cards = position.facedown
    if len(cards) > NOW_MOST:
        return None
    kept = frozenset([card.value for card in position.kept])
    needed = GOAL - position.pawns[position.turn] - position.kept_sum

    @cache
    def reach(left: int, camp: int) -> float:
        """With the cards of the bits of `left` still face down, and this camp among the kept ones."""
        gone = [card for place, card in enumerate(cards) if not left >> place & 1 and card is not TWELVE]
        if sum([card.value for card in gone]) >= needed:
            return 1.0
        known = kept.union([card.value for card in gone])
        ways = []
        for place, card in enumerate(cards):
            if left >> place & 1:
                rest = left & ~(1 << place)
                if card is TWELVE or card.value in known or not card.camp:
                    ways.append(reach(rest, camp))
                else:
                    ways.append(0.0 if card.camp == -camp else reach(rest, card.camp))
        return total(ways) / len(ways) if ways else 0.0

    return reach((1 << len(cards)) - 1, camp_of(position.kept))
