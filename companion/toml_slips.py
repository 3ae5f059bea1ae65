"""Reads the TOML of people who do not know TOML: a text in, a text that is TOML and the slips in it out. Pure.

A text that is TOML is left as it is. Otherwise each line is read by itself, and what people mean is understood where
only one meaning is possible: no quotes, curly or unfinished ones, `yes` and `True`, a colon in place of `=`, remarks
with `//`. A line that cannot be understood is left out, and no other line is lost. Lines keep their numbers.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple

from companion.reader import Unparsed, from_toml

QUOTES = "\"'“”„‟‘’‚‛«»‹›「」『』〝〞〟＂＇`´"
"""What people take for quotes."""
SWITCHES = {
    **dict.fromkeys(("true", "yes", "on", "y", "ja", "oui", "si", "はい", "オン"), "true"),
    **dict.fromkeys(("false", "no", "off", "n", "nein", "non", "いいえ", "オフ"), "false"),
}
"""What people write for true and false, in small letters."""
_SWITCH_WORDS = ("true", "false", "yes", "no", "on", "off")
"""Those that stand for a switch in a text that says no more about it."""
HIDDEN = "…"
"""A message shows this in place of a secret."""
_SHOWN_MOST = 40
_KEY = re.compile(r"[A-Za-z0-9_.-]+|\"[^\"]*\"|'[^']*'")
_REMARK = re.compile(r"\s+(?:#|//|;|--\s).*$")
MayShow = Callable[[str, object], bool]
"""Whether a message may show the value of a name; of the empty name a remark."""
NO_USUAL: Mapping[str, str] = MappingProxyType({})
_CHUNK_MOST = 60
"""The most lines of a value over several lines."""
_ENTRY = r"""\s*(?:"[^"]*"|'[^']*'|[^]["'{},#=]+)\s*="""
_ENDS = {"[": ("]", _ENTRY), "{": ("}", _ENTRY), '"""': ('"""', '.*"""'), "'''": ("'''", ".*'''")}
"""By what begins a value over several lines: what ends it, and how a line begins behind which it does not go on."""


class Slip(NamedTuple):
    """A slip on a line: the `key` of its text, and how the line should be written. Without a cure it is left out."""

    line: int
    key: str
    cure: str = ""
    other: int | None = None
    """The line that counts in place of this one."""


class Mended(NamedTuple):
    """A text that is TOML, what it says, and the slips of the text that it was made from, in the order of the lines."""

    text: str
    tree: dict[str, object]
    slips: tuple[Slip, ...] = ()


def mend(text: str, may_show: MayShow = lambda _name, _value: True, usual: Mapping[str, str] = NO_USUAL) -> Mended:
    """The text as TOML. A slip shows the name and the value of a line only where it `may_show` them. Never fails.

    Of two lines with the same name the later one counts, unless only that one has the `usual` value of the name: the
    other is the one that somebody has written.
    """
    try:
        return Mended(text, from_toml(text))
    except Unparsed:
        return _mend_lines(text, may_show, usual)


def first_slip(
    mended: Mended, text: str, fault: Unparsed, example: str
) -> tuple[int | None, str, Mapping[str, object]]:
    """What keeps a text from being TOML, for somebody who writes it anew: a line, the key of a message, its parameters.

    `fault` is why it is none, `example` an entry as the file has it.
    """
    # Of a heading that cannot be read, the lines below seem to be there twice.
    slip = min(mended.slips, key=lambda slip: slip.other is not None, default=None)
    if slip is not None:
        key = slip.key if slip.other is None else "toml.again"
        return slip.line, key, {"cure": slip.cure, "other": slip.other, "example": example}
    head = text.splitlines()[(fault.line or 1) - 1].strip()
    if head.startswith("["):
        return fault.line, "toml.part", {"head": head}
    return fault.line, "toml.line", {"example": example}  # letters that nobody sees


class _Line(NamedTuple):
    """A mended line: the text of TOML, and the key of the slip in it, empty without one."""

    text: str
    slip: str = ""


def _mend_lines(text: str, may_show: MayShow, usual: Mapping[str, str]) -> Mended:
    lines, slips = list[str](), list[Slip]()
    places: dict[tuple[str, str], int] = {}
    header = ""
    for number, raw in _chunks(text):
        if _is_toml(raw):
            found: _Line | None = _Line(raw)
        else:
            found = _mend_line(raw)
        if found is None:
            slips.append(Slip(number, "toml.line"))
            found = _Line("")
        elif found.slip:
            slips.append(Slip(number, found.slip, _shown(found.text, may_show)))
        if head := re.match(r"\s*(\[.*\])", found.text):
            header = head[1]
            if not header.startswith("[[") and ("", header) in places:
                found = _Line("")  # the table goes on
            elif header.startswith("[["):
                places = {place: line for place, line in places.items() if not place[0].startswith("[")}
            places["", header] = number
        elif name := _name(found.text):
            before = places.get((header, name))
            if before is None:
                places[header, name] = number
            elif name in usual and _value(found.text) == usual[name] != _value(lines[before - 1]):
                slips.append(Slip(number, "toml.twice", other=before))
                found = _Line("")
            else:
                slips.append(Slip(before, "toml.twice", other=number))
                lines[before - 1] = ""
                places[header, name] = number
        lines += found.text.split("\n")
    while True:
        mended = "\n".join(lines)
        try:
            return Mended(mended, from_toml(mended), tuple(sorted(slips, key=lambda slip: slip.line)))
        except Unparsed as fault:
            # Each line is TOML, but not beside the others: the table of another name, for example.
            wrong = min(fault.line or len(lines), len(lines)) - 1
            while not lines[wrong]:
                wrong -= 1
            slips.append(Slip(wrong + 1, "toml.line"))
            lines[wrong] = ""


def _chunks(text: str) -> Iterator[tuple[int, str]]:
    """The lines with their numbers; the lines of a value that has several of them are together."""
    lines = text.split("\n")
    at = 0
    while at < len(lines):
        count = 1
        first = lines[at].removesuffix("\r")
        opened = re.search(r"=\s*(\[|\{|\"\"\"|''')", first)
        if opened is not None and not _is_toml(first):
            end, behind = _ENDS[opened[1]]
            for more in range(2, min(_CHUNK_MOST, len(lines) - at) + 1):
                last = lines[at + more - 1]
                if end in last and _is_toml("\n".join(lines[at : at + more])):
                    count = more
                    break
                if re.match(behind, last):
                    break
        yield at + 1, "\n".join(lines[at : at + count]) if count > 1 else first
        at += count


def _is_toml(line: str) -> bool:
    try:
        from_toml(line)
    except Unparsed:
        return False
    return True


def _name(line: str) -> str:
    """The name that a line of TOML gives a value; empty without one."""
    match = re.match(rf"\s*({_KEY.pattern})\s*=", line)
    return match[1].strip("\"'") if match else ""


def _value(line: str) -> object:
    value: object = from_toml(line)
    while isinstance(value, dict) and value:
        value = next(iter(value.values()))
    return value


def _shown(line: str, may_show: MayShow) -> str:
    if line.startswith("#") and not may_show("", line):  # it may be an entry that counts no more
        return f"# {HIDDEN}"
    name = _name(line)
    if name and not may_show(name, _value(line)):
        return f'{without_words(name)} = "{HIDDEN}"'
    shown = line.strip()
    return shown if len(shown) <= _SHOWN_MOST else f"{shown[:_SHOWN_MOST]}…"


def without_words(name: str) -> str:
    """A name as a message shows it: only its first word, because what is behind it may be the value."""
    words = name.split()
    return f"{words[0]} {HIDDEN}" if len(words) > 1 else name


def _mend_line(raw: str) -> _Line | None:
    """A line that is not TOML, as TOML; None if nobody knows what it means."""
    line = "".join(" " if unicodedata.category(letter) == "Zs" else letter for letter in raw)
    line = "".join(letter for letter in line if unicodedata.category(letter) not in ("Cc", "Cf") or letter == "\t")
    line = re.sub(r"^\s*[-*•・]\s+(?=[^=:]+[=:])", "", line).strip()
    if not line:
        return _Line("")
    if re.match(r"//|;|--|<!--|/?\*", line) or line[0] in "＃※":
        return _Line(f"# {line.lstrip('/;-<!*＃※ ')}", "toml.remark")
    head = re.fullmatch(r"([\[(<{【［]*)\s*([\w .-]+?)\s*([\])>}】］]*)\s*:?", line)
    if head and (head[1] or head[3]):
        return _Line(f"[{_plain_key(head[2])}]", "toml.header")
    match = re.fullmatch(rf"[{re.escape(QUOTES)}]?([^=:＝：→{re.escape(QUOTES)}]+?)[{re.escape(QUOTES)}]?\s*"
                         r"(:=|==|=>|->|=|＝|：|:|→)\s*(.*)", line)  # fmt: skip
    if match is None:
        # No sign between name and value: `board "plain"`.
        match = re.fullmatch(rf"([A-Za-z_]+)\s*(\s)\s*([{re.escape(QUOTES)}].*)", line)
        if match is None:
            return None
    key, sign, value = _plain_key(match[1]), match[2], match[3]
    if not key or not value:
        return None
    whole = f"{key} = "
    mended, slip = _mend_value(value)
    if sign != "=" and not (slip and sign == "＝"):
        slip = "toml.equals"
    line = whole + mended
    return _Line(line, slip or "toml.name") if _is_toml(line) else None


def _plain_key(key: str) -> str:
    """A name as TOML can have it, of ASCII letters: full-width ones are read like others."""
    plain = unicodedata.normalize("NFKC", key).strip().strip(QUOTES).strip()
    return plain if _KEY.fullmatch(plain) else f'"{plain}"' if plain and '"' not in plain and "\\" not in plain else ""


def _mend_value(raw: str) -> tuple[str, str]:
    """A value as TOML, and the key of the slip in it; the key is empty if it was TOML."""
    value = raw.strip()
    if _is_toml(f"x = {value}"):
        return value, ""
    if value[0] in QUOTES:
        alone = re.fullmatch(r"""(["'])([^"']*)\1[\s,;]+[A-Za-z_.]+\s*=.*""", value)
        if alone is not None:
            return _as_text(alone[2]), "toml.alone"
        inside, ends, rest = _quoted(value)
        if inside[:1] in ('"', "'") and inside[:1] == inside[-1:]:
            inside = inside.strip(inside[0])
        straight = value[0] in "\"'" and (not ends or ends in "\"'")
        slip = "toml.end" if straight else "toml.straight"
        if straight and ends == value[0]:
            slip = "toml.behind" if rest.strip() else "toml.escape"
        return _as_text(inside), slip
    bare = _REMARK.sub("", value)
    remark = bare != value and not re.search(r"\s#", value)
    bare = bare.rstrip(" ,;")
    if _is_toml(f"x = {bare}") and bare:
        return bare, "toml.behind"
    if bare.casefold() in _SWITCH_WORDS:
        return SWITCHES[bare.casefold()], "toml.switch"
    return _as_text(bare.strip(QUOTES)), "toml.behind" if remark and _is_toml(f"x = {bare}") else "toml.quotes"


def _quoted(value: str) -> tuple[str, str, str]:
    """What is between the quotes that a value begins with, the quote that ends it, and what is behind it."""
    # The last quote ends it, so that a text may have an apostrophe; but not one in a remark.
    body = re.sub(r"(?<=[" + re.escape(QUOTES) + r"])\s*(?:#|//|;|--).*$", "", value)
    # At the very end even an apostrophe is a quote, unless a quote like the first one is before it.
    end = len(body.rstrip(" ,;")) - 1
    for at in range(len(body) - 1, 0, -1):
        apostrophe = value[0] in "\"'" and body[at] in "’'" and body[at] != value[0]
        if body[at] in QUOTES and not (apostrophe and (at != end or value[0] in body[1:at])):
            return body[1:at], body[at], value[at + 1 :]
    return body[1:].rstrip(), "", ""


def _as_text(inside: str) -> str:
    """A text in quotes, as it stands: a backslash is a letter like another one."""
    if "\\" in inside and "'" not in inside:
        return f"'{inside}'"
    escaped = inside.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
