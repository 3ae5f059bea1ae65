"""A pad with a number of players and options: sides, rounds, who begins, what is asked in which order."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from companion.games.pad.engine.formula import Env, Formula, bounded
from companion.games.pad.engine.pad import BOUND, ROUNDS_MOST, Field, Pad
from companion.kit.rules import Options, Seat

Entered = tuple[tuple[object, ...], ...]
"""What was entered, by field in the file's order, and of each by seat, by side, or one value. None is not entered."""
Scores = tuple[int, ...]
"""Numbers by side."""


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
        self._steps: dict[Seat, tuple[tuple[int, int], ...]] = {}

    @property
    def last_round(self) -> int:
        """The last round that there can be."""
        return self.rounds or ROUNDS_MOST

    @cached_property
    def at_start(self) -> tuple[Scores, tuple[Scores, ...]]:
        """The scores and the tallies before the first round."""
        count = len(self.sides)
        return (0,) * count, tuple([(tally.start,) * count for tally in self.pad.tallies])

    def starter(self, number: int) -> Seat:
        """The seat that begins a round (PAD-1)."""
        return (number - 1) % self.players if self.pad.deal else 0

    def dealer(self, number: int) -> Seat:
        """The seat that deals it; -1 for nobody (PAD-1)."""
        return (self.starter(number) - 1) % self.players if self.pad.deal else -1

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

    def steps(self, first: Seat) -> tuple[tuple[int, int], ...]:
        """What is asked in a round that a seat begins, or in the turn of a seat, in the order of PAD-2.

        Each is the place of a field and the seat or the side that enters it, or 0.
        """
        if first not in self._steps:
            self._steps[first] = tuple(self._ordered(first))
        return self._steps[first]

    def _ordered(self, first: Seat) -> list[tuple[int, int]]:
        found: list[tuple[int, int]] = []
        fields = self.pad.fields
        begins = [place for place, field in enumerate(fields) if not field.join]
        for begin, end in zip(begins, (*begins[1:], len(fields)), strict=True):
            found += [(place, unit) for unit in self._order(fields[begin], first) for place in range(begin, end)]
        return found

    def _order(self, field: Field, first: Seat) -> list[int]:
        if self.pad.turns:
            return [first]
        seats = [(first + place) % self.players for place in range(self.players)]
        if field.each == "table":
            return [0]
        return seats if field.each == "seat" else list(dict.fromkeys([self.side_of[seat] for seat in seats]))

    # -- values

    @property
    def none_entered(self) -> Entered:
        """Nothing entered."""
        return tuple([(None,) * self.units(field) for field in self.pad.fields])

    def env(self, number: int, entered: Entered, scores: Scores, tallies: tuple[Scores, ...]) -> Env:
        """What formulas read in a round."""
        values = self._kept(scores, tallies)
        keys: dict[str, object] = dict(self._keys)
        values |= {
            "round": number,
            "rounds": self.rounds,
            "cards": self.cards(number) or 0,
            "starter": self.starter(number),
            "dealer": self.dealer(number),
        }
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
        """Numbers of sides as numbers of their seats."""
        return tuple([numbers[side] for side in self.side_of])

    def by_side(self, formula: Formula, env: Env, most: int = BOUND) -> Scores:
        """A formula of every side."""
        return tuple([bounded(formula(env, seats[0]), most) for seats in self.sides])

    def out(self, scores: Scores, tallies: tuple[Scores, ...]) -> tuple[bool, ...]:
        """Which seats are out."""
        if self.pad.out is None:
            return (False,) * self.players
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
