"""The screens of Spartacus."""

from __future__ import annotations

from companion.games.spartacus.entry import likeliest_step, page, places, ways
from companion.ui.game_screens import GameScreens


class SpartacusScreens(GameScreens):
    """The screens that enter and draw Spartacus."""

    ways = staticmethod(ways)
    page = staticmethod(page)
    places = staticmethod(places)
    likeliest_step = staticmethod(likeliest_step)


SCREENS = SpartacusScreens()
