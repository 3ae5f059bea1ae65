"""Nim in pictures."""

from __future__ import annotations

from collections.abc import Iterator

from companion.ui.table import Table
from scenes import ROSTER, Scene, Stage


def scenes(stage: Stage) -> Iterator[Scene]:
    """The table in the middle of a game."""
    yield Scene("nim-table", Table(), stage.context(stage.step("nim", ROSTER[:2], "take 3", "take 1")))
