"""What people write by mistake where TOML is needed: the first slip of a text, with what would be right.

This is asked about a text that tomllib refuses. It reads the text as tomllib does, and stops where that cannot go on.
"""

from __future__ import annotations

import re
from typing import NamedTuple, NoReturn
from unicodedata import normalize

from companion.games.pad.engine.slip_cursor import BLANK, CLOSE, CURLY, NAME, REMARK, UP_TO_REMARK, Slip, SlipFound
from companion.games.pad.engine.value_slips import Values
from companion.reader import Path
from companion.toml_places import line_at, unquoted

_FIELDS = "[[fields]]"
_HEADERS = f"[sides], [options.NAME], [names], [lists], [tallies.NAME], {_FIELDS}, [[example]]"
_LISTS = (("rules",), ("best",), ("values",))
"""The last names of lists of texts, which people take for tables."""
_LISTED = re.compile(r"""\[[ \t\[]*["']|\{[ \t]*[A-Za-z_]+[ \t]*=""")
"""What an entry of a list begins with, and neither a header nor an entry of a table."""
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f\x85\u2028\u2029]")
_EQUALS = re.compile(r"==+>?|=>|:=|::?|->|→|＝|：|<-|~(?=[ \t])|\bis\b(?=[ \t])")


class _Declared(NamedTuple):
    kind: str
    offset: int


def find_slip(text: str) -> Slip | None:
    """The first slip of a text whose lines end with line feeds alone; None where there is none of those known here."""
    _, slip = _scan(text)
    control = _CONTROL.search(text)
    # A carriage return alone, say, may be within what looks like the slip.
    if control is not None and (slip is None or "\n" not in text[slip.offset : control.start()]):
        key = "text-return" if control[0] in "\r\x85\u2028\u2029" else "text-character"
        point = f"U+{ord(control[0]):04X}"
        up_to, _ = _scan(text[: control.start()])  # that knows the entry in which it stands
        return Slip(control.start(), up_to.path, f"pad.wrong.{key}", {"point": point}, up_to.names)
    return slip


def _scan(text: str) -> tuple[_Scanner, Slip | None]:
    """The scanner where it has stopped, and the slip it has stopped at."""
    scanner = _Scanner(text)
    try:
        scanner.scan()
    except SlipFound as found:
        return scanner, found.slip
    return scanner, None


class _Scanner(Values):
    """Goes through a text from its beginning; raises SlipFound at the first slip."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self._declared: dict[Path, _Declared] = {}
        self._counts: dict[Path, int] = {}

    def scan(self) -> None:
        if self.text.startswith("\ufeff"):
            self.slip(0, "mark")
        table: Path = ()
        while self.gap():
            if self.text[self.at] == "[":
                self.path = ()
                table = self._header()
            else:
                self.path = table
                self.entry(table, "")
            self._end_of_line()
            self.path = table

    def _end_of_line(self) -> None:
        inside = self.behind_quotes
        self.go(BLANK)
        character = self.next
        if character in ("", "\n", "#"):
            return
        rest = self.rest()
        if inside:
            self.slip(self.at, "quote-inside", found=rest)
        if character in CURLY:
            self.slip(self.at, "curly", found=character)
        if character in ",，、" and rest != character:
            self.slip(self.at, "list-bare")
        if character in CLOSE:
            self.slip(self.at, "close", found=character)
        remark = self.here(REMARK)
        if remark is not None:
            self.slip(self.at, "remark", found=remark[0])
        self.slip(self.at, "behind", found=rest)

    # -- headers

    def _header(self) -> Path:
        begin = self.at
        count = 2 if re.match(r"\[[ \t]*\[", self.text[begin:]) else 1
        tight = self.text.startswith("[" * count, begin)
        self.at = begin + 1 if not tight else begin + count
        if not tight:
            self.go(BLANK)
            self.at += 1
        names = self._names()
        rest = self.rest(UP_TO_REMARK)
        line = self.text[begin : self.at] + rest
        words = re.findall(r"[A-Za-z0-9_-]+", line)
        if not words:
            self.slip(begin, "header", found=line, right=_HEADERS)
        right = _right_header(line, count)
        if not names or not tight or not self.text.startswith("]" * count, self.at) or rest.startswith("]]" * count):
            self._outside(begin)
            self.slip(begin, "header-form", found=line, right=right)
        self.at += count
        if self.rest().startswith(","):
            self._outside(begin)
        return self._declare_table(begin, names, many=count == 2)

    def _outside(self, begin: int) -> None:
        """Refuse an entry of a list that stands in no list, as where a list has been closed too early."""
        if _LISTED.match(self.text, begin):
            self.slip(begin, "outside", found=self._line(begin))

    def _declare_table(self, begin: int, names: list[str], *, many: bool) -> Path:
        path: Path = ()
        for place, name in enumerate(names):
            path = (*path, name)
            last = place == len(names) - 1
            before = self._declared.get(path)
            if before is None:
                self._declared[path] = _Declared(("list" if many else "table") if last else "implicit", begin)
                if last and many:
                    self._counts[path] = 1
            elif last and many and before.kind == "list":
                self._counts[path] += 1
            elif last and before.kind == "implicit" and not many:
                self._declared[path] = _Declared("table", begin)
            elif last or before.kind in ("value", "dotted"):
                self.path = path
                if path == ("fields",):
                    at = begin if before.kind in ("list", "value") else before.offset
                    self.slip(at, "fields", found="[fields]", right=_FIELDS)
                key = "table-value" if before.kind == "value" else "table-twice"
                self.slip(begin, key, name=".".join(names), first=line_at(self.text, before.offset))
            if path in self._counts:
                path = (*path, self._counts[path] - 1)
        return path

    # -- entries

    def _names(self) -> list[str]:
        """The parts of a name with dots; blanks behind it are passed."""
        names = []
        self.go(BLANK)
        while (match := self.here(NAME)) is not None:
            names.append(unquoted(match[0]))
            self.at = match.end()
            self.go(BLANK)
            if self.next != ".":
                break
            self.at += 1
            self.go(BLANK)
            if self.here(NAME) is None:
                self.slip(self.at, "key", found=".")
        return names

    def entry(self, table: Path, closing: str) -> None:
        begin = self.at
        names = self._names()
        if not names:
            self._no_name(begin)
        self.path = (*table, *names)
        if self.next != "=" or self.here(_EQUALS) is not None:
            self._no_equals(begin, names, closing)
        self._declare_entry(begin, table, names)
        self.at += 1
        self.go(BLANK)
        begin = self.at
        self.value(self.path, closing)
        match self.path:
            case ("fields", int(place), "name"):
                self.names.setdefault(place, unquoted(self.text[begin : self.at]))

    def _no_name(self, begin: int) -> NoReturn:
        """What stands where an entry or a header is to begin, and is none."""
        character, rest = self.next, self.rest()
        remark = re.match(REMARK, self.text[begin:])
        if remark is not None:
            self.slip(begin, "remark", found=remark[0])
        if rest.startswith(("```", "~~~")):
            self.path = ()
            self.slip(begin, "fence", found=rest)
        if character in CURLY:
            self.slip(begin, "curly", found=character)
        if character in "\"'":
            self.slip(begin, "quote-open", found=rest, mark=character)
        self._outside(begin)
        if character in f",{CLOSE}":
            self.slip(begin, "close", found=character)
        if character == "=":
            self.slip(begin, "no-name", found=rest)
        if character == "［":
            self.path, count = (), 1 + normalize("NFKC", rest).startswith("[[")
            self.slip(begin, "header-form", found=rest, right=_right_header(rest, count))
        wide = re.match("[Ａ-Ｚａ-ｚ０-９＿－]+", rest)
        if wide is not None:
            self.slip(begin, "instead", found=wide[0], right=normalize("NFKC", wide[0]))
        self.slip(begin, "key", found=character)

    def _no_equals(self, begin: int, names: list[str], closing: str) -> NoReturn:
        """What stands behind a name, and is no equals sign."""
        equals = self.here(_EQUALS)
        if names[0] and not names[0].strip("-"):
            self.slip(begin, "remark", found=names[0])
        if equals is not None:
            self.slip(self.at, "equals", found=equals[0])
        line = self._line(begin)
        before = line.partition("=")[0].strip()
        if self.next in CURLY and self.next:
            self.slip(self.at, "curly", found=self.next)
        if self.next in "\"'{[" and self.next:
            self.slip(self.at, "equals", found=self.rest())
        if self.text[begin] in "\"'":
            if self.next not in ("", *"\n#,}"):
                self.slip(self.at, "quote-inside", found=self.rest())
            table = tuple([part for part in self.path[: -len(names)] if isinstance(part, str)])
            if not closing and table[-1:] in _LISTS:
                self.path, begin = table, self._declared[table].offset
                self.slip(begin, "list-header", found=self._line(begin), right=f"{table[-1]} = [")
            if not closing and self.next == ",":
                self.path = self.path[: -len(names)]
                self.slip(begin, "outside", found=line)
        if self.next == "]" and not closing:
            many = names == ["fields"] or self.rest().startswith("]]")
            self.slip(begin, "header-form", found=line, right=f"{'[' * (1 + many)}{'.'.join(names)}{']' * (1 + many)}")
        if "=" in line and not closing:
            strange = re.search(r"[^A-Za-z0-9_.\"' \t-]", before)
            if strange is not None:
                self.slip(begin + strange.start(), "key", found=strange[0])
            self.slip(begin, "key-blank", found=before, right=re.sub(r"[ \t]+", "_", before))
        remark = self.here(REMARK)
        if remark is not None:
            self.slip(self.at, "remark", found=remark[0])
        self.slip(begin, "no-equals", found=line)

    def _line(self, begin: int) -> str:
        """The rest of a line, without a remark."""
        return self.text[begin:].partition("\n")[0].partition("#")[0].strip()

    def _declare_entry(self, begin: int, table: Path, names: list[str]) -> None:
        path = table
        for place, name in enumerate(names):
            path = (*path, name)
            last = place == len(names) - 1
            declared = self._declared.setdefault(path, _Declared("value" if last else "dotted", begin))
            if declared.offset != begin and (last or declared.kind != "dotted"):
                first = line_at(self.text, declared.offset)
                key = "twice-field" if table[:1] == ("fields",) and len(path) == 3 else "twice"
                self.slip(begin, key, name=name, first=first, right=_FIELDS)


def _right_header(header: str, count: int) -> str:
    """The header that is meant: `[options.the_goal]` by `[options.the goal]` and by `[options the goal]`."""
    parts = ["_".join(re.findall(r"[A-Za-z0-9_-]+", part)) for part in normalize("NFKC", header).split(".")]
    name = re.sub(r"^(options|tallies|names|lists)_", r"\1.", ".".join(filter(None, parts)))
    return _FIELDS if name == "fields" else f"{'[' * count}{name}{']' * count}"
