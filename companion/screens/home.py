"""Home, and the way into a new game: which one, who plays, by which options."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion import engines
from companion.engines.position import NAME_MOST, Options
from companion.screens.face import GAMES
from companion.screens.page import Item, Page
from companion.screens.screen import MOVES, AddPerson, Command, Intent, Say, Screen, Sight, Start, turned


@dataclass(frozen=True, slots=True)
class Home:
    """The games, and above them the one that waits; the cursor is on what is likeliest."""

    cursor: int = 0

    def update(self, command: Command, sight: Sight) -> Screen | Intent:
        waiting = sight.step is not None
        if command in MOVES:
            return Home(turned(self.cursor, command, len(GAMES) + waiting))
        if command is Command.BACK or (waiting and self.cursor == 0):
            from companion.screens.flow import opening

            return opening(sight)
        if command is not Command.OK:
            return self
        return New.of(GAMES[self.cursor - waiting], sight)

    def view(self, sight: Sight) -> Page:
        words, items = sight.words, []
        if sight.step is not None:
            over = sight.step.outcome is not None or sight.step.position is None
            items.append(Item(words("screen.home.look" if over else "screen.home.continue"), _who(sight)))
        items += [Item(words(f"game.{game}")) for game in GAMES]
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
        names = step.played.names[: record.players[1]]
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


@dataclass(frozen=True, slots=True)
class Players:
    """Who plays, in the order of the table: OK gives the next seat or frees it."""

    new: New
    cursor: int = 1

    def update(self, command: Command, sight: Sight) -> Screen | Intent:
        count = len(sight.roster) + 2
        if command in MOVES:
            return replace(self, cursor=turned(self.cursor, command, count))
        if command is Command.BACK or self.cursor == 0:
            return self.new
        if self.cursor == count - 1:
            return Name(self)
        name = sight.roster[self.cursor - 1]
        names = self.new.names
        if name in names:
            return replace(self, new=replace(self.new, names=tuple(other for other in names if other != name)))
        least, most = engines.game(self.new.game).players
        if len(names) == most:
            params: dict[str, object] = {"least": least, "most": most, "game": sight.words(f"game.{self.new.game}")}
            return Say("refused.players-count", {**params, "count": most + 1}, self)
        return replace(self, new=replace(self.new, names=(*names, name)))

    def view(self, sight: Sight) -> Page:
        words, names = sight.words, self.new.names
        items = (
            Item(words("screen.players.done"), str(len(names))),
            *[Item(name, str(names.index(name) + 1) if name in names else "") for name in sight.roster],
            Item(words("screen.players.add")),
        )
        return Page(screen="players", title=words("screen.players.title"), menu=items, cursor=self.cursor)


DONE = "✓"
_SMALL = "abcdefghijklmnopqrstuvwxyz"
_REST = "0123456789 -'."


@dataclass(frozen=True, slots=True)
class Name:
    """A name, letter by letter: UP and DOWN turn the wheel, OK takes the letter, BACK takes one back."""

    players: Players
    written: str = ""
    at: int = 1

    @property
    def _wheel(self) -> str:
        """The mark that ends the name, then the letters in the case that is likelier, then everything else."""
        fresh = not self.written or self.written[-1] in " -'."
        letters, others = (_SMALL.upper(), _SMALL) if fresh else (_SMALL, _SMALL.upper())
        return DONE + letters + _REST + others

    def update(self, command: Command, sight: Sight) -> Screen | Intent:
        wheel = self._wheel
        if command in (Command.UP, Command.DOWN):
            return replace(self, at=turned(self.at, command, len(wheel)))
        if command in (Command.BACK, Command.LEFT):
            if self.written:
                return replace(self, written=self.written[:-1], at=1)
            return self.players if command is Command.BACK else self
        letter = wheel[self.at]
        if letter == DONE:
            return self._done(sight)
        written = self.written + letter
        return replace(self, written=written, at=0 if len(written) == NAME_MOST else 1)

    def _done(self, sight: Sight) -> Screen | Intent:
        name = self.written.strip()
        if not name:
            return Say("refused.name-empty", {}, self)
        if name in sight.roster:
            return Say("refused.name-known", {"name": name}, self)
        new = self.players.new
        # Somebody who has just come wants to play: the name takes the next seat if there is one.
        if len(new.names) < engines.game(new.game).players[1]:
            new = replace(new, names=(*new.names, name))
        return AddPerson(name, Players(new))

    def view(self, sight: Sight) -> Page:
        wheel = self._wheel
        around = " ".join(wheel[(self.at + by) % len(wheel)].replace(" ", "␣") for by in range(-4, 5))
        return Page(
            screen="name",
            title=sight.words("screen.name.title"),
            text=(f"{self.written}_", around),
            big=wheel[self.at].replace(" ", "␣"),
        )


