"""Seats of the device: its levels, and at the table who plays for whom."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from companion.kit.game import Game
from companion.kit.levels import OFFERED, as_offered
from companion.kit.rules import Options, Seat
from companion.kit.text import with_names
from companion.play.act import PERSON
from companion.play.timeline import Snapshot
from companion.session.device import mind_of
from companion.session.secrets import may_take_over
from companion.session.text import level_name
from companion.ui.game_screens import running_snapshot
from companion.ui.intents import Enter
from companion.ui.page import Item, Page
from companion.ui.screen import LIST_LINE, Context, Intent, Screen
from companion.ui.widgets import Line, ListScreen
from companion.values import by_name

FAIR = "2"
"""The level on which the cursor starts."""


def plays(game: Game, options: Options) -> bool:
    """Whether the device can sit in this game with these options."""
    return game.mind is not None and game.mind.sits(game.complete(options))


def switches(game: Game, options: Options) -> tuple[str, ...]:
    """What people can switch on together in this game: odds, advice."""
    mind, full = game.mind, game.complete(options)
    if mind is None:
        return ()
    return ("odds", "advice") if mind.plays(full) else ("odds",) if mind.shares_of_scores is not None else ()


class Levels(ListScreen):
    """The levels of the device, the weakest first; `take` says where OK leads with the chosen one.

    Where two levels of a game have the same name they play alike, and the list has one of them.
    """

    screen_name = "levels"

    back: Screen
    game: str
    take: Callable[[str], Screen | Intent]
    cursor: int = by_name(default=OFFERED.index(FAIR), kw_only=True)

    def lines(self, context: Context) -> list[Line]:
        names = {level_name(level, self.game, context.words): level for level in reversed(OFFERED)}
        return [Line(Item(name), partial(self.take, level)) for name, level in reversed(names.items())]


class DeviceMenu(ListScreen):
    """Who of the device plays for whom: OK on a seat of the device changes its level or lets it get up."""

    screen_name = "device"

    back: Screen

    def lines(self, context: Context) -> list[Line]:
        step, words = running_snapshot(context), context.words
        names, levels, key = step.setup.names, step.levels, step.setup.key
        # A line that is too long is in the letters of titles.
        sit = with_names(lambda name: words("screen.device.sit", name=name), names, context.fits, LIST_LINE)
        lines = []
        for seat, level in enumerate(levels):
            if level:
                item = Item(words("screen.device.level", name=names[seat]), level_name(level, key, words))
                lines += [
                    Line(item, partial(self._levels, f"level {seat}", level, key)),
                    Line(Item(words("screen.device.stand", name=names[seat])), partial(Enter, f"stand {seat}")),
                ]
            elif _may_sit(step, seat):
                lines.append(Line(Item(sit[seat]), partial(self._levels, f"sit {seat}", FAIR, key)))
        return lines

    def _levels(self, act: str, level: str, key: str) -> Screen:
        return Levels(self, key, lambda chosen: Enter(f"{act} {chosen}"), cursor=OFFERED.index(as_offered(level)))

    def page(self, context: Context) -> Page:
        return Page(screen="device", title=context.words("screen.device.title"))


def offers_device(context: Context) -> bool:
    """Whether the menu of the game on the table has a line for the device: not where it plays for nobody, and may sit
    down for nobody.
    """
    step = context.step
    if step is None or step.position is None or step.outcome is not None or mind_of(step.setup) is None:
        return False
    return any(step.levels) or any(_may_sit(step, seat) for seat in range(len(step.levels)))


def _may_sit(step: Snapshot, seat: Seat) -> bool:
    """Whether the device may sit down for the person on a seat: another person remains, and it has no hidden card."""
    return not step.levels[seat] and step.levels.count(PERSON) > 1 and may_take_over(step, seat)
