"""Files that are read whole, and files that are written whole or not at all: nobody, and no power cut, ever finds half
of one.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

NAME_MOST = 60
"""The most characters of a file's name that the name of its temporary file repeats: four bytes each, of 255 in all."""


class NotRegular(OSError):
    """A pipe, a device, or a file of the kernel: it could keep a reader waiting for ever, or have no end."""

    def __init__(self) -> None:
        super().__init__(errno.EINVAL, "not a file")


def open_regular(file: Path, how: int = 0) -> BinaryIO:
    """A regular file for reading, opened with more flags. Raises OSError, at once also for what is none."""
    flags = os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC | how
    opened = open(file, "rb", opener=lambda name, _: os.open(name, flags))  # noqa: SIM115 - returned
    if not stat.S_ISREG(os.fstat(opened.fileno()).st_mode):
        opened.close()
        raise NotRegular
    return opened


def read_regular(file: Path, most: int = -1, how: int = 0) -> bytes:
    """The content of a regular file, `most` bytes of it. Raises OSError as `open_regular` does."""
    with open_regular(file, how) as opened:
        content: bytes | None = opened.read(most)
    if content is None:  # the kernel calls it regular, and has nothing to read yet
        raise NotRegular
    return content


def write_whole(file: Path, pieces: Iterable[bytes], mode: int | None = None, *, durable: bool = True) -> None:
    """Put the pieces, one behind the other, in the place of a file. Raises OSError.

    The file has the rights `mode`; by default the usual ones of the process. It is on the disk when this returns, if it
    shall be `durable`. What `pieces` raises leaves the file as it was, too.
    """
    temporary = file.with_name(f".{file.name[:NAME_MOST]}.new")
    temporary.unlink(missing_ok=True)
    descriptor = os.open(
        temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o666 if mode is None else mode
    )
    try:
        with os.fdopen(descriptor, "wb") as opened:
            if mode is not None:
                os.fchmod(descriptor, mode)
            for piece in pieces:
                opened.write(piece)
            if durable:
                opened.flush()
                os.fsync(descriptor)
        temporary.replace(file)
    except BaseException:
        with suppress(OSError):
            temporary.unlink()
        raise
