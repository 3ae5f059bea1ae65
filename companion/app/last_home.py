"""The home screen as people left it: they find the cursor and a new game that has not begun where they were."""

from __future__ import annotations

from companion.ui.screen import Screen
from companion.values import replace


class LastHome:
    """Keeps the home screen. Games are numbers in the record; None stands for no game on the table."""

    def __init__(self) -> None:
        self._home: Screen | None = None
        self._game: int | None = None

    def leave(self, screen: Screen, game: int | None) -> None:
        """People leave a screen while this game is on the table; a screen other than home changes nothing."""
        if screen.is_home:
            self._home, self._game = screen, game

    def forget(self) -> None:
        """A new game has begun: what people prepared for it is used up."""
        self._home = None

    def screen(self, game: int | None) -> Screen | None:
        """The home screen, None before people were there.

        With another game on the table the first line is another one, and the cursor is on it.
        """
        home = self._home
        return replace(home, cursor=0) if home is not None and game != self._game else home
