"""The table when the game is over, and the series that the game belongs to."""

from __future__ import annotations

from companion.games.text import text_of
from companion.session.series import Standing
from companion.session.text import ending, series_title, winners
from companion.ui.by_name import open_screen
from companion.ui.curves import Curves
from companion.ui.intents import Rematch
from companion.ui.new_game import New
from companion.ui.page import Figure, Item, Page
from companion.ui.qr import can
from companion.ui.qr_screen import carried, taken
from companion.ui.screen import MOVES, Command, Context, Intent, Screen, turned
from companion.ui.table import Menu
from companion.values import Frozen


class Over(Frozen):
    """Who has won and why, and how the series stands. One OK starts a rematch, with the seats that the series sets."""

    cursor: int = 0

    def _entries(self, context: Context) -> tuple[str, ...]:
        """The lines of the menu. The series is offered from its second game on, a chart from the first turn on."""
        standing = context.game_library.standing()
        series = standing is not None and standing.games > 1
        drawn = context.step is not None and Curves.of(context.step, self) is not None
        code = ("code",) if can() else ()
        return ("rematch", *(("series",) if series else ()), *(("curves",) if drawn else ()), "home", *code)

    def update(self, command: Command, context: Context) -> Screen | Intent:
        assert context.step is not None
        entries = self._entries(context)
        if command in MOVES:
            return Over(turned(self.cursor, command, len(entries)))
        if command is Command.BACK:
            return Menu(self)
        chosen = entries[self.cursor]
        if chosen == "home":
            return open_screen("home")
        if chosen == "series":
            return Series(self)
        if chosen == "curves":
            return Curves.of(context.step, self) or self
        if chosen == "code":
            return carried(self, taken(context))
        setup = context.step.setup
        if not set(setup.names) <= set(context.roster):  # somebody was renamed or taken off the roster
            return New.of(setup.key, context)
        return Rematch()

    def view(self, context: Context) -> Page:
        step, words = context.step, context.words
        assert step is not None
        assert step.outcome is not None
        standing = context.game_library.standing()
        names = tuple([step.setup.names[seat] for seat in step.outcome.winners])
        reason = ending(step, words)
        won = standing is not None and standing.decided
        title = series_title(standing, words) if standing is not None and won else winners(names, words)
        below = won or not context.fit(title, reason)
        text = [reason] if below else []
        if standing is not None and standing.games > 1:
            text += _in_a_line(standing, step.setup.names, context)
        return Page(
            screen="over",
            title=title,
            aside="" if below else reason,
            text=tuple(text),
            figures=text_of(step.setup.key).figures(context.situation),
            menu=tuple(Item(words(f"screen.over.{name}")) for name in self._entries(context)),
            cursor=self.cursor,
        )


class Series(Frozen):
    """How the series stands: everybody's points or wins, as large as possible."""

    over: Over

    def update(self, command: Command, context: Context) -> Screen | Intent:
        return self.over if command in (Command.OK, Command.BACK) else self

    def view(self, context: Context) -> Page:
        standing, words = context.game_library.standing(), context.words
        if standing is None:  # the record cannot be read
            return Page(screen="series", title=words("screen.series.title"), keys="ob")
        return Page(
            screen="series",
            title=series_title(standing, words),
            aside=words("screen.series.games", count=standing.games),
            figures=tuple(
                Figure(name, total, name in standing.leaders)
                for name, total in zip(standing.people, standing.totals, strict=True)
            ),
            keys="ob",
        )


def _in_a_line(standing: Standing, names: tuple[str, ...], context: Context) -> tuple[str, ...]:
    """The totals of two people in one line; if the names do not fit, the totals in the order of the figures below.

    Beside the figures of more people there is no room for a line.
    """
    if len(names) > 2:
        return ()
    totals = [standing.totals[standing.people.index(name)] for name in names]
    for totals_text in (
        context.words.listed(f"{name} {total}" for name, total in zip(names, totals, strict=True)),
        " : ".join(map(str, totals)),
    ):
        lines = context.wrap(context.words("screen.over.totals", totals=totals_text))
        if len(lines) == 1:
            break
    return lines
