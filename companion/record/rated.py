"""The results of the record as ratings need them: finished games of two people or more against each other, without a
device."""

from __future__ import annotations

from datetime import datetime, timedelta

from companion.play.fold import GameInfo
from companion.play.results import aim_of, is_one_side, places, teams_of
from companion.ports import CLOCK_FROM
from companion.record.figures import past_games
from companion.record.index import Run
from companion.record.lists import WITH_DEVICE, RatedGame
from companion.record.log import id_of, read_line
from companion.record.lookup import RecordView, opened_log

DAY_BEGINS = timedelta(hours=6)
"""A game that ends after midnight belongs to the evening before."""

_WITH_DEVICE = f"SELECT DISTINCT game FROM results WHERE kind GLOB '*{WITH_DEVICE}'"
_BEGINNINGS = "SELECT id, path ->> '$[0]' FROM games WHERE ended IS NOT NULL"


def rated_games(library: RecordView, most: int = -1) -> tuple[RatedGame, ...]:
    """The results of the `most` games that ended last (-1 for all). Raises RecordTrouble."""
    past, devices = library.ask(lambda index: (past_games(index.run, most=most), _numbers(index.run)))
    records = _records(library)
    first = next(iter(library.state.ids), "")
    rated, day = [], ""
    for game in [game for game, entries, _ in reversed(past) if entries is not None]:
        day = _evening(game.at) or day
        one_side = is_one_side(library.rules_of(game), len(game.people))
        if not one_side and min(game.people) >= 0 and game.id not in devices:
            rated.append(_rated(library, game, (day, records.get(game.id, first), game.id)))
    return tuple(rated)


def _rated(library: RecordView, game: GameInfo, order: tuple[str, str, int]) -> RatedGame:
    assert game.result is not None
    rules, names = library.rules_of(game), library.names(game.people)
    players = tuple(zip(map(str, game.people), names, strict=True))
    standing = places(game.result, aim_of(rules, game.options))
    return RatedGame(game.key, order, players, teams_of(rules, len(players)), standing, game.head)


def _numbers(run: Run) -> frozenset[int]:
    """The games in which a device has played, also only for a while."""
    return frozenset([number for (number,) in run(_WITH_DEVICE)])


def _records(library: RecordView) -> dict[int, str]:
    """The id of the record under which each game began; empty for a record that has always had one id."""
    ids = library.state.ids
    if len(ids) < 2:
        return {}
    beginnings = library.ask(lambda index: index.run(_BEGINNINGS).fetchall())
    with opened_log(library.folder) as log:
        lines = {number: read_line(log, max(offset, 0)) for number, offset in beginnings if offset is not None}
    return {number: id_of((line,) if line is not None else (), ids) for number, line in lines.items()}


def _evening(at: float) -> str:
    """The local day of a time in seconds since 1970; empty where the clock was never set."""
    if at < CLOCK_FROM:
        return ""
    try:
        return (datetime.fromtimestamp(at) - DAY_BEGINS).date().isoformat()
    except (OverflowError, OSError, ValueError):  # a damaged clock, thousands of years ahead
        return ""
