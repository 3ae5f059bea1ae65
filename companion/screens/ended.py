"""The table when nothing can be entered: the game is over; with the series it belongs to."""

from __future__ import annotations

from dataclasses import dataclass

from companion.screens.curves import Curves
from companion.screens.face import face
from companion.screens.history import winners
from companion.screens.home import Home
from companion.screens.intents import Intent, Rematch
from companion.screens.log import entry
from companion.screens.new import New
from companion.screens.page import Figure, Item, Page
from companion.screens.qr import can
from companion.screens.screen import MOVES, Command, Screen, Sight, turned
from companion.screens.table import Menu
from companion.table.series import Standing
from companion.words import Words


@dataclass(frozen=True, slots=True)
class Over:
    """Who has won and why, and how the series stands; a rematch is one OK away, seated as the series says."""

    cursor: int = 0

    def _entries(self, sight: Sight) -> tuple[str, ...]:
        """A series has something to tell from its second game on, a chart from the first turn on."""
        standing = sight.shelf.standing()
        series = standing is not None and standing.games > 1
        drawn = sight.step is not None and Curves.of(sight.step, self) is not None
        code = ("code",) if can() else ()
        return ("rematch", *(("series",) if series else ()), *(("curves",) if drawn else ()), "home", *code)

    def update(self, command: Command, sight: Sight) -> Screen | Intent:
        assert sight.step is not None
        entries = self._entries(sight)
        if command in MOVES:
            return Over(turned(self.cursor, command, len(entries)))
        if command is Command.BACK:
            return Menu(self)
        chosen = entries[self.cursor]
        if chosen == "home":
            return Home()
        if chosen == "series":
            return Series(self)
        if chosen == "curves":
            return Curves.of(sight.step, self) or self
        if chosen == "code":
            from companion.screens.code import carried, taken  # few come here

            return carried(self, taken(sight))
        played = sight.step.played
        if not set(played.names) <= set(sight.roster):  # somebody has another name by now, or has left the list
            return New.of(played.key, sight)
        return Rematch()

    def view(self, sight: Sight) -> Page:
        step, words = sight.step, sight.words
        assert step is not None
        assert step.outcome is not None
        standing = sight.shelf.standing()
        names = tuple([step.played.names[seat] for seat in step.outcome.winners])
        reason = ending(sight)
        won = standing is not None and standing.decided
        title = series_title(standing, words) if standing is not None and won else winners(names, words)
        below = won or not sight.fit(title, reason)
        text = [reason] if below else []
        if standing is not None and standing.games > 1:
            text += _in_a_line(standing, step.played.names, sight)
        return Page(
            screen="over",
            title=title,
            aside="" if below else reason,
            text=tuple(text),
            figures=face(step.played.key).figures(step),
            menu=tuple(Item(words(f"screen.over.{name}")) for name in self._entries(sight)),
            cursor=self.cursor,
        )


@dataclass(frozen=True, slots=True)
class Series:
    """How the series stands: everybody's points or wins as large as can be."""

    over: Over

    def update(self, command: Command, sight: Sight) -> Screen | Intent:
        return self.over if command in (Command.OK, Command.BACK) else self

    def view(self, sight: Sight) -> Page:
        standing, words = sight.shelf.standing(), sight.words
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


def ending(sight: Sight) -> str:
    """Why the game on the table is over, in a few words."""
    step, words = sight.step, sight.words
    assert step is not None
    assert step.course is not None
    if step.course[-1].ended is not None:
        return str(entry(sight, len(step.course) - 1))
    assert step.outcome is not None
    names = tuple([step.played.names[seat] for seat in step.outcome.winners])
    key = f"over.{step.played.key}"
    # Games that can end in several ways say which it was.
    how = step.outcome.by or ("shared" if len(names) > 1 else "" if names else "nobody")
    told = f"{key}-{how}"
    return words(told if told in words else key, name=words.listed(names))


def series_title(standing: Standing, words: Words) -> str:
    """Who has won a series, or that it goes on."""
    if not standing.decided:
        return words("screen.series.title")
    return words("screen.series.won" if standing.winners else "screen.series.tie", names=words.listed(standing.winners))


def _in_a_line(standing: Standing, names: tuple[str, ...], sight: Sight) -> tuple[str, ...]:
    """The totals of two people in one line; where it has no room for their names, in the order of the figures below it.

    Beside the figures of more people there is no room for a line.
    """
    if len(names) > 2:
        return ()
    totals = [standing.totals[standing.people.index(name)] for name in names]
    for told in (
        sight.words.listed(f"{name} {total}" for name, total in zip(names, totals, strict=True)),
        " : ".join(map(str, totals)),
    ):
        lines = sight.wrap(sight.words("screen.over.totals", totals=told))
        if len(lines) == 1:
            break
    return lines
