"""Checks a whole record: every line of the log, the index, and a replay of every game. It changes nothing."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from companion.kit.game import Games
from companion.messages import Message
from companion.play.act import damage_owners, decode, is_torn
from companion.play.timeline import GameSetup, replay_path
from companion.record import RecordTrouble
from companion.record.index import INDEX
from companion.record.log import LOG, check_version, scanned
from companion.record.lookup import RecordView
from companion.record.record import Record
from companion.texts import reason_of

MOST = 20
"""The most faults of a kind that are reported."""
HEALS = ("check.last", "check.cut", "check.torn", "check.zeros", "check.index")
"""What `repair` removes, by the keys of their messages."""


class Checked(NamedTuple):
    """The faults, and how much the record holds. `notes` are about files that may be deleted: they are no faults."""

    people: int
    games: int
    entries: int
    faults: tuple[Message, ...]
    notes: tuple[Message, ...] = ()


def check(folder: Path, games: Games) -> Checked:
    """Check the record in a folder; raises RecordTrouble."""
    with RecordView(folder, games) as library:
        log, tail = library.log()
        ends = log.count(b"\n")
        damaged = [(number, raw) for number, raw in enumerate(BytesIO(log + tail), 1) if decode(raw) is None]
        spoilt = [(number, raw) for number, raw in damaged if number <= ends or not is_torn(raw)]
        faults = [
            Message("check.line" if number <= ends else "check.last", line=number, about=", ".join(damage_owners(raw)))
            for number, raw in spoilt[:MOST]
        ]
        missing = scanned(BytesIO(log)).lost - len([number for number, _ in spoilt if number <= ends])
        if missing > 0 and not library.is_unread:
            faults.append(Message("check.missing", count=missing))
        torn = len(tail) - sum([len(raw) for number, raw in spoilt if number > ends])
        if library.is_cut_off:
            faults.append(Message("record.cut-off"))
        elif library.cut_lines:
            faults.append(Message("check.cut", count=library.cut_lines))
        elif torn:
            # Zeros at the end can be a block that was lost, with entries that had been confirmed.
            faults.append(Message("check.zeros" if b"\0" in tail else "check.torn", count=torn))
        try:
            check_version(library.state.version, folder / LOG)
        except RecordTrouble as newer:
            faults.insert(0, newer.message)
        stuck = list(islice(find_stuck_games(library), MOST))
        stale = library.made and not library.is_cut_off and (folder / INDEX).exists()
        notes = (Message("check.index", file=INDEX),) if stale else ()
        people, entries = len(library.state.people), library.state.seq + 1
        return Checked(people, len(library.numbers()), entries, (*faults, *stuck), notes)


def find_stuck_games(library: RecordView) -> Iterator[Message]:
    """A message for each game whose replay leads to another table than the record, with the first such entry."""
    for game in map(library.game_state, library.numbers()):
        if game is not None:
            for step in replay_path(GameSetup.of(game, library.rules_of), game.path):
                if step.timeline is None:
                    yield Message("check.replay", number=game.id, names=game.names, entry=step.id, text=step.text)
                    break


def repair(folder: Path, games: Games) -> None:
    """Cut a torn tail (a copy stays as `torn-N`) and rebuild the index. The device must not have the record open.

    Raises RecordTrouble.
    """
    Record(folder, games).close()  # a cut log gets its new id while the index still knows that it is cut
    try:
        (folder / INDEX).unlink(missing_ok=True)
    except OSError as error:  # for example, a folder has its name
        raise RecordTrouble("export.unwritable", file=folder / INDEX, why=reason_of(error)) from error
    Record(folder, games).close()
