"""Files that are written whole or not at all: nobody, and no power cut, ever finds half of one."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

NAME_MOST = 60
"""The most characters of a file's name that the name of its temporary file repeats: four bytes each, of 255 in all."""


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
