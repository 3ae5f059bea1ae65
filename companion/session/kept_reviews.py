"""Reviews kept beside the record: `reviews/7.jsonl` in its folder for game 7. They are derived data: anybody may delete
them, and what does not fit the game as it is now is made again.

The first line says which game this is, up to which entry, and what looked at it; each other line is a ply that was
looked at alone, from the last to the first. Those that were looked at closely say so.
"""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

from companion.kit.search.review import LookedAt, read_ply
from companion.play.timeline import Snapshot, played_before
from companion.reader import from_json
from companion.record.lists import REVIEWS
from companion.session.device import mind_of
from companion.values import NamedTuple

FORM = 2
"""Of the lines; a file of another form is made again."""


class Looks(NamedTuple):
    """The plies of a finished game that were looked at, the last first; the first `close` of them closely."""

    plies: tuple[LookedAt, ...] = ()
    close: int = 0


def kept_looks(folder: Path, step: Snapshot) -> Looks:
    """What was looked at already of a finished game; a line that is torn ends it."""
    file = folder / REVIEWS / _name(step)
    with suppress(OSError, ValueError):
        if not file.is_file():  # opening a pipe would wait for ever
            return Looks()
        head, *lines = file.read_text("utf-8").splitlines()
        if head == _head(step):
            looks, close = list[LookedAt](), 0
            with suppress(ValueError, TypeError, KeyError):
                for line, number in zip(lines, range(played_before(step.timeline or ()), 0, -1), strict=False):
                    fields: Any = from_json(line)
                    ply = read_ply(fields)
                    if ply.ply != number:
                        break
                    close += fields.get("close") is True and close == len(looks)
                    looks.append(ply)
            return Looks(tuple(looks), close)
    return Looks()


def looks_as_file(step: Snapshot, looks: Looks) -> tuple[str, bytes]:
    """The name of the file for the plies that are known, and what stands in it."""
    plies = [ply.as_json() | ({"close": True} if at < looks.close else {}) for at, ply in enumerate(looks.plies)]
    lines = [_head(step), *[json.dumps(ply, separators=(",", ":")) for ply in plies]]
    return _name(step), ("\n".join(lines) + "\n").encode()


def _name(step: Snapshot) -> str:
    return f"{step.setup.id}.jsonl"


def _head(step: Snapshot) -> str:
    """What a review must have looked at to fit: the game after its last entry, by this mind with this work."""
    mind = mind_of(step.setup)
    made = {"version": mind.version, "work": mind.review_work} if mind is not None else {}
    return json.dumps({"form": FORM, "game": step.setup.id, "entry": step.id, **made})
