"""The row of the seven hills as a board: above each hill the cards of seat 1, below it seat 0's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games.seven_hills.engine.actions import BANNER, FACE_DOWN, HILLS, SAID
from companion.games.seven_hills.engine.cards import CardsPosition
from companion.games.seven_hills.engine.hills import Hill, Row, Variant, leader
from companion.games.seven_hills.engine.position import Position
from companion.games.seven_hills.engine.scores import ScoresPosition
from companion.games.seven_hills.pictures import ABOVE, BACK, BELOW, LAUREL, NO_ENTRY, back_with_pips
from companion.kit.text import tags
from companion.play.timeline import Snapshot
from companion.ui import digits
from companion.ui.game_screens import running_position, running_snapshot
from companion.ui.page import Board, Figure, Space, Token
from companion.ui.screen import Context

LEADS = (BELOW, ABOVE)
"""The arrow to the side of a hill where the cards of a seat lie."""
ARROWS = ("▼", "▲")
"""The same arrows as characters."""
NO_CARD = "·"


def variant(step: Snapshot) -> Variant:
    """The variant that the players agreed on."""
    return Variant(step.setup.options)


def tally(context: Context, position: CardsPosition | ScoresPosition) -> tuple[Figure, ...]:
    """The points in one line, each behind the arrow to that player's side."""
    step = running_snapshot(context)
    return tuple(
        Figure(f"{ARROWS[seat]}{step.setup.names[seat]}", won, seat == step.turn)
        for seat, won in enumerate(position.points)
    )


def board(context: Context) -> Board:
    """The hills with their cards, the points at the end of each player's row; in scores entry the owners."""
    position: Position = running_position(context)
    if isinstance(position, ScoresPosition):
        return owners_board(position.table())
    step = running_snapshot(context)
    hills = board_of_table(position.table(), variant(step))
    first, second = [Space(str(points), number=str(points)) for points in position.points]
    in_turn = Space(NO_CARD)
    if step.turn is not None:
        in_turn = in_turn._replace(sign=LEADS[step.turn], name=tags(step.setup.names)[step.turn])
    return tuple([(*row, end) for row, end in zip(hills, (second, in_turn, first), strict=True)])


def hills_of(table: Mapping[str, Any]) -> list[Hill]:
    """The hills of a table view."""
    hills = []
    for hill in table["hills"]:
        first, second = [tuple(map(SAID.index, row)) for row in hill["cards"]]
        hills.append(Hill(hill["open"], (first, second)))
    return hills


def board_of_table(table: Mapping[str, Any], agreed: Variant) -> Board:
    """A table view as a board of three rows.

    An arrow beside a hill's number points to the player who leads there. At the barred hill a sign is in the place
    where the player in turn would lay the card.
    """
    every = hills_of(table)
    rows = [[side(hill.cards[seat]) for hill in every] for seat in (0, 1)]
    turn, barred = table["turn"], table["barred"]
    if turn is not None and barred is not None:
        space, sign = rows[turn][barred - 1], Token(picture=NO_ENTRY)
        rows[turn][barred - 1] = Space(space.text.replace(NO_CARD, "") + "×", (*space.tokens, sign))
    numbers = [_number(number, leader(hill, agreed)) for number, hill in zip(HILLS, every, strict=True)]
    first, second = map(tuple, rows)
    return (second, tuple(numbers), first)


def _number(number: int, leads: int | None) -> Space:
    token = Token(str(number), LEADS[leads] if leads is not None else None)
    return Space(f"{number}{ARROWS[leads] if leads is not None else ''}", (token,))


def side(cards: Row) -> Space:
    """The cards of one tribe at a hill."""
    return Space(",".join([str(SAID[card]) for card in cards]) or NO_CARD, tokens(cards))


def tokens(cards: Row, asked: int | None = None) -> tuple[Token, ...]:
    """Cards as pieces: numbers and the banner one by one, face-down cards as the back of a card with a pip for each.

    `asked` is the index of a card that is being named; it is framed, and face-down cards are then shown one by one.
    """
    pieces: list[Token] = []
    hidden = cards.count(FACE_DOWN)
    for at, card in enumerate(cards):
        if card != FACE_DOWN:
            token = Token(picture=digits.BANNER) if card == BANNER else Token(str(card))
            pieces.append(token._replace(framed=at == asked))
        elif asked is not None:
            pieces.append(Token("?", framed=True) if at == asked else Token(picture=BACK))
        elif at == cards.index(FACE_DOWN):
            pieces.append(Token(picture=back_with_pips(hidden)))
    return tuple(pieces)


def owners_board(table: Mapping[str, Any]) -> Board:
    """The owners of the hills: a laurel on the winner's side, dashes for nobody, nothing if not named yet."""
    owners = table["hills"]

    def row(seat: int) -> tuple[Space, ...]:
        marks = {seat: Space("won", (Token(picture=LAUREL),)), "-": Space("–", (Token("–"),))}
        return tuple([marks.get(owner, Space(NO_CARD)) for owner in owners])

    return (row(1), tuple([Space(str(number), (Token(str(number)),)) for number in HILLS]), row(0))
