"""Results as CSV (RFC 4180), a row for each person of each game, for spreadsheets. Not to be read again by us."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator

from companion.table.sheets import Sheet, shown

COLUMNS = ("number", "game", "begun", "ended", "seat", "person", "points", "won", "how")
_FORMULA = tuple("=+-@＝＋－＠")
"""With these, the wide ones too, a spreadsheet begins a formula, and a name could be one."""


def written(games: Iterable[Sheet]) -> Iterator[str]:
    """The text, piece by piece."""
    yield _rows([COLUMNS])
    for sheet in games:
        yield _rows([_row(sheet, seat) for seat in range(len(sheet.names))])


def _row(sheet: Sheet, seat: int) -> tuple[object, ...]:
    result, name = sheet.result, sheet.names[seat]
    # In front of a text an apostrophe says that it is one. A game's file has the name as it is.
    person = f"'{name}" if name.startswith(_FORMULA) else name
    told = (sheet.number, sheet.key, shown(sheet.begun), shown(sheet.ended), seat, person)
    if result is None:
        return (*told, "", "", "")
    return (*told, result.scores[seat], int(seat in result.winners), result.ended or "played")


def _rows(rows: Iterable[tuple[object, ...]]) -> str:
    text = io.StringIO()
    csv.writer(text).writerows(rows)
    return text.getvalue()
