"""What people should notice after an action, and what they must do to change one table into another."""

from __future__ import annotations

from collections.abc import Container, Iterator

from companion.games.army_ants.engine.actions import Attack, Deploy, Favor, March, MoveOut, Swap
from companion.games.army_ants.engine.deployment import Deployment, complete_board
from companion.games.army_ants.engine.field import CARDS, FILES, HOMES, QUEEN, SQUARES, STEP, Board, Card
from companion.games.army_ants.engine.phase import CardsPosition
from companion.games.army_ants.engine.position import Position, ScoresPosition
from companion.games.army_ants.engine.rally import Rally
from companion.kit.rules import Action, Win
from companion.kit.zones import moves, put_turn
from companion.messages import Message

MOST_MOVES = 8
"""The largest number of cards that one turn can move. To move more is more work than to lay all cards by rank."""


def consequences(before: Position, action: Action, after: Position) -> tuple[Message, ...]:
    """What people should notice after a legal action: first what happened, then what comes next."""
    if isinstance(after, ScoresPosition):
        if isinstance(action, Win):
            return (Message("event.army_ants.won", "ANT-10", seat=action.seat),)
        return (Message("event.army_ants.drawn", "ANT-11"),)
    assert isinstance(before, CardsPosition)
    if isinstance(before, Deployment):
        return (_deploy(before, action), _next_square(after))
    if isinstance(action, Attack):
        happened = _attack(before, action)
    elif isinstance(action, Favor):
        happened = _favor(before, after)
    else:
        happened = _move(before, action)
    come = _end(after) if after.outcome is not None else _next_turn(before, after)
    return (happened,) if come is None else (happened, come)


def _deploy(before: Deployment, action: Action) -> Message:
    assert isinstance(action, Deploy)
    return Message(
        "event.army_ants.deployed", "ANT-1", card=CARDS[before.turn][action.value], square=SQUARES[before.place]
    )


def _next_square(after: CardsPosition) -> Message:
    if isinstance(after, Deployment):
        return Message("event.army_ants.next", "ANT-1", seat=after.turn, square=SQUARES[after.place])
    return Message("event.army_ants.rally", "ANT-2", seat=after.turn, turns=after.rally[after.turn])


def _attack(before: CardsPosition, action: Attack) -> Message:
    card, beaten = before.board[action.square], before.board[action.to]
    assert card is not None
    assert beaten is not None
    square, to = SQUARES[action.square], SQUARES[action.to]
    key = "event.army_ants.equal" if card.value == beaten.value else "event.army_ants.beaten"
    return Message(key, "ANT-9", card=card, beaten=beaten, square=square, to=to)


def _favor(before: CardsPosition, after: CardsPosition) -> Message:
    queen = CARDS[before.turn][QUEEN]
    to = SQUARES[after.board.index(queen)]
    return Message("event.army_ants.favored", "ANT-5", seat=before.turn, card=queen, to=to)


def _move(before: CardsPosition, action: Action) -> Message:
    rallying = isinstance(before, Rally)
    if isinstance(action, March):
        cards, shift = [before.board[square] for square in action.squares], STEP[action.towards] * action.distance
        squares = [SQUARES[square + shift] for square in action.squares]
        return Message("event.army_ants.marched", "ANT-3" if rallying else "ANT-7", cards=cards, squares=squares)
    if isinstance(action, MoveOut):
        card, square, to = before.board[action.square], SQUARES[action.square], SQUARES[action.to]
        return Message("event.army_ants.moved", "ANT-8", card=card, square=square, to=to)
    if isinstance(action, Swap):
        card, other = before.board[action.first], before.board[action.second]
        square, to = SQUARES[action.first], SQUARES[action.second]
        return Message("event.army_ants.swapped", "ANT-4", card=card, other=other, square=square, to=to)
    return Message("event.army_ants.passed", "ANT-12", seat=before.turn)


def _end(after: CardsPosition) -> Message:
    assert after.outcome is not None
    if after.outcome.winners:
        return Message("event.army_ants.won", "ANT-10", seat=after.outcome.winners[0])
    return Message("event.army_ants.drawn", "ANT-11")


def _next_turn(before: CardsPosition, after: CardsPosition) -> Message | None:
    seat = after.turn
    if isinstance(after, Rally):
        left = after.rally[seat]
        # In black's last rally turn red has none left either; else the other has used a favor.
        if after.rally[1 - seat] == 0 and left > seat:
            return Message("event.army_ants.alone", "ANT-5", seat=seat, left=left)
        return Message("event.army_ants.left", "ANT-2", seat=seat, left=left)
    if isinstance(before, Rally):
        return Message("event.army_ants.battle", "ANT-6", seat=seat)
    if after.legal() == ("pass",):
        return Message("event.army_ants.stuck", "ANT-12", seat=seat)
    return None


def put_back(now: Position, then: Position) -> tuple[Message, ...]:
    """What people must do to turn the table `now` into the table `then`.

    During the deployment all cards lie on the field, but the referee does not know those that are not entered. So a
    card that `now` does not know is checked. Back in the deployment, each card lies where it was deployed, if that is
    known and agrees with `then`.
    """
    if not isinstance(now, CardsPosition) or not isinstance(then, CardsPosition):
        return ()  # in scores entry the referee knows no card
    messages = _check_and_move(now, then) if isinstance(now, Deployment) else _rearrange_or_lay_out(now, then)
    return (*messages, *put_turn(now, then))


def _check_and_move(now: Deployment, then: CardsPosition) -> list[Message]:
    deployed = then.board if isinstance(then, Deployment) else then.deployed or complete_board(now, then.board)
    checked = [square for square, card in enumerate(deployed) if card is not None and card is not now.board[square]]
    messages = _by_rank("put.army_ants.check", deployed, checked)
    if messages and then.free and isinstance(then, Deployment):
        # An exchange can bring a 9 that is not entered beside the queen, and then it would be refused.
        messages.append(Message("put.army_ants.check-nines", "ANT-14"))
    if messages:
        # By their squares: when the rally goes on, nobody can see any more which cards were entered.
        right = [square for square, card in enumerate(deployed) if card is not None and square not in checked]
        kept = _ranges(right)
        key = "put.army_ants.exchange-but" if kept else "put.army_ants.exchange"
        messages.append(Message(key, **({"squares": kept} if kept else {})))
    moves = _rearrange(deployed, then.board)
    return messages + moves if len(moves) <= MOST_MOVES else _lay_out(then.board)


def _rearrange_or_lay_out(now: CardsPosition, then: CardsPosition) -> list[Message]:
    wanted = complete_board(then, now.deployed or now.board) if isinstance(then, Deployment) else then.board
    moves = _rearrange(now.board, wanted)
    return moves if len(moves) <= MOST_MOVES else _lay_out(wanted)


def _lay_out(board: Board) -> list[Message]:
    return [Message("put.army_ants.clear"), *_by_rank("put.army_ants.on", board, range(len(board)))]


def _rearrange(now: Board, then: Board) -> list[Message]:
    board = list(now)
    off, on = [], []
    sources: dict[int, int] = {}  # by the square to be reached, the square its card comes from
    for _, here, there in moves(_standing(now), _standing(then)):
        if here is not None and there is not None:
            sources[there] = here
        elif here is not None:
            off.append(here)
            board[here] = None
        elif there is not None:
            on.append(there)
    messages = _by_rank("put.army_ants.off", now, off)
    while sources:
        # A move onto an empty square first; if there is none, the cards form a cycle, and exchanging two of them
        # brings at least one to its square.
        to = next((square for square in sources if board[square] is None), min(sources))
        square = sources.pop(to)
        moving, met = board[square], board[to]
        if met is None:
            messages.append(Message("put.army_ants.move", card=moving, square=SQUARES[square], to=SQUARES[to]))
        else:
            messages.append(
                Message("put.army_ants.swap", card=moving, other=met, square=SQUARES[square], to=SQUARES[to])
            )
            for place, source in sources.items():
                if source == to:
                    sources[place] = square
            if sources.get(square) == square:
                del sources[square]
        board[square], board[to] = met, moving
    return messages + _by_rank("put.army_ants.on", then, on)


def _by_rank(key: str, board: Board, squares: Container[int]) -> list[Message]:
    """A message for each rank with cards on these squares, each army's front rank first."""
    messages = []
    for home in HOMES:
        for first in range(0, len(home), len(FILES)):
            row = [square for square in home[first : first + len(FILES)] if square in squares and board[square]]
            if row:
                names = [SQUARES[square] for square in row]
                messages.append(Message(key, cards=[board[square] for square in row], squares=names))
    return messages


def _ranges(squares: Container[int]) -> list[str]:
    """Squares in words, those side by side in a rank as `a1-c1`; each army's front rank first."""
    ranges: list[list[int]] = []
    for home in HOMES:
        for place, square in enumerate(home):
            if square not in squares:
                continue
            if ranges and place % len(FILES) and ranges[-1][-1] == home[place - 1]:
                ranges[-1].append(square)
            else:
                ranges.append([square])
    return [SQUARES[row[0]] if len(row) == 1 else f"{SQUARES[row[0]]}-{SQUARES[row[-1]]}" for row in ranges]


def _standing(board: Board) -> Iterator[tuple[Card, int]]:
    """The cards with their squares."""
    return ((card, square) for square, card in enumerate(board) if card is not None)
