"""Praetorians on the glass."""

from __future__ import annotations

from companion.games.praetorians.entry import Grid, page, path, sideways
from companion.games.praetorians.repair import repair
from companion.ui.game_screens import GameScreens


class PraetoriansScreens(GameScreens):
    """How Praetorians is entered, drawn and corrected."""

    path = staticmethod(path)
    page = staticmethod(page)
    aside = staticmethod(sideways)
    own = (Grid,)
    repair = staticmethod(repair)


SCREENS = PraetoriansScreens()
