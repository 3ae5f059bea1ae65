"""The screens of Army Ants."""

from __future__ import annotations

from companion.games.army_ants.dealing import Dealt, LayOut, Offer, beyond
from companion.games.army_ants.drawing import board
from companion.games.army_ants.entry import likeliest, page, places, sideways, ways
from companion.games.army_ants.repair import Ant, Field, laid
from companion.ui.game_screens import GameScreens


class ArmyAntsScreens(GameScreens):
    """The screens that enter and draw Army Ants."""

    ways = staticmethod(ways)
    beyond = staticmethod(beyond)
    page = staticmethod(page)
    places = staticmethod(places)
    likeliest = staticmethod(likeliest)
    aside = staticmethod(sideways)
    own = (Offer, LayOut, Dealt, Field, Ant)
    board = staticmethod(board)
    laid = staticmethod(laid)


SCREENS = ArmyAntsScreens()
