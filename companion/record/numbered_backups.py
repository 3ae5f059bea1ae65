"""Backups with numbers, in the folder `backups` of a record: `4-before-root-0.2.0.backup`. Three are kept.

They have numbers because clocks jump.
"""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path

from companion.kit.game import Games
from companion.record.backup import Counted, backup
from companion.record.trouble import RecordTrouble, reason_of

FOLDER, SUFFIX = "backups", ".backup"
KEPT = 3


def back_up(folder: Path, games: Games, name: str) -> tuple[Path, Counted]:
    """Back up a record under the next number, and remove the oldest backups. Returns the new file and what is in it.

    Raises RecordTrouble; the one with the key `record.none` if there is no record.
    """
    backups = folder / FOLDER
    try:
        backups.mkdir(mode=0o700, exist_ok=True)
    except OSError as error:
        raise RecordTrouble("backup.unwritable", file=backups, why=reason_of(error)) from error
    number = max(map(_number, _files(backups)), default=0) + 1
    made = backups / f"{number}-{name}{SUFFIX}"
    counted = backup(folder, games, made)
    others = sorted((file for file in _files(backups) if file.is_file() and file != made), key=_age)
    for file in others[: 1 - KEPT]:
        with suppress(OSError):
            file.unlink()
    return made, counted


def _files(backups: Path) -> list[Path]:
    return [file for file in backups.glob(f"*{SUFFIX}") if not file.name.startswith(".")]


def _number(file: Path) -> int:
    """The number of a backup; a file without a number is older than all others."""
    found = re.match(r"([0-9]{1,9})-", file.name)
    return int(found[1]) if found is not None else 0


def _age(file: Path) -> tuple[int, str]:
    return _number(file), file.name
