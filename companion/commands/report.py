"""`companion report`: a game of the record as a page of HTML, for phones and for paper."""

from __future__ import annotations

import sys
from itertools import pairwise
from pathlib import Path

from companion.commands import named
from companion.commands.record import save, say, told
from companion.record.exchange import named as numbered
from companion.record.fold import GameState
from companion.record.index import PAUSE_S
from companion.record.lookup import Library
from companion.record.trouble import RecordTrouble
from companion.report.page import page
from companion.report.telling import Account
from companion.session.settings_file import SettingsFile
from companion.session.timeline import GameSetup, replayed
from companion.words import LANGUAGES, Words

OUT = "-"
"""Standard output, where people name a file."""


def report(data: Path | None, game: str, file: str, language: str | None = None) -> int:
    """Write the report of a game, by its number or `last`, into a file or to standard output; the exit status."""
    folder = named.folder(data)

    def done(words: Words) -> None:
        chosen = language or SettingsFile(folder).settings.language
        spoken = chosen if chosen in LANGUAGES else "en"
        account = found(folder, game)
        written = page(account, Words(spoken), spoken)
        if file == OUT:
            sys.stdout.buffer.write(written.encode())
            sys.stdout.buffer.flush()
            return
        save([written], folder, Path(file))
        key = account.kept.key
        name = words(f"game.{key}") if f"game.{key}" in words else key
        say(words("report.done", file=file, game=name, number=account.kept.id))

    return told(folder, done)


def found(folder: Path, game: str) -> Account:
    """A game of the record in a folder, with its series up to it; raises RecordTrouble.

    The device may go on meanwhile.
    """
    with Library(folder) as library:
        number = numbered(library, game)
        state = library.look(number) if number is not None else None
        if state is None:
            raise RecordTrouble("report.no-game", game=game)
        # Its people under the names that they have today: a series counts people, not names.
        series = tuple([info._replace(names=library.names(info.people)) for info in library.series_until(state)])
    steps = replayed(GameSetup(state.id, state.key, state.names, state.options), state.path)
    return Account(state.info, steps, series, _seconds(state))


def _seconds(game: GameState) -> float:
    """How long people have played: the time between entries, without pauses. A step of the clock is one, too."""
    times = [entry.at for entry in game.path]
    return sum([then - before for before, then in pairwise(times) if 0 < then - before <= PAUSE_S])
