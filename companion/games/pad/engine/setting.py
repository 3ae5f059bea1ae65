"""A pad with a number of players and options: sides, rounds, who begins, what is asked in which order."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from companion.games.pad.engine.choice import Value
from companion.games.pad.engine.formula import Env, Formula, bounded
from companion.games.pad.engine.notation import Enter, enter
from companion.games.pad.engine.pad import BOUND, ROUNDS_MOST, Field, Pad
from companion.kit.rules import Options, Seat

Entered = tuple[tuple[object, ...], ...]
"""What was entered, by field in the file's order, and of each by seat, by side, or one value. None is not entered."""
Scores = tuple[int, ...]
"""Numbers by side."""
Used = tuple[tuple[tuple[object, ...], ...], ...]
"""The values entered in earlier rounds, in the order of PAD-3: by field, and of each by seat or side, or one.

There are none of a field whose values may be entered again.
"""


class Setting:
    """What does not change in a game. A side is known by its place; its lowest seat speaks for it."""

    def __init__(self, pad: Pad, players: int, options: Options) -> None:
        self.pad = pad
        self.players = players
        self.options = options
        self.sides = pad.sides.get(players, tuple([(seat,) for seat in range(players)]))
        self.side_of = tuple([next(side for side, seats in enumerate(self.sides) if seat in seats)
                              for seat in range(players)])  # fmt: skip
        self.mates = tuple([self.sides[side] for side in self.side_of])
        self._keys = {name: value for name, value in options.items() if isinstance(value, str)}
        self._fixed: dict[str, int | Sequence[int]] = {
            "players": players,
            **{option.name: option.number(options[option.name]) for option in pad.options},
        }
        self.rounds = max(0, pad.rounds(Env(self._fixed, self._keys, self.mates))) if pad.rounds is not None else 0
        """How many rounds there are; 0 where people play on."""
        self._fixed |= {"seat": range(players), "side": self.side_of}
        self._nobody_out = (False,) * players
        self._steps: dict[tuple[Seat, tuple[bool, ...]], tuple[tuple[int, int], ...]] = {}
        self._entries: dict[tuple[int, int], tuple[Sequence[Value], tuple[Enter, ...]]] = {}

    @property
    def last_round(self) -> int:
        return self.rounds or ROUNDS_MOST

    @cached_property
    def at_start(self) -> tuple[Scores, tuple[Scores, ...]]:
        """The scores and the tallies before the first round."""
        count = len(self.sides)
        scores = (0,) * count
        if self.pad.start is not None:
            scores = self.by_side(self.pad.start, Env(self._fixed, self._keys, self.mates))
        return scores, tuple([(tally.start,) * count for tally in self.pad.tallies])

    def starter(self, number: int) -> Seat:
        """The seat that begins a round (PAD-1)."""
        return (number - 1) % self.players if self.pad.deal else 0

    def dealer(self, starter: Seat, out: Sequence[bool]) -> Seat:
        """The seat that deals where that one begins; -1 for nobody (PAD-1)."""
        return self.playing(starter - 1, out, -1) if self.pad.deal else -1

    def playing(self, seat: int, out: Sequence[bool], by: int = 1) -> Seat:
        """The seat, or the next one clockwise (`by` -1: the other way round) that is not out; the seat if all are."""
        order = [(seat + by * place) % self.players for place in range(self.players)]
        return next((seat for seat in order if not out[seat]), order[0])

    def cards(self, number: int) -> int | None:
        """How many cards are dealt in a round; None where the pad says nothing of cards."""
        if self.pad.cards is None:
            return None
        values = {**self._fixed, "round": number, "rounds": self.rounds}
        return min(max(self.pad.cards(Env(values, self._keys, self.mates)), 0), 999)

    def units(self, field: Field) -> int:
        """How many enter a field."""
        return {"seat": self.players, "side": len(self.sides), "table": 1}[field.each]

    def speaker(self, field: Field, unit: int) -> Seat | None:
        """The seat that enters a field: for a side its lowest; None for the table."""
        return {"seat": unit, "side": self.sides[unit][0] if unit < len(self.sides) else 0, "table": None}[field.each]

    def unit(self, field: Field, seat: Seat | None) -> int | None:
        """Who is meant by the seat in an action: a seat, a side by its lowest seat, the table by none."""
        if field.each == "table" or seat is None:
            return 0 if seat is None and field.each == "table" else None
        if field.each == "seat":
            return seat if seat < self.players else None
        return next((side for side, seats in enumerate(self.sides) if seats[0] == seat), None)

    def steps(self, first: Seat, out: tuple[bool, ...]) -> tuple[tuple[int, int], ...]:
        """What is asked in a round that a seat begins, or in the turn of a seat, in the order of PAD-2.

        Each is the place of a field and the seat or the side that enters it, or 0. Who is `out` enters nothing.
        """
        steps = self._steps.get((first, out))
        if steps is None:
            ordered = self._ordered(first)
            steps = tuple(ordered if all(out) else [step for step in ordered if self._plays(step, out)])
            self._steps[first, out] = steps
        return steps

    def _plays(self, step: tuple[int, int], out: tuple[bool, ...]) -> bool:
        """Whether who enters a step is not out; the table never is."""
        place, unit = step
        seat = self.speaker(self.pad.fields[place], unit)
        return seat is None or not out[seat]

    def _ordered(self, first: Seat) -> list[tuple[int, int]]:
        ordered: list[tuple[int, int]] = []
        fields = self.pad.fields
        begins = [place for place, field in enumerate(fields) if not field.join]
        for begin, end in zip(begins, (*begins[1:], len(fields)), strict=True):
            ordered += [(place, unit) for unit in self._order(fields[begin], first) for place in range(begin, end)]
        return ordered

    def _order(self, field: Field, first: Seat) -> list[int]:
        if self.pad.turns:
            return [first]
        seats = [(first + place) % self.players for place in range(self.players)]
        if field.each == "table":
            return [0]
        return seats if field.each == "seat" else list(dict.fromkeys([self.side_of[seat] for seat in seats]))

    # -- values

    def entries(self, place: int, unit: int, values: Sequence[Value]) -> tuple[Enter, ...]:
        """The actions that enter these values in a field. A wide number has two thousand, and most often the same ones
        as the last time: positions share them.
        """
        entries = self._entries.get((place, unit))
        if entries is None or entries[0] != values:
            field = self.pad.fields[place]
            seat = self.speaker(field, unit)
            entries = self._entries[place, unit] = values, tuple([enter(field, seat, value) for value in values])
        return entries[1]

    @property
    def none_entered(self) -> Entered:
        """Nothing entered."""
        return tuple([(None,) * self.units(field) for field in self.pad.fields])

    @cached_property
    def none_used(self) -> Used:
        """No value entered before."""
        return tuple([((),) * self.units(field) for field in self.pad.fields])

    def used_after(self, used: Used, entered: Entered) -> Used:
        """The values that were entered before the next round, of the fields whose values are entered once."""
        if not any(field.once for field in self.pad.fields):
            return used
        return tuple([
            tuple([in_order(field, (*before, value)) for before, value in zip(rows, values, strict=True)])
            if field.once else rows
            for field, rows, values in zip(self.pad.fields, used, entered, strict=True)
        ])  # fmt: skip

    def env(
        self, number: int, starter: Seat, turn: Seat | None, entered: Entered, scores: Scores,
        tallies: tuple[Scores, ...]
    ) -> Env:  # fmt: skip
        """What formulas read in a round that a seat begins, or in the turn of a seat."""
        values = self._kept(scores, tallies)
        keys: dict[str, object] = dict(self._keys)
        values |= {
            "round": number,
            "rounds": self.rounds,
            "cards": self.cards(number) or 0,
            "starter": starter,
            "dealer": self.dealer(starter, self.out(scores, tallies) if self.pad.moves else self._nobody_out),
        }
        if turn is not None and self.pad.all_in_turns:
            values["turn"] = turn
        for field, row in zip(self.pad.fields, entered, strict=True):
            numbers = [field.number(value) for value in row]
            if field.each == "table":
                values[field.name], keys[field.name] = numbers[0], row[0]
            elif field.each == "side":
                values[field.name] = [numbers[side] for side in self.side_of]
                keys[field.name] = [row[side] for side in self.side_of]
            else:
                values[field.name], keys[field.name] = numbers, row
        return Env(values, keys, self.mates)

    def _kept(self, scores: Scores, tallies: tuple[Scores, ...]) -> dict[str, int | Sequence[int]]:
        """What stands between rounds, by seat."""
        values = {**self._fixed, "score": self.by_seat(scores)}
        for tally, numbers in zip(self.pad.tallies, tallies, strict=True):
            values[tally.name] = self.by_seat(numbers)
        return values

    def by_seat(self, numbers: Sequence[int]) -> tuple[int, ...]:
        return tuple([numbers[side] for side in self.side_of])

    def by_side(self, formula: Formula, env: Env) -> Scores:
        return tuple([bounded(formula(env, seats[0]), BOUND) for seats in self.sides])

    def out(self, scores: Scores, tallies: tuple[Scores, ...]) -> tuple[bool, ...]:
        if self.pad.out is None:
            return self._nobody_out
        env = Env(self._kept(scores, tallies), self._keys, self.mates)
        return tuple([self.pad.out(env, seat) != 0 for seat in range(self.players)])

    def _between(self, scores: Scores, tallies: tuple[Scores, ...]) -> dict[str, int | Sequence[int]]:
        return {**self._kept(scores, tallies), "out": [int(out) for out in self.out(scores, tallies)]}

    def ends(self, scores: Scores, tallies: tuple[Scores, ...], following: Seat) -> bool:
        """Whether `end` is true; `following` would begin the next round or turn."""
        if self.pad.end is None:
            return False
        values = {**self._between(scores, tallies), "next": following}
        return self.pad.end(Env(values, self._keys, self.mates)) != 0

    def ranks(self, scores: Scores, tallies: tuple[Scores, ...]) -> tuple[tuple[int, ...], ...]:
        """By side what `best` compares (PAD-8)."""
        env = Env(self._between(scores, tallies), self._keys, self.mates)
        return tuple([tuple([best(env, seats[0]) for best in self.pad.best]) for seats in self.sides])

    def may_win(self, scores: Scores, tallies: tuple[Scores, ...]) -> list[int]:
        """The sides that may win: none that is out unless all are, and none for which `won` is false (PAD-8)."""
        out = self.out(scores, tallies)
        sides = [side for side, seats in enumerate(self.sides) if not out[seats[0]]] or list(range(len(self.sides)))
        won = self.pad.won
        if won is None:
            return sides
        env = Env(self._between(scores, tallies), self._keys, self.mates)
        return [side for side in sides if won(env, self.sides[side][0]) != 0]


def in_order(field: Field, values: Sequence[object]) -> tuple[object, ...]:
    """Values of a field in the order of PAD-3, each once; without those that were not entered."""
    entered = {value for value in values if value is not None}
    if field.kind == "pick":
        return tuple([pick.key for pick in field.picks if pick.key in entered])
    return tuple(sorted(entered, key=field.number))
