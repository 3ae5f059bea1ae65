"""Before the game: who begins, and what to take and lay out."""

from __future__ import annotations

from companion.games.text import text_of
from companion.session.text import game_text_key
from companion.ui.game_screens import running_snapshot
from companion.ui.page import Page
from companion.ui.screen import Context, Screen
from companion.ui.table import Table
from companion.ui.widgets import Pages, text_pages


class SetUp(Pages):
    """What to lay out, page by page; OK and BACK go to the table."""

    at: int = 0

    def left(self, context: Context) -> Screen:
        return Table()

    def pages(self, context: Context) -> list[Page]:
        setup, words = running_snapshot(context).setup, context.words
        sentences = [
            words.message(message, setup.names) for message in text_of(setup.key).setup_messages(context.situation)
        ]
        sentences.append(words(game_text_key(words, "screen.setup.begins", setup.key), name=setup.names[0]))
        lines = [line for text in sentences for line in context.wrap(text)]
        return text_pages(Page(screen="setup", title=words("screen.setup.title")), lines)
