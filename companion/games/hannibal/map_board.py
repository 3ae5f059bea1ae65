"""The map as a board: three lanes as three rows between the two capitals, the pieces, and who controls what.

It is drawn from a table view, so that people see a corrected table before they set it.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.hannibal import pictures
from companion.games.hannibal.engine.board import ROUTES
from companion.games.hannibal.engine.cards import CARTHAGE, ROME, CardsPosition
from companion.games.hannibal.pictures import ELEPHANT, FLEET, WAVE
from companion.games.hannibal.table_map import AT, CAPITALS, COLUMN, ROWS, Table, core_regions, count, place_word
from companion.ui.choices import Place, by_columns
from companion.ui.game_screens import running_snapshot
from companion.ui.page import Board, Space, Token
from companion.ui.screen import Context
from companion.words import Words

AT_SEA = {"ROM-COR": (0, 1), "CAN-SIC": (1, 1), "COR-SAR": (0, 2), "SAR-CAR": (0, 3), "SIC-ZAM": (1, 3)}
"""The position of each route in a walk over routes alone: the two in the east just below the middle ones."""

_WIDE = {"region": 18, "route": 14, "capital": 19}
"""Shares of the width. Three letters are 17 pixels wide; a route has room for a ship."""


def walk_position(name: str, *, below: bool = False) -> Place:
    """The position of a place in a walk over the map; `below` for the second kind of piece in the same place."""
    return 2 * AT[name][0] + below, COLUMN[name]


def step_beside(standing: Mapping[str, Place], step: str, by: int) -> str:
    """The step to the left (`by` -1) or right of another: the nearest, with a preference for the same lane.

    The capitals are in all lanes. Beyond the edge of the map it continues at the other side.
    """
    row, column = standing[step]

    def distance_to(other: str) -> tuple[int, int]:
        there = standing[other]
        along = (there[1] - column) * by
        across = abs(there[0] - row)
        lanes = 0 if {column, there[1]} & ENDS else across // 2
        return (along if along > 0 else along + EDGE) + LANE * lanes, across

    others = [other for other in standing if standing[other][1] != column]
    return min(others, key=distance_to, default=step)


def walk_lengths(standing: Mapping[str, Place], counts: Mapping[str, int]) -> dict[str, int]:
    """The length of all walks by the start of the cursor: with UP and DOWN alone, and with all four directions.

    `counts` are the actions behind each step.
    """
    ring = by_columns(standing, standing)
    along = {step: (ring[place - 1], ring[(place + 1) % len(ring)]) for place, step in enumerate(ring)}
    around = {step: (*along[step], step_beside(standing, step, -1), step_beside(standing, step, 1)) for step in ring}

    def presses(start: str, ways: Mapping[str, tuple[str, ...]]) -> int:
        return sum(counts[step] * far for step, far in _distances(ways, start).items())

    # With four directions the start matters more: it counts twice.
    return {start: presses(start, along) + 2 * presses(start, around) for start in ring}


def _distances(ways: Mapping[str, tuple[str, ...]], start: str) -> Mapping[str, int]:
    """The distance of each step, in presses."""
    distances = {start: 0}
    queue = [start]
    for step in queue:  # the loop adds to the queue
        for other in ways[step]:
            if other not in distances:
                distances[other] = distances[step] + 1
                queue.append(other)
    return distances


ENDS = {COLUMN[name] for name in CAPITALS}
EDGE = 7
"""The number of columns: the distance of a place beyond the edge."""
LANE = 4
"""A change of the lane counts as this number of columns."""


def distance_from_capital(name: str, seat: int) -> int:
    """The distance of a place from a seat's own capital."""
    return COLUMN[name] if seat == ROME else COLUMN["CAR"] - COLUMN[name]


def board(words: Words, table: Table, *, core: bool, kind: str = "", at: str = "") -> Board:
    """The map of a table. If two kinds of own pieces are `at` the cursor, it marks only pieces of `kind`."""
    return tuple([
        tuple([_space(words, table, name, core, kind if name == at else "") for name in names]) for names in ROWS
    ])  # fmt: skip


def _space(words: Words, table: Table, name: str, core: bool, kind: str) -> Space:
    capital, route = name in CAPITALS, name in ROUTES
    tokens = [token for token in (_rome(table, name), *_carthage(table, name, kind)) if token]
    if core and capital:
        seat = CAPITALS.index(name)
        tokens.append(Token(picture=pictures.core(len(core_regions(table, seat)))))
        tokens.append(Token(picture=pictures.chips(table["chips"][seat])))
    return Space(
        text=place_word(table, name, core=core),
        tokens=tuple(tokens),
        name="" if route else words(f"hannibal.map.{name}"),
        sign=(FLEET if tokens else WAVE) if route else None,
        wide=_WIDE["capital" if capital else "route" if route else "region"],
        tall=capital,
        large=True,
        turn=capital and CAPITALS.index(name) == table["turn"],
    )


def _rome(table: Table, name: str) -> Token | None:
    here = count(table, ROME, name)
    return Token(str(here)) if here else None


def _carthage(table: Table, name: str, kind: str) -> list[Token | None]:
    here = count(table, CARTHAGE, name)
    leader = table["hannibal"] == name
    both = leader and here > 0
    return [
        Token(picture=ELEPHANT, apart=both and kind == "legion") if leader else None,
        Token(str(here), framed=True, apart=both and kind == "hannibal") if here else None,
    ]


def board_of(context: Context) -> Board:
    """The map; empty in scores entry."""
    position = running_snapshot(context).position
    return board(context.words, position.table(), core=position.core) if isinstance(position, CardsPosition) else ()


def board_of_draft(context: Context, table: Table) -> Board:
    """The map of the audit, from a table view; empty in scores entry."""
    core = running_snapshot(context).setup.options["core"] is True
    return board(context.words, table, core=core) if "legions" in table else ()
