"""The game on a few bytes, for a search: positions, every turn as a small number, and what a turn changes.

A board is a `bytes` of 40 squares, numbered as in the engine: 0 is empty, red's queen 1, red's cards their value + 1,
black's the same + 16. A test plays random games on both and compares its lists and boards with the engine's.

A turn is a number. Below 4096: one card from a square to another, `from << 6 | to`: a move out, an attack, a march of a
single card. From 4096: a swap. From 8192: a march of two or more, its place in MARCHES.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from companion.games.army_ants.engine import actions
from companion.games.army_ants.engine.field import FRONTS, HOMES, PAIRS, RAYS, RIGHT, SQUARES, STEP, UP, VALUES
from companion.games.army_ants.engine.phase import CardsPosition
from companion.games.army_ants.engine.rally import Rally
from companion.games.army_ants.mind.lines import QUEENS, SIDE, attacks
from companion.kit.rules import Action, Seat

PASS, FAVOR, SWAP, MARCH = 4095, 4094, 4096, 8192

_LAST = len(SQUARES) - 1
# Masks have square 0 as their highest bit, because `int` reads digits from there.
_NOT_TOP = sum([1 << (_LAST - square) for square in range(len(SQUARES)) if square % RIGHT != RIGHT - 1])
_NOT_BOTTOM = sum([1 << (_LAST - square) for square in range(len(SQUARES)) if square % RIGHT])


def _digits(codes: set[int]) -> bytes:
    return bytes([ord("1") if code in codes else ord("0") for code in range(256)])


_EMPTY = _digits({0})
_OWN = tuple([_digits({value + 1 + SIDE * seat for value in VALUES}) for seat in (0, 1)])

MARCHES: list[tuple[tuple[int, ...], int, actions.March]] = []
"""By number less MARCH: the squares of the line, the change of their numbers, and the action."""
_WAYS = tuple(STEP)
_FIRST_MARCH: list[list[int]] = [[0] * (64 * len(SQUARES)) for _ in _WAYS]
"""By direction and `first << 6 | last`: the turn by one square; the turns by more squares follow it."""
for _first, _row in enumerate(actions.marches()):
    for _last, _ways in enumerate(_row):
        for _towards, _known in _ways.items():
            _FIRST_MARCH[_WAYS.index(_towards)][_first << 6 | _last] = MARCH + len(MARCHES)
            MARCHES += [(_march.squares, STEP[_towards] * _march.distance, _march) for _march in _known]
_NO_WORTH = [0] * (2 * SIDE << 6)
TURNS = MARCH + len(MARCHES)
"""Every turn is a number below this."""


class State(NamedTuple):
    """A moment of the rally or of the battle; in the battle both have no rally turns left."""

    board: bytes
    turn: Seat
    red: int
    black: int
    free: bool

    @property
    def rallying(self) -> bool:
        """Whether a rally turn is left."""
        return self.red + self.black > 0

    @property
    def running(self) -> bool:
        """Whether both queens and another card stand: else the game is over."""
        queens = all(queen in self.board for queen in QUEENS)
        return queens and self.board.count(0) < len(self.board) - len(QUEENS)


def state_of(position: CardsPosition) -> State:
    """A running rally or battle on bytes."""
    red, black = position.rally if isinstance(position, Rally) else (0, 0)
    board = bytes([0 if card is None else card.value + 1 + SIDE * card.seat for card in position.board])
    return State(board, position.turn, red, black, position.free)


def turns(state: State) -> list[int]:
    """Every legal turn, once each."""
    if state.rallying:
        return rally_turns(state)
    return battle_turns(state.board, state.turn) or [PASS]


def after(state: State, turn: int) -> State:
    """The state after a legal turn."""
    if not state.rallying:
        return State(board_after(state.board, turn), 1 - state.turn, 0, 0, state.free)
    red, black = left_after(state.turn, state.red, state.black, turn)
    board = board_after(state.board, change(state.board, state.turn, turn))
    return State(board, next_seat(state.turn, red, black), red, black, state.free)


def action_of(state: State, turn: int) -> Action:
    """The turn as the action of the engine."""
    if turn >= MARCH:
        return MARCHES[turn - MARCH][2]
    first, second = turn >> 6 & 63, turn & 63
    if turn >= SWAP:
        return actions.swaps()[first, second]
    if turn == FAVOR:
        return actions.FAVOR
    if turn == PASS:
        return actions.PASS
    if state.rallying:
        towards = next(way for way, step in STEP.items() if step == second - first)
        return actions.march(first, None, towards, 1)
    return actions.attacks()[first][second] if state.board[second] else actions.moves_out()[first][second]


def board_after(board: bytes, turn: int) -> bytes:
    """The board after a turn; a favor as `change` gives it."""
    return step(board, turn, 0, _NO_WORTH)[0]


def step(board: bytes, turn: int, score: int, worth: list[int]) -> tuple[bytes, int]:
    """The board after a turn, and its score: the sum of `worth[code << 6 | square]` of all cards."""
    if turn == PASS:
        return board, score
    cards = bytearray(board)
    if turn < SWAP:
        first, second = turn >> 6, turn & 63
        card, met = cards[first], cards[second]
        cards[first] = 0
        score -= worth[card << 6 | first]
        if met:
            score -= worth[met << 6 | second]
            if met ^ card == SIDE:  # ANT-9: equal cards are both removed
                cards[second] = 0
                return bytes(cards), score
        cards[second] = card
        return bytes(cards), score + worth[card << 6 | second]
    if turn < MARCH:
        first, second = turn >> 6 & 63, turn & 63
        card, other = cards[first], cards[second]
        cards[first], cards[second] = other, card
        score += worth[card << 6 | second] - worth[card << 6 | first]
        return bytes(cards), score + worth[other << 6 | first] - worth[other << 6 | second]
    squares, shift, _ = MARCHES[turn - MARCH]
    for square in squares:
        cards[square] = 0
    for square in squares:
        card = board[square]
        cards[square + shift] = card
        score += worth[card << 6 | square + shift] - worth[card << 6 | square]
    return bytes(cards), score


def change(board: bytes, seat: Seat, turn: int) -> int:
    """The turn that changes the board as this one of the rally does: the favor is a move of the queen (ANT-5)."""
    return board.find(QUEENS[seat]) << 6 | _gap(board, seat) if turn == FAVOR else turn


def left_after(seat: Seat, red: int, black: int, turn: int) -> tuple[int, int]:
    """The rally turns left after one of this seat (ANT-2, ANT-5)."""
    if seat == 0:
        return (0 if turn == FAVOR else red - 1), black
    return red, (0 if turn == FAVOR else black - 1)


def next_seat(seat: Seat, red: int, black: int) -> Seat:
    """Who acts after a rally turn of this seat, with these rally turns left."""
    if red + black == 0:
        return 0  # ANT-6
    return 1 - seat if (black if seat == 0 else red) else seat


def _gap(board: bytes, seat: Seat) -> int:
    return next(square for square in HOMES[seat] if not board[square])


def rally_turns(state: State) -> list[int]:
    """Every legal turn of the rally."""
    found = _closing_ranks(state.turn, _gap(state.board, state.turn))
    if not state.free and state.board.find(QUEENS[state.turn]) in FRONTS[state.turn]:  # ANT-5, ANT-14
        return [*found, FAVOR]
    return list(found)


@cache
def _closing_ranks(seat: Seat, gap: int) -> tuple[int, ...]:
    """The marches into the empty square, then the swaps."""
    home = set(HOMES[seat]) - {gap}
    found = []
    for way, towards in enumerate(_WAYS):
        step = STEP[towards]
        for tail in RAYS[{"u": "d", "d": "u", "l": "r", "r": "l"}[towards]][gap]:
            if tail not in home:
                break
            head = gap - step
            if tail == head:
                found.append(head << 6 | gap)
            else:
                found.append(_FIRST_MARCH[way][min(tail, head) << 6 | max(tail, head)])
    return (*found, *[SWAP + (one << 6 | other) for one, other in PAIRS if one in home and other in home])


def battle_turns(board: bytes, seat: Seat) -> list[int]:
    """Every legal turn of the battle; without one the player passes."""
    return [*[attack & 4095 for attack in attacks(board, seat)], *quiet_turns(board, seat)]


def quiet_turns(board: bytes, seat: Seat) -> list[int]:
    """Every turn of the battle that is no attack: moves out, swaps, marches."""
    empty = int(board.translate(_EMPTY), 2)
    own = int(board.translate(_OWN[seat]), 2)
    found: list[int] = []
    rest = empty
    while rest:  # one region of empty squares after the other
        region, grown = 0, rest & -rest
        while grown != region:
            region = grown
            grown |= (
                (region & _NOT_TOP) >> 1 | (region & _NOT_BOTTOM) << 1 | region << RIGHT | region >> RIGHT
            ) & empty
        rest ^= region
        near = ((region & _NOT_TOP) >> 1 | (region & _NOT_BOTTOM) << 1 | region << RIGHT | region >> RIGHT) & own
        if near:
            goals = _squares(region)
            for square in _squares(near):
                first = square << 6
                found += [first | to for to in goals]
    for one in _squares(own & (own & _NOT_BOTTOM) << 1):
        found.append(SWAP + (one << 6 | one + UP))
    for one in _squares(own & own << RIGHT):
        found.append(SWAP + (one << 6 | one + RIGHT))
    _add_marches(found, own, empty)
    return found


def _squares(mask: int) -> list[int]:
    """The squares of a mask, the highest first."""
    found = []
    while mask:
        low = mask & -mask
        found.append(_LAST + 1 - low.bit_length())
        mask ^= low
    return found


def _add_marches(found: list[int], own: int, empty: int) -> None:
    """ANT-7: the marches of two or more cards, lengthwise and sideways."""
    up, down, left, right = _FIRST_MARCH
    can_up, can_down = own & (empty & _NOT_BOTTOM) << 1, own & (empty & _NOT_TOP) >> 1
    can_left, can_right = own & empty >> RIGHT, own & empty << RIGHT
    for movable, way, step, ranks in (
        (can_up, up, UP, True), (can_down, down, -UP, True), (can_left, left, -RIGHT, False),
        (can_right, right, RIGHT, False),
    ):  # fmt: skip
        for head in _squares(movable):  # lengthwise: only the head needs empty squares
            tail = head - step
            if not _in_line(head, tail, own, ranks):
                continue
            far = _clear(head, step, empty, ranks)
            while _in_line(tail + step, tail, own, ranks):
                base = way[min(head, tail) << 6 | max(head, tail)]
                found += range(base, base + far)
                tail -= step
    for movable, way, step, ranks in (
        (can_left, left, -RIGHT, True), (can_right, right, RIGHT, True), (can_up, up, UP, False),
        (can_down, down, -UP, False),
    ):  # fmt: skip
        along = UP if ranks else RIGHT
        for first in _squares(movable):  # sideways: every card needs them
            far, last = _clear(first, step, empty, not ranks), first + along
            while _in_line(last - along, last, movable, ranks):
                far = min(far, _clear(last, step, empty, not ranks))
                base = way[first << 6 | last]
                found += range(base, base + far)
                last += along


def _in_line(square: int, other: int, mask: int, ranks: bool) -> bool:
    """Whether `other` is on the field, in the mask, and in the file of `square` where `ranks` change."""
    if not 0 <= other <= _LAST or (ranks and square // RIGHT != other // RIGHT):
        return False
    return bool(mask >> (_LAST - other) & 1)


def _clear(square: int, step: int, empty: int, ranks: bool) -> int:
    """How many empty squares follow a square in one direction."""
    far, to = 0, square + step
    while _in_line(square, to, empty, ranks):
        far, to = far + 1, to + step
    return far
