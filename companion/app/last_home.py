"""The home screen as people left it: they find the cursor and a new game that has not begun where they were."""

from __future__ import annotations

from companion.ui.screen import Screen, screens_behind
from companion.values import replace

OnTable = tuple[int, bool] | None
"""The number of the game on the table and whether it is over; None without a game."""


class LastHome:
    """Keeps the home screen."""

    def __init__(self) -> None:
        self._home: Screen | None = None
        self._game: OnTable = None

    def leave(self, screen: Screen, game: OnTable) -> None:
        """People leave a screen, for whichever other, while this game is on the table."""
        home = next(filter(None, (behind.home for behind in screens_behind(screen))), None)
        if home is not None:
            self._home, self._game = home, game

    def forget(self) -> None:
        """A new game has begun: what people prepared for it is used up."""
        self._home = None

    def screen(self, game: OnTable) -> Screen | None:
        """The home screen, None before people were there.

        With another game on the table, or after its end, other lines are there: the cursor is on the first one.
        """
        home = self._home
        return replace(home, cursor=0) if home is not None and game != self._game else home
