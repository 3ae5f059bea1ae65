"""The quick rule of Seven Hills: lay what gains most at once. It needs no search."""

from __future__ import annotations

from companion.games.seven_hills.engine.actions import BANNER, FACE_DOWN, cards_of
from companion.games.seven_hills.engine.cards import CardsPosition
from companion.games.seven_hills.mind.compact import CARDS, COUNT, Cards, Deal
from companion.games.seven_hills.mind.leads import DEAR, SPREAD, STRONG
from companion.kit.rules import Seat
from companion.kit.search.numbers import logistic

HIGHEST = 10
"""Of k cards from 1 to 9 the highest is 10 k / (k + 1) on average."""


class Glance:
    """The table as a seat sees it, with the other's face-down cards at the mean of all that it has not shown."""

    __slots__ = ("_leads", "_world")

    def __init__(self, position: CardsPosition, seat: Seat, cards: Cards) -> None:
        known: list[Cards | None] = [None, None]
        known[seat] = cards
        self._world = world = Deal(position, known).base
        shift = world.rules.shift
        unseen = [card for card in cards_of(position.variant.deck & ~position.seen[1 - seat]) if card != BANNER]
        mean = sum(unseen) / max(1, len(unseen))
        self._leads = []
        for hill in range(COUNT):
            own, other = world.rows[2 * hill + seat], world.rows[2 * hill + 1 - seat]
            down = 0 if position.hills[hill].open else position.hills[hill].cards[1 - seat].count(FACE_DOWN)
            if shift:
                self._leads.append((own >> shift) - (other >> shift) - mean * down)
            else:
                highest = max(other.bit_length(), HIGHEST * down / (down + 1) + 1 if down else 0)
                self._leads.append(STRONG * (own.bit_length() - highest))

    @property
    def share(self) -> float:
        """The seat's share of the win, as the leads promise."""
        points = 0.0
        for hill, lead in enumerate(self._leads):
            points += (hill + 1) * (2.0 * logistic(lead / 4.0) - 1.0)
        return logistic(points / SPREAD)

    def best(self) -> tuple[int, int]:
        """The hill and the card that gain most, less 0.24 of the value of the card."""
        world, best, found = self._world, -99.0, (0, 0)
        for hill, lead in enumerate(self._leads):
            for card in CARDS[world.playable(hill)]:
                worth = 0 if card == BANNER else card
                brings = 0.0
                if not world.banners[hill]:
                    brings = (hill + 1) * (logistic(self._after(hill, lead, card) / 4.0) - logistic(lead / 4.0))
                if brings - DEAR * worth > best:
                    best, found = brings - DEAR * worth, (hill, card)
        return found

    def _after(self, hill: int, lead: float, card: int) -> float:
        """The lead at a hill after a card of the seat."""
        rules = self._world.rules
        if card == BANNER:
            return lead
        if rules.shift:
            return lead + card
        own = self._world.rows[2 * hill + self._world.turn].bit_length()
        return lead + STRONG * max(0, card + 1 - own)
