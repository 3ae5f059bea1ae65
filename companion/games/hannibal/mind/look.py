"""A position looked at deeper and deeper: turns on the map, who fights a round, and the cards of a round."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeVar

from companion.games.hannibal.engine.actions import FIGHTERS
from companion.games.hannibal.engine.cards import CARTHAGE, CardsPosition
from companion.games.hannibal.mind.battle import DRAW, WIN, Battle
from companion.games.hannibal.mind.search import Search, State, state_of, wins_at_once
from companion.kit.rules import Seat
from companion.kit.search.alpha_beta import Stopped
from companion.kit.search.matrix import Rows, Solved, solve
from companion.kit.search.mind import Enough, Shares, Thought, for_two
from companion.kit.search.stages import sketching

T = TypeVar("T")
L = TypeVar("L")

Say = Callable[[T], Thought] | None
"""Gives the thought of what a look has come to; None where nobody thinks."""

MARGIN = 0.08
"""Actions within this of the best have an exact value; of the others only a bound above theirs is known."""
EXACT = 3
"""Of this many actions, the best ones, advice says how good they are: they have an exact value, too."""
DEEPEST = 40
LINE_MOST = 4
"""How many moves are said of those that a search expects."""


class Ranked(NamedTuple):
    """What the actions of a position are worth for the seat that chooses.

    `values` are in the order of `legal`, `order` names the actions by their places there, the best first; those that
    are not to be chosen are missing. `depth` is the last depth at which all were looked at. `line` gives what is
    expected from the action at a place of `legal` on, up to a battle, as far as the search knows it.
    """

    seat: Seat
    values: tuple[float, ...]
    order: tuple[int, ...]
    depth: int
    work: int
    line: Callable[[int], tuple[str, ...]] = lambda at: ()

    @property
    def best(self) -> float:
        return self.values[self.order[0]]


class Round(NamedTuple):
    """A round as a matrix game: `rows` by the attacker's card and the other's; `sure`: nothing in it is estimated."""

    attacker: Seat
    rows: Rows
    solved: Solved
    sure: bool
    depth: int
    work: int


def shares(seat: Seat, value: float) -> Shares:
    """The shares of both seats, of what a position is worth for one."""
    return for_two(seat, (1.0 + value) / 2.0)


def turns(
    position: CardsPosition,
    enough: Enough,
    whole: int | None = None,
    deepest: int = DEEPEST,
    say: Say[Ranked] = None,
    proven: float | None = None,
    margin: float = MARGIN,
    *,
    answers_free: bool = False,
) -> Ranked:
    """The moves on the map. Those within `margin` of the best get an exact value, the best few, and all sure wins.

    For a review, the one at `whole` and the best get an exact value, and only whole depths count. `proven` is the value
    of that one where it is.
    """

    def so_far(work: int) -> Ranked:
        """Each action by the deepest look at it, if that gave more than a bound."""
        known = [current.get(at, value) for at, value in enumerate(values)]
        left = [at for at in order if at in current or values[at] > best - margin]
        return Ranked(position.turn, tuple(known), tuple(sorted(left, key=lambda at: -known[at])), depth, work, line)

    def line(at: int) -> tuple[str, ...]:
        return _expected(search, position, at)

    search = Search(position.core, position.symmetric, _saying(enough, say, so_far), answers_free=answers_free)
    state = state_of(position)
    steps = search.looks(state)[0].steps
    left_out = _gambles(search, state) if whole is None else set()
    wins = [search.wins_with(state, step) for step in steps]
    order = [at for at in sorted(range(len(steps)), key=lambda at: not wins[at]) if at not in left_out]
    values, depth, best = [-WIN] * len(steps), 0, -WIN
    current: dict[int, float] = {}
    try:
        while depth < deepest:
            current, highest = {}, -WIN
            for at in order:
                below = max(margin, MARGIN) if highest == WIN else margin
                alpha = -WIN if at == whole else max(-WIN, highest - below)
                if whole is None:
                    alpha = min(alpha, *sorted([-WIN] * EXACT + [*current.values()])[-EXACT:])
                if at == whole and proven is not None:
                    current[at] = proven
                else:
                    current[at] = WIN if wins[at] else search.after(state, steps[at], depth + 1, alpha)
                highest = max(highest, current[at])
            depth, best = depth + 1, highest
            for at, value in current.items():
                values[at] = value
            if best > -WIN:  # where all is lost, the order stays: the last depth that saw a way out chooses
                order.sort(key=lambda at: -values[at])
            if best in (WIN, -WIN):
                break
            search.ask()
    except Stopped:
        if whole is None:
            return so_far(search.work)
    return Ranked(position.turn, tuple(values), tuple(order), depth, search.work, line)


def _expected(search: Search, position: CardsPosition, at: int) -> tuple[str, ...]:
    """The moves from the one at this place of `legal` on, up to a battle; a round is nobody's alone."""
    said: list[str] = []
    while at >= 0 and len(said) < LINE_MOST:
        action = position.legal()[at]
        said.append(str(action))
        then = position.after(action)
        assert isinstance(then, CardsPosition)
        if then.outcome is not None or then.battle is not None:
            break
        position, at = then, search.expected(state_of(then))
    return tuple(said)


def estimate(position: CardsPosition) -> Ranked:
    """The map without a look at the moves but for a win by one: one value for all of them."""
    search = Search(position.core, position.symmetric, lambda work: True)
    return Ranked(position.turn, (search.value(state_of(position), 0),), (0,), 0, 0)


def _gambles(search: Search, state: State) -> set[int]:
    """Battles that may leave the other side a win by one move, which it has now and a quiet move takes from it."""
    mine, its = search.looks(state)
    if not wins_at_once(its, mine, -state.chips) or wins_at_once(mine, its, state.chips):
        return set()
    battles, refused = [], False
    for at, step in enumerate(mine.steps):
        if step.bit & its.places:
            battles.append(at)
        elif search.after(state, step, 1) > -WIN:
            refused = True
    return {at for at in battles if search.may_lose(state, mine.steps[at])} if refused else set()


def fighters(position: CardsPosition, enough: Enough, say: Say[Ranked] = None, *, answers_free: bool = False) -> Ranked:
    """Who may fight a round for Carthage (HAN-9), in the order of `legal`."""

    def look(battle: Battle, legions: int, hannibal: bool, state: State) -> tuple[float, ...]:
        hands = state.hand, state.other_hand
        return tuple([-battle.fielded(legions, hannibal, *hands, fighter == "hannibal") for fighter in FIGHTERS])

    def made(values: tuple[float, ...], sure: bool, depth: int, work: int) -> Ranked:
        return Ranked(CARTHAGE, values, tuple(sorted(range(len(values)), key=lambda at: -values[at])), depth, work)

    return _deeper(position, enough, look, made, say, answers_free=answers_free)


def cards(position: CardsPosition, enough: Enough, say: Say[Round] = None, *, answers_free: bool = False) -> Round:
    """The round that is to be fought, with an optimal mix of both sides."""
    elephant = position.fielded == "hannibal" and position.turn != CARTHAGE

    def look(battle: Battle, legions: int, hannibal: bool, state: State) -> Rows:
        return battle.rows(legions, hannibal, state.hand, state.other_hand, elephant)

    def made(rows: Rows, sure: bool, depth: int, work: int) -> Round:
        return Round(position.turn, rows, solve(rows), sure, depth, work)

    return _deeper(position, enough, look, made, say, answers_free=answers_free)


def _deeper(
    position: CardsPosition,
    enough: Enough,
    look: Callable[[Battle, int, bool, State], L],
    made: Callable[[L, bool, int, int], T],
    say: Say[T],
    *,
    answers_free: bool,
) -> T:
    """What is `made` of the last whole look at a battle, whether nothing in it is estimated, its depth, and the work.

    It is looked at deeper and deeper.
    """

    def so_far(work: int) -> T:
        return made(found, sure, depth, work)

    search = Search(position.core, position.symmetric, _saying(enough, say, so_far), answers_free=answers_free)
    state, place = state_of(position), position.battle
    assert place is not None

    def whole_look(depth: int) -> tuple[L, bool, int]:
        battle, legions, hannibal = search.begin(state, place, depth + 1)
        found = look(battle, legions, hannibal, state)
        search.add(battle)
        return found, all(result in (-WIN, DRAW, WIN) for result in battle.results), depth

    found, sure, depth = whole_look(0)
    try:
        search.ask()
        while not sure and depth < DEEPEST:
            found, sure, depth = whole_look(depth + 1)
            search.ask()
    except Stopped:
        pass
    return so_far(search.work)


def _saying(enough: Enough, say: Say[T], so_far: Callable[[int], T]) -> Enough:
    """`enough` for a search of which this can be said so far."""
    return enough if say is None else sketching(enough, lambda done: say(so_far(done)))
