"""Games leave the record as text, JSON or CSV, and come in from text and JSON.

Every game that comes in is played again by its engine: nothing enters the record that could not have been told at the
table, and what a file says of digests and results must be so. All games of a file come in, or none.
"""

from __future__ import annotations

import json
import os
import re
import sqlite3
import stat
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from companion import engines
from companion.engines.position import Options
from companion.engines.refusals import Message, Refusal
from companion.table import sheets_csv, sheets_json, sheets_text
from companion.table.arriving import Entered, Whole
from companion.record.record import Record
from companion.record.trouble import RecordTrouble
from companion.table.moments import Played, Result, digest, resulted, told
from companion.table.reading import LEADS_NOWHERE, present
from companion.table.schema import path
from companion.table.sheets import Noted, Sheet, last, refused, sheets, shown, unfit

LAST = "last"
"""The game that was touched last, where people name a game."""
MOST = 32 * 1024 * 1024
"""Bytes of a file that is taken; some seven thousand games as JSON, five times as many as text."""
_BACKUP = b"SQLite format 3\0"

WRITTEN: dict[str, Callable[[Iterable[Sheet]], Iterator[str]]] = {
    "text": sheets_text.written,
    "json": sheets_json.written,
    "csv": sheets_csv.written,
}
"""The forms in which games leave the record."""


class Brought(NamedTuple):
    """What came of a file: the numbers of the games that are new in the record, and how many were there already."""

    numbers: tuple[int, ...]
    known: int


# -- out


def exported(folder: Path, game: str | None, form: str) -> Iterator[str]:
    """A game of the record by its number or `last`, or all for None, as text piece by piece; raises RecordTrouble.

    The device may go on meanwhile.
    """
    try:
        with present(folder) as record:
            number = None
            if game is not None:
                number = last(record) if game == LAST else int(game) if re.fullmatch("[0-9]{1,9}", game) else None
                if number is None or not any(sheets(record, number)):
                    raise RecordTrouble("export.no-game", game=game)
            yield from WRITTEN[form](sheets(record, number))
    except (sqlite3.Error, *LEADS_NOWHERE) as error:
        raise RecordTrouble("journal.read", why=error) from error


# -- in


def read(content: bytes) -> tuple[Sheet, ...]:
    """The games of a file, text or JSON; raises Unfit."""
    if len(content) > MOST:
        raise unfit(None, "large", most=MOST // 1024**2)
    if content.startswith(_BACKUP):
        raise unfit(None, "backup")
    try:
        text = content.decode("utf-8-sig")  # some editors put a mark before the first letter
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise unfit(sheets_text.at_line(line), "utf8") from None
    return tuple(sheets_json.read(text) if _is_json(text) else sheets_text.read(text))


def _is_json(text: str) -> bool:
    return text[:4096].lstrip().startswith("{")


def content_of(file: Path) -> bytes:
    """What a file holds, no more of it than is taken. Not of a pipe or a device; raises OSError."""
    with os.fdopen(os.open(file, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC), "rb") as opened:
        if not stat.S_ISREG(os.fstat(opened.fileno()).st_mode):
            raise OSError(0, "not a file")
        return opened.read(MOST + 1)


def verified(sheet: Sheet, where: Callable[[Noted | None], Message], now: float) -> Whole:
    """The game of a sheet, played again; raises Unfit. What it does not tell of times is `now`."""
    try:
        game = engines.game(sheet.key)
        names = game.seat(sheet.names)
        played = Played(0, sheet.key, names, game.complete(sheet.options))
        course = played.begin()
    except Refusal as refusal:
        raise refused(where(None), refusal, sheet.names) from None
    begun = now if sheet.begun is None else sheet.begun
    entries = [Entered(f"new {sheet.key}", digest(course[-1].position), begun)]
    _same(sheet.start, entries[0].digest, where(None))
    for noted in sheet.entries:
        try:
            if noted.text.startswith("set "):
                _object(noted, where)
            course = told(played, course, noted.text)
        except Refusal as refusal:
            raise refused(where(noted), refusal, names) from None
        entries.append(Entered(noted.text, digest(course[-1].position), begun if noted.at is None else noted.at))
        _same(noted.digest, entries[-1].digest, where(noted))
    result = resulted(course)
    claimed = sheet.result
    # How it was ended stands among the entries; a text does not say it twice.
    if claimed is not None and (result is None or claimed != (*result[:2], claimed.ended and result.ended)):
        raise unfit(where(None), "result", told=_told(claimed), found=_told(result))
    if sheet.ended is not None:
        entries[-1] = entries[-1]._replace(at=sheet.ended)
    return Whole(sheet.key, names, played.options, tuple(entries), result, sheet.series)


def _object(noted: Noted, where: Callable[[Noted | None], Message]) -> None:
    """The table that is set must be an object of JSON: what an engine makes sense of begins there."""
    try:
        table = json.loads(noted.text[4:])
    except (ValueError, RecursionError):
        table = None
    if not isinstance(table, dict):
        raise unfit(where(noted), "table")


def _same(claimed: str, found: str, where: Message) -> None:
    if claimed and claimed != found:
        raise unfit(where, "digest")


def _told(result: Result | None) -> str:
    return "–" if result is None else json.dumps({"winners": result.winners, "scores": result.scores})[:200]


def bring(folder: Path, content: bytes, now: float) -> Brought:
    """Take the games of a file into the record of a folder, but for those that are there already.

    The device must not have the record open. Raises Unfit and RecordTrouble, and then nothing has changed.
    """
    found = read(content)
    lines = not _is_json(content[:8192].decode("utf-8-sig", "replace"))
    games = [(verified(sheet, _where(sheet, lines), now), sheet) for sheet in found]
    _together(games, lines)
    with Journal(folder) as journal, present(folder) as database:
        here = _Here(database)
        series: dict[int, int] = {}
        new: list[Whole] = []
        for game, sheet in games:
            there = here.find(game, dated=sheet.begun is not None)
            if there is None:
                new.append(game)
            elif game.series is not None:
                series.setdefault(game.series, there)
        return Brought(journal.add_whole(new, series, now), len(games) - len(new))


def _where(sheet: Sheet, lines: bool) -> Callable[[Noted | None], Message]:
    """How a place in the file is told."""
    if lines:
        return lambda noted: sheets_text.at_line((noted or sheet).place)
    return lambda noted: (
        sheets_json.at_game(sheet.place) if noted is None else sheets_json.at_entry(sheet.place, noted.place)
    )


def _together(games: Iterable[tuple[Whole, Sheet]], lines: bool) -> None:
    """Raise Unfit unless the same people play the same game in all games of a series."""
    first: dict[int, tuple[str, set[str]]] = {}
    for game, sheet in games:
        if game.series is not None:
            these = (game.key, set(game.names))
            if first.setdefault(game.series, these) != these:
                raise unfit(_where(sheet, lines)(None), "series", series=game.series)


class _Here:
    """The games of the record, each to be found once: two games of a file are never the same one."""

    def __init__(self, database: sqlite3.Connection) -> None:
        self._run = database.execute
        self._left: dict[tuple[str, tuple[str, ...]], list[tuple[str, str | None, int, int]]] = {}
        for key, players, options, begun, head, series in self._run(
            "SELECT game, players, options, begun, head, series FROM games WHERE head > 0 ORDER BY id"
        ):
            these = self._left.setdefault((key, tuple(json.loads(players))), [])
            these.append((options, shown(begun), head, series))

    def find(self, game: Whole, *, dated: bool) -> int | None:
        """The series of the same game in the record; None where it is not there.

        A game that has gone on since it was written down is the same one, if its beginning says that it is.
        """
        these = self._left.get((game.key, game.names), [])
        entries = [entry.text for entry in game.entries]
        for kept in these:
            options, begun, head, series = kept
            if (dated and begun != shown(game.entries[0].at)) or game.options != _complete(game.key, options):
                continue
            texts = [entry.text for entry in path(self._run, head)]
            if entries == (texts[: len(entries)] if dated else texts):
                these.remove(kept)
                return series
        return None


def _complete(key: str, options: str) -> Options | None:
    """The options of a game in the record with those that it knows by now."""
    with suppress(Refusal):
        return engines.game(key).complete(json.loads(options))
    return None
