"""Nim corrected: the heap as it really is."""

from __future__ import annotations

from typing import cast

from companion.games.nim.engine.heap import HEAPS, Heap

from companion.ui.audit import Audit, Number
from companion.ui.game_screens import running_snapshot
from companion.ui.screen import Context, Screen


def repair(audit: Audit, line: str, context: Context) -> Screen:
    """The screen that corrects the heap, the only line of the audit."""
    heap = cast(Heap, running_snapshot(context).position)
    most = HEAPS[str(running_snapshot(context).setup.options["heap"])]
    return Number(audit, context.words("nim.heap"), line, None, heap.left, most)
