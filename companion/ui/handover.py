"""A person takes over a seat of the device: what it had hidden is shown once, to this person only."""

from __future__ import annotations

from collections.abc import Sequence

from companion.ui.game_screens import running_snapshot
from companion.ui.page import SMALL_ROWS, Page
from companion.ui.screen import MOVES, Command, Context, Intent, Screen
from companion.ui.table import Table
from companion.ui.widgets import sentence_pages, text_pages
from companion.values import replace


class Handover(Screen):
    """First whom to show it to; OK then shows what is hidden, page by page. BACK skips all of it."""

    looked: bool = False
    at: int = 0

    def update(self, command: Command, context: Context) -> Screen | Intent:
        if command in MOVES or command is Command.OK:
            if self.at + 1 < len(self._pages(context)):
                return replace(self, at=self.at + 1)
            if not self.looked:
                return Handover(looked=True) if command is Command.OK else self
        return Table() if command in (Command.OK, Command.BACK) else self

    def view(self, context: Context) -> Page:
        pages = self._pages(context)
        return pages[min(self.at, len(pages) - 1)]

    def _pages(self, context: Context) -> Sequence[Page]:
        words, left = context.words, context.left
        page = Page(screen="handover", title=words("screen.handover.title"), keys="ob", private=self.looked)
        if left is None:  # another entry came in between
            return [page]
        setup = running_snapshot(context).setup
        if self.looked:
            return text_pages(page, context.reading, setup.text.hidden_lines(context.situation, left.shown)) or [page]
        text = words("screen.handover.text", name=setup.names[left.seat])
        whole = context.text_page(page, text)
        if whole.reads or len(whole.text) <= SMALL_ROWS:
            return [whole]
        return sentence_pages(page, context.reading, [text])  # the name is very long
