"""An evening on the wall: a board's answers without a broker, with tables of every kind and people of every width."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from itertools import count
from typing import TypeVar
from zoneinfo import ZoneInfo

from hall.results import RESULT, STATE
from names import SCRIPTS, script_name

from companion.hall.answers import Answers, BadQuestion, NotFound
from companion.hall.config import parse_config
from companion.hall.intake import CheckedMessage
from companion.hall.ledger import Ledger
from companion.hall.messages import Person, ResultMessage, Seat, StateMessage
from companion.hall.tables import Tables
from hardware.web.answers import Source, WrongQuestion
from hardware.web.latest import Latest

T = TypeVar("T")

NOW, WALL = 1_000.0, 1_795_461_270.0
"""The board's seconds, and the time of day: 20:14:30 on 2026-11-23 in Berlin."""
USUAL = ("Ada", "Ben", "Cleo", "Dora", "Jörg", "Maximilian", "さくら", "Zoë", "Nathaniel", "Kim", "Åsa", "Friederike")
GAMES = (("spartacus", 5), ("praetorians", 2), ("hannibal", 2), ("seven-hills", 4), ("army-ants", 2), ("wizard", 6))
CONFIG = """
club = "arena"
broker = "mqtt://127.0.0.1"
[board]
title = "{title}"
timezone = "Europe/Berlin"
[ratings]
on = {ratings}
"""


def names(kind: str, number: int) -> str | None:
    """The name of the person with this number: `usual`, `widest` of every script, or `none` at all."""
    if kind == "none":
        return None
    if kind == "usual":
        again = number // len(USUAL)
        return USUAL[number % len(USUAL)] + (f" {again + 1}" if again else "")
    letters = ["W" * 24, "@" * 24, *SCRIPTS.values()][number % (2 + len(SCRIPTS))]
    return script_name(letters, number, len, 24)


class Evening:
    """Tables and standings of one evening. Even the first dozen of tables shows everything that a tile can say."""

    def __init__(self, tables: int, kind: str, *, ratings: bool = False) -> None:
        self.config = parse_config(
            CONFIG.format(
                title="W" * 40 if kind == "widest" else "Games club, winter evening", ratings=str(ratings).lower()
            ),
            lambda name: "",
        )
        self.now, self.clock_ahead = NOW, 0.0
        self.connected = True
        self.news = Latest[int]()
        own = self.config.board
        self.ledger = Ledger([], {}, set(), ZoneInfo("Europe/Berlin"), own.begins, guarded=False)
        self.tables = Tables()
        self.answers = Answers(self.config, "c" * 32, self.ledger, self.tables)
        self._lock = threading.Lock()
        self._said = 0
        people = count()
        for number in range(1, tables + 1):
            self._table(number, kind, people)

    def say(self, table: str, state: StateMessage, *, ago: float = 0.0) -> None:
        """A table says its state."""
        self._said += 1
        state = state._replace(order=(4, self._said))
        with self._lock:
            self.tables.take(CheckedMessage(table, state, True), self.now - ago, retained=False)

    def end(self, result: ResultMessage) -> None:
        """A game ends so; the viewers of the board are let look."""
        self.now += 1.0
        with self._lock:
            self.ledger.take(CheckedMessage("t1", result, True), result, WALL)
        self._said += 1
        self.news.put(10 + self._said)

    def connect(self, *, connected: bool) -> None:
        """The board has a broker, or has lost it; its viewers are let look."""
        self.connected = connected
        self.news.put(2 + connected)

    def _table(self, number: int, kind: str, people: Iterator[int]) -> None:
        game, most = GAMES[number % len(GAMES)]
        seated = 10 if kind == "widest" and number % 9 == 4 else most
        widest = kind == "widest"
        seats = []
        for place in range(seated):
            person = next(people)
            points = -1_000_000_000 if widest and place == 1 else 13 * ((person * 7) % 11) - 12
            over = number % 5 == 3
            seats.append(Seat(
                f"{person * 977 % 65536:04x}{person:012x}", names(kind, person), points,
                place == number % seated and not over, place == 0, place == 0 and over, place == 3 and number % 4 == 0,
            ))  # fmt: skip
        phase = "over" if number % 5 == 3 else "playing"
        state = STATE._replace(
            record=f"{number:032x}", phase=phase, kind=game, title="A game of a pad with a long name" if widest else
            game.capitalize(), players=tuple(seats), clock=not (widest and number % 6 == 0),
            trouble="the display does not answer; trying again" if number % 11 == 7 else None, games=0,
        )  # fmt: skip
        if number % 7 == 5:
            state = state._replace(phase="idle", game=None, kind=None, title=None, players=(), says=None)
        self.say(f"table-{number}" if not widest or number % 3 else f"the-table-by-the-window-no-{number}", state,
                 ago=400.0 if number % 8 == 6 else 0.0)  # fmt: skip
        pair = tuple([Person(seat.person, seat.name) for seat in seats])
        for game_number in range(1 + number % 3):
            result = RESULT._replace(
                record=f"{number:032x}", game=game_number + 1, players=pair, clock=False,
                places=tuple([1 if place == (number + game_number) % seated else 2 for place in range(seated)]),
                scores=tuple([seat.points or 0 for seat in seats]), teams=None,
            )  # fmt: skip
            self.ledger.take(CheckedMessage(f"table-{number}", result, True), result, WALL)

    def source(self) -> Source:
        """What a web server answers from."""
        return Source(lambda path, query: ("text/plain; charset=utf-8", ""), self.labels, self.changes, self.news)

    def labels(self, path: str, query: str) -> dict[str, str]:
        """The labels of a page, as the board gives them."""
        return self._asked(lambda: self.answers.labels(path, query))

    def changes(self, query: str, seen: object) -> tuple[object, str]:
        """What is new to a viewer, as the board gives it."""
        now, connected = self.now, self.connected
        wall = WALL + now - NOW + self.clock_ahead
        return self._asked(lambda: self.answers.changes(query, seen, now, now, wall, connected=connected))

    def _asked(self, ask: Callable[[], T]) -> T:
        try:
            with self._lock:
                return ask()
        except (BadQuestion, NotFound) as wrong:
            raise WrongQuestion(400, str(wrong)) from None
