"""A table of Army Ants: 38 cards on a field, and people who do what English sentences say."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from itertools import permutations

from companion.kit.rules import Position

KEY = "army-ants"
PLAYERS = (2,)
OPTIONS = ({"deployment": "dealt"}, {"deployment": "rows"}, {"deployment": "free"}, {"entry": "scores"})

FACES = "11223344556677889" + "9Q"
PLACES = {
    "R": "a4 b4 c4 d4 e4 a3 b3 c3 d3 e3 a2 b2 c2 d2 e2 a1 b1 d1 e1".split(),
    "B": "a5 b5 c5 d5 e5 a6 b6 c6 d6 e6 a7 b7 c7 d7 e7 a8 b8 d8 e8".split(),
}
STEPS = {"u": (0, 1), "d": (0, -1), "l": (-1, 0), "r": (1, 0)}


class Ant:
    """One card; the two of a value are not the same card."""

    def __init__(self, face: str) -> None:
        self.face = face

    def __repr__(self) -> str:
        return self.face


class Table:
    """The field, the cards beside it, and whose turn people think it is.

    People see on the glass which squares hold a card that is entered, see `look`.
    """

    def __init__(self, position: Position, names: Sequence[str], dice: random.Random) -> None:
        self._names = list(names)
        self._dice = dice
        self._cards = [Ant(side + face) for side in "RB" for face in FACES]
        self._field: dict[str, Ant] = {}
        self._free = False
        self._checks: dict[str, str] = {}
        self._nines_checked = False
        self._kept: set[str] | None = None
        self._entered: set[str] = set()
        self._to_act: tuple[int, ...] = ()
        self.correct(position)

    @property
    def field(self) -> dict[str, str]:
        """What lies on each square that is not empty."""
        return {square: ant.face for square, ant in sorted(self._field.items())}

    def look(self, position: Position) -> None:
        """The glass shows which squares hold a card that is entered."""
        self._entered = set(position.table().get("board", {}))

    # -- what people do by themselves

    def correct(self, position: Position) -> None:
        table = position.table()
        self.look(position)
        self._to_act, self._free = position.to_act, getattr(position, "free", False)
        if not table:
            return
        beside = list(self._cards)
        self._dice.shuffle(beside)
        self._field = {}
        for square, face in table["board"].items():
            ant = next(ant for ant in beside if ant.face == face)
            beside.remove(ant)
            self._field[square] = ant
        if table["phase"] == "deploy":
            for side, places in PLACES.items():
                free = [square for square in places if square not in self._field]
                self._field |= zip(free, [ant for ant in beside if ant.face[0] == side], strict=True)
                self._part_nines(side, free)

    def act(self, action: str, before: Position, after: Position) -> None:
        kind, _, rest = action.partition(" ")
        squares = re.findall("[a-e][1-8]", rest)
        if kind == "deploy":
            self._enter(before, rest)
        elif kind == "march":
            line, way = rest.split()
            towards, far = way[0], way[1]
            first, last = line[:2], line[-2:]
            marching = [square for square in self._field if _between(first, square, last)]
            arrived = {_step(square, towards, int(far)): self._field.pop(square) for square in marching}
            assert not arrived.keys() & self._field.keys()
            self._field |= arrived
        elif kind == "swap":
            self._exchange(*squares)
        elif kind == "moveout":
            self._move(*squares)
        elif kind == "attack":
            attacker, beaten = (self._field.pop(square) for square in squares)
            if attacker.face[1] != beaten.face[1]:
                self._field[squares[1]] = attacker
        elif kind == "favor":
            side, ranks = ("R", "4321") if before.to_act == (0,) else ("B", "5678")
            queen = next(square for square, ant in self._field.items() if ant.face == side + "Q")
            gap = next(file + rank for rank in ranks for file in "abcde" if file + rank not in self._field)
            self._move(queen, gap)
        self._to_act = after.to_act

    def _enter(self, before: Position, face: str) -> None:
        """The next card is this one, so it has lain there all the time; how the rest lies is anybody's guess."""
        side = "RB"[before.to_act[0]]
        left = [square for square in PLACES[side] if square not in self._entered]
        if self._field[left[0]].face == side + face:
            return
        self._exchange(left[0], next(square for square in left if self._field[square].face == side + face))
        ants = [self._field[square] for square in left[1:]]
        self._dice.shuffle(ants)
        self._field |= zip(left[1:], ants, strict=True)
        self._part_nines(side, left[1:])

    # -- what the sentences say

    def carry_out(self, sentence: str) -> None:
        for pattern, deed in self._DEEDS:
            match = re.fullmatch(pattern, sentence)
            if match is not None:
                if deed.__name__ not in ("_check", "_check_nines", "_allow_exchange"):
                    self._do_checks()
                deed(self, *match.groups())
                return
        raise AssertionError(f"nobody can do this: {sentence}")

    def finish(self) -> None:
        self._do_checks()
        self._kept = None

    def _turn(self, name: str) -> None:
        assert name in self._names, f"nobody is called {name}"
        self._to_act = (self._names.index(name),)

    def _take_off(self, faces: str, squares: str) -> None:
        for face, square in zip(faces.split(), squares.split(), strict=True):
            self._must_lie(square, face)
            del self._field[square]

    def _take_all_off(self) -> None:
        self._field = {}

    def _put(self, faces: str, squares: str) -> None:
        for face, square in zip(faces.split(), squares.split(), strict=True):
            assert square not in self._field, f"{self._field[square]} lies on {square}, where {face} shall go"
            lying = self._field.values()
            beside = [ant for ant in self._cards if ant.face == face and ant not in lying]
            assert beside, f"no {face} lies beside the field"
            self._field[square] = self._dice.choice(beside)

    def _move_said(self, face: str, square: str, to: str) -> None:
        self._must_lie(square, face)
        assert to not in self._field, f"{self._field[to]} lies on {to}, where {face} shall go"
        self._move(square, to)

    def _exchange_said(self, face: str, square: str, other: str, to: str) -> None:
        self._must_lie(square, face)
        self._must_lie(to, other)
        self._exchange(square, to)

    def _allow_exchange(self, kept: str | None) -> None:
        """Cards may be exchanged, but none on these squares; `a1-c1` is three of them."""
        squares = [f"{file}{rank}" for rank in range(1, 9) for file in "abcde"]
        self._kept = set()
        for part in (kept or "").split():
            first, _, last = part.partition("-")
            assert first[1] == (last or first)[1], f"{part} is not in one rank"
            self._kept.update(squares[squares.index(first) : squares.index(last or first) + 1])

    def _check(self, faces: str, squares: str) -> None:
        self._checks |= zip(squares.split(), faces.split(), strict=True)

    def _do_checks(self) -> None:
        """Exchange what lies otherwise than it should with a card that may be exchanged, too."""
        done: set[str] = set()
        while self._checks:
            square, face = next(iter(self._checks.items()))
            assert square in self._field, f"nothing lies on {square}, where {face} is looked for"
            if self._field[square].face != face:
                assert self._kept is not None, f"{self._field[square]} lies on {square}, not {face}"
                assert square not in self._kept, f"{square} is to be checked, and to be left as it is"
                pool = [other for other in self._field if other not in self._kept and other not in done]
                choice = [other for other in pool if self._field[other].face == face]
                assert choice, f"no {face} to exchange lies on any of {pool}"
                self._exchange(square, self._dice.choice(choice))
            del self._checks[square]
            done.add(square)
        if self._nines_checked:
            self._nines_checked = False
            for side, places in PLACES.items():
                assert self._kept is not None or self._nines_apart(side), "a 9 lies beside its queen"
                left = done | (self._kept or set())
                self._part_nines(side, [square for square in places if square not in left])

    def _check_nines(self) -> None:
        self._nines_checked = True

    _ANT, _SQUARE = "([RB][1-9Q])", "([a-e][1-8])"
    _ANTS, _SQUARES, _RANGES = "([RB1-9Q ]+)", "([a-e1-8 ]+)", "[a-e1-8 -]+"
    _DEEDS = (
        (r"(.+)'s turn", _turn),
        (rf"Take {_ANTS} off {_SQUARES}", _take_off),
        (r"Take all cards off the field", _take_all_off),
        (rf"Put {_ANTS} on {_SQUARES}", _put),
        (rf"Move {_ANT} from {_SQUARE} to {_SQUARE}", _move_said),
        (rf"{_ANT} on {_SQUARE} and {_ANT} on {_SQUARE} change places", _exchange_said),
        (rf"If a check fails, exchange cards(?:, but none on ({_RANGES}))?", _allow_exchange),
        (rf"Check: {_ANTS} on {_SQUARES}", _check),
        (r"Check: no 9 beside its queen", _check_nines),
    )

    # -- the cards on the table

    def differences(self, position: Position) -> list[str]:
        table = position.table()
        found = []
        if len(position.to_act) == 1 and self._to_act != position.to_act:
            found.append(f"people wait for {self._to_act}, the record for {position.to_act}")
        shown, field = table.get("board", {}), self.field
        assert isinstance(shown, dict)
        squares = sorted(shown | field)
        if table.get("phase") == "deploy":
            squares = sorted(shown)
            found += self._unlike_a_deployment()
        for square in squares:
            if shown.get(square) != field.get(square):
                found.append(f"{square} holds {field.get(square)}, in the record {shown.get(square)}")
        self.look(position)
        return found

    def _unlike_a_deployment(self) -> list[str]:
        """Every square that will be asked for must hold a card, and such a card that the answer is not refused."""
        found = []
        for side, places in PLACES.items():
            lying = {square for square, ant in self._field.items() if ant.face[0] == side}
            if lying != set(places):
                found.append(f"{side} does not lie as it is deployed: {sorted(lying ^ set(places))}")
            elif not self._nines_apart(side):
                found.append(f"a 9 of {side} lies beside its queen")
        return found

    def _must_lie(self, square: str, face: str) -> None:
        lying = self._field.get(square)
        assert lying is not None, f"nothing lies on {square}, where {face} should"
        assert lying.face == face, f"{lying} lies on {square}, not {face}"

    def _move(self, square: str, to: str) -> None:
        self._field[to] = self._field.pop(square)

    def _exchange(self, square: str, to: str) -> None:
        self._field[square], self._field[to] = self._field[to], self._field[square]

    def _nines_apart(self, side: str) -> bool:
        """ANT-14; always so where anything goes."""
        return not self._free or _apart({square: ant.face for square, ant in self._field.items()}, side)

    def _part_nines(self, side: str, squares: Sequence[str]) -> None:
        """Lay the cards of these squares among them such that ANT-14 holds."""
        if self._nines_apart(side):
            return
        special = [square for square in squares if self._field[square].face[1] in "9Q"]
        ways = list(permutations(squares, len(special)))
        self._dice.shuffle(ways)
        for way in ways:
            if self._laid_otherwise(special, way, side):
                return
        raise AssertionError(f"a 9 of {side} lies beside its queen, and no exchange among {squares} helps")

    def _laid_otherwise(self, special: Sequence[str], way: Sequence[str], side: str) -> bool:
        """Move the cards of the `special` squares to the squares of the `way`, if that keeps ANT-14."""
        field = dict(self._field)
        for number, to in enumerate(way):
            at = next(square for square, ant in field.items() if ant is self._field[special[number]])
            field[at], field[to] = field[to], field[at]
        if not _apart({square: ant.face for square, ant in field.items()}, side):
            return False
        self._field = field
        return True


def _apart(field: dict[str, str], side: str) -> bool:
    queen = next((square for square, face in field.items() if face == side + "Q"), None)
    beside = [_step(queen, towards, 1) for towards in STEPS] if queen is not None else []
    return all(field.get(square) != side + "9" for square in beside)


def _step(square: str, towards: str, far: int) -> str:
    across, up = STEPS[towards]
    return chr(ord(square[0]) + across * far) + chr(ord(square[1]) + up * far)


def _between(first: str, square: str, last: str) -> bool:
    return first[0] <= square[0] <= last[0] and first[1] <= square[1] <= last[1]


def corrected(position: Position, dice: random.Random) -> dict[str, object] | None:
    """A table that people could find before them: the present one a little different, or another altogether."""
    table = position.table()
    if not table or dice.random() < 0.5:
        return _any_table(dice) if table else None
    board = dict(table["board"])
    for _ in range(dice.randint(1, 3)):
        if len(board) > 1:
            one, other = dice.sample(sorted(board), 2)
            board[one], board[other] = board[other], board[one]
    return {**table, "board": board}


def _any_table(dice: random.Random) -> dict[str, object]:
    armies = [dice.sample([side + face for face in FACES], len(FACES)) for side in "RB"]
    field = dict(zip(PLACES["R"] + PLACES["B"], armies[0] + armies[1], strict=True))
    phase = dice.choice(("deploy", "deploy", "rally", "battle"))
    if phase == "deploy":
        count = dice.choice((dice.randrange(38), 36, 37))  # often the rally is near
        return {"phase": phase, "turn": count // 19, "board": dict(list(field.items())[:count]), "rally": [5, 5]}
    if phase == "rally":
        for middle in ("c1", "c8"):
            if dice.random() < 0.5:
                own = "1234" if middle == "c1" else "5678"
                field[middle] = field.pop(dice.choice([square for square in field if square[1] in own]))
        return {"phase": phase, "turn": 1, "board": field, "rally": [2, 3]}
    faces = dice.sample([face for face in field.values() if face[1] not in "9Q"], dice.randint(1, 30))
    squares = dice.sample([file + rank for file in "abcde" for rank in "12345678"], len(faces) + 2)
    return {"phase": phase, "turn": dice.randrange(2), "board": dict(zip(squares, ["RQ", "BQ", *faces], strict=True)),
            "rally": [0, 0]}  # fmt: skip


LAY = Table
