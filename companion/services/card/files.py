"""Files that a service of the card writes as root, and the user whom the records belong to.

Root follows no link in the folder of that user.
"""

from __future__ import annotations

import os
import pwd
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.whole_file import write_whole

USER = "companion"
MODE = 0o750
"""The rights of the folder, the same as StateDirectoryMode= in companion.service."""


def find_owner() -> pwd.struct_passwd | None:
    """The user of the service; None if there is none, and for a process that cannot act for another user."""
    try:
        return pwd.getpwnam(USER) if os.geteuid() == 0 else None
    except KeyError:
        return None


@contextmanager
def acting_as(owner: pwd.struct_passwd | None) -> Iterator[None]:
    """Read and write files as a user does, new ones with the rights of MODE; None changes nothing."""
    if owner is None:
        yield
        return
    user, group, mask = os.geteuid(), os.getegid(), os.umask(0o777 & ~MODE)
    os.setegid(owner.pw_gid)
    os.seteuid(owner.pw_uid)
    try:
        yield
    finally:
        os.seteuid(user)
        os.setegid(group)
        os.umask(mask)


def give_folder(folder: Path, owner: pwd.struct_passwd | None) -> None:
    """Make a folder with MODE, and give it with everything in it to a user. Raises OSError, also if it is a link."""
    folder.mkdir(exist_ok=True)
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
    try:
        os.fchmod(descriptor, MODE)
        if owner is None:
            return
        os.fchown(descriptor, owner.pw_uid, owner.pw_gid)
        # Another root file may have another number for the same user.
        for _, folders, files, inside in os.fwalk(".", dir_fd=descriptor):
            for name in (*folders, *files):
                status = os.stat(name, dir_fd=inside, follow_symlinks=False)
                if (status.st_uid, status.st_gid) != (owner.pw_uid, owner.pw_gid):
                    os.chown(name, owner.pw_uid, owner.pw_gid, dir_fd=inside, follow_symlinks=False)
    finally:
        os.close(descriptor)


def write(file: Path, text: str, mode: int = 0o644) -> None:
    """Put a file into a folder of the machine, whole or not at all. Raises OSError."""
    file.parent.mkdir(parents=True, exist_ok=True)
    write_whole(file, [text.encode()], mode, durable=False)
