"""The deployment: people enter which card lies on which square, first all of red's, then all of black's.

Nobody moves a card; they lie there already. Only with the free deployment can a card be refused because of its
square.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from companion.games.army_ants.engine.actions import DEPLOYS, FAVOR, Deploy
from companion.games.army_ants.engine.field import (
    BESIDE,
    CARDS,
    EMPTY,
    NINE,
    PLACES,
    QUEEN,
    SQUARES,
    Board,
    Card,
    copies,
)
from companion.games.army_ants.engine.phase import RALLY_TURNS, CardsPosition
from companion.games.army_ants.engine.position import Position
from companion.games.army_ants.engine.rally import Rally
from companion.kit.rules import RESULTS, Action, Illegal, Seat

if TYPE_CHECKING:
    from random import Random


class Deployment(CardsPosition):
    """A moment at which cards remain to be entered; `turn` is the seat whose card is next."""

    __slots__ = ()

    phase = "deploy"

    @property
    def place(self) -> int:
        """The square whose card is entered next."""
        return next(square for square in PLACES[self.turn] if self.board[square] is None)  # ANT-1

    def _list_legal(self) -> tuple[Action, ...]:
        left = [action for action in DEPLOYS if self.board.count(self._card(action)) < copies(action.value)]
        if self.free:  # ANT-14
            place, seat = self.place, self.turn
            left = [action for action in left if can_arrange(_with_card(self.board, place, self._card(action)), seat)]
        return tuple(left)

    def _card(self, action: Deploy) -> Card:
        return CARDS[self.turn][action.value]

    def after(self, action: Action) -> CardsPosition:
        assert isinstance(action, Deploy)
        board = _with_card(self.board, self.place, self._card(action))
        if board[PLACES[self.turn][-1]] is None:
            return Deployment(self.free, self.turn, board, self.rally)
        if self.turn == 0:
            return Deployment(self.free, 1, board, self.rally)
        return Rally(self.free, 0, board, self.rally, deployed=board)  # ANT-2: red begins

    def objection(self, action: Action) -> Illegal:
        place = SQUARES[self.place]
        if isinstance(action, Deploy):
            card = self._card(action)
            if self.board.count(card) == copies(action.value):
                key = "refused.army_ants.all-entered" if action.value else "refused.army_ants.queen-entered"
                return Illegal(key, "ANT-1", card=card, seat=self.turn)
            return Illegal("refused.army_ants.nine-by-queen", "ANT-14", card=card, square=place)
        if action == FAVOR and self.free:
            return Illegal("refused.army_ants.no-favor", "ANT-14")
        if action in RESULTS:
            return Illegal("refused.entry-cards", action=action)
        return Illegal("refused.army_ants.deploying", action=action, square=place)


def first(free: bool) -> CardsPosition:
    """The first position: no card is entered."""
    return Deployment(free, 0, EMPTY, (RALLY_TURNS, RALLY_TURNS))


def _with_card(board: Board, square: int, card: Card) -> Board:
    return (*board[:square], card, *board[square + 1 :])


def complete_board(position: Deployment, like: Board) -> Board:
    """A board at the end of the deployment: a square without an entry gets the card of `like` if possible."""
    board = position.board
    for seat, army in enumerate(CARDS):
        open_squares = [square for square in PLACES[seat] if board[square] is None]
        left = {card: copies(card.value) - board.count(card) for card in army}
        wanted = Counter([like[square] for square in open_squares])
        for square in open_squares:
            wanted[like[square]] -= 1
            # If the card of `like` is not possible, a card that no later square wants comes first.
            cards = sorted(
                [card for card in army if left[card]],
                key=lambda card: (card is not like[square], left[card] <= wanted[card]),
            )
            card = next(
                card
                for card in cards
                if not position.free or can_arrange(_with_card(board, square, card), seat)  # ANT-14
            )
            board = _with_card(board, square, card)
            left[card] -= 1
    return board


def can_arrange(board: Board, seat: Seat) -> bool:
    """Whether the open squares can be filled so that no own 9 stands beside the queen (ANT-14).

    Only the squares of the queen and the nines matter: any card may fill the rest.
    """
    queen, nine = CARDS[seat][QUEEN], CARDS[seat][NINE]
    open_squares = [square for square in PLACES[seat] if board[square] is None]
    nines = copies(NINE) - board.count(nine)
    for throne in [board.index(queen)] if queen in board else open_squares:
        if all(board[square] is not nine for square in BESIDE[throne]):
            room = [square for square in open_squares if square != throne and square not in BESIDE[throne]]
            if len(room) >= nines:
                return True
    return False


def deal(position: Position, dice: Random) -> list[Action]:
    """The actions that enter all remaining cards; all allowed arrangements are equally likely.

    Empty if no cards remain.
    """
    actions: list[Action] = []
    while isinstance(position, Deployment):
        army, position = _army(position, dice)
        actions += army
    return actions


def _army(start: Deployment, dice: Random) -> tuple[list[Action], CardsPosition]:
    """The actions for the rest of the army in turn, and the position after them."""
    army = CARDS[start.turn]
    cards: list[Action] = [
        action for action in DEPLOYS for _ in range(copies(action.value) - start.board.count(army[action.value]))
    ]
    while True:
        dice.shuffle(cards)
        position: CardsPosition = start
        for action in cards:
            # ANT-14: a nine would stand beside the queen. All cards are shuffled again: exchanging only two of
            # them would make some arrangements likelier than others.
            if action not in position.legal():
                break
            position = position.after(action)
        else:
            return list(cards), position
