"""Before the game: who begins, and what to take and lay out."""

from __future__ import annotations

from companion.games.text import text_of
from companion.session.text import for_game
from companion.ui.game_screens import running
from companion.ui.page import Page
from companion.ui.screen import MOVES, Command, Context, Intent, Screen, turned
from companion.ui.table import Table
from companion.values import Frozen

LINES = 6
"""Lines of text on a page."""


class SetUp(Frozen):
    """What to lay out, page by page; OK and BACK go to the table."""

    page: int = 0

    def update(self, command: Command, context: Context) -> Screen | Intent:
        if command in MOVES:
            return SetUp(turned(self.page, command, len(self._pages(context))))
        return Table()

    def view(self, context: Context) -> Page:
        pages = self._pages(context)
        return Page(
            screen="setup",
            title=context.words("screen.setup.title"),
            aside=f"{self.page + 1}/{len(pages)}" if len(pages) > 1 else "",
            text=pages[self.page],
            keys="uob" if len(pages) > 1 else "ob",
        )

    def _pages(self, context: Context) -> list[tuple[str, ...]]:
        setup, words = running(context).setup, context.words
        sentences = [words.message(message, setup.names) for message in text_of(setup.key).lay_out(context.situation)]
        sentences.append(words(for_game(words, "screen.setup.begins", setup.key), name=setup.names[0]))
        lines = [line for text in sentences for line in context.wrap(text)]
        return [tuple(lines[start : start + LINES]) for start in range(0, len(lines), LINES)]
