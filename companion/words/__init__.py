"""The texts of the table and the referee: one file for each language, with the same keys; a game's own texts are in its
folder.

Code uses keys and parameters; only this package makes sentences of them. Faults of the wiring and the command line have
their texts where they occur.

A line of Japanese, which has no blanks, may be broken between words, as people read them, not within one. A word here
is what Japanese calls a bunsetsu: a noun or a verb with what belongs to it, such as a particle. It ends where hiragana
end, but not where they only join two kanji (取り除く).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import cast

from companion.messages import Message, Phrase
from companion.reader import Unparsed, from_toml

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

_OF_NAME = "(?<=}の)(?=もの)"
"""Where a short word is broken, too: a long name alone may fill a line."""

_BESIDE_PARAMETER = "(?<=}[：、])(?=.)|(?<=})(?=（{)"
"""A text without hiragana has a place here, too: without one it would be broken within a name."""


def with_breaks(text: str) -> str:
    """A text, its parameters in braces, with a BREAK at each place where a line may be broken, or a SOFT one."""
    if MARK in text:
        return text.replace(MARK, BREAK)
    parts, start = [], 0
    for place in sorted(_ends_of_words(text) | _places(_BEGINNING, text) | _places(_BESIDE_PARAMETER, text)):
        parts.append(_with_soft_breaks(text[start:place]))
        start = place
    return BREAK.join([*parts, _with_soft_breaks(text[start:])])


def _with_soft_breaks(word: str) -> str:
    if len(word) < _LONG or len(re.sub("{[^}]*}", "", word)) < _LONG:
        return re.sub(_OF_NAME, SOFT, word)
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


LANGUAGES = tuple(sorted([file.stem for file in Path(__file__).parent.iterdir() if file.suffix == ".toml"]))
"""The languages that there are: those with a file here."""

WITH_KANA = frozenset(("ja",))
"""The languages that are written with kana, and without blanks between words."""

_CARDS = frozenset(("beaten", "card", "cards", "hand", "higher", "lowest", "other"))
"""The parameters of messages that are cards or lists of cards."""
_PLACES = frozenset(("at", "place", "route", "to"))
"""The parameters of messages that can be places of a board; a game may have names for them."""


class _Texts(Mapping[str, str]):
    """All texts of a language, keys dotted: `refused.over`; an unknown key is a KeyError.

    A table is parsed when one of its texts is first asked for: all of them took a thirtieth of a start.
    """

    def __init__(self, language: str) -> None:
        self._texts: dict[str, str] = {}
        self._tables: dict[str, list[tuple[Path, bytes]]] = {}
        """The tables that are not parsed yet, each with its file; two games may have some of the same name."""
        for file in files(language):
            for name, table in tables(file.read_bytes()):
                self._tables.setdefault(name, []).append((file, table))

    def __getitem__(self, key: str) -> str:
        text = self._texts.get(key)
        if text is None:
            self._parse(key.rpartition(".")[0])
            text = self._texts[key]
        return text

    def __iter__(self) -> Iterator[str]:
        for name in list(self._tables):
            self._parse(name)
        return iter(self._texts)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def _parse(self, name: str) -> None:
        for file, table in self._tables.get(name, ()):
            try:
                texts = parse_table(table.decode())
            except Unparsed as fault:
                raise ValueError(f"{file}, below [{name}]: {fault.why}") from fault
            self._texts |= {f"{name}.{key}" if name else key: text for key, text in texts.items()}
        # Last, so that another thread does not miss them.
        self._tables.pop(name, None)


@cache
def _texts(language: str) -> _Texts:
    return _Texts(language)


def files(language: str) -> list[Path]:
    """The files with the texts of a language: the shared ones here, and each game's in the game's folder."""
    # Not with importlib.resources: its import takes longer than the reading.
    here = Path(__file__).parent
    games = sorted([game / "words" / f"{language}.toml" for game in (here.parent / "games").iterdir()])
    return [here / f"{language}.toml", *filter(Path.is_file, games)]


def tables(content: bytes) -> list[tuple[str, bytes]]:
    """The tables of one of our files with their names; the first has none. No line within a text begins with `[`."""
    first, *others = (b"\n" + content).split(b"\n[")
    return [("", first), *[(name.decode(), table) for name, _, table in [other.partition(b"]\n") for other in others]]]


def parse_table(text: str) -> dict[str, str]:
    """The texts of a table. Where each is a line as in most of our files, that takes a tenth of the time of tomllib."""
    texts = {}
    for line in text.split("\n"):
        key, _, value = line.partition(" = ")
        quote = value[:1]
        if (
            quote in ("'", '"')
            and value.endswith(quote)
            and value.count(quote) == 2
            and "\\" not in value
            and key.replace("-", "_").isidentifier()
        ):
            texts[key] = value[1:-1]
        elif line and not line.startswith("#"):
            return parse_toml(text)
    return texts


def parse_toml(text: str) -> dict[str, str]:
    """The texts of any TOML file."""
    tree = from_toml(text)
    flat: dict[str, str] = {}
    rest: list[tuple[str, Mapping[str, object]]] = [("", tree)]
    while rest:
        prefix, branch = rest.pop()
        for key, value in branch.items():
            if isinstance(value, dict):
                rest.append((f"{prefix}{key}.", value))
            else:
                flat[f"{prefix}{key}"] = cast(str, value)
    return flat


@cache
def _without_breaks(language: str) -> Words:
    return Words(language)


@cache
def _with_breaks(language: str, key: str) -> str:
    """A text of a language without blanks, with a mark between its words."""
    return with_breaks(_texts(language)[key])


class Words:
    """The texts of one language; with `breaks` texts of a language without blanks say where a line may be broken. With
    `spoken` the colours of cards are words, not letters.
    """

    __slots__ = ("_breaks", "_flat", "_spoken", "language")

    def __init__(self, language: str, *, breaks: bool = False, spoken: bool = False) -> None:
        self.language = language
        self._flat = _texts(language)
        self._spoken = spoken
        self._breaks = breaks and language in WITH_KANA

    @property
    def plain(self) -> Words:
        """The same texts without breaks, for all that is not drawn on the glass."""
        return _without_breaks(self.language)

    @property
    def spoken(self) -> Words:
        """The same texts where there is room for whole words: `blue 5` in place of `B5`."""
        return Words(self.language, spoken=True)

    def __call__(self, key: str, **params: object) -> str:
        """The text of a key with its parameters filled in; an unknown key is a KeyError.

        Words that go with a number stand there in both forms: `{count} {count:card|cards}`.
        """
        text = _with_breaks(self.language, key) if self._breaks else self._flat[key].replace(MARK, "")
        if not params:
            return text
        shown = {name: _readable(value) for name, value in params.items()}
        if "why" in shown:  # the usual reasons of the system have words in every language
            reason = f"system.{re.sub('[ /]', '-', str(shown['why']))}"
            shown["why"] = self(reason) if reason in self else shown["why"]
        return text.format_map({name: _Counted(value) for name, value in shown.items()} if "|" in text else shown)

    def __contains__(self, key: str) -> bool:
        return key in self._flat

    def message(self, message: Message, names: Sequence[str]) -> str:
        """A message as text; its parameters may be messages, too. Seats are shown by these names, or by number if there
        is none.
        """
        game = message.key.replace("report.event.", "event.").split(".")[1]
        params = dict(message.params)
        for name, value in params.items():
            if isinstance(value, Phrase):
                params[name] = value.of(self.language)
            elif isinstance(value, Message):
                params[name] = self.message(value, names)
            elif isinstance(value, bool):
                params[name] = self("pad.yes" if value else "pad.no")
            elif name.startswith("seat") and isinstance(value, int) and value < len(names):
                params[name] = names[value]
            elif name == "side" and isinstance(value, tuple):
                params[name] = "+".join([names[seat] if seat < len(names) else str(seat) for seat in value])
            elif name in _CARDS and isinstance(value, tuple | list):
                params[name] = self._cards(game, value, names)
            elif name in _CARDS:
                params[name] = self.card(game, value)
            elif name in _PLACES and f"{game}.place.{value}" in self:
                params[name] = self(f"{game}.place.{value}")
            elif name == "value" and value == "nobody":
                params[name] = self("pad.nobody")
            elif name == "game" and f"game.{value}" in self:
                params[name] = self(f"game.{value}")
            elif name in ("names", "starts") and isinstance(value, tuple):
                params[name] = self.join_list(map(str, value))
        if "card" in message.params:
            params["sign"] = self.sign(game, message.params["card"])
        return self(message.key, **params)

    def _cards(self, game: str, cards: Sequence[object], names: Sequence[str]) -> object:
        """Cards in a row; a pair (seat, card) is shown with the name of the seat."""
        owned = [card for card in cards if isinstance(card, tuple)]
        if not owned:
            return [self.card(game, card) for card in cards]
        return self.join_list(
            self("card.of", seat=names[seat] if seat < len(names) else seat, card=self.card(game, card))
            for seat, card in owned
        )

    def card(self, game: str, card: object) -> str:
        """A card of a game as people speak of it: `banner` by its word, `R7` with the letter of its colour."""
        text = str(_plain(card))
        letter = self._flat.get(f"{game}.letter-{text[:1]}")
        if letter is None:
            return self._flat.get(f"card.{text}", text)
        if self._spoken:
            return self("card.spoken", colour=self._flat[f"{game}.{text[:1]}"].lower(), number=text[1:])
        return letter + text[1:]

    def sign(self, game: str, card: object) -> str:
        """The sign of a card's camp or suit, to stand in front of it; empty without one, and where words are spoken."""
        return "" if self._spoken else self._flat.get(f"{game}.sign-{str(_plain(card))[:1]}", "")

    def join_list(self, parts: Iterable[str]) -> str:
        """Several things in a row."""
        return self("list.between").join(parts)

    def with_rule(self, message: Message, names: Sequence[str]) -> str:
        """A message as text, followed by the number of its rule, if it has one."""
        text = self.message(message, names)
        return f"{text} ({message.rule})" if message.rule else text

    def rules(self, prefix: str) -> Iterable[str]:
        """The numbers of all rules of a game, in order."""
        return (key.removeprefix("rule.") for key in self._flat if key.startswith(f"rule.{prefix}-"))


class _Counted(str):
    """A parameter in a text with words that go with a number.

    As `card|cards` it is the first for 1 and -1, also where those end some arithmetic, and else the second.
    """

    def __format__(self, forms: str) -> str:
        one, _, many = forms.partition("|")
        return (one if self.rpartition(" ")[2] in ("1", "-1") else many) if many else str(self)


def _readable(value: object) -> object:
    """A parameter as text: lists with blanks between; true, false and null as in JSON.

    A value from outside may nest to any depth; nobody needs to read that, so deeper lists and objects become `…`.
    """
    if isinstance(value, tuple | list):
        return " ".join([str(_plain(part)) for part in value])
    return _plain(value)


def _plain(value: object) -> object:
    if isinstance(value, tuple | list | dict):
        return "…"
    if value is None:
        return "null"
    return str(value).lower() if isinstance(value, bool) else value
