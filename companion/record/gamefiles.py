"""Games as files: text in the notation and JSON, to be written and read again, and CSV for spreadsheets.

A sheet holds what counts now of one game: every entry that led to where it stands, the acts of the people among them
(`back 12`, `change 5 flip R7`). What was undone stays behind. As text:

    game: praetorians
    players: Ada, Ben
    options: twelves=false entry=scores
    begun: 2026-09-21T20:15:00+02:00

    1 bank 20
    2 bust
    3 bank 55

Only the first two lines and the entries are needed. The number before an entry is the place of the moment that it made,
as `back 2` and `change 1 bust` count them; it is for readers. Lines that are empty, begin with `#` or with a blank, and
the line `start` say nothing. Each `game:` begins another game. The playthroughs of the tests are such files.

As JSON it is one object, each game of `games` on a line of its own; an entry may also be its text alone:

    {"format": "table-companion games", "version": 1, "games": [
    {"number": 12, "game": "praetorians", "players": ["Ada", "Ben"], "options": {…}, "series": null,
     "begun": "2026-09-21T20:15:00+02:00", "start": "eb370742e823",
     "entries": [{"text": "bank 20", "at": "2026-09-21T20:15:40+02:00", "digest": "…"}, …],
     "result": {"winners": [0], "scores": [99, 6], "ended": ""}}
    ]}
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from datetime import datetime
from typing import Any, NamedTuple

from companion.games.game import Options
from companion.games.refusals import Message, Refusal
from companion.reader import Reader, Unparsed, Wrong, field, from_json
from companion.record import act as acts
from companion.record.act import parse
from companion.record.fold import GameState
from companion.record.line import STRANGE, Result
from companion.session.timeline import GameSetup, told

FORMAT, VERSION = "table-companion games", 1
"""What a file of JSON says that it is."""
TEXT_MOST = 65_536
"""The longest text of an entry in code points; ours have a few thousand at the most."""
LATEST = 1e11
"""Seconds since 1970 that no clock has shown yet: the year 5138."""
HEADER = ("game", "players", "options", "begun", "ended", "series", "over", "digest")
"""What a line of a text may begin with, and a colon behind it; the last two say how the game stands at its end."""
COLUMNS = ("number", "game", "begun", "ended", "seat", "person", "points", "won", "how")
_FORMULA = tuple("=+-@＝＋－＠")
"""With these, the wide ones too, a spreadsheet begins a formula, and a name could be one."""
_VALUES: dict[str, bool | str] = {"true": True, "false": False}


class SheetEntry(NamedTuple):
    """One entry of a sheet. `place` is its line in the file, or its number in the game, for messages."""

    text: str
    at: float | None = None
    digest: str = ""
    place: int = 0


class Sheet(NamedTuple):
    """A game as a file has it; what a file need not say is None or empty.

    `entries` are those after the start, `start` is the digest of the start, `ended` when the game was over. `series` is
    a mark that the games of a series have in common. `place` is the line in the file, or the number of the game in it.
    """

    key: str
    names: tuple[str, ...]
    options: Options
    entries: tuple[SheetEntry, ...]
    number: int = 0
    series: int | None = None
    begun: float | None = None
    ended: float | None = None
    start: str = ""
    result: Result | None = None
    place: int = 0

    @property
    def end(self) -> str:
        """The digest of the last table."""
        return self.entries[-1].digest if self.entries else self.start


class Unfit(Exception):
    """A file of games that cannot be taken; `where` and `why` say it, `names` are those of the people of the game."""

    def __init__(self, where: Message | None, why: Message, names: tuple[str, ...] = ()) -> None:
        super().__init__(where, why)
        self.where = where
        self.why = why
        self.names = names


def unfit(where: Message | None, key: str, /, **params: object) -> Unfit:
    """Something is wrong with a file itself, and not with the game in it."""
    return Unfit(where, Message(f"import.{key}", **params))


def sheet(game: GameState, *, alone: bool) -> Sheet:
    """A game of the record; `alone` if it is the only one of its series."""
    start, *others = game.path
    entries = tuple([SheetEntry(entry.text, entry.at, entry.digest) for entry in others])
    ended = None if game.result is None else game.at
    series = None if alone else game.series
    return Sheet(
        game.key, game.names, game.options, entries, game.id, series, game.begun, ended, start.digest, game.result
    )  # fmt: skip


def shown(at: float | None) -> str | None:
    """A time as files have it: local time to the second, with its offset from UTC."""
    if at is None:
        return None
    try:
        return datetime.fromtimestamp(at).astimezone().isoformat(timespec="seconds")
    except (ValueError, OverflowError, OSError):
        return None  # a clock that was far off


def moment(text: str) -> float:
    """The seconds since 1970 of a time as files have it; raises ValueError. Without an offset it is local time."""
    try:
        at = datetime.fromisoformat(text).timestamp()
    except (OverflowError, OSError) as error:
        raise ValueError(text) from error
    if not 0 <= at < LATEST:
        raise ValueError(text)
    return at


# -- writing


def as_text(games: Iterable[Sheet]) -> Iterator[str]:
    """The text, piece by piece."""
    for place, game in enumerate(games):
        lines = [f"# game {game.number}", f"game: {game.key}", f"players: {_people(game.names)}"]
        if game.options:
            lines.append(f"options: {' '.join(f'{key}={_value(value)}' for key, value in game.options.items())}")
        for key, said in (("begun", shown(game.begun)), ("ended", shown(game.ended)), ("series", game.series)):
            if said is not None:
                lines.append(f"{key}: {said}")
        lines += ["", *_numbered(game), ""] if game.entries else [""]
        if game.result is not None:
            lines.append(f"over: {json.dumps({'winners': game.result.winners, 'scores': game.result.scores})}")
        lines.append(f"digest: {game.end}")
        yield "\n" * (place > 0) + "\n".join(lines) + "\n"


def _people(names: tuple[str, ...]) -> str:
    """The names in a row; as JSON where one has a comma of its own."""
    if any("," in name or name.startswith("[") for name in names):
        return json.dumps(names, ensure_ascii=False)
    return ", ".join(names)


def _value(value: bool | str) -> str:
    return value if isinstance(value, str) else str(value).lower()


def _numbered(game: Sheet) -> Iterator[str]:
    """The entries, each moment with its place in the game. A change drops moments that are not allowed any more."""
    played = GameSetup(0, game.key, game.names, game.options)
    timeline, place = None, 0
    with suppress(Refusal, AssertionError):
        timeline = played.begin()
    for entry in game.entries:
        if timeline is not None:
            try:
                timeline = told(played, timeline, entry.text)
            except (Refusal, ValueError):
                timeline = None
        act = parse(entry.text)
        moves = act.kind in (acts.BACK, acts.CHANGE)
        place = (
            len(timeline) - 1 if timeline is not None else act.number if act.kind == acts.BACK else place + (not moves)
        )
        yield entry.text if moves else f"{place} {entry.text}"


def as_json(games: Iterable[Sheet]) -> Iterator[str]:
    """The JSON, piece by piece."""
    yield f'{{"format": {json.dumps(FORMAT)}, "version": {VERSION}, "games": ['
    for place, game in enumerate(games):
        members = {
            "number": game.number,
            "game": game.key,
            "players": game.names,
            "options": game.options,
            "series": game.series,
            "begun": shown(game.begun),
            "start": game.start,
            "entries": [{"text": text, "at": shown(at), "digest": digest} for text, at, digest, _ in game.entries],
            "result": None if game.result is None else game.result._asdict(),
        }
        yield f"{',' * (place > 0)}\n{json.dumps(members, ensure_ascii=False)}"
    yield "\n]}\n"


def as_csv(games: Iterable[Sheet]) -> Iterator[str]:
    """Results (RFC 4180), a row for each person of each game, piece by piece. Not to be read again."""
    yield _rows([COLUMNS])
    for game in games:
        yield _rows([_row(game, seat) for seat in range(len(game.names))])


def _row(game: Sheet, seat: int) -> tuple[object, ...]:
    result, name = game.result, game.names[seat]
    # In front of a text an apostrophe says that it is one. A game's file has the name as it is.
    person = f"'{name}" if name.startswith(_FORMULA) else name
    first = (game.number, game.key, shown(game.begun), shown(game.ended), seat, person)
    if result is None:
        return (*first, "", "", "")
    return (*first, result.scores[seat], int(seat in result.winners), result.ended or "played")


def _rows(rows: Iterable[tuple[object, ...]]) -> str:
    text = io.StringIO()
    csv.writer(text).writerows(rows)
    return text.getvalue()


WRITTEN: dict[str, Callable[[Iterable[Sheet]], Iterator[str]]] = {"text": as_text, "json": as_json, "csv": as_csv}
"""The forms in which games leave the record."""


# -- reading


def is_json(text: str) -> bool:
    """Whether a file is JSON, and not text in the notation."""
    return text[:4096].lstrip().startswith("{")


def read(text: str) -> Iterator[Sheet]:
    """The games of a file; raises Unfit at the first thing that is not as it should be."""
    return _json(text) if is_json(text) else _text(text)


def place(game: Sheet, entry: SheetEntry | None, *, lines: bool) -> Message:
    """Where a game or one of its entries stands: in a text the line, else the number."""
    if lines:
        return Message("import.at-line", line=(entry or game).place)
    if entry is None:
        return Message("import.at-game", game=game.place)
    return Message("import.at-entry", game=game.place, entry=entry.place)


def _text(text: str) -> Iterator[Sheet]:
    draft: _Draft | None = None
    for number, whole in enumerate(text.split("\n"), 1):
        line = whole.rstrip()
        if not line or line[0] in "# \t" or line == "start":
            continue
        where = Message("import.at-line", line=number)
        _lined(line, where)
        head = re.match(r"([A-Za-z]+):(?: |$)", line)
        if head is not None and head[1] not in HEADER:
            raise unfit(where, "unknown", name=head[1], known=", ".join(HEADER))
        if head is not None and head[1] == "game":
            if draft is not None:
                yield draft.sheet()
            draft = _Draft(number)
        if draft is None:
            raise unfit(where, "no-game")
        if head is None:
            draft.entries.append(SheetEntry(re.sub("^[0-9]{1,7} ", "", line), place=number))
        elif head[1] in draft.said:
            raise unfit(where, "twice", name=head[1])
        else:
            draft.said[head[1]] = number, line[head.end() :].strip()
    if draft is None:
        raise unfit(None, "empty")
    yield draft.sheet()


def _lined(text: str, where: Message) -> None:
    """Raise Unfit for an entry that cannot stand in a line of the log."""
    if len(text) > TEXT_MOST:
        raise unfit(where, "long", most=TEXT_MOST)
    strange = STRANGE.search(text)
    if strange is not None:
        raise unfit(where, "character", point=f"U+{ord(strange[0]):04X}")


class _Draft:
    """A game whose lines are being read; `said` are its headers, each with its line."""

    def __init__(self, line: int) -> None:
        self._line = line
        self.said: dict[str, tuple[int, str]] = {}
        self.entries: list[SheetEntry] = []

    def sheet(self) -> Sheet:
        """All of it; raises Unfit."""
        if "players" not in self.said:
            raise unfit(Message("import.at-line", line=self._line), "missing", name="players")
        entries, end = self.entries, self._read("digest", str) or ""
        if end and entries:
            entries = [*entries[:-1], entries[-1]._replace(digest=end)]
        return Sheet(
            self.said["game"][1], self._read("players", _names) or (), self._read("options", _options) or {},
            tuple(entries), series=self._read("series", _whole), begun=self._read("begun", moment),
            ended=self._read("ended", moment), start="" if entries else end, result=self._read("over", _over),
            place=self._line,
        )  # fmt: skip

    def _read(self, key: str, reading: Callable[[str], Any]) -> Any:
        if key not in self.said:
            return None
        line, value = self.said[key]
        with suppress(ValueError, Wrong):
            return reading(value)
        raise unfit(Message("import.at-line", line=line), "wrong", name=key)


def _names(text: str) -> tuple[str, ...]:
    if text.startswith("["):
        return _people_of(Reader(from_json(text)))
    return tuple([name.strip() for name in text.split(",")])


def _options(text: str) -> Options:
    chosen: dict[str, bool | str] = {}
    for part in text.split():
        key, equals, value = part.partition("=")
        if not equals or key in chosen:
            raise ValueError(part)
        chosen[key] = _VALUES.get(value, value)
    return chosen


def _whole(text: str) -> int:
    if not re.fullmatch("[0-9]{1,9}", text):
        raise ValueError(text)
    return int(text)


def _over(text: str) -> Result:
    """What else stands there (`by`, the rule that ended the game, in the protocol's `over`) is not looked at."""
    return _result(Reader(from_json(text)))


def _json(text: str) -> Iterator[Sheet]:
    try:
        top = Reader(from_json(text)).only("format", "version", "games")
        if top.get("format").value != FORMAT:
            raise unfit(None, "format", format=FORMAT)
        if top.member("version").whole(0, 9999) != VERSION:
            raise unfit(None, "version", known=VERSION)
        games = top.member("games").entries()
        if not games:
            raise unfit(None, "empty")
        yield from map(_sheet, games)
    except Unparsed as error:
        raise unfit(None if error.line is None else Message("import.at-line", line=error.line), "json") from error
    except Wrong as wrong:
        raise _at_its_place(wrong) from None


def _at_its_place(wrong: Wrong) -> Unfit:
    """The fault of a file of JSON. Its games and their entries are counted from 1, as they are everywhere."""
    where: Message | None = None
    match wrong.path:
        case ("games", int(game), "entries", int(entry), *rest):
            where = Message("import.at-entry", game=game + 1, entry=entry + 1)
        case ("games", int(game), *rest):
            where = Message("import.at-game", game=game + 1)
        case [*rest]:
            pass
    return Unfit(where, Message(wrong.key, field=field(tuple(rest)) or "{…}", **wrong.params))


def _sheet(game: Reader) -> Sheet:
    game.only("number", "game", "players", "options", "series", "begun", "start", "entries", "result")
    number = int(game.path[-1]) + 1
    entries = tuple([_entry(entry, number) for entry in game.member("entries").entries()])
    series, result = game.get("series"), game.get("result")
    return Sheet(
        game.member("game").text(), _people_of(game.member("players")),
        {name: _chosen(value) for name, value in game.get("options", {}).members().items()}, entries,
        series=None if series.none else series.whole(0, 10**9 - 1), begun=_at(game.get("begun")),
        start=game.get("start", "").text(),
        result=None if result.none else _result(result.only("winners", "scores", "ended")), place=number,
    )  # fmt: skip


def _people_of(players: Reader) -> tuple[str, ...]:
    return tuple([name.text() for name in players.entries()])


def _chosen(value: Reader) -> bool | str:
    return value.value if isinstance(value.value, bool | str) else value.wrong("value.chosen")


def _entry(entry: Reader, game: int) -> SheetEntry:
    number = int(entry.path[-1]) + 1
    if isinstance(entry.value, str):
        text, at, digest = entry.value, None, ""
    else:
        entry.only("text", "at", "digest")
        text, at, digest = entry.member("text").text(), _at(entry.get("at")), entry.get("digest", "").text()
    _lined(text, Message("import.at-entry", game=game, entry=number))
    return SheetEntry(text, at, digest, number)


def _at(time: Reader) -> float | None:
    return None if time.none else time.read(moment, "value.time")


def _result(result: Reader) -> Result:
    winners, scores = [
        tuple([part.whole(-(10**9), 10**9) for part in result.member(name).entries()]) for name in ("winners", "scores")
    ]
    return Result(winners, scores, result.get("ended", "").text())
