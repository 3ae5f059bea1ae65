"""The record: a text log that only grows, a fold that says what follows from it, and an index that may be deleted.

Here are the faults of its folder and of files of games, with messages that name the cause.
"""

from __future__ import annotations

import errno
import os
import stat
from contextlib import suppress
from pathlib import Path

from companion.messages import Message
from companion.texts import reason_of


class RecordTrouble(Exception):
    """The record cannot be opened, read or written; `message` says which and why. Nothing is half-written."""

    def __init__(self, key: str, /, **params: object) -> None:
        super().__init__(key, params)
        self.message = Message(key, **params)


def system_trouble(error: OSError, folder: Path, key: str = "record.folder") -> RecordTrouble:
    """The trouble for an error of the system with the record's folder; `key` is for errors without their own text."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return RecordTrouble("record.full")
    if error.errno == errno.EROFS:
        return RecordTrouble("record.barred")
    if error.errno in (errno.EACCES, errno.EPERM) and not _is_missing(folder):
        file = folder / str(error.filename or "")
        with suppress(OSError):
            if file.parent == folder and file.lstat().st_uid != folder.stat().st_uid == os.geteuid():
                user = owner_name(folder).strip("'#")
                return RecordTrouble("record.foreign", file=file, owner=owner_name(file), user=user, folder=folder)
        return RecordTrouble("record.owner", folder=folder, owner=owner_name(folder))
    if isinstance(error, FileExistsError):  # in the folder's own place
        return RecordTrouble(key, folder=folder, why=reason_of(NotADirectoryError(os.strerror(errno.ENOTDIR))))
    return RecordTrouble(key, folder=folder, why=reason_of(error))


def _is_missing(folder: Path) -> bool:
    """Whether there is certainly no such folder; of one inside of a folder that is barred nobody can say it."""
    try:
        folder.stat()
    except FileNotFoundError:
        return True
    except OSError:
        return False
    return False


def owner_name(folder: Path) -> str:
    """The name of the user who owns a folder or a file, or the nearest existing folder above it."""
    for place in (folder, *folder.parents):
        try:
            return place.owner()
        except KeyError:
            return f"'#{place.stat().st_uid}'"  # the form that sudo -u accepts
        except OSError:
            continue
    return "?"


def keep_owner(descriptor: int, folder: int) -> None:
    """Give a file that root created in a folder (both by descriptor) to the folder's owner."""
    if os.geteuid() == 0:
        status = os.fstat(folder)
        if os.fstat(descriptor).st_uid != status.st_uid:
            os.fchown(descriptor, status.st_uid, status.st_gid)


def keep_group(descriptor: int, folder: int) -> None:
    """Let the group of a folder read a file in it (both by descriptor), if it can read the folder.

    The publisher of a hall is in the group of the service's folder. A file of another user stays as it is.
    """
    if os.fstat(folder).st_mode & stat.S_IRGRP:
        with suppress(OSError):
            os.fchmod(descriptor, stat.S_IMODE(os.fstat(descriptor).st_mode) | stat.S_IRGRP)


class Unfit(Exception):
    """A file of games cannot be imported; `where` and `why` say the fault, `names` are the people of the game."""

    def __init__(self, where: Message | None, why: Message, names: tuple[str, ...] = ()) -> None:
        super().__init__(where, why)
        self.where = where
        self.why = why
        self.names = names


def unfit_file(where: Message | None, key: str, /, **params: object) -> Unfit:
    """The exception for a fault of the file itself, in contrast to a fault of the game in it."""
    return Unfit(where, Message(f"import.{key}", **params))
