"""Export of games to files, and import from files.

The engine replays every imported game: a game enters the record only if people could have entered it at the table, and
digests and results in the file must be correct. All games of a file are imported, or none.
"""

from __future__ import annotations

import json
import os
import re
import stat
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from companion.games import registry
from companion.games.game import Options
from companion.games.refusals import Message, Refusal
from companion.record import act as acts
from companion.record.act import Act, Begin, parse
from companion.record.gamefiles import WRITTEN, Sheet, SheetEntry, Unfit, sheet, shown, unfit
from companion.record.gamefiles import read as read_text
from companion.record.line import PEOPLE, RECORD, Line, Result
from companion.record.lookup import RecordView
from companion.record.record import Record
from companion.record.trouble import RecordTrouble
from companion.session.timeline import GameSetup, Timeline, advance, digest, result_of

LAST = "last"
"""In place of a number: the game that was touched last."""
MOST = 32 * 1024 * 1024
"""The largest file in bytes: some seven thousand games as JSON, five times as many as text."""
MOST_REPLAYED = 50_000
"""So many entries of one game may be replayed because of `change`; people at the table need a few hundred."""
_BINARY = b"SQLite format 3\0"


class Brought(NamedTuple):
    """The result of an import: the numbers of the new games, and how many games were in the record already."""

    numbers: tuple[int, ...]
    known: int


# -- out


def named(library: RecordView, game: str) -> int | None:
    """The number of the game that a number or `last` means; None if there is no such game."""
    number = library.last() if game == LAST else int(game) if re.fullmatch("[0-9]{1,9}", game) else None
    found = library.look(number) if number else None
    return number if found is not None and found.path else None


def sheets(library: RecordView, number: int | None = None) -> Iterator[Sheet]:
    """One game of a record, or all, in the order of their beginning, without games whose start was undone."""
    for one in library.numbers() if number is None else (number,):
        game = library.look(one)
        if game is not None and game.path:
            yield sheet(game, alone=len(library.series(game.series)) < 2)


def exported(folder: Path, game: str | None, form: str) -> Iterator[str]:
    """A game of the record by its number or `last`, or all for None, as text piece by piece; raises RecordTrouble.

    The device may run meanwhile.
    """
    with RecordView(folder) as library:
        number = named(library, game) if game is not None else None
        if game is not None and number is None:
            raise RecordTrouble("export.no-game", game=game)
        yield from WRITTEN[form](sheets(library, number))


# -- in


def content_of(file: Path) -> bytes:
    """The content of a file, at most one byte more than MOST. Raises OSError, also for a pipe or a device."""
    with os.fdopen(os.open(file, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC), "rb") as opened:
        if not stat.S_ISREG(os.fstat(opened.fileno()).st_mode):
            raise OSError(0, "not a file")
        return opened.read(MOST + 1)


def read(content: bytes) -> tuple[Sheet, ...]:
    """The games of a file, text or JSON; raises Unfit."""
    if len(content) > MOST:
        raise unfit(None, "large", most=MOST // 1024**2)
    if content.startswith((_BINARY, b"table-companion backup ")):
        raise unfit(None, "backup")
    try:
        return tuple(read_text(content.decode("utf-8-sig")))  # some editors write a byte order mark
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise unfit(Message("import.at-line", line=line), "utf8") from None


def verified(game: Sheet, now: float) -> Sheet:
    """The sheet after a replay of its game, with everything that a sheet may leave out; raises Unfit.

    Missing times become `now`, or the beginning of the game.
    """
    names = game.names
    try:
        engine = registry.game(game.key)
        names = engine.seat(game.names)
        setup = GameSetup(0, game.key, names, engine.complete(game.options))
        timeline = setup.begin()
    except Refusal as refusal:
        raise Unfit(game.where, refusal.message, names) from None
    begun, replayed = now if game.begun is None else game.begun, 0
    start, entries = _verify_digest(game.start, timeline, game.where), list[SheetEntry]()
    for entry in game.entries:
        act = parse(entry.text)
        replayed += max(len(timeline) - act.number, 0) if act.kind == acts.CHANGE else 0
        if replayed > MOST_REPLAYED:
            raise unfit(entry.where, "changes", most=MOST_REPLAYED)
        try:
            timeline = advance(setup, timeline, entry.text)
        except Refusal as refusal:
            raise Unfit(entry.where, refusal.message, names) from None
        except (ValueError, RecursionError):  # `set` has a table that is not JSON
            raise unfit(entry.where, "table") from None
        found = _verify_digest(entry.digest, timeline, entry.where)
        at = begun if entry.at is None else entry.at
        entries.append(entry._replace(at=at, digest=found, result=result_of(timeline)))
    result = result_of(timeline)
    claimed = game.result
    # A text has the act that ended the game only among its entries.
    if claimed is not None and (result is None or claimed != (*result[:2], claimed.ended and result.ended)):
        raise unfit(game.where, "result", entered=_result_text(claimed), found=_result_text(result))
    if game.ended is not None and entries:
        entries[-1] = entries[-1]._replace(at=game.ended)
    return game._replace(names=names, options=setup.options, entries=tuple(entries), begun=begun, start=start)


def _verify_digest(claimed: str, timeline: Timeline, where: Message | None) -> str:
    """The digest of the last table of a timeline; raises Unfit if the file claims another one."""
    found = digest(timeline[-1].position)
    if claimed and claimed != found:
        raise unfit(where, "digest")
    return found


def _result_text(result: Result | None) -> str:
    return "–" if result is None else json.dumps({"winners": result.winners, "scores": result.scores})[:200]


def bring(folder: Path, content: bytes, now: float) -> Brought:
    """Import the games of a file into the record of a folder, without those that are there already.

    The device must not have the record open. Raises Unfit and RecordTrouble, and then nothing has changed.
    """
    games = [(verified(game, now), game.begun is not None) for game in read(content)]
    first: dict[int, tuple[str, set[str]]] = {}
    for game, _ in games:
        kind_and_people = (game.key, set(game.names))
        if game.series is not None and first.setdefault(game.series, kind_and_people) != kind_and_people:
            raise unfit(game.where, "series", series=game.series)
    with Record(folder) as record:
        here, new = _Here(record), []
        series: dict[int, int] = {}
        for game, dated in games:
            there = here.find(game, dated=dated)
            if there is None:
                new.append(game)
            elif game.series is not None:
                series.setdefault(game.series, there)
        numbers = tuple(range(record.state.games + 1, record.state.games + 1 + len(new)))
        if new:
            record.add_together(_lines(record, new, series, now))
        return Brought(numbers, len(games) - len(new))


def _lines(record: Record, games: list[Sheet], series: dict[int, int], now: float) -> list[Line]:
    """The lines of imported games, game by game; new people get numbers after the known ones."""
    state = record.state
    people = {person.name: person.number for person in state.people.values()}
    lines: list[Line] = []

    def add(act: Act, at: float | None, game: int = 0, digest: str = "", result: Result | None = None) -> None:
        lines.append(Line(state.seq + 2 + len(lines), now if at is None else at, act, game, PEOPLE, digest, result))

    for number, game in enumerate(games, state.games + 1):
        for name in game.names:
            if name not in people:
                people[name] = max(people.values(), default=0) + 1
                add(Act(acts.NAME, people[name], name), now)
        of = None if game.series is None else series.setdefault(game.series, number)
        seats = tuple([people[name] for name in game.names])
        begun = Begin(game.key, seats, game.options, of if of != number else None)
        add(begun.act(), game.begun, number, game.start)
        for entry in game.entries:
            add(parse(entry.text), entry.at, number, entry.digest, entry.result)
    return [Line(state.seq + 1, now, Act(acts.IMPORT, len(lines)), 0, RECORD), *lines]


class _Here:
    """The games of the record. Each is found only once: two games of a file are never the same one."""

    def __init__(self, library: RecordView) -> None:
        self._library = library
        self._left: dict[tuple[str, tuple[str, ...]], list[int]] = {}
        for info in library.ask(lambda index: index.infos("path <> '[]' ORDER BY id")):
            self._left.setdefault((info.key, info.names), []).append(info.id)

    def find(self, game: Sheet, *, dated: bool) -> int | None:
        """The series of the same game in the record; None if the game is not there.

        A dated game that was continued after its export is the same one if its beginning is equal.
        """
        candidates = self._left.get((game.key, game.names), [])
        texts = [entry.text for entry in game.entries]
        for number in candidates:
            there = self._library.look(number)
            if there is None or (dated and shown(there.begun) != shown(game.begun)):
                continue
            path = [entry.text for entry in there.path[1:]]
            if _complete(game.key, there.options) == game.options and texts == (path[: len(texts)] if dated else path):
                candidates.remove(number)
                return there.series
        return None


def _complete(key: str, options: Options) -> Options | None:
    """The options of a recorded game, completed with options that the game got later; None if they are refused."""
    with suppress(Refusal):
        return registry.game(key).complete(options)
    return None
