"""Nim on the glass: how many were taken, and the heap as large as can be."""

from __future__ import annotations

from companion.games.nim.engine.heap import TAKES, Heap
from companion.games.nim.text import TEXT
from companion.ui.choices import Path
from companion.ui.game_screens import GameScreens, effect, ring, running_snapshot
from companion.ui.page import Item, Page
from companion.ui.screen import Context


class NimScreens(GameScreens[Heap]):
    """As small as the screens of a game can be."""

    def page(self, context: Context, path: Path) -> Page:
        """The table: the heap, and how many may be taken."""
        steps, _ = ring(running_snapshot(context), ())
        action = next(take for take in TAKES if take == path[0])
        return Page(
            screen="table",
            title=TEXT.turn_text(context.situation),
            aside=effect(context, action),
            figures=TEXT.figures(context.situation),
            menu=tuple(Item(name) for name in steps),
            cursor=steps.index(path[0]),
        )


SCREENS = NimScreens()
