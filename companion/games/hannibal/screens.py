"""The screens of Hannibal vs Rome."""

from __future__ import annotations

from companion.games.hannibal.battle import Pairs
from companion.games.hannibal.entry import likeliest, page, path, places, sideways
from companion.games.hannibal.lanes import board_of
from companion.ui.game_screens import GameScreens


class HannibalScreens(GameScreens):
    """The screens that enter and draw Hannibal vs Rome."""

    path = staticmethod(path)
    page = staticmethod(page)
    places = staticmethod(places)
    likeliest = staticmethod(likeliest)
    aside = staticmethod(sideways)
    own = (Pairs,)
    board = staticmethod(board_of)


SCREENS = HannibalScreens()
