"""A finished game looked at again: for each ply what was chosen, what chance gave, and what that changed.

For each ply and seat `before + choice + luck + drift = after`, and `before` is the `after` of the ply before. So the
first `before` and all changes add up to the result. The looks go back from the end, so that what is proven there is
known to the looks before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from companion.kit.rules import Seat
from companion.kit.search.mind import Enough, IsStopped, Judged, Mind, Past, Shares, never, shares_of, until
from companion.values import NamedTuple

if TYPE_CHECKING:
    from random import Random

MOST_TURNING = 5
"""How many turning points a review has; more only where there are more mistakes and blunders."""
SLIP, MISTAKE, BLUNDER = 0.05, 0.12, 0.25
"""What a fault is called by the share that it gave away, from this on. A smaller change is no turning point."""
STANDARD_ERRORS = 4
"""A fault that is smaller than this number of standard errors of its look may be none: it has no name."""


class LookedAt(NamedTuple):
    """One ply of a review. The first ply has the number 1; `action` is None where the table was set.

    `choice` is what the decision changed (for the one who decided at most 0), `luck` what came to light by it, `drift`
    what this look saw better than the one before. `faults`, `better`, `error`, `proven`, `hidden`, `wins` and `line`
    come from Judged.
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
    error: float = 0.0
    proven: bool = False
    hidden: bool = False
    wins: tuple[str, ...] = ()
    line: tuple[str, ...] = ()

    @property
    def best(self) -> Shares:
        """The shares if the best had been done."""
        return tuple([before + drift for before, drift in zip(self.before, self.drift, strict=True)])

    @property
    def played(self) -> Shares:
        """The shares after what was done, before anything came to light."""
        return tuple([best + change for best, change in zip(self.best, self.choice, strict=True)])

    def as_json(self) -> dict[str, object]:
        """The ply as the protocol has it; from `better` on only where there is something."""
        always = self._fields[: self._fields.index("better")]
        fields = {**self._asdict(), "faults": tuple(map(list, self.faults))}
        return {
            name: list(value) if isinstance(value, tuple) else value
            for name, value in fields.items()
            if value or name in always
        }


class Following(NamedTuple):
    """What the look at the next ply has said of the table before it, and whether that is proven."""

    shares: Shares
    proven: bool = False


class Moment(NamedTuple):
    """What a ply was for the game: `kind` is "slip", "mistake", "blunder", "luck", or what was closest to one of them.

    That is "close", a choice that was none of these, or "end" in a game without choices. `seat` is the one who chose or
    was lucky, `change` what its share lost or won by it: `before` became `after`.
    """

    ply: int
    kind: str
    seat: Seat
    before: float
    after: float

    @property
    def change(self) -> float:
        return self.after - self.before

    @property
    def identity(self) -> tuple[int, Seat, bool]:
        """Which moment of a game this is, whatever a closer look says of it."""
        return self.ply, self.seat, self.kind == "luck"


CLOSELY = 10
"""A game that was looked at is looked at once more with this times the work, as far as nobody needs the device."""
DOUBTFUL = 4
"""A doubtful look is made again with at most this times the work of the first one."""
LOST = 8
"""A move after which the game is proven to be lost is looked at once, with at most this times the work of a first look.

What is known of it was seen from farther on, and the other moves, which may lose as well, are held against that.
"""
FAULTS = {"blunder": BLUNDER, "mistake": MISTAKE, "slip": SLIP}
"""The names of faults, the worst first, with the share from which on a fault is called so."""


def look_again(
    mind: Mind,
    past: Past,
    chance_at: Callable[[int], Random],
    work: int,
    stopped: IsStopped = never,
    looked: Sequence[int] | None = None,
    following: Following | None = None,
) -> Iterator[LookedAt]:
    """The plies of a finished game, each as if the game began with it, from the last to the first, until stopped.

    `chance_at(n)` is the chance for `past.positions[n]`. `looked` are the places in `past.actions` that are looked at,
    in falling order; without it all. `following` is what the look at the ply after the first of them has said.
    `joined` makes a review of them.
    """
    outcome = past.positions[-1].outcome
    if outcome is None:
        raise ValueError("a running game has no review")
    result = shares_of(outcome.winners, len(outcome.scores))
    for n in range(len(past.actions) - 1, -1, -1) if looked is None else looked:
        action, last = past.actions[n], n + 1 == len(past.actions)
        behind = None if last else following
        if action is None:
            judged = _set(mind, past, n, chance_at, until(work, stopped), behind)
        else:
            judged = _judged(mind, past, n, chance_at, work, stopped, behind)
        if stopped():  # what was found is worth nothing
            return
        if last:
            judged = _ended(judged, result)
        ply = LookedAt(
            n + 1,
            action,
            judged.kind,
            judged.seat,
            judged.best,
            _less(judged.played, judged.best),
            _less(judged.after, judged.played),
            (0.0,) * len(result),
            judged.after,
            judged.faults,
            judged.better,
            judged.error,
            judged.proven,
            judged.hidden,
            judged.wins,
            judged.line,
        )
        following = following_of(ply)
        yield ply


def times_closely(mind: Mind) -> int:
    """The work of a close look, as a multiple of that of a first one: 1 for a mind that sees all at once."""
    return CLOSELY if mind.review_work > 1 else 1


def following_of(ply: LookedAt) -> Following:
    """What a look at a ply alone says of the table before it."""
    return Following(ply.before, ply.proven and ply.kind != "set")


def first_work(mind: Mind, plies: int, work: int) -> int:
    """The work of the first look at a ply of a game with this number of plies: as was asked, less in a long game."""
    if mind.review_plies is None:
        return work
    return max(1, min(work, max(work, mind.review_work) * mind.review_plies // plies))


def _judged(
    mind: Mind,
    past: Past,
    n: int,
    chance_at: Callable[[int], Random],
    work: int,
    stopped: IsStopped,
    following: Following | None,
) -> Judged:
    """A look at a ply. One that says a mistake, or that the look after it contradicts, is made again with more work.

    A forced ply needs none: the table before it is worth what the one after it is.
    """
    position = past.positions[n]
    acting = position.to_act
    if following is not None and mind.forced(position):
        shares = following.shares
        seat = acting[0] if len(acting) == 1 else None
        return Judged("forced", seat, shares, shares, shares, proven=following.proven)
    known = following.shares if following is not None and following.proven else None
    first, most = first_work(mind, len(past.actions), work), max(work, mind.review_work)
    if mind.review_plies is not None and known is not None and [known[seat] for seat in acting] == [0.0]:
        return mind.judge(past, n, chance_at(n), min(2 * most, LOST * first), stopped, known)
    judged = mind.judge(past, n, chance_at(n), first, stopped, known)
    if mind.review_plies is None or first == most or stopped() or judged.after != judged.played:
        return judged
    mistake = any(-cost >= MISTAKE for _, cost in judged.faults)
    there = judged.after if following is None else following.shares
    if mistake or max(map(abs, _less(there, judged.after))) >= SLIP:
        return mind.judge(past, n, chance_at(n), min(most, DOUBTFUL * first), stopped, known)
    return judged


def joined(looks: Sequence[LookedAt]) -> tuple[LookedAt, ...]:
    """Plies one after the other, each looked at alone, as a review: a ply begins with what the one before led to."""
    plies = list(looks[:1])
    for ply in looks[1:]:
        before = plies[-1].after
        change = _less(ply.before, before)
        if ply.kind == "set":
            plies.append(ply._replace(before=before, luck=_less(ply.after, before)))
        else:
            plies.append(ply._replace(before=before, drift=change))
    return tuple(plies)


def read_ply(fields: Mapping[str, Any]) -> LookedAt:
    """A ply from its JSON values. Raises KeyError, TypeError or ValueError for anything else."""
    before, choice, luck, drift, after = [
        tuple([float(share) for share in fields[name]]) for name in ("before", "choice", "luck", "drift", "after")
    ]
    faults = tuple([(int(seat), float(cost)) for seat, cost in fields["faults"]])
    ply, action, kind, seat = [fields[name] for name in ("ply", "action", "kind", "seat")]
    more = {name: fields[name] for name in ("better", "error", "proven", "hidden") if name in fields}
    wins, line = [tuple([str(one) for one in fields.get(name, ())]) for name in ("wins", "line")]
    return LookedAt(ply, action, kind, seat, before, choice, luck, drift, after, faults, **more, wins=wins, line=line)


def fault_name(cost: float, error: float) -> str | None:
    """What a fault is called that changed a share by `cost`, at most 0; None for a small one, or one that may be none.

    `error` is the standard error of the look.
    """
    if -cost <= STANDARD_ERRORS * error:
        return None
    return next((name for name, least in FAULTS.items() if -cost >= least), None)


def moments_of(ply: LookedAt, *, last: bool = False) -> list[Moment]:
    """What a ply was: each fault that has a name, and its luck.

    The card that ends the game is no luck. Where cards lie face down, how well one fits them is not luck either: nobody
    has seen anything.
    """
    found = [
        Moment(ply.ply, name, seat, ply.best[seat], ply.best[seat] + cost)
        for seat, cost in ply.faults
        if (name := fault_name(cost, ply.error))
    ]
    if not last and not ply.hidden:
        changes = range(len(ply.luck)) if ply.seat is None else (ply.seat,)
        seat = max(changes, key=lambda one: abs(ply.luck[one]))
        if abs(ply.luck[seat]) > SLIP:
            found.append(Moment(ply.ply, "luck", seat, ply.played[seat], ply.after[seat]))
    return found


def moments(plies: Sequence[LookedAt]) -> list[Moment]:
    """What changed a game, the greatest change first: all mistakes and blunders, and the greatest luck.

    Slips only as far as there are not five yet, but all that may be mistakes within two standard errors of their looks.
    """
    found = [one for ply in plies for one in moments_of(ply, last=ply is plies[-1])]
    found.sort(key=lambda one: (-abs(one.change), one.ply))
    luck = [one for one in found if one.kind == "luck"][:1]
    large = [one for one in found if one.kind in ("mistake", "blunder")]
    errors = {ply.ply: ply.error for ply in plies}
    slips = [one for one in found if one.kind == "slip"]
    large += [one for one in slips if 2 * errors[one.ply] - one.change >= MISTAKE]
    kept = [*luck, *large, *slips[: max(0, MOST_TURNING - len(luck) - len(large))]]
    return [one for one in found if one in kept]


def moment(plies: Sequence[LookedAt]) -> Moment | None:
    """The moment of the game, None only without plies: what changed it most, else the closest choice.

    That is the one that cost most, though it has no name; if none cost anything, the one that was made when the shares
    were most even.
    """
    found = moments(plies)
    if found or not plies:
        return found[0] if found else None
    choices = [ply for ply in plies if ply.kind == "choice"]
    if not choices:
        ply = plies[-1]
        seat = max(range(len(ply.after)), key=lambda one: ply.after[one])
        return Moment(ply.ply, "end", seat, ply.before[seat], ply.after[seat])
    ply = min(choices, key=lambda ply: (min([cost for _, cost in ply.faults], default=0.0), max(ply.best), ply.ply))
    seat, cost = min(ply.faults, key=lambda fault: fault[1], default=(ply.seat or 0, 0.0))
    return Moment(ply.ply, "close", seat, ply.best[seat], ply.best[seat] + cost)


def turning_points(plies: Sequence[LookedAt]) -> list[int]:
    """The plies that changed a game, in their order; without one the closest choice."""
    found = moments(plies) or list(filter(None, [moment(plies)]))
    return sorted({one.ply for one in found})


def luck(plies: Sequence[LookedAt], seat: Seat) -> float:
    """What chance gave a seat, as a share of the win."""
    return sum([ply.luck[seat] for ply in plies])


def lost(plies: Sequence[LookedAt], seat: Seat) -> float:
    """What a seat gave away by its faults and never had again, at most 0.

    A share that was given away, regained and given away again counts once: so it is never more than the whole win, and
    0 for one who has won alone.
    """
    gone = 0.0
    for ply in plies:
        fault = sum([cost for who, cost in ply.faults if who == seat])
        gone = min(0.0, gone + max(0.0, ply.drift[seat])) + fault
        gone = min(0.0, gone + max(0.0, ply.choice[seat] - fault + ply.luck[seat]))
    return gone


def as_json(looks: Sequence[LookedAt], past: Past, work: int) -> dict[str, object]:
    """The review as the protocol has it, of these looks, one after the other."""
    plies, outcome = joined(looks), past.positions[-1].outcome
    final = shares_of(outcome.winners, len(outcome.scores)) if outcome else ()
    found = moment(plies)
    return {
        "plies": [ply.as_json() for ply in plies],
        "turning": turning_points(plies),
        "moments": [one._asdict() for one in moments(plies)],
        "moment": found._asdict() if found is not None else None,
        "luck": [luck(plies, seat) for seat in range(len(final))],
        "lost": [lost(plies, seat) for seat in range(len(final))],
        "final": list(final),
        "work": work,
    }


def _set(
    mind: Mind, past: Past, n: int, chance_at: Callable[[int], Random], enough: Enough, following: Following | None
) -> Judged:
    """The table was set: nobody's choice, so all of it is luck. What it is worth then the look after it has said."""

    def shares(n: int) -> Shares:
        found = mind.odds(past.positions[n], chance_at(n), enough)["win"]
        assert isinstance(found, list | tuple)
        return tuple(found)

    now, ended = shares(n), past.positions[n + 1].outcome is not None
    after = following.shares if following is not None else () if ended else shares(n + 1)
    return Judged("set", None, now, now, after)


def _ended(judged: Judged, result: Shares) -> Judged:
    """The last ply ends with the result. Where nothing was hidden, what was played led there, and not luck."""
    if judged.after != judged.played:
        return judged._replace(after=result)
    best, seat = judged.best, judged.seat
    if judged.kind != "choice" or seat is None or result[seat] >= best[seat]:
        won = seat is not None and result[seat] == 1.0
        proven = judged.proven or won
        judged = judged._replace(faults=(), better=None, proven=proven, wins=(), line=())
        return judged._replace(best=result, played=result, after=result)
    return judged._replace(played=result, after=result, faults=((seat, result[seat] - best[seat]),))


def _less(these: Shares, those: Shares) -> Shares:
    return tuple([one - other for one, other in zip(these, those, strict=True)])
