"""The tour of the keys: at a first start, and whenever people ask for it in help."""

from __future__ import annotations

from companion.ports import Key
from companion.ui.page import Page
from companion.ui.screen import Command, Context, Intent, Screen
from companion.values import replace

TOUR = ("welcome", "move", "ok", "back", "undo", "help")
TOUR_THREE = ("welcome", "move", "ok", "menu")
"""The same where there is no BACK key."""


class Tour(Screen):
    """A page for each key. Whatever key people try shows the next page; after the last one comes the screen `back`."""

    takes_all = True  # HELP and undo, too, do here only what the page says of every key

    back: Screen
    at: int = 0

    def update(self, command: Command, context: Context) -> Screen | Intent:
        return self.back if self.at + 1 >= len(_pages(context)) else replace(self, at=self.at + 1)

    def view(self, context: Context) -> Page:
        pages, words = _pages(context), context.words
        page = Page(screen="tour", title=words("screen.help.keys"), aside=f"{self.at + 1}/{len(pages)}")
        name = pages[self.at]
        if context.keyboard and name != "welcome":
            name = f"keyboard.{name}"
        return context.text_page(page, words(f"tour.{name}"))


def _pages(context: Context) -> tuple[str, ...]:
    return TOUR if Key.BACK in context.keys else TOUR_THREE
