"""A battle as an exact tree of matrix games over the values of what follows it.

The attacker has one piece, so a battle goes on only while the attacker wins rounds. What follows depends on the hands
that are left, too: the position is looked at once for each result on the map, and the lead of the hands is added.
"""

from __future__ import annotations

from collections.abc import Callable

from companion.games.hannibal.mind.hands import FULL, PLAYS, Mask, Plays, leads
from companion.games.hannibal.mind.weights import HANDS
from companion.kit.search.matrix import value

After = Callable[[bool, int, bool], float]
"""What the attacker has when a battle is over: whether the attacking piece is left, how many legions of the defender
are, without Hannibal, and whether the defending Hannibal is."""

WIN, DRAW = 1.0, 0.0
"""Values are from -1, lost, to 1, won."""
SURE = 0.95
"""Beyond this stands what wins or loses nearly always: the lead of the hands changes nothing there."""
ESTIMATE_MOST = 0.9
"""Estimates are within this: a real win is worth more than what only looks like one."""
LEAD = HANDS / 200.0
"""What a lead of 1 adds to a value of 0."""


def hands_after(own: Mask, other: Mask) -> tuple[Mask, Mask]:
    """The hands with which the map after a battle is looked at: those before it, but full after the last card."""
    return (own, other) if own & (own - 1) else (FULL, FULL)


class Battle:
    """A battle that begins with these hands of attacker and defender; `bonus` is 1 if Hannibal attacks (HAN-10).

    Values are the attacker's. `games` counts the matrix games that were solved.
    """

    __slots__ = ("_after", "_bonus", "_known", "_lead", "_leads", "_results", "games")

    def __init__(self, after: After, bonus: int, own: Mask, other: Mask) -> None:
        self._after = after
        self._bonus = bonus
        self._leads = leads()
        own, other = hands_after(own, other)
        self._lead = self._leads[own][other]
        self._results: dict[int, float] = {}
        self._known: dict[int, float] = {}
        self.games = 0

    def value(self, legions: int, hannibal: bool, own: Mask, other: Mask) -> float:
        """What a battle is worth before a round, or before Carthage has chosen who fights it (HAN-9)."""
        key = (legions << 1 | hannibal) << 10 | own << 5 | other
        found = self._known.get(key)
        if found is None:
            found = self.fielded(legions, hannibal, own, other, hannibal)
            if hannibal and legions:
                found = min(found, self.fielded(legions, hannibal, own, other, False))
            self._known[key] = found
        return found

    def most(self, legions: int, hannibal: bool, own: Mask, other: Mask) -> float:
        """No more than this is a battle worth before a round: what it is if the defender shows its highest card."""
        return max(map(max, self.rows(legions, hannibal, own, other, not legions, PLAYS[other][-1:])))

    def fielded(self, legions: int, hannibal: bool, own: Mask, other: Mask, elephant: bool) -> float:
        """What a battle is worth before a round; `elephant`: Hannibal defends it."""
        self.games += 1
        return value(self.rows(legions, hannibal, own, other, elephant))

    def rows(
        self, legions: int, hannibal: bool, own: Mask, other: Mask, elephant: bool, replies: Plays | None = None
    ) -> list[list[float]]:
        """The matrix game of a round, by the attacker's card and the defender's, both ascending; only these replies."""
        replies = replies or PLAYS[other]
        bonus = self._bonus - elephant
        fewer, kept_hannibal = (legions, False) if elephant else (legions - 1, hannibal)
        goes_on = bool(fewer or kept_hannibal)
        lost = both = won = 0.0  # looked at only if cards can lead to it
        if PLAYS[own][0][0] + bonus < replies[-1][0]:
            lost = self._result(False, legions, hannibal)
        if (own << 1 + bonus) & (other << 1):
            both = self._result(False, fewer, kept_hannibal)
        if PLAYS[own][-1][0] + bonus > replies[0][0] and not goes_on:
            won = self._result(True, 0, False)
        rows = []
        for card, left in PLAYS[own]:
            row, leads_after = [], self._leads[left]
            for reply, kept in replies:
                difference = card + bonus - reply
                if difference > 0 and goes_on:
                    row.append(self.value(fewer, kept_hannibal, left, kept))
                    continue
                result = lost if difference < 0 else both if difference == 0 else won
                if result != DRAW and -SURE < result < SURE:
                    result += (1.0 - result * result) * LEAD * (leads_after[kept] - self._lead)
                    result = max(-ESTIMATE_MOST, min(ESTIMATE_MOST, result))
                row.append(result)
            rows.append(row)
        return rows

    def _result(self, alive: bool, legions: int, hannibal: bool) -> float:
        key = (legions << 1 | hannibal) << 1 | alive
        found = self._results.get(key)
        if found is None:
            found = self._results[key] = self._after(alive, legions, hannibal)
        return found

    @property
    def results(self) -> list[float]:
        """What the attacker has after each way in which the battle can end."""
        return [*self._results.values()]
