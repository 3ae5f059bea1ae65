"""The rally: each army closes ranks in its own four ranks.

An army of 19 fills all but one of its 20 squares for the whole rally. So the empty square alone decides which actions
are legal, except the queen's favor.
"""

from __future__ import annotations

from functools import cache

from companion.games.army_ants.engine.actions import FAVOR, PASS, Attack, Deploy, March, MoveOut, Swap, march, swaps
from companion.games.army_ants.engine.battle import Battle
from companion.games.army_ants.engine.field import CARDS, FRONT_RANK, FRONTS, HOMES, QUEEN, RAYS, SQUARES, STEP, Board
from companion.games.army_ants.engine.phase import CardsPosition, march_cards, no_line, no_swap, swap_cards
from companion.kit.rules import Action, Illegal, Seat

_BACK = {"u": "d", "d": "u", "l": "r", "r": "l"}


class Rally(CardsPosition):
    """A moment of the rally; both armies are complete."""

    __slots__ = ()

    phase = "rally"

    @property
    def gap(self) -> int:
        """The one empty square of the own four ranks."""
        return next(square for square in HOMES[self.turn] if self.board[square] is None)

    @property
    def _has_favor(self) -> bool:
        """ANT-5: the queen stands on her front rank, dealt there or not. ANT-14: never with the free deployment."""
        return not self.free and self.board.index(CARDS[self.turn][QUEEN]) in FRONTS[self.turn]

    def _list_legal(self) -> tuple[Action, ...]:
        turns = _turns(self.turn, self.gap)
        return (*turns, FAVOR) if self._has_favor else turns

    def after(self, action: Action) -> CardsPosition:
        left = self.rally[self.turn] - 1
        if isinstance(action, March):
            board = march_cards(self.board, action)
        elif isinstance(action, Swap):
            board = swap_cards(self.board, action)
        else:
            board, left = self._with_favor(), 0  # ANT-5: all rally turns left are used up
        rally = (left, self.rally[1]) if self.turn == 0 else (self.rally[0], left)
        if rally == (0, 0):
            # ANT-6: red begins, even if red played last.
            return Battle(self.free, 0, board, rally, deployed=self.deployed)
        other = 1 - self.turn
        # ANT-2: alternately; ANT-5: several in a row if the other has none left.
        return Rally(self.free, other if rally[other] else self.turn, board, rally, deployed=self.deployed)

    def _with_favor(self) -> Board:
        cards = list(self.board)
        queen = CARDS[self.turn][QUEEN]
        cards[cards.index(queen)] = None
        cards[self.gap] = queen
        return tuple(cards)

    def objection(self, action: Action) -> Illegal:
        if isinstance(action, Swap):
            return no_swap(self.board, action, self.turn)
        if isinstance(action, March):
            return self._no_march(action)
        if action == FAVOR:
            if self.free:
                return Illegal("refused.army_ants.no-favor", "ANT-14")
            at, rank = SQUARES[self.board.index(CARDS[self.turn][QUEEN])], FRONT_RANK[self.turn]
            return Illegal("refused.army_ants.favor-rank", "ANT-5", seat=self.turn, square=at, rank=rank)
        if action == PASS:
            return Illegal("refused.army_ants.pass", "ANT-12", seat=self.turn)
        if isinstance(action, MoveOut | Attack):
            return Illegal("refused.army_ants.rallying", action=action)
        if isinstance(action, Deploy):
            return Illegal("refused.army_ants.deployed", action=action)
        return Illegal("refused.entry-cards", action=action)

    def _no_march(self, action: March) -> Illegal:
        fault = no_line(self.board, action, self.turn, "ANT-3")
        if fault is not None:
            return fault
        if action.distance != 1:
            return Illegal("refused.army_ants.rally-distance", "ANT-3", count=action.distance)
        for square in action.squares:
            ray = RAYS[action.towards][square]
            if not ray or ray[0] not in HOMES[self.turn]:
                return Illegal("refused.army_ants.rally-home", "ANT-2", seat=self.turn)
        gap = SQUARES[self.gap]
        if len(action.squares) > 1 and action.squares[0] + abs(STEP[action.towards]) != action.squares[1]:
            return Illegal("refused.army_ants.rally-sideways", "ANT-3", square=gap)
        head = action.last if STEP[action.towards] > 0 else action.first
        return Illegal("refused.army_ants.rally-gap", "ANT-3", to=SQUARES[RAYS[action.towards][head][0]], square=gap)


@cache
def _turns(seat: Seat, gap: int) -> tuple[Action, ...]:
    """The marches into the empty square, then the swaps. There are only 40 cases, each computed once."""
    home = set(HOMES[seat]) - {gap}
    turns: list[Action] = []
    for towards in STEP:  # ANT-3
        for tail in RAYS[_BACK[towards]][gap]:
            if tail not in home:
                break  # ANT-2
            head = gap - STEP[towards]
            first, last = sorted((tail, head))
            turns.append(march(first, None if tail == head else last, towards, 1))
    turns += [swap for pair, swap in swaps().items() if home.issuperset(pair)]  # ANT-4
    return tuple(turns)
