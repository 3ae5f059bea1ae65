"""Results of games for spreadsheets (CSV, RFC 4180), a row for each person of each game. It cannot be imported."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from types import SimpleNamespace

from companion.play.fold import GameState
from companion.play.line import shown

COLUMNS = ("number", "game", "begun", "ended", "seat", "person", "points", "won", "how")
_FORMULA = tuple("=+-@＝＋－＠")
"""The characters that begin a formula in a spreadsheet, also the wide ones; a name could begin with one."""


def as_csv(games: Iterable[GameState], *_: object, **__: object) -> Iterator[str]:
    """The rows, the heads of the columns first."""
    row = csv.writer(SimpleNamespace(write=str)).writerow  # it returns what `write` returns: the row as text
    yield row(COLUMNS)
    for game in games:
        for seat, name in enumerate(game.names):
            # An apostrophe makes a cell a text. Text and JSON files have the name unchanged.
            person = f"'{name}" if name.startswith(_FORMULA) else name
            rest: tuple[object, ...] = ("", seat, person, "", "", "")
            if game.result is not None:
                winners, scores, ended = game.result
                rest = (shown(game.at), seat, person, scores[seat], int(seat in winners), ended or "played")
            yield row((game.id, game.key, shown(game.begun), *rest))
