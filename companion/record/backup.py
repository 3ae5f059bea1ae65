"""A backup: one file with the log, the settings and the own pads of a record; writing and restoring it.

    table-companion backup 1 SHA256 BYTES      the hash of all that follows, the number of bytes of the settings
    …the settings, then the log

    table-companion backup 2 SHA256 BYTES BYTES     where there are own pads: also the number of bytes of the pads
    …the settings, the pads (an object of JSON: file names with their contents), then the log

    table-companion backup 4 SHA256 BYTES BYTES BYTES     where there are tags of cards: also the number of their bytes
    …the settings, the pads, the tags, then the log

A restored record gets a new id (REC-2), because from then on there can be two different records.
"""

from __future__ import annotations

import io
import json
import os
import re
import shutil
from contextlib import ExitStack, suppress
from hashlib import sha256
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any, NamedTuple

from companion.kit.faults import FileFault
from companion.kit.game import Games
from companion.play.act import decode
from companion.reader import from_json
from companion.record import RecordTrouble, system_trouble
from companion.record import log as files
from companion.record.check import find_stuck_games
from companion.record.index import INDEX
from companion.record.log import BACKUPS, ENDING, LOG, PLAIN, SETTINGS, TAGS, Scan, known, new_id, scanned
from companion.record.lookup import RecordView
from companion.record.pads import FILES_MOST, FOLDER, SUFFIX, file_names, read_file
from companion.texts import reason_of
from companion.whole_file import read_regular

MAGIC = b"table-companion backup 1 "
WITH_PADS = b"table-companion backup 2 "
WITH_TAGS = b"table-companion backup 4 "
"""What backups begin with. Their digits differ in two bits: a damaged one is not taken for another one."""
SETTINGS_MOST = 64 * 1024
KEPT = 3
"""How many of these are kept. They have numbers because clocks jump."""


class Counted(NamedTuple):
    """How much a record holds; `stuck` counts the games that cannot continue under today's rules.

    `whole`: all of it could be read. `damaged`: lines of it are lost.
    """

    games: int
    entries: int
    stuck: int = 0
    whole: bool = True
    damaged: bool = False


class Restored(NamedTuple):
    """What was restored, and where the record, settings, pads and tags from before are now; None if there were none."""

    counted: Counted
    record: Path | None
    settings: Path | None
    pads: Path | None = None
    tags: Path | None = None


def backup(folder: Path, games: Games, target: Path) -> Counted:
    """Write a backup of the record, the settings and the own pads in a folder; returns how much it holds.

    The device may run at the same time. A record of which a part cannot be read now replaces no backup, and one that
    lacks lines none without damage: that may be the last whole one. Raises RecordTrouble, and then `target` is
    unchanged.
    """
    try:
        if os.path.lexists(target) and not _is_backup(target):
            raise RecordTrouble("backup.there", file=target)
        if target.suffix != ENDING and files.is_own(target, folder):
            raise RecordTrouble("export.over-record", file=target)
        with RecordView(folder, games) as library:
            log, tail = library.log()
            damaged = bool(library.cut_lines) or _is_damaged(log + tail)
            counted = Counted(len(library.numbers()), library.state.seq + 1, 0, not library.is_unread, damaged)
        if os.path.lexists(target) and (not counted.whole or (counted.damaged and _is_undamaged(target))):
            raise RecordTrouble("backup.stays", file=target)
        parts, magic = [_plain_file(folder / SETTINGS), _pads(folder / FOLDER), _plain_file(folder / TAGS)], WITH_TAGS
        while len(parts) > 1 and not parts[-1]:
            parts.pop()
            magic = WITH_PADS if len(parts) == 2 else MAGIC
        lengths = " ".join([str(len(part)) for part in parts])
        # A damaged end goes along, so that nobody takes the backup for a whole one; `restore` cuts it off.
        body = b"".join([f"{lengths}\n".encode(), *parts, log, tail if damaged else b""])
        with files.open_folder(target.parent) as directory:
            files.put_file(directory, target.name, magic + sha256(body).hexdigest().encode() + b" " + body)
    except OSError as error:
        raise RecordTrouble("backup.unwritable", file=target, why=reason_of(error)) from error
    return counted


def _is_damaged(log: bytes) -> bool:
    """Whether a log lacks lines. Zeros at its end can be a block that was lost."""
    scan = scanned(io.BytesIO(log))
    return bool(scan.lost or scan.spoilt or b"\0" in log[scan.end :])


def _is_undamaged(file: Path) -> bool:
    """Whether a file is a backup that can be restored, of a log that lacks no line."""
    try:
        return not _is_damaged(_contents(file)[1])
    except RecordTrouble:
        return False


def _plain_file(file: Path) -> bytes:
    """The settings or tags; empty if there are none that can be read, or too many bytes. No link is followed."""
    with suppress(OSError):
        content = read_regular(file, SETTINGS_MOST + 1, PLAIN)
        return content if len(content) <= SETTINGS_MOST else b""
    return b""


def _pads(pads: Path) -> bytes:
    """The files of own pads, sound or not; empty without any. Raises RecordTrouble if their folder cannot be read."""
    contents = {}
    try:
        names = file_names(pads)[:FILES_MOST]
    except OSError as error:
        raise system_trouble(error, pads, "record.unreadable") from error
    for name in names:
        with suppress(FileFault):
            contents[name] = read_file(pads / name).decode("utf-8", "surrogateescape")
    return json.dumps(contents).encode() if contents else b""


def _is_backup(file: Path) -> bool:
    """Whether a file is a backup, which another backup may replace."""
    return file.is_file() and not file.is_symlink() and (
        read_regular(file, 100, PLAIN).startswith((MAGIC, WITH_PADS, WITH_TAGS))
    )  # fmt: skip


def restore(folder: Path, games: Games, source: Path) -> Restored:
    """Put the record, the settings and the own pads of a backup into a folder. The device must not have it open.

    The files there are kept under new names. Raises RecordTrouble, and then nothing has changed.
    """
    settings, log, pads, tags = _read(source)
    contents = {LOG: log, **({SETTINGS: settings} if settings else {}), **({TAGS: tags} if tags else {})}
    kept: dict[str, Path | None] = {}
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        with files.hold_lock(folder) as (directory, _), ExitStack() as stack:
            for name, content in contents.items():
                stack.callback(files.remove_file, directory, f".{name}.back")
                files.put_file(directory, f".{name}.back", content, shared=True)
            stack.callback(shutil.rmtree, f".{FOLDER}.back", ignore_errors=True, dir_fd=directory)
            if pads:
                _put_pads(directory, f".{FOLDER}.back", pads)
            for name in (INDEX, f"{INDEX}-journal"):
                files.remove_file(directory, name)
            for name in (*contents, *([FOLDER] if pads else [])):
                kept[name] = files.keep_file(folder, directory, name)
                if name == FOLDER:  # a folder can replace no link and no file
                    files.remove_file(directory, name)
                os.rename(f".{name}.back", name, src_dir_fd=directory, dst_dir_fd=directory)
            files.sync_names(directory)
    except OSError as error:
        raise system_trouble(error, folder, "restore.unwritable") from error
    with RecordView(folder, games) as library:
        # Without the line with the new id: as many as the backup has.
        counted = Counted(len(library.numbers()), library.state.seq, sum(1 for _ in find_stuck_games(library)))
    return Restored(counted, kept[LOG], kept.get(SETTINGS), kept.get(FOLDER), kept.get(TAGS))


def _put_pads(directory: int, name: str, pads: dict[str, bytes]) -> None:
    """Write a folder of pads beside the record; it belongs to the owner of the record. Raises OSError."""
    shutil.rmtree(name, ignore_errors=True, dir_fd=directory)
    with files.made_folder(directory, name) as inside:
        for file, content in pads.items():
            files.put_file(inside, file, content)


def _read(source: Path) -> tuple[bytes, bytes, dict[str, bytes], bytes]:
    """Settings, log, own pads and tags of a backup, the log with a new id on this machine; raises RecordTrouble."""
    settings, log, pads, tags = _contents(source)
    scan = Scan(io.BytesIO(log))
    at = 0.0
    for _, line in scan:
        known(line, source)
        at = line.at
    return settings, log[: scan.end] + new_id(scan.seq + 1, at).encode(), pads, tags


def _contents(source: Path) -> tuple[bytes, bytes, dict[str, bytes], bytes]:
    """Settings, log, own pads and tags of a backup as they were saved; raises RecordTrouble."""
    try:
        content = read_regular(source)
    except OSError as error:
        raise RecordTrouble("restore.unreadable", file=source, why=reason_of(error)) from error
    checksum, _, body = content[len(MAGIC) :].partition(b" ")
    parts_in = {MAGIC: 1, WITH_PADS: 2, WITH_TAGS: 3}.get(content[: len(MAGIC)])
    if parts_in is None:
        first = decode(content[: content.find(b"\n") + 1])
        raise RecordTrouble("restore.record" if first is not None else "restore.foreign", file=source)
    if sha256(body).hexdigest().encode() != checksum:
        raise RecordTrouble("restore.damaged", file=source)
    lengths, _, body = body.partition(b"\n")
    try:
        counts = [int(length) for length in lengths.split(b" ")]
        if len(counts) != parts_in:
            raise ValueError(lengths)
        settings, own, tags, log = _parted(body, [*counts, 0, 0][:3])
        pads = _pads_of(own)
    except (ValueError, TypeError, AttributeError) as error:  # no backup of ours
        raise RecordTrouble("restore.damaged", file=source) from error
    return settings, log, pads, tags


def _parted(body: bytes, lengths: list[int]) -> list[bytes]:
    """The parts of these lengths, and the rest."""
    ends = list(accumulate(lengths, initial=0))
    return [*[body[one:other] for one, other in pairwise(ends)], body[ends[-1] :]]


def _pads_of(content: bytes) -> dict[str, bytes]:
    """The files of own pads by their names; a name that could lie elsewhere is left out."""
    texts: Any = from_json(content.decode()) if content else {}
    return {
        name: text.encode("utf-8", "surrogateescape")
        for name, text in texts.items()
        if name.lower().endswith(SUFFIX) and name[0] != "." and not set(name) & {"/", "\0"}
    }


def back_up(folder: Path, games: Games, name: str) -> tuple[Path, Counted]:
    """Back up a record under the next number, and remove the oldest backups if all of the record could be read; where
    it is damaged, the newest backup without damage stays. Returns the new file and what is in it.

    Raises RecordTrouble; the one with the key `record.none` if there is no record.
    """
    backups = folder / BACKUPS
    try:
        backups.mkdir(mode=0o700, exist_ok=True)
    except OSError as error:
        raise RecordTrouble("backup.unwritable", file=backups, why=reason_of(error)) from error
    number = max(map(_number, _files(backups)), default=0) + 1
    new = backups / f"{number}-{name}{ENDING}"
    counted = backup(folder, games, new)
    others = sorted(
        (file for file in _files(backups) if file.is_file() and file != new),
        key=lambda file: (_number(file), file.name),
    )
    stays = next(filter(_is_undamaged, reversed(others)), None) if counted.damaged else None
    for file in others[: 1 - KEPT] if counted.whole else ():
        if file != stays:
            with suppress(OSError):
                file.unlink()
    return new, counted


def _files(backups: Path) -> list[Path]:
    return [file for file in backups.glob(f"*{ENDING}") if not file.name.startswith(".")]


def _number(file: Path) -> int:
    """The number of a backup; a file without a number is older than all others."""
    match = re.match(r"([0-9]{1,9})-", file.name)
    return int(match[1]) if match is not None else 0
