"""Games that are not on the table: finished games, newest first, and waiting games.

Only the games on the glass are looked up in the record.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from companion.kit.text import tags
from companion.play.fold import GameInfo
from companion.session.curves import has_curves
from companion.session.text import act_words, game_name, game_summary, when_text, winners
from companion.ui.curves import Curves
from companion.ui.home import waiting_line
from companion.ui.intents import Resume, Say
from companion.ui.page import Figure, Item, Page
from companion.ui.qr_screen import Code, result
from companion.ui.review import may_review, offered
from companion.ui.screen import Context, Intent, Screen
from companion.ui.stats import Figures
from companion.ui.widgets import Line, Lines, ListScreen, first_lines, named
from companion.values import by_name
from companion.words import Words

ROWS = 5
"""Lines of the history that are looked up at a time: below the text about the game under the cursor four have room."""


class History(ListScreen):
    """The finished games, and above them the line that opens their figures."""

    looks_back = True

    back: Screen
    cursor: int = by_name(default=1, kw_only=True)

    def lines(self, context: Context) -> Lines:
        words, library = context.words, context.game_library

        def look_up(shown: range) -> list[Line]:
            games = library.finished_games(max(shown.start - 1, 0), shown.stop - max(shown.start, 1)).games
            figures = Line(Item(words("screen.history.figures")), partial(Figures, self))
            return [
                *([figures] if 0 in shown else []),
                *[Line(item(place, game), partial(Ended, self, game))
                  for place, game in enumerate(games, max(shown.start, 1))],
            ]  # fmt: skip

        def item(place: int, game: GameInfo) -> Item:
            name, result = game_name(game.key, words, library.rules_of(game)), _result(game, words)
            if not context.wide:
                return Item(name, result, keep=True)
            # As the glass says it with the cursor there: the same people play the same game again and again.
            return Item(
                f"{place}. {name}", words.join_list(filter(None, (result, when_text(game.at, words, sure=game.sure))))
            )

        total = library.finished_games(0, 1).total
        return Lines(total + 1 if total else 0, look_up, ROWS)

    def page(self, context: Context) -> Page:
        words = context.words
        listed = context.game_library.finished_games(max(self.cursor - 1, 0), 1)
        about = [words("screen.history.about")]
        if listed.games and self.cursor:
            game = listed.games[0]
            short, fewer = tags(game.names), range(len(game.names) - 1, 0, -1)
            about = [game_summary(game, words), game_summary(game, words, short)]
            about += [game_summary(game, words, short, most) for most in fewer]  # half a number would be another one
        return Page(
            screen="history",
            title=words("screen.history.title"),
            aside=f"{self.cursor}/{listed.total}" if listed.total and self.cursor else "",
            text=first_lines(context, 2, *about) if listed.total else (),
        )


class Waiting(ListScreen):
    """The waiting games from the place `skipped` on: the home screen shows those before it."""

    back: Screen
    skipped: int

    def lines(self, context: Context) -> Lines:
        def look_up(shown: range) -> list[Line]:
            games = context.game_library.waiting_games(self.skipped + shown.start, len(shown)).games
            return [waiting_line(game, self, context) for game in games]

        return Lines(self._total(context), look_up)

    def _total(self, context: Context) -> int:
        return max(context.game_library.waiting_games(0, 1).total - self.skipped, 0)

    def page(self, context: Context) -> Page:
        title, total = context.words("screen.waiting.title"), self._total(context)
        return Page(screen="waiting", title=title, aside=f"{self.cursor + 1}/{total}")


class Ended(ListScreen):
    """One finished game: who has won, the figures, when. `open` brings it back to the table with its whole timeline."""

    back: History
    game: GameInfo

    def lines(self, context: Context) -> list[Line]:
        offers: dict[str, Callable[[], Screen | Intent]] = {"open": lambda: Resume(self.game.id)}
        rules = context.game_library.rules_of(self.game)
        if has_curves(rules, self.game.options):
            offers["curves"] = lambda: self._chart(context)
        if self.game.result is not None and not self.game.result.ended and may_review(rules, self.game.options):
            offers["review"] = lambda: self._review(context)
        code = result(self.game, context.words, rules)
        if code:
            offers["code"] = lambda: Code(self, code)
        return named(context, "ended", {**offers, "back": lambda: self.back})

    def _chart(self, context: Context) -> Screen | Intent:
        """The chart. The game is replayed only now, because that is slow."""
        step = context.game_library.snapshot_of(self.game)
        chart = Curves.from_snapshot(step, self) if step is not None else None
        return chart or Say("screen.curves.none", {}, self)

    def _review(self, context: Context) -> Screen | Intent:
        return offered(context.game_library.snapshot_of(self.game), self) or Say("screen.odds.text", {}, self)

    def page(self, context: Context) -> Page:
        words, game = context.words, self.game
        result = game.result
        assert result is not None
        when = when_text(game.at, words, sure=game.sure)
        text: tuple[str, ...] = (when,) if when else ()
        figures: tuple[Figure, ...] = ()
        if result.ended:  # there are no points to show
            summaries = game_summary(game, words), game_summary(game, words, tags(game.names))
            name = game_name(game.key, words, context.game_library.rules_of(game))
            text = (*first_lines(context, 1, name), *text, *first_lines(context, 2, *summaries))
        else:
            figures = tuple(
                Figure(name, score, seat in result.winners, won=seat in result.winners)
                for seat, (name, score) in enumerate(zip(game.names, result.scores, strict=True))
            )
        return Page(
            screen="ended",
            title=winners(tuple([game.names[seat] for seat in result.winners]), words, context.fits),
            text=text,
            figures=figures,
        )


def _result(game: GameInfo, words: Words) -> str:
    """Who has won, or how the game ended without a winner."""
    assert game.result is not None
    if game.result.winners:
        return words.join_list(game.names[seat] for seat in game.result.winners)
    return act_words(game.result.ended, game.names, words) or words("screen.history.nobody")
