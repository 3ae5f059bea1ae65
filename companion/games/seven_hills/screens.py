"""Seven Hills of Rome on the glass."""

from __future__ import annotations

from companion.games.seven_hills.arithmetic import why
from companion.games.seven_hills.board import board
from companion.games.seven_hills.entry import likeliest, page, path, places
from companion.games.seven_hills.repair import audit, laid, repair
from companion.games.seven_hills.text import absent, figures, rules, say, setup
from companion.ui.game_screens import GameScreens

SCREENS = GameScreens(
    path=path,
    page=page,
    places=places,
    likeliest=likeliest,
    figures=figures,
    board=board,
    setup=setup,
    say=say,
    banners=frozenset(
        f"told.seven_hills.{what}"
        for what in ("voided", "repeated", "turn-up", "all-laid", "next-hill", "won", "tie")
    ),
    setbacks=frozenset(f"told.seven_hills.{what}" for what in ("voided", "repeated")),
    orders=frozenset(
        f"told.seven_hills.{what}" for what in ("voided", "repeated", "turn-up", "all-laid", "next-hill")
    ),
    plain=frozenset(f"effect.seven_hills.{what}" for what in ("alone", "nobody", "strongest", "sum")),
    rules=rules,
    absent=absent,
    audit=audit,
    laid=laid,
    repair=repair,
    why=why,
)
