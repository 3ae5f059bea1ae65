"""Alpha-beta over the rally and the battle.

Deeper and deeper from the root; at the leaves only attacks are tried on. While a queen is threatened a leaf is looked
at one turn further. A value beyond PROVEN is proven: a turn that is not looked at counts as an estimate, so it can hide
a win or an escape, but never pretend one.
"""

from __future__ import annotations

from companion.games.army_ants.mind.compact import (
    PASS,
    TURNS,
    State,
    after,
    change,
    left_after,
    next_seat,
    quiet_turns,
    rally_turns,
    step,
    turns,
)
from companion.games.army_ants.mind.lines import GAIN_SHIFT, attacks, takes_queen
from companion.games.army_ants.mind.worth import FEW_CARDS, PROVEN, WIN, worth_of, worth_of_cards
from companion.kit.rules import Seat
from companion.kit.search.alpha_beta import NO_MOVE, Stopped, Table
from companion.kit.search.mind import Enough

_ASK = 64
"""The work between two questions whether it is enough."""
_HOPE = 60
"""What a turn without an attack adds at most, as an estimate."""
_EXPOSED = 300
"""What a queen counts that red could take if the rally ended now: black can still move her."""
_LATE = 6
"""From this place in the order on, turns without an attack are first looked at one turn less deep."""
_SQUARES = 40
_ONLY_QUEENS = _SQUARES - 2
_PARTS = tuple([min(256, 256 * (_SQUARES - empty) // FEW_CARDS) for empty in range(_SQUARES + 1)])
"""By the number of empty squares: how many parts of 256 an advantage counts."""


class Search:
    """One search from one state.

    `work` is what it has done, `score` what the board is worth, positive for red. `best` is the best turn and its value
    as the seat in turn sees it, None before the first turn was looked at. `values` has what each turn of the root is
    worth, or the most that it can be. `depth` is the last depth to which all were looked at.
    """

    def __init__(self, state: State, enough: Enough) -> None:
        self.state = state
        self.work = 0
        self.depth = 0
        self.best: tuple[int, int] | None = None
        self.values: dict[int, int] = {}
        self._worth = worth_of_cards(state.board)
        self.score = worth_of(state.board, self._worth)
        self._enough = enough
        self._table: Table[int] = Table(PROVEN)
        self._history = [0] * TURNS
        self._farthest = 0

    def look(self, order: list[int], depth: int) -> None:
        """Look at these turns of the root, to this depth; raises Stopped. The value of the first is exact."""
        state, best = self.state, -WIN
        self._farthest = 2 * depth + 2
        for turn in order:
            if turn == order[0]:
                value = self._value(state, turn, depth, -WIN, WIN)
            else:
                value = self._value(state, turn, depth, best, best + 1)
                if value > best:
                    value = self._value(state, turn, depth, best, WIN)
            self.values[turn] = value
            if value > best:
                best = value
                self.best = turn, value
        self.depth = depth

    def exact(self, order: list[int], depth: int) -> dict[int, int]:
        """What each of these turns of the root is worth to this depth; no bounds. Raises Stopped."""
        self._farthest = 2 * depth + 2
        return {turn: self._value(self.state, turn, depth, -WIN, WIN) for turn in order}

    def expected(self, turn: int, most: int) -> list[int]:
        """What is expected from a turn of the root on, as far as the table knows; `most` turns."""
        state, found = self.state, [turn]
        while len(found) < most:
            state = after(state, found[-1])
            turn = self._table.move(_key(state.board, state.turn, state.red, state.black))
            if turn == NO_MOVE or not state.running or turn not in turns(state):
                break
            found.append(turn)
        return found

    def _value(self, state: State, turn: int, depth: int, alpha: int, beta: int) -> int:
        if state.rallying:
            rally = (state.board, state.turn, state.red, state.black, self.score)
            return self._after_rally_turn(*rally, turn, depth, alpha, beta, 0)
        board, score = step(state.board, turn, self.score, self._worth)
        if board.count(0) == _ONLY_QUEENS:
            return 0
        return -self._battle(board, 1 - state.turn, score, depth - 1, -beta, -alpha, 1, rested=False)

    def _count(self) -> None:
        self.work += 1
        if not self.work % _ASK and self._enough(self.work):
            raise Stopped

    def _rally(
        self, board: bytes, seat: Seat, red: int, black: int, score: int, depth: int, alpha: int, beta: int, ply: int
    ) -> int:
        """The value for `seat`, in turn, with rally turns left."""
        if depth <= 0:
            # As if the battle began now.
            low, high = (alpha, beta) if seat == 0 else (-beta, -alpha)
            value = _EXPOSED if takes_queen(board, 0) else self._attacks_on(board, 0, score, low, high, ply)
            return value if seat == 0 else -value
        self._count()
        key = _key(board, seat, red, black)
        found, hint = self._table.recall(key, depth, alpha, beta, ply)
        if found is not None:
            return found
        order = rally_turns(State(board, seat, red, black, self.state.free))
        order.sort(key=self._history.__getitem__, reverse=True)
        if hint >= 0:
            order.remove(hint)
            order.insert(0, hint)
        best, chosen, least = -WIN, -1, alpha
        for turn in order:
            value = self._after_rally_turn(board, seat, red, black, score, turn, depth, alpha, beta, ply)
            if value > best:
                best, chosen = value, turn
                if value > alpha:
                    alpha = value
                    if value >= beta:
                        self._history[turn] += depth * depth
                        break
        self._table.keep(key, depth, best, chosen, least, beta, ply)
        return best

    def _after_rally_turn(
        self, board: bytes, seat: Seat, red: int, black: int, score: int, turn: int, depth: int, alpha: int, beta: int,
        ply: int,
    ) -> int:  # fmt: skip
        """The value of a rally turn for `seat`, who makes it. After it the same seat may be in turn again."""
        board, score = step(board, change(board, seat, turn), score, self._worth)
        red, black = left_after(seat, red, black, turn)
        following = next_seat(seat, red, black)
        low, high = (alpha, beta) if following == seat else (-beta, -alpha)
        if red + black:
            value = self._rally(board, following, red, black, score, depth - 1, low, high, ply + 1)
        else:
            value = self._battle(board, following, score, depth - 1, low, high, ply + 1, rested=False)
        return value if following == seat else -value

    def _battle(
        self, board: bytes, seat: Seat, score: int, depth: int, alpha: int, beta: int, ply: int, *, rested: bool
    ) -> int:
        """The value for `seat`, in turn. `rested`: the other has just made no turn, to see whether it needs one."""
        threatened = takes_queen(board, 1 - seat)
        if depth <= 0:
            if not threatened or ply >= self._farthest:
                return self._attacks_on(board, seat, score, alpha, beta, ply)
            depth = 1
        self._count()
        if takes_queen(board, seat):
            return WIN - ply
        key = _key(board, seat, 0, 0)
        found, hint = self._table.recall(key, depth, alpha, beta, ply)
        if found is not None:
            return found
        stand = (score if seat == 0 else -score) * _PARTS[board.count(0)] // 256
        if depth >= 2 and stand >= beta and -PROVEN < beta < PROVEN and not threatened and not rested:
            # Ahead even without a turn. (That a turn harms its player is rare here: equal cards can be swapped.)
            value = -self._battle(board, 1 - seat, score, depth - 3, -beta, 1 - beta, ply + 1, rested=True)
            if value >= beta:
                return beta
        best, chosen, least = -WIN, -1, alpha
        for batch in (0, 1, 2):  # the best turn of an earlier look; attacks; all others
            if batch == 0:
                order = [hint] if hint >= 0 else []
            elif batch == 1:
                order = [attack & 4095 for attack in attacks(board, seat)]
            else:
                if depth == 1 and not threatened and stand + _HOPE <= alpha:
                    best = max(best, stand + _HOPE)
                    break
                order = quiet_turns(board, seat)
                order.sort(key=self._history.__getitem__, reverse=True)
                if not order and chosen < 0:
                    order = [PASS]
            for place, turn in enumerate(order):
                if batch and turn == hint:
                    continue
                then, sum_then = step(board, turn, score, self._worth)
                if batch < 2 and then.count(0) == _ONLY_QUEENS:
                    value = 0
                elif chosen < 0:
                    value = -self._battle(then, 1 - seat, sum_then, depth - 1, -beta, -alpha, ply + 1, rested=False)
                else:
                    less = 1
                    if batch == 2 and not threatened:
                        if depth == 1:
                            # The other can leave it at that.
                            value = (sum_then if seat == 0 else -sum_then) * _PARTS[then.count(0)] // 256
                            if value <= alpha:
                                best = max(best, value)
                                continue
                        elif place >= _LATE:
                            less = 2 if place < 30 or depth < 3 else 3
                    value = -self._battle(
                        then, 1 - seat, sum_then, depth - less, -alpha - 1, -alpha, ply + 1, rested=False
                    )
                    if value > alpha and (less > 1 or value < beta):
                        value = -self._battle(then, 1 - seat, sum_then, depth - 1, -beta, -alpha, ply + 1, rested=False)
                if value > best:
                    best, chosen = value, turn
                    if value > alpha:
                        alpha = value
                        if value >= beta:
                            if batch == 2:
                                self._history[turn] += depth * depth
                            self._table.keep(key, depth, best, chosen, least, beta, ply)
                            return best
        self._table.keep(key, depth, best, chosen, least, beta, ply)
        return best

    def _attacks_on(self, board: bytes, seat: Seat, score: int, alpha: int, beta: int, ply: int) -> int:
        """The value for `seat`, in turn, if from now on there are only attacks, and each may stop."""
        self._count()
        if takes_queen(board, seat):
            return WIN - ply
        best = stand = (score if seat == 0 else -score) * _PARTS[board.count(0)] // 256
        if best >= beta:
            return best
        alpha = max(alpha, best)
        for attack in attacks(board, seat):
            gain = attack >> GAIN_SHIFT
            if stand + gain + _HOPE <= alpha:
                break
            then, sum_then = step(board, attack & 4095, score, self._worth)
            if not gain and then.count(0) == _ONLY_QUEENS:
                value = 0
            else:
                value = -self._attacks_on(then, 1 - seat, sum_then, -beta, -alpha, ply + 1)
            if value > best:
                best = value
                if value > alpha:
                    alpha = value
                    if value >= beta:
                        break
        return best


def _key(board: bytes, seat: Seat, red: int, black: int) -> int:
    return int.from_bytes(board, "big") << 8 | red << 5 | black << 2 | seat
