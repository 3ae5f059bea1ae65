"""Reads the simple parts of a pad's file, each with the fault it may have: texts, names, numbers, lists."""

from __future__ import annotations

import keyword
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from difflib import get_close_matches
from typing import Concatenate, NoReturn, ParamSpec, TypeVar
from unicodedata import normalize

from companion.games.pad.engine.formula_slips import CALLS
from companion.games.pad.engine.grammar import AlreadyWrong
from companion.messages import Phrase
from companion.reader import Reader, Wrong, as_short_json
from companion.texts import find_unseen

T = TypeVar("T")
D = TypeVar("D")
P = ParamSpec("P")

RESERVED = frozenset(
    (
        *"round rounds cards players dealer starter seat side last value score points next out finish".split(),
        *CALLS,
        # An entry of the record that begins with one of these would be an act of the people: `change 5 2`.
        *"advice agree back change chose concede level log name new rename retire seed sit stand".split(),
        *"pad series".split(),  # beside the options of a game in the record
    )
)
"""What formulas, the notation and the record already mean; nothing of a pad may be called so."""
_RESERVED_LATER = {1: frozenset[str](), 2: frozenset({"has", "turn"})}
"""What a later format of the language means besides, by the format of a file."""
_NAME = re.compile("[a-z][a-z0-9_]{0,15}")
KEY = re.compile("[a-z0-9][a-z0-9-]{0,15}")
"""The key of a pick or of a value of an option."""
TOP = (
    "format", "key", "prefix", "name", "about", "players", "rules", "play", "deal", "sides", "rounds", "cards",
    "points", "score", "end", "finish", "out", "best", "series",
)  # fmt: skip
"""The entries of a file without a table of their own: in TOML they stand above the first table."""
TOP_LATER = ("start", "won", "next")
"""Those from format 2 on."""
_LETTER_TOO_MUCH = 0.85
"""How near `rules` is to `rule`, which is meant where that is known."""
_WHOLE = (*TOP, *TOP_LATER, "options", "names", "tallies", "lists", "fields", "example")
"""All entries of a file, those with tables of their own, too."""
UNKNOWN_KEYS = ("pad.wrong.key", "pad.wrong.key-near", "pad.wrong.key-top")
MISSING = "pad.wrong.missing"
LANGUAGES = ("en", "ja")


class Faults(list[Wrong]):
    """The faults of a file in the order in which they were found."""

    @contextmanager
    def noted(self) -> Iterator[None]:
        """A fault ends what is done here, and is noted."""
        try:
            yield
        except Wrong as wrong:
            self.append(wrong)
        except AlreadyWrong:
            pass

    def or_else(self, default: D, reading: Callable[P, T], *given: P.args, **named: P.kwargs) -> D | T:
        """What is read, or where that is at fault the default."""
        with self.noted():
            return reading(*given, **named)
        return default

    def optional(
        self, members: Mapping[str, Reader], name: str, default: D, reading: Callable[Concatenate[Reader, P], T],
        *given: P.args, **named: P.kwargs,
    ) -> D | T:  # fmt: skip
        """What is read from an entry of a table; the default where that is missing or at fault."""
        return self.or_else(default, reading, members[name], *given, **named) if name in members else default

    def only(self, source: Reader, *known: str, later: Sequence[str] = ()) -> bool:
        """Whether a value is a table; notes the first entry that is not known. `later`: known in a later format."""
        with self.noted():
            for name, entry in table(source).items():
                if name in later:
                    entry.raise_wrong("pad.wrong.key-format")
                refuse_unknown(entry, known, of_the_whole=_WHOLE if source.path else ())
            return True
        return isinstance(source.value, dict)


def refuse_unknown(entry: Reader, known: Sequence[str], *, of_the_whole: Sequence[str] = _WHOLE) -> None:
    """Raise Wrong for an entry of a table whose name is not one of these. `of_the_whole`: what belongs to the whole
    pad and not into a table; nothing where people choose the names.
    """
    name = str(entry.path[-1])
    if name not in known:
        if name in of_the_whole and not get_close_matches(name, known, 1, _LETTER_TOO_MUCH):
            entry.raise_wrong("pad.wrong.key-top")
        near = get_close_matches(name[:24], known, 1)
        key = "pad.wrong.key-near" if near else "pad.wrong.key"
        entry.raise_wrong(key, near="".join(near), known=", ".join(known) or "–")


RULE = re.compile(r"[A-Z]{3}-([1-9]\d{0,2})")
"""A rule as the glass names it; a file names it by its number."""


def refuse_quotes(source: Reader) -> None:
    """Raise Wrong for a text that is only a number or a truth value in quotation marks."""
    text = source.value
    if isinstance(text, str) and re.fullmatch(r"-?[0-9]{1,6}|true|false", text.strip()):
        source.raise_wrong("pad.wrong.no-quotes", right=text.strip())


def refuse_wide(source: Reader) -> None:
    """Raise Wrong for a text that would be one of ASCII, but for the wide letters of a Japanese keyboard, or for what
    nobody sees.
    """
    text = source.value
    if isinstance(text, str) and (unseen := find_unseen(text)):
        source.raise_wrong("pad.wrong.text-character", point=f"U+{ord(unseen):04X}")
    if isinstance(text, str) and not text.isascii() and (plain := normalize("NFKC", text)).isascii():
        source.raise_wrong("pad.wrong.slip-instead", found=as_short_json(text), right=f'"{plain}"')


def table(source: Reader) -> dict[str, Reader]:
    """The entries of a table."""
    if isinstance(source.value, list) and any(isinstance(value, dict) for value in source.value):
        source.raise_wrong("pad.wrong.table-list", right=".".join(map(str, source.path)))
    if not isinstance(source.value, dict):
        if len(source.path) == 2 and source.path[0] in ("options", "tallies"):
            source.raise_wrong("pad.wrong.table-name", right=f"[{source.path[0]}.NAME]")
        source.raise_wrong("pad.wrong.table")
    return source.members()


def needed(source: Reader, name: str) -> Reader:
    """An entry of a table that must be there."""
    if name not in table(source):
        raise Wrong((*source.path, name), MISSING)
    return source.member(name)


def entries(source: Reader, least: int, most: int) -> list[Reader]:
    """The entries of a list of such a length."""
    exact = "" if least < most else "-exact"
    if not isinstance(source.value, list):
        source.raise_wrong(f"pad.wrong.list{exact}", least=least, most=most)
    if not least <= len(source.value) <= most:
        source.raise_wrong(f"pad.wrong.length{exact}", count=len(source.value), least=least, most=most)
    return source.entries()


def whole(source: Reader, least: int, most: int) -> int:
    """A whole number within bounds."""
    refuse_quotes(source)
    if type(source.value) is not int or not least <= source.value <= most:
        source.raise_wrong("pad.wrong.whole", least=least, most=most)
    return source.value


def switch(source: Reader) -> bool:
    """True or false."""
    refuse_quotes(source)
    if not isinstance(source.value, bool):
        source.raise_wrong("pad.wrong.switch")
    return source.value


def one_of(source: Reader, known: Sequence[str]) -> str:
    """One of these texts."""
    refuse_wide(source)
    if not isinstance(source.value, str) or source.value not in known:
        source.raise_wrong("pad.wrong.one-of", known=", ".join(known))
    return source.value


def matching(source: Reader, pattern: re.Pattern[str], key: str) -> str:
    """A text of a form; `key` is the fault of another one."""
    if type(source.value) in (int, float):
        _refuse_no_text(source, 0)
    refuse_wide(source)
    if not isinstance(source.value, str) or not pattern.fullmatch(source.value):
        source.raise_wrong(key)
    return source.value


def good_name(name: object) -> bool:
    """Whether something can be called so."""
    return (
        isinstance(name, str)
        and _NAME.fullmatch(name) is not None
        and name not in RESERVED
        and not keyword.iskeyword(name)
    )


def reserved(version: int) -> frozenset[str]:
    """What nothing may be called in a file of a format."""
    return RESERVED | _RESERVED_LATER[version]


def check_name(source: Reader, name: object, version: int) -> str:
    """A name of an option, a name, a tally, a list or a field; `source` is the place of its fault."""
    if name == source.value:
        refuse_wide(source)
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        source.raise_wrong("pad.wrong.name", value=as_short_json(name))
    taken = reserved(version)
    if source.path == ("tallies", "next"):  # of a tally without a name
        table(source)
    if name in taken and source.path[-1] == name and name in (*TOP, *TOP_LATER):
        source.raise_wrong("pad.wrong.name-top", name=name)
    if name in taken or not good_name(name):
        words = sorted(taken) if name in taken else keyword.kwlist
        source.raise_wrong("pad.wrong.name-taken", name=name, known=" ".join(words))
    return name


def phrase(source: Reader, most: int) -> Phrase:
    """A text to show, alone or by language."""
    if isinstance(source.value, str):
        return Phrase(_shown(source, most))
    if not isinstance(source.value, dict):
        _refuse_no_text(source, most)
    texts = source.members()
    for entry in texts.values():
        refuse_unknown(entry, LANGUAGES)
    needed(source, "en")
    return Phrase(**{name: _shown(entry, most) for name, entry in texts.items()})


def _refuse_no_text(source: Reader, most: int) -> NoReturn:
    value = source.value
    if isinstance(value, int | float):
        source.raise_wrong("pad.wrong.text-quotes", right=f'"{as_short_json(value)}"')
    source.raise_wrong("pad.wrong.text", most=most)


def _shown(source: Reader, most: int) -> str:
    text = source.value
    if not isinstance(text, str) or not text:
        _refuse_no_text(source, most)
    if len(text) > most:
        source.raise_wrong("pad.wrong.text-long", count=len(text), most=most)
    if unseen := find_unseen(text):
        source.raise_wrong("pad.wrong.text-character", point=f"U+{ord(unseen):04X}")
    if text != text.strip():
        source.raise_wrong("pad.wrong.text-blank")
    return text
