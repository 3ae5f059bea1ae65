"""Hannibal vs Rome on the glass."""

from __future__ import annotations

from companion.screens.face import Face
from companion.screens.hannibal.audit import audit, repair
from companion.screens.hannibal.battle import Pairs
from companion.screens.hannibal.looks import absent, board, effect, figures, rules, say, setup, whose
from companion.screens.hannibal.telling import likeliest, page, path, places, sideways

FACE = Face(
    path=path,
    page=page,
    places=places,
    likeliest=likeliest,
    aside=sideways,
    own=(Pairs,),
    figures=figures,
    board=board,
    setup=setup,
    say=say,
    effect=effect,
    whose=whose,
    banners=frozenset(
        f"told.hannibal.{what}"
        for what in (
            "battle", "remove-legion", "remove-fleet", "remove-hannibal", "cards-back", "battle-won",
            "battle-empty", "chip", "chips-back", "won-capital", "won-mediterranean", "won-legions", "won-stuck",
            "won-chips", "won", "draw-legions", "draw",
        )
    ),
    setbacks=frozenset(
        f"told.hannibal.{what}" for what in ("remove-legion", "remove-fleet", "remove-hannibal", "chips-back")
    ),
    orders=frozenset(
        f"told.hannibal.{what}" for what in ("remove-legion", "remove-fleet", "remove-hannibal", "cards-back")
    ),
    rules=rules,
    absent=absent,
    audit=audit,
    repair=repair,
)  # fmt: skip
