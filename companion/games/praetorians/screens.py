"""The screens of Praetorians."""

from __future__ import annotations

from companion.games.praetorians.entry import Grid, page, path, side_screen
from companion.ui.game_screens import GameScreens


class PraetoriansScreens(GameScreens):
    """The screens that enter and draw Praetorians."""

    path = staticmethod(path)
    page = staticmethod(page)
    side_screen = staticmethod(side_screen)
    own = (Grid,)


SCREENS = PraetoriansScreens()
