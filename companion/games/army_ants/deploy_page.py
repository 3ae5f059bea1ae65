"""The entry screen of the deployment: the next square of the field is marked, beside it are the cards that are left.

Behind the cards is the offer to deal.
"""

from __future__ import annotations

from companion.games.army_ants.drawing import BESIDE, Square, cards, field, place
from companion.games.army_ants.engine.deployment import Deployment
from companion.games.army_ants.engine.field import CARDS, RANKS, SQUARES, VALUES, copies, face
from companion.games.army_ants.field_picture import FIELD
from companion.games.army_ants.text import TEXT
from companion.kit.rules import Action
from companion.ui.choices import Path, Place
from companion.ui.game_screens import choices, running_snapshot
from companion.ui.page import Page, Picture, Space, Token
from companion.ui.screen import Context
from companion.ui.table import turn_text

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


def deploying_places(position: Deployment) -> dict[str, Place]:
    """Columns of cards right of the field, then the offer."""
    return {name: _cell(name) for name in CELLS}


def _cell(name: str) -> Place:
    column, row = divmod(CELLS.index(name), HIGH)
    return len(RANKS) - HIGH + row, BESIDE + column


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
