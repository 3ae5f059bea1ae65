"""Teaching tags: for each card of a game in turn people hold its tag at the reader (LAB-5)."""

from __future__ import annotations

from functools import partial

from companion.kit.labels import is_label
from companion.session.text import game_name
from companion.ui.intents import Say, TeachTag
from companion.ui.page import Item, Page
from companion.ui.screen import Context, Intent, Screen
from companion.ui.widgets import Line, ListScreen
from companion.values import replace


class Cards(ListScreen):
    """The games whose cards have labels; OK teaches their tags."""

    screen_name = "cards-games"

    back: Screen

    def lines(self, context: Context) -> list[Line]:
        words, present = context.words, context.game_library.present
        return [Line(Item(game_name(key, words, present.game(key))), partial(Teach, self, key)) for key in present.keys]


class Teach(ListScreen):
    """The cards of a game; the one under the cursor is asked for. A tag that is read stands for it, and the next card
    is asked for. OK leaves out a card.
    """

    takes_tags = True

    back: Screen
    game: str

    def lines(self, context: Context) -> list[Line]:
        return [Line(Item(name), partial(self._next, at, context)) for at, (_, name) in enumerate(self._cards(context))]

    def _cards(self, context: Context) -> list[tuple[str, str]]:
        """The label and the name of each card; alike ones have a number."""
        game = context.game_library.present.game(self.game)
        labels = game.labels if game is not None else None
        cards = []
        for text, card in labels.texts() if labels is not None else ():
            name = card.name(context.words)
            cards.append((text, f"{name} ({text.rpartition('-')[2]})" if card.copies > 1 else name))
        return cards

    def _next(self, at: int, context: Context) -> Screen:
        return replace(self, cursor=at + 1) if at + 1 < len(self._cards(context)) else self.back

    def page(self, context: Context) -> Page:
        game = context.game_library.present.game(self.game)
        return Page(screen="teach", title=game_name(self.game, context.words, game))

    def read_label(self, label: str, context: Context) -> Screen | Intent:
        if is_label(label):
            return Say("refused.tag-label", {}, self)
        text, name = self._cards(context)[self.cursor]
        label_now = context.tag_label(label)
        return TeachTag(label, text, name, self._named(label_now, context), self._next(self.cursor, context))

    def _named(self, label: str | None, context: Context) -> str:
        """The card that a tag stands for already; empty for a new one, or another game's."""
        return next((name for text, name in self._cards(context) if text == label), "")
