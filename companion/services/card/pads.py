"""Score pads that people bring: files in the folder `pads` of the card's first partition, or of a stick."""

from __future__ import annotations

import pwd
from contextlib import nullcontext
from pathlib import Path

from companion.games.pad.adding import Added, add_pad
from companion.kit.faults import FileFault, fault_message
from companion.messages import Message
from companion.record import RecordTrouble
from companion.record.pads import FILES_MOST, FOLDER, SUFFIX, read_file
from companion.services.card.files import acting_as

FAULTS_MOST = 6
"""The most wrong pads that are named."""


def _is_pad(name: str) -> bool:
    """Whether it is called like a pad, also with the ending that an editor adds and Windows hides."""
    return name[0] not in ".~" and name.lower().removesuffix(".txt").endswith(SUFFIX)


def take_pads(
    place: Path, records: Path, owner: pwd.struct_passwd | None, messages: list[Message], *, as_owner: bool = False
) -> int:
    """Put every pad in the folder `pads` of a place into the record's folder, in place of one with the same key.

    Returns how many are new or other ones than before. What is wrong with the others is appended to the messages. They
    are read as root, because only root may read the card, and written as the `owner`; or all `as_owner`.
    """
    folder, taken = place / FOLDER, 0
    with acting_as(owner) if as_owner else nullcontext():
        if not folder.is_dir():
            return 0
        names = sorted([file.name for file in folder.iterdir() if _is_pad(file.name)])
    faults = 0
    for name in names[:FILES_MOST]:
        try:
            with acting_as(owner) if as_owner else nullcontext():
                content = read_file(folder / name)
            with acting_as(owner):
                taken += add_pad(records, content, replace=True)[1] is not Added.SAME
        except FileFault as fault:
            faults += 1
            if faults <= FAULTS_MOST:
                messages.append(fault_message(f"{FOLDER}/{name}", fault))
        except RecordTrouble as trouble:
            faults += 1
            if faults <= FAULTS_MOST:
                messages.append(trouble.message)
    return taken
