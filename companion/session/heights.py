"""Level *my height*: how much of its share the device gives away, from the last games of these people against it."""

from __future__ import annotations

from collections.abc import Collection

from companion.kit.levels import GAMES_LOOKED_AT, PastGame, height, next_height, percent_of
from companion.play import act as acts
from companion.play.fold import GameInfo
from companion.record.lookup import RecordView

PAGE, PAGES_MOST = 50, 10
"""How many finished games are read at most, the last ones first; older ones do not count."""


def height_now(record: RecordView, key: str, people: Collection[str]) -> str:
    """The level in the next game of these people."""
    found: list[PastGame] = []
    for page in range(PAGES_MOST):
        games = record.finished_games(page * PAGE, PAGE).games
        for game in games:
            past = _past(game) if game.key == key and _people(record, game) == set(people) else None
            if past is not None:
                found.append(past)
        if len(games) < PAGE or len(found) >= GAMES_LOOKED_AT:
            break
    return height(next_height(found[:GAMES_LOOKED_AT][::-1]))


def _people(record: RecordView, game: GameInfo) -> set[str]:
    return {name for name, number in zip(record.names(game.people), game.people, strict=True) if number > 0}


def _past(game: GameInfo) -> PastGame | None:
    """What counts of a finished game; None where no device played at a height, or nobody played to the end."""
    result = game.result
    if result is None or result.ended == acts.ABANDON or game.seats.again:
        return None
    for seat, level in enumerate(game.seats.levels):
        percent = percent_of(level)
        if percent is not None:
            winners = result.winners or range(len(game.people))
            return PastGame(percent, (seat in winners) / len(winners), len(game.people))
    return None
