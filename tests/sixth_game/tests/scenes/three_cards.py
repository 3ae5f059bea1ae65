"""Three Cards in pictures."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.three_cards.repair import Row
from companion.ui.audit import Audit
from companion.ui.table import Menu, Table
from scenes import ROSTER, Scene, Stage


def scenes(stage: Stage) -> Iterator[Scene]:
    """The second trick, and the correction of a row."""
    context = stage.context(stage.step("three-cards", ROSTER[:3], "lay 7", "lay 3", "lay 11", "lay 8"))
    yield Scene("three-cards-table", Table(), context)
    yield Scene("three-cards-audit", Audit(Menu(Table())), context)
    yield Scene("three-cards-row", Row(Audit(Menu(Table())), 2), context)
