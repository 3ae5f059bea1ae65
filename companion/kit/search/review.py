"""A finished game looked at again: for each ply what was chosen, what chance gave, and what that changed.

For each ply and seat `before + choice + luck + drift = after`, and `before` is the `after` of the ply before. So the
first `before` and all changes add up to the result.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import sqrt
from typing import TYPE_CHECKING, Any

from companion.kit.rules import Seat
from companion.kit.search.mind import Enough, IsStopped, Judged, Mind, Past, Shares, never, shares_of, until
from companion.kit.search.numbers import total
from companion.values import NamedTuple

if TYPE_CHECKING:
    from random import Random

MOST_TURNING = 5
"""How many turning points a review has at most."""
LEAST_TURNING = 0.05
"""A smaller change of a share is no turning point."""
STANDARD_ERRORS = 4
"""A fault that is smaller than this number of standard errors may be none."""


class LookedAt(NamedTuple):
    """One ply of a review. The first ply has the number 1; `action` is None where the table was set.

    `choice` is what the decision changed (for the one who decided at most 0), `luck` what came to light by it, `drift`
    what this look saw better than the one before. `faults` and `better` come from Judged.
    """

    ply: int
    action: str | None
    kind: str
    seat: Seat | None
    before: Shares
    choice: Shares
    luck: Shares
    drift: Shares
    after: Shares
    faults: tuple[tuple[Seat, float], ...] = ()
    better: str | None = None

    def as_json(self) -> dict[str, object]:
        """The ply as the protocol has it; `better` only where there is a better action."""
        fields: dict[str, object] = {
            "ply": self.ply,
            "action": self.action,
            "kind": self.kind,
            "seat": self.seat,
            "before": list(self.before),
            "choice": list(self.choice),
            "luck": list(self.luck),
            "drift": list(self.drift),
            "after": list(self.after),
            "faults": [list(fault) for fault in self.faults],
        }
        return fields if self.better is None else {**fields, "better": self.better}


def look_again(
    mind: Mind,
    past: Past,
    chance_at: Callable[[int], Random],
    work: int,
    stopped: IsStopped = never,
    looked: range | None = None,
    before: Shares | None = None,
) -> Iterator[LookedAt]:
    """The plies of a finished game, one after the other, until it is stopped.

    `chance_at(n)` is the chance for `past.positions[n]`. `looked` are the places of the plies that are looked at in
    `past.actions`, without it all. `before` are the shares to which the ply before them led; without them the first one
    counts as the beginning, see `joined`.
    """
    outcome = past.positions[-1].outcome
    if outcome is None:
        raise ValueError("a running game has no review")
    result = shares_of(outcome.winners, len(outcome.scores))
    for n in range(len(past.actions)) if looked is None else looked:
        action, last = past.actions[n], n + 1 == len(past.actions)
        if action is None:
            judged = _set(mind, past, n, before, chance_at, until(work, stopped))
        else:
            judged = mind.judge(past, n, chance_at(n), work, stopped)
        if stopped():  # what was found is worth nothing
            return
        if last:
            judged = _ended(judged, result)
        if before is None:
            before = judged.best
        yield LookedAt(
            n + 1,
            action,
            judged.kind,
            judged.seat,
            before,
            _less(judged.played, judged.best),
            _less(judged.after, judged.played),
            _less(judged.best, before),
            judged.after,
            judged.faults,
            judged.better,
        )
        before = judged.after


def joined(ply: LookedAt, before: Shares) -> LookedAt:
    """A ply that was looked at alone, after the one that led to these shares: as in a look at the whole game."""
    if ply.kind == "set":
        return ply._replace(before=before, luck=_less(ply.after, before))
    return ply._replace(before=before, drift=_less(ply.before, before))


def read_ply(fields: Mapping[str, Any]) -> LookedAt:
    """A ply from its JSON values. Raises KeyError, TypeError or ValueError for anything else."""
    before, choice, luck, drift, after = [
        tuple([float(share) for share in fields[name]]) for name in ("before", "choice", "luck", "drift", "after")
    ]
    faults = tuple([(int(seat), float(cost)) for seat, cost in fields["faults"]])
    ply, action, kind, seat = [fields[name] for name in ("ply", "action", "kind", "seat")]
    return LookedAt(ply, action, kind, seat, before, choice, luck, drift, after, faults, fields.get("better"))


class Swing(NamedTuple):
    """Why a ply is a turning point: what a seat's decision cost it, or what luck gave it."""

    seat: Seat
    by_choice: bool
    change: float


def swing(seat: Seat | None, faults: Sequence[tuple[Seat, float]], luck: Shares) -> Swing:
    """The worst fault of a ply, or its luck if that is greater: for `seat`, or without one the greatest."""
    if seat is None:
        seat = max(range(len(luck)), key=lambda one: abs(luck[one]))
    blamed, cost = min(faults, key=lambda fault: fault[1], default=(seat, 0.0))
    if -cost >= abs(luck[seat]):
        return Swing(blamed, True, cost)
    return Swing(seat, False, luck[seat])


def turning_points(plies: Sequence[LookedAt]) -> list[int]:
    """The plies that decided a game, at most five: the worst faults, and the one with the greatest luck.

    There are none where the looks differ by more than all faults together: then it is not known which fault mattered.
    """
    drifts = [abs(change) for ply in plies for change in ply.drift]
    faults = [(cost, ply.ply) for ply in plies for _, cost in ply.faults]
    if not drifts:
        return []
    seats = len(plies[0].after)
    most_drift = max([total(drifts[seat::seats]) for seat in range(seats)])
    if most_drift > total([-cost for cost, _ in faults]) + 1e-9:
        return []
    error = sqrt(total([drift * drift for drift in drifts]) / len(drifts))
    least = max(LEAST_TURNING, STANDARD_ERRORS * error)
    found = [(-cost, ply) for cost, ply in faults if -cost > least]
    luck, ply = max([(max(map(abs, ply.luck)), ply.ply) for ply in plies], key=lambda pair: (pair[0], -pair[1]))
    if luck > LEAST_TURNING:
        found.append((luck, ply))
    found.sort(key=lambda pair: (-pair[0], pair[1]))
    return sorted(list(dict.fromkeys([ply for _, ply in found]))[:MOST_TURNING])


def as_json(plies: Sequence[LookedAt], past: Past, work: int) -> dict[str, object]:
    """The review as the protocol has it, of these plies of a finished game."""
    outcome = past.positions[-1].outcome
    return {
        "plies": [ply.as_json() for ply in plies],
        "turning": turning_points(plies),
        "final": list(shares_of(outcome.winners, len(outcome.scores))) if outcome else None,
        "work": work,
    }


def _set(
    mind: Mind, past: Past, n: int, before: Shares | None, chance_at: Callable[[int], Random], enough: Enough
) -> Judged:
    """The table was set: nobody's choice, so all of it is luck."""

    def shares(n: int) -> Shares:
        found = mind.odds(past.positions[n], chance_at(n), enough)["win"]
        assert isinstance(found, list | tuple)
        return tuple(found)

    now = shares(n) if before is None else before
    ended = past.positions[n + 1].outcome is not None
    return Judged("set", None, now, now, () if ended else shares(n + 1))


def _ended(judged: Judged, result: Shares) -> Judged:
    """The last ply ends with the result. Where nothing was hidden, what was played led there, and not luck."""
    if judged.after != judged.played:
        return judged._replace(after=result)
    best, seat = judged.best, judged.seat
    if judged.kind != "choice" or seat is None or result[seat] >= best[seat]:
        return judged._replace(best=result, played=result, after=result, faults=(), better=None)
    return judged._replace(played=result, after=result, faults=((seat, result[seat] - best[seat]),))


def _less(these: Shares, those: Shares) -> Shares:
    return tuple([one - other for one, other in zip(these, those, strict=True)])
