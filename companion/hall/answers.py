"""What a board answers at each address. Pure; a wrong question raises BadQuestion or NotFound."""

from __future__ import annotations

import csv
import io
import json
import re
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime
from typing import NamedTuple
from urllib.parse import parse_qsl

from companion.hall.config import Config
from companion.hall.fields import KEY, utc
from companion.hall.intake import REFUSALS
from companion.hall.ledger import Ledger, Row, day_of
from companion.hall.second_screen import table_view
from companion.hall.standings import Scope, StandingLine
from companion.hall.tables import Tables
from companion.hall.wall import (
    RATE_S,
    SCOPES_MOST,
    SHOWS,
    CachedTexts,
    ViewerState,
    changes,
    game_title,
    labels,
    people,
    tile,
)
from companion.record.lists import RatedGame
from companion.session.public_view import LABELS
from companion.session.ratings import RatingLine, ratings
from companion.texts import as_cell
from companion.words import LANGUAGES, Words

JSON, CSV = "application/json", "text/csv; charset=utf-8"
RESULTS_MOST = 500
RESULT_FIELDS = (
    "record", "game", "revision", "hash", "state", "kind", "title", "table", "day", "players", "teams", "places",
    "scores", "ended", "signed", "disputed", "arrived",
)  # fmt: skip
SEAT_FIELDS = ("name", "person", "place", "score", "team")
"""The columns of CSV for each seat."""
_BY_SEAT = ("players", "teams", "places", "scores")
_SCOPE = ("evening", "from", "to", "league", "kind")


class BadQuestion(Exception):
    """The query is wrong; the message says why."""


class NotFound(Exception):
    """There is nothing at this address; the message says what."""


class Answer(NamedTuple):
    """The type of a text, and the text."""

    kind: str
    text: str


class Health(NamedTuple):
    """How the board does. `since` is when it started, `alone_since` since when it has no broker; None if it has one.
    `lately` is what it has refused in the last minutes.
    """

    since: str
    alone_since: str | None
    refused: Mapping[str, int]
    lately: Mapping[str, int]
    disk_bytes: int

    @property
    def connected(self) -> bool:
        """Whether it hears a broker."""
        return self.alone_since is None


class Answers:
    """The answers of a board, from what it holds now."""

    def __init__(self, config: Config, board: str, ledger: Ledger, tables: Tables) -> None:
        self._config = config
        self._board = board
        self._ledger = ledger
        self._tables = tables
        self._tiles = {language: CachedTexts(self._make_tiles(Words(language))) for language in LANGUAGES}
        self._people: OrderedDict[Scope, CachedTexts] = OrderedDict()

    def answer(self, path: str, query: str, now: float, wall: float, health: Health) -> Answer:
        """The answer at a path. `now` is in seconds that only rise, `wall` in seconds since 1970."""
        name, _, kind = path.removeprefix("/").partition(".")
        asked = _asked(query)
        if path == "/tables.json":
            _only(asked)
            return _json(self._tables_json(now, wall, health))
        if name == "standings" and kind in ("json", "csv"):
            _only(asked, *_SCOPE)
            return self._standings(asked, kind)
        if name == "results" and kind in ("json", "csv"):
            _only(asked, *_SCOPE, "limit", "after")
            return self._results(asked, kind)
        if path == "/ratings.json":
            _only(asked, *_SCOPE)
            return self._ratings(asked)
        if path == "/health.json":
            _only(asked)
            tables = self._tables.lines(self._ledger, now)
            refused = {why: health.refused.get(why, 0) for why in REFUSALS}
            return _json({
                "board": self._board, "connected": health.connected, "alone_since": health.alone_since,
                "since": health.since, "tables": len(tables),
                "live": self._tables.live(now), "games": self._ledger.final(), "refused": refused,
                "refused_lately": dict(health.lately),
                "disk_bytes": health.disk_bytes,
            })  # fmt: skip
        raise NotFound("there is nothing here")

    def labels(self, path: str, query: str) -> dict[str, str]:
        """The labels of a page, before anything is shown on it; raises BadQuestion."""
        asked = _asked(query)
        if path == "/":
            return self._wall_labels(asked)
        self._table_of(asked)
        words = self._words(asked)
        return {label: words(f"web.{label}") for label in LABELS}

    def changes(
        self, query: str, seen: object, told: float, now: float, wall: float, *, connected: bool
    ) -> tuple[object, str]:  # fmt: skip
        """What a viewer of the page of this query has afterwards, and the JSON that is new to it, if there is any.

        `seen` is what it has: what the call before gave, None at first. `told` is when viewers were let look: what has
        come by then is computed for all of them once. Raises BadQuestion and NotFound.
        """
        asked = _asked(query)
        if "table" not in asked:
            had = seen if isinstance(seen, ViewerState) else None
            return self._wall_changes(asked, had, told, now, wall, connected)
        name = self._table_of(asked)
        view = table_view(name, self._tables.get(name), now, self._words(asked))
        text = json.dumps({"table": view._asdict()}, ensure_ascii=False, separators=(",", ":"))
        return text, "" if text == seen else text

    def _words(self, asked: Mapping[str, str]) -> Words:
        language = asked.get("language", self._config.board.language)
        if language not in LANGUAGES:
            raise BadQuestion(f"language is one of {', '.join(LANGUAGES)}")
        return Words(language)

    def _table_of(self, asked: Mapping[str, str]) -> str:
        """The table that the query of a second screen names."""
        _only(asked, "table", "show", "language")
        if asked.get("show", "grid") not in ("grid", "line"):
            raise BadQuestion("show is one of grid, line")
        table = asked.get("table", "")
        if not re.fullmatch(KEY, table):
            raise BadQuestion("table is needed: the name of one")
        return table

    def _wall_labels(self, asked: Mapping[str, str]) -> dict[str, str]:
        _only(asked, *_SCOPE, "show", "language")
        show = asked.get("show", SHOWS[0])
        if show not in SHOWS:
            raise BadQuestion(f"show is one of {', '.join(SHOWS)}")
        self.scope(asked)
        return {**labels(self._words(asked)), "title": self._config.board.title, "show": show}

    def _wall_changes(
        self, asked: Mapping[str, str], seen: ViewerState | None, told: float, now: float, wall: float, connected: bool
    ) -> tuple[ViewerState, str]:
        texts, words, own = self._wall_labels(asked), self._words(asked), self._config.board
        today = day_of(None, wall, own.zone, own.begins, clock=False)
        if not any(name in asked for name in ("evening", "from", "league")):
            asked = {**asked, "evening": today}
        scope = self.scope(asked)
        if scope not in self._people:
            self._people[scope] = CachedTexts(self._make_people(scope))
            if len(self._people) > SCOPES_MOST:
                self._people.popitem(last=False)
        self._people.move_to_end(scope)

        local = datetime.fromtimestamp(wall, own.zone)
        clock = 3600 * local.hour + 60 * local.minute + local.second

        def head() -> dict[str, object]:
            return {"labels": texts, "scope": _scope_text(asked, words), "now": round(now, 1), "clock": clock}

        tiles, standings = self._tiles[words.language](told), self._people[scope](told)
        return changes(tiles, standings, connected, clock - now, seen, head)

    def _make_tiles(self, words: Words) -> Callable[[float], dict[str, str]]:
        def make(now: float) -> dict[str, str]:
            texts = {}
            for line in self._tables.lines(self._ledger, now):
                table = self._tables.get(line.table)
                texts[line.table] = tile(line, table.at if table is not None else None, words)
            return texts

        return make

    def _make_people(self, scope: Scope) -> Callable[[float], dict[str, str]]:
        rated: tuple[RatingLine, ...] = ()
        rated_at = -RATE_S

        def make(now: float) -> dict[str, str]:
            nonlocal rated, rated_at
            lines = self._standings_of(scope)
            one_kind = any(line.points is not None for line in lines)
            if not self._config.ratings or not one_kind:
                return people(lines, None)
            if now - rated_at >= RATE_S:
                rated, rated_at = self._rated(scope), now
            return people(lines, rated)

        return make

    def _rated(self, scope: Scope) -> tuple[RatingLine, ...]:
        counted = self._ledger.results(scope)
        rated = [RatedGame(one.kind, one.order, one.players, one.teams, one.places) for one in counted]
        return ratings(rated, {*self._config.without, *self._ledger.forgotten})

    def _tables_json(self, now: float, wall: float, health: Health) -> object:
        lines = [line._asdict() for line in self._tables.lines(self._ledger, now)]
        head = {"format": "table-companion hall tables", "version": 1, "club": self._config.club, "board": self._board}
        alone = {"connected": health.connected, "alone_since": health.alone_since}
        return {**head, "at": utc(wall), **alone, "tables": lines}

    def scope(self, asked: Mapping[str, str]) -> Scope:
        """The scope that a query names; raises BadQuestion, and NotFound for an unknown league."""
        chosen = [name for name in ("evening", "from", "league") if name in asked]
        if len(chosen) > 1 or ("to" in asked) != ("from" in asked):
            raise BadQuestion("choose one: evening, from together with to, or league")
        scope = Scope()
        if "league" in asked:
            league = self._config.leagues.get(asked["league"])
            if league is None:
                raise NotFound(f"hall.toml has no league {asked['league']}")
            scope = league
        elif "evening" in asked:
            scope = Scope(_day(asked["evening"]), _day(asked["evening"]))
        elif "from" in asked:
            scope = Scope(_day(asked["from"]), _day(asked["to"]))
            if asked["from"] > asked["to"]:
                raise BadQuestion("from is after to")
        if "kind" in asked:
            kind = asked["kind"]
            if not re.fullmatch(KEY, kind):
                raise BadQuestion("kind is not the key of a game, such as spartacus")
            scope = scope._replace(kinds=(kind,) if scope.kinds is None or kind in scope.kinds else ())
        return scope

    def _standings(self, asked: Mapping[str, str], kind: str) -> Answer:
        scope = self.scope(asked)
        lines = self._standings_of(scope)
        if kind == "csv":
            return _csv(StandingLine._fields, [list(line) for line in lines])
        head = {"format": "table-companion standings", "version": 1, "club": self._config.club, "scope": dict(asked)}
        return _json({**head, "games": len(self._ledger.standings(scope)), "lines": [line._asdict() for line in lines]})

    def _standings_of(self, scope: Scope) -> tuple[StandingLine, ...]:
        return self._ledger.standings(scope).lines(self._ledger.forgotten)

    def _results(self, asked: Mapping[str, str], kind: str) -> Answer:
        limit = asked.get("limit", str(RESULTS_MOST))
        if not re.fullmatch("[1-9][0-9]{0,2}", limit) or int(limit) > RESULTS_MOST:
            raise BadQuestion(f"limit goes from 1 to {RESULTS_MOST}")
        after = ("", 0)
        if "after" in asked:
            match = re.fullmatch("([0-9a-f]{32})-([0-9]{1,10})", asked["after"])
            if match is None:
                raise BadQuestion("after is not like the next of an answer: RECORD-GAME")
            after = match[1], int(match[2])
        scope = self.scope(asked)
        counted = {key: row for key, row in self._ledger.rows.items() if scope.has(row.day, row.kind)}
        keys = sorted([key for key in counted if key > after])
        rows = [counted[key] for key in keys[: int(limit)]]
        if kind == "csv":
            # Of all, not only of this page: then the pages have the same columns.
            seats = max([len(row.players) for row in counted.values()], default=0)
            return _csv(_heads(seats), [_cells(row, seats) for row in rows])
        more = f"{rows[-1].record}-{rows[-1].game}" if len(keys) > len(rows) else None
        return _json({"results": [_result(row) for row in rows], "next": more})

    def _ratings(self, asked: Mapping[str, str]) -> Answer:
        if not self._config.ratings:
            raise NotFound("there are no ratings: on = true in [ratings] of hall.toml makes them")
        if "kind" not in asked:
            raise BadQuestion("kind is missing, such as kind=spartacus")
        lines = self._rated(self.scope(asked))
        return _json({"kind": asked["kind"], "scope": dict(asked), "lines": [line._asdict() for line in lines]})


def _result(row: Row) -> dict[str, object]:
    players = [player._asdict() for player in row.players]
    fields = {**row._asdict(), "players": players, "arrived": utc(row.arrived)}
    return {name: fields[name] for name in RESULT_FIELDS}


def _heads(seats: int) -> list[str]:
    """The columns of results: the columns of a result, and for each seat the columns of a seat."""
    each = [f"{name} {seat}" for seat in range(1, seats + 1) for name in SEAT_FIELDS]
    return [*[name for name in RESULT_FIELDS if name not in _BY_SEAT], *each]


def _cells(row: Row, seats: int) -> list[object]:
    """A result in these columns; the columns of seats that it has not are empty."""
    fields = _result(row)
    cells = [fields[name] for name in RESULT_FIELDS if name not in _BY_SEAT]
    for seat, player in enumerate(row.players):
        lists = (row.places, row.scores, row.teams)
        cells += [player.name, player.person, *[None if values is None else values[seat] for values in lists]]
    return cells + [None] * (seats - len(row.players)) * len(SEAT_FIELDS)


def _asked(query: str) -> dict[str, str]:
    try:
        pairs = parse_qsl(query, keep_blank_values=True, strict_parsing=bool(query), errors="strict", max_num_fields=9)
    except ValueError:
        raise BadQuestion("the query cannot be read") from None
    asked = dict(pairs)
    if len(asked) < len(pairs):
        raise BadQuestion("a question is asked twice")
    return asked


def _only(asked: Mapping[str, str], *known: str) -> None:
    for name in asked:
        if name not in known:
            raise BadQuestion(f"questions known here: {', '.join(known) or 'none'}")


def _scope_text(asked: Mapping[str, str], words: Words) -> str:
    """The scope of the standings for people."""
    parts = []
    if "league" in asked:
        parts.append(asked["league"])
    elif "evening" in asked:
        parts.append(words("wall.evening", day=asked["evening"]))
    else:
        parts.append(words("wall.days", first=asked["from"], last=asked["to"]))
    if "kind" in asked:
        parts.append(game_title(asked["kind"], asked["kind"], words))
    return " · ".join(parts)


def _day(text: str) -> str:
    try:
        if re.fullmatch("[0-9]{4}-[0-9]{2}-[0-9]{2}", text):
            return date.fromisoformat(text).isoformat()
    except ValueError:
        pass
    raise BadQuestion("a day is written as 2026-11-22")


def _json(value: object) -> Answer:
    return Answer(JSON, json.dumps(value, ensure_ascii=False, separators=(",", ":")))


def _csv(heads: Sequence[str], rows: Sequence[Sequence[object]]) -> Answer:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(heads)
    writer.writerows([_cell(value) for value in row] for row in rows)
    return Answer(CSV, out.getvalue())


def _cell(value: object) -> object:
    """A value of a table: null is empty, and no spreadsheet takes a name for a formula."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return json.dumps(value)
    return as_cell(value) if isinstance(value, str) else value
