"""A finished game looked at again, ply by ply.

One search gives both numbers of a ply: it looks at the turn that was played first, so that its value is exact, then at
the others. Only whole depths count.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.army_ants.engine.deployment import Deployment
from companion.games.army_ants.engine.phase import CardsPosition
from companion.games.army_ants.mind.compact import State, action_of, after, state_of, turns
from companion.games.army_ants.mind.forced import PLIES, winning_turn, wins
from companion.games.army_ants.mind.search import Search
from companion.games.army_ants.mind.thinking import DEPTH_MOST, by_worth, estimate, expected_line, in_order
from companion.games.army_ants.mind.worth import PROVEN, WIN, shares_of_worth
from companion.kit.rules import Action, Position
from companion.kit.search.alpha_beta import Stopped
from companion.kit.search.judge import open_choice
from companion.kit.search.mind import Enough, IsStopped, Judged, Past, Shares, even, never, shares_of, until

if TYPE_CHECKING:
    from random import Random

_DEEPER = 3
"""One more depth costs at least this factor of the work; where it would not become whole it is not begun."""


def judge(
    past: Past, ply: int, chance: Random, work: int, stopped: IsStopped = never, known: Shares | None = None
) -> Judged:
    """The ply looked at again. Nothing is hidden after the deployment: what was played is what came."""
    enough = until(work, stopped)
    before, action, then = past.positions[ply], past.actions[ply], past.positions[ply + 1]
    if action is None:
        now = _shares(before, chance, enough)
        return Judged("set", None, now, now, _shares(then, chance, enough))
    if isinstance(before, Deployment):
        # The cards lie there already, by chance or as their player has hidden them.
        kind, seat = ("told", before.turn) if before.free else ("chance", None)
        return Judged(kind, seat, even(2), even(2), _shares(then, chance, enough))
    assert isinstance(before, CardsPosition)
    return _of_choice(state_of(before), action, then, work, enough, known)


def _shares(position: Position, chance: Random, enough: Enough) -> Shares:
    if position.outcome is not None:
        return shares_of(position.outcome.winners, 2)
    return estimate(position, chance, enough)[0]


def _of_choice(state: State, action: Action, then: Position, work: int, enough: Enough, known: Shares | None) -> Judged:
    order, seat = by_worth(state, turns(state)), state.turn
    played = next(turn for turn in order if action_of(state, turn) == action)
    line: tuple[str, ...] = ()
    if known is not None and known[seat] == 1.0:
        best, value, value_played = played, WIN, WIN
    elif known is not None and known[seat] == 0.0 and len(order) > 1:
        others = [turn for turn in order if turn != played]
        best, value, _, line = _values(state, others, others[0], work, enough)
        value_played = -WIN
    else:
        best, value, value_played, line = _values(state, order, played, work, enough)
    shares, shares_played = shares_of_worth(value, seat), shares_of_worth(value_played, seat)
    if then.outcome is not None:
        shares_played = shares_of(then.outcome.winners, 2)
        shares = max(shares, shares_played, key=lambda of: of[seat])
    kind = "choice" if len(order) > 1 else "forced"
    missed = value >= PROVEN > value_played
    winning = [turn for turn in order if turn == best or wins(after(state, turn), seat, PLIES - 1)] if missed else []
    return open_choice(
        seat,
        shares,
        shares_played,
        str(action_of(state, best)),
        kind,
        proven=abs(value) >= PROVEN,
        wins=[str(action_of(state, turn)) for turn in winning],
        line=line,
    )


def _values(
    state: State, order: list[int], played: int, work: int, enough: Enough
) -> tuple[int, int, int, tuple[str, ...]]:
    """The best turn, its value, the value of the turn that was played, and what is expected from the best one on."""
    search = Search(state, enough)
    found = played, search.score, search.score
    try:
        for depth in range(1, DEPTH_MOST + 1):
            order = [played, *[turn for turn in order if turn != played]]
            search.look(order, depth)
            assert search.best is not None
            best, value = search.best
            found = best, value, search.values[played]
            if min(abs(value), abs(found[2])) >= PROVEN or _DEEPER * search.work > work:
                break
            order = in_order(search, order)
    except Stopped:
        pass
    winning = winning_turn(state)
    if winning is not None and found[1] < PROVEN:
        found = winning, WIN, WIN if wins(after(state, played), state.turn, PLIES - 1) else found[2]
    return *found, expected_line(search, found[0], max(1, search.depth))
