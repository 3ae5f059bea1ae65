"""Score pads in the record: their files in its folder, and in the log the texts that games were begun with."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from contextlib import suppress
from enum import Enum
from hashlib import sha256
from pathlib import Path
from typing import BinaryIO

from companion.games.pad.collection import (
    FILES_MOST,
    FOLDER,
    SHIPPED,
    SUFFIX,
    Games,
    ReadPad,
    WrongFile,
    own_pads,
    shipped,
    taken,
)
from companion.games.pad.engine.pad import Pad
from companion.games.pad.file import PadFault, pad_of, read_file
from companion.kit.game import Game
from companion.play.act import PAD, Act
from companion.record.log import PLAIN, open_folder, put_file, sync_names
from companion.record.scan import read_line
from companion.record.trouble import RecordTrouble, keep_owner, system_trouble


class Added(Enum):
    """What became of a pad that was added."""

    NEW = "new"
    REPLACED = "replaced"
    SAME = "same"


def hash_of(content: bytes) -> str:
    """The hash by which games name the pad that they were begun with."""
    return sha256(content).hexdigest()


def act_of(content: bytes) -> Act:
    """The act that keeps the text of a pad in the log."""
    # Should the line get damaged, nothing in it may look like the number of a game: that game would be read-only.
    text = re.sub(" g(?=[0-9])", r" \\u0067", json.dumps(content.decode("utf-8")))
    return Act(PAD, 0, f"{hash_of(content)} {text}")


def content_of(act: Act) -> bytes | None:
    """The content of a pad from its act; None if that does not have the hash that it should have."""
    due, _, text = act.text.partition(" ")
    with suppress(ValueError):
        content: bytes = json.loads(text).encode("utf-8")
        return content if hash_of(content) == due else None
    return None


def content_in_log(pad: str, file: BinaryIO, places: Mapping[str, int]) -> bytes | None:
    """The content of the pad with this hash in the log; None if it is not there, or its line is damaged."""
    with suppress(OSError):  # a worn card
        line = read_line(file, places[pad]) if pad in places else None
        return content_of(line.act) if line is not None else None
    return None


def find_content(pad: str, file: BinaryIO, places: Mapping[str, int], folder: Path) -> bytes | None:
    """The content of the pad with this hash; None if it is nowhere any more.

    `places` has the byte in the log `file` where the line of each pad begins. Where that line is damaged, a file of
    today with the same content does as well.
    """
    content = content_in_log(pad, file, places)
    if content is not None:
        return content
    there = [*map(shipped, SHIPPED), *own_pads(folder / FOLDER).pads.values()]
    return next((read.content for read in there if hash_of(read.content) == pad), None)


def present_pad(folder: Path, key: str) -> ReadPad:
    """The pad with this key that ships or is in the folder of a record now; raises UnknownGame."""
    return Games(folder / FOLDER).pad(key)


def present_pads(folder: Path) -> tuple[list[Game], tuple[WrongFile, ...]]:
    """The games of the pads that ship and that are in the folder of a record now, and the files that are left out."""
    own = own_pads(folder / FOLDER)
    return [read.game for read in (*map(shipped, SHIPPED), *own.pads.values())], own.wrong


def add_pad(folder: Path, content: bytes, *, replace: bool = False) -> tuple[Pad, Added, Path]:
    """Put a pad into the folder of the pads of a record, as KEY.toml. It is on the disk when this returns.

    Returns the pad, what became of it, and its file. Raises PadFault for a content that is no pad, RecordTrouble where
    another pad is there (unless `replace`) or nothing can be written.
    """
    pad = pad_of(content, taken)
    pads = folder / FOLDER
    name = f"{pad.key}{SUFFIX}"
    found = own_pads(pads)
    former = found.pads.get(pad.key)
    if former is not None and former.file != name:
        raise RecordTrouble("pad.other", file=former.file, pad=pad.key)
    try:
        present = read_file(pads / name) if os.path.lexists(pads / name) else None
    except PadFault:
        present = b""  # there is something, and it is no pad
    if present == content:
        return pad, Added.SAME, pads / name
    if present is not None and not replace:
        raise RecordTrouble("pad.there", file=pads / name, option="--replace")
    if present is None and len(found.pads) + len(found.wrong) >= FILES_MOST:
        raise RecordTrouble("pad.full", folder=pads, most=FILES_MOST)
    try:
        _put(folder, name, content)
    except OSError as error:
        raise system_trouble(error, pads, "pad.unwritable") from error
    return pad, Added.NEW if present is None else Added.REPLACED, pads / name


def _put(folder: Path, name: str, content: bytes) -> None:
    """Write the file, and make the folders that are missing. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    directory = open_folder(folder)
    try:
        made = _make(directory)
        pads = os.open(FOLDER, os.O_RDONLY | os.O_DIRECTORY | PLAIN, dir_fd=directory)
        try:
            if made:
                keep_owner(pads, directory)
                sync_names(directory)
            put_file(pads, name, content)
        finally:
            os.close(pads)
    finally:
        os.close(directory)


def _make(directory: int) -> bool:
    """Make the folder of the pads; False if it is there."""
    try:
        os.mkdir(FOLDER, 0o700, dir_fd=directory)
    except FileExistsError:
        return False
    return True
