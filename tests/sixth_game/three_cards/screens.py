"""Three Cards on the glass: the cards that may still be in a hand, and the tricks."""

from __future__ import annotations

from companion.games.three_cards.engine.rows import Rows
from companion.games.three_cards.text import TEXT
from companion.ui.choices import Path
from companion.ui.game_screens import GameScreens, action_at, effect, ring, running_snapshot
from companion.ui.page import Item, Page
from companion.ui.screen import Context


class ThreeCardsScreens(GameScreens[Rows]):
    """One choice: the card."""

    def page(self, context: Context, path: Path) -> Page:
        """The table: the tricks, and the cards; behind the title what the card under the cursor would do."""
        step = running_snapshot(context)
        steps, _ = ring(step, ())
        assert step.setup.game is not None
        action = action_at(context, path)
        assert action is not None
        return Page(
            screen="table",
            title=TEXT.turn_text(context.situation),
            aside=effect(context, action),
            figures=TEXT.figures(context.situation),
            menu=tuple(Item(TEXT.action_name(context.situation, step.setup.game.read(name))) for name in steps),
            cursor=steps.index(path[0]),
        )


SCREENS = ThreeCardsScreens()
