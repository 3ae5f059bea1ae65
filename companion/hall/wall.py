"""What the page for a wall shows: each table and each person of the standings as JSON, and then only what changes."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, TypeVar

from companion.hall.standings import StandingLine
from companion.hall.tables import Line
from companion.session.ratings import RatingLine
from companion.words import Words

T = TypeVar("T")

SHOWS = ("both", "tables", "standings")
LABELS = (
    "lost", "deaf", "waiting", "script", "empty", "nobody", "free", "over", "results", "never", "seconds", "minutes",
    "hours", "page", "games", "won", "drawn", "points", "score", "rating", "new", "find", "nothing", "unnamed",
    "some-unnamed",
)  # fmt: skip
"""The labels of the page, by the ends of their keys. The page itself fills in ages and numbers of pages."""
LOOK_S = 0.5
"""The least time in seconds between two computations, for all viewers together."""
RATE_S = 30.0
"""The least time in seconds between two computations of the ratings: they take all results."""
SCOPES_MOST = 16
DIGITS = 4
"""How many digits of the id stand for a person without a name."""
MARKS = (("turn", "t"), ("leads", "l"), ("won", "w"), ("out", "o"))
"""What is marked at a seat, with its letter in the JSON."""
GONE = "null"
DAY_S, SET_S = 86_400, 30
"""The seconds of a day; when the clock of the board has moved by more than SET_S, somebody has set it."""


class NumberedTexts:
    """Texts of JSON by their keys, each with the number of the change that brought it."""

    def __init__(self) -> None:
        self.number = 0
        self._texts: dict[str, tuple[int, str]] = {}

    def put(self, texts: Mapping[str, str]) -> None:
        """From now on there are these texts, and no others."""
        texts = {**dict.fromkeys(self._texts, GONE), **texts}
        new = {key: text for key, text in texts.items() if self._texts.get(key, (0, ""))[1] != text}
        if new:
            self.number += 1
            self._texts.update({key: (self.number, text) for key, text in new.items()})

    def since(self, number: int) -> str:
        """A JSON object of what has changed after this number; null stands for what is gone."""
        if number == self.number:
            return "{}"
        new = [f'"{key}":{text}' for key, (at, text) in self._texts.items() if at > number and (number or text != GONE)]
        return f"{{{','.join(new)}}}"


class CachedTexts:
    """Texts that are computed when somebody looks, at most every LOOK_S. `now` is in seconds that only rise."""

    def __init__(self, make: Callable[[float], Mapping[str, str]]) -> None:
        self._make = make
        self._at: float | None = None
        self.texts = NumberedTexts()

    def __call__(self, now: float) -> NumberedTexts:
        """The texts as they are now."""
        if self._at is None or now - self._at >= LOOK_S:
            self._at = now
            self.texts.put(self._make(now))
        return self.texts


class ViewerState(NamedTuple):
    """What a viewer has: up to which change of `tables` and `people`, whether the board has a broker, and its `clock`:
    the seconds of the day less those that only rise.
    """

    tables: NumberedTexts
    tables_at: int
    people: NumberedTexts
    people_at: int
    connected: bool
    clock: float


def changes(
    tables: NumberedTexts,
    people: NumberedTexts,
    connected: bool,
    clock: float,
    seen: ViewerState | None,
    head: Callable[[], Mapping[str, object]],
) -> tuple[ViewerState, str]:
    """What a viewer has afterwards, and the JSON that brings it there; an empty text if nothing has changed.

    `head` makes the members for somebody who has nothing yet, or has another clock.
    """
    if seen is not None:
        moved = (clock - seen.clock + DAY_S / 2) % DAY_S - DAY_S / 2
        seen, clock = (None, clock) if abs(moved) > SET_S else (seen, seen.clock)
    new = ViewerState(tables, tables.number, people, people.number, connected, clock)
    if seen == new:
        return new, ""
    parts = {"connected": "true" if connected else "false"}
    if seen is None or seen.tables is not tables or seen.people is not people:
        parts |= {name: _text(value) for name, value in head().items()}
        seen = ViewerState(tables, 0, people, 0, connected, clock)
    parts |= {"tables": tables.since(seen.tables_at), "people": people.since(seen.people_at)}
    members = [f'"{name}":{text}' for name, text in parts.items()]
    return new, f"{{{','.join(members)}}}"


def labels(words: Words) -> dict[str, str]:
    """The labels of the page."""
    return {"lang": words("web.lang"), "seat": words("hall.seat"), **{name: words(f"wall.{name}") for name in LABELS}}


def game_title(kind: str | None, title: T, words: Words) -> str | T:
    """The name of a kind of games in the language of a page; `title` where its texts are not here."""
    name = f"game.{kind}"
    return words(name) if name in words else title


def tile(line: Line, at: float | None, words: Words) -> str:
    """A table as JSON. `at` is when its last state came; only of a silent table this is in it, as whole seconds."""
    title = game_title(line.kind, line.title, words)
    seats = [
        [seat["name"], seat["points"], "".join([letter for name, letter in MARKS if seat[name]])]
        for seat in line.players
    ]
    fields: dict[str, object] = {"title": title, "phase": line.phase, "seats": seats, "live": line.live}
    if not line.live:
        fields["at"] = int(at) if at is not None else None
    if line.every == 0:
        fields["results"] = True  # it says only its results
    if line.phase == "over" and not any(seat["won"] for seat in line.players):
        fields["says"] = line.says
    if line.warnings:
        fields["warnings"] = [warning(text, words) for text in line.warnings]
    return _text(fields)


def warning(text: str, words: Words) -> str:
    """A warning of `tables.json` in the language of the wall; what a device itself says stays as it is."""
    missing = re.fullmatch("([0-9]+) missing", text)
    if missing is not None:
        return words("wall.warning.missing", n=missing[1])
    key = f"wall.warning.{text.replace(' ', '-')}"
    return words(key) if key in words else text


def people(lines: Sequence[StandingLine], rated: Sequence[RatingLine] | None) -> dict[str, str]:
    """The standings as JSON by person: place, name or digits, whether it is a name, games, won, drawn, points, score.

    With ratings there is a last one: mu and sigma, or null for somebody who is new.
    """
    rating = {
        line.person: [round(line.mu), round(line.sigma)]
        for line in rated or ()
        if line.mu is not None and line.sigma is not None
    }
    texts = {}
    for line in lines:
        name = line.name if line.name is not None else line.person[:DIGITS]
        row = [line.place, name, line.name is not None, line.games, line.won, line.drawn, line.points, line.score]
        texts[line.person] = _text([*row, rating.get(line.person)] if rated is not None else row)
    return texts


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
