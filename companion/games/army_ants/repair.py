"""The screens that correct the field square by square."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from companion.games.army_ants.drawing import field, space
from companion.games.army_ants.engine.field import CARDS, FILES, PLACES, RANKS, SQUARES
from companion.games.army_ants.engine.phase import RALLY_TURNS
from companion.ui.game_screens import Audit, Number, running
from companion.ui.page import Board, Page, Space, Token
from companion.ui.screen import Command, Context, Intent, Screen, turned
from companion.values import Frozen, replace

PHASES = ("deploy", "rally", "battle")


def laid(context: Context, table: Mapping[str, object]) -> Board:
    """The field of a table view; empty in scores entry."""
    return field(cast(Mapping[str, object], table["board"])) if "board" in table else ()


def repair(audit: Audit, line: str, context: Context) -> Screen:
    """The screen that corrects a line; for turn and phase OK goes to the next value."""
    fields = cast(Mapping[str, Any], audit.table(context))
    kind, _, seat = line.partition(" ")
    if kind == "board":
        return Field(audit)
    if kind == "turn":
        return audit.corrected(context, turn=1 - fields["turn"])
    if kind == "phase":
        phase = PHASES[(PHASES.index(fields["phase"]) + 1) % len(PHASES)]
        left = 0 if phase == "battle" else RALLY_TURNS
        turn = _next_seat(fields["board"]) if phase == "deploy" else fields["turn"]
        return audit.corrected(context, phase=phase, rally=[left, left], turn=turn)
    if kind == "rally":
        title = context.words("army_ants.audit.left", name=running(context).setup.names[int(seat)])
        return Number(audit, title, "rally", int(seat), fields["rally"][int(seat)], RALLY_TURNS)
    return audit  # scores entry: nothing to correct


def _next_seat(board: Mapping[str, object]) -> int:
    """The seat whose card is entered next."""
    return int(all(SQUARES[square] in board for square in PLACES[0]))


class Field(Frozen):
    """A walk over the field: first the rank, then, with OK, the square in it. OK there asks for its card.

    `file` is None while the rank is chosen.
    """

    audit: Audit
    rank: int = 1
    file: int | None = None

    def update(self, command: Command, context: Context) -> Screen | Intent:
        sideways = command in (Command.LEFT, Command.RIGHT)
        if sideways or (self.file is None and command in (Command.UP, Command.DOWN)):
            return replace(self, rank=1 + turned(self.rank - 1, command, len(RANKS)))
        if command is Command.BACK:
            return self.audit if self.file is None else replace(self, file=None)
        if self.file is None:
            return replace(self, file=len(FILES) // 2)
        if command is Command.OK:
            return Ant.on(self, context)
        return replace(self, file=turned(self.file, command, len(FILES)))

    @property
    def square(self) -> str:
        """The square under the cursor, after the rank is chosen."""
        assert self.file is not None
        return f"{FILES[self.file]}{self.rank}"

    def view(self, context: Context) -> Page:
        words, table = context.words, self.audit.table(context)
        there = cast(Mapping[str, str], table["board"])
        if self.file is None:
            aside = words("army_ants.audit.rank", rank=self.rank)
        else:
            aside = f"{self.square} {there.get(self.square, '·')}"
        return Page(
            screen="ants-field",
            title=words("screen.ants-field.title"),
            aside=aside,
            board=laid(context, table),
            space=(self.file, self.rank),
        )


ROWS = tuple([(*army[1:], army[0]) for army in CARDS])
"""The cards to choose from, a row for each army, the queen last; below them an empty square."""


class Ant(Frozen):
    """The right card of a square."""

    field: Field
    row: int
    column: int

    @classmethod
    def on(cls, field: Field, context: Context) -> Ant:
        """The screen with the recorded card under the cursor."""
        there = cast(Mapping[str, str], field.audit.table(context)["board"]).get(field.square)
        for row, army in enumerate(ROWS):
            if there in army:
                return cls(field, row, [str(card) for card in army].index(str(there)))
        return cls(field, len(ROWS), 0)

    def update(self, command: Command, context: Context) -> Screen | Intent:
        if command is Command.BACK:
            return self.field
        if command is Command.OK:
            return replace(self.field, audit=self._put(context))
        wide = len(ROWS[0])
        if command in (Command.LEFT, Command.RIGHT) and self.row < len(ROWS):
            return replace(self, column=turned(self.column, command, wide))
        at = turned(min(self.row * wide + self.column, len(ROWS) * wide), command, len(ROWS) * wide + 1)
        return replace(self, row=at // wide, column=at % wide)

    @property
    def card(self) -> str | None:
        """The card under the cursor; None for an empty square."""
        return str(ROWS[self.row][self.column]) if self.row < len(ROWS) else None

    def _put(self, context: Context) -> Audit:
        audit = self.field.audit
        fields = cast(Mapping[str, Any], audit.table(context))
        board = {square: card for square, card in fields["board"].items() if square != self.field.square}
        if self.card is not None:
            board[self.field.square] = self.card
        if board == fields["board"]:
            return audit
        if fields["phase"] == "deploy":
            return audit.corrected(context, board=board, turn=_next_seat(board))
        return audit.corrected(context, board=board)

    def view(self, context: Context) -> Page:
        rows = [tuple(space(str(card)) for card in army) for army in ROWS]
        rows.append((Space("·", (Token(context.words("army_ants.audit.empty")),)),))
        return Page(
            screen="ants-card",
            title=context.words("screen.ants-card.title", square=self.field.square),
            aside=self.card or "",
            board=tuple(rows),
            space=(self.row, self.column),
        )
