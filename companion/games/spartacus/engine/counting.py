"""The points of tricks and hands under the options of a game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.games.spartacus.engine.notation import BANNER, BANNER_BIT, Card
from companion.kit.rules import Options, Outcome

JOKER_COST = 10


class Counting:
    """The options of a game that matter for play and counting."""

    __slots__ = ("banners", "doubling", "full", "jokers", "minus", "worthless")

    def __init__(self, options: Options) -> None:
        self.banners = options["banners"] != "none"  # SPA-16
        self.doubling = options["banners"] == "double"
        self.jokers = options["banners"] == "joker"
        self.minus = options["joker_scoring"] == "minus10"
        self.worthless = options["joker_scoring"] == "worthless"
        self.full = BANNER_BIT - 1 + (BANNER_BIT if self.banners else 0)
        """The bits of a full hand."""

    def trick(self, total: int, banners: int) -> int:
        """The points of a trick whose numbers add up to `total`."""
        if self.doubling:
            return total << banners  # SPA-9
        if self.worthless and banners:  # SPA-15 (ruling): 0, with no minus points
            return 0
        return total - JOKER_COST * banners if self.minus else total  # SPA-15

    def hand(self, total: int, banners: int) -> int:
        """The points that a hand costs at the end (SPA-10)."""
        if self.doubling:
            return total << banners
        return total + JOKER_COST * banners if self.minus else total  # SPA-15

    def points(self, entries: Iterable[tuple[int, int]]) -> int:
        """The points of tricks given as (sum, banners)."""
        return sum([self.trick(total, banners) for total, banners in entries])


def count_cards(cards: Sequence[Card]) -> tuple[int, int]:
    """Cards as people enter them: the sum of the numbers, and how many banners."""
    numbers = [card for card in cards if isinstance(card, int)]
    return sum(numbers), cards.count(BANNER)


def outcome_of(scores: tuple[int, ...]) -> Outcome:
    """The outcome: all players with the most points win (SPA-11, ruling)."""
    most = max(scores)
    return Outcome(tuple([seat for seat, points in enumerate(scores) if points == most]), scores)
