"""The screens of Seven Hills of Rome."""

from __future__ import annotations

from companion.games.seven_hills.board import board
from companion.games.seven_hills.entry import likeliest_step, page, path, places
from companion.games.seven_hills.repair import audit_board
from companion.ui.game_screens import GameScreens


class SevenHillsScreens(GameScreens):
    """The screens that enter and draw Seven Hills of Rome."""

    path = staticmethod(path)
    page = staticmethod(page)
    places = staticmethod(places)
    likeliest_step = staticmethod(likeliest_step)
    board = staticmethod(board)
    audit_board = staticmethod(audit_board)


SCREENS = SevenHillsScreens()
