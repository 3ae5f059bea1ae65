"""The screens of Army Ants."""

from __future__ import annotations

from companion.games.army_ants.deal_screens import Dealt, LayOut, Offer, screen_after
from companion.games.army_ants.drawing import board
from companion.games.army_ants.entry import Squares, likeliest_step, order, page, places, side_screen, ways
from companion.games.army_ants.repair import Ant, Field, audit_board
from companion.ui.game_screens import GameScreens


class ArmyAntsScreens(GameScreens):
    """The screens that enter and draw Army Ants."""

    ways = staticmethod(ways)
    screen_after = staticmethod(screen_after)
    page = staticmethod(page)
    places = staticmethod(places)
    order = staticmethod(order)
    likeliest_step = staticmethod(likeliest_step)
    side_screen = staticmethod(side_screen)
    own = (Squares, Offer, LayOut, Dealt, Field, Ant)
    board = staticmethod(board)
    audit_board = staticmethod(audit_board)


SCREENS = ArmyAntsScreens()
