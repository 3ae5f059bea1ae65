"""Spartacus on the glass."""

from __future__ import annotations

from companion.screens.face import Face
from companion.screens.spartacus.audit import audit, repair
from companion.screens.spartacus.looks import absent, figures, lines, rules, say, setup
from companion.screens.spartacus.sums import effect, noted, why
from companion.screens.spartacus.telling import likeliest, page, places, ways

FACE = Face(
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
