"""A position in either entry, the one of scores entry, and its numbers for the chart: the points, trick by trick.

By scores people enter only the piles at the end.
"""

from __future__ import annotations

from companion.games.spartacus.engine.cards import CardsPosition
from companion.games.spartacus.engine.counting import Counting, outcome_of
from companion.games.spartacus.engine.notation import NUMBERS_SUM, Drop, Hand, Trick, drops, hands, tricks
from companion.kit.rules import DONE, Action, CurvePoint, CurveRule, Done, Illegal, Outcome, Seat, Table
from companion.values import Frozen

Entry = tuple[int, int]
"""Cards as people enter them: the sum of the numbers, and how many banners."""

EMPTY: Entry = (0, 0)


class ScoresPosition(Frozen):
    """What has been entered so far.

    `piles` are each seat's won tricks in the order entered, `hands` what is left in each hand (None while nothing is
    entered, which counts as empty), `dropped` the banners of a last trick that went to nobody, or None.
    """

    counting: Counting
    piles: tuple[tuple[Entry, ...], ...]
    hands: tuple[Entry | None, ...]
    dropped: int | None
    outcome: Outcome | None = None

    @property
    def to_act(self) -> tuple[Seat, ...]:
        return tuple(range(len(self.hands))) if self.outcome is None else ()

    @property
    def missing(self) -> Entry:
        """What is not entered yet: each player has numbers of 55 in all, and a banner if the game has them (SPA-17)."""
        players = len(self.hands)
        entries = [entry for piles in self.piles for entry in piles]
        entries += [hand for hand in self.hands if hand is not None]
        exist = players if self.counting.banners else 0  # SPA-16
        dropped = self.dropped or 0
        return (
            NUMBERS_SUM * players - sum([total for total, _ in entries]),
            exist - dropped - sum([banners for _, banners in entries]),
        )

    @property
    def points(self) -> tuple[int, ...]:
        """Tricks minus hands, as far as they are entered."""
        return tuple(
            [
                self.counting.points(piles) - self.counting.hand(*(hand or EMPTY))
                for piles, hand in zip(self.piles, self.hands, strict=True)
            ]
        )

    def legal(self) -> tuple[Action, ...]:
        if self.outcome is not None:
            return ()
        total, banners = self.missing
        most = min(total, NUMBERS_SUM)  # SPA-4: numbers fall, so a trick has none twice
        listed: tuple[Action, ...] = ()
        for seat in range(len(self.hands)):
            listed += tricks(seat, most, banners)
        for seat, hand in enumerate(self.hands):
            if hand is None:
                listed += hands(seat, 0, 0) if self._needs_empty(seat) else hands(seat, most, min(banners, 1))
        if self.counting.doubling and self.dropped is None:  # SPA-8, SPA-14
            listed += drops(banners)
        return listed if total or banners else (*listed, DONE)  # SPA-17

    def _needs_empty(self, seat: Seat) -> bool:
        """Whether all other hands hold cards, so that this one must be empty (SPA-18)."""
        return all(hand is not None and hand != EMPTY for other, hand in enumerate(self.hands) if other != seat)

    def after(self, action: Action) -> ScoresPosition:
        piles, left, dropped = self.piles, self.hands, self.dropped
        if isinstance(action, Trick):
            seat, entry = action.seat, (action.total, action.banners)
            piles = (*piles[:seat], (*piles[seat], entry), *piles[seat + 1 :])
        elif isinstance(action, Hand):
            seat, entry = action.seat, (action.total, action.banners)
            left = (*left[:seat], entry, *left[seat + 1 :])
        elif isinstance(action, Drop):
            dropped = action.banners
        else:
            return ScoresPosition(self.counting, piles, left, dropped, outcome_of(self.points))
        return ScoresPosition(self.counting, piles, left, dropped)

    # First the rules that forbid the entry; then an empty seat, and a hand that was entered before.

    def objection(self, action: Action) -> Illegal:
        if isinstance(action, Trick):
            return self._no_trick(action)
        if isinstance(action, Hand):
            return self._no_hand(action)
        if isinstance(action, Drop):
            return self._no_drop(action)
        if isinstance(action, Done):
            total, banners = self.missing
            return Illegal(_missing_key(total, banners), "SPA-17", sum=total, banners=banners)
        return Illegal("refused.entry-scores", action=action)

    def _no_trick(self, action: Trick) -> Illegal:
        if not action.total and not action.banners:
            return Illegal("refused.spartacus.trick-nothing", "SPA-2")
        if action.total > NUMBERS_SUM:
            return Illegal("refused.spartacus.trick-most", "SPA-4", sum=action.total, most=NUMBERS_SUM)
        return self._too_much(action) or self._no_seat(action.seat)

    def _no_hand(self, action: Hand) -> Illegal:
        if action.total > NUMBERS_SUM:
            return Illegal("refused.spartacus.hand-most", "SPA-17", sum=action.total, most=NUMBERS_SUM)
        too_much = self._too_much(action)
        if too_much is not None:
            return too_much
        if action.banners > 1:
            return Illegal("refused.spartacus.hand-banners", "SPA-17", banners=action.banners)
        seat = action.seat
        if seat >= len(self.hands):
            return self._no_seat(seat)
        if (action.total or action.banners) and self._needs_empty(seat):
            return Illegal("refused.spartacus.no-empty-hand", "SPA-18", seat=seat)
        return Illegal("refused.spartacus.hand-twice", seat=seat)

    def _no_drop(self, action: Drop) -> Illegal:
        if not self.counting.banners:
            return Illegal("refused.spartacus.no-banners", "SPA-16")
        if self.counting.jokers:
            return Illegal("refused.spartacus.drop-jokers", "SPA-14")
        if not action.banners:
            return Illegal("refused.spartacus.trick-nothing", "SPA-2")
        if self.dropped is not None:
            return Illegal("refused.spartacus.drop-twice", "SPA-8")
        return Illegal("refused.spartacus.too-many-banners", "SPA-17", banners=action.banners, missing=self.missing[1])

    def _too_much(self, action: Trick | Hand) -> Illegal | None:
        """The objection to an entry that goes beyond what is missing (SPA-17)."""
        total, banners = self.missing
        if action.banners and not self.counting.banners:
            return Illegal("refused.spartacus.no-banners", "SPA-16")
        if action.total > total:
            return Illegal("refused.spartacus.too-much", "SPA-17", sum=action.total, missing=total)
        if action.banners > banners:
            return Illegal("refused.spartacus.too-many-banners", "SPA-17", banners=action.banners, missing=banners)
        return None

    def _no_seat(self, seat: Seat) -> Illegal:
        return Illegal("refused.no-seat", number=seat, count=len(self.hands))

    def table(self) -> Table:
        total, banners = self.missing
        return {
            "turn": None,
            "piles": [[list(entry) for entry in piles] for piles in self.piles],
            "hands": [None if hand is None else list(hand) for hand in self.hands],
            "dropped": self.dropped,
            "points": list(self.points),
            "missing": {"numbers": total, "banners": banners},
        }


def _missing_key(total: int, banners: int) -> str:
    """The message about what is missing: numbers, banners or both, one banner or more."""
    if not banners:
        return "refused.spartacus.missing-numbers"
    if not total:
        return "refused.spartacus.missing-banner" if banners == 1 else "refused.spartacus.missing-banners"
    return "refused.spartacus.missing-numbers-banner" if banners == 1 else "refused.spartacus.missing-numbers-banners"


Position = CardsPosition | ScoresPosition


def curve_point(position: Position) -> CurvePoint | None:
    """The numbers of a position; None where it has none."""
    if not isinstance(position, CardsPosition):  # people enter the piles after the game
        return None
    return CurvePoint((sum(map(len, position.won_tricks)), position.outcome is None), {"points": position.points})


CURVE = CurveRule(curve_point)
