"""The device deals: the question before it, then the ranks one by one, for laying out the cards."""

from __future__ import annotations

from companion.games.army_ants.engine.deployment import Deployment
from companion.games.army_ants.engine.field import FILES, HOMES, PLACES, SQUARES, face
from companion.games.army_ants.engine.phase import CardsPosition
from companion.ui.choices import Path
from companion.ui.game_screens import running
from companion.ui.intents import Deal, Enter
from companion.ui.page import Figure, Item, Page
from companion.ui.screen import MOVES, Command, Context, Intent, Screen
from companion.ui.table import Table
from companion.values import Frozen, replace

FILE_COUNT = len(FILES)


def beyond(context: Context, path: Path) -> Screen:
    """The screen after a path without an action: only the offer to deal is one."""
    return Offer()


class Offer(Frozen):
    """The offer to deal; OK on its first line deals."""

    cursor: int = 0

    def update(self, command: Command, context: Context) -> Screen | Intent:
        if command in MOVES:
            return replace(self, cursor=1 - self.cursor)
        if command is Command.BACK or self.cursor:
            return Table(("deal",))
        step = running(context)
        assert step.timeline is not None
        return Deal(LayOut(len(step.timeline) - 1, _open_ranks(context)))

    def view(self, context: Context) -> Page:
        words, position = context.words, running(context).position
        assert isinstance(position, Deployment)
        count = sum(1 for home in PLACES for square in home if position.board[square] is None)
        return Page(
            screen="ants-offer",
            title=words("screen.ants-offer.title"),
            text=context.wrap(words("screen.ants-offer.text", count=count))[:4],
            menu=(Item(words("screen.ants-offer.deal")), Item(words("screen.ants-offer.back"))),
            cursor=self.cursor,
        )


def _open_ranks(context: Context) -> tuple[int, ...]:
    """The ranks with squares that are not entered yet, in the order of ANT-1."""
    position = running(context).position
    assert isinstance(position, Deployment)
    squares = [square for home in PLACES for square in home if position.board[square] is None]
    return tuple(dict.fromkeys(int(SQUARES[square][1]) for square in squares))


class LayOut(Frozen):
    """The dealt cards rank by rank, in large figures; after the last rank people can undo the deal.

    `start` is the number of plies before the deal.
    """

    start: int
    ranks: tuple[int, ...]
    page: int = 0
    cursor: int = 0

    def update(self, command: Command, context: Context) -> Screen | Intent:
        last = len(self.ranks)
        if self.page == last:
            if command in MOVES:
                return replace(self, cursor=1 - self.cursor)
            if command is Command.BACK:
                return replace(self, page=last - 1)
            return Enter(f"back {self.start}") if self.cursor else Table()
        if command in (Command.UP, Command.LEFT):
            return replace(self, page=max(self.page - 1, 0))
        if command is Command.BACK:
            return replace(self, page=last)
        return replace(self, page=self.page + 1)

    def view(self, context: Context) -> Page:
        words, step = context.words, running(context)
        position = step.position
        assert isinstance(position, CardsPosition)
        if self.page == len(self.ranks):
            return Page(
                screen="ants-dealt",
                title=words("screen.ants-dealt.title"),
                menu=(Item(words("screen.ants-dealt.table")), Item(words("screen.ants-dealt.all-back"))),
                cursor=self.cursor,
            )
        rank = self.ranks[self.page]
        seat = 0 if rank <= len(HOMES[0]) // FILE_COUNT else 1
        figures = []
        for file in FILES:
            square = SQUARES.index(f"{file}{rank}")
            card = position.board[square]
            figures.append(Figure(SQUARES[square], "-" if card is None else face(card.value)))
        return Page(
            screen="ants-lay",
            title=step.setup.names[seat],
            aside=words("army_ants.lay", rank=rank, page=self.page + 1, pages=len(self.ranks)),
            figures=tuple(figures),
        )
