"""A pad is put into the folder of a record."""

from __future__ import annotations

import os
from enum import Enum
from pathlib import Path

from companion.games.pad.collection import own_pads, taken
from companion.games.pad.engine.pad import Pad
from companion.games.pad.file import pad_of
from companion.kit.faults import FileFault
from companion.record import RecordTrouble, system_trouble
from companion.record.log import made_folder, open_folder, put_file
from companion.record.pads import FILES_MOST, FOLDER, SUFFIX, read_file


class Added(Enum):
    """What became of a pad that was added."""

    NEW = "new"
    REPLACED = "replaced"
    SAME = "same"


def find_place(folder: Path, content: bytes, *, replace: bool = False) -> tuple[Pad, Added, Path]:
    """What would become of a pad that is added to a record: the pad, that, and its file. Changes nothing.

    Raises FileFault for a content that is no pad, RecordTrouble where another pad is there (unless `replace`).
    """
    pad = pad_of(content, taken)
    pads = folder / FOLDER
    name = f"{pad.key}{SUFFIX}"
    pads_there = own_pads(pads)
    former = pads_there.pads.get(pad.key)
    if former is not None and former.file != name:
        raise RecordTrouble("pad.other", file=former.file, pad=pad.key)
    try:
        present = read_file(pads / name) if os.path.lexists(pads / name) else None
    except FileFault:
        present = b""  # there is something, and it is no pad
    if present == content:
        return pad, Added.SAME, pads / name
    if present is not None and not replace:
        raise RecordTrouble("pad.there", file=pads / name, pad=pad.key, option="--replace")
    if present is None and len(pads_there.pads) + len(pads_there.wrong) >= FILES_MOST:
        raise RecordTrouble("pad.full", folder=pads, most=FILES_MOST)
    return pad, Added.NEW if present is None else Added.REPLACED, pads / name


def add_pad(folder: Path, content: bytes, *, replace: bool = False) -> tuple[Pad, Added, Path]:
    """Put a pad into the folder of the pads of a record, as KEY.toml. It is on the disk when this returns.

    Returns and raises as `find_place`; RecordTrouble also where nothing can be written.
    """
    pad, added, file = find_place(folder, content, replace=replace)
    if added is not Added.SAME:
        try:
            _put(folder, file.name, content)
        except OSError as error:
            raise system_trouble(error, folder, "pad.unwritable") from error
    return pad, added, file


def _put(folder: Path, name: str, content: bytes) -> None:
    """Write the file, and make the folders that are missing. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    with open_folder(folder) as directory, made_folder(directory, FOLDER) as pads:
        put_file(pads, name, content)
