"""`companion report`: write a game as a page for phones and for paper."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from companion.console import add_data, name, print_line
from companion.console.record_access import language_of, named_record, write_out
from companion.games.installed import INSTALLED
from companion.play.fold import GameState
from companion.play.timeline import GameSetup, replay_path
from companion.record.exchange import chosen_game
from companion.record.lookup import RecordView
from companion.record.rated import rated_games
from companion.report.entries import Account
from companion.report.page import page
from companion.session.device import OpenSeed, read_hidden, seal_in
from companion.session.ratings import RatingLine, is_available, ratings
from companion.session.review import review
from companion.session.settings_file import SettingsFile
from companion.session.text import game_name
from companion.words import LANGUAGES, Words


def add(parser: ArgumentParser) -> None:
    """Arguments: which game, in which language, and where to."""
    parser.add_argument("game", metavar="GAME", nargs="?", default="last", help="its number in the record, or last")
    out = "the file, or - for standard output"
    parser.add_argument("-o", dest="file", metavar="FILE.html", type=name, required=True, help=out)
    about = "look at the game again, also if the device has not: how likely everybody was to win, and what changed it"
    parser.add_argument("--review", action="store_true", help=about)
    parser.add_argument("--language", choices=LANGUAGES, help="its language; else the one that is set")
    add_data(parser)


def run(arguments: Namespace) -> int:
    """Write the page; the exit status."""
    with named_record(arguments) as (folder, words):
        language = arguments.language or language_of(folder)
        account = find_game(folder, arguments.game, Words(language)("device.name"))
        account = account._replace(reviewed=review(account.steps[-1], folder, only_kept=not arguments.review))
        html = page(account, Words(language), language)
        if not write_out([html], Path(arguments.file), folder):
            return 0
    game = game_name(account.kept.key, words, account.setup.game)
    print_line(words("report.done", file=arguments.file, game=game, number=account.kept.id))
    return 0


def find_game(folder: Path, game: str, device_name: str) -> Account:
    """A game of the record, by its number or `last`, with its series up to it; raises RecordTrouble.

    Devices have this name in it. The device may write to the record at the same time.
    """
    with RecordView(folder, INSTALLED) as library:
        library.device_name = device_name
        state = chosen_game(library, game, "report.no-game")
        names = library.names_then(state)
        # A series counts people, not names: they stand in it under the names that they have today.
        series = tuple([info._replace(names=library.names(info.people)) for info in library.series_until(state)])
        steps = replay_path(GameSetup.of(state, library.rules_of).renamed(names), state.path)
        play = library.play(state)
        hidden = read_hidden(state.id, library.lines_of_chance(state))
        rated = _ratings(library, state) if SettingsFile(folder).settings.ratings and is_available() else ()
    seal, over = seal_in(steps[-1]), state.result is not None
    chance = OpenSeed(seal, hidden.seed, hidden.word) if over else OpenSeed(seal)
    kept = play.game._replace(names=names)
    return Account(kept, steps, series, play.seconds, play.record, chance, hidden.looked, ratings=rated)


def _ratings(library: RecordView, state: GameState) -> tuple[RatingLine, ...]:
    """The ratings of the people of a game after it, by seat; today's while it runs. None in one with a device."""
    if state.with_device:
        return ()
    until = state.info.head if state.result is not None else None
    games = [game for game in rated_games(library) if game.kind == state.key and (until is None or game.head <= until)]
    lines = {line.person: line for line in ratings(games)}
    seats = zip(map(str, state.people), state.names, strict=True)
    return tuple(
        [lines.get(person, RatingLine(person, name, 0, None, None, None, True, None)) for person, name in seats]
    )
