"""Messages as data: the words for their keys are in `companion.words`."""

from __future__ import annotations


class Message:
    """A message as data; the words for `key` are in `companion.words`.

    Parameters named `seat` or `seat_…` are seat numbers; the text shows the players' names.
    """

    __slots__ = ("key", "params", "rule")

    def __init__(self, key: str, rule: str | None = None, /, **params: object) -> None:
        self.key = key
        self.rule = rule
        self.params = params

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Message):
            return NotImplemented
        return (self.key, self.rule, self.params) == (other.key, other.rule, other.params)

    __hash__ = None  # type: ignore[assignment]  # params may hold lists

    def __repr__(self) -> str:
        parts = "".join(f", {name}={value!r}" for name, value in self.params.items())
        return f"Message({self.key!r}, {self.rule!r}{parts})"


class Phrase:
    """A text in the languages that a file gives it in: a parameter of a message. What a language lacks is English."""

    __slots__ = ("texts",)

    def __init__(self, en: str, **others: str) -> None:
        self.texts = {"en": en, **others}

    def __eq__(self, other: object) -> bool:
        return self.texts == other.texts if isinstance(other, Phrase) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.texts["en"])

    def __repr__(self) -> str:
        return f"Phrase({self.texts!r})"

    def __str__(self) -> str:
        return self.texts["en"]

    def of(self, language: str) -> str:
        return self.texts.get(language, self.texts["en"])
