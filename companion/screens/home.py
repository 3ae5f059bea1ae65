"""Home, and the way into a new game: which one, who plays, who begins, by which options."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import NamedTuple

from companion import engines
from companion.engines.position import Options, Seat
from companion.screens.face import GAMES
from companion.screens.page import Item, Page
from companion.screens.screen import MOVES, Command, Intent, Resume, Screen, Sight, Start, turned
from companion.table.shelf import Kept
from companion.words import Words

WAITING = 3
"""So many waiting games stand on the home screen itself, those touched last; the others one press further on."""


DRAW = ""
"""Nobody's name: lots are drawn for who begins."""


class Entry(NamedTuple):
    """A line of the home screen and where it leads."""

    item: Item
    leads: Callable[[Sight], Screen | Intent]


@dataclass(frozen=True, slots=True)
class Home:
    """The games that wait, the one on the table on top; the games to begin; the rest. The cursor is on the likeliest.

    BACK leads to the table.
    """

    cursor: int = 0

    def entries(self, sight: Sight) -> tuple[Entry, ...]:
        """What is offered, in this order."""
        # Imported when needed: these modules stand on this one.
        from companion.screens.history import History, Waiting
        from companion.screens.people import People
        from companion.screens.settings import Settings

        words = sight.words
        waiting = sight.shelf.waiting(0, WAITING)
        more = waiting.total - len(waiting.games)
        return (
            *_on_the_table(sight),
            *[Entry(waits(game, words), _resuming(game)) for game in waiting.games],
            *([Entry(Item(words("screen.home.more"), str(more)), lambda _: Waiting(self, WAITING))] if more else []),
            *[Entry(Item(words(f"game.{game}")), _beginning(game)) for game in GAMES],
            *([Entry(Item(words("screen.home.history")), lambda _: History(self))]
              if sight.shelf.finished(0, 1).total else []),
            Entry(Item(words("screen.home.people")), lambda _: People(self)),
            Entry(Item(words("screen.home.settings")), lambda _: Settings(self)),
        )  # fmt: skip

    def update(self, command: Command, sight: Sight) -> Screen | Intent:
        entries = self.entries(sight)
        if command in MOVES:
            return Home(turned(self.cursor, command, len(entries)))
        if command is Command.BACK:
            return _table(sight)
        return entries[self.cursor].leads(sight) if command is Command.OK else self

    def view(self, sight: Sight) -> Page:
        return Page(
            screen="home",
            title=sight.words("screen.home.title"),
            menu=tuple(entry.item for entry in self.entries(sight)),
            cursor=self.cursor,
            keys="uob" if sight.step is not None else "uo",
        )


def _on_the_table(sight: Sight) -> tuple[Entry, ...]:
    """The line for the game on the table, if there is one."""
    step = sight.step
    if step is None:
        return ()
    over = step.outcome is not None or step.position is None
    label = sight.words("screen.home.look" if over else "screen.home.continue")
    return (Entry(Item(label, sight.words.listed(step.played.names)), _table),)


def _table(sight: Sight) -> Screen:
    from companion.screens.flow import opening

    return opening(sight)


def _beginning(game: str) -> Callable[[Sight], Screen]:
    return lambda sight: New.of(game, sight)


def _resuming(game: Kept) -> Callable[[Sight], Intent]:
    return lambda _: Resume(game.id)


def waits(game: Kept, words: Words) -> Item:
    """A waiting game as a line of a menu. The mark tells it from the game's name as the place to begin one."""
    return Item(words("screen.home.waits", game=game_name(game.key, words)), words.listed(game.names), keep=True)


def game_name(game: str, words: Words) -> str:
    """A game's name; its key where it is not known here."""
    return words(f"game.{game}") if f"game.{game}" in words else game


def for_game(words: Words, key: str, game: str) -> str:
    """The key of a text, or of the one that says it for a game in particular."""
    particular = f"{key}-{game}"
    return particular if particular in words else key


@dataclass(frozen=True, slots=True)
class New:
    """A game about to begin. The cursor starts on Start: who played last plays again.

    `begins` is the name of who begins, `DRAW` to draw lots; None, or somebody who does not play, is the first name.
    """

    game: str
    names: tuple[str, ...]
    options: Options
    cursor: int = 0
    begins: str | None = None

    @classmethod
    def of(cls, game: str, sight: Sight) -> New:
        """With the people and, for the same game, the options of the last time."""
        record, step = engines.game(game), sight.step
        options = record.complete({})
        if step is None:
            return cls(game, sight.roster[: record.players[0]], options)
        # Somebody may have another name by now, or have left the list.
        names = tuple([name for name in step.played.names if name in sight.roster])[: record.players[1]]
        return cls(game, names, step.played.options if step.played.key == game else options)

    @property
    def first(self) -> Seat | None:
        """The place among the names of who begins; None to draw lots."""
        if self.begins == DRAW:
            return None
        return self.names.index(self.begins) if self.begins in self.names else 0

    def update(self, command: Command, sight: Sight) -> Screen | Intent:
        keys = list(self.options)
        if command in MOVES:
            return replace(self, cursor=turned(self.cursor, command, len(keys) + 3))
        if command is Command.BACK:
            return Home()
        if self.cursor == 0:
            return Start(self.game, self.names, self.options, self.first)
        if self.cursor == 1:
            from companion.screens.people import Players

            return Players(self)
        if self.cursor == 2:
            ring = (*self.names, DRAW)
            return replace(self, begins=ring[((len(ring) - 1 if self.first is None else self.first) + 1) % len(ring)])
        key = keys[self.cursor - 3]
        values = engines.game(self.game).options[key]
        after = values[(values.index(self.options[key]) + 1) % len(values)]
        return replace(self, options={**self.options, key: after})

    @property
    def option(self) -> str | None:
        """The option under the cursor."""
        return list(self.options)[self.cursor - 3] if self.cursor > 2 else None

    def view(self, sight: Sight) -> Page:
        words, first = sight.words, self.first
        begins = words("screen.new.draw") if first is None else self.names[first] if self.names else ""
        items = [
            Item(words("screen.new.start")),
            Item(words("screen.new.players"), words.listed(self.names)),
            Item(words(for_game(words, "screen.new.begins", self.game)), begins),
        ]
        for key, value in self.options.items():
            prefix = f"option.{self.game}.{key}"
            items.append(Item(words(f"{prefix}.label"), words(f"{prefix}.{_value(value)}")))
        return Page(screen="new", title=words(f"game.{self.game}"), menu=tuple(items), cursor=self.cursor)


def _value(value: bool | str) -> str:
    return value if isinstance(value, str) else str(value).lower()
