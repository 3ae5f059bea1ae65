"""The interface of a mind: what a seat of the device sees, what it thinks, and what each game provides.

A mind is pure: no I/O, no clock, and no chance but the Random that it is given. The same sight, chance and work give
the same thought on every machine. For this, decisions use only operations that are exact everywhere: whole numbers,
and of floats + - * / and sqrt; `numbers`, beside this module, has ln, exp and `total` (not `sum`) made of these. No
decision depends on the order of a set, or on `hash` of a text. Of the Random only `random()` and `getrandbits()` are
used: these never change.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic

from companion.kit.rules import Action, Options, P_co, Refusal, Seat
from companion.reader import Reader
from companion.values import Frozen, NamedTuple, Protocol

if TYPE_CHECKING:
    from random import Random

Shares = tuple[float, ...]
"""Parts of the win by seat, from 0 to 1; together 1. Without a winner all parts are equal."""

Enough = Callable[[int], bool]
"""Asked with the work that is done, at least every 128 units and every 20 ms of a desktop: whether to stop now.

A thought that is stopped at some work equals the thought that was asked for exactly that work. So what a mind does may
depend on the work that is done, never on the work that it will be given. `stages` says what counts of a thought that
people stop.
"""

IsStopped = Callable[[], bool]
"""Whether somebody no longer waits for a review."""

Secrets = Any
"""What one seat has hidden, as a value of its game that never changes; () in games that hide nothing, None where what
the seat has laid is unknown."""

LEVELS = (1, 2, 3, 4)
"""The levels that are an amount of work, the weakest first."""

WEAK, BEST = 0, LEVELS[-1]
"""What a mind is given for a level. With WEAK its thought has `every` way: another one than the best may be chosen."""

FORCED_WORK = 120
"""The simulations of a turn in which only one move is possible, or all are lost: they find what is hardest."""

MOST_CHOICES = 8
"""How many choices a thought names at most."""


class BadSecrets(Refusal):
    """Secrets that cannot be: a wrong count, a card twice, a card that was shown, a card that is not in the game."""

    code = "bad-secrets"


class Sight(NamedTuple, Generic[P_co]):
    """What a seat may use: the public position and its own secrets. Nothing else reaches a mind."""

    position: P_co
    seat: Seat
    secrets: Secrets = ()


class Choice(NamedTuple):
    """An action that was considered, and the seat's own share after it."""

    action: str
    win: float


class Way(NamedTuple):
    """Something that a seat could do: an action, with its hidden card, and the shares after it."""

    action: str | None
    win: Shares
    card: int | str | None = None


class Thought(NamedTuple):
    """What a mind would do, and why.

    `action` is listed in `legal`, or None where people must first do something (turn up a card); Praetorians also has
    "stop" and "another". `card` is the hidden card that goes with it. `mix` gives by card the probability with which
    `card` was drawn. `line` is what the mind expects, beginning with `action`. `exact`: proven, not estimated.
    `work` is what was done; `depth` the last whole ply of an alpha-beta search. `extra` has the fields of one game.
    `every`, in a thought at the level WEAK, has all that could be done, each looked at as well as the others, the best
    first; no other program sees it.
    """

    seat: Seat
    action: str | None
    win: Shares
    card: int | str | None = None
    mix: Mapping[str, float] | None = None
    exact: bool = False
    choices: tuple[Choice, ...] = ()
    line: tuple[str, ...] = ()
    work: int = 0
    depth: int | None = None
    stopped: bool = False
    extra: Mapping[str, object] = {}
    every: tuple[Way, ...] = ()

    def as_json(self) -> dict[str, object]:
        """The thought as the protocol has it."""
        return {
            "seat": self.seat,
            "action": self.action,
            "card": self.card,
            "mix": dict(self.mix) if self.mix is not None else None,
            "win": list(self.win),
            "exact": self.exact,
            "choices": [choice._asdict() for choice in self.choices],
            "line": list(self.line),
            "work": self.work,
            "depth": self.depth,
            "stopped": self.stopped,
            **self.extra,
        }


class Judged(NamedTuple):
    """One ply looked at again: how the shares went from the best decision to the table after it.

    `best` are the shares if the best had been done, `played` the ones after what was done, by what was known then, and
    `after` those with all that the ply has shown. `faults` has what the decision cost each seat that decided, at most
    0. `better` is the best action if it is another one. `kind` is "choice", "chance", "forced" or "told" (a card is
    only shown). `error` is the standard error of the faults. `proven`: `best` is not estimated. `hidden`: what lies
    face down changed the shares, and nobody has seen it yet. `wins` are all actions that are known to win for certain,
    where one was missed. `line` is what the look expects after the best, beginning with it, as the table would show it;
    empty without `better`.
    """

    kind: str
    seat: Seat | None
    best: Shares
    played: Shares
    after: Shares
    faults: tuple[tuple[Seat, float], ...] = ()
    better: str | None = None
    error: float = 0.0
    proven: bool = False
    hidden: bool = False
    wins: tuple[str, ...] = ()
    line: tuple[str, ...] = ()


class Past(NamedTuple, Generic[P_co]):
    """A finished game: `positions[n + 1]` follows `positions[n]` by `actions[n]`, None where the table was set."""

    positions: Sequence[P_co]
    actions: Sequence[Action | None]


def with_cards(options: Options) -> bool:
    """Whether people enter more than the scores."""
    return options.get("entry") != "scores"


class Mind(Frozen):
    """What one game provides. All functions are pure and never raise for a position of a running game, which is of the
    type that the game has for it.

    `version` rises with every change that alters a thought. `works` is the work of the four levels.
    `review_work` is the work for a ply of a review; with `review_plies` the first looks at all plies of a longer game
    share the work of this number of plies, and a doubtful one is looked at again with more work; a
    move after which the game is proven to be lost is looked at with at most twice `review_work`.
    From `rough_from` players on the shares come true only roughly in games of people-like play, and what shows them
    says so.
    `plays(options)`: whether odds and review exist with these options. `sits(options)`: whether a seat of the device
    does.
    `think(sight, level, chance, enough)` is the thought for a seat that is to act; `level`, WEAK to BEST, only changes
    the manner of Praetorians, and what a search tries besides its work. `quick(sight)` is the game's quick rule, in a
    millisecond.
    `may_think(position, seat)`: whether there is anything to choose for a seat in `to_act`.
    `forced(position)`: whether only one thing can follow, so that nobody chooses and nothing comes to light. A review
    does not look at it.
    `advisable(position)`: whether advice needs only what is public.
    `odds(position, chance, enough)` are public odds as JSON values: `win`, `exact`, `work`, and values of the game.
    `judge(past, ply, chance, work, stopped, known)` looks at the ply from `past.positions[ply]` to the next again.
    `stopped` is asked as often as `enough`; once it is true the result comes soon, and is worth nothing. `known` are
    the shares of the next position if the look at it has proven them; a mind may use them.
    `shares_of_scores(position)`: the shares with scores entry, for the game that has them.

    Secrets: `arrange(chance, options)` are those with which a seat begins the game, from chance alone (Random of
    "seed|deploy|seat") and from no position; () where the options have no arrangement. None: the game has none.
    `hidden(position, seat)` are for a seat of which only the position is known: None if it has hidden
    something there. `read(position, seat, reader)` are those that the protocol's `know` gives; raises BadSecrets, and
    Wrong for another shape. `keep(sight, action, thought, after)` are the secrets after an action, by any seat, that
    was played in the sight's position: None where they can no longer be known. `thought` is the last one of this seat
    in that position, None if there was none. `draw(position, seat, secrets, chance)` are those for a table that people
    have set: what still fits of the ones before (None: unknown), the rest drawn from what the seat may still have.
    None: the game has nothing to draw. `shown(secrets)` is what people see who take over the seat, as JSON
    values.
    """

    version: int
    works: tuple[int, int, int, int]
    think: Callable[[Sight[Any], int, Random, Enough], Thought]
    quick: Callable[[Sight[Any]], Thought]
    odds: Callable[[Any, Random, Enough], dict[str, object]]
    judge: Judge
    review_work: int
    review_plies: int | None = None
    rough_from: int = 3
    plays: Callable[[Options], bool] = with_cards
    sits: Callable[[Options], bool] = with_cards
    may_think: Callable[[Any, Seat], bool] = lambda position, seat: True
    forced: Callable[[Any], bool] = lambda position: len(position.legal()) == 1
    advisable: Callable[[Any], bool] = lambda position: True
    shares_of_scores: Callable[[Any], Shares] | None = None
    arrange: Callable[[Random, Options], Secrets] | None = None
    hidden: Callable[[Any, Seat], Secrets] = lambda position, seat: ()
    read: Callable[[Any, Seat, Reader], Secrets] | None = None
    keep: Callable[[Sight[Any], Action, Thought | None, Any], Secrets] = lambda sight, action, thought, after: ()
    draw: Callable[[Any, Seat, Secrets, Random], Secrets] | None = None
    shown: Callable[[Secrets], object] = lambda secrets: None


class Judge(Protocol):
    """Looks at a ply again; see `Mind`."""

    def __call__(
        self,
        past: Past[Any],
        ply: int,
        chance: Random,
        work: int,
        stopped: IsStopped = ...,
        known: Shares | None = ...,
    ) -> Judged: ...


def until(work: int, stopped: IsStopped) -> Enough:
    """Enough when this work is done, or when it is stopped."""
    return lambda done: done >= work or stopped()


def never() -> bool:
    """What is never stopped."""
    return False


def even(seats: int) -> Shares:
    """The shares of a game without a winner."""
    return (1.0 / seats,) * seats


def for_two(seat: Seat, share: float) -> Shares:
    """The shares of both seats, of which one has this share."""
    return (1.0 - share, share) if seat else (share, 1.0 - share)


def shares_of(winners: Sequence[Seat], seats: int) -> Shares:
    """The shares of a result: equal parts for the winners; equal parts for all without one."""
    if not winners:
        return even(seats)
    return tuple([1.0 / len(winners) if seat in winners else 0.0 for seat in range(seats)])
