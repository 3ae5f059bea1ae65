"""Three Cards on the glass: the tricks, and below them the cards that may still be in a hand, side by side."""

from __future__ import annotations

from companion.games.three_cards.engine.rows import Rows
from companion.games.three_cards.text import TEXT
from companion.ui.choices import Path
from companion.ui.game_screens import GameScreens, action_at, effect, ring, running_snapshot
from companion.ui.page import Item, Page
from companion.ui.screen import Context
from companion.ui.wheel_picture import Column, Wheel


class ThreeCardsScreens(GameScreens[Rows]):
    """One choice: the card."""

    def page(self, context: Context, path: Path) -> Page:
        """The table: the tricks, and the cards; behind the title what the card under the cursor would do."""
        step = running_snapshot(context)
        steps, _ = ring(step, ())
        assert step.setup.game is not None
        action = action_at(context, path)
        assert action is not None
        figures, at = TEXT.figures(context.situation), steps.index(path[0])
        names = tuple(TEXT.action_name(context.situation, step.setup.game.read(name)) for name in steps)
        return Page(
            screen="table",
            title=TEXT.turn_text(context.situation),
            aside=effect(context, action),
            figures=figures,
            menu=tuple(map(Item, names)),
            cursor=at,
            keys="sob",
            drawing=Wheel((Column(),) * len(figures), names, at, names[at]),
        )


SCREENS = ThreeCardsScreens()
