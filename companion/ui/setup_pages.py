"""Before the game: who begins, and what to take and lay out."""

from __future__ import annotations

from companion.session.text import game_text_key
from companion.ui.game_screens import running_snapshot
from companion.ui.page import Page
from companion.ui.screen import Command, Context, Intent, Screen
from companion.ui.table import Table
from companion.ui.widgets import Pages, sentence_pages
from companion.values import replace


class SetUp(Pages):
    """What to lay out, page by page: OK goes to the next page and after the last to the table, BACK skips them all."""

    at: int = 0

    def left(self, context: Context) -> Screen:
        return Table()

    def update(self, command: Command, context: Context) -> Screen | Intent:
        if command is Command.OK and self.at + 1 < len(self.pages(context)):
            return replace(self, at=self.at + 1)
        return super().update(command, context)

    def pages(self, context: Context) -> list[Page]:
        setup, words = running_snapshot(context).setup, context.words
        texts = [words.message(message, setup.names) for message in setup.text.setup_messages(context.situation)]
        texts.append(words(game_text_key(words, "screen.setup.begins", setup.key), name=setup.names[0]))
        if setup.seats.seal:
            texts.append(words("device.seal", seal=setup.seats.seal))
        return sentence_pages(Page(screen="setup", title=words("screen.setup.title")), texts, context.wrap)
