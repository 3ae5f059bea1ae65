"""What `companion history`, `show` and `stats` share: options, headings, and how a game ended.

They only read the record; the device may write to it at the same time.
"""

from __future__ import annotations

import time
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from companion.console import CommandError, add_data, nearest, record_folder
from companion.console.record_access import named_record
from companion.games.installed import INSTALLED
from companion.games.pad.collection import AllGames
from companion.kit.rules import UnknownGame
from companion.play.act import Result
from companion.play.clock import time_text
from companion.ports import CLOCK_FROM
from companion.record.gamefiles import LATEST
from companion.record.lookup import RecordView
from companion.record.pads import FOLDER
from companion.words import Words

TABLE, JSON, CSV = "table", "json", "csv"


def add_filters(parser: ArgumentParser) -> None:
    """The options --game and --player: whose games of which kind."""
    parser.add_argument("--game", metavar="GAME", help="only this game, by its key (see: companion games)")
    person = "only this person; may come several times"
    parser.add_argument("--player", metavar="NAME", action="append", default=[], help=person)


def add_source_and_format(parser: ArgumentParser) -> None:
    """The option --data, and --json or --csv as `format`, which is else TABLE."""
    add_data(parser)
    formats = parser.add_mutually_exclusive_group()
    formats.add_argument("--json", dest="format", action="store_const", const=JSON, default=TABLE, help="for programs")
    formats.add_argument(
        "--csv", dest="format", action="store_const", const=CSV, default=TABLE, help="for spreadsheets"
    )


@contextmanager
def open_record(arguments: Namespace) -> Iterator[tuple[RecordView, Words]]:
    """The record that --data names, to be read, and the words of its language; raises CommandError.

    Devices are called as in these words, but in what programs read, which has the names of the record.
    """
    with named_record(arguments) as (folder, words), RecordView(folder, INSTALLED) as library:
        if arguments.format == TABLE:
            library.device_name = words("device.name")
        yield library, words


def check_filters(library: RecordView, arguments: Namespace, words: Words) -> None:
    """Raise CommandError for a game or a person that the record cannot know."""
    if arguments.game is not None and not library.has_games(arguments.game):
        games = AllGames(record_folder(arguments.data) / FOLDER)
        try:
            games.game(arguments.game)
        except UnknownGame as unknown:
            near = nearest(arguments.game, [rules.key for rules in games.all()])
            if near is not None:
                raise CommandError(words("history.near-game", game=arguments.game, near=near)) from None
            raise CommandError(words.message(unknown.message, ())) from None
    for name in arguments.player:
        if not library.person(name):
            known = sorted(library.state.people.values(), key=lambda one: (one.retired, -one.used, one.number))
            people = words.join_list([one.name for one in known])
            raise CommandError(words("history.nobody", name=name, people=people))


def headings(words: Words, *names: str) -> tuple[str, ...]:
    """The headings of columns."""
    return tuple([words(f"history.{name}") for name in names])


def end_fields(names: Sequence[str], result: Result | None) -> dict[str, object]:
    """How a game ended, for programs. `how` is the act of the people that ended it. All are None while it runs."""
    if result is None:
        return {"winners": None, "scores": None, "how": None}
    scores = None if result.ended else list(result.scores)
    return {"winners": [names[seat] for seat in result.winners], "scores": scores, "how": result.ended or None}


def local_time(at: float | None, sure: bool = True) -> str:
    """A time as the clock on the wall shows it, with `?` unless it is `sure`; empty where the clock was never set."""
    if at is None or not CLOCK_FROM <= at < LATEST:
        return ""
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(at)) + "?" * (not sure)


def time_cell(ms: float | None) -> str:
    """A time on a clock for a table; empty for None."""
    return time_text(ms) if ms is not None else ""


def minutes(seconds: float | None) -> int | None:
    """Whole minutes."""
    return None if seconds is None else round(seconds / 60)
