"""Waits for changes of files and folders with the kernel's inotify (Linux): nothing wakes before there is one."""

from __future__ import annotations

import ctypes
import errno
import os
import select
from contextlib import suppress
from pathlib import Path

MODIFY, ATTRIB, MOVED, CREATE, DELETE = 0x2, 0x4, 0x80, 0x100, 0x200


class Inotify:
    """`descriptor` becomes readable when something changes that is watched. Raises OSError where there is none."""

    def __init__(self) -> None:
        self._libc = ctypes.CDLL(None, use_errno=True)
        if not hasattr(self._libc, "inotify_init1"):
            raise OSError(errno.ENOSYS, "inotify cannot be used")
        self.descriptor: int = self._libc.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC)
        if self.descriptor < 0:
            raise OSError(ctypes.get_errno(), "inotify cannot be used")

    def add(self, path: Path, wanted: int) -> None:
        """Watch for these changes of a path. To watch one twice changes nothing. Raises OSError."""
        if self._libc.inotify_add_watch(self.descriptor, os.fsencode(path), wanted) < 0:
            number = ctypes.get_errno()
            raise OSError(number, os.strerror(number))

    def wait(self) -> None:
        """Sleep until something has changed since the last call."""
        select.select([self.descriptor], [], [])
        self.clear()

    def clear(self) -> None:
        """Take all that is readable."""
        with suppress(BlockingIOError):
            while os.read(self.descriptor, 4096):
                pass

    def close(self) -> None:
        """Watch no more."""
        os.close(self.descriptor)
