"""A grammar of what people write wrong in the file of a pad: each slip, at every place of every pad that there is.

A slip says where it stands and what would be right there. So whether it is told well needs no second look by people.
"""

from __future__ import annotations

import json
import random
import re
import tomllib
from collections.abc import Callable, Iterator
from importlib.resources import files
from itertools import islice
from typing import NamedTuple

from companion.games.pad.collection import SHIPPED, shipped_file, taken_by_games
from companion.games.pad.file import pad_of
from companion.kit.faults import FileFault
from companion.words import Words


class Slipped(NamedTuple):
    """A text with a slip: its kind, its lines (the first is 1), and a pattern of what its message must have."""

    kind: str
    text: str
    lines: tuple[int, ...]
    cure: str


class Told(NamedTuple):
    """What is said of a text: the key of the fault, its line, its place, and the English words."""

    key: str
    line: int | None
    place: str
    words: str


def told(content: str | bytes) -> Told | None:
    """What is said of a file; None of a sound one."""
    try:
        pad_of(content.encode("utf-8", "surrogatepass") if isinstance(content, str) else content, taken_by_games)
    except FileFault as fault:
        return Told(fault.key, fault.line, fault.place, Words("en")(fault.key, **fault.params))
    return None


def is_told_well(slipped: Slipped, found: Told) -> bool:
    """Whether the message is about one of the lines of the slip, and says what would be right."""
    return (found.line in slipped.lines or (found.line is None and found.place != "")) and (
        re.search(slipped.cure, found.words) is not None
    )


# The pads


def in_braces(text: str) -> str:
    """The same pad with tables in braces: an entry of the top in each line, a field in each line of its list."""
    lines = []
    for name, value in tomllib.loads(text).items():
        if name == "fields":
            lines += ["fields = [", *[f"  {_written(field)}," for field in value], "]"]
        elif name == "rules":
            lines += ["rules = [", *[f"  {_written(rule)}," for rule in value], "]"]
        else:
            lines.append(f"{name} = {_written(value)}")
    return "\n".join(lines) + "\n"


def _written(value: object) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join([f"{name} = {_written(inner)}" for name, inner in value.items()]) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_written, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def sources() -> dict[str, str]:
    """Every pad that ships and the one to start from, in both styles of TOML."""
    texts = {key: shipped_file(key).read_text("utf-8") for key in SHIPPED}
    texts["new"] = files("companion.games.pad").joinpath("new.toml").read_text("utf-8")
    return {**texts, **{f"{key} in braces": in_braces(text) for key, text in texts.items()}}


# The slips

Change = str | Callable[[re.Match[str]], str]
"""What stands there instead: a template of `re`, or a function of the match."""


class Rule(NamedTuple):
    kind: str
    pattern: str
    change: Change
    cure: str
    """What the message must have; `{1}`, `{2}` are the groups of the match, as they stand in the right text."""


_KEYS = (
    "key|prefix|name|players|rules|points|rounds|cards|kind|label|least|most|values|next|when|allow|total|guess|end"
    "|best"
)
_QUOTED = r'"((?:[^"\\\n])+)"'
_QUOTES = "quotation mark|quotation marks|without an end|comma is missing|write"
_STRAIGHT = "straight quotation mark|quotation marks"
_OPERATOR = r"(?<=[\w)]) {} (?=[\w(-])"


def _formula(pattern: str, wrong: str, right: str) -> Rule:
    """A sign in a formula, and another one in its place."""
    return Rule(
        f"{wrong} in a formula",
        pattern,
        lambda found: found[0].replace(right, wrong),
        f"write {re.escape(right.strip())}",
    )


def _misspelt(found: re.Match[str]) -> str:
    word = found[1]
    return found[0].replace(word, word[:2] + word[3:] if len(word) > 4 else word + word[-1], 1)


_RULES = (
    # -- texts
    Rule("no quotation marks", rf"(?<=[=\[,] ){_QUOTED}", r"\1", _QUOTES),
    Rule("no quotation mark at the end", rf"(?<=[=\[,] ){_QUOTED}", r'"\1', _QUOTES),
    Rule("no quotation mark at the beginning", rf"(?<=[=\[,] ){_QUOTED}", r'\1"', _QUOTES),
    *[
        Rule(f"{marks} for quotation marks", rf"(?<=[=\[,] ){_QUOTED}", rf"{marks[0]}\1{marks[-1]}", _STRAIGHT)
        for marks in ("“”", "„“", "«»", "‘’", "「」", "＂", '"”', '“"')
    ],
    Rule("a text in a text", rf"(?<=[=\[,] ){_QUOTED}", r'"a "\1" b"', "quotation marks"),
    Rule("a number for a text", r'\b(about|label|en) = "[^"\n]*"', r"\1 = 7", 'write "7"|a text'),
    Rule("a number for a formula", rf"\b(points|rounds|guess) = {_QUOTED}", r"\1 = 7", 'write "7"'),
    Rule("a text for a number", r"(?m)(?<=rule = )(\d+)", r'"\1"', r"write {1} without"),
    Rule("a decimal number", r"(?m)(?<== )(-?\d+)(?=[,}\n])", r"\1.5", "whole number|the rules go"),
    Rule("a decimal comma", r"(?m)(?<== )(-?\d+)$", r"\1,5", r"whole number|write \["),
    Rule("a zero before", r"(?m)(?<== )([1-9]\d*)(?=[,}\n])", r"0\1", "write {1}"),
    Rule("True", r"\btrue\b", "True", "write true"),
    Rule("false in quotation marks", r"\b(finish|join|nobody) = true", r'\1 = "true"', "write true without"),
    # -- keys
    Rule("a colon", rf"(?<=[^\w\"])({_KEYS}|en|ja|is|rule|format) = ", r"\1: ", "write ="),
    Rule("two equals signs", rf"(?m)(^|[{{ ])({_KEYS}|en|is) = ", lambda found: f"{found[0][:-1]}= ", "write ="),
    Rule("no equals sign", rf"(?m)(^|[{{ ])({_KEYS}|en|is) = ", lambda found: found[0][:-2], "write"),
    Rule("no value", rf"(?m)^({_KEYS}) = .*$", r"\1 =", "write a value|write ="),
    Rule("a key misspelt", r"(?m)(?:^|[{ ])(\w+)(?= = )", _misspelt, "nearest|known are|is needed"),
    Rule("a key twice", r"(?m)^(\w+) = .*$(?<![\[,(])", "\\g<0>\n\\g<0>", "twice"),
    Rule("a key with a blank", r"(?m)^(\w+)(?= = )", r"my \1", "write my_"),
    Rule("two entries in a line", r"(?m)^(\w+ = [^\[\n]*)\n(?=\w+ = )", r"\1 ", "new line|leave|comma|write"),
    Rule("// for a remark", r"(?m)^(\w+ = [\"\d][^#\n]*)$", r"\1 // this is the way", "write #|quotation"),
    # -- tables
    Rule("one table of fields", r"(?m)^\[\[fields\]\]$", "[fields]", r"write \[\[fields\]\]"),
    Rule("a bracket too few", r"(?m)^\[\[fields\]\]$", "[[fields]", r"write \[\[fields\]\]"),
    Rule("a header misspelt", r"(?m)^\[\[fields\]\]$", "[[field]]", "fields is the nearest"),
    Rule("no brackets", r"(?m)^\[\[?([a-z.]+)\]\]?$", r"\1", "write"),
    Rule("an open header", r"(?m)^\[([a-z._]+)\]$", r"[\1", r"write \[{1}\]"),
    Rule("a list of tables", r"(?m)^\[([a-z._]+)\]$", r"[[\1]]", "single brackets|is needed"),
    Rule("a blank in a header", r"(?m)^\[(\w+)\.(\w+)\]$", r"[\1 \2]", r"write \[{1}\.{2}\]"),
    Rule("a table twice", r"(?m)^\[([a-z._]+)\]$", "\\g<0>\n\\g<0>", "twice"),
    Rule(
        "a header misspelt, too",
        r"(?m)^\[(options|tallies|names)\b",
        lambda found: f"[{found[1][:-1]}",
        "{1} is the nearest",
    ),
    # -- lists and braces
    Rule("no comma", r'(?<=[\w"}\]]), (?=["\w{\[])', " ", "comma|write|quotation|sign"),
    Rule("a semicolon", r'(?<=[\w"}\]]), (?=["\w{\[])', "; ", "comma|write|quotation"),
    Rule("two commas", r'(?<=[\w"}\]]), (?=["{\[\d])', ",, ", "comma|leave one|write|brackets"),
    Rule("round brackets", r"(?m)= \[([^\[\]\n]*)\]$", r"= (\1)", "write|leave"),
    Rule("no brackets of a list", r"(?m)^(\w+) = \[([^\[\]\n]*)\]$", r"\1 = \2", "write|brackets"),
    Rule("an open list", r"(?m)(= \[[^\[\]\n]*)\]$", r"\1", r"write"),
    Rule("an open table", r"(?m)(= \{[^{}\n]*)\}$", r"\1", "closing brace|write"),
    Rule("no opening brace", r"(?m)^( +)\{((?:en|key) = )", r"\1\2", r"write \{{2}"),
    Rule("no braces", r"(?m)= \{(en = [^{}\n]*)\}$", r"= \1", "write"),
    Rule("a list closed too early", r"(?m)^(  [\"{\[].*),\n(?=  [\"{\[])", "\\1]\n", "stands in no list"),
    Rule("a list too much", r"(?m)(= \[[^\[\]\n]*\])$", r"\1]", "leave it out"),
    # -- values
    Rule(
        "a kind misspelt", r'(?<=kind = ")(\w+)(?=")', lambda found: found[1][:-1], "one of number, yesno, pick, seat"
    ),
    Rule("players with a dash", r"(?<=players = )\[(\d), (\d)\]", r"\1-\2", r"write \[{1}, {2}\]"),
    Rule("players the other way round", r"(?<=players = )\[(\d), (?!\1)(\d)\]", r"[\2, \1]", "other way round"),
    Rule("a key that is missing", rf"(?m)^(?:format|{_KEYS}) = [^\[\n]*\n", "", "needed|known|would never|must"),
    # -- formulas
    _formula(r"(?<=\w) == (?=[\w\'-])", "=", "=="),
    _formula(r"(?<=\w) == (?=[\w\'-])", "===", "=="),
    _formula(r"(?<=[\w)]) != (?=[\w\'-])", "<>", "!="),
    _formula(r"(?<=[\w)]) >= (?=[\w-])", "=>", ">="),
    _formula(r"(?<=[\w)]) >= (?=[\w-])", "≥", ">="),
    _formula(r"(?<=[\w)]) <= (?=[\w-])", "=<", "<="),
    _formula(r"(?<=[\w)\']) and (?=[\w(]+ ?[-+=<>*/!])", "&&", "and"),
    _formula(r"(?<=[\w)\']) or (?=[\w(]+ ?[-+=<>*/!])", "||", "or"),
    _formula(r"\bnot (?=[(\w]+ ?[)=<>])", "!", "not "),
    _formula(_OPERATOR.format(r"\*"), "x", "*"),
    _formula(_OPERATOR.format(r"\*"), "×", "*"),
    _formula(_OPERATOR.format("//"), "/", "//"),
    _formula(_OPERATOR.format("//"), "÷", "//"),
    _formula(_OPERATOR.format("-"), "−", "-"),
    Rule("a decimal number in a formula", r"(?<=[-+*] )(\d+)(?= [-+*i\"])", r"\1.5", "whole number"),
    Rule(
        "capitals in a formula",
        r"(?<=\w )(if|else)(?= [\w-])(?=[^\n]*[=*<>+])",
        lambda found: found[1].upper(),
        "write {1}",
    ),
    Rule("a bracket that is not closed", r"(?<=[\w ])(\b(?:sum|max|min|count|abs)\([\w -]+)\)", r"\1", r"write \)"),
    Rule("a bracket too many", r"\b(?:sum|max|min|count|abs)\([\w -]+\)", r"\g<0>)", r"leave one \)"),
    Rule("square brackets", r"\b(sum|max|min|count|abs)\(([\w -]+)\)", r"\1[\2]", r"write \w*\("),
    Rule(
        "a name misspelt",
        r"\b(took|cards|players|rounds|score|points|value|bags)\b(?= [-+*/<>=]|\))(?![^\n]*[.;])",
        _misspelt,
        "{1} is the nearest|known are|is needed|nearest",
    ),
)


def slips(text: str) -> Iterator[Slipped]:
    """Every slip at every place of a pad; sound texts among them, too."""
    for rule in _RULES:
        for found in re.finditer(rule.pattern, text):
            begin = text.rfind("\n", 0, found.start()) + 1
            if text[begin : found.start()].lstrip().startswith("#") or " # " in text[begin : found.start()]:
                continue  # a remark
            change = found.expand(rule.change) if isinstance(rule.change, str) else rule.change(found)
            wrong = text[: found.start()] + change + text[found.end() :]
            first = text.count("\n", 0, found.start()) + 1
            cure = rule.cure
            for number, group in enumerate(found.groups(""), 1):
                cure = cure.replace(f"{{{number}}}", re.escape(group))
            yield Slipped(rule.kind, wrong, _lines(wrong, first), cure)


_HEAD = re.compile(r"\[|\w+ = [\[{]$|fields = \[")


def _lines(text: str, line: int) -> tuple[int, ...]:
    """The line of a slip, the next one, and the first line of the entry or the table that it stands in."""
    lines = text.split("\n")
    heads = (number for number in range(min(line, len(lines)), 0, -1) if _HEAD.match(lines[number - 1]))
    return (line, line + 1, *islice(heads, 1))


# What chance does to a file

_PARTS = (
    *"\"'[]{}()=,.#:;+-*/%<>!&|\\ \n\t\r\0“　×＝é\ufeff\u202e01x",
    *("-1", "0.5", "true", '"""', "'''", "[[fields]]", "[names]", "[options.x]", "points", "score", "value", "last"),
    *("took", "sum(", "is = ", "rule = ", " and ", " if ", "format = 2", 'name = "x"', "1e999", "9" * 30, "\\u0000"),
)


def mutated(text: str, dice: random.Random) -> bytes:
    """The text after one to three changes by chance: of a character, a word, a line, or a piece of the file."""
    for _ in range(dice.choice((1, 1, 1, 2, 3))):
        text = _mutated_once(text, dice)
    content = text.encode("utf-8", "surrogatepass")
    if dice.random() < 0.02:
        at = dice.randrange(len(content) + 1)
        content = content[:at] + dice.randbytes(dice.randint(1, 3)) + content[at:]
    return content


def _mutated_once(text: str, dice: random.Random) -> str:
    at, to = sorted((dice.randrange(len(text) + 1), dice.randrange(len(text) + 1)))
    lines = text.split("\n")
    line = dice.randrange(len(lines))
    match dice.randrange(11):
        case 0:
            return text[:at] + text[at + 1 :]
        case 1:
            return f"{text[:at]}{dice.choice(_PARTS)}{text[at:]}"
        case 2:
            return f"{text[:at]}{dice.choice(_PARTS)}{text[at + dice.randint(1, 6) :]}"
        case 3:
            return text[:at] + text[at + 1 : at + 2] + text[at : at + 1] + text[at + 2 :]
        case 4:
            return "\n".join([*lines[:line], *lines[line + 1 :]]) or "x"
        case 5:
            return "\n".join([*lines[:line], lines[dice.randrange(len(lines))], *lines[line:]])
        case 6:
            lines[line], lines[line - 1] = lines[line - 1], lines[line]
            return "\n".join(lines)
        case 7:
            return text[:at] or "x"
        case 8:
            return text[:at] + text[at : at + 30] + text[at:]
        case 9:
            return text[:to] + text[at : at + 60] + text[to:]
    words = list(re.finditer(r"\w+|[^\w\s]+|^", text))
    one, other = dice.choice(words), dice.choice(words)
    return f"{text[: one.start()]}{other[0]}{text[one.end() :]}"
