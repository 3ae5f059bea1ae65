"""What the three phases of a game in cards entry have in common, and the turns that two of them share."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from typing import ClassVar

from companion.games.army_ants.engine.actions import March, Swap
from companion.games.army_ants.engine.field import ARMY, BESIDE, SQUARES, STEP, Board
from companion.kit.rules import Action, Illegal, ListsOnce, Outcome, Seat, Table

WON = (Outcome((0,), (1, 0)), Outcome((1,), (0, 1)))
DRAWN = Outcome((), (0, 0))
RALLY_TURNS = 5


class CardsPosition(ListsOnce):
    """A moment of a game entered card by card.

    `free` is the deployment of ANT-14, `rally` the rally turns left by seat. When the game is over `turn` is the
    seat that ended it and `outcome` says how. `deployed` is the board at the end of the deployment: None before that,
    and after a table view was restored.
    """

    __slots__ = ("board", "deployed", "free", "outcome", "rally", "turn")

    phase: ClassVar[str]

    def __init__(
        self,
        free: bool,
        turn: Seat,
        board: Board,
        rally: tuple[int, int],
        outcome: Outcome | None = None,
        deployed: Board | None = None,
    ) -> None:
        self.free = free
        self.turn = turn
        self.board = board
        self.rally = rally
        self.outcome = outcome
        self.deployed = deployed
        self._legal = None

    @property
    def to_act(self) -> tuple[Seat, ...]:
        return (self.turn,) if self.outcome is None else ()

    @property
    def missing(self) -> tuple[int, int]:
        """By seat, how many cards of the army are not on the field."""
        standing = [card.seat for card in self.board if card is not None]
        return ARMY - standing.count(0), ARMY - standing.count(1)

    @abstractmethod
    def objection(self, action: Action) -> Illegal:
        """See `kit.rules.Position`."""

    @abstractmethod
    def after(self, action: Action) -> CardsPosition:
        """See `kit.rules.Position`; the next phase may have begun."""

    def table(self) -> Table:
        return {
            "phase": self.phase,
            "turn": self.turn if self.outcome is None else None,
            "board": {name: card for name, card in zip(SQUARES, self.board, strict=True) if card is not None},
            "rally": list(self.rally),
        }


def swap_cards(board: Board, swap: Swap) -> Board:
    """The board after a swap (ANT-4)."""
    cards = list(board)
    cards[swap.first], cards[swap.second] = board[swap.second], board[swap.first]
    return tuple(cards)


def march_cards(board: Board, march: March) -> Board:
    """The board after a march (ANT-3, ANT-7): all cards of the line leave before the first arrives."""
    cards = list(board)
    for square in march.squares:
        cards[square] = None
    shift = STEP[march.towards] * march.distance
    for square in march.squares:
        cards[square + shift] = board[square]
    return tuple(cards)


def not_own(board: Board, square: int, seat: Seat, rule: str) -> Illegal | None:
    """The objection if no card of `seat` stands on `square`."""
    card = board[square]
    if card is None:
        return Illegal("refused.army_ants.empty", rule, square=SQUARES[square])
    if card.seat != seat:
        return Illegal("refused.army_ants.not-own", rule, square=SQUARES[square], card=card, seat=seat)
    return None


def _none_own(board: Board, squares: Iterable[int], seat: Seat, rule: str) -> Illegal | None:
    """The objection at the first of these squares without a card of `seat`."""
    faults = (not_own(board, square, seat, rule) for square in squares)
    return next((fault for fault in faults if fault is not None), None)


def no_line(board: Board, march: March, seat: Seat, rule: str) -> Illegal | None:
    """The objection to a march that describes no line of own cards."""
    if march.squares:
        return _none_own(board, march.squares, seat, rule)
    first, last = SQUARES[march.first], SQUARES[march.last]
    if first == last:
        return Illegal("refused.army_ants.one-square", rule, square=first)
    if first[0] != last[0] and first[1] != last[1]:
        return Illegal("refused.army_ants.crooked", rule, square=first, to=last)
    return Illegal("refused.army_ants.order", rule, square=first, to=last)


def no_swap(board: Board, swap: Swap, seat: Seat) -> Illegal:
    """Why a swap is not legal (ANT-4)."""
    first, second = SQUARES[swap.first], SQUARES[swap.second]
    if swap.first == swap.second:
        return Illegal("refused.army_ants.swap-itself", "ANT-4", square=first)
    fault = _none_own(board, (swap.first, swap.second), seat, "ANT-4")
    if fault is not None:
        return fault
    if swap.second not in BESIDE[swap.first]:
        return Illegal("refused.army_ants.swap-apart", "ANT-4", square=first, to=second)
    return Illegal("refused.army_ants.order", "ANT-4", square=first, to=second)
