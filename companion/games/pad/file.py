"""The file of a pad: bytes in, a `Pad` out, or the one fault that people see."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from math import inf
from typing import ParamSpec, TypeVar

from companion.games.pad.engine.entries import MISSING, UNKNOWN_KEYS, good_name
from companion.games.pad.engine.pad import Pad
from companion.games.pad.engine.reading import WrongPad, read_pad
from companion.games.pad.engine.slips import find_slip
from companion.kit.faults import FileFault
from companion.kit.rules import SEATS_MOST
from companion.messages import Message, Phrase
from companion.reader import Path as Place
from companion.reader import Unparsed, Wrong, from_toml
from companion.record.pads import BYTES_MOST
from companion.toml_places import STRING, find_places, line_at, offset_of
from companion.words import LANGUAGES, Words

P = ParamSpec("P")
T = TypeVar("T")

LINES_MOST = 500
DEPTH_MOST = 40
"""How deep lists and tables may nest. A pad needs four."""
DOTS_MOST = 100
"""The most dots that may stand in a line: tomllib takes the square of the time for a name of many parts."""
_PART_MOST = 24
"""The most characters of a name that are shown in the place of a fault."""


def guarded(reading: Callable[P, T], *given: P.args, **named: P.kwargs) -> T:
    """What is read of a file. Raises nothing but FileFault: whatever a file does, it is only left out."""
    try:
        return reading(*given, **named)
    except FileFault:
        raise
    except Exception as error:
        raise FileFault("pad.wrong.unforeseen", why=type(error).__name__) from error


def pad_of(content: bytes, taken: Callable[[str], bool], *, examples: bool = True) -> Pad:
    """The pad of a file's content; `taken` says whether a key or a prefix belongs to another game. Raises FileFault.

    Without `examples` the examples of the file are not played.
    """
    return guarded(_pad_of, content, taken, examples)


def _pad_of(content: bytes, taken: Callable[[str], bool], examples: bool) -> Pad:
    if len(content) > BYTES_MOST:
        raise FileFault("pad.wrong.bytes", most=BYTES_MOST, count=len(content))
    if b"\0" in content[:4]:  # UTF-16 and UTF-32 of Latin letters: each byte may be UTF-8 for all that
        raise FileFault("pad.wrong.utf8", line=1)
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise FileFault("pad.wrong.utf8", line=content.count(b"\n", 0, error.start) + 1) from error
    lines = len(text.removesuffix("\n").split("\n"))
    if lines > LINES_MOST:
        raise FileFault("pad.wrong.lines", most=LINES_MOST, count=lines)
    slow = _too_slow(text)
    if slow is not None:
        raise FileFault(slow[1], line=slow[0])
    try:
        tree = from_toml(text)
    except Unparsed as fault:
        raise _unparsed(text.replace("\r\n", "\n"), fault) from fault
    try:
        return read_pad(tree, taken, examples=examples)
    except WrongPad as wrong:
        # tomllib takes every line end for a line feed.
        raise _first(wrong.faults, tree, text.replace("\r\n", "\n")) from None


def _too_slow(text: str) -> tuple[int, str] | None:
    """The first line that would be read too slowly, and the key of the fault; None where there is none."""
    for number, line in enumerate(text.split("\n"), 1):
        if line.count(".") > DOTS_MOST:
            return number, "pad.wrong.dots"
    depth = 0
    for token in re.finditer(rf"{STRING}|#[^\n]*|[\[\]{{}}]", text, re.DOTALL | re.MULTILINE):
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(token[0], 0)
        if depth > DEPTH_MOST:
            return line_at(text, token.start()), "pad.wrong.deep"
    return None


def _unparsed(text: str, fault: Unparsed) -> FileFault:
    """What is wrong with a text that tomllib refuses."""
    slip = find_slip(text)
    if slip is None:
        return FileFault("pad.wrong.toml", line=fault.line)
    return FileFault(slip.key, _place(slip.path, slip.names), line_at(text, slip.offset), **slip.params)


def _first(faults: list[Wrong], tree: dict[str, object], text: str) -> FileFault:
    """The first fault in the file's order; what is missing at the top comes last.

    What is missing from a table comes behind an entry of it, or of a table in it, that is not known: that may be the
    one, misspelt, or below a header of its own.
    """
    places = find_places(text)
    unknown = {wrong.path[:end] for wrong in faults if wrong.key in UNKNOWN_KEYS for end in range(len(wrong.path))}

    def order(wrong: Wrong) -> float:
        offset = offset_of(wrong.path, places)
        return inf if offset is None else offset

    named = [wrong for wrong in faults if wrong.key != MISSING or wrong.path[:-1] not in unknown]
    wrong = min(named, key=order)
    offset = offset_of(wrong.path, places)
    line = None if offset is None else line_at(text, offset)
    params = {name: _in_words(value) for name, value in wrong.params.items() if name not in ("place", "line")}
    fields = tree.get("fields")
    names = {
        place: field.get("name")
        for place, field in enumerate(fields if isinstance(fields, list) else [])
        if isinstance(field, dict)
    }
    return FileFault(wrong.key, _place(wrong.path, names), line, **params)


def _in_words(value: object) -> object:
    """A parameter of a fault; a message as a text in every language. Seats have only numbers in a file."""
    if not isinstance(value, Message):
        return value
    return Phrase(**{
        language: words.message(value, [words("pad.seat", number=seat) for seat in range(SEATS_MOST)])
        for language in LANGUAGES for words in [Words(language)]
    })  # fmt: skip


def _place(path: Place, names: Mapping[int, object]) -> str:
    """A place as people read it: `fields.took.most`, `rules[3]`; lists are counted from 1. Fields have names."""
    text = ""
    for depth, part in enumerate(path):
        shown: object = part
        if depth == 1 and path[0] == "fields" and isinstance(part, int):
            name = names.get(part)
            shown = name if good_name(name) else part
        if isinstance(shown, int):
            text += f"[{shown + 1}]"
        else:
            name = str(shown)
            text += f"{'.' if text else ''}{name if len(name) <= _PART_MOST else name[:_PART_MOST] + '…'}"
    return text
