"""Hannibal vs Rome on the glass."""

from __future__ import annotations

from companion.games.hannibal.battle import Pairs
from companion.games.hannibal.entry import likeliest, page, path, places, sideways
from companion.games.hannibal.repair import audit, repair
from companion.games.hannibal.text import absent, board, effect, figures, rules, say, setup, whose
from companion.ui.game_screens import GameScreens

SCREENS = GameScreens(
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
