"""The screens of Praetorians."""

from __future__ import annotations

from companion.games.praetorians.entry import Grid, page, path, sideways
from companion.ui.game_screens import GameScreens


class PraetoriansScreens(GameScreens):
    """The screens that enter and draw Praetorians."""

    path = staticmethod(path)
    page = staticmethod(page)
    aside = staticmethod(sideways)
    own = (Grid,)


SCREENS = PraetoriansScreens()
