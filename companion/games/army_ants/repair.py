"""The screens that correct the field square by square."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.games.army_ants.drawing import BESIDE, field, place, row, space
from companion.games.army_ants.engine.field import CARDS, FILES, FRONT_RANK, RANKS
from companion.games.army_ants.engine.phase import RALLY_TURNS
from companion.games.army_ants.field_picture import FieldPicture
from companion.kit.text import with_name
from companion.ui.audit import Audit, Correction, number_screen, path_of
from companion.ui.boards import BoardScreen
from companion.ui.choices import Place
from companion.ui.page import Board, Page, Target
from companion.ui.screen import ACROSS, MOVES, Command, Context, Intent, Screen, move_in_ring
from companion.values import replace

RINGS: Mapping[str | int, Sequence[object]] = {"turn": (0, 1), "phase": ("deploy", "rally", "battle")}
"""The values through which OK goes on a line."""


def audit_board(context: Context, table: Mapping[str, Any]) -> Board:
    """The field of a table view; empty in scores entry."""
    return field(table["board"]) if "board" in table else ()


def repair(audit: Audit, line: str, context: Context) -> Screen:
    """The screen that corrects a line; for turn and phase OK goes to the next value."""
    kind, *seat = path = path_of(line)
    if kind == "board":
        return Field(audit)
    if kind in RINGS:
        return audit.put_next(context, path, RINGS[kind])
    if kind == "rally":
        words, name = context.words, context.situation.names[int(*seat)]
        title = with_name(lambda shown: words("army_ants.audit.left", name=shown), name, context.fits)
        return number_screen(audit, title, path, RALLY_TURNS, context)
    return audit  # scores entry: nothing to correct


class Field(Correction):
    """A walk over the field: first the rank, then, with OK, the square in it. OK there asks for its card.

    `file` is None while the rank is chosen. UP is up while a rank is chosen, and along a rank it is left. After LEFT or
    RIGHT UP and DOWN change the rank on every square (`free`).
    """

    rank: int = FRONT_RANK[0]
    file: int | None = None
    free: bool = False

    def update(self, command: Command, context: Context) -> Screen | Intent:
        if command is Command.BACK:
            return self.back if self.file is None else replace(self, file=None, free=False)
        if command in ACROSS:
            file = len(FILES) // 2 if self.file is None else self.file
            return replace(self, file=move_in_ring(file, command, len(FILES)), free=True)
        if command in MOVES:
            if self.file is None or self.free:
                return replace(self, rank=len(RANKS) - move_in_ring(row(self.rank), command, len(RANKS)))
            return replace(self, file=move_in_ring(self.file, command, len(FILES)))
        if self.file is None:
            return replace(self, file=len(FILES) // 2)
        board = self.table(context)["board"]
        return Ant(self, board.get(self.square, EMPTY))

    def targets(self, context: Context) -> tuple[Target, ...]:
        board, join = self.table(context)["board"], context.words.join_list
        squares = [f"{file}{rank}" for rank in reversed(RANKS) for file in FILES]
        return tuple([
            Target(square, "board", *place(square), join([square, _in_words(board.get(square, EMPTY), context)]))
            for square in squares
        ])  # fmt: skip

    def touch(self, target: str, context: Context) -> Screen | Intent:
        return replace(self, file=FILES.index(target[0]), rank=int(target[1])).update(Command.OK, context)

    @property
    def square(self) -> str:
        """The square under the cursor, after the rank is chosen."""
        assert self.file is not None
        return f"{FILES[self.file]}{self.rank}"

    def view(self, context: Context) -> Page:
        words, table = context.words, self.table(context)
        board = table["board"]
        if self.file is None:
            aside = words("army_ants.rank", rank=self.rank)
        else:
            card = board.get(self.square)
            aside = f"{self.square} {words.card('army_ants', card) if card else '·'}"
        return Page(
            screen="ants-field",
            title=words("screen.ants-field.title"),
            aside=aside,
            board=audit_board(context, table),
            drawing=FieldPicture(goal=aside),
            space=(row(self.rank), None) if self.file is None else place(self.square),
            keys="uob" if self.file is None or self.free else "sob",
        )


HIGH = 5
"""The rows of the cards to choose from: two columns for each army, the queen last; below them an empty square."""
ARMIES = tuple([str(card) for army in CARDS for card in (*army[1:], army[0])])
"""The cards to choose from."""
EMPTY = ""
CELLS: Mapping[str, Place] = {
    card: (len(RANKS) - HIGH - 1 + index % HIGH, BESIDE + index // HIGH) for index, card in enumerate(ARMIES)
} | {EMPTY: (len(RANKS) - 1, BESIDE)}


def _in_words(card: str, context: Context) -> str:
    """The ant of a square, `EMPTY` without one."""
    words = context.words
    return words(f"army_ants.audit.{card[0]}", card=card[1]) if card else words("army_ants.audit.empty")


class Ant(Correction, BoardScreen):
    """The right card of a square, `EMPTY` without one. All keys go through one army, then through the other."""

    back: Field
    at: str

    def places(self, context: Context) -> Mapping[str, Place]:
        return CELLS

    def walk(self, context: Context) -> tuple[str, ...]:
        return tuple(CELLS)

    def with_card(self, card: str, context: Context) -> Screen | None:
        """The ant of the army whose ant is under the cursor; both are equal."""
        ant = f"{self.at[0] if self.at in ARMIES else ARMIES[0][0]}{card}"
        return replace(self, at=ant) if ant in CELLS else None

    def moved(self, command: Command, context: Context) -> str:
        walk = self.walk(context)
        return walk[move_in_ring(walk.index(self.at), command, len(walk))]

    def chosen(self, context: Context) -> Screen:
        now = self.table(context)["board"]
        board = {square: card for square, card in now.items() if square != self.back.square}
        if self.at != EMPTY:
            board[self.back.square] = self.at
        return self.back if board == now else self.back.correct(context, board=board)

    def view(self, context: Context) -> Page:
        words, square = context.words, self.back.square
        board = {**self.table(context)["board"], square: self.at or None}
        return Page(
            screen="ants-card",
            title=words("screen.ants-card.title", square=square),
            aside=_in_words(self.at, context),
            board=field(board),
            drawing=FieldPicture(asked=space(self.at or None)),
            space=place(square),
            keys="sob",
        )
