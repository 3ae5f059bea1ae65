"""The field as a board: rank 8 on top, files a to e from left to right, as red sees it.

What is on the right half of the glass stands behind the squares of a row: cards to choose from, or beaten ants.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import cast

from companion.games.army_ants.engine.battle import Battle
from companion.games.army_ants.engine.field import CARDS, FILES, RANKS, SQUARES, copies
from companion.games.army_ants.engine.phase import CardsPosition
from companion.ui.game_screens import running_snapshot
from companion.ui.page import Board, Space, Token
from companion.ui.screen import Context
from companion.words import Words


class Square(Space):
    """A square of the field, with its card or without one."""

    __slots__ = ()


class Attacker(Square):
    """A square with a card that can attack."""

    __slots__ = ()


EMPTY = Square("·")
"""An empty square."""
EDGE = Space("|", label=True)
"""What separates the squares of a row from the spaces behind them."""
BESIDE = 2 + len(FILES)
"""The column of the first space behind the squares."""


def space(card: str | None, *, marked: bool = False) -> Space:
    """A square with its card; black's cards are framed. A `marked` card can attack."""
    if card is None:
        return EMPTY
    token = Token(card[1], framed=card[0] == "B")
    return Attacker(f"{card}!", (token,)) if marked else Square(card, (token,))


def field(cards: Mapping[str, object], marked: Collection[str] = (), beside: Sequence[tuple[Space, ...]] = ()) -> Board:
    """The whole field with its cards, each rank with its number in front.

    The cards on `marked` squares can attack. The spaces `beside` are behind the lowest ranks, a row each.
    """
    rows = []
    for down, rank in enumerate(reversed(RANKS)):
        squares = [f"{file}{rank}" for file in FILES]
        behind = down - (len(RANKS) - len(beside))
        rows.append((
            Space(str(rank), label=True),
            *[space(cast(str | None, cards.get(square)), marked=square in marked) for square in squares],
            *((EDGE, *beside[behind]) if behind >= 0 else ()),
        ))  # fmt: skip
    return tuple(rows)


def row(rank: int) -> int:
    """The row of a rank on the board."""
    return len(RANKS) - rank


def place(square: str) -> tuple[int, int]:
    """Row and column of a square on the board."""
    return row(int(square[1])), 1 + FILES.index(square[0])


def cards(position: CardsPosition) -> dict[str, object]:
    """The occupied squares of a position."""
    return {name: card for name, card in zip(SQUARES, position.board, strict=True) if card is not None}


def beaten(position: CardsPosition, words: Words) -> list[tuple[Space, ...]]:
    """Two rows about the beaten ants, a word and how many each army has lost; none before an ant is beaten.

    Read as text, the second row names the ants.
    """
    if not isinstance(position, Battle):
        return []
    gone = [[card for card in army for _ in range(copies(card.value) - position.board.count(card))] for army in CARDS]
    if not any(gone):
        return []
    word, counts = words("army_ants.beaten"), words("army_ants.lost", red=len(gone[0]), black=len(gone[1]))
    return [(Space(word, name=word),), (Space(",".join([*gone[0], *gone[1]]), name=counts),)]


def board(context: Context) -> Board:
    """The field; empty in scores entry."""
    position = running_snapshot(context).position
    return field(cards(position)) if isinstance(position, CardsPosition) else ()
