"""The map of a table view: the places in their lanes, and their pieces."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games.hannibal.engine.board import PLACE, ROUTES, Camp, camp
from companion.games.hannibal.engine.cards import CARTHAGE, ROME
from companion.games.hannibal.engine.ends import CORE

Table = Mapping[str, Any]

ROWS = (
    ("GAL", "NHI", "SHI", "MAU"),
    ("ROM", "ROM-COR", "COR", "COR-SAR", "SAR", "SAR-CAR", "CAR"),
    ("CAN", "CAN-SIC", "SIC", "SIC-ZAM", "ZAM"),
)
"""The lanes from west to east; the capitals are at the ends of the middle one and belong to all three."""
CAPITALS = ("ROM", "CAR")
"""By seat."""
CORE_REGIONS = ("COR", "SAR", "SIC", "NHI", "SHI")
"""HAN-16, in the order of the engine's groups."""

AT = {name: (row, column) for row, names in enumerate(ROWS) for column, name in enumerate(names)}
"""Row and column of each place on the board of a page."""
COLUMN = {
    "ROM": 0, "GAL": 1, "ROM-COR": 1, "CAN": 1, "NHI": 2, "COR": 2, "CAN-SIC": 2, "COR-SAR": 3, "SIC": 3,
    "SHI": 4, "SAR": 4, "SIC-ZAM": 4, "MAU": 5, "SAR-CAR": 5, "ZAM": 5, "CAR": 6,
}  # fmt: skip
"""The distance of each place from Rome: places above each other on the display have the same."""


def count(table: Table, seat: int, name: str) -> int:
    """How many legions or fleets of a seat are in a place, without Hannibal."""
    field = table["fleets" if name in ROUTES else "legions"]
    return int(field[seat].get(name, 0))


def place_word(table: Table, name: str, *, core: bool) -> str:
    """A place as a word: `GAL`, `ROM:7`, `CAR:H+5'`; pieces of Carthage have a stroke or are H."""
    romans, carthaginians = count(table, ROME, name), count(table, CARTHAGE, name)
    parts = [str(romans)] if romans else []
    parts += ["H"] if table["hannibal"] == name else []
    parts += [f"{carthaginians}'"] if carthaginians else []
    if core and name in CAPITALS:
        seat = CAPITALS.index(name)
        parts.append(f"chips={table['chips'][seat]}")
        parts.append(f"core={len(core_regions(table, seat))}")
    return f"{name}:{'+'.join(parts)}" if parts else name


def camp_of(table: Table, seat: int) -> Camp:
    """The legions of a seat, with Hannibal."""
    pieces = {PLACE[name]: here for name, here in table["legions"][seat].items()}
    leader = table["hannibal"]
    if seat == CARTHAGE and leader is not None:
        pieces[PLACE[leader]] = pieces.get(PLACE[leader], 0) + 1
    return camp(pieces)


def core_regions(table: Table, seat: int) -> list[str]:
    """The core regions that a seat controls (HAN-16)."""
    own = camp_of(table, seat)
    return [name for name, group in zip(CORE_REGIONS, CORE[seat], strict=True) if any(own[region] for region in group)]
