"""The values that may be entered for what is asked (PAD-3, PAD-4)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from companion.games.pad.engine.formula import Env, Formula, bounded
from companion.games.pad.engine.pad import BOUND, NOBODY, VALUES_MOST, Field

Value = int | bool | str
"""A number, yes or no, the key of a pick, a seat or nobody."""


class Choice:
    """The choice of one who enters a field. `entered` are the values of the field so far, `later` how many enter it
    after this one, `last` whether nobody does, `seat` the seat for which formulas are computed, `used` the values that
    may not be entered again.
    """

    def __init__(
        self, field: Field, env: Env, seat: int, players: int, entered: Sequence[object], later: int, last: bool,
        used: Sequence[object],
    ) -> None:  # fmt: skip
        self._field = field
        self._env = env
        self._seat = seat
        self._players = players
        self._entered = entered
        self._later = later
        self.used = used
        self._values: dict[str, int | Sequence[int]] = {**env.values, "last": int(last)}
        self._keys = dict(env.keys)
        self._with_value = Env(self._values, self._keys, env.mates)

    @cached_property
    def values(self) -> Sequence[Value]:
        """All values of PAD-3, in order."""
        field = self._field
        match field.kind:
            case "number":
                least, most = self._bound(field.least), self._bound(field.most)
                return range(least, most + 1, field.step)[:VALUES_MOST] if least <= most else (least,)
            case "yesno":
                return (False, True)
            case "pick":
                return tuple([pick.key for pick in field.picks])
        return (*range(self._players), *([NOBODY] if field.nobody else []))

    def _bound(self, bound: int | Formula) -> int:
        return bound if isinstance(bound, int) else bounded(bound(self._env, self._seat), BOUND)

    @cached_property
    def sums(self) -> tuple[int, int] | None:
        """The least and the greatest sum that is still missing; None where the field has no total."""
        total = self._field.total
        if total is None:
            return None
        before = sum(map(self._field.number, self._entered))
        return total.least(self._env) - before, total.most(self._env) - before

    def _adds_up(self, value: Value) -> bool:
        """Whether those who enter the field later can bring the sum into its bounds (PAD-4)."""
        if self.sums is None:
            return True
        least, most = self.sums
        numbers = self.values if self._field.kind == "number" else (0, 1)
        lowest, highest = int(numbers[0]), int(numbers[-1])
        sum_now = self._field.number(value) + self._later * lowest
        more = max(0, -(-(least - sum_now) // self._field.step)) * self._field.step
        return more <= self._later * (highest - lowest) and sum_now + more <= most

    def _forbids(self, condition: Formula, value: Value) -> bool:
        self._values["value"] = self._field.number(value)
        self._keys["value"] = value
        return condition(self._with_value, self._seat) == 0

    def _kept_out(self, value: Value) -> bool:
        return (
            value in self.used
            or not self._adds_up(value)
            or any(self._forbids(condition, value) for condition in self._field.allow)
        )

    @cached_property
    def allowed(self) -> Sequence[Value]:
        """The values that may be entered: if PAD-4 left none, all of PAD-3."""
        if self._field.total is None and not self._field.allow and not self.used:
            return self.values
        return [value for value in self.values if not self._kept_out(value)] or self.values

    @cached_property
    def guess(self) -> Value:
        """The likeliest value: the field's guess, else 0, no or the first; of numbers the nearest possible one."""
        field = self._field
        if field.guess is None:
            wanted = 0 if field.kind == "number" else field.number(self.values[0])
        else:
            wanted = field.guess(self._env, self._seat)
        return min(self.allowed, key=lambda value: abs(field.number(value) - wanted))

    def fits(self, value: Value) -> bool:
        """Whether a value of the field's kind is one of PAD-3, and PAD-4 has nothing against it."""
        return value in self.values and not self._kept_out(value)

    def allows(self, value: Value) -> bool:
        """Whether a value of the field's kind may be entered."""
        return self.fits(value) or value in self.allowed

    def rule_against(self, value: Value) -> int | None:
        """The rule that keeps out a value of PAD-3, if it has a number (PAD-4)."""
        field = self._field
        if value in self.used:
            return field.rule
        if not self._adds_up(value):
            return field.total.rule if field.total is not None else None
        return next((condition.rule for condition in field.allow if self._forbids(condition, value)), None)
