"""Army Ants on the glass."""

from __future__ import annotations

from companion.screens.army_ants.audit import Ant, Field, audit, laid, repair
from companion.screens.army_ants.dealing import LayOut, Offer, beyond
from companion.screens.army_ants.looks import absent, board, figures, rules, say, setup
from companion.screens.army_ants.telling import likeliest, page, places, sideways, ways
from companion.screens.face import Face

FACE = Face(
    ways=ways,
    beyond=beyond,
    page=page,
    places=places,
    likeliest=likeliest,
    aside=sideways,
    own=(Offer, LayOut, Field, Ant),
    figures=figures,
    board=board,
    laid=laid,
    setup=setup,
    say=say,
    banners=frozenset(
        f"told.army_ants.{what}"
        for what in ("rally", "favored", "alone", "battle", "beaten", "equal", "stuck", "won", "drawn")
    ),
    setbacks=frozenset(f"told.army_ants.{what}" for what in ("beaten", "equal", "stuck")),
    orders=frozenset(f"told.army_ants.{what}" for what in ("favored", "beaten", "equal")),
    rules=rules,
    absent=absent,
    audit=audit,
    repair=repair,
)
