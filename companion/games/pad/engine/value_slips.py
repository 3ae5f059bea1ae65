"""Slips in the values of TOML: texts, lists, tables in braces, numbers and truth values."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from typing import NoReturn
from unicodedata import normalize

from companion.games.pad.engine.entries import RULE
from companion.games.pad.engine.slip_cursor import (
    BLANK,
    CLOSE,
    CURLY,
    ENTRY,
    REMARK,
    SEPARATORS,
    STRANGE_BLANK,
    UP_TO_REMARK,
    Cursor,
    short,
)
from companion.reader import Path

_ESCAPE = re.compile(
    r"\\(?:[btnfr\"\\]|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|[ \t]*\n)|(\\(?:u.{0,4}|U.{0,8}|.)?)", re.DOTALL
)
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]|\\U(?!0000|000[1-9a-fA-F]|0010)|\\U0000[dD][89a-fA-F]")
_LONG = {
    '"""': re.compile(r'"""(?:\\.|[^\\])*?"{3,5}(?!")', re.DOTALL),
    "'''": re.compile(r"'''.*?'{3,5}(?!')", re.DOTALL),
}
_SHORT = {'"': re.compile(r'"((?:\\.|[^"\\\n])*)"'), "'": re.compile(r"'[^'\n]*'")}
_SCALAR = (
    r"true|false|[+-]?(?:inf|nan)"
    r"|0x[0-9A-Fa-f](?:_?[0-9A-Fa-f])*|0o[0-7](?:_?[0-7])*|0b[01](?:_?[01])*"
    r"|[+-]?(?:0|[1-9](?:_?[0-9])*)(?:\.[0-9](?:_?[0-9])*)?(?:[eE][+-]?[0-9](?:_?[0-9])*)?"
    r"|[0-9]{4}-[0-9]{2}-[0-9]{2}(?:[Tt ][0-9:.]+(?:[Zz]|[+-][0-9:]+)?)?|[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]+)?"
)
_BARE = re.compile(_SCALAR)
_FIGURES_MOST = 4_300
_LISTED = re.compile(rf"(?:{_SCALAR})(?:[ \t]*,[ \t]*(?:{_SCALAR}))*,?")
_HEADER = re.compile(r"\[\[?[ \t]*[A-Za-z_][A-Za-z0-9_. \t-]*\]\]?[ \t]*(?:#[^\n]*)?(?:\n|\Z)")
_BEFORE = re.compile(r"(?:\d+[ \t]*[.):=]|[-*•・])[ \t]*(?=[\"'])")
"""The numbers and the dots of other lists: they stand before a text."""
_ONE = rf"""[ \t]*+(?:"[^"\n]*"|'[^'\n]*'|{_SCALAR})[ \t]*+"""
_LIST_IN_BRACES = re.compile(rf"\{{{_ONE}(?:,{_ONE})*+,?[ \t]*\}}")
_RANGE = re.compile(r"(\d+)[ \t]*(?:-|–|—|\.{2,3}|…|to|〜|～|~|:)[ \t]*(\d+)")
_NUMBERS = (("least",), ("most",), ("step",), ("start",), ("rule",), ("is",))
"""The last names of entries that are one number."""
_SWITCHES = {"true": "true yes on wahr oui はい", "false": "false no off falsch non いいえ"}


class Values(Cursor, ABC):
    """Goes past values; what they stand in goes past entries."""

    @abstractmethod
    def entry(self, table: Path, closing: str) -> None:
        """Go past an entry of a table. `closing` is the bracket that ends the table, or empty."""

    def value(self, path: Path, closing: str) -> None:
        """Go past a value. `closing` is the bracket that ends what it stands in, or empty in a line of its own."""
        self.path = path
        character = self.next
        if self.here(STRANGE_BLANK) is not None:
            self.slip(self.at, "blank")
        if character in ("", "\n", "#"):
            self.slip(self.at, "table-open" if closing == "}" else "value")
        if character in "\"'":
            self._string()
        elif character == "[":
            self._list(path)
        elif character == "{":
            self._table(path)
        elif character in CURLY:
            self.slip(self.at, "curly", found=character)
        else:
            self._bare(closing)
        self.path = path

    def _string(self) -> None:
        begin, mark = self.at, self.next
        long = self.text.startswith(mark * 3, begin)
        match = (_LONG[mark * 3] if long else _SHORT[mark]).match(self.text, begin)
        if match is None:
            rest = self.rest()
            if long:
                self.slip(begin, "quote-open", found=rest, mark=mark * 3)
            curly = next((place for place, one in enumerate(rest) if one in CURLY), None)
            if curly is not None:
                self.slip(begin + curly, "curly", found=rest[curly])
            self.slip(begin, "quote-open", found=rest, mark=mark)
        self.at = match.end()
        if mark == '"':
            for escape in _ESCAPE.finditer(match[0]):
                if escape[1] is not None or (not long and "\n" in escape[0]) or _SURROGATE.match(escape[0]):
                    self.slip(begin + escape.start(), "escape", found=escape[0])

    def _list(self, path: Path) -> None:
        begin, place = self.at, 0
        self.at += 1
        while True:
            more, before = self.gap(), self.here(_BEFORE)
            if before is not None:
                self.path = (*path, place)
                self.slip(self.at, "before", found=before[0].strip())
            if not more or self._line_of_its_own():
                self._refuse_entry_alone((*path, place))
                self.path = path
                self.slip(begin, "list-open")
            if self.next == "]":
                break
            if self.next == ",":
                self.slip(self.at, "comma-extra", found=",")
            self.value((*path, place), "]")
            place += 1
            if self._between(begin, path, "]"):
                break
        self.at += 1

    def _line_of_its_own(self) -> bool:
        """Whether an entry or a header begins here, at the beginning of a line."""
        if (self.here(ENTRY) or self.here(_HEADER)) is None:
            return False
        return not self.text[self.text.rfind("\n", 0, self.at) + 1 : self.at].strip()

    def _refuse_entry_alone(self, path: Path) -> None:
        """Refuse the entries of a table in braces that has a closing brace and no opening one."""
        rest = self.rest(UP_TO_REMARK)
        if self.here(ENTRY) is not None and rest.count("}") > rest.count("{"):
            self.path = path
            self.slip(self.at, "instead", found=rest, right=f"{{{short(rest)}")

    def _between(self, begin: int, path: Path, closing: str) -> bool:
        """Go past what stands behind a value in a list or a table; whether that ends here."""
        inside = self.behind_quotes
        if closing == "]":
            self.gap()
        else:
            self.go(BLANK)
        character = self.next
        if character == closing:
            return True
        if character != ",":
            self._refuse_between(begin, path, closing, inside=inside)
        self.at += 1
        return False

    def _refuse_between(self, begin: int, path: Path, closing: str, *, inside: bool) -> NoReturn:
        """What stands behind a value and neither goes on nor ends the list or the table that begins at `begin`."""
        character = self.next
        if inside:
            self.slip(self.at, "quote-inside", found=self.rest())
        self.path = path
        if not character or (closing == "}" and character in "\n#") or (closing == "]" and self._line_of_its_own()):
            self.slip(begin, "list-open" if closing == "]" else "table-open")
        if character in CLOSE:
            self.slip(self.at, "bracket", found=character, right=closing)
        if character == "=" and closing == "]":
            self.slip(begin, "instead", found="[", right="{")
        if character in SEPARATORS:
            self.slip(self.at, "separator", found=character)
        if character in CURLY:
            self.slip(self.at, "curly", found=character)
        self.slip(self.at, "comma", found=self.rest())

    def _table(self, path: Path) -> None:
        begin, first = self.at, True
        if self.here(_LIST_IN_BRACES) is not None:
            self.slip(begin, "instead", found="{", right="[")
        self.at += 1
        while True:
            self.go(BLANK)
            if self.next == "}" and first:
                break
            self.path = path
            if self.next in ("", "\n", "#"):
                self.slip(begin, "table-open")
            if self.next in "},":
                self.slip(self.at, "comma-extra", found=self.next)
            self.entry(path, "}")
            first = False
            if self._between(begin, path, "}"):
                break
        self.at += 1

    def _bare(self, closing: str) -> None:
        """Go past a number, a truth value or a date; anything else there is a slip."""
        begin = self.at
        word = self.rest(re.compile(rf"[^\n#,{re.escape(closing)}]*") if closing else UP_TO_REMARK)
        if _BARE.fullmatch(word):
            if len(word) > _FIGURES_MOST:  # Python reads no longer ones, and does not say where they stand
                self.slip(begin, "figures", found=word)
            self.at += len(word)
            return
        scalar = _BARE.match(word)
        behind = word[scalar.end() :] if scalar is not None else ""
        # `60 // players` is a formula without quotation marks, `60 // as many as there are cards` has a remark.
        remark = REMARK.match(behind.strip()) is not None and len(behind.split()) > (1 if word[0] in "tf" else 3)
        if scalar is not None and (remark or re.match(r"[ \t]+[A-Za-z0-9_.-]+[ \t]*=(?!=)", behind)):
            self.at += scalar.end()  # the value is complete, and what is behind it is at fault
            return
        if word.startswith("="):
            self.slip(begin, "instead", found=f"= {short(word)}", right="=")
        if scalar is not None and behind.strip()[:1] in ("]", ")", "}"):
            at = begin + scalar.end() + len(behind) - len(behind.lstrip())
            self.slip(at, "bracket" if closing else "close", found=self.text[at], right=closing)
        separator = re.search(f"[{SEPARATORS}]", word)
        if closing and separator is not None and all(map(_BARE.fullmatch, re.split(f"[{SEPARATORS} ]+", word.strip()))):
            self.slip(begin + separator.start(), "separator", found=separator[0])
        if not closing and ENTRY.match(word):
            self.slip(begin, "instead", found=word, right=f"{{{short(word)}}}")
        if re.fullmatch(r"[+-]?[ \t]*\d{1,3}(?:[ \t'’]\d{3})+|[+-][ \t]+\d+", word):
            self.slip(begin, "instead", found=word, right=re.sub(r"[ \t'’]", "", word))
        for right, names in _SWITCHES.items():
            if word.lower().rstrip(".;,") in names.split():
                self.slip(begin, "instead", found=word, right=right)
        if not word or word[0] in "])},":
            self.slip(begin, "no-entry", found=self.next)
        rule = RULE.fullmatch(word)
        if rule is not None and self.path[-1:] == ("rule",):
            self.slip(begin, "instead", found=word, right=rule[1])
        minus = re.fullmatch(r"[−–‐‑‒—－](\d+)", word)
        if minus is not None:
            self.slip(begin, "instead", found=word, right=str(-int(minus[1])))
        if re.fullmatch(r"[+-]?\d+", word):
            self.slip(begin, "instead", found=word, right=str(int(word)))
        if re.fullmatch(r"[+-]?(?:\d*\.\d*|0,\d+)", word) or (
            self.path[-1:] in _NUMBERS and re.fullmatch(r"[+-]?\d+,\d+", word)
        ):
            self.slip(begin, "decimal", found=word)
        if not closing and _BARE.fullmatch(word.rstrip(", \t")):
            self.slip(begin + len(word) - 1, "behind", found=",")
        limits = _RANGE.fullmatch(word.strip("()"))
        if limits is not None:
            self.slip(begin, "instead", found=word, right=f"[{limits[1]}, {limits[2]}]")
        plain = normalize("NFKC", word)
        if plain != word and (_BARE.fullmatch(plain) or plain[0] == "{"):
            self.slip(begin, "instead", found=word, right=plain)
        if re.match(r"\([ \t]*[\"']", plain):
            self.slip(begin, "instead", found=word[0], right="[")
        inner = plain.strip("()[] ")
        if not closing and _LISTED.fullmatch(inner):
            self.slip(begin, "instead", found=word, right=f"[{inner.strip(', ')}]")
        if closing and all(map(_BARE.fullmatch, word.split())):
            self.slip(begin + len(word.split()[0]), "comma", found=word.split()[1])
        if word.rstrip(";") != word and _BARE.fullmatch(word.rstrip("; \t")):
            self.slip(begin, "instead", found=word, right=word.rstrip("; \t"))
        inner = re.split(r"[ \t]+[A-Za-z0-9_.-]+[ \t]*=(?!=)", word)[0] if closing == "}" else word
        inner = inner.strip(CURLY + " \t") or inner
        if (inner.count('"') + inner.count("'")) % 2:
            inner = inner.strip("\"'") or inner
        mark = "'" if '"' in inner else '"'
        self.slip(begin, "unquoted", found=word, right=f"{mark}{short(inner)}{mark}")
