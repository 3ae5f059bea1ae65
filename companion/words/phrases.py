"""Where a line of Japanese may be broken: between words, as people read them, not within one.

Japanese has no blanks. A word here is what Japanese calls a bunsetsu: a noun or a verb with what belongs to it, such as
a particle. It ends where hiragana end, but not where they only join two kanji (取り除く).
"""

from __future__ import annotations

import re

BREAK = "\u200b"
"""In a text: a place where a line may be broken. It takes no room."""
SOFT = BREAK + BREAK
"""A place within a word, never in a name: a line may be broken there if the word is longer than half a line."""
MARK = "｜"
"""The same place in a file. A text with marks is broken there and nowhere else."""

# These patterns are texts, which `re` compiles at their first use: that takes a thirtieth of a start, and only Japanese
# needs them.
_HIRAGANA = "ぁ-ゖ"
_KANJI = "々一-鿿"
_END_OF_HIRAGANA = f"(?<=[{_HIRAGANA}])(?=[{_KANJI}ァ-ヺA-Za-z0-9{{「（])"
_PARTICLES = "はがをにでとのもへや"
_JOINT = f"[{_KANJI}][{_HIRAGANA}]$"
"""A kanji and a single hiragana: with another kanji behind it this is one word, unless it is a particle."""
_PREFIX = f"(?:^|[^{_HIRAGANA}]|[{_PARTICLES}])[おご]$"
_WHOLE = (
    "(?<=わり)(?=方)|(?<=かい)(?=合)|(?<=ひと)(?=回)|(?<=もう)(?=[0-9一])|(?<=やり)(?=直)|(?<=くじ)(?=引)"
    "|(?<=つ)(?=以|目)|(?<=か)(?=所)|(?<=それ)(?=以)|(?<=にし)(?=始)|(?<=空き)(?=マス)"
)
"""Words that hiragana do not end, though they look so."""
_BEGINNING = (
    f"(?<=[{_PARTICLES}てば])"
    "(?=かまいません|いけません|できま|なりません|ありません|すべて|すぐ|だれ|どれ|どの|どちら|その|それ|そこ"
    "|この|ここ|もう|まだ|まず|ほか|いっしょ|めく|まっすぐ|じゃま|ふくめ|みんな|そろ)"
)
"""Words in hiragana that begin behind other hiragana."""
_LONG = 6
"""A word with fewer letters, its parameters not counted, is never broken."""
_INNER = (
    f"(?<=[{_HIRAGANA}])(?=ません|ました|でした|ありま|ありが|あった|あれば|ある|でき|います|いませ|いる|いない|こと|もの|とき|ところ"
    "|なけれ|なりま|なった|なって|なく|なる|なら|まま|ため|よう|はず|だけ|ほう|から|まで|します|しませ|する|した|して(?!くださ)|それ"
    "|あいだ|かっこ|たび|はさまれ|つなが|わか|くわし|めく)"
    f"|(?<=[{_KANJI}]{{2}})(?=[ァ-ヺ]{{2}})|(?<=[ァ-ヺー]{{2}})(?=[{_KANJI}]{{2}})"
)
"""Where such a word is best broken: before a verb that helps another one, before a particle of two letters, and where
kanji and katakana meet."""


def with_breaks(text: str) -> str:
    """A text, its parameters in braces, with a BREAK at each place where a line may be broken, or a SOFT one."""
    if MARK in text:
        return text.replace(MARK, BREAK)
    parts, start = [], 0
    for place in sorted(_ends_of_words(text) | _places(_BEGINNING, text)):
        parts.append(_with_soft_breaks(text[start:place]))
        start = place
    return BREAK.join([*parts, _with_soft_breaks(text[start:])])


def _with_soft_breaks(word: str) -> str:
    if len(word) < _LONG or len(re.sub("{[^}]*}", "", word)) < _LONG:
        return word
    return re.sub(_INNER, SOFT, word)


def without_breaks(text: str) -> str:
    """A text as it is where lines are not broken at a BREAK: in logs, in windows, on web pages."""
    return text.replace(BREAK, "")


def _places(pattern: str, text: str) -> set[int]:
    """Where a pattern fits."""
    return {match.start() for match in re.finditer(pattern, text)}


def _ends_of_words(text: str) -> set[int]:
    ends = _places(_END_OF_HIRAGANA, text) - _places(_WHOLE, text)
    return {place for place in ends if not _is_joined(text, place)}


def _is_joined(text: str, place: int) -> bool:
    """Whether the hiragana before a place and what is behind it are one word."""
    before = text[:place]
    if re.search(_PREFIX, before):
        return True
    return bool(re.search(_JOINT, before)) and before[-1] not in _PARTICLES and "一" <= text[place] <= "鿿"
