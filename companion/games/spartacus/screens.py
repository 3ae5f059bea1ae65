"""The screens of Spartacus."""

from __future__ import annotations

from companion.games.spartacus.entry import likeliest, page, places, ways
from companion.games.spartacus.repair import repair
from companion.ui.game_screens import GameScreens


class SpartacusScreens(GameScreens):
    """The screens that enter, draw and correct Spartacus."""

    ways = staticmethod(ways)
    page = staticmethod(page)
    places = staticmethod(places)
    likeliest = staticmethod(likeliest)
    repair = staticmethod(repair)


SCREENS = SpartacusScreens()
