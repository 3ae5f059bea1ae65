"""`companion stats`: who has won how often, how long games take; two people head to head; ratings."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from companion.console import CommandError
from companion.console.past_games import (
    CSV,
    JSON,
    add_filters,
    add_source_and_format,
    check_filters,
    headings,
    minutes,
    open_record,
    time_cell,
)
from companion.console.tables import Cell, Table, print_csv, print_json, print_tables
from companion.installation import install_command
from companion.record import figures
from companion.record.lists import WITH_DEVICE, Durations, HeadToHead, PersonStats, game_key
from companion.record.rated import rated_games
from companion.session.ratings import RatingLine, is_available, rating_text, ratings
from companion.session.text import game_name
from companion.words import Words

_COLUMNS = (
    "person", "game", "played", "won", "drawn", "lost", "streak", "longest", "best", "mean", "thought_ms", "device",
)  # fmt: skip


def add(parser: ArgumentParser) -> None:
    """Arguments: whose games, of which kind, and in which format."""
    add_filters(parser)
    about = "ratings in place of counts: how well people play each game, computed from all its results"
    parser.add_argument("--ratings", action="store_true", help=about)
    add_source_and_format(parser)


def run(arguments: Namespace) -> int:
    """Print the record of everybody or of some people; the exit status."""
    if arguments.ratings:
        return _print_ratings(arguments)
    kind, names = arguments.game, list(dict.fromkeys(arguments.player))
    with open_record(arguments) as (library, words):
        check_filters(library, arguments, words)
        rows = library.ask(lambda index: index.run)
        people = names or figures.people(rows)
        tallies = [
            (name, one)
            for name in people
            for one in figures.person_record(library, name)
            if kind in (None, game_key(one.kind))
        ]
        of_both = figures.head_to_head(rows, *names) if len(names) == 2 else ()
        meetings = [one for one in of_both if kind in (None, game_key(one.kind))]
        # Left out for given people: how long games take is counted for all. -1 is without a limit.
        lengths = [] if names else [one for one in figures.durations(rows, -1) if kind in (None, one.kind)]
        kinds = {one.kind for _, one in tallies} | {one.kind for one in meetings} | {one.kind for one in lengths}
        rules = {one: library.rules_called(game_key(one)) for one in kinds}
        called = {one: game_name(one, words, rules[one]) for one in kinds}
    if arguments.format == JSON:
        print_json(
            {
                "people": [
                    {"name": name, **_fields(one), "best": one.best_points, "lost": one.lost} for name, one in tallies
                ],
                "meetings": [{"players": list(names), **_fields(one), "even": one.neither_won} for one in meetings],
                "lengths": [_fields(one) for one in lengths],
            }
        )
    elif arguments.format == CSV:
        print_csv(_COLUMNS, [
            (*_row(name, one, game_key(one.kind)), one.thought_ms, int(_with_device(one)))
            for name, one in tallies
        ])  # fmt: skip
    elif tallies:
        print_tables(*_tables(tallies, names, meetings, lengths, called, words))
    else:
        print_tables(words("history.none"))
    return 0


def _tables(
    tallies: Sequence[tuple[str, PersonStats]],
    names: Sequence[str],
    meetings: Sequence[HeadToHead],
    lengths: Sequence[Durations],
    called: Mapping[str, str],
    words: Words,
) -> Iterator[Table]:
    """The numbers for people; `called` has the names of the games by their keys."""
    clocked = any(tally.thought_ms is not None for _, tally in tallies)
    columns = (*_COLUMNS[:-2], *(["clock"] if clocked else []))
    rows = [
        (*_row(name, tally, called[tally.kind]), *([time_cell(tally.thought_ms)] if clocked else []))
        for name, tally in tallies
    ]
    yield Table(words("history.record"), headings(words, *columns), rows)
    if meetings:
        shared = any(one.both for one in meetings)
        game, played, both, even = headings(words, "game", "played", "both", "even")
        heads = (game, played, *names, *([both] if shared else []), even)
        yield Table(words("history.against", names=words.join_list(names)), heads, [
            (called[one.kind], one.played, one.won, one.lost, *([one.both] if shared else []), one.neither_won)
            for one in meetings
        ])  # fmt: skip
    if lengths:
        heads = headings(words, "game", "played", "entries", "shortest", "minutes", "longest-game")
        yield Table(words("history.lengths"), heads, [
            (called[one.kind], one.games, one.entries[1], *[minutes(seconds) for seconds in one.seconds])
            for one in lengths
        ])  # fmt: skip


def _fields(one: PersonStats | HeadToHead | Durations) -> dict[str, object]:
    """The numbers for programs, with the key of the game as all commands call it. Games of all kinds count for how long
    a game takes; else those with a device are counted apart.
    """
    kind, *rest = one._asdict().items()
    apart = {} if isinstance(one, Durations) else {"device": _with_device(one)}
    return {"game": game_key(kind[1]), **apart, **dict(rest)}


def _with_device(one: PersonStats | HeadToHead) -> bool:
    return one.kind.endswith(WITH_DEVICE)


def _row(name: str, tally: PersonStats, game: str) -> tuple[Cell, ...]:
    """The record of a person. Points that only repeat who has won are left out."""
    best, mean = (tally.best_points, tally.mean) if tally.points_matter else (None, None)
    counts = (tally.played, tally.won, tally.drawn, tally.lost, tally.streak, tally.longest)
    return (name, game, *counts, best, mean)


def _print_ratings(arguments: Namespace) -> int:
    """Print the ratings, game by game, the one played most first; the exit status."""
    with open_record(arguments) as (library, words):
        if not is_available():
            raise CommandError(words("ratings.missing", how=install_command("hall")))
        check_filters(library, arguments, words)
        games = rated_games(library)
        counts = Counter([game.kind for game in games if arguments.game in (None, game.kind)])
        called = {kind: game_name(kind, words, library.rules_called(kind)) for kind in counts}
    by_kind: dict[str, list[RatingLine]] = {}
    for kind, _ in counts.most_common():
        lines = ratings([game for game in games if game.kind == kind])
        by_kind[kind] = [line for line in lines if not arguments.player or line.name in arguments.player]
    if arguments.format == JSON:
        print_json(
            {"ratings": [{"game": kind, "lines": [line._asdict() for line in by_kind[kind]]} for kind in by_kind]}
        )
    elif arguments.format == CSV:
        print_csv(("game", *RatingLine._fields), [(kind, *line) for kind, lines in by_kind.items() for line in lines])
    elif any(by_kind.values()):
        heads = headings(words, "place", "person", "rating", "played")
        print_tables(*[
            Table(
                called[kind], heads,
                [(line.place, line.name, rating_text(line, words), line.games) for line in lines],
            )
            for kind, lines in by_kind.items() if lines
        ])  # fmt: skip
    else:
        print_tables(words("history.unrated"))
    return 0
