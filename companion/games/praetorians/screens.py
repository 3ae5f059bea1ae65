"""Praetorians on the glass."""

from __future__ import annotations

from companion.games.praetorians.entry import Grid, page, path, sideways
from companion.games.praetorians.repair import audit, repair
from companion.games.praetorians.text import absent, figures, rules, say, setup
from companion.ui.game_screens import GameScreens

SCREENS = GameScreens(
    path=path,
    page=page,
    figures=figures,
    setup=setup,
    aside=sideways,
    own=(Grid,),
    say=say,
    banners=frozenset(
        f"told.praetorians.{what}" for what in ("caught", "bust", "match", "twelve", "shuffle", "last-card", "won")
    ),
    setbacks=frozenset(f"told.praetorians.{what}" for what in ("caught", "bust", "twelve")),
    orders=frozenset({"told.praetorians.shuffle"}),
    rules=rules,
    absent=absent,
    audit=audit,
    repair=repair,
)
