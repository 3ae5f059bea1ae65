"""The army that the device has arranged for the free deployment, shown after the other army lies there."""

from __future__ import annotations

from companion.games.army_ants.engine.deployment import Deployment
from companion.games.army_ants.engine.field import FILES, PLACES, SQUARES
from companion.ui.game_screens import running_snapshot
from companion.ui.intents import EnterAll
from companion.ui.page import Figure, Page
from companion.ui.screen import Command, Context, Intent, Screen
from companion.ui.table import Menu
from companion.values import replace


class Arrangement(Screen):
    """First the person lays an army face down; then the device shows its own, rank by rank, and enters it.

    `at` is the rank that is shown, from the front; -1 before the person has laid.
    """

    at: int

    def update(self, command: Command, context: Context) -> Screen | Intent:
        cards = _cards(context)
        if command is Command.BACK and self.at < 1:
            return Menu(self)
        if command in (Command.BACK, Command.UP, Command.LEFT):
            return replace(self, at=max(self.at - 1, min(self.at, 0)))
        if self.at < len(_ranks(context)) - 1:
            return replace(self, at=self.at + 1)
        return EnterAll(tuple([f"deploy {card}" for card in cards])) if command is Command.OK else self

    def view(self, context: Context) -> Page:
        words, device = context.words, context.device
        page = Page(screen="arrangement", title=words("screen.arrangement.title"), loud=True)
        if self.at < 0 or device is None:
            return replace(page, text=context.wrap(words("screen.arrangement.text"))[:5])
        ranks = _ranks(context)
        rank = ranks[self.at]
        cards = dict(zip(PLACES[device.seat], _cards(context), strict=False))
        squares = [SQUARES.index(f"{file}{rank}") for file in FILES]
        figures = tuple([Figure(SQUARES[square], cards.get(square, "-")) for square in squares])
        title = words("screen.arrangement.rank", rank=rank)
        return replace(page, title=title, aside=f"{self.at + 1}/{len(ranks)}", figures=figures)


def _cards(context: Context) -> list[str]:
    """The cards of the arrangement in the order of entry."""
    device = context.device
    cards = device.thought.extra.get("arrangement") if device is not None and device.thought is not None else None
    return list(cards) if isinstance(cards, list | tuple) else []


def _ranks(context: Context) -> list[int]:
    """The ranks of the device's army, the front one first."""
    assert context.device is not None
    return list(dict.fromkeys(int(SQUARES[square][1]) for square in PLACES[context.device.seat]))


def _is_first(position: Deployment) -> bool:
    """Whether no card of the army in turn is entered yet."""
    return position.place == PLACES[position.turn][0]


def screen_of_device(context: Context) -> Screen:
    """The arrangement before its first card is entered; else what the device asks for."""
    position, device = running_snapshot(context).position, context.device
    if device is not None and isinstance(position, Deployment) and _cards(context) and _is_first(position):
        return Arrangement(0 if device.seat else -1)  # red's army is entered first
    return context.routes.asked()
