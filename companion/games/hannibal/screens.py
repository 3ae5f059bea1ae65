"""The screens of Hannibal vs Rome."""

from __future__ import annotations

from companion.games.hannibal.battle import Pairs
from companion.games.hannibal.entry import likeliest_step, page, path, places, side_screen
from companion.games.hannibal.map_board import board_of, board_of_draft
from companion.ui.game_screens import GameScreens


class HannibalScreens(GameScreens):
    """The screens that enter and draw Hannibal vs Rome."""

    path = staticmethod(path)
    page = staticmethod(page)
    places = staticmethod(places)
    likeliest_step = staticmethod(likeliest_step)
    side_screen = staticmethod(side_screen)
    own = (Pairs,)
    board = staticmethod(board_of)
    audit_board = staticmethod(board_of_draft)


SCREENS = HannibalScreens()
