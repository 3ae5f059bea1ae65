"""`companion export`: write a game, or all, as text, JSON, a table of results or links to BG Stats."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from pathlib import Path

from companion.console import CommandError, add_data, path
from companion.console.record_access import named_record, write_out
from companion.games.installed import INSTALLED
from companion.play.fold import GameState
from companion.play.timeline import GameSetup, replay_path
from companion.record import RecordTrouble
from companion.record.exchange import chosen_game, export_text
from companion.record.lookup import RecordView
from companion.session.bgstats import link
from companion.words import Words

BGSTATS = "bgstats"


def add(parser: ArgumentParser) -> None:
    """Arguments: which games, in which format, and where to."""
    parser.add_argument("game", metavar="GAME", nargs="?", help="its number in the record, or last")
    parser.add_argument("--all", action="store_true", help="all games")
    formats = (
        "text in the action notation (the default), JSON, results as CSV, or the link that adds a game that is over to "
        "the app BG Stats; with --all a line for each such game"
    )
    parser.add_argument("--as", dest="format", choices=("text", "json", "csv", BGSTATS), default="text", help=formats)
    parser.add_argument("-o", dest="file", metavar="FILE", type=path, help="write there, not to standard output")
    add_data(parser)


def run(arguments: Namespace) -> int:
    """Write the games; the exit status."""
    with named_record(arguments) as (folder, words):
        if (arguments.game is None) != arguments.all:
            raise CommandError(words("export.which"))
        if arguments.format == BGSTATS:
            pieces = bgstats_links(folder, arguments.game, words)
        else:
            pieces = export_text(folder, INSTALLED, arguments.game, arguments.format)
        write_out(pieces, arguments.file, folder)
    return 0


def bgstats_links(folder: Path, game: str | None, words: Words) -> Iterator[str]:
    """The link of a game by its number or `last`, or for None the links of all games with a result, a line each.

    Raises RecordTrouble, also for one game without a result. The device may run at the same time.
    """
    with RecordView(folder, INSTALLED) as library:
        if game is None:
            games = filter(None, map(library.game_state, library.numbers()))
            yield from (f"{address}\n" for state in games if (address := _link(library, state, words)))
            return
        state = chosen_game(library, game, "export.no-game")
        address = _link(library, state, words)
        if not address:
            raise RecordTrouble("export.unfinished" if state.result is None else "export.abandoned", game=state.id)
        yield f"{address}\n"


def _link(library: RecordView, game: GameState, words: Words) -> str:
    if game.result is None:
        return ""
    steps = replay_path(GameSetup.of(game, library.rules_of), game.path)
    return link(library.play(game), steps[-1], words)
