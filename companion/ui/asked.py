"""The turn of the device: what it asks people to do for it, in one sentence, and one key says that it is done."""

from __future__ import annotations

from collections.abc import Callable

from companion.kit.search.mind import Thought
from companion.session.text import level_name
from companion.ui.game_screens import running_snapshot
from companion.ui.intents import Enough, Enter
from companion.ui.odds import MARKS, with_odds
from companion.ui.page import Page
from companion.ui.screen import Command, Context, Intent, Screen
from companion.ui.table import End, Menu, Table
from companion.ui.widgets import Line, ListScreen, named
from companion.values import replace


def asked_action(context: Context, thought: Thought) -> str | None:
    """The action that a thought asks for: its own, or the only one that is possible; None without one."""
    position = running_snapshot(context).position
    legal = position.legal() if position is not None else ()
    return thought.action if thought.action in legal else str(legal[0]) if len(legal) == 1 else None


class Asked(ListScreen):
    """What the device asks for. OK says that it is done, or ends its thinking; *Instead…* is the entry of a person.

    Where it has nothing to do that is allowed, it offers the end of the game.
    """

    awaits_device = True

    @property
    def may_rest(self) -> bool:
        return True

    def lines(self, context: Context) -> list[Line]:
        device = context.device
        if device is None:
            return []
        offers: dict[str, Callable[[], Screen | Intent]] = {"enough": Enough}
        if device.thought is not None:
            action = asked_action(context, device.thought)
            offers = {"done": lambda: Enter(action)} if action is not None else {"end": lambda: End(Menu(self))}
        return named(context, "asked", {**offers, "instead": lambda: self._instead(context)})

    def _instead(self, context: Context) -> Screen:
        """The table, with the cursor where it is for a person."""
        return Table(Table().path_under_cursor(context))

    def left(self, context: Context) -> Screen:
        return Menu(self)

    def read_label(self, label: str, context: Context) -> Screen | Intent | None:
        """People carry out what the device asks for with a card: its label says so."""
        return context.routes.labelled(self, label, context)

    def update(self, command: Command, context: Context) -> Screen | Intent:
        if context.device is None:  # somebody took back the turn, or plays on
            return Table().update(command, context)
        return super().update(command, context)

    def page(self, context: Context) -> Page:
        step, device, words = running_snapshot(context), context.device, context.words
        if device is None:
            return Table().view(context)
        text, key = step.setup.text, step.setup.key
        title, aside = step.setup.names[device.seat], level_name(device.level, key, words)
        page = Page(screen="asked", title=title, aside=aside, turn=True, loud=True)
        if device.thought is None:
            request = words("screen.asked.thinks", mark=MARKS[device.mark % len(MARKS)])
        else:
            action = asked_action(context, device.thought)
            thought = device.thought._replace(action=action)
            request = (
                text.ask(context.situation, thought)
                if action is not None
                else words("device.unknown" if thought.extra.get("unknown") else "device.nothing")
            )
        return with_odds(replace(page, text=context.wrap(request)[:3]), context)
