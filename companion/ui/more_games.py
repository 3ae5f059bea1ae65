"""The games that are not on the home screen: those of the registry and the score pads."""

from __future__ import annotations

from collections.abc import Sequence

from companion.control_characters import escape_controls
from companion.games.game import Game
from companion.games.registry import GAMES
from companion.ui.home import game_line, games_at_home
from companion.ui.intents import Say
from companion.ui.screen import Context, Intent, Screen
from companion.ui.widgets import Line, ListScreen


class MoreGames(ListScreen):
    """The games that are not at home, as they were when the list was made."""

    screen_name = "games"

    back: Screen
    games: Sequence[tuple[str, Game | None]]
    cursor: int = 0

    @classmethod
    def from_context(cls, back: Screen, context: Context) -> Screen | Intent:
        """The list; before it, in one line, what is wrong with the first file of a pad that is left out."""
        pads, wrong = context.game_library.present.pads_now()
        here = games_at_home(context)
        games: list[tuple[str, Game | None]] = [*[(key, None) for key in GAMES], *[(pad.key, pad) for pad in pads]]
        screen = cls(back, tuple([(key, rules) for key, rules in games if key not in here]))
        if not wrong:
            return screen
        file, fault = wrong[0]
        what = context.words(fault.key, **fault.params)
        if fault.place:
            what = context.words("pad.at", place=fault.place, what=what)
        params: dict[str, object] = {"file": escape_controls(file), "what": escape_controls(what)}
        if fault.line is None:
            return Say("pad.fault", params, screen)
        return Say("pad.fault-line", {**params, "line": fault.line}, screen)

    def lines(self, context: Context) -> list[Line]:
        return [game_line(key, rules, self.back, context) for key, rules in self.games]
