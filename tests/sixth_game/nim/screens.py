"""Nim on the glass: how many were taken, and the heap as large as can be."""

from __future__ import annotations

from typing import cast

from companion.games.nim.engine.heap import HEAPS, TAKES, Heap
from companion.games.nim.text import TEXT

from companion.ui.choices import Path
from companion.ui.game_screens import Audit, GameScreens, Number, effect, ring, running
from companion.ui.page import Item, Page
from companion.ui.screen import Context, Screen


class NimScreens(GameScreens):
    """As small as the screens of a game can be."""

    def page(self, context: Context, path: Path) -> Page:
        """The table: the heap, and how many may be taken."""
        steps, _ = ring(running(context), ())
        action = next(take for take in TAKES if take == path[0])
        return Page(
            screen="table",
            title=TEXT.whose(context.situation),
            aside=effect(context, action),
            figures=TEXT.figures(context.situation),
            menu=tuple(Item(name) for name in steps),
            cursor=steps.index(path[0]),
        )

    def repair(self, audit: Audit, line: str, context: Context) -> Screen:
        """The heap as it really is."""
        heap = cast(Heap, running(context).position)
        most = HEAPS[str(running(context).setup.options["heap"])]
        return Number(audit, context.words("nim.heap"), line, None, heap.left, most)


SCREENS = NimScreens()
