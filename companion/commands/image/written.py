"""Files of the machine that a service of the card writes as root."""

from __future__ import annotations

import os
from pathlib import Path

from companion.record.log import PLAIN


def write(file: Path, text: str, mode: int = 0o644) -> None:
    """Put a file into a folder of the machine, whole or not at all. Raises OSError."""
    file.parent.mkdir(parents=True, exist_ok=True)
    temporary = file.with_name(f".{file.name}.new")
    temporary.unlink(missing_ok=True)
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | PLAIN, mode)
    with os.fdopen(descriptor, "w", encoding="utf-8", newline="\n") as opened:
        os.fchmod(descriptor, mode)
        opened.write(text)
    temporary.replace(file)
