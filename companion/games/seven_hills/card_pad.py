"""The pad of cards: 1 2 3 below each other, then 4 5 6 and 7 8 9, the banner in a column of its own.

UP and DOWN go in the order of counting, LEFT and RIGHT from column to column.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from companion.games.seven_hills.board import NO_CARD
from companion.games.seven_hills.engine.actions import BANNER, NUMBERS, SAID
from companion.games.seven_hills.pictures import BACK
from companion.ui import digits
from companion.ui.choices import Place
from companion.ui.page import Board, Space, Token
from companion.words import Words

ROWS = 3
PLACES: Mapping[str, Place] = {
    str(SAID[card]): ((card - 1) % ROWS, (card - 1) // ROWS) for card in NUMBERS
} | {str(SAID[BANNER]): (1, ROWS)}  # fmt: skip
"""The place of each card on the pad."""
MORE, LESS = "+", "-"
HIDDEN: Mapping[str, Place] = {MORE: (0, ROWS), LESS: (2, ROWS)}
"""The places of "one face-down card more" and "one less", above and below the banner."""


def pad(steps: Collection[str], wide: int, framed: Collection[str] = ()) -> list[list[Space]]:
    """The cards that can be entered, each in its place; a dot for the others."""
    keys = {**PLACES, **HIDDEN}
    rows = [[Space(NO_CARD) for _ in range(wide)] for _ in range(ROWS)]
    for step in steps:
        row, column = keys[step]
        if step in HIDDEN:
            token = Token(step, BACK)
        else:
            token = Token(picture=digits.BANNER) if step == "banner" else Token(step)
        rows[row][column] = Space(step, (token,), framed=step in framed)
    return rows


def pad_beside_hill(keys: list[list[Space]], words: Words, number: int, sides: Sequence[Space]) -> Board:
    """The pad, and to its right a hill as on the table: `sides` are its cards by seat, seat 1 above."""
    close = sides[1], Space(f"({number})", name=words("seven_hills.hill", hill=number)), sides[0]
    return tuple([(*row, space._replace(wide=len(row))) for row, space in zip(keys, close, strict=True)])
