"""Nim corrected: the heap as it really is."""

from __future__ import annotations

from companion.games.nim.engine.heap import HEAPS
from companion.ui.audit import Audit, number_screen, path_of
from companion.ui.game_screens import running_snapshot
from companion.ui.screen import Context, Screen


def repair(audit: Audit, line: str, context: Context) -> Screen:
    """The screen that corrects the heap, the only line of the audit."""
    most = HEAPS[str(running_snapshot(context).setup.options["heap"])]
    # NIM-3: without a counter the game would be over, and no table can be set to that.
    return number_screen(audit, context.words("nim.heap"), path_of(line), most, context, least=1)
