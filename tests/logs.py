"""What a record's log says, for tests that look at it from outside."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from companion.play import act as acts
from companion.play.act import Line
from companion.record.index import INDEX
from companion.record.log import LOG, Scan


def lines(folder: Path) -> list[Line]:
    """Every line that can be read."""
    with (folder / LOG).open("rb") as file:
        return [line for _, line in Scan(file)]


def entries(folder: Path) -> list[tuple[int, str]]:
    """What was entered about games as the device names it, each with the number of the game."""
    return [(line.game, _short(line)) for line in lines(folder) if line.game]


def texts(folder: Path) -> list[str]:
    """The same without the numbers."""
    return [text for _, text in entries(folder)]


def _short(line: Line) -> str:
    if line.act.kind == acts.RESUME:
        return f"resume {line.game}"
    return f"new {acts.begin(line.act).key}" if line.act.kind == acts.NEW else str(line.act)


def changed(folder: Path, change: Callable[[Line], Line]) -> None:
    """Write the log with other lines in the place of those that `change` changes, as somebody with an editor could."""
    new = b"".join([change(line).encode() for line in lines(folder)])
    (folder / LOG).write_bytes(new)
    (folder / INDEX).unlink(missing_ok=True)
