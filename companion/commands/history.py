"""`companion history`: the games that are over, the last one first."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from companion.console import count
from companion.console.past_games import (
    CSV,
    JSON,
    add_filters,
    add_source_and_format,
    check_filters,
    end_fields,
    headings,
    local_time,
    minutes,
    open_record,
)
from companion.console.tables import Cell, Table, print_csv, print_json, print_tables
from companion.play.act import shown
from companion.record import figures
from companion.record.figures import Past
from companion.session.text import game_name, game_summary
from companion.words import Words

_CSV_COLUMNS = ("number", "game", "players", "begun", "ended", "winners", "scores", "how", "entries", "seconds")


def add(parser: ArgumentParser) -> None:
    """Arguments: which games, how many, and in which format."""
    parser.add_argument("--limit", metavar="N", type=count, default=20, help="at most this many games (20)")
    add_filters(parser)
    add_source_and_format(parser)


def run(arguments: Namespace) -> int:
    """Print the games; the exit status."""
    with open_record(arguments) as (library, words):
        check_filters(library, arguments, words)
        kind, names, most = arguments.game, arguments.player, arguments.limit
        found = library.ask(lambda index: figures.past_games(index.run, kind, names, most))
        games = [past._replace(game=past.game._replace(names=library.names_then(past.game))) for past in found]
        called = [game_name(past.game.key, words, library.rules_of(past.game)) for past in games]
    if arguments.format == JSON:
        print_json([_as_dict(past) for past in games])
    elif arguments.format == CSV:
        print_csv(_CSV_COLUMNS, [_as_cells(past) for past in games])
    elif games:
        heads = headings(words, "number", "when", "game", "result", "entries", "minutes")
        print_tables(Table("", heads, [_as_row(*row, words) for row in zip(games, called, strict=True)]))
    else:
        print_tables(words("history.none"))
    return 0


def _as_row(past: Past, name: str, words: Words) -> tuple[Cell, ...]:
    """A game for people."""
    game = past.game
    what = name, game_summary(game, words)
    return (game.id, local_time(game.at, game.sure), *what, past.entries, minutes(past.seconds))


def _as_dict(past: Past) -> dict[str, object]:
    """A game for programs."""
    game = past.game
    return {
        "number": game.id, "game": game.key, "players": list(game.names), "options": dict(game.options),
        "begun": shown(game.begun), "ended": shown(game.at), "sure": game.sure, **end_fields(game.names, game.result),
        "entries": past.entries, "seconds": past.seconds,
    }  # fmt: skip


def _as_cells(past: Past) -> list[Cell]:
    """The same for spreadsheets; several names or numbers in one cell are separated by `; `."""
    fields = _as_dict(past)
    cells = [fields[column] for column in _CSV_COLUMNS]
    return [
        "; ".join(map(str, cell)) if isinstance(cell, list) else cell if isinstance(cell, int) else str(cell or "")
        for cell in cells
    ]
