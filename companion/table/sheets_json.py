"""Games as JSON: one object, each game of `games` on a line of its own.

    {"format": "table-companion games", "version": 1, "games": [
    {"number": 12, "game": "praetorians", "players": ["Ada", "Ben"], "options": {…}, "series": null,
     "begun": "2026-09-21T20:15:00+02:00", "start": "eb370742e823",
     "entries": [{"text": "bank 20", "at": "2026-09-21T20:15:40+02:00", "digest": "…"}, …],
     "result": {"winners": [0], "scores": [99, 6], "ended": ""}}
    ]}

`game`, `players` and `entries` are needed; an entry may also be its text alone.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping

from companion.engines.refusals import Message
from companion.table.moments import Result
from companion.table.sheets import FORMAT, VERSION, Noted, Sheet, Unfit, moment, shown, unfit
from companion.table.vetting import NEVER_IN_A_LINE, TEXT_MOST

_TOP = ("format", "version", "games")
_GAME = ("number", "game", "players", "options", "series", "begun", "start", "entries", "result")
_ENTRY = ("text", "at", "digest")
_RESULT = ("winners", "scores", "ended")


# -- writing


def written(games: Iterable[Sheet]) -> Iterator[str]:
    """The text, piece by piece."""
    yield f'{{"format": {json.dumps(FORMAT)}, "version": {VERSION}, "games": ['
    for place, sheet in enumerate(games):
        game = {
            "number": sheet.number,
            "game": sheet.key,
            "players": sheet.names,
            "options": sheet.options,
            "series": sheet.series,
            "begun": shown(sheet.begun),
            "start": sheet.start,
            "entries": [{"text": text, "at": shown(at), "digest": digest} for text, at, digest, _ in sheet.entries],
            "result": None if sheet.result is None else sheet.result._asdict(),
        }
        yield f"{',' * (place > 0)}\n{json.dumps(game, ensure_ascii=False)}"
    yield "\n]}\n"


# -- reading


def read(text: str) -> Iterator[Sheet]:
    """The games of a text; raises Unfit at the first thing that is not as it should be."""
    try:
        tree = json.loads(text, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        raise unfit(Message("import.at-line", line=error.lineno), "json") from error
    except (ValueError, RecursionError) as error:  # also numbers too long to read, and lists in lists in lists
        raise unfit(None, "json") from error
    top = _members(None, tree, "{…}", _TOP)
    if top.get("format") != FORMAT:
        raise unfit(None, "format", format=FORMAT)
    if top.get("version") != VERSION:
        raise unfit(None, "version", known=VERSION)
    games = _list(None, top, "games")
    if not games:
        raise unfit(None, "empty")
    for number, game in enumerate(games, 1):
        yield _sheet(number, game)


def _no_constant(name: str) -> object:
    """RFC 8259 knows neither NaN nor Infinity; Python's reader does."""
    raise ValueError(name)


def at_game(number: int) -> Message:
    """Where in a file, by games."""
    return Message("import.at-game", game=number)


def at_entry(game: int, number: int) -> Message:
    """Where in a file, by entries of a game."""
    return Message("import.at-entry", game=game, entry=number)


def _sheet(number: int, told: object) -> Sheet:
    where = at_game(number)
    game = _members(where, told, "games", _GAME)
    names = _list(where, game, "players")
    if not all(isinstance(name, str) for name in names):
        raise _wrong(where, "players")
    options = _members(where, game.get("options", {}), "options", None)
    series = game.get("series")
    if series is not None and (type(series) is not int or not 0 <= series < 10**9):
        raise _wrong(where, "series")
    entries = tuple([_noted(number, place, entry) for place, entry in enumerate(_list(where, game, "entries"), 1)])
    return Sheet(
        _text(where, game, "game"), tuple(map(str, names)), options, entries,  # type: ignore[arg-type]  # judged later
        series=series, begun=_moment(where, game, "begun"), start=_text(where, game, "start", ""),
        result=_result(where, game.get("result")), place=number,
    )  # fmt: skip


def _noted(game: int, place: int, told: object) -> Noted:
    where = at_entry(game, place)
    entry = {"text": told} if isinstance(told, str) else _members(where, told, "entries", _ENTRY)
    text = _text(where, entry, "text")
    if len(text) > TEXT_MOST:
        raise unfit(where, "long", most=TEXT_MOST)
    strange = NEVER_IN_A_LINE.search(text)
    if strange is not None:
        raise unfit(where, "character", point=f"U+{ord(strange[0]):04X}")
    return Noted(text, _moment(where, entry, "at"), _text(where, entry, "digest", ""), place)


def _result(where: Message, told: object) -> Result | None:
    if told is None:
        return None
    result = _members(where, told, "result", _RESULT)
    parts = [_list(where, result, key) for key in ("winners", "scores")]
    if not all(type(part) is int for row in parts for part in row):
        raise _wrong(where, "result")
    return Result(tuple(parts[0]), tuple(parts[1]), _text(where, result, "ended", ""))  # type: ignore[arg-type]


def _members(where: Message | None, value: object, name: str, known: tuple[str, ...] | None) -> Mapping[str, object]:
    if not isinstance(value, dict):
        raise _wrong(where, name)
    for key in value:
        if known is not None and key not in known:
            raise unfit(where, "unknown", name=key[:40], known=", ".join(known))
    return value


def _list(where: Message | None, members: Mapping[str, object], key: str) -> list[object]:
    if key not in members:
        raise unfit(where, "missing", name=key)
    value = members[key]
    if not isinstance(value, list):
        raise _wrong(where, key)
    return value


def _text(where: Message, members: Mapping[str, object], key: str, default: str | None = None) -> str:
    value = members.get(key, default)
    if value is None:
        raise unfit(where, "missing", name=key)
    if not isinstance(value, str):
        raise _wrong(where, key)
    return value


def _moment(where: Message, members: Mapping[str, object], key: str) -> float | None:
    value = members.get(key)
    if value is None:
        return None
    if isinstance(value, str):
        try:
            return moment(value)
        except ValueError:
            pass
    raise _wrong(where, key)


def _wrong(where: Message | None, name: str) -> Unfit:
    return unfit(where, "wrong", name=name)
