"""What can go wrong with the record's folder, in words that name the cause."""

from __future__ import annotations

import errno
import os
import pwd
from contextlib import suppress
from pathlib import Path

from companion.games.refusals import Message


class RecordTrouble(Exception):
    """The record cannot be opened, read or written; `message` says which and why. Nothing was half-written."""

    def __init__(self, key: str, /, **params: object) -> None:
        super().__init__(key, params)
        self.message = Message(key, **params)


def of_system(error: OSError, folder: Path, key: str = "journal.folder") -> RecordTrouble:
    """What an error of the system means for the record in a folder; `key` is for errors without words of their own."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return RecordTrouble("journal.full")
    if error.errno == errno.EROFS:
        return RecordTrouble("journal.barred")
    if error.errno in (errno.EACCES, errno.EPERM):
        return RecordTrouble("journal.owner", folder=folder, owner=owner(folder))
    return RecordTrouble(key, folder=folder, why=why(error))


def owner(folder: Path) -> str:
    """The name of the user whom a folder, or the nearest folder above it that is there, belongs to."""
    number = -1
    for place in (folder, *folder.parents):
        with suppress(OSError):
            number = place.stat().st_uid
            break
    else:
        return "?"
    try:
        return pwd.getpwuid(number).pw_name
    except KeyError:
        return f"'#{number}'"  # as sudo -u takes it


def why(error: OSError) -> str:
    """What the system says, as part of a sentence."""
    text = error.strerror or str(error)
    return text[:1].lower() + text[1:]


def keep_owner(descriptor: int, folder: int) -> None:
    """Give a file that root has made in a folder (both by descriptor) to the folder's owner."""
    if os.geteuid() == 0:
        status = os.fstat(folder)
        if os.fstat(descriptor).st_uid != status.st_uid:
            os.fchown(descriptor, status.st_uid, status.st_gid)
