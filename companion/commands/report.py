"""`companion report`: a game of the record as a page of HTML, for phones and for paper."""

from __future__ import annotations

import re
import sqlite3
import sys
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

from companion.commands import named
from companion.commands.record import save, say, told
from companion.report.page import page
from companion.report.telling import Account
from companion.table.journal import JournalTrouble
from companion.table.moments import Entry, Played, replayed
from companion.table.reading import LEADS_NOWHERE, present
from companion.table.results import PAUSE_S
from companion.table.settings_file import SettingsFile
from companion.table.sheets import Sheet, last, sheets
from companion.table.shelf import Kept
from companion.words import LANGUAGES, Words

LAST = "last"
OUT = "-"
"""Standard output, where people name a file."""


def report(data: Path | None, game: str, file: str, language: str | None = None) -> int:
    """Write the report of a game, by its number or `last`, into a file or to standard output; the exit status."""
    folder = named.folder(data)

    def done(words: Words) -> None:
        chosen = language or SettingsFile(folder).settings.language
        spoken = chosen if chosen in LANGUAGES else "en"
        account = found(folder, game)
        written = page(account, Words(spoken), spoken)
        if file == OUT:
            sys.stdout.buffer.write(written.encode())
            sys.stdout.buffer.flush()
            return
        save([written], folder, Path(file))
        key = account.kept.key
        name = words(f"game.{key}") if f"game.{key}" in words else key
        say(words("report.done", file=file, game=name, number=account.kept.id))

    return told(folder, done)


def found(folder: Path, game: str) -> Account:
    """A game of the record in a folder, with its series up to it; raises JournalTrouble.

    The device may go on meanwhile.
    """
    try:
        with present(folder) as record:
            number = last(record) if game == LAST else int(game) if re.fullmatch("[0-9]{1,9}", game) else None
            sheet = next(sheets(record, number), None) if number is not None else None
            if sheet is None:
                raise JournalTrouble("report.no-game", game=game)
            series, head = record.execute("SELECT series, head FROM games WHERE id = ?", (sheet.number,)).fetchone()
            # Also a later game that was over before this one: an earlier game can be reopened and end last.
            together = record.execute(
                "SELECT id, head FROM games WHERE series = ?1 AND head > 0 AND (id <= ?2 OR ended < ?3) ORDER BY id",
                (series, sheet.number, head),
            ).fetchall()
            games = [_kept(one, series, at) for other, at in together for one in sheets(record, other)]
    except (sqlite3.Error, *LEADS_NOWHERE) as error:
        raise JournalTrouble("journal.read", why=error) from error
    kept = _kept(sheet, series, head)
    played = Played(kept.id, kept.key, kept.names, kept.options)
    steps = replayed(played, _path(sheet))
    return Account(kept, steps, tuple(games), _seconds(sheet))


def _kept(sheet: Sheet, series: int, head: int) -> Kept:
    """A game as the shelf has it."""
    begun = sheet.begun or 0.0
    at = sheet.entries[-1].at if sheet.entries else begun
    number = sheet.number
    return Kept(number, sheet.key, sheet.names, sheet.options, series, head, begun, at or begun, sheet.result)


def _path(sheet: Sheet) -> list[Entry]:
    """The entries of a sheet as a path, numbered along it."""
    told = [(f"new {sheet.key}", sheet.start), *[(entry.text, entry.digest) for entry in sheet.entries]]
    return [Entry(at, sheet.number, text, at - 1, digest) for at, (text, digest) in enumerate(told, 1)]


def _seconds(sheet: Sheet) -> float:
    """How long people have played: the time between entries, without pauses. A step of the clock is one, too."""
    times: Sequence[float] = [sheet.begun or 0.0, *[entry.at or 0.0 for entry in sheet.entries]]
    return sum([then - before for before, then in pairwise(times) if 0 < then - before <= PAUSE_S])
