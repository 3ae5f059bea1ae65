"""Spartacus on the glass."""

from __future__ import annotations

from companion.games.spartacus.entry import likeliest, page, places, ways
from companion.games.spartacus.repair import repair
from companion.ui.game_screens import GameScreens


class SpartacusScreens(GameScreens):
    """How Spartacus is entered, drawn and corrected."""

    ways = staticmethod(ways)
    page = staticmethod(page)
    places = staticmethod(places)
    likeliest = staticmethod(likeliest)
    repair = staticmethod(repair)


SCREENS = SpartacusScreens()
