"""The people's language: every text of the table and the referee, one file a language, the same keys in each; a game's
own texts lie in its folder.

Code speaks in keys and parameters; only here do they become sentences. Troubles of wires are worded where they
happen, and the command line speaks for itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import cast

from companion.games.refusals import Message

LANGUAGES = ("en", "ja")

_CARDS = frozenset(("beaten", "card", "cards", "hand", "higher", "lowest", "other"))
"""The parameters of messages that are cards, or lists of them."""


_LINES = re.compile(
    r"""^(?:
    \[(?P<table>[A-Za-z0-9_.-]+)]
    |(?P<key>[A-Za-z0-9_-]+)\ =\ (?:\"\"\"\n(?P<long>[^"\\]*)\"\"\"|"(?P<text>[^"\\\n]*)"|'(?P<raw>[^'\n]*)')
    |\#.*
    |(?P<other>.+)
    )$""",
    re.MULTILINE | re.VERBOSE,
)
"""What the lines of our files look like, and as `other` what only a whole reader of TOML understands."""


@cache
def _texts(language: str) -> Mapping[str, str]:
    """All texts of a language, keys dotted: `refused.over`."""
    flat: dict[str, str] = {}
    for file in files(language):
        text = file.read_text("utf-8")
        found = quickly(text)
        flat |= wholly(text) if found is None else found
    return flat


def files(language: str) -> list[Path]:
    """The files with the texts of a language: the shared ones here, and those of each game in the game's folder."""
    # Not by importlib.resources, whose import takes longer than the reading.
    here = Path(__file__).parent
    return [here / f"{language}.toml", *sorted(here.parent.glob(f"games/*/words/{language}.toml"))]


def quickly(text: str) -> dict[str, str] | None:
    """The texts of a file that is as plain as ours are; None for any other.

    A tenth of what tomllib takes, which was a tenth of a start. That both read the same is for a test to say.
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


def wholly(text: str) -> dict[str, str]:
    """The texts of any file of TOML."""
    import tomllib

    tree = tomllib.loads(text)
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


class Words:
    """The texts of one language."""

    __slots__ = ("_flat",)

    def __init__(self, language: str) -> None:
        self._flat = _texts(language)

    def __call__(self, key: str, **params: object) -> str:
        """The text of a key with its parameters filled in; an unknown key is a KeyError."""
        text = self._flat[key]
        return text.format_map({name: _readable(value) for name, value in params.items()}) if params else text

    def __contains__(self, key: str) -> bool:
        return key in self._flat

    def message(self, message: Message, names: Sequence[str]) -> str:
        """A message of the engine; seats are read out by these names, or by number where there is none."""
        game = message.key.split(".")[1]
        params = dict(message.params)
        for name, value in params.items():
            if name.startswith("seat") and isinstance(value, int) and value < len(names):
                params[name] = names[value]
            elif name in _CARDS and isinstance(value, tuple | list):
                params[name] = self._cards(game, value, names)
            elif name in _CARDS:
                params[name] = self.card(game, value)
            elif name == "game" and f"game.{value}" in self:
                params[name] = self(f"game.{value}")
            elif name == "names" and isinstance(value, tuple):
                params[name] = self.listed(value)
        return self(message.key, **params)

    def _cards(self, game: str, cards: Sequence[object], names: Sequence[str]) -> object:
        """Cards in a row; those given as (seat, card) with whose they are."""
        owned = [card for card in cards if isinstance(card, tuple)]
        if not owned:
            return [self.card(game, card) for card in cards]
        return self.listed(
            self("card.of", seat=names[seat] if seat < len(names) else seat, card=self.card(game, card))
            for seat, card in owned
        )

    def card(self, game: str, card: object) -> str:
        """A card of a game as people speak of it: `banner` by its word, `R7` with the letter of its colour."""
        text = str(_plain(card))
        letter = self._flat.get(f"{game}.letter-{text[:1]}")
        return self._flat.get(f"card.{text}", text) if letter is None else letter + text[1:]

    def listed(self, parts: Iterable[str]) -> str:
        """Several things in a row."""
        return self("list.between").join(parts)

    def with_rule(self, message: Message, names: Sequence[str]) -> str:
        """A message with the number of its rule behind it, if it has one."""
        said = self.message(message, names)
        return f"{said} ({message.rule})" if message.rule else said

    def rule(self, number: str) -> str:
        """The text of a rule by its number."""
        return self(f"rule.{number}")

    def rules(self, prefix: str) -> Iterable[str]:
        """The numbers of all rules of a game, in order."""
        return (key.removeprefix("rule.") for key in self._flat if key.startswith(f"rule.{prefix}-"))


def _readable(value: object) -> object:
    """Parameters as people read them: lists with blanks between; true, false and null as JSON has them.

    What somebody else sent may be nested as deep as it likes; nobody reads that, so nothing here goes deeper.
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
