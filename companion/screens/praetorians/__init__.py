"""Praetorians on the glass."""

from __future__ import annotations

from companion.screens.face import Face
from companion.screens.praetorians.audit import audit, repair
from companion.screens.praetorians.looks import absent, aside, figures, rules, say
from companion.screens.praetorians.telling import deeper, item, path

FACE = Face(
    path=path,
    item=item,
    deeper=deeper,
    figures=figures,
    aside=aside,
    say=say,
    banners=frozenset(
        f"told.praetorians.{what}" for what in ("caught", "bust", "match", "twelve", "shuffle", "last-card", "won")
    ),
    rules=rules,
    absent=absent,
    audit=audit,
    repair=repair,
)
