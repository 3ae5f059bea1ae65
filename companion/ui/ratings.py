"""Ratings on the glass: of which game, the people in their order, and one of them.

They are computed when a game is chosen, from all results of the record at once.
"""

from __future__ import annotations

from functools import partial

from companion.record.lists import RatedGame
from companion.session.ratings import SURE, RatingLine, rating_text, ratings
from companion.session.text import game_name
from companion.ui.intents import Say
from companion.ui.page import Figure, Item, Page
from companion.ui.screen import Context, Intent, Screen
from companion.ui.widgets import Line, ListScreen, Pages


def opened(back: Screen, context: Context) -> Screen | Intent:
    """The choice of a game, or the one game that there is; a message where there is none, or openskill is missing."""
    if not context.capabilities().rates:
        return Say("ratings.not-here", {}, back)
    games = context.game_library.rated_games()
    kinds = sorted({game.kind for game in games}, key=lambda kind: -sum(game.kind == kind for game in games))
    choice = Kinds(back, tuple([(kind, tuple([game for game in games if game.kind == kind])) for kind in kinds]))
    if not kinds:
        return Say("ratings.none", {}, back)
    return choice if len(kinds) > 1 else Rated.of(back, *choice.kinds[0])


class Kinds(ListScreen):
    """The choice of a game; each with its results, the one played most first."""

    screen_name = "ratings"

    back: Screen
    kinds: tuple[tuple[str, tuple[RatedGame, ...]], ...]

    def lines(self, context: Context) -> list[Line]:
        return [
            Line(Item(_game(kind, context), str(len(games))), partial(Rated.of, self, kind, games))
            for kind, games in self.kinds
        ]


class Rated(ListScreen):
    """The people of a game, the best first; those who are new last."""

    back: Screen
    kind: str
    ratings: tuple[RatingLine, ...]

    @classmethod
    def of(cls, back: Screen, kind: str, games: tuple[RatedGame, ...]) -> Rated:
        """The ratings after these games."""
        return cls(back, kind, ratings(games))

    def lines(self, context: Context) -> list[Line]:
        return [
            Line(self._item(line, context), partial(Rating, self, self.kind, self.ratings, at=at))
            for at, line in enumerate(self.ratings)
        ]

    def _item(self, line: RatingLine, context: Context) -> Item:
        name, words = line.name or "", context.words
        if line.mu is None or line.sigma is None:
            return Item(name, words("ratings.new"))
        return Item(
            f"{line.place}. {name}", words("ratings.sure", mu=round(line.mu), sigma=round(line.sigma)), keep=True
        )

    def page(self, context: Context) -> Page:
        return Page(screen="rated", title=_game(self.kind, context), aside=context.words("screen.figures.ratings"))


class Rating(Pages):
    """A person at a game, a page for each person."""

    back: Screen
    kind: str
    ratings: tuple[RatingLine, ...]

    def pages(self, context: Context) -> list[Page]:
        return [self._page(line, context) for line in self.ratings]

    def _page(self, line: RatingLine, context: Context) -> Page:
        words = context.words
        figures: tuple[Figure, ...]
        if line.mu is None or line.sigma is None:
            text, figures = [words("screen.rating.new")], (Figure(words("screen.rating.games"), line.games),)
        else:
            rated = sum(not other.new for other in self.ratings)
            text = [words("screen.rating.place", place=line.place, count=rated, games=line.games)]
            text += [rating_text(line, words)] if line.sigma > SURE else []
            figures = (
                Figure(words("screen.rating.rating"), round(line.mu)),
                Figure(words("screen.rating.unsure"), round(line.sigma)),
            )
        name, game = line.name or "", _game(self.kind, context)
        return Page(
            screen="rating",
            title=name,
            aside=game if context.fit(name, game) else "",
            text=tuple([row for part in text for row in context.wrap(part)]),
            figures=figures,
        )


def _game(kind: str, context: Context) -> str:
    return game_name(kind, context.words, context.game_library.rules_called(kind))
