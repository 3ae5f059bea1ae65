"""Who will win, from the pawns alone, when a turn begins; and how sure that is."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import accumulate
from pkgutil import get_data
from struct import unpack

from companion.games.praetorians.engine.track import GOAL
from companion.kit.rules import Seat
from companion.kit.search.judge import LEAST, tempered
from companion.kit.search.mind import Shares, shares_of
from companion.kit.search.numbers import total

TWO, MORE, MORE_WITH_TWELVES = 0.78, 0.58, 0.4
"""What the tables say is too sure, most of all where each seat runs for itself and 12s are not looked at: the
temperatures that fit what happened in games of the mind against itself."""
SCALE, TURNS = 4095, 48
"""The steps of the tables, and the turns of a player alone that they count; as in
`tests/bench/praetorians_table.py`."""


def shown(shares: Shares, twelves: bool) -> Shares:
    """Shares as people see them: less sure than the tables, but for a win that is certain."""
    if 1.0 in shares:
        return shares
    seats = len(shares)
    temperature = TWO if seats == 2 else MORE_WITH_TWELVES if twelves else MORE
    return tempered(shares, temperature)


@lru_cache(4096)
def shares_at_turn(pawns: tuple[int, ...], turn: Seat, twelves: bool) -> Shares:
    """The shares of all seats when the turn of a seat begins, as the tables have them; a pawn on 99 has won.

    These are the ones to reckon with: what people see would not go for a small chance where all else is lost.
    """
    if GOAL in pawns:
        return shares_of((pawns.index(GOAL),), len(pawns))
    if len(pawns) == 2:
        own = _wins(twelves)[pawns[turn]][pawns[1 - turn]]
        return (own, 1.0 - own) if turn == 0 else (1.0 - own, own)
    return _race(pawns, turn, twelves)


def _race(pawns: Sequence[int], turn: Seat, twelves: bool) -> Shares:
    """Each seat runs for itself: who arrives first, the seat in turn having its turn first each round.

    `still` is the probability that nobody has arrived. Each seat's turn lowers it, and the difference is what that
    seat wins by this turn.
    """
    seats = len(pawns)
    table = _running(twelves)
    order = [(turn + place) % seats for place in range(seats)]
    rows = [table[pawns[seat]] for seat in order]
    found = [LEAST] * seats
    before = [1.0] * seats
    still = 1.0
    for number in range(TURNS):
        for place, row in enumerate(rows):
            running = row[number]
            left = still / before[place] * running
            found[order[place]] += still - left
            before[place], still = running, left
        if still < LEAST:
            break
    whole = total(found)
    found = [share / whole for share in found[:-1]]
    return (*found, 1.0 - total(found))


@cache
def _wins(twelves: bool) -> tuple[tuple[float, ...], ...]:
    """For two players, by the pawns of the one in turn and of the other: the share of the one in turn."""
    return tuple(
        [tuple([min(1.0 - LEAST, max(LEAST, steps / SCALE)) for steps in row]) for row in _tables()[2 * twelves]]
    )


@cache
def _running(twelves: bool) -> tuple[tuple[float, ...], ...]:
    """For one player, by the pawn: the probability to be still short of 99 after 1, 2, … turns, never 0."""
    return tuple([tuple([max(LEAST, 1 - steps / SCALE) for steps in row]) for row in _tables()[2 * twelves + 1]])


@cache
def _tables() -> list[list[tuple[int, ...]]]:
    """The tables as `tests/bench/praetorians_table.py` made them: wins and finish, without and with twelves.

    A row for each pawn, of whole numbers. The file has the differences along the rows, two bytes each, compressed.
    """
    data = get_data(__package__, "tables.bin")
    assert data is not None
    changes = iter(unpack(f"<{2 * GOAL * (GOAL + TURNS)}h", zlib.decompress(data)))
    return [
        [tuple(accumulate([next(changes) for _ in range(columns)])) for _ in range(GOAL)]
        for columns in (GOAL, TURNS, GOAL, TURNS)
    ]
