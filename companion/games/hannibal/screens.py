"""The screens of Hannibal vs Rome."""

from __future__ import annotations

from companion.games.hannibal.battle import Pairs
from companion.games.hannibal.entry import likeliest, page, path, places, sideways
from companion.games.hannibal.lanes import board_of
from companion.games.hannibal.repair import repair
from companion.ui.game_screens import GameScreens


class HannibalScreens(GameScreens):
    """The screens that enter, draw and correct Hannibal vs Rome."""

    path = staticmethod(path)
    page = staticmethod(page)
    places = staticmethod(places)
    likeliest = staticmethod(likeliest)
    aside = staticmethod(sideways)
    own = (Pairs,)
    board = staticmethod(board_of)
    repair = staticmethod(repair)


SCREENS = HannibalScreens()
