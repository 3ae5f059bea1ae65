"""Messages about the device itself, kept until people have read and dismissed them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from companion.messages import Phrase
from companion.ui.intents import Dismiss
from companion.ui.page import Item, Page, Target
from companion.ui.screen import MOVES, Command, Context, Intent, Screen
from companion.ui.widgets import Line, ListScreen, Pages, text_pages
from companion.values import replace

LINE = 100
"""Pixels of a line, without the bar beside a long list and without the dots behind what is cut."""


class Messages(ListScreen):
    """All messages, the newest first; OK shows one of them whole."""

    screen_name = "messages"

    back: Screen

    def lines(self, context: Context) -> list[Line]:
        return [Line(Item(_beginning(text, context)), partial(OneMessage, self, text)) for text in context.messages]


def _beginning(text: Phrase, context: Context) -> str:
    """The beginning of a message, as much as one line has room for."""
    first, *rest = context.wrap(text.of(context.words.language), LINE)
    return f"{first}…" if rest else first


class OneMessage(Pages):
    """A message, page by page. OK goes on, and dismisses it on the last page; BACK keeps it."""

    flows = True

    back: Messages
    text: Phrase

    def update(self, command: Command, context: Context) -> Screen | Intent:
        last = len(self.pages(context)) - 1
        if command is Command.OK:
            return replace(self, at=self.at + 1) if self.at < last else Dismiss(self.text, self._beyond(context))
        return super().update(command, context) if command in MOVES or command is Command.BACK else self

    def targets(self, context: Context) -> tuple[Target, ...]:
        return (Target("done", "menu", 0, None, context.words("phone.ok")),)

    def touch(self, target: str, context: Context) -> Screen | Intent:
        return Dismiss(self.text, self._beyond(context))

    def _beyond(self, context: Context) -> Screen:
        """The list, or what is behind it when this was the last message."""
        return self.back if len(context.messages) > 1 else self.back.back

    def pages(self, context: Context) -> Sequence[Page]:
        words = context.words
        page = Page(screen="message", title=words("screen.message.title"))
        lines = [*self.text.of(words.language).split("\n"), words("screen.message.text")]
        return text_pages(page, context.reading, lines)
