"""The games that are not on the home screen, score pads among them."""

from __future__ import annotations

from collections.abc import Sequence

from companion.kit.faults import fault_message
from companion.kit.game import Game
from companion.ui.home import game_line, games_at_home
from companion.ui.intents import Post
from companion.ui.screen import Context, Intent, Screen
from companion.ui.widgets import Line, ListScreen

NAMED = 20
"""The most wrong files that are named: as many messages are kept."""


class MoreGames(ListScreen):
    """The games that are not at home, as they were when the list was made."""

    screen_name = "games"

    back: Screen
    games: Sequence[tuple[str, Game | None]]
    cursor: int = 0

    @classmethod
    def from_context(cls, back: Screen, context: Context) -> Screen | Intent:
        """The list; before it what is wrong with the files of pads that are left out, a message for each.

        They are posted from the last to the first: the one posted last is shown first. Of more than are kept the first.
        """
        present = context.game_library.present
        pads, wrong = present.pads_now()
        here = games_at_home(context)
        games: list[tuple[str, Game | None]] = [
            *[(key, None) for key in present.keys],
            *[(pad.key, pad) for pad in pads],
        ]
        screen = cls(back, tuple([(key, rules) for key, rules in games if key not in here]))
        faults = [fault_message(file, fault) for file, fault in reversed(wrong[:NAMED])]
        return Post(tuple(faults), screen) if faults else screen

    def lines(self, context: Context) -> list[Line]:
        return [game_line(key, rules, self.back, context) for key, rules in self.games]
