"""Score pads in the record: their files in its folder, and in the log the texts that games were begun with."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from companion.kit.faults import FileFault
from companion.kit.game import Game, Games
from companion.play.act import PAD, Act
from companion.play.fold import GameState
from companion.reader import from_json
from companion.record.log import read_line
from companion.texts import reason_of, sha256
from companion.whole_file import NotRegular, read_regular

SUFFIX = ".toml"
FOLDER = "pads"
"""Own pads lie in this folder of the record's folder."""
FILES_MOST = 100
"""The most files of a folder that count."""
BYTES_MOST = 16_384


def file_names(folder: Path) -> list[str]:
    """The names of the files of a folder that could be pads, in order; none if there is no such folder.

    Raises OSError where it cannot be read.
    """
    try:
        names = [entry.name for entry in os.scandir(folder)]
    except FileNotFoundError:
        return []
    return sorted([name for name in names if name.lower().endswith(SUFFIX) and not name.startswith(".")])


def read_file(file: Path) -> bytes:
    """The content of a regular file that is not too long. Raises FileFault, at once also for a pipe or a device."""
    try:
        content = read_regular(file, BYTES_MOST + 1)
        if len(content) > BYTES_MOST:
            raise FileFault("pad.wrong.bytes", most=BYTES_MOST, count=file.stat().st_size)
    except (IsADirectoryError, NotRegular):
        raise FileFault("pad.wrong.file") from None
    except (OSError, ValueError) as error:
        raise FileFault("pad.wrong.unreadable", why=reason_of(error)) from error
    return content


def hash_of(content: bytes) -> str:
    """The hash by which games name the pad that they were begun with."""
    return sha256(content).hex()


def act_of(content: bytes) -> Act:
    """The act that keeps the text of a pad in the log."""
    # Should the line get damaged, nothing in it may look like the number of a game: that game would be read-only.
    text = re.sub(" g(?=[0-9])", r" \\u0067", json.dumps(content.decode("utf-8")))
    return Act(PAD, 0, f"{hash_of(content)} {text}")


def content_of(act: Act) -> bytes | None:
    """The content of a pad from its act; None if that does not have the hash that it should have."""
    due, _, text = act.text.partition(" ")
    with suppress(ValueError):
        content = str(from_json(text)).encode("utf-8")
        return content if hash_of(content) == due else None
    return None


def content_in_log(pad: str, file: BinaryIO, places: Mapping[str, int]) -> bytes | None:
    """The content of the pad with this hash in the log; None if it is not there, or its line is damaged."""
    with suppress(OSError):  # a worn card
        line = read_line(file, places[pad]) if pad in places else None
        return content_of(line.act) if line is not None else None
    return None


def find_content(pad: str, file: BinaryIO, places: Mapping[str, int], folder: Path, games: Games) -> bytes | None:
    """The content of the pad with this hash; None if it is nowhere any more.

    `places` has the byte in the log `file` where the line of each pad begins. Where that line is damaged, a file of
    today with the same content does as well.
    """
    content = content_in_log(pad, file, places)
    if content is not None:
        return content
    present_pads, _ = games.pads.all_present(folder / FOLDER)
    return next((present.content for present in present_pads if hash_of(present.content) == pad), None)


def find_rules(game: GameState, file: BinaryIO, places: Mapping[str, int], folder: Path, games: Games) -> Game | None:
    """The rules of a game of a log; None if they are not known, or the text of its score pad is nowhere any more."""
    if not game.pad:
        return games.known(game.key)
    content = find_content(game.pad, file, places, folder, games)
    return games.pads.of_text(content) if content is not None else None
