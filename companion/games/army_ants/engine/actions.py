"""The notation: every action of the game, with its parts in squares and values.

Some 64,000 notations are readable, most of them marches that are never legal. So the actions that can become legal are
made once, at their first use, and positions only pick from them; the rest are made when they are read.
"""

from __future__ import annotations

import re
from functools import cache

from companion.games.army_ants.engine.field import NUMBER, PAIRS, RAYS, RIGHT, SQUARES, STEP, UP, VALUES, face
from companion.kit.rules import RESULTS, Action, notation_of


class Deploy(Action):
    """`deploy 7`: the next square holds this card."""

    value: int


class March(Action):
    """`march a2-c2 u1`, `march c2 d1`: a line moves.

    `squares` are the squares of the line, the lowest first; empty if `first` and `last` are not in line.
    """

    first: int
    last: int
    squares: tuple[int, ...]
    towards: str
    distance: int


class Swap(Action):
    """`swap a1 a2`: two cards change places."""

    first: int
    second: int


class Favor(Action):
    """`favor`: the queen takes the empty square."""


class MoveOut(Action):
    """`moveout c4>e6`: one card moves to another square."""

    square: int
    to: int


class Attack(Action):
    """`attack a4>a7`: one card attacks another."""

    square: int
    to: int


class Pass(Action):
    """`pass`: the player has no other action."""


def march(first: int, last: int | None, towards: str, distance: int) -> March:
    """The march of a line from `first` to `last`, or of the card on `first` where that is None."""
    line = SQUARES[first] if last is None else f"{SQUARES[first]}-{SQUARES[last]}"
    end, squares = (first, (first,)) if last is None else (last, _line(first, last))
    notation = f"march {line} {towards}{distance}"
    return March(notation, first=first, last=end, squares=squares, towards=towards, distance=distance)


def _line(first: int, last: int) -> tuple[int, ...]:
    if last > first:
        if first // RIGHT == last // RIGHT:
            return tuple(range(first, last + 1, UP))
        if first % RIGHT == last % RIGHT:
            return tuple(range(first, last + 1, RIGHT))
    return ()


def _swap(first: int, second: int) -> Swap:
    return Swap(f"swap {SQUARES[first]} {SQUARES[second]}", first=first, second=second)


def _move_out(square: int, to: int) -> MoveOut:
    return MoveOut(f"moveout {SQUARES[square]}>{SQUARES[to]}", square=square, to=to)


def _attack(square: int, to: int) -> Attack:
    return Attack(f"attack {SQUARES[square]}>{SQUARES[to]}", square=square, to=to)


DEPLOYS = tuple([Deploy(f"deploy {face(value)}", value=value) for value in VALUES])
FAVOR = Favor("favor")
PASS = Pass("pass")


@cache
def swaps() -> dict[tuple[int, int], Swap]:
    """The swaps by their two squares, in the order of the squares."""
    return {pair: _swap(*pair) for pair in PAIRS}


@cache
def marches() -> tuple[tuple[dict[str, tuple[March, ...]], ...], ...]:
    """By the first and the last square of a line of two or more: its marches by direction, the shortest first.

    Empty if the two squares are not in line.
    """
    squares = range(len(SQUARES))
    return tuple([
        tuple([_marches(first, last) if _line(first, last) else {} for last in squares]) for first in squares
    ])  # fmt: skip


def _marches(first: int, last: int) -> dict[str, tuple[March, ...]]:
    far = {towards: min(len(ray[first]), len(ray[last])) for towards, ray in RAYS.items()}
    return {towards: tuple([march(first, last, towards, 1 + n) for n in range(far[towards])]) for towards in STEP}


@cache
def moves_out() -> tuple[tuple[MoveOut, ...], ...]:
    """The moves out by origin and destination; a move to its own square is never legal."""
    return tuple([tuple([_move_out(square, to) for to in range(len(SQUARES))]) for square in range(len(SQUARES))])


@cache
def attacks() -> tuple[dict[int, Attack], ...]:
    """The attacks in a straight line by origin and destination."""
    return tuple([
        {to: _attack(square, to) for ray in RAYS.values() for to in ray[square]} for square in range(len(SQUARES))
    ])  # fmt: skip


_SQ = r"([a-e][1-8])"
_MARCH = re.compile(rf"march {_SQ}(?:-{_SQ})? ([udlr])([1-9])")
_PAIR = re.compile(rf"swap {_SQ} {_SQ}|(?:moveout|attack) {_SQ}>{_SQ}")


def _on_squares(text: str) -> Action | None:
    """An action whose squares, order and distance may make it illegal in all positions."""
    line = _MARCH.fullmatch(text)
    if line is not None:
        last = NUMBER[line[2]] if line[2] else None
        return march(NUMBER[line[1]], last, line[3], int(line[4]))
    pair = _PAIR.fullmatch(text)
    if pair is None:
        return None
    first, second = (NUMBER[name] for name in pair.groups() if name)
    return {"s": _swap, "m": _move_out, "a": _attack}[text[0]](first, second)


read = notation_of(*DEPLOYS, FAVOR, PASS, *RESULTS, other=_on_squares)
