"""What people write by mistake in formulas: the first slip of a text that is none, with what would be right."""

from __future__ import annotations

import re
from typing import NamedTuple

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
_BLANK = r"[\u00a0\u2000-\u200a\u202f\u3000\t\n]"
_INSTEAD = {
    r"&+": "and",
    r"\|+": "or",
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
    r"[，、；;]": ",",
    r",(?: *,)+": ",",
    _BLANK: "",
    r"[“”„‟«»‘’‚‛‹›「」『』｀＂＇`´]": "'",
    r"\bTrue\b|\bTRUE\b": "1",
    r"\bFalse\b|\bFALSE\b|\bNone\b": "0",
    r"\bis\b(?! *not)|\bin\b": "==",
    _TIMES: "*",
}
"""Signs that mean nothing in a formula, or something else, and what is meant."""


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
    slips = [*_signs(plain), *_numbers(plain), *_forms(plain)]
    slip = min(slips, key=lambda one: one.offset) if slips else _brackets(plain) or _ends(plain)
    if slip is None:
        return None
    shown = text[slip.offset : slip.end]
    shown = shown[:24] if shown.strip() and shown.isprintable() else f"U+{ord(shown[:1] or ' '):04X}"
    return slip._replace(params={"value": as_short_json(text), "found": shown, **slip.params})


def _of_match(match: re.Match[str], key: str, **params: object) -> FormulaSlip:
    return FormulaSlip(f"pad.wrong.formula-{key}", params, match.start(), match.end())


def _signs(plain: str) -> list[FormulaSlip]:
    slips = []
    for pattern, right in _INSTEAD.items():
        match = re.search(pattern, plain)
        if match is not None:
            slips.append(_of_match(match, "slip", right=right) if right else _of_match(match, "blank"))
    capital = re.search(r"\b(?!(?:True|TRUE|False|FALSE|None)\b)[a-z0-9_]*[A-Z]\w*", plain)
    if capital is not None:
        slips.append(_of_match(capital, "slip", right=capital[0].lower()[:24]))
    wide = re.search(r"[０-９]+", plain)
    if wide is not None:
        slips.append(_of_match(wide, "slip", right=str(int(wide[0]))))
    return slips


def _numbers(plain: str) -> list[FormulaSlip]:
    slips = []
    decimal = re.search(r"(?<!\w)(?:\d+\.\d*|\.\d+)", plain)
    if decimal is not None:
        slips.append(_of_match(decimal, "decimal"))
    zeros = re.search(r"(?<![\w.])0+[0-9]+(?!\w)", plain)
    if zeros is not None:
        slips.append(_of_match(zeros, "slip", right=str(int(zeros[0]))))
    signs = re.search(r"(?<![\w.])\d+(?:_\d+)+(?!\w)", plain)
    if signs is not None:
        slips.append(_of_match(signs, "slip", right=signs[0].replace("_", "")))
    thousands = re.search(r"(?<![\w,])\d{1,3}(?:,\d{3})+(?!\w)", plain)
    if thousands is not None and "(" not in plain:
        slips.append(_of_match(thousands, "slip", right=thousands[0].replace(",", "")))
    elif decimal is None and "(" not in plain:
        comma = re.search(r"(?<![\w,])\d+,\d+(?![\w,])", plain)
        if comma is not None:
            slips.append(_of_match(comma, "decimal"))
    joined = re.search(rf"(?<![\w.])(?!0[xob])(\d+)(?!{_WORDS}|[eE]\d)([a-z_]\w*)", plain)
    if joined is not None:
        times = re.fullmatch(r"x(\d+|[a-z_]\w*)", joined[2])
        slips.append(_of_match(joined, "between", right=f"{joined[1]} * {times[1] if times else joined[2]}"[:40]))
    return slips


def _forms(plain: str) -> list[FormulaSlip]:
    slips = []
    power = re.search(r"\*\*|\^|[²³]", plain)
    if power is not None:
        slips.append(_of_match(power, "power"))
    condition = re.search(
        r"\?|\bthen\b|\b(?:elif|elseif|endif|end|when)\b(?! *[-+*/%<>=)])|(?:^|\() *if\b|, *(?:if|else)\b|:", plain
    )
    if condition is not None:
        slips.append(_of_match(condition, "if", right=_CONDITION))
    bracket = re.search(rf"(?<![\w])\d+ *\(|\) *(?!{_WORDS}|x +[a-z0-9_(])(?=[a-z0-9_(])", plain)
    if bracket is not None:
        slips.append(
            _of_match(bracket, "between", right=f"{bracket[0].strip(' (')} * (" if "(" in bracket[0] else ") *")
        )
    return slips


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
    last = re.search(r"(?:[-+*/%<>=!,]|\b(?:and|or|not|if|else|is|in))+ *(?:\)|$)", plain)
    if last is not None:
        return _of_match(last, "end")
    first = re.search(r"(?:(?<=\()|^) *(?:[+*/%<>=!,]+|(?:and|or|else|is|in)\b)", plain)
    if first is not None:
        return _of_match(first, "begin")
    if plain != plain.strip(" "):
        return FormulaSlip("pad.wrong.text-blank", {}, 0, 1)
    if re.search(r"\bif\b", plain) and not re.search(r"\belse\b", plain):
        return FormulaSlip("pad.wrong.formula-if", {"right": _CONDITION}, 0, len(plain))
    call = re.search(rf"\b({'|'.join(CALLS)}) +(?!{_WORDS})([a-z_]\w*)", plain)
    if call is not None:
        return _of_match(call, "slip", right=f"{call[1]}({call[2]})")
    two = re.search(rf"\b(?!{_WORDS})[a-z0-9_']+ +(?!{_WORDS})[a-z0-9_']+", plain)
    return _of_match(two, "between", right="+ - * // % == < > and or") if two is not None else None
