"""Rows as tables that fit the terminal, as JSON or as CSV.

Control characters in them are escaped: no name in a record can give orders to a terminal.
"""

from __future__ import annotations

import csv
import io
import json
import os
import re
import sys
from collections.abc import Sequence
from itertools import zip_longest
from typing import NamedTuple
from unicodedata import category, east_asian_width

from companion.console import printable
from companion.texts import as_cell, escape_controls, escape_json

GAP = 2
WIDTH = 80
"""Columns of a terminal that does not say how many it has."""
NUMBERS = re.compile(r"[-+]?\d+(; [-+]?\d+)*")
"""One or more numbers in a cell of CSV, which begin with the signs of a formula and are none."""
NARROWEST = 8
"""No column is made narrower than this for the sake of another."""

Cell = str | int | float | None


class Table(NamedTuple):
    """A title, a heading for each column, and the rows. None is an empty cell; numbers stand at the right."""

    title: str
    heads: tuple[str, ...]
    rows: Sequence[Sequence[Cell]]


def print_tables(*parts: Table | str) -> None:
    """Tables and lines on standard output, at most as wide as the terminal. A titled table follows an empty line."""
    width = _terminal_width()
    for place, part in enumerate(parts):
        if isinstance(part, str):
            lines = _fold(escape_controls(part), width)
        else:
            lines = [""] * (place > 0 and bool(part.title)) + format_table(part, width)
        print("\n".join(lines))


def print_hanging(head: str, text: str) -> None:
    """A text on standard output behind a head, at most as wide as the terminal; further lines begin below the text."""
    width, indent = _terminal_width(), text_width(head)
    first, *rest = _fold(printable(text), None if width is None else width - indent)
    print("\n".join([head + first, *[" " * indent + line for line in rest]]))


def _terminal_width() -> int | None:
    """The columns of the terminal; None if standard output is none."""
    # Not by shutil, which believes COLUMNS. A terminal that does not know its size says 0.
    return (os.get_terminal_size(sys.stdout.fileno()).columns or WIDTH) if sys.stdout.isatty() else None


def format_table(table: Table, width: int | None = None) -> list[str]:
    """A table in aligned columns, at most so wide: the widest texts are folded. If even that is too wide, a line for
    each cell.
    """
    widths = _column_widths(table, width)
    if widths is None:
        return _cell_by_cell(table, width)
    numeric = _numeric(table)
    lines = _fold(escape_controls(table.title), width) if table.title else []
    for row in (table.heads, *table.rows):
        folded = [_fold(_text(cell), room) for cell, room in zip(row, widths, strict=True)]
        for line in zip_longest(*folded, fillvalue=""):
            cells = [
                " " * (room - text_width(text)) + text if right else text + " " * (room - text_width(text))
                for text, room, right in zip(line, widths, numeric, strict=True)
            ]
            lines.append((" " * GAP).join(cells).rstrip())
    return lines


def _numeric(table: Table) -> list[bool]:
    """Which columns hold numbers."""
    columns = range(len(table.heads))
    return [all(isinstance(row[column], int | float | None) for row in table.rows) for column in columns]


def _column_widths(table: Table, width: int | None) -> list[int] | None:
    """How wide each column is, so that all fit; None where they cannot. Numbers and headings are never folded."""
    heads = [text_width(escape_controls(head)) for head in table.heads]
    columns = zip(*table.rows, strict=True) if table.rows else [()] * len(heads)
    widths = [
        max([head, *[text_width(_text(cell)) for cell in column]]) for head, column in zip(heads, columns, strict=True)
    ]
    least = [
        room if number else max(head, min(room, NARROWEST))
        for room, head, number in zip(widths, heads, _numeric(table), strict=True)
    ]
    while width is not None and sum(widths) + GAP * (len(widths) - 1) > width:
        spare = [room - floor for room, floor in zip(widths, least, strict=True)]
        if not any(spare):
            return None
        widest = max(range(len(widths)), key=lambda column: (spare[column] > 0, widths[column]))
        widths[widest] -= 1
    return widths


def _cell_by_cell(table: Table, width: int | None) -> list[str]:
    """Row after row, each cell in a line of its own behind its heading; empty cells are left out."""
    lines = _fold(escape_controls(table.title), width) if table.title else []
    for row in table.rows:
        cells = [
            f"{escape_controls(head)}: {_text(cell)}"
            for head, cell in zip(table.heads, row, strict=True)
            if _text(cell)
        ]
        lines += ["", *[line for text in cells for line in _fold(text, width)]]
    return lines if table.title else lines[1:]


def print_json(value: object) -> None:
    """One JSON value on standard output, with escapes in place of control characters."""
    print(escape_json(json.dumps(value, ensure_ascii=False, indent=2)))


def print_csv(heads: Sequence[str], rows: Sequence[Sequence[Cell]]) -> None:
    """Rows below a line of headings, as CSV on standard output. No spreadsheet takes a text for a formula."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(heads)
    writer.writerows([[_csv_text(cell) for cell in row] for row in rows])
    print(text.getvalue(), end="")


def _csv_text(cell: Cell) -> str:
    text = _text(cell)
    return as_cell(text) if isinstance(cell, str) and not NUMBERS.fullmatch(text) else text


def _text(cell: Cell) -> str:
    return "" if cell is None else escape_controls(f"{cell:.1f}" if isinstance(cell, float) else str(cell))


def text_width(text: str) -> int:
    """How many columns of a terminal a text takes."""
    if text.isascii():
        return len(text)
    wide = [1 + (east_asian_width(letter) in "WF") for letter in text if category(letter) not in ("Mn", "Me", "Cf")]
    return sum(wide)


def _fold(text: str, room: int | None) -> list[str]:
    """A text in lines of at most `room` columns, broken at blanks where there are some."""
    if room is None:
        return [text]
    lines = [""]
    for word in text.split(" "):
        if lines[-1] and text_width(lines[-1]) + 1 + text_width(word) <= room:
            lines[-1] += f" {word}"
            continue
        if lines[-1]:
            lines.append("")
        for letter in word:
            if text_width(lines[-1]) + text_width(letter) > room and lines[-1]:
                lines.append("")
            lines[-1] += letter
    return lines
