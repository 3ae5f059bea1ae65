"""A backup: one file with the log and the settings of a record, and the way back.

    table-companion backup 1 SHA256 BYTES      the hash of all that follows, and how many bytes of it are the settings
    …the settings, then the log

What was restored goes on under a new id (REC-2): two records that began as one are two.
"""

from __future__ import annotations

import io
import os
import secrets
import stat
from contextlib import ExitStack, closing, suppress
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from companion.record import act as acts
from companion.record import schema3
from companion.record.act import Act
from companion.record.index import INDEX
from companion.record.library import NEWEST, opened_log, reading
from companion.record.line import Line
from companion.record.log import LOG, Lock, Scan, free_name, put_file, sync_names
from companion.record.trouble import RecordTrouble, why
from companion.table.moments import Played, replayed
from companion.table.settings_file import FILE as SETTINGS

MAGIC = b"table-companion backup 1 "
SETTINGS_MOST = 64 * 1024


class Counted(NamedTuple):
    """How much a record holds; `stuck` are the games that cannot be continued under today's rules."""

    games: int
    entries: int
    stuck: int = 0


class Restored(NamedTuple):
    """What came back, and where what was there before is now; None where there was nothing."""

    counted: Counted
    record: Path | None
    settings: Path | None


def backup(folder: Path, target: Path) -> Counted:
    """Write a backup of the record and the settings in a folder; how much it holds.

    The device may go on meanwhile. Raises RecordTrouble, and then `target` is as it was.
    """
    try:
        if os.path.lexists(target) and not _ours(target):
            raise RecordTrouble("backup.there", file=target)
        with closing(opened_log(folder)) as file:
            scan = Scan(file)
            for _ in scan:
                pass
            file.seek(0)
            log = file.read(scan.end)
        counted = count(folder)
        settings = _settings(folder)
        body = settings + log
        head = MAGIC + f"{sha256(body).hexdigest()} {len(settings)}\n".encode()
        directory = os.open(target.parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            put_file(directory, target.name, head + body)
        finally:
            os.close(directory)
    except OSError as error:
        raise RecordTrouble("backup.unwritable", file=target, why=why(error)) from error
    return counted


def count(folder: Path, *, replay: bool = False) -> Counted:
    """How much the record in a folder holds."""
    stuck = 0
    with reading(folder) as library:
        numbers = library.numbers()
        for number in numbers if replay else ():
            game = library.look(number)
            if game is not None:
                played = Played(number, game.key, game.names, game.options)
                stuck += replayed(played, game.path)[-1].course is None
        return Counted(len(numbers), library.state.seq + 1, stuck)


def _settings(folder: Path) -> bytes:
    """The settings; empty where there are none that could be read again."""
    file = folder / SETTINGS
    with suppress(OSError):
        if file.is_file() and file.stat().st_size <= SETTINGS_MOST:
            return file.read_bytes()
    return b""


def _ours(file: Path) -> bool:
    """Whether a name is that of a backup that another may take the place of."""
    if not stat.S_ISREG(file.lstat().st_mode):
        return False
    with file.open("rb") as opened:
        head = opened.read(100)
    return head.startswith(MAGIC) or schema3.is_backup(head)


def restore(folder: Path, source: Path) -> Restored:
    """Put the record and the settings of a backup into a folder. The device must not have it open.

    What is there is kept under a new name. Raises RecordTrouble, and then everything is as it was.
    """
    settings, log = _given(source)
    try:
        with ExitStack() as stack:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            directory = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
            stack.callback(os.close, directory)
            stack.enter_context(closing(Lock(folder, directory)))
            before = _keep(folder, directory, LOG)
            put_file(directory, LOG, log)
            for name in (INDEX, f"{INDEX}-journal"):
                with suppress(FileNotFoundError):
                    os.unlink(name, dir_fd=directory)
            was = _keep(folder, directory, SETTINGS) if settings else None
            if settings:
                put_file(directory, SETTINGS, settings)
            sync_names(directory)
    except OSError as error:
        raise RecordTrouble("restore.unwritable", folder=folder, why=why(error)) from error
    return Restored(count(folder, replay=True), before, was)


def _given(source: Path) -> tuple[bytes, bytes]:
    """Settings and log of a backup, seen to be whole; raises RecordTrouble."""
    try:
        # Neither a pipe, on which one would wait for ever, nor a device.
        with os.fdopen(os.open(source, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC), "rb") as file:
            content = file.read() if stat.S_ISREG(os.fstat(file.fileno()).st_mode) else b""
    except OSError as error:
        raise RecordTrouble("restore.unreadable", file=source, why=why(error)) from error
    if schema3.is_backup(content):
        return schema3.of_backup(source)
    head, _, body = content.partition(b"\n")
    words = head.removeprefix(MAGIC).split()
    if not head.startswith(MAGIC) or len(words) != 2 or not words[1].isdigit():
        line = next(iter(Scan(io.BytesIO(content))), None)
        raise RecordTrouble("restore.foreign" if line is None else "restore.record", file=source)
    if sha256(body).hexdigest().encode() != words[0]:
        raise RecordTrouble("restore.damaged", file=source)
    length = int(words[1])
    return body[:length], with_new_id(body[length:])


def with_new_id(log: bytes) -> bytes:
    """A log that goes on under a new id, on a machine that is not known yet."""
    scan = Scan(io.BytesIO(log))
    at = 0.0
    for _, line in scan:
        at = line.at
    head = Line(scan.seq + 1, at, Act(acts.LOG, NEWEST, f"{secrets.token_hex(16)} -"))
    return log[: scan.end] + head.encode()


def _keep(folder: Path, directory: int, name: str) -> Path | None:
    """Keep a file of the folder under another name, if it is there; at no moment nobody has the old one."""
    if not os.path.lexists(folder / name):
        return None
    kept = free_name(folder, name)
    with suppress(OSError):
        os.link(name, kept, src_dir_fd=directory, dst_dir_fd=directory, follow_symlinks=False)
        return folder / kept
    os.rename(name, kept, src_dir_fd=directory, dst_dir_fd=directory)
    return folder / kept


