"""Before a new game: who plays, who begins, which options."""

from __future__ import annotations

from companion.games import registry
from companion.games.game import Options, Seat
from companion.games.refusals import BadPlayers
from companion.session.text import for_game
from companion.ui.by_name import open_screen
from companion.ui.intents import Say, Start
from companion.ui.page import Item, Page
from companion.ui.screen import MOVES, Command, Context, Intent, Screen, turned
from companion.values import Frozen, replace

DRAW = ""
"""In place of a name: draw lots for who begins."""


class New(Frozen):
    """A game that people are about to begin. The cursor starts on Start, with the people who played last.

    `begins` is the name of the player who begins, or `DRAW`. None, or the name of somebody who does not play, stands
    for the first name.
    """

    game: str
    names: tuple[str, ...]
    options: Options
    cursor: int = 0
    begins: str | None = None

    @classmethod
    def of(cls, game: str, context: Context) -> New:
        """With the people of the last game and, if it was the same game, its options."""
        record, step = registry.game(game), context.step
        options = record.complete({})
        if step is None:
            return cls(game, context.roster[: record.players[0]], options)
        # Somebody may have been renamed or taken off the roster.
        names = tuple([name for name in step.setup.names if name in context.roster])[: record.players[1]]
        return cls(game, names, step.setup.options if step.setup.key == game else options)

    @property
    def first(self) -> Seat | None:
        """The index of the name that begins; None to draw lots."""
        if self.begins == DRAW:
            return None
        return self.names.index(self.begins) if self.begins in self.names else 0

    def update(self, command: Command, context: Context) -> Screen | Intent:
        keys = list(self.options)
        if command in MOVES:
            return replace(self, cursor=turned(self.cursor, command, len(keys) + 3))
        if command is Command.BACK:
            return open_screen("home")
        if self.cursor == 0:
            return self._start()
        if self.cursor == 1:
            return self._players()
        if self.cursor == 2:
            ring = (*self.names, DRAW)
            return replace(self, begins=ring[((len(ring) - 1 if self.first is None else self.first) + 1) % len(ring)])
        key = keys[self.cursor - 3]
        values = registry.game(self.game).options[key]
        after = values[(values.index(self.options[key]) + 1) % len(values)]
        return replace(self, options={**self.options, key: after})

    def _start(self) -> Screen | Intent:
        """Begin the game; with too few or too many players, say so and show who plays."""
        record = registry.game(self.game)
        try:
            record.seat(self.names)
        except BadPlayers as refused:
            return Say(refused.message.key, dict(refused.message.params), self._players())
        return Start(self.game, self.names, self.options, self.first)

    def _players(self) -> Screen:
        return open_screen("players", self)

    @property
    def option(self) -> str | None:
        """The option under the cursor."""
        return list(self.options)[self.cursor - 3] if self.cursor > 2 else None

    def view(self, context: Context) -> Page:
        words, first = context.words, self.first
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
