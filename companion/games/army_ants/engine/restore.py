"""The position of a table view: `build` computes it from the field, `check` names its first fault."""

from __future__ import annotations

from companion.games.army_ants.engine.battle import Battle
from companion.games.army_ants.engine.deployment import Deployment, can_arrange
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
from companion.games.army_ants.engine.position import Position, ScoresPosition
from companion.games.army_ants.engine.rally import Rally
from companion.kit.rules import Inconsistent, Options, Seat
from companion.reader import Reader

_PHASES = ("deploy", "rally", "battle")
_CARD: dict[object, Card] = {str(card): card for army in CARDS for card in army}


def build(players: int, options: Options, table: Reader) -> CardsPosition | ScoresPosition:
    """The position with this field and phase, these rally turns and, in the battle, this turn."""
    if options["entry"] == "scores":
        table.fields()
        return ScoresPosition()
    phase, turn, board, rally = table.fields("phase", "turn", "board", "rally")
    now, seat, field = phase.one_of(_PHASES), turn.seat(players), _field(board)
    red, black = [turns.integer(0, RALLY_TURNS) for turns in rally.entries(2)]
    free = options["deployment"] == "free"
    if now == "deploy":
        following = [other for other in (0, 1) for square in PLACES[other] if field[square] is None]
        return Deployment(free, following[0] if following else seat, field, (RALLY_TURNS, RALLY_TURNS))  # ANT-1, ANT-2
    if now == "rally":
        possible = [other for other in (0, 1) if _can_be_left((red, black), other, free=free)]
        return Rally(free, possible[0] if possible else seat, field, (red, black))
    return Battle(free, seat, field, (0, 0))  # ANT-6


def check(position: Position) -> None:
    """Raise Inconsistent with the first fault of a position that play cannot reach."""
    if isinstance(position, ScoresPosition):
        return
    _check_cards(position.board)
    if isinstance(position, Deployment):
        _check_deployment(position)
    elif isinstance(position, Rally):
        _check_rally(position)
    else:
        _check_battle(position)


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


def _check_deployment(position: Deployment) -> None:
    """The squares of ANT-1 are filled in order, and not all of them; ANT-14 can still be kept."""
    board = position.board
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
    if position.free:
        for seat in (0, 1):
            if not can_arrange(board, seat):
                raise Inconsistent("table.army_ants.nine-by-queen", "ANT-14", seat=seat)


def _check_rally(position: Rally) -> None:
    """Both armies are complete and at home, and these numbers of rally turns can remain."""
    board, rally, turn = position.board, position.rally, position.turn
    for seat, army in enumerate(CARDS):
        for card in army:
            if board.count(card) < copies(card.value):
                raise Inconsistent("table.army_ants.incomplete", "ANT-2", card=card, seat=seat)
        for square in HOMES[seat]:
            found = board[square]
            if found is not None and found.seat != seat:
                raise Inconsistent("table.army_ants.abroad", "ANT-2", card=found, square=SQUARES[square])
    if not _can_be_left(rally, turn, free=position.free):
        raise Inconsistent("table.army_ants.rally-left", "ANT-2", rally=rally, seat=turn)


def _can_be_left(rally: tuple[int, int], turn: Seat, *, free: bool) -> bool:
    """Whether this many rally turns can be left when that seat is in turn; for each pair this is one seat at most."""
    mine, others = rally[turn], rally[1 - turn]
    if not mine:
        return False
    # ANT-2: if red is in turn, both have the same number left; if black is, black has one more. A favor takes all
    # (ANT-5), if there is one (ANT-14). Red began, so black cannot have none left before red has played.
    in_turn = others == mine - turn
    after_favor = not others and not free and (turn == 1 or mine < RALLY_TURNS)
    return in_turn or after_favor


def _check_battle(position: CardsPosition) -> None:
    """Nobody has won (ANT-10), it is no draw (ANT-11), and nines were lost in pairs."""
    board = position.board
    for seat, army in enumerate(CARDS):
        if army[QUEEN] not in board:
            raise Inconsistent("table.army_ants.no-queen", "ANT-10", seat=seat)
    if all(card is None or card.value == QUEEN for card in board):
        raise Inconsistent("table.army_ants.only-queens", "ANT-11")
    red, black = [board.count(army[NINE]) for army in CARDS]
    if red != black:
        raise Inconsistent("table.army_ants.nines", "ANT-9", count=red, count_black=black)
