"""Figures: the results of people in all their games, of two people against each other, and how long games take.

The record is asked once, when a page is opened.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from companion.kit.text import with_name
from companion.play.clock import time_text
from companion.record.lists import Durations, HeadToHead, PersonStats, game_key
from companion.session.text import game_name
from companion.ui import ratings
from companion.ui.intents import Say
from companion.ui.page import Figure, Item, Page
from companion.ui.screen import Context, Intent, Screen
from companion.ui.widgets import Line, ListScreen, Pages, named


class Figures(ListScreen):
    """The choice between the figures."""

    screen_name = "figures"

    back: Screen

    def lines(self, context: Context) -> list[Line]:
        offers: dict[str, Callable[[], Screen | Intent]] = {
            "record": lambda: Who(self, versus=False),
            "versus": lambda: Who(self, versus=True),
            "lengths": lambda: Long(self, context.game_library.durations()),
        }
        if context.settings.ratings:
            offers["ratings"] = lambda: ratings.opened(self, context)
        return named(context, "figures", offers)


class Who(ListScreen):
    """The choice of a person, or of two people: `first` is the one who is chosen already."""

    back: Screen
    versus: bool
    first: str = ""

    def lines(self, context: Context) -> list[Line]:
        return [Line(Item(name), partial(self._picked, name, context)) for name in context.roster if name != self.first]

    def page(self, context: Context) -> Page:
        key = "against" if self.first else "one" if self.versus else "title"
        words = context.words
        title = with_name(lambda name: words(f"screen.who.{key}", name=name), self.first, context.fits)
        return Page(screen="who", title=title)

    def _picked(self, name: str, context: Context) -> Screen | Intent:
        if not self.versus:
            tallies = context.game_library.person_stats(name)
            return Stats(self, name, _with_sum(tallies)) if tallies else Say("screen.who.none", {"name": name}, self)
        if not self.first:
            return Who(self, versus=True, first=name)
        met = context.game_library.head_to_head(self.first, name)
        if not met:
            return Say("screen.who.never", {"name": self.first, "other": name}, self)
        return Versus(self, self.first, name, _met_with_sum(met))


def _with_sum(tallies: Sequence[PersonStats]) -> tuple[PersonStats, ...]:
    """The record of each game; with several games, before them the record of all games together, without streaks."""
    if len(tallies) < 2:
        return tuple(tallies)
    played, won, drawn = (sum(column) for column in list(zip(*tallies, strict=True))[1:4])
    return (PersonStats("", played, won, drawn, 0, 0, None, None, None), *tallies)


def _met_with_sum(met: Sequence[HeadToHead]) -> tuple[HeadToHead, ...]:
    """The meetings of two people, game by game; with several games, before them all games together."""
    if len(met) < 2:
        return tuple(met)
    played, won, lost, both = (sum(column) for column in list(zip(*met, strict=True))[1:5])
    return (HeadToHead("", played, won, lost, both), *met)


class Stats(Pages):
    """A person's record, a page for each game."""

    back: Screen
    name: str
    person_stats: tuple[PersonStats, ...]

    def pages(self, context: Context) -> list[Page]:
        return [self._page(at, tally, context) for at, tally in enumerate(self.person_stats)]

    def _page(self, at: int, tally: PersonStats, context: Context) -> Page:
        words = context.words
        lines = [words("screen.person-figures.others", drawn=tally.drawn, lost=tally.lost)]
        if tally.longest:
            lines.insert(0, words("screen.person-figures.streak", streak=tally.streak, longest=tally.longest))
        if tally.points_matter and tally.mean is not None:
            best = "–" if tally.best_points is None else tally.best_points
            lines.append(words("screen.person-figures.points", best=best, mean=round(tally.mean)))
        if tally.thought_ms is not None:
            lines.append(words("screen.person-figures.clock", time=time_text(tally.thought_ms)))
        return Page(
            screen="person-figures",
            title=self.name,
            aside=_aside_text(self.name, tally.kind, at, len(self.person_stats), context),
            text=tuple([row for line in lines for row in context.wrap(line)]),
            figures=(
                Figure(words("screen.person-figures.won"), tally.won),
                Figure(words("screen.person-figures.of"), tally.played),
            ),
        )


class Versus(Pages):
    """Two people against each other, a page for each game."""

    back: Screen
    name: str
    other: str
    met: tuple[HeadToHead, ...]

    def pages(self, context: Context) -> list[Page]:
        return [self._page(meeting, context) for meeting in self.met]

    def _page(self, meeting: HeadToHead, context: Context) -> Page:
        words = context.words
        key = "shared" if meeting.both else "games"  # the line has room for two numbers
        line = words(f"screen.versus.{key}", count=meeting.played, both=meeting.both, even=meeting.neither_won)
        return Page(
            screen="versus",
            title=_game(meeting.kind, context),
            text=context.wrap(line),
            figures=(
                Figure(self.name, meeting.won, meeting.won > meeting.lost, won=meeting.won > meeting.lost),
                Figure(self.other, meeting.lost, meeting.lost > meeting.won, won=meeting.lost > meeting.won),
            ),
        )


class Long(Pages):
    """How long games take, a page for each game."""

    back: Screen
    durations: tuple[Durations, ...]

    def pages(self, context: Context) -> list[Page]:
        if self.durations:
            return [self._page(length, context) for length in self.durations]
        title, text = context.words("screen.durations.title"), context.words("screen.durations.text")
        return [Page(screen="durations", title=title, text=context.wrap(text))]  # all finished games were abandoned

    def _page(self, length: Durations, context: Context) -> Page:
        words = context.words
        shortest, mean, longest = [minutes(seconds) for seconds in length.seconds]
        return Page(
            screen="durations",
            title=_game(length.kind, context),
            text=(
                *context.wrap(words("screen.durations.range", shortest=shortest, longest=longest)),
                *context.wrap(words("screen.durations.games", count=length.games)),
            ),
            figures=(
                Figure(words("screen.durations.minutes"), mean),
                Figure(words("screen.durations.entries"), round(length.entries[1])),
            ),
        )


def minutes(seconds: float) -> int:
    """Seconds as whole minutes, rounded."""
    return round(seconds / 60)


def _game(kind: str, context: Context) -> str:
    """The name of a game, or all games together."""
    words = context.words
    if not kind:
        return words("screen.person-figures.all")
    return game_name(kind, words, context.game_library.rules_called(game_key(kind)))


def _aside_text(title: str, kind: str, at: int, count: int, context: Context) -> str:
    """The aside: which game the page is about; with several pages and enough room, also the number of the page."""
    game = _game(kind, context)
    numbered = f"{game} {at + 1}/{count}"
    return numbered if count > 1 and context.fit(title, numbered) else game
