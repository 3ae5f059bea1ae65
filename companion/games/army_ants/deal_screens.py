"""The device deals: the question before it, then the ranks one by one, for laying out the cards."""

from __future__ import annotations

from companion.games.army_ants.engine.deployment import Deployment
from companion.games.army_ants.engine.field import FILES, HOMES, PLACES, SQUARES, face
from companion.games.army_ants.engine.phase import CardsPosition
from companion.ui.choices import Path
from companion.ui.game_screens import running_position, running_snapshot
from companion.ui.intents import Deal, Enter
from companion.ui.page import Figure, Page
from companion.ui.screen import Command, Context, Intent, Screen
from companion.ui.table import Table
from companion.ui.widgets import Confirm, Line, ListScreen, named
from companion.values import replace

FILE_COUNT = len(FILES)


def screen_after(context: Context, path: Path) -> Screen:
    """The screen after a path without an action, which is always the offer to deal; OK deals."""
    step = running_snapshot(context)
    assert step.timeline is not None
    position: Deployment = running_position(context)
    count = sum(1 for home in PLACES for square in home if position.board[square] is None)
    deal = Deal(LayOut(len(step.timeline) - 1, _open_ranks(context)))
    return Offer("ants-offer", context.words("screen.ants-offer.text", count=count), deal, Table(path), cursor=0)


class Offer(Confirm):
    """The offer to deal."""


def _open_ranks(context: Context) -> tuple[int, ...]:
    """The ranks with squares that are not entered yet, in the order of ANT-1."""
    position: Deployment = running_position(context)
    squares = [square for home in PLACES for square in home if position.board[square] is None]
    return tuple(dict.fromkeys(int(SQUARES[square][1]) for square in squares))


class LayOut(Screen):
    """The dealt cards rank by rank, in large figures; behind the last rank people can undo the deal.

    `start` is the number of plies before the deal.
    """

    start: int
    ranks: tuple[int, ...]
    at: int = 0

    def update(self, command: Command, context: Context) -> Screen | Intent:
        if command in (Command.UP, Command.LEFT):
            return replace(self, at=max(self.at - 1, 0))
        if command is Command.BACK or self.at + 1 == len(self.ranks):
            return Dealt(self)
        return replace(self, at=self.at + 1)

    def view(self, context: Context) -> Page:
        words, step = context.words, running_snapshot(context)
        position: CardsPosition = running_position(context)
        rank = self.ranks[self.at]
        seat = 0 if rank <= len(HOMES[0]) // FILE_COUNT else 1
        figures = []
        for file in FILES:
            square = SQUARES.index(f"{file}{rank}")
            card = position.board[square]
            figures.append(Figure(SQUARES[square], "-" if card is None else face(card.value)))
        return Page(
            screen="ants-lay",
            title=step.setup.names[seat],
            aside=words("army_ants.lay", rank=rank, page=self.at + 1, pages=len(self.ranks)),
            figures=tuple(figures),
        )


class Dealt(ListScreen):
    """The question whether all cards are laid out. BACK shows the last rank again."""

    screen_name = "ants-dealt"

    shown: LayOut
    cursor: int = 0

    def lines(self, context: Context) -> list[Line]:
        undo = Enter(f"back {self.shown.start}")
        return named(context, "ants-dealt", {"table": Table, "all-back": lambda: undo})

    def left(self, context: Context) -> Screen:
        return replace(self.shown, at=len(self.shown.ranks) - 1)
