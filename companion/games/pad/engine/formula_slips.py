"""What people write by mistake in formulas: the first slip of a text that is none, with what would be right."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple
from unicodedata import normalize

from companion.reader import as_short_json

OVER_SEATS = ("sum", "min", "max", "count", "team", "rank")
"""What a formula can call over seats; `abs` is of one number."""
CALLS = (*OVER_SEATS, "abs")

_TEXT = re.compile(r"""'[a-z0-9-]*'|"[a-z0-9-]*\"""")
_WORDS = r"(?:if|else|and|or|not|is|in)\b"

_CONDITION = "A if C else B"
_TIMES = (
    r"\b[xX](?=\s+(?!and\b|or\b|else\b|if\b)[\w(])(?<=[\w)] .)"
    r"(?<!\bif .)(?<!\bor .)(?<!\band .)(?<!\bnot .)(?<!\belse .)"
)
"""An x between two values."""
_BLANK = r"[\u00a0\u00ad\u2000-\u200d\u2028\u2029\u202f\u205f\u2060\u3000\ufeff\t\n]"
"""Blanks of other keyboards, and what nobody sees."""
_INSTEAD = {
    r"&+": "and",
    r"(?<=[\w)' ])(?<![-+*/%(<>=,] )\|+": "or",
    r"={3,}": "==",
    r"=>|≥|≧|> =": ">=",
    r"=<|≤|≦|< =": "<=",
    r"!==|<>|≠|! =": "!=",
    r"= =": "==",
    r"(?<=[^=<>!])=(?![=<>])": "==",
    r"!(?!=)|~": "not",
    r"[×✕✖∗⋅·•＊]": "*",
    r"[÷∕⁄／]|(?<!/)/(?!/)|/{3,}|\bdiv\b": "//",
    r"\bmod\b|％|%%": "%",
    r"[−–—‐‑－ー]": "-",
    r"＋": "+",
    r"＝+": "==",
    r"＞": ">",
    r"＜": "<",
    r"[（｛［{\[]": "(",
    r"[）｝］}\]]": ")",
    r"[，、；;](?! *$)": ",",
    r",(?: *,)+": ",",
    _BLANK: "",
    r"[“”„‟«»‘’‚‛‹›「」『』｀＂＇`´]": "'",
    r"\bTrue\b|\bTRUE\b": "1",
    r"\bFalse\b|\bFALSE\b|\bNone\b": "0",
    r"\bis\b(?! *not)|\bin\b": "==",
    _TIMES: "*",
}
"""Signs that mean nothing in a formula, or something else, and what is meant."""

_DECIMAL = r"(?<!\w)(?:\d+\.\d*|\.\d+)"
_CAPITAL = r"\b(?!(?:True|TRUE|False|FALSE|None)\b)[a-z0-9_]*[A-Z]\w*"
_JOINED = rf"(?<![\w.])(?!0[xob])(\d+)(?!{_WORDS}|[eE]\d)([a-z_]\w*)"
_IF = r"\?|\bthen\b|\b(?:elif|elseif|endif|end|when)\b(?! *[-+*/%<>=)])|(?:^|\() *if\b|, *(?:if|else)\b|:"
_BESIDE_BRACKET = rf"(?<![\w])\d+ *\(|\) *(?!{_WORDS}|x +[a-z0-9_(])(?=[a-z0-9_(])"


def _product(joined: re.Match[str]) -> str:
    """`2 * x` for `2x`, `2 * 3` for `2x3`."""
    times = re.fullmatch(r"x(\d+|[a-z_]\w*)", joined[2])
    return f"{joined[1]} * {times[1] if times else joined[2]}"[:40]


def _one_of(found: re.Match[str]) -> str:
    """`a == 1 or a == 2` for `a in (1, 2)`."""
    name, values = re.split(r" +in *\(", found[0][:-1], maxsplit=1)
    return " or ".join([f"{name} == {value.strip()}" for value in values.split(",")][:3])


_FORMS: tuple[tuple[str, str, Callable[[re.Match[str]], str] | None], ...] = (
    (_CAPITAL, "slip", lambda match: match[0].lower()[:24]),
    ("[０-９]+", "slip", lambda match: str(int(match[0]))),
    ("[Ａ-Ｚａ-ｚ０-９＿]+", "slip", lambda match: normalize("NFKC", match[0]).lower()[:24]),
    (_DECIMAL, "decimal", None),
    (r"(?<![\w.])0+[0-9]+(?!\w)", "slip", lambda match: str(int(match[0]))),
    (r"(?<![\w.])\d+(?:_\d+)+(?!\w)", "slip", lambda match: match[0].replace("_", "")),
    (_JOINED, "between", _product),
    (r"\*\*|\^|[²³]", "power", None),
    (r"(?<![*/])[-+*/%]=(?!=)", "slip", lambda match: match[0][0]),
    (
        r"(?:^|(?<=[-+*/%(<>=,])|(?<=[-+*/%(<>=,] ))\|[^|]+\|",
        "slip",
        lambda match: f"abs({match[0][1:-1].strip()[:24]})",
    ),
    (r"\b(?:options|names|tallies|lists|fields)\.\w+", "slip", lambda match: match[0].partition(".")[2][:24]),
    (r"(?<!\w)\w+ +in *\([^()]*\)", "slip", _one_of),
    (_IF, "if", lambda match: _CONDITION),
    (_BESIDE_BRACKET, "between", lambda match: f"{match[0].strip(' (')} * (" if "(" in match[0] else ") *"),
)
"""Forms of other languages: the pattern, the key of the text, and what is meant."""


class FormulaSlip(NamedTuple):
    """A slip: the key and the params of its text, and where it begins."""

    key: str
    params: dict[str, object]
    offset: int
    end: int


def find_formula_slip(text: str, *, lists: bool = False) -> FormulaSlip | None:
    """The first slip of a text that cannot be read as a formula; None where there is none of those known here.

    `lists`: there may be square brackets in it.
    """
    plain = _TEXT.sub(lambda match: "'" + "_" * (len(match[0]) - 2) + "'", text)
    plain = plain.replace("[", "(").replace("]", ")") if lists else plain
    slip = min(_found(plain), key=lambda one: one.offset, default=None) or _brackets(plain) or _ends(plain)
    if slip is None:
        return None
    shown = text[slip.offset : slip.end]
    shown = shown[:24] if shown.strip() and shown.isprintable() else f"U+{ord(shown[:1] or ' '):04X}"
    return slip._replace(params={"value": as_short_json(text), "found": shown, **slip.params})


def _of_match(match: re.Match[str], key: str, **params: object) -> FormulaSlip:
    return FormulaSlip(f"pad.wrong.formula-{key}", params, match.start(), match.end())


def _found(plain: str) -> Iterator[FormulaSlip]:
    for pattern, instead in _INSTEAD.items():
        if match := re.search(pattern, plain):
            yield _of_match(match, "slip", right=instead) if instead else _of_match(match, "blank")
    for pattern, key, right in _FORMS:
        if match := re.search(pattern, plain):
            yield _of_match(match, key, **({"right": right(match)} if right is not None else {}))
    if "(" not in plain:
        if match := re.search(r"(?<![\w,])\d{1,3}(?:,\d{3})+(?!\w)", plain):
            yield _of_match(match, "slip", right=match[0].replace(",", ""))
        elif not re.search(_DECIMAL, plain) and (match := re.search(r"(?<![\w,])\d+,\d+(?![\w,])", plain)):
            yield _of_match(match, "decimal")


def _brackets(plain: str) -> FormulaSlip | None:
    depth = plain.count("(") - plain.count(")")
    if depth > 0:
        return FormulaSlip("pad.wrong.formula-open", {}, 0, 1)
    if depth < 0:
        return FormulaSlip("pad.wrong.formula-close", {}, 0, 1)
    if plain.count("'") % 2 or plain.count('"') % 2:
        return FormulaSlip("pad.wrong.formula-quote", {}, 0, 1)
    return None


def _ends(plain: str) -> FormulaSlip | None:
    last = re.search(r"(?:[-+*/%<>=!,;，、；]|\b(?:and|or|not|if|else|is|in))+ *(?:\)|$)", plain)
    if last is not None:
        return _of_match(last, "end")
    first = re.search(r"(?:\(|^|\b(?:and|or|not|if|else)\b) *([+*/%<>=!,]+|(?:and|or|else|is|in)\b)", plain)
    if first is not None:
        return _of_match(first, "begin")._replace(offset=first.start(1))
    if plain != plain.strip(" "):
        return FormulaSlip("pad.wrong.text-blank", {}, 0, 1)
    if len(re.findall(r"\bif\b", plain)) > len(re.findall(r"\belse\b", plain)):
        return FormulaSlip("pad.wrong.formula-if", {"right": _CONDITION}, 0, len(plain))
    call = re.search(rf"\b({'|'.join((*CALLS, 'has'))}) +(?!{_WORDS})([a-z_]\w*)", plain)
    if call is not None:
        return _of_match(call, "slip", right=f"{call[1]}({call[2]})")
    two = re.search(rf"\b(?!{_WORDS})[a-z0-9_']+ +(?!{_WORDS})[a-z0-9_']+", plain)
    return _of_match(two, "between", right="+ - * // % == < > and or") if two is not None else None
