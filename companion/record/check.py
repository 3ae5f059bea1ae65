"""Everything of a record looked at: every line of the log, the index, every game played again. Nothing is changed."""

from __future__ import annotations

import os
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from companion.games.refusals import Message
from companion.record.fold import GameState
from companion.record.index import INDEX
from companion.record.line import decode, hints
from companion.record.log import LOG, Scan
from companion.record.lookup import fits, opened_log, reading
from companion.record.record import Record
from companion.session.timeline import GameSetup, replayed

MOST = 20
"""So many faults of a kind are named."""


class Fault(NamedTuple):
    """Something that is not as it should be; `heals` says whether `repair` puts an end to it."""

    message: Message
    heals: bool


class Checked(NamedTuple):
    """What was found, and how much the record holds."""

    people: int
    games: int
    entries: int
    faults: tuple[Fault, ...]


def check(folder: Path) -> Checked:
    """Look at the record in a folder; raises RecordTrouble."""
    faults: list[Fault] = []
    with closing(opened_log(folder)) as file:
        scan = Scan(file)
        for _ in scan:
            pass
        torn = file.seek(0, os.SEEK_END) - scan.end
        file.seek(0)
        for number, raw in enumerate(file.read(scan.end).splitlines(keepends=True), 1):
            if decode(raw) is None and len(faults) < MOST:
                faults.append(Fault(Message("check.line", line=number, about=", ".join(hints(raw))), heals=False))
        if torn:
            faults.append(Fault(Message("check.torn", count=torn), heals=True))
    if (folder / INDEX).exists() and not fits(folder):
        faults.append(Fault(Message("check.index", file=INDEX), heals=True))
    with reading(folder) as library:
        numbers, stuck = library.numbers(), 0
        for number in numbers:
            game = library.look(number)
            message = _stuck(game) if game is not None and stuck < MOST else None
            if message is not None:
                stuck += 1
                faults.append(Fault(message, heals=False))
        return Checked(len(library.state.people), len(numbers), library.state.seq + 1, tuple(faults))


def _stuck(game: GameState) -> Message | None:
    """Where a game leads to another table than the recorded one under today's rules."""
    for step in replayed(GameSetup(game.id, game.key, game.names, game.options), game.path):
        if step.timeline is None:
            return Message("check.replay", number=game.id, names=game.names, entry=step.id, text=step.text)
    return None


def repair(folder: Path) -> None:
    """Cut a torn tail (a copy stays as `torn-N`) and make the index again. The device must not have the record open."""
    if (folder / LOG).exists():
        (folder / INDEX).unlink(missing_ok=True)
    Record(folder).close()
