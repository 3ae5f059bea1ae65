"""Which card a tag stands for: readers of tags type a number that belongs to no card (LAB-5).

The numbers are kept as SHA-256 in the file `tags.toml` in the folder of the record, which is replaced as a whole. What
is wrong in that file is left out: then a number is unknown, and people teach it once more.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from companion.reader import Unparsed, from_toml
from companion.record.log import TAGS, open_folder, put_file
from companion.session.settings_file import SettingsTrouble
from companion.texts import reason_of

MOST = 256 * 1024
"""Bytes of a file that is looked at; a tag takes a hundred."""

log = logging.getLogger(__name__)


class Tags:
    """The tags of a folder; without a folder they are lost with this object.

    `used`: something was read since the start, or a tag was taught before; then people are offered to teach more.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder
        self._labels = _read(folder / TAGS) if folder is not None else {}
        self.used = bool(self._labels)

    def label(self, text: str) -> str | None:
        """The label that a tag with this number stands for; None if nobody has taught it."""
        return self._labels.get(_hash(text))

    def teach(self, text: str, label: str) -> None:
        """From now on the tag with this number stands for the card of this label, and no other tag does.

        Raises SettingsTrouble: then nothing has changed.
        """
        others = {number: known for number, known in self._labels.items() if known != label}
        labels = {**others, _hash(text): label}
        if self._folder is not None:
            content = "".join([f'{number} = "{known}"\n' for number, known in labels.items()])
            try:
                with open_folder(self._folder) as directory:
                    put_file(directory, TAGS, content.encode())
            except OSError as error:
                raise SettingsTrouble("tags.unwritable", why=reason_of(error)) from error
        self._labels = labels


def _hash(text: str) -> str:
    from hashlib import sha256  # it loads OpenSSL, and a start reads no tag

    return sha256(text.encode("utf-8", "surrogateescape")).hexdigest()


def _read(file: Path) -> Mapping[str, str]:
    """The labels by the hashes of numbers; empty if there is no file, or none that can be read."""
    with suppress(OSError, UnicodeDecodeError, Unparsed):
        if file.is_file():
            from companion.kit.labels import is_label

            with file.open("rb") as opened:
                found = from_toml(opened.read(MOST).decode())
            return {number: label for number, label in found.items() if isinstance(label, str) and is_label(label)}
    if file.is_file():
        log.warning("%s cannot be read", TAGS)
    return {}
