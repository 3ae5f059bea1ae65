"""Home, and the way into a new game: which one, who plays, by which options."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion import engines
from companion.engines.position import Options
from companion.screens.face import GAMES
from companion.screens.page import Item, Page
from companion.screens.screen import MOVES, Command, Intent, Screen, Sight, Start, turned


@dataclass(frozen=True, slots=True)
class Home:
    """The games, and above them the one that waits; the cursor is on what is likeliest."""

    cursor: int = 0

    def update(self, command: Command, sight: Sight) -> Screen | Intent:
        waiting = sight.step is not None
        if command in MOVES:
            return Home(turned(self.cursor, command, len(GAMES) + waiting + 2))
        if command is Command.BACK or (waiting and self.cursor == 0):
            # Here and below imported when needed: these modules stand on this one.
            from companion.screens.flow import opening

            return opening(sight)
        if command is not Command.OK:
            return self
        if self.cursor == len(GAMES) + waiting:
            from companion.screens.people import People

            return People(self)
        if self.cursor == len(GAMES) + waiting + 1:
            from companion.screens.settings import Settings

            return Settings(self)
        return New.of(GAMES[self.cursor - waiting], sight)

    def view(self, sight: Sight) -> Page:
        words, items = sight.words, []
        if sight.step is not None:
            over = sight.step.outcome is not None or sight.step.position is None
            items.append(Item(words("screen.home.look" if over else "screen.home.continue"), _who(sight)))
        items += [Item(words(f"game.{game}")) for game in GAMES]
        items.append(Item(words("screen.home.people")))
        items.append(Item(words("screen.home.settings")))
        return Page(
            screen="home",
            title=words("screen.home.title"),
            menu=tuple(items),
            cursor=self.cursor,
            keys="uob" if sight.step is not None else "uo",
        )


def _who(sight: Sight) -> str:
    return ", ".join(sight.step.played.names) if sight.step is not None else ""


@dataclass(frozen=True, slots=True)
class New:
    """A game about to begin. The cursor starts on Start: who played last plays again."""

    game: str
    names: tuple[str, ...]
    options: Options
    cursor: int = 0

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

    def update(self, command: Command, sight: Sight) -> Screen | Intent:
        keys = list(self.options)
        if command in MOVES:
            return replace(self, cursor=turned(self.cursor, command, len(keys) + 2))
        if command is Command.BACK:
            return Home()
        if self.cursor == 0:
            return Start(self.game, self.names, self.options)
        if self.cursor == 1:
            from companion.screens.people import Players

            return Players(self)
        key = keys[self.cursor - 2]
        values = engines.game(self.game).options[key]
        after = values[(values.index(self.options[key]) + 1) % len(values)]
        return replace(self, options={**self.options, key: after})

    def view(self, sight: Sight) -> Page:
        words = sight.words
        items = [
            Item(words("screen.new.start")),
            Item(words("screen.new.players"), ", ".join(self.names)),
        ]
        for key, value in self.options.items():
            prefix = f"option.{self.game}.{key}"
            items.append(Item(words(f"{prefix}.label"), words(f"{prefix}.{_value(value)}")))
        return Page(screen="new", title=words(f"game.{self.game}"), menu=tuple(items), cursor=self.cursor)


def _value(value: bool | str) -> str:
    return value if isinstance(value, str) else str(value).lower()
