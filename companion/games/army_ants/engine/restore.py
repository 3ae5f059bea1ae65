"""Builds the position of a table view, and checks that the table is possible."""

from __future__ import annotations

from companion.games.army_ants.engine.battle import Battle
from companion.games.army_ants.engine.deployment import Deployment, arrangeable
from companion.games.army_ants.engine.field import (
    CARDS,
    EMPTY,
    HOMES,
    MIDDLES,
    NINE,
    NUMBER,
    PLACES,
    QUEEN,
    SQUARES,
    Board,
    Card,
    copies,
)
from companion.games.army_ants.engine.phase import RALLY_TURNS, CardsPosition
from companion.games.army_ants.engine.rally import Rally
from companion.games.army_ants.engine.scores import ScoresPosition
from companion.games.game import Options, Position, Seat
from companion.games.refusals import Inconsistent
from companion.reader import Reader

_PHASES = ("deploy", "rally", "battle")
_CARD: dict[object, Card] = {str(card): card for army in CARDS for card in army}


def restore(players: int, options: Options, table: Reader) -> Position:
    """The position that a table view shows; raises Inconsistent or Wrong with the first fault."""
    if options["entry"] == "scores":
        table.fields()
        return ScoresPosition()
    phase, turn, board, rally = table.fields("phase", "turn", "board", "rally")
    now, seat, field = phase.one_of(_PHASES), turn.seat(players), _field(board)
    red, black = [turns.whole(0, RALLY_TURNS) for turns in rally.entries(2)]
    free = options["deployment"] == "free"
    _check_cards(field)
    if now == "deploy":
        return _deployment(free, seat, field, (red, black))
    if now == "rally":
        return _rally(free, seat, field, (red, black))
    return _battle(free, seat, field, (red, black))


def _field(value: Reader) -> Board:
    board = list(EMPTY)
    for square, entry in value.members().items():
        if square not in NUMBER:
            raise Inconsistent("table.army_ants.no-square", square=square)
        card = _CARD.get(entry.text())
        if card is None:
            raise Inconsistent("table.army_ants.no-card", square=square, card=entry.value)
        board[NUMBER[square]] = card
    return tuple(board)


def _check_cards(board: Board) -> None:
    """No card is on the board more often than an army has it."""
    for army in CARDS:
        for card in army:
            count, exist = board.count(card), copies(card.value)
            if count > exist:
                raise Inconsistent("table.army_ants.too-many", card=card, count=count, exist=exist)


def _deployment(free: bool, turn: Seat, board: Board, rally: tuple[int, int]) -> CardsPosition:
    """The squares of ANT-1 are filled in order, and the next one is that seat's; ANT-14 can still be kept."""
    if rally != (RALLY_TURNS, RALLY_TURNS):
        raise Inconsistent("table.army_ants.rally-deploy", "ANT-2", rally=rally, turns=RALLY_TURNS)
    for middle in MIDDLES:
        if board[middle] is not None:
            raise Inconsistent("table.army_ants.middle", "ANT-1", square=SQUARES[middle])
    entered = len(board) - board.count(None)
    places = [(square, seat) for seat in (0, 1) for square in PLACES[seat]]
    for square, seat in places[:entered]:
        card = board[square]
        if card is None:
            raise Inconsistent("table.army_ants.gap", "ANT-1", square=SQUARES[square])
        if card.seat != seat:
            raise Inconsistent("table.army_ants.whose", "ANT-1", square=SQUARES[square], card=card, seat=seat)
    if entered == len(places):
        raise Inconsistent("table.army_ants.all-entered", "ANT-2")
    next_seat = places[entered][1]
    if turn != next_seat:
        raise Inconsistent("table.army_ants.turn-deploy", "ANT-1", seat=turn, seat_next=next_seat)
    if free:
        for seat in (0, 1):
            if not arrangeable(board, seat):
                raise Inconsistent("table.army_ants.nine-by-queen", "ANT-14", seat=seat)
    return Deployment(free, turn, board, rally)


def _rally(free: bool, turn: Seat, board: Board, rally: tuple[int, int]) -> CardsPosition:
    """Both armies are complete and at home, and these numbers of rally turns can remain."""
    for seat, army in enumerate(CARDS):
        for card in army:
            if board.count(card) < copies(card.value):
                raise Inconsistent("table.army_ants.incomplete", "ANT-2", card=card, seat=seat)
        for square in HOMES[seat]:
            found = board[square]
            if found is not None and found.seat != seat:
                raise Inconsistent("table.army_ants.abroad", "ANT-2", card=found, square=SQUARES[square])
    mine, others = rally[turn], rally[1 - turn]
    if not mine:
        raise Inconsistent("table.army_ants.rally-none", "ANT-2", seat=turn)
    # If red is in turn, both have the same number left; if black is, black has one more. A favor takes all (ANT-5), if
    # there is one (ANT-14). Red began, so black cannot have none left before red has played.
    in_turn = others == mine - turn
    after_favor = not others and not free and (turn == 1 or mine < RALLY_TURNS)
    if not in_turn and not after_favor:
        raise Inconsistent("table.army_ants.rally-left", "ANT-2", rally=rally, seat=turn)
    return Rally(free, turn, board, rally)


def _battle(free: bool, turn: Seat, board: Board, rally: tuple[int, int]) -> CardsPosition:
    """Nobody has rally turns left, nobody has won (ANT-10), it is no draw (ANT-11), and nines were lost in pairs."""
    if rally != (0, 0):
        raise Inconsistent("table.army_ants.rally-battle", "ANT-6", rally=rally)
    for seat, army in enumerate(CARDS):
        if army[QUEEN] not in board:
            raise Inconsistent("table.army_ants.no-queen", "ANT-10", seat=seat)
    if all(card is None or card.value == QUEEN for card in board):
        raise Inconsistent("table.army_ants.only-queens", "ANT-11")
    red, black = [board.count(army[NINE]) for army in CARDS]
    if red != black:
        raise Inconsistent("table.army_ants.nines", "ANT-9", count=red, count_black=black)
    return Battle(free, turn, board, rally)
