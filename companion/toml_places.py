"""Where the entries of a text of TOML stand, which tomllib does not report."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

from companion.reader import Path

# The patterns are texts, compiled when they are first used: a start reads TOML, and hardly any has a fault in it.
STRING = (
    r'"""(?:\\.|[^\\])*?(?:"{3,5}(?!")|\Z)'
    r"|'''.*?(?:'{3,5}(?!')|\Z)"
    r'|"(?:\\.|[^"\\\n])*(?:"|$)'
    r"|'[^'\n]*(?:'|$)"
)
"""A string, for patterns with DOTALL and MULTILINE."""
BLANK = r"[ \t]*"
NAME = r'"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'|[A-Za-z0-9_-]+'
_SKIPPED = r"(?:[ \t\r\n,]|#[^\n]*)*"
_VALUE = rf"{STRING}|[^,\]}}#\n]+"


def line_of(text: str, path: Path) -> int | None:
    """The number of the line on which the entry at a path begins, or the innermost one around it that is there.

    None for the whole text. tomllib must have read the text.
    """
    offset = offset_of(path, find_places(text))
    return None if offset is None else line_at(text, offset)


def offset_of(path: Path, places: Mapping[Path, int]) -> int | None:
    """The offset of the entry at a path, or of the innermost one around it that is there; None for the whole text."""
    return next((places[path[:count]] for count in range(len(path), 0, -1) if path[:count] in places), None)


def line_at(text: str, offset: int) -> int:
    """The number of the line in which an offset stands."""
    return text.count("\n", 0, offset) + 1


def find_places(text: str) -> dict[Path, int]:
    """The offset of every entry of a TOML text that tomllib has read, by its path; lists are counted from 0."""
    return _Places(text).found


class _Places:
    """Goes through a text from its beginning to its end."""

    def __init__(self, text: str) -> None:
        self.found: dict[Path, int] = {}
        self._text = text
        self._lists: dict[Path, int] = {}
        """How many tables each list of tables has so far."""
        at = self._skip(0)
        table: Path = ()
        while at < len(text):
            if text[at] == "[":
                table, at = self._header(at)
            else:
                at = self._entry(at, table)
            at = self._skip(at)

    def _skip(self, at: int) -> int:
        match = re.compile(_SKIPPED).match(self._text, at)
        return at if match is None else match.end()

    def _header(self, at: int) -> tuple[Path, int]:
        many = self._text.startswith("[[", at)
        names, end = self._names(at + 1 + many)
        path: Path = ()
        for place, name in enumerate(names):
            path = (*path, name)
            self.found.setdefault(path, at)
            if many and place == len(names) - 1:
                self._lists[path] = self._lists.get(path, 0) + 1
            if path in self._lists:
                path = (*path, self._lists[path] - 1)
                self.found.setdefault(path, at)
        return path, max(self._text.find("]", end), at) + 1 + many

    def _entry(self, at: int, table: Path) -> int:
        names, end = self._names(at)
        for name in names:
            table = (*table, name)
            self.found.setdefault(table, at)
        # Past the equals sign. A character that cannot stand there is passed too: this always goes on.
        return max(self._value(self._blank(end + 1), table), at + 1)

    def _names(self, at: int) -> tuple[list[str], int]:
        """The parts of a name with dots, and where it ends, blanks behind it included."""
        names = []
        while (match := re.compile(NAME).match(self._text, self._blank(at))) is not None:
            names.append(unquoted(match[0]))
            at = self._blank(match.end())
            if not self._text.startswith(".", at):
                break
            at += 1
        return names, at

    def _blank(self, at: int) -> int:
        match = re.compile(BLANK).match(self._text, at)
        return at if match is None else match.end()

    def _value(self, at: int, path: Path) -> int:
        """Where the value at an offset ends; notes what stands in it."""
        if self._text.startswith("[", at):
            at, index = self._skip(at + 1), 0
            while at < len(self._text) and self._text[at] != "]":
                self.found.setdefault((*path, index), at)
                at, index = self._skip(self._value(at, (*path, index))), index + 1
            return at + 1
        if self._text.startswith("{", at):
            at = self._skip(at + 1)
            while at < len(self._text) and self._text[at] != "}":
                at = self._skip(self._entry(at, path))
            return at + 1
        match = re.compile(_VALUE, re.DOTALL | re.MULTILINE).match(self._text, at)
        return at + 1 if match is None else match.end()


def unquoted(name: str) -> str:
    """A name of TOML, or a short text, without its quotation marks."""
    if name[0] == '"':
        try:
            return str(json.loads(name))
        except ValueError:  # TOML has escapes that JSON has not; nobody needs the line of such a name
            return name[1:-1]
    return name[1:-1] if name[0] == "'" else name
