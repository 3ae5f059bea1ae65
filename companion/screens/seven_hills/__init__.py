"""Seven Hills of Rome on the glass."""

from __future__ import annotations

from companion.screens.face import Face
from companion.screens.seven_hills.audit import audit, laid, repair
from companion.screens.seven_hills.board import board
from companion.screens.seven_hills.looks import absent, figures, rules, say, setup
from companion.screens.seven_hills.reckoning import why
from companion.screens.seven_hills.telling import likeliest, page, path, places

FACE = Face(
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
