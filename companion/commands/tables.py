"""What people ask of the record, as a table that fits their terminal, as JSON or as CSV.

Whatever a record holds, none of it can give orders to a terminal.
"""

from __future__ import annotations

import csv
import io
import json
import os
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from typing import NamedTuple
from unicodedata import east_asian_width

from companion.record.line import STRANGE

GAP = 2
WIDTH = 80
"""Columns of a terminal that does not say how many it has."""
NARROWEST = 8
"""No column is made narrower than this for the sake of another."""

Cell = str | int | float | None


class Table(NamedTuple):
    """A title, a heading for each column, and the rows. None is an empty cell; numbers stand at the right."""

    title: str
    heads: tuple[str, ...]
    rows: Sequence[Sequence[Cell]]


def say(*parts: Table | str) -> None:
    """Tables and lines on standard output: as wide as the terminal, or as they like where there is none."""
    at_terminal = sys.stdout.isatty()
    # Not by shutil, which believes COLUMNS. A terminal that does not know its size says 0.
    width = (os.get_terminal_size(sys.stdout.fileno()).columns or WIDTH) if at_terminal else None
    pretty = at_terminal and find_spec("rich") is not None
    # A table that has a title stands apart from what is above it.
    parts = tuple([other for place, part in enumerate(parts) for other in (*[""] * _apart(part, place), part)])
    shown = [drawn(part, width or 0) if pretty and isinstance(part, Table) else plain(part, width) for part in parts]
    write("".join(shown))


def _apart(part: Table | str, place: int) -> bool:
    return place > 0 and isinstance(part, Table) and bool(part.title)


def plain(part: Table | str, width: int | None = None) -> str:
    """A table in aligned columns, at most so wide: the widest texts are folded. Where even that has no room, a line for
    every cell.
    """
    if isinstance(part, str):
        return "\n".join(_folded(harmless(part), width)) + "\n"
    wide = _widths(part, width, GAP)
    if wide is None:
        return _listed(part, width)
    right = _numbers(part)
    lines = _folded(harmless(part.title), width) if part.title else []
    for row in (part.heads, *part.rows):
        folded = [_folded(_text(cell), room) for cell, room in zip(row, wide, strict=True)]
        for place in range(max(map(len, folded))):
            line = [cell[place] if place < len(cell) else "" for cell in folded]
            padded = [
                " " * (room - _wide(text)) + text if end else text + " " * (room - _wide(text))
                for text, room, end in zip(line, wide, right, strict=True)
            ]
            lines.append((" " * GAP).join(padded).rstrip())
    return "\n".join(lines) + "\n"


def drawn(part: Table, width: int) -> str:
    """The same by rich, with a line below the headings."""
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table as Drawn
    from rich.text import Text

    wide = _widths(part, width, GAP)
    if wide is None:
        return _listed(part, width)
    title = Text(harmless(part.title), style="bold") if part.title else None
    table = Drawn(title=title, box=SIMPLE_HEAD, title_justify="left", show_edge=False, pad_edge=False, padding=(0, 0))
    for head, room, end in zip(part.heads, wide, _numbers(part), strict=True):
        # Texts, not markup: a name may have brackets.
        table.add_column(Text(harmless(head)), justify="right" if end else "left", overflow="fold", width=room)
    for row in part.rows:
        table.add_row(*[Text(_text(cell)) for cell in row])
    console = Console(file=io.StringIO(), width=width, force_terminal=True, legacy_windows=False)
    with console.capture() as capture:
        console.print(table)
    return capture.get()


def _numbers(part: Table) -> list[bool]:
    """Which columns hold numbers."""
    return [all(isinstance(row[at], int | float | None) for row in part.rows) for at in range(len(part.heads))]


def _widths(part: Table, width: int | None, gap: int) -> list[int] | None:
    """How wide each column is, so that all fit; None where they cannot. Numbers and headings are never folded."""
    heads = [_wide(harmless(head)) for head in part.heads]
    columns = zip(*part.rows, strict=True) if part.rows else [()] * len(heads)
    wide = [
        max([head, *[_wide(_text(cell)) for cell in column]]) for head, column in zip(heads, columns, strict=True)
    ]
    least = [
        room if number else max(head, min(room, NARROWEST))
        for room, head, number in zip(wide, heads, _numbers(part), strict=True)
    ]
    while width is not None and sum(wide) + gap * (len(wide) - 1) > width:
        spare = [room - floor for room, floor in zip(wide, least, strict=True)]
        if not any(spare):
            return None
        at = max(range(len(wide)), key=lambda at: (spare[at] > 0, wide[at]))
        wide[at] -= 1
    return wide


def _listed(part: Table, width: int | None) -> str:
    """Row after row, each cell in a line of its own behind its heading."""
    lines = _folded(harmless(part.title), width) if part.title else []
    for row in part.rows:
        said = [f"{harmless(head)}: {_text(cell)}" for head, cell in zip(part.heads, row, strict=True) if _text(cell)]
        lines += ["", *[line for text in said for line in _folded(text, width)]]
    return "\n".join(lines[0 if part.title else 1 :]) + "\n"


def as_json(value: object) -> None:
    """One JSON value on standard output."""
    write(json_text(value) + "\n")


def json_text(value: object) -> str:
    """A JSON value in lines, none of which can give orders to a terminal."""
    text = json.dumps(value, ensure_ascii=False, indent=2)
    lines = [STRANGE.sub(lambda found: f"\\u{ord(found[0]):04x}", line) for line in text.split("\n")]
    return "\n".join(lines)


def as_csv(heads: Sequence[str], rows: Sequence[Sequence[Cell]]) -> None:
    """Rows with a line of headings above them."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(heads)
    writer.writerows([["" if cell is None else _text(cell) for cell in row] for row in rows])
    write(text.getvalue())


def write(text: str) -> None:
    """A text on standard output."""
    print(text, end="")


def harmless(text: str) -> str:
    """A text from elsewhere in one line, with nothing in it that gives orders to a terminal."""
    return STRANGE.sub(lambda found: found[0].encode("unicode_escape").decode(), text)


def _text(cell: Cell) -> str:
    return "" if cell is None else harmless(f"{cell:.1f}" if isinstance(cell, float) else str(cell))


def _wide(text: str) -> int:
    """How many columns of a terminal a text takes."""
    return sum([2 if east_asian_width(letter) in "WF" else 1 for letter in text])


def _folded(text: str, room: int | None) -> list[str]:
    """A text in lines of so many columns, broken at blanks where there are some."""
    if room is None:
        return [text]
    lines = [""]
    for word in text.split(" "):
        if lines[-1] and _wide(lines[-1]) + 1 + _wide(word) <= room:
            lines[-1] += f" {word}"
            continue
        if lines[-1]:
            lines.append("")
        for letter in word:
            if _wide(lines[-1]) + _wide(letter) > room and lines[-1]:
                lines.append("")
            lines[-1] += letter
    return lines
