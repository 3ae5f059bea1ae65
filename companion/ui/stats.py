"""Figures: the results of people in all their games, of two people against each other, and how long games take.

The record is asked once, when a page is opened.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.record.lists import Durations, HeadToHead, PersonStats
from companion.session.text import game_name
from companion.ui.intents import Say
from companion.ui.page import Figure, Item, Page
from companion.ui.screen import MOVES, Command, Context, Intent, Screen, turned
from companion.values import Frozen, replace
from companion.words import Words

CHOICES = ("record", "versus", "lengths")


class Figures(Frozen):
    """The choice between the figures."""

    back: Screen
    cursor: int = 0

    def update(self, command: Command, context: Context) -> Screen | Intent:
        if command in MOVES:
            return replace(self, cursor=turned(self.cursor, command, len(CHOICES)))
        if command is Command.BACK:
            return self.back
        chosen = CHOICES[self.cursor]
        if chosen == "lengths":
            return Long(self, context.game_library.durations())
        return Who(self, versus=chosen == "versus")

    def view(self, context: Context) -> Page:
        words = context.words
        return Page(
            screen="figures",
            title=words("screen.figures.title"),
            menu=tuple(Item(words(f"screen.figures.{choice}")) for choice in CHOICES),
            cursor=self.cursor,
        )


class Who(Frozen):
    """The choice of a person, or of two people: `first` is the one who is chosen already."""

    back: Screen
    versus: bool
    first: str = ""
    cursor: int = 0

    def _names(self, context: Context) -> tuple[str, ...]:
        return tuple([name for name in context.roster if name != self.first])

    def update(self, command: Command, context: Context) -> Screen | Intent:
        names = self._names(context)
        if command in MOVES:
            return replace(self, cursor=turned(self.cursor, command, len(names)) if names else 0)
        if command is Command.BACK or not names:
            return self.back
        name = names[self.cursor]
        if not self.versus:
            tallies = context.game_library.person_stats(name)
            return Stats(self, name, _with_sum(tallies)) if tallies else Say("screen.who.none", {"name": name}, self)
        if not self.first:
            return Who(self, versus=True, first=name)
        met = context.game_library.head_to_head(self.first, name)
        if not met:
            return Say("screen.who.never", {"name": self.first, "other": name}, self)
        return Versus(self, self.first, name, _met_with_sum(met))

    def view(self, context: Context) -> Page:
        words = context.words
        key = "against" if self.first else "one" if self.versus else "title"
        return Page(
            screen="who",
            title=words(f"screen.who.{key}", name=self.first),
            menu=tuple(map(Item, self._names(context))),
            cursor=self.cursor,
        )


def _with_sum(tallies: Sequence[PersonStats]) -> tuple[PersonStats, ...]:
    """The record of each game; with several games, before them that of all games together, without streaks."""
    if len(tallies) < 2:
        return tuple(tallies)
    played, won, drawn = (sum(column) for column in list(zip(*tallies, strict=True))[1:4])
    return (PersonStats("", played, won, drawn, 0, 0, None, None, None), *tallies)


def _met_with_sum(met: Sequence[HeadToHead]) -> tuple[HeadToHead, ...]:
    """The meetings of two people, game by game; with several games, before them all games together."""
    if len(met) < 2:
        return tuple(met)
    played, won, lost = (sum(column) for column in list(zip(*met, strict=True))[1:4])
    return (HeadToHead("", played, won, lost), *met)


class Stats(Frozen):
    """A person's record, a page for each game."""

    back: Screen
    name: str
    person_stats: tuple[PersonStats, ...]
    at: int = 0

    def update(self, command: Command, context: Context) -> Screen | Intent:
        return replace(self, at=turned(self.at, command, len(self.person_stats))) if command in MOVES else self.back

    def view(self, context: Context) -> Page:
        words, tally = context.words, self.person_stats[self.at]
        lines = [words("screen.fared.others", drawn=tally.drawn, lost=tally.lost)]
        if tally.longest:
            lines.insert(0, words("screen.fared.streak", streak=tally.streak, longest=tally.longest))
        if tally.by_points and tally.mean is not None:
            lines.append(words("screen.fared.points", best=tally.best, mean=round(tally.mean)))
        return Page(
            screen="fared",
            title=self.name,
            aside=_which(self.name, tally.kind, self.at, len(self.person_stats), context),
            text=tuple([context.wrap(line)[0] for line in lines]),
            figures=(Figure(words("screen.fared.won"), tally.won), Figure(words("screen.fared.of"), tally.played)),
        )


class Versus(Frozen):
    """Two people against each other, a page for each game."""

    back: Screen
    name: str
    other: str
    met: tuple[HeadToHead, ...]
    at: int = 0

    def update(self, command: Command, context: Context) -> Screen | Intent:
        return replace(self, at=turned(self.at, command, len(self.met))) if command in MOVES else self.back

    def view(self, context: Context) -> Page:
        words, meeting = context.words, self.met[self.at]
        return Page(
            screen="versus",
            title=_game(meeting.kind, words),
            aside=f"{self.at + 1}/{len(self.met)}" if len(self.met) > 1 else "",
            text=context.wrap(words("screen.versus.games", count=meeting.played, even=meeting.even))[:1],
            figures=(
                Figure(self.name, meeting.won, meeting.won > meeting.lost),
                Figure(self.other, meeting.lost, meeting.lost > meeting.won),
            ),
        )


class Long(Frozen):
    """How long games take, a page for each game."""

    back: Screen
    durations: tuple[Durations, ...]
    at: int = 0

    def update(self, command: Command, context: Context) -> Screen | Intent:
        if command in MOVES and self.durations:
            return replace(self, at=turned(self.at, command, len(self.durations)))
        return self.back

    def view(self, context: Context) -> Page:
        words = context.words
        if not self.durations:  # all finished games were abandoned
            return Page(screen="long", title=words("screen.long.title"), text=context.wrap(words("screen.long.text")))
        length = self.durations[self.at]
        shortest, mean, longest = [minutes(seconds) for seconds in length.seconds]
        return Page(
            screen="long",
            title=game_name(length.kind, words),
            aside=f"{self.at + 1}/{len(self.durations)}" if len(self.durations) > 1 else "",
            text=tuple(
                context.wrap(line)[0]
                for line in (
                    words("screen.long.range", shortest=shortest, longest=longest),
                    words("screen.long.games", count=length.games),
                )
            ),
            figures=(
                Figure(words("screen.long.minutes"), mean),
                Figure(words("screen.long.entries"), round(length.told[1])),
            ),
        )


def minutes(seconds: float) -> int:
    """Seconds as whole minutes, rounded."""
    return round(seconds / 60)


def _game(kind: str, words: Words) -> str:
    """The name of a game, or all games together."""
    return game_name(kind, words) if kind else words("screen.fared.all")


def _which(title: str, kind: str, at: int, count: int, context: Context) -> str:
    """The aside: which game the page is about; with several pages and enough room, also the number of the page."""
    game = _game(kind, context.words)
    numbered = f"{game} {at + 1}/{count}"
    return numbered if count > 1 and context.fit(title, numbered) else game
