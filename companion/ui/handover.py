"""A person takes over a seat of the device: what it had hidden is shown once, to this person only."""

from __future__ import annotations

from collections.abc import Sequence

from companion.ui.game_screens import running_snapshot
from companion.ui.page import Page, text_page
from companion.ui.screen import MOVES, Command, Context, Intent, Screen
from companion.ui.table import Table
from companion.ui.widgets import text_pages
from companion.values import replace


class Handover(Screen):
    """First whom to show it to; OK then shows what is hidden, page by page. BACK skips all of it."""

    looked: bool = False
    at: int = 0

    def update(self, command: Command, context: Context) -> Screen | Intent:
        if command in MOVES or command is Command.OK:
            if not self.looked:
                return replace(self, looked=True) if command is Command.OK else self
            if self.at + 1 < len(self._pages(context)):
                return replace(self, at=self.at + 1)
        return Table() if command in (Command.OK, Command.BACK) else self

    def view(self, context: Context) -> Page:
        words, left = context.words, context.left
        page = Page(screen="handover", title=words("screen.handover.title"), keys="ob")
        if left is None:  # another entry came in between
            return page
        if self.looked:
            pages = self._pages(context)
            return pages[min(self.at, len(pages) - 1)]
        name = running_snapshot(context).setup.names[left.seat]
        return text_page(page, words("screen.handover.text", name=name), context.reading, context.wrap)

    def _pages(self, context: Context) -> Sequence[Page]:
        page = Page(screen="handover", title=context.words("screen.handover.title"), keys="ob", private=True)
        if context.left is None:
            return [page]
        lines = running_snapshot(context).setup.text.hidden_lines(context.situation, context.left.shown)
        return text_pages(page, context.reading, lines) or [page]
