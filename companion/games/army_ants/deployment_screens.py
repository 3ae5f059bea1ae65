"""The screens of the deployment. The entry screen marks the next square of the field; beside it are the cards that are
left, behind these the offer to deal.

Dealt cards are shown rank by rank, for laying out the cards. So is the army that the device has arranged for the free
deployment, after the other army lies there.
"""

from __future__ import annotations

from companion.games.army_ants.drawing import BESIDE, Square, cards, field, place
from companion.games.army_ants.engine.deployment import Deployment
from companion.games.army_ants.engine.field import CARDS, FILES, HOMES, PLACES, RANKS, SQUARES, VALUES, copies, face
from companion.games.army_ants.engine.phase import CardsPosition
from companion.games.army_ants.field_picture import FIELD
from companion.games.army_ants.text import TEXT
from companion.kit.rules import Action
from companion.ui.choices import Path, Place
from companion.ui.game_screens import choices, running_position, running_snapshot
from companion.ui.intents import Deal, Enter, EnterAll
from companion.ui.page import Figure, Page, Picture, Space, Token
from companion.ui.screen import Command, Context, Intent, Screen
from companion.ui.table import Menu, Table, turn_text
from companion.ui.widgets import Confirm, Line, ListScreen, named
from companion.values import replace

DICE = Picture(("#######", "#.....#", "#.#.#.#", "#..#..#", "#.#.#.#", "#.....#", "#######"))
ONE = Picture(("..", "..", "..", "##", "##", "..", ".."))
TWO = Picture(("..", "##", "##", "..", "##", "##", ".."))
"""The offer to deal, and how many cards of a value are left: `#` is lit."""
DEAL = "deal"
"""The step that offers to deal."""
FACES = {face(value): value for value in VALUES}
"""The values by the text on the cards, in the order of the cursor."""
CELLS = (*FACES, DEAL)
HIGH = 4
"""The rows of the cards that are left, in the lowest rows of the board."""
FILE_COUNT = len(FILES)


def _cell(name: str) -> Place:
    column, row = divmod(CELLS.index(name), HIGH)
    return len(RANKS) - HIGH + row, BESIDE + column


DEPLOYING_PLACES = {name: _cell(name) for name in CELLS}
"""Columns of cards right of the field, then the offer."""


def deploying(context: Context, position: Deployment, path: Path) -> Page:
    """The page that asks which card is on the next square."""
    square = SQUARES[position.place]
    blank = Space("–")
    left = [*[_remaining(position, name) for name in FACES], Space(DEAL, (Token(picture=DICE),)), blank]
    rows = [tuple(left[row::HIGH]) for row in range(HIGH)]
    board = [list(row) for row in field(cards(position), beside=rows)]
    row, column = place(square)
    board[row][column] = Square("?", (Token("?"),))
    action: Action | None = choices(running_snapshot(context)).action(path)
    return Page(
        screen="ants-deploy",
        title=turn_text(context),
        aside=context.words("army_ants.deal-aside") if action is None else TEXT.action_name(context.situation, action),
        board=tuple(map(tuple, board)),
        drawing=FIELD,
        space=_cell(path[-1]),
        also=((row, column),),
    )


def _remaining(position: Deployment, name: str) -> Space:
    """A value with the number of its cards that are not entered yet; empty when both are entered."""
    card = CARDS[position.turn][FACES[name]]
    left = copies(card.value) - position.board.count(card)
    if not left:
        return Space("–")
    return Space(f"{name}×{left}", (Token(name), Token(picture=TWO if left > 1 else ONE)))


def screen_after(context: Context, path: Path) -> Screen:
    """The screen after a path without an action, which is always the offer to deal; OK deals."""
    step = running_snapshot(context)
    squares = _open_squares(context)
    ranks = tuple(dict.fromkeys(int(SQUARES[square][1]) for square in squares))
    deal = Deal(LayOut(len(step.plies) - 1, ranks))
    return Offer("ants-offer", context.words("screen.ants-offer.text", count=len(squares)), deal, Table(path), cursor=0)


class Offer(Confirm):
    """The offer to deal."""


def _open_squares(context: Context) -> list[int]:
    """The squares that the deal fills, in the order of ANT-1: not those of a device that lays out its own army next."""
    position: Deployment = running_position(context)
    levels = running_snapshot(context).levels
    return [
        square for seat, home in enumerate(PLACES) if seat == position.turn or not (position.free and levels[seat])
        for square in home if position.board[square] is None
    ]  # fmt: skip


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
    """The question whether all cards are laid out. BACK shows the last rank again.

    A device that lays out an army of its own goes on.
    """

    screen_name = "ants-dealt"

    shown: LayOut

    def lines(self, context: Context) -> list[Line]:
        undo = Enter(f"back {self.shown.start}")
        if context.device is not None and isinstance(running_snapshot(context).position, Deployment):
            return named(context, "ants-dealt", {"device": lambda: screen_of_device(context), "all-back": lambda: undo})
        return named(context, "ants-dealt", {"table": Table, "all-back": lambda: undo})

    def left(self, context: Context) -> Screen:
        return replace(self.shown, at=len(self.shown.ranks) - 1)


class Arrangement(Screen):
    """First the person lays an army face down; then the device shows its own, rank by rank, and enters it.

    `at` is the rank that is shown, from the front; -1 before the person has laid.
    """

    at: int

    def update(self, command: Command, context: Context) -> Screen | Intent:
        cards = _arranged(context)
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
        cards = dict(zip(PLACES[device.seat], _arranged(context), strict=False))
        squares = [SQUARES.index(f"{file}{rank}") for file in FILES]
        figures = tuple([Figure(SQUARES[square], cards.get(square, "-")) for square in squares])
        title = words("screen.arrangement.rank", rank=rank)
        return replace(page, title=title, aside=f"{self.at + 1}/{len(ranks)}", figures=figures)


def _arranged(context: Context) -> list[str]:
    """The cards of the arrangement in the order of entry."""
    device = context.device
    cards = device.thought.extra.get("arrangement") if device is not None and device.thought is not None else None
    return list(cards) if isinstance(cards, list | tuple) else []


def _ranks(context: Context) -> list[int]:
    """The ranks of the device's army, the front one first."""
    assert context.device is not None
    return list(dict.fromkeys(int(SQUARES[square][1]) for square in PLACES[context.device.seat]))


def screen_of_device(context: Context) -> Screen:
    """The arrangement before its first card is entered; else what the device asks for."""
    position, device = running_snapshot(context).position, context.device
    first = isinstance(position, Deployment) and position.place == PLACES[position.turn][0]
    if device is not None and first and _arranged(context):
        return Arrangement(0 if device.seat else -1)  # red's army is entered first
    return context.routes.asked()
