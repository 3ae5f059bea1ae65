"""The files beside the record that people may change: `settings.toml`, and `tags.toml`, which card a tag stands for.

Each is replaced as a whole, so that after a power cut there is the old file or the new one. People may change the
settings while the device runs: their values count from the next reading or change on. A file of settings in which
something is wrong stays as it is until a setting is changed; then it is renamed and kept.

Readers of tags type a number that belongs to no card (LAB-5). The numbers are kept as SHA-256. What is wrong in their
file is left out: then a number is unknown, and people teach it once more.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

from companion.log import Log
from companion.messages import Message
from companion.reader import Unparsed, from_toml
from companion.record.log import SETTINGS, TAGS, keep_file, open_folder, put_file
from companion.session.settings import ParsedSettings, Settings, Value, parse, to_toml
from companion.texts import reason_of, sha256
from companion.words import LANGUAGES, Words

_MOST = 64 * 1024
"""Bytes of a file that is looked at; ours has about one thousand."""

log = Log(__name__)


class SettingsTrouble(Exception):
    """The settings cannot be written; `message` says why. The file is as it was."""

    def __init__(self, key: str, /, **params: object) -> None:
        super().__init__(key, params)
        self.message = Message(key, **params)


class SettingsFile:
    """The settings in a folder, as last read or changed, and what was wrong with them in the file."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / SETTINGS
        self.settings = Settings()
        self.troubles: tuple[Message, ...] = ()
        self.read()

    def read(self) -> None:
        """Read the file again; `troubles` says what is wrong in it, or why it cannot be read."""
        self.settings, self.troubles = self._read_settings()

    def change(self, key: str, value: Value) -> None:
        """Write another value of a setting, on the disk when this returns. Raises SettingsTrouble: nothing changed.

        What people have written into the file since it was read is kept and used from now on.
        """
        found = self._read_settings()
        changed = found.settings.with_value(key, value)
        try:
            self._write(to_toml(changed, _about(changed.language)), keep=bool(found.troubles))
        except OSError as error:
            raise SettingsTrouble("settings.unwritable", why=reason_of(error)) from error
        self.settings, self.troubles = changed, ()

    def _read_settings(self) -> ParsedSettings:
        try:
            if not self._path.is_file():  # opening a pipe would wait for ever
                if not os.path.lexists(self._path):
                    return ParsedSettings(Settings())
                return self._unreadable("not a file")
            with self._path.open("rb") as file:
                text = file.read(_MOST + 1)
            if len(text) > _MOST:
                return self._unreadable(f"longer than {_MOST} bytes")
            # utf-8-sig: some editors put a mark before the first letter.
            return parse(text.decode("utf-8-sig"))
        except UnicodeDecodeError:
            return self._unreadable("not UTF-8")
        except OSError as error:
            return self._unreadable(reason_of(error))

    def _unreadable(self, why: str) -> ParsedSettings:
        """Default settings, and that the file cannot be read; only the log says why."""
        with suppress(OSError):
            _warn(self._path, self._path.lstat().st_mtime, why)
        return ParsedSettings(Settings(), (Message("settings.unreadable"),))

    def _write(self, text: str, *, keep: bool) -> None:
        """Replace the file, which is on the disk when this returns."""
        folder = self._path.parent
        folder.mkdir(parents=True, exist_ok=True)
        with open_folder(folder) as directory:
            if keep:
                keep_file(folder, directory, SETTINGS)
            put_file(directory, SETTINGS, text.encode(), shared=True)


@lru_cache(8)
def _warn(path: Path, changed: float, why: str) -> None:
    """Say once in the log why a file as it is now cannot be read: one command may read it several times."""
    log.warning("%s cannot be read: %s", path.name, why)


def _about(language: str) -> Callable[[str], str]:
    """The remarks for the file, in the language of its settings."""
    words = Words(language if language in LANGUAGES else "en")
    known = words.join_list(f'"{name}"' for name in LANGUAGES)
    return lambda key: words(f"settings.about.{key}", known=known)


TAGS_MOST = 256 * 1024
"""Bytes of a file that is looked at; a tag takes a hundred."""


class Tags:
    """The tags of a folder.

    `used`: something was read since the start, or a tag was taught before; then people are offered to teach more.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._labels = _read(folder / TAGS)
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
        content = "".join([f'{number} = "{known}"\n' for number, known in labels.items()])
        try:
            with open_folder(self._folder) as directory:
                put_file(directory, TAGS, content.encode())
        except OSError as error:
            raise SettingsTrouble("tags.unwritable", why=reason_of(error)) from error
        self._labels = labels


def _hash(text: str) -> str:
    return sha256(text.encode("utf-8", "surrogateescape")).hex()


def _read(file: Path) -> Mapping[str, str]:
    """The labels by the hashes of numbers; empty if there is no file, or none that can be read."""
    with suppress(OSError, UnicodeDecodeError, Unparsed):
        if file.is_file():
            from companion.kit.labels import is_label

            with file.open("rb") as opened:
                found = from_toml(opened.read(TAGS_MOST).decode())
            return {number: label for number, label in found.items() if isinstance(label, str) and is_label(label)}
    if file.is_file():
        log.warning("%s cannot be read", TAGS)
    return {}
