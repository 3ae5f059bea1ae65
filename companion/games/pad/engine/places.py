"""Where the entries of a TOML text stand, which tomllib does not enter; and what it would read too slowly."""

from __future__ import annotations

import json
import re

from companion.reader import Path

DEPTH_MOST = 40
"""So deep may lists and tables be written in each other. A pad needs four."""
DOTS_MOST = 100
"""The most dots that may stand in a line: tomllib takes the square of the time for a name of many parts."""

_STRING = (
    r'"""(?:\\.|[^\\])*?(?:"{3,5}(?!")|\Z)'
    r"|'''.*?(?:'{3,5}(?!')|\Z)"
    r'|"(?:\\.|[^"\\\n])*(?:"|$)'
    r"|'[^'\n]*(?:'|$)"
)
_TOKENS = re.compile(rf"{_STRING}|#[^\n]*|[\[\]{{}}]", re.DOTALL | re.MULTILINE)
_SKIPPED = re.compile(r"(?:[ \t\r\n,]|#[^\n]*)*")
BLANK = re.compile(r"[ \t]*")
NAME = re.compile(r'"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'|[A-Za-z0-9_-]+')
_VALUE = re.compile(rf"{_STRING}|[^,\]}}#\n]+", re.DOTALL | re.MULTILINE)


def too_slow(text: str) -> tuple[int, str] | None:
    """The first line that would be read too slowly, and the key of the fault; None where there is none."""
    for number, line in enumerate(text.split("\n"), 1):
        if line.count(".") > DOTS_MOST:
            return number, "pad.wrong.dots"
    depth = 0
    for token in _TOKENS.finditer(text):
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(token[0], 0)
        if depth > DEPTH_MOST:
            return line_of(text, token.start()), "pad.wrong.deep"
    return None


def line_of(text: str, offset: int) -> int:
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
        found = _SKIPPED.match(self._text, at)
        return at if found is None else found.end()

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
        while (found := NAME.match(self._text, self._blank(at))) is not None:
            names.append(unquoted(found[0]))
            at = self._blank(found.end())
            if not self._text.startswith(".", at):
                break
            at += 1
        return names, at

    def _blank(self, at: int) -> int:
        found = BLANK.match(self._text, at)
        return at if found is None else found.end()

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
        found = _VALUE.match(self._text, at)
        return at + 1 if found is None else found.end()


def unquoted(name: str) -> str:
    """A name of TOML, or a short text, without its quotation marks."""
    if name[0] == '"':
        try:
            return str(json.loads(name))
        except ValueError:  # TOML has escapes that JSON has not; nobody needs the line of such a name
            return name[1:-1]
    return name[1:-1] if name[0] == "'" else name
