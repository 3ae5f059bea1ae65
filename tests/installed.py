"""The doors of the record and of the referee with the games of this installation, so that tests need not name them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from companion import referee
from companion.games.installed import INSTALLED
from companion.games.pad.collection import AllGames
from companion.kit.game import Game
from companion.kit.rules import Options
from companion.play import timeline
from companion.record import backup as backups
from companion.record import check as checks
from companion.record import exchange, record
from companion.record import lookup as lookups
from companion.referee.state import Outside, Referee
from companion.ui import new_game


class Record(record.Record):
    """The record, for writing."""

    def __init__(self, folder: Path, defaults: Sequence[str] = (), **more: Any) -> None:
        super().__init__(folder, INSTALLED, defaults, **more)


class RecordView(lookups.RecordView):
    """The record, for reading."""

    def __init__(self, folder: Path, scan: Any = None, **more: Any) -> None:
        super().__init__(folder, INSTALLED, scan, **more)


class PresentGames(lookups.PresentGames):
    """The games that can begin now."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, INSTALLED)


class GameSetup(timeline.GameSetup):
    """The setup of a game; without rules those of today."""

    def __init__(
        self,
        number: int,
        key: str,
        names: tuple[str, ...],
        options: Options,
        game: Game | None = None,
        pad: str = "",
        *more: Any,
        **named: Any,
    ) -> None:
        found = game if game is not None or pad else INSTALLED.known(key)
        super().__init__(number, key, names, options, found, pad, *more, **named)


def new(key: str, *more: Any, **named: Any) -> new_game.New:
    """The screen of a new game."""
    return new_game.New(INSTALLED.game(key), *more, **named)


def backup(folder: Path, target: Path) -> backups.Counted:
    return backups.backup(folder, INSTALLED, target)


def restore(folder: Path, source: Path) -> backups.Restored:
    return backups.restore(folder, INSTALLED, source)


def back_up(folder: Path, name: str) -> tuple[Path, backups.Counted]:
    return backups.back_up(folder, INSTALLED, name)


def check(folder: Path) -> checks.Checked:
    return checks.check(folder, INSTALLED)


def repair(folder: Path) -> None:
    checks.repair(folder, INSTALLED)


def export_text(folder: Path, game: str | None, form: str) -> Iterator[str]:
    return exchange.export_text(folder, INSTALLED, game, form)


def import_games(folder: Path, content: bytes, now: float) -> exchange.Imported:
    return exchange.import_games(folder, INSTALLED, content, now)


def known_pads(folder: Path) -> exchange.KnownPads:
    return exchange.KnownPads(folder, INSTALLED)


def answer(
    state: Referee | None,
    request: bytes | None,
    games: AllGames = AllGames(),  # noqa: B008 - a value
    outside: Outside = Outside(),  # noqa: B008 - a value
) -> referee.Answer:
    return referee.answer(state, request, games, outside)
