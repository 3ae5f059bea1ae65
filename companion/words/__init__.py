"""The texts of the table and the referee: one file for each language, with the same keys; a game's own texts are in its
folder.

Code uses keys and parameters; only this package makes sentences of them. Faults of the wiring and the command line have
their texts where they occur.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import cast

from companion.messages import Message, Phrase
from companion.reader import from_toml
from companion.words.phrases import MARK, with_breaks

LANGUAGES = tuple(sorted(file.stem for file in Path(__file__).parent.glob("*.toml")))
"""The languages that there are: those with a file here."""

WITH_KANA = frozenset(("ja",))
"""The languages that are written with kana, and without blanks between words."""

_CARDS = frozenset(("beaten", "card", "cards", "hand", "higher", "lowest", "other"))
"""The parameters of messages that are cards or lists of cards."""
_PLACES = frozenset(("at", "place", "route", "to"))
"""The parameters of messages that can be places of a board; a game may have names for them."""


_LINES = re.compile(
    r"""^(?:
    \[(?P<table>[A-Za-z0-9_.-]+)]
    |(?P<key>[A-Za-z0-9_-]+)\ =\ (?:\"\"\"\n(?P<long>[^"\\]*)\"\"\"|"(?P<text>[^"\\\n]*)"|'(?P<raw>[^'\n]*)')
    |\#.*
    |(?P<other>.+)
    )$""",
    re.MULTILINE | re.VERBOSE,
)
"""The form of the lines of our files; `other` is a line that only a complete TOML parser understands."""


@cache
def _texts(language: str) -> Mapping[str, str]:
    """All texts of a language, keys dotted: `refused.over`."""
    flat: dict[str, str] = {}
    for file in files(language):
        text = file.read_text("utf-8")
        found = parse_plain_toml(text)
        flat |= parse_toml(text) if found is None else found
    return flat


def files(language: str) -> list[Path]:
    """The files with the texts of a language: the shared ones here, and each game's in the game's folder."""
    # Not with importlib.resources: its import takes longer than the reading.
    here = Path(__file__).parent
    return [here / f"{language}.toml", *sorted(here.parent.glob(f"games/*/words/{language}.toml"))]


def parse_plain_toml(text: str) -> dict[str, str] | None:
    """The texts of a file that is as plain as ours; None for any other.

    It takes a tenth of the time of tomllib, which was a tenth of a start. A test checks that both read the same.
    """
    flat: dict[str, str] = {}
    prefix = ""
    for table, key, long, short, raw, other in _LINES.findall(text):
        if key:
            flat[prefix + key] = short or raw or long
        elif table:
            prefix = f"{table}."
        elif other:
            return None
    return flat


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
def _with_breaks(language: str, key: str) -> str:
    """A text of a language without blanks, with a mark between its words."""
    return with_breaks(_texts(language)[key])


class Words:
    """The texts of one language; with `breaks` texts of a language without blanks say where a line may be broken."""

    __slots__ = ("_breaks", "_flat", "language")

    def __init__(self, language: str, *, breaks: bool = False) -> None:
        self.language = language
        self._flat = _texts(language)
        self._breaks = breaks and language in WITH_KANA

    @property
    def plain(self) -> Words:
        """The same texts without breaks, for all that is not drawn on the glass."""
        return Words(self.language)

    def __call__(self, key: str, **params: object) -> str:
        """The text of a key with its parameters filled in; an unknown key is a KeyError."""
        text = _with_breaks(self.language, key) if self._breaks else self._flat[key].replace(MARK, "")
        return text.format_map({name: _readable(value) for name, value in params.items()}) if params else text

    def __contains__(self, key: str) -> bool:
        return key in self._flat

    def message(self, message: Message, names: Sequence[str]) -> str:
        """A message of the engine as text. Seats are shown by these names, or by number if there is none."""
        game = message.key.split(".")[1]
        params = dict(message.params)
        for name, value in params.items():
            if isinstance(value, Phrase):
                params[name] = value.of(self.language)
            elif name.startswith("seat") and isinstance(value, int) and value < len(names):
                params[name] = names[value]
            elif name in _CARDS and isinstance(value, tuple | list):
                params[name] = self._cards(game, value, names)
            elif name in _CARDS:
                params[name] = self.card(game, value)
            elif name in _PLACES and f"{game}.place.{value}" in self:
                params[name] = self(f"{game}.place.{value}")
            elif name == "game" and f"game.{value}" in self:
                params[name] = self(f"game.{value}")
            elif name in ("names", "starts") and isinstance(value, tuple):
                params[name] = self.join_list(map(str, value))
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
        return self._flat.get(f"card.{text}", text) if letter is None else letter + text[1:]

    def join_list(self, parts: Iterable[str]) -> str:
        """Several things in a row."""
        return self("list.between").join(parts)

    def with_rule(self, message: Message, names: Sequence[str]) -> str:
        """A message as text, followed by the number of its rule, if it has one."""
        text = self.message(message, names)
        return f"{text} ({message.rule})" if message.rule else text

    def rule(self, number: str) -> str:
        """The text of a rule by its number."""
        return self(f"rule.{number}")

    def rules(self, prefix: str) -> Iterable[str]:
        """The numbers of all rules of a game, in order."""
        return (key.removeprefix("rule.") for key in self._flat if key.startswith(f"rule.{prefix}-"))


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
