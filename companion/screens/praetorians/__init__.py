"""Praetorians on the glass."""

from __future__ import annotations

from companion.screens.face import Face
from companion.screens.praetorians.audit import audit, repair
from companion.screens.praetorians.looks import absent, figures, rules, say, setup
from companion.screens.praetorians.telling import Grid, page, path, sideways

FACE = Face(
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
