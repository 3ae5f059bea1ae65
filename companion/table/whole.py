"""What a row of the record must be so that it can be shown to anybody; a damaged file may hold anything."""

from __future__ import annotations

import json
import math
from typing import Any

from companion.engines.position import check_name
from companion.engines.refusals import BadPlayers
from companion.table.moments import Result
from companion.table.schema import read

MOST = 2**53
"""No row has a higher number."""
_TEXT_MOST = 2**16
_LATEST = 253_402_300_799.0
"""The end of the year 9999: clocks jump, but no calendar goes further."""


def playable(row: tuple[Any, ...]) -> bool:
    """Whether a game's row says who played what."""
    try:
        players, options = json.loads(row[1]), json.loads(row[2])
        for name in players:
            check_name(str(name))
    except (ValueError, RecursionError, TypeError, BadPlayers):
        return False
    chosen = isinstance(options, dict) and all(isinstance(value, bool | str) for value in options.values())
    named = isinstance(players, list) and all(isinstance(name, str) for name in players)
    return chosen and named and 0 < len(players) < 10 and plain(row[0]) and plain(row[2])


def timed(at: object) -> bool:
    """Whether this can be a time on a calendar."""
    return isinstance(at, int | float) and math.isfinite(at) and -_LATEST / 2 < at <= _LATEST


def result_of(outcome: object, seats: int) -> Result | None:
    """The result that a row has. Raises ValueError where that is none for so many seats."""
    if outcome is None:
        return None
    try:
        result = read(str(outcome))
        assert result is not None
        numbers = [*result.winners, *result.scores]
        good = all(type(number) is int for number in numbers) and isinstance(result.ended, str)
        if good and len(result.scores) == seats and all(0 <= seat < seats for seat in result.winners):
            return result
    except (KeyError, TypeError, RecursionError, AttributeError) as error:
        raise ValueError(outcome) from error
    raise ValueError(outcome)


def plain(text: object) -> bool:
    """Whether this is a text that can stand in a line."""
    return isinstance(text, str) and len(text) <= _TEXT_MOST and text.isprintable()
