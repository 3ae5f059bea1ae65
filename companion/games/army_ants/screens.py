"""Army Ants on the glass."""

from __future__ import annotations

from companion.games.army_ants.dealing import LayOut, Offer, beyond
from companion.games.army_ants.entry import likeliest, page, places, sideways, ways
from companion.games.army_ants.repair import Ant, Field, audit, laid, repair
from companion.games.army_ants.text import absent, board, figures, noted, rules, say, setup
from companion.ui.game_screens import GameScreens

SCREENS = GameScreens(
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
    noted=noted,
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
