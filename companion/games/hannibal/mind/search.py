"""Alpha-beta over the turns on the map; a battle in it is a tree of matrix games.

Values are from -1, lost, to 1, won, for the side to move. Estimates stay within `battle.ESTIMATE_MOST`, so a real win
is always worth more. The win of the side to move by one move is seen without a search.

Three things save work. After the first step it is only asked whether another is better; only one that is gets a value.
A battle is looked at one turn less deep first, and deeper only if it may be better then. A last turn without a battle
that cannot be better is left out: its estimate is known from the camps.
"""

from __future__ import annotations

from typing import NamedTuple

from companion.games.hannibal.engine.board import CAPITALS, SEA, Place
from companion.games.hannibal.engine.cards import CARTHAGE, CardsPosition
from companion.games.hannibal.engine.ends import CHIPS_TO_WIN
from companion.games.hannibal.mind.battle import DRAW, ESTIMATE_MOST, WIN, Battle, hands_after
from companion.games.hannibal.mind.camps import (
    BITS,
    HANNIBAL_AT,
    KINDS,
    LAND,
    ONE,
    PIECES,
    CampNumber,
    Look,
    PlaceBits,
    Step,
    camps,
    number_of,
)
from companion.games.hannibal.mind.hands import Mask, leads, mask_of
from companion.games.hannibal.mind.weights import CHIPS, HANDS, TURN
from companion.kit.rules import Seat
from companion.kit.search.alpha_beta import Stopped, Table
from companion.kit.search.mind import Enough
from companion.kit.search.numbers import logistic

SCORES = 4_500
"""Scores of positions are within this."""
WORTH = [ESTIMATE_MOST * (2.0 * logistic(score / 100.0) - 1.0) for score in range(SCORES + 1)]
WORTH += [-worth for worth in reversed(WORTH[1:])]
"""By the score of a position its value; a negative score counts from the end of the list, as Python does."""
WORTH[0] = 1e-9  # not DRAW: that is a game without winner, an estimate never
ASK_EVERY = 16
NARROW = 1e-6
"""How far apart the bounds are where it is only asked whether a step is better than the best so far."""


class State(NamedTuple):
    """A moment on the map: who is to move, the camps and hands of this side and of the other, and the chips.

    `chips` belong to the side to move; they are negative if the other has them.
    """

    seat: Seat
    own: CampNumber
    other: CampNumber
    hand: Mask
    other_hand: Mask
    chips: int


def state_of(position: CardsPosition) -> State:
    """The moment of a position; in a battle the side to move is the attacker."""
    seat = position.turn
    return State(
        seat, number_of(position, seat), number_of(position, 1 - seat),
        mask_of(position.hands[seat]), mask_of(position.hands[1 - seat]),
        position.chips[seat] - position.chips[1 - seat],
    )  # fmt: skip


class Search:
    """A search with these options. `work` counts the positions that were looked at, and two matrix games as one.

    With `answers_free` a turn that must save the capital costs no depth: only battles can, so these lines end.
    """

    __slots__ = ("_answers_free", "_ask_at", "_core", "_enough", "_history", "_leads", "_sides", "_table", "work")

    def __init__(self, core: bool, symmetric: bool, enough: Enough, *, answers_free: bool = False) -> None:
        self._answers_free = answers_free
        self._core = core
        self._sides = camps(core, symmetric)
        self._enough = enough
        self._ask_at = -1
        self._leads = leads()
        self._table: Table[float] = Table()
        self._history = ([0] * KINDS, [0] * KINDS)
        self.work = 0

    def ask(self) -> None:
        """From now on ask whether the work is enough; raises Stopped as soon as it is."""
        self._ask_at = self.work
        self._check()

    def _check(self) -> None:
        if self._ask_at >= 0 and self.work >= self._ask_at:
            self._ask_at = self.work + ASK_EVERY
            if self._enough(self.work):
                raise Stopped

    def looks(self, state: State) -> tuple[Look, Look]:
        """What is known of both camps, first the camp of the side to move."""
        return self._sides[state.seat][state.own], self._sides[1 - state.seat][state.other]

    def score(self, state: State) -> int:
        """The estimate of a position in hundredths of a logit, for the side to move."""
        mine, its = self.looks(state)
        chips = state.chips
        return (
            mine.score - its.score + TURN + (CHIPS[chips] if chips >= 0 else -CHIPS[-chips])
            + int(HANDS * self._leads[state.hand][state.other_hand])
        )  # fmt: skip

    def value(self, state: State, depth: int, alpha: float = -WIN, beta: float = WIN) -> float:
        """What a position is worth for the side to move, looked at this many turns deep."""
        seat, own, other, _, _, chips = state
        self.work += 1
        mine, its = self._sides[seat][own], self._sides[1 - seat][other]
        if wins_at_once(mine, its, chips):
            return WIN
        if its.enters and not mine.reach & answers(mine, its, chips):
            return -WIN
        if its.enters and self._answers_free:
            depth += 1
        if depth <= 0:
            return WORTH[self.score(state)]
        self._check()
        key = _key(state)
        known, first = self._table.recall(key, depth, alpha, beta)
        if known is not None:
            return known
        best, best_at, floor = -WIN, -1, alpha
        rest = self.score(state) - mine.score - 2 * TURN
        for at in self._order(mine, its, state, first, depth):
            step = mine.steps[at]
            fights = step.bit & its.places
            if depth == 1 and not fights:
                then = self._sides[seat][step.camp]
                most = WORTH[then.score + rest]
                if most <= alpha and not (then.enters or then.core):
                    if most > best:
                        best, best_at = most, at
                    continue
            narrow = beta if best_at < 0 or fights else min(beta, alpha + NARROW)
            less = 1 if fights and depth > 1 and alpha > -WIN else 0
            worth = self.after(state, step, depth - less, alpha, narrow)
            if worth > alpha if less else narrow <= worth < beta:
                worth = self.after(state, step, depth, alpha, beta)
            if worth > best or best_at < 0:
                best, best_at = worth, at
                if worth > alpha:
                    alpha = worth
                    if alpha >= beta:
                        self._history[seat][mine.steps[at].kind] += depth * depth
                        break
        self._table.keep(key, depth, best, best_at, floor, beta)
        return best

    def _order(self, mine: Look, its: Look, state: State, first: int, depth: int) -> list[int]:
        """The steps that are worth a look: the best of the last look, then those that did well, then battles."""
        steps, places = mine.steps, its.places
        if its.enters:
            useful = answers(mine, its, state.chips)
            return [at for at, step in enumerate(steps) if step.bit & useful]
        if depth == 1:
            order = [at for at, step in enumerate(steps) if not step.bit & places]
            order += [at for at, step in enumerate(steps) if step.bit & places]
        else:
            done_well = self._history[state.seat]
            order = sorted(range(len(steps)), key=lambda at: -done_well[steps[at].kind])
        if first >= 0:
            order.remove(first)
            order.insert(0, first)
        return order

    def after(self, state: State, step: Step, depth: int, alpha: float = -WIN, beta: float = WIN) -> float:
        """What a step is worth for the side that makes it; `depth` counts its turn."""
        seat, _, other, hand, other_hand, chips = state
        if self._sides[1 - seat][other].places & step.bit:
            state = state._replace(own=step.camp)
            return self.battle(state, step.to, depth, alpha)
        return self._end_turn(State(seat, step.camp, other, hand, other_hand, chips), depth, alpha, beta)

    def _end_turn(self, state: State, depth: int, alpha: float = -WIN, beta: float = WIN) -> float:
        """What the end of a turn is worth for the side that has moved."""
        seat, own, other, hand, other_hand, chips = state
        mine, its = self._sides[seat][own], self._sides[1 - seat][other]
        if not (mine.legions and its.legions):  # HAN-13
            return DRAW if not (mine.legions or its.legions) else WIN if mine.legions else -WIN
        if mine.holds:  # HAN-12
            return WIN
        if mine.core:  # HAN-17, HAN-18
            chips = max(chips, 0) + 1
            if chips == CHIPS_TO_WIN:
                return WIN
        if not its.steps:  # HAN-14
            return WIN
        return -self.value(State(1 - seat, other, own, other_hand, hand, -chips), depth - 1, -beta, -alpha)

    def battle(self, state: State, place: Place, depth: int, alpha: float) -> float:
        """What a battle that begins is worth for the attacker, the side to move."""
        battle, legions, hannibal = self.begin(state, place, depth)
        hands = state.hand, state.other_hand
        worth = battle.most(legions, hannibal, *hands)
        if worth > alpha:
            worth = battle.value(legions, hannibal, *hands)
        self.add(battle)
        self._check()
        return worth

    def add(self, battle: Battle) -> None:
        """Count the matrix games of a battle: two cost about as much as a position."""
        self.work += (battle.games + 1) // 2

    def wins_with(self, state: State, step: Step) -> bool:
        """Whether a step wins the game at once, without a battle."""
        seat = state.seat
        mine, its = self._sides[seat][step.camp], self._sides[1 - seat][state.other]
        if step.to == CAPITALS[1 - seat]:  # HAN-11
            return True
        ends = mine.holds or (mine.core and state.chips == CHIPS_TO_WIN - 1) or not its.steps
        return ends and not step.bit & its.places

    def expected(self, state: State) -> int:
        """The place of the step that is expected now: one that wins at once, else the best of an earlier look.

        NO_MOVE where neither is known.
        """
        wins = [at for at, step in enumerate(self.looks(state)[0].steps) if self.wins_with(state, step)]
        return wins[0] if wins else self._table.move(_key(state))

    def may_lose(self, state: State, step: Step) -> bool:
        """Whether a step into a battle may leave the other side a win by one move, or win the game for it."""
        state = state._replace(own=step.camp)
        battle, legions, hannibal = self.begin(state, step.to, 1)
        battle.value(legions, hannibal, state.hand, state.other_hand)
        return -WIN in battle.results

    def begin(self, state: State, place: Place, depth: int) -> tuple[Battle, int, bool]:
        """A battle, and how many legions (or fleets) defend, without Hannibal, and whether he does."""
        seat, own, other, hand, other_hand, chips = state
        count = other >> BITS * place & 7
        here = place + 1 << HANNIBAL_AT
        hannibal_defends = seat != CARTHAGE and other & ~PIECES == here
        hannibal_attacks = seat == CARTHAGE and own & ~PIECES == here and place < SEA
        lost = own - ONE[place] & PIECES if hannibal_attacks else own - ONE[place]
        hand, other_hand = hands_after(hand, other_hand)

        def after(alive: bool, legions: int, hannibal: bool) -> float:
            left = other - (count - legions - hannibal) * ONE[place]
            if hannibal_defends and not hannibal:
                left &= PIECES
            return self._end_turn(State(seat, own if alive else lost, left, hand, other_hand, chips), depth)

        return Battle(after, hannibal_attacks, state.hand, state.other_hand), count - hannibal_defends, hannibal_defends


def _key(state: State) -> tuple[int, int, int]:
    """The state as a key of the table."""
    seat, own, other, hand, other_hand, chips = state
    return own, other, ((chips + CHIPS_TO_WIN) << 5 | hand) << 6 | other_hand << 1 | seat


def wins_at_once(mine: Look, its: Look, chips: int) -> bool:
    """Whether the side to move has a move that wins without a battle: HAN-11, HAN-12, HAN-18, HAN-14."""
    return (
        mine.enters
        or bool(mine.wins & ~its.places)
        or (chips == CHIPS_TO_WIN - 1 and bool(mine.keeps & ~its.places))
        or (not its.steps and any(not step.bit & its.places for step in mine.steps))
    )


def answers(mine: Look, its: Look, chips: int) -> PlaceBits:
    """Where a battle may save the side to move if the other side can enter its capital: by ending that or the game."""
    places = its.stops | mine.wins
    if chips == CHIPS_TO_WIN - 1:
        places |= mine.keeps
    legions = its.places & LAND
    if not legions & (legions - 1):  # all in one place: HAN-13
        places |= legions
    return places & its.places


def threats_by(position: CardsPosition, seat: Seat) -> bool:
    """Whether a side has a move that enters the enemy capital, if it were in turn."""
    looks = Search(position.core, position.symmetric, lambda work: True).looks(state_of(position))
    return bool(looks[0 if position.turn == seat else 1].enters)
