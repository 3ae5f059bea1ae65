"""Games that are not on the table: finished games, newest first, and waiting games.

Only the games on the glass are looked up in the record.
"""

from __future__ import annotations

import time

from companion.ports import CLOCK_FROM
from companion.record.fold import GameInfo
from companion.session.curves import has_curves
from companion.session.text import act_words, game_name, in_short, winners
from companion.ui.by_name import open_screen
from companion.ui.home import waits
from companion.ui.intents import Resume, Say
from companion.ui.page import Figure, Item, Page
from companion.ui.qr import can
from companion.ui.qr_screen import carried, result
from companion.ui.screen import MOVES, Command, Context, Intent, Screen, turned
from companion.values import Frozen, replace
from companion.words import Words

ROWS = 4
"""Lines of the history on one page, below the text about the game under the cursor."""
ROWS_WAITING = 6
"""Lines of the waiting games on one page."""


def walked(cursor: int, command: Command, count: int, rows: int) -> int:
    """The cursor in a long list after a command: UP and DOWN move in a ring, LEFT and RIGHT by a page."""
    if command in (Command.UP, Command.DOWN):
        return turned(cursor, command, count) if count else 0
    by = {Command.LEFT: -rows, Command.RIGHT: rows}.get(command, 0)
    return min(max(cursor + by, 0), max(count - 1, 0))


def top(cursor: int, count: int, rows: int) -> int:
    """The first of `rows` lines around the cursor."""
    return min(max(cursor - rows // 2, 0), max(count - rows, 0))


FIGURES = -1
"""The place of the line above the newest game, which opens the figures of all games."""


class History(Frozen):
    """The finished games, and above them the line that opens their figures."""

    back: Screen
    cursor: int = 0

    def update(self, command: Command, context: Context) -> Screen | Intent:
        if command is Command.BACK:
            return self.back
        listed = context.game_library.finished(max(self.cursor, 0), 1)
        if command is Command.OK:
            if not listed.games:
                return self.back
            if self.cursor == FIGURES:
                return open_screen("figures", self)
            return Ended(self, listed.games[0])
        if command in (Command.UP, Command.DOWN):
            return replace(self, cursor=turned(self.cursor + 1, command, listed.total + 1) - 1)
        return replace(self, cursor=walked(max(self.cursor, 0), command, listed.total, ROWS))

    def view(self, context: Context) -> Page:
        words = context.words
        total = context.game_library.finished(0, 1).total
        first = top(self.cursor, total, ROWS)
        games = context.game_library.finished(first, ROWS).games
        at = self.cursor - first
        about = in_short(games[at], words) if 0 <= at < len(games) else words("screen.history.about")
        figures = (Item(words("screen.history.figures")),) if first == 0 and games else ()
        return Page(
            screen="history",
            title=words("screen.history.title"),
            aside=f"{self.cursor + 1}/{total}" if total and self.cursor != FIGURES else "",
            text=context.wrap(about)[:2] if games else (),
            menu=(*figures, *[Item(game_name(game.key, words), _result(game, words)) for game in games]),
            cursor=at + len(figures) if at < len(games) else None,
        )


class Waiting(Frozen):
    """The waiting games from the place `skipped` on: the home screen shows those before it."""

    back: Screen
    skipped: int
    cursor: int = 0

    def update(self, command: Command, context: Context) -> Screen | Intent:
        if command is Command.BACK:
            return self.back
        listed = context.game_library.waiting(self.skipped + self.cursor, 1)
        if command is Command.OK:
            return Resume(listed.games[0].id) if listed.games else self.back
        return replace(self, cursor=walked(self.cursor, command, listed.total - self.skipped, ROWS_WAITING))

    def view(self, context: Context) -> Page:
        words = context.words
        total = context.game_library.waiting(0, 1).total - self.skipped
        first = top(self.cursor, total, ROWS_WAITING)
        games = context.game_library.waiting(self.skipped + first, ROWS_WAITING).games
        return Page(
            screen="waiting",
            title=words("screen.waiting.title"),
            aside=f"{self.cursor + 1}/{total}",
            menu=tuple(waits(game, words) for game in games),
            cursor=self.cursor - first if games else None,
        )


class Ended(Frozen):
    """One finished game: who has won, the figures, when. `open` brings it back to the table with its whole timeline."""

    history: History
    game: GameInfo
    cursor: int = 0

    def _entries(self) -> tuple[str, ...]:
        chart = ("curves",) if has_curves(self.game.key, self.game.options) else ()
        return ("open", *chart, *(("code",) if can() else ()), "back")

    def update(self, command: Command, context: Context) -> Screen | Intent:
        entries = self._entries()
        if command in MOVES:
            return replace(self, cursor=turned(self.cursor, command, len(entries)))
        chosen = entries[self.cursor] if command is Command.OK else "back"
        if chosen == "open":
            return Resume(self.game.id)
        if chosen == "curves":
            # The game is replayed only now, because that is slow.
            step = context.game_library.snapshot_of(self.game)
            return (open_screen("curves", step, self) if step is not None else None) or Say(
                "screen.curves.none", {}, self
            )
        if chosen == "code":
            return carried(self, result(self.game, context.words))
        return self.history

    def view(self, context: Context) -> Page:
        words, game = context.words, self.game
        result = game.result
        assert result is not None
        # Without a clock that was set there is no date.
        when = words("screen.ended.when", **_moment(game.at)) if game.at >= CLOCK_FROM else ""
        text: tuple[str, ...] = (when,) if when else ()
        figures: tuple[Figure, ...] = ()
        if result.ended:  # there are no points to show
            head = game_name(game.key, words)
            parts = (f"{head}, {when}" if when else head, in_short(game, words))
            text = tuple([line for part in parts for line in context.wrap(part)][:4])
        else:
            figures = tuple(
                Figure(name, score, seat in result.winners)
                for seat, (name, score) in enumerate(zip(game.names, result.scores, strict=True))
            )
        return Page(
            screen="ended",
            title=winners(tuple([game.names[seat] for seat in result.winners]), words),
            text=text,
            figures=figures,
            menu=tuple(Item(words(f"screen.ended.{entry}")) for entry in self._entries()),
            cursor=self.cursor,
        )


def _result(game: GameInfo, words: Words) -> str:
    """Who has won, or how the game ended without a winner."""
    assert game.result is not None
    if game.result.winners:
        return words.listed(game.names[seat] for seat in game.result.winners)
    return act_words(game.result.ended, game.names, words) or words("screen.history.nobody")


def _moment(at: float) -> dict[str, object]:
    """A time as parameters of a text, in local time; numbers below ten with a leading zero."""
    then = time.localtime(at)
    parts = {"month": then.tm_mon, "day": then.tm_mday, "hour": then.tm_hour, "minute": then.tm_min}
    return {"year": then.tm_year, **{name: f"{number:02}" for name, number in parts.items()}}
