"""Every byte of a small record cut off or changed, one after the other: it starts, and nothing whole is lost.

    python tests/bench/wrecks.py [STRIDE]

`table/test_salvage.py` does so for some of them. Prints how many starts there were and what was found; any start that
fails, or that finds what was never told, is printed with its place and ends with status 1. With stride 1 it takes
hours; the cuts alone some twenty minutes.
"""

from __future__ import annotations

import logging
import shutil
import sys
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).parent.parent))

from companion.table.journal import FILE
from wrecks import Before, flipped, opened

MASKS = (None, 0x01, 0x08, 0x80, 0xFF)
"""None cuts the file there; the others turn bits over."""


def wrecked(source: Path, name: str, before: Before, stride: int) -> bool:
    """All wrecks of one file; whether every start went well."""
    well, found = True, Counter[str]()
    size = (source / name).stat().st_size
    work = source.with_name("work")
    for mask in MASKS:
        for at in range(0, size, stride):
            shutil.rmtree(work, ignore_errors=True)
            shutil.copytree(source, work)
            if mask is None:
                with (work / name).open("r+b") as file:
                    file.truncate(at)
            else:
                flipped(work / name, at, mask)
            try:
                after = opened(work, before, bits=mask is not None and name == FILE)
            except Exception as error:  # whatever it is, it is what is looked for
                well = False
                print(f"{source.name}/{name} at {at}, mask {mask}: {error!r}")
                continue
            lost = len(before.moments) - len(after.moments)
            found["all" if after.all else "all moments" if lost <= 0 else "a part"] += 1
    print(f"{source.name}/{name}: {dict(found)}")
    return well


def main() -> int:
    stride = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    logging.disable(logging.CRITICAL)
    with TemporaryDirectory() as folder:
        before = Before(Path(folder))
        wal = f"{FILE}-wal"
        well = [
            wrecked(source, name, before, stride)
            for source, name in ((before.closed, FILE), (before.pulled, FILE), (before.pulled, wal))
        ]
    return 0 if all(well) else 1


if __name__ == "__main__":
    sys.exit(main())
