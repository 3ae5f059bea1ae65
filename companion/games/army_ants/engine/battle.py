"""The battle: on the whole field, until a player takes the enemy queen."""

from __future__ import annotations

from companion.games.army_ants.engine.actions import (
    FAVOR,
    PASS,
    Attack,
    Deploy,
    March,
    MoveOut,
    Pass,
    Swap,
    attacks,
    marches,
    moves_out,
    swaps,
)
from companion.games.army_ants.engine.field import BESIDE, QUEEN, RAYS, RIGHT, SQUARES, UP, Board
from companion.games.army_ants.engine.phase import (
    DRAWN,
    WON,
    CardsPosition,
    march_cards,
    no_line,
    no_swap,
    not_own,
    swap_cards,
)
from companion.kit.rules import Action, Illegal, Outcome


class Battle(CardsPosition):
    """A moment of the battle, or its end."""

    __slots__ = ()

    phase = "battle"

    @property
    def captured(self) -> tuple[int, int]:
        """By seat, how many ants the player has taken."""
        return self.missing[::-1]

    # A battle can have some 200 legal actions, nearly all of them moves out. They are cheap because the empty squares
    # are grouped into regions once for all cards, and a card then picks a whole region from its cached actions.
    def _list_legal(self) -> tuple[Action, ...]:
        if self.outcome is not None:
            return ()
        board, turn = self.board, self.turn
        own = [square for square, card in enumerate(board) if card is not None and card.seat == turn]
        clear, assaults = self._look_ahead(own)
        turns: list[Action] = []
        self._add_marches(turns, own, clear)
        _add_moves_out(turns, own, _regions(board))
        for (square, other), swap in swaps().items():  # ANT-4, ANT-10: the queen may be swapped
            card, beside = board[square], board[other]
            if card is not None and beside is not None and card.seat == turn == beside.seat:
                turns.append(swap)
        turns += assaults
        return tuple(turns) or (PASS,)  # ANT-12 (ruling)

    def _look_ahead(self, own: list[int]) -> tuple[dict[str, dict[int, int]], list[Attack]]:
        """By direction and own square the number of empty squares ahead, and the attacks beyond them."""
        board, turn, known = self.board, self.turn, attacks()
        clear: dict[str, dict[int, int]] = {towards: {} for towards in RAYS}
        assaults = []
        for square in own:
            value = board[square].value  # type: ignore[union-attr]  # an own card stands there
            for towards, rays in RAYS.items():
                empty = 0
                for to in rays[square]:
                    met = board[to]
                    if met is not None:
                        # ANT-9: onto an equal or lower card; ANT-10: the queen never attacks
                        if met.seat != turn and met.value <= value != QUEEN:
                            assaults.append(known[square][to])
                        break
                    empty += 1
                clear[towards][square] = empty
        return clear, assaults

    def _add_marches(self, turns: list[Action], own: list[int], clear: dict[str, dict[int, int]]) -> None:
        """ANT-7: every part of every line of own cards, lengthwise and sideways; for one card it is a move out."""
        known = marches()
        ups, downs, lefts, rights = clear.values()
        for step, heads, tails, ones, others in ((UP, ups, downs, lefts, rights), (RIGHT, rights, lefts, ups, downs)):
            way, back, side, opposite = "udlr" if step == UP else "rlud"
            for first in own:
                one, other = ones[first], others[first]
                # Every own square is a key of `heads`. Ahead the end of a line sets the limit, sideways all cards.
                last = first + step
                while last in heads and (step == RIGHT or last % RIGHT):
                    one, other = min(one, ones[last]), min(other, others[last])
                    for towards, far in ((way, heads[last]), (back, tails[first]), (side, one), (opposite, other)):
                        if far:
                            turns += known[first][last][towards][:far]
                    last += step

    def after(self, action: Action) -> Battle:
        outcome = None
        if isinstance(action, MoveOut):
            cards = list(self.board)
            cards[action.to], cards[action.square] = cards[action.square], None
            board: Board = tuple(cards)
        elif isinstance(action, Attack):
            board, outcome = self._attack(action)
        elif isinstance(action, March):
            board = march_cards(self.board, action)
        elif isinstance(action, Swap):
            board = swap_cards(self.board, action)
        else:
            board = self.board
        turn = 1 - self.turn if outcome is None else self.turn  # ANT-6
        return Battle(self.free, turn, board, self.rally, outcome, self.deployed)

    def _attack(self, action: Attack) -> tuple[Board, Outcome | None]:
        cards = list(self.board)
        attacker, beaten = cards[action.square], cards[action.to]
        assert attacker is not None
        assert beaten is not None
        cards[action.square] = None
        if attacker.value > beaten.value:  # ANT-9
            cards[action.to] = attacker
            return tuple(cards), WON[self.turn] if beaten.value == QUEEN else None  # ANT-10
        cards[action.to] = None
        nothing_left = all(card is None or card.value == QUEEN for card in cards)
        return tuple(cards), DRAWN if nothing_left else None  # ANT-11

    def objection(self, action: Action) -> Illegal:
        if isinstance(action, March):
            return self._no_march(action)
        if isinstance(action, MoveOut):
            return self._no_move_out(action)
        if isinstance(action, Attack):
            return self._no_attack(action)
        if isinstance(action, Swap):
            return no_swap(self.board, action, self.turn)
        if isinstance(action, Pass):
            return Illegal("refused.army_ants.pass", "ANT-12", seat=self.turn)
        if action == FAVOR:
            if self.free:
                return Illegal("refused.army_ants.no-favor", "ANT-14")
            return Illegal("refused.army_ants.favor-late")
        if isinstance(action, Deploy):
            return Illegal("refused.army_ants.deployed", action=action)
        return Illegal("refused.entry-cards", action=action)

    def _no_march(self, action: March) -> Illegal:
        if len(action.squares) == 1:
            return Illegal("refused.army_ants.march-one", action=action)
        fault = no_line(self.board, action, self.turn, "ANT-7")
        if fault is not None:
            return fault
        for square in action.squares:
            ray = RAYS[action.towards][square]
            for to in ray[: action.distance]:
                met = self.board[to]
                if met is not None and to not in action.squares:
                    return Illegal("refused.army_ants.march-blocked", "ANT-7", card=met, square=SQUARES[to])
        return Illegal("refused.army_ants.march-edge", "ANT-7", count=action.distance)

    def _no_move_out(self, action: MoveOut) -> Illegal:
        square, to = SQUARES[action.square], SQUARES[action.to]
        fault = not_own(self.board, action.square, self.turn, "ANT-8")
        if fault is not None:
            return fault
        if action.square == action.to:
            return Illegal("refused.army_ants.move-nowhere", "ANT-8", square=square)
        met = self.board[action.to]
        if met is not None:
            return Illegal("refused.army_ants.move-onto", "ANT-8", card=met, square=to)
        return Illegal("refused.army_ants.move-walled", "ANT-8", square=square, to=to)

    def _no_attack(self, action: Attack) -> Illegal:
        board, square, to = self.board, SQUARES[action.square], SQUARES[action.to]
        fault = not_own(board, action.square, self.turn, "ANT-9")
        if fault is not None:
            return fault
        attacker, met = board[action.square], board[action.to]
        assert attacker is not None
        if attacker.value == QUEEN:
            return Illegal("refused.army_ants.queen-attacks", "ANT-10", seat=self.turn)
        if met is None:
            return Illegal("refused.army_ants.attack-nothing", "ANT-9", square=to)
        if met.seat == self.turn:
            return Illegal("refused.army_ants.attack-own", "ANT-9", card=met, square=to)
        ray = next((ray[action.square] for ray in RAYS.values() if action.to in ray[action.square]), None)
        if ray is None:
            return Illegal("refused.army_ants.attack-crooked", "ANT-9", square=square, to=to)
        for between in ray[: ray.index(action.to)]:
            card = board[between]
            if card is not None:
                return Illegal("refused.army_ants.attack-blocked", "ANT-9", card=card, square=SQUARES[between])
        return Illegal("refused.army_ants.attack-stronger", "ANT-9", card=attacker, beaten=met)


def _regions(board: Board) -> list[list[int] | None]:
    """For each empty square its region of connected empty squares, ascending; a region is one list."""
    regions: list[list[int] | None] = [None] * len(board)
    for seed, card in enumerate(board):
        if card is None and regions[seed] is None:
            region = regions[seed] = [seed]
            for square in region:  # the loop adds to the region
                for beside in BESIDE[square]:
                    if board[beside] is None and regions[beside] is None:
                        regions[beside] = region
                        region.append(beside)
            region.sort()
    return regions


def _add_moves_out(turns: list[Action], own: list[int], regions: list[list[int] | None]) -> None:
    """ANT-8, ANT-10: each card, the queen too, to every square of the regions beside it."""
    for square, known in zip(own, map(moves_out().__getitem__, own), strict=True):
        region: list[int] | None = None
        for beside in BESIDE[square]:
            met = regions[beside]
            if met is not None and met is not region:
                region = met if region is None else sorted({*region, *met})
        if region is not None:
            turns += [known[to] for to in region]
