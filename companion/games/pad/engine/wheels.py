"""How people reach a value with few presses: a wheel of up to 20 values, or one for each figure of a number.

The last wheel of a number spans the least power of ten that is ten steps or more, and each wheel before it ten times as
much, until the first one has at most 21 entries. Below zero the figures count away from zero.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from companion.games.pad.engine.choice import Value
from companion.games.pad.engine.notation import written
from companion.games.pad.engine.pad import Field

ONE_WHEEL_MOST = 20
FIRST_WHEEL_MOST = 21

Path = tuple[str, ...]
"""The entry on each wheel, the value itself on the last one: `("2", "24", "247")`."""


def paths(field: Field, values: Sequence[Value]) -> Mapping[Path, Value]:
    """The values that may be entered, by their paths."""
    return _paths(field.kind, field.step, values if isinstance(values, range) else tuple(values))


# Most often the same values are asked for again; a wide number has two thousand.
@lru_cache(maxsize=16)
def _paths(kind: str, step: int, values: Sequence[Value]) -> Mapping[Path, Value]:
    turned = _spans(values, step) if kind == "number" and len(values) > ONE_WHEEL_MOST else ()
    return {(*[_entry(value, span) for span in turned], written(value)): value for value in values}


def spans(field: Field, values: Sequence[Value]) -> tuple[int, ...]:
    """What an entry of each wheel but the last spans, the largest first: powers of ten. Empty for a single wheel."""
    return _spans(values, field.step) if field.kind == "number" and len(values) > ONE_WHEEL_MOST else ()


def _spans(values: Sequence[Value], step: int) -> tuple[int, ...]:
    span = 10
    while span < 10 * step:
        span *= 10
    spans = [span]
    while len({_entry(value, span) for value in values}) > FIRST_WHEEL_MOST:
        span *= 10
        spans.append(span)
    return tuple(reversed(spans))


def _entry(value: Value, span: int) -> str:
    """The entry of a wheel on which a number lies: `2` of 247 for hundreds, `-0` of -7 for tens."""
    number = int(value)
    return f"{'-' if number < 0 else ''}{abs(number) // span}"


def start(field: Field, known: Mapping[Path, Value], prefix: Path, guess: Value) -> str:
    """The entry of that wheel on which the cursor starts: where the guess lies, else the nearest to it."""
    depth = len(prefix)
    wanted = field.number(guess)
    path = min(
        [path for path in known if path[:depth] == prefix], key=lambda path: abs(field.number(known[path]) - wanted)
    )
    return path[depth]
