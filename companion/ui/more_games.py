"""The games that are not on the home screen: those of the registry and the score pads."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from companion.control_characters import escape_controls
from companion.games.game import Game
from companion.games.registry import GAMES
from companion.session.text import game_name
from companion.ui.intents import Say
from companion.ui.page import Item
from companion.ui.screen import Context, Intent, Screen
from companion.ui.screens_by_name import open_screen
from companion.ui.widgets import Line, ListScreen

LATELY = 20
"""Of so many games that wait, and of so many that are over, the kinds count as played lately."""


def games_at_home(context: Context) -> dict[str, Game | None]:
    """The keys of as many games as the registry has: first those played lately, the last one at the top.

    Of a score pad with its rules; one whose file is gone is not among them: it cannot begin. The games of the registry
    are without, because to import them takes long.
    """
    library, step = context.game_library, context.step
    infos = [*library.waiting_games(0, LATELY).games, *library.finished_games(0, LATELY).games]
    infos.sort(key=lambda info: info.head, reverse=True)
    played = [*([step.setup.key] if step is not None else []), *[info.key for info in infos]]
    found: dict[str, Game | None] = {}
    for key in dict.fromkeys([*played, *GAMES]):
        rules = None if key in GAMES else library.present(key)
        if key in GAMES or rules is not None:
            found[key] = rules
        if len(found) == len(GAMES):
            break
    return found


def game_line(key: str, rules: Game | None, home: Screen, context: Context) -> Line:
    """A line with a game that people can begin."""
    return Line(Item(game_name(key, context.words, rules)), partial(open_screen, "new", key, context, home))


class MoreGames(ListScreen):
    """The games that are not at home, as they were when the list was made."""

    screen_name = "games"

    back: Screen
    games: Sequence[tuple[str, Game | None]]
    cursor: int = 0

    @classmethod
    def from_context(cls, back: Screen, context: Context) -> Screen | Intent:
        """The list; before it, in one line, what is wrong with the first file of a pad that is left out."""
        pads, wrong = context.game_library.pads_now()
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
