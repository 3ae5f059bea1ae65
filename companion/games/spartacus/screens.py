"""Spartacus on the glass."""

from __future__ import annotations

from companion.games.spartacus.arithmetic import effect, noted, why
from companion.games.spartacus.entry import likeliest, page, places, ways
from companion.games.spartacus.repair import audit, repair
from companion.games.spartacus.text import absent, figures, lines, rules, say, setup
from companion.ui.game_screens import GameScreens

SCREENS = GameScreens(
    ways=ways,
    page=page,
    places=places,
    likeliest=likeliest,
    figures=figures,
    lines=lines,
    setup=setup,
    say=say,
    effect=effect,
    noted=noted,
    why=why,
    banners=frozenset(
        f"told.spartacus.{what}"
        for what in ("took", "leads", "last-card", "dropped", "complete", "won", "won-together")
    ),
    setbacks=frozenset({"told.spartacus.dropped"}),
    rules=rules,
    absent=absent,
    audit=audit,
    repair=repair,
)
