"""Before the first card: who begins, and what to take and lay out."""

from __future__ import annotations

from dataclasses import dataclass

from companion.screens.face import face, running
from companion.screens.home import for_game
from companion.screens.intents import Intent
from companion.screens.page import Page
from companion.screens.screen import MOVES, Command, Screen, Sight, turned
from companion.screens.table import Table

LINES = 6
"""Lines of text on a page."""


@dataclass(frozen=True, slots=True)
class SetUp:
    """What to lay out, page by page; OK and BACK go to the table."""

    page: int = 0

    def update(self, command: Command, sight: Sight) -> Screen | Intent:
        if command in MOVES:
            return SetUp(turned(self.page, command, len(self._pages(sight))))
        return Table()

    def view(self, sight: Sight) -> Page:
        pages = self._pages(sight)
        return Page(
            screen="setup",
            title=sight.words("screen.setup.title"),
            aside=f"{self.page + 1}/{len(pages)}" if len(pages) > 1 else "",
            text=pages[self.page],
            keys="uob" if len(pages) > 1 else "ob",
        )

    def _pages(self, sight: Sight) -> list[tuple[str, ...]]:
        played, words = running(sight).played, sight.words
        said = [words.message(message, played.names) for message in face(played.key).setup(played)]
        said.append(words(for_game(words, "screen.setup.begins", played.key), name=played.names[0]))
        lines = [line for text in said for line in sight.wrap(text)]
        return [tuple(lines[start : start + LINES]) for start in range(0, len(lines), LINES)]
