"""A round of a battle against the device: it has chosen its card before the other lays one, and shows it after that."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from companion.games.hannibal.engine.cards import CardsPosition
from companion.ui.game_screens import running_position
from companion.ui.intents import Enter
from companion.ui.odds import with_odds
from companion.ui.page import Item, Page
from companion.ui.screen import Context, Intent, Screen
from companion.ui.table import Menu, Table
from companion.ui.widgets import Line, ListScreen, named
from companion.values import replace


class Round(ListScreen):
    """First the person lays a card face down; then people turn it up and tell which it is.

    Only with that does the glass show the card of the device: who knew it before could answer it.
    """

    laid: bool = False
    cursor: int = 0

    @property
    def may_rest(self) -> bool:
        return not self.laid

    def lines(self, context: Context) -> Sequence[Line]:
        if not self.laid:
            laid = replace(self, laid=True)
            return named(context, "round", {"laid": lambda: laid, "instead": lambda: _instead(context)})
        position: CardsPosition = running_position(context)
        device = context.device
        if device is None or device.thought is None:
            return []
        person, own = 1 - device.seat, device.thought.card
        lines = []
        for card in position.hands[person]:
            cards = (own, card) if person else (card, own)
            lines.append(Line(Item(str(card)), partial(Enter, "clash {} {}".format(*cards))))
        return lines

    def page(self, context: Context) -> Page:
        words = context.words
        title = words("screen.round.which" if self.laid else "screen.round.title")
        text = () if self.laid else context.wrap(words("screen.round.text"))[:3]
        return with_odds(Page(screen="round", title=title, text=text, loud=True), context, line=False)

    def left(self, context: Context) -> Screen | Intent:
        return replace(self, laid=False, cursor=0) if self.laid else Menu(self)


def _instead(context: Context) -> Screen:
    return Table(Table().path_under_cursor(context))


def screen_of_device(context: Context) -> Screen:
    """The round, where the device has chosen a card and both have a choice; else what it asks for."""
    position: CardsPosition = running_position(context)
    device = context.device
    chosen = device is not None and device.thought is not None and device.thought.card is not None
    if chosen and len(position.legal()) > 1:
        return Round()
    return context.routes.asked()
