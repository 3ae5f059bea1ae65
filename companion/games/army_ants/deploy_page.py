"""The entry screen of the deployment: the next square on the own four ranks, beside them the cards that are left.

Behind the cards is the offer to deal.
"""

from __future__ import annotations

from companion.games.army_ants.drawing import cards, label, place, space
from companion.games.army_ants.engine.deployment import Deployment
from companion.games.army_ants.engine.field import CARDS, FILES, SQUARES, VALUES, copies, face
from companion.games.army_ants.text import TEXT
from companion.games.game import Action
from companion.ui.choices import Path, Place
from companion.ui.game_screens import choices, running_snapshot
from companion.ui.page import Page, Space, Token
from companion.ui.screen import Context
from companion.ui.table import turn_text

DEAL = "deal"
"""The step that offers to deal."""
FACES = {face(value): value for value in VALUES}
"""The values by the text on the cards, in the order of the cursor."""
RANKS = ((1, 2, 3, 4), (5, 6, 7, 8))
"""The own four ranks of each seat, from left to right."""
EDGE = Space("|", label=True)
"""The line between the field and the cards that are left."""
LETTER, LEFT = 1, 6
"""The first columns of the field and of the cards that are left."""


def deploying_places(position: Deployment) -> dict[str, Place]:
    """Two columns of cards right of the field, then the offer."""
    return {name: _cell(name) for name in (*FACES, DEAL)}


def _cell(name: str) -> Place:
    if name == DEAL:
        return 0, LEFT + 2
    at = list(FACES).index(name)
    return at % len(FILES), LEFT + at // len(FILES)


def deploying(context: Context, position: Deployment, path: Path) -> Page:
    """The page that asks which card is on the next square."""
    square = SQUARES[position.place]
    ranks, there = RANKS[position.turn], cards(position)
    rows = []
    for down, file in enumerate(FILES):
        squares = [
            Space("?", (Token("?"),), wide=3) if f"{file}{rank}" == square else space(_card(there, f"{file}{rank}"))
            for rank in ranks
        ]
        left = [_remaining(position, name) for name in FACES if _cell(name)[0] == down]
        rows.append((label(file), *squares, EDGE, *left))
    word = context.words("army_ants.deal")
    rows[0] = (*rows[0], Space(DEAL, (Token(picture="dice"),), name=word, wide=7, tall=True))
    action: Action | None = choices(running_snapshot(context)).action(path)
    row, column = place(square)
    return Page(
        screen="ants-deploy",
        title=turn_text(context),
        aside=context.words("army_ants.deal-aside") if action is None else TEXT.action_name(context.situation, action),
        board=tuple(rows),
        space=_cell(path[-1]),
        also=((row, column - ranks[0] + LETTER),),
    )


def _card(there: dict[str, object], square: str) -> str | None:
    card = there.get(square)
    return str(card) if card is not None else None


def _remaining(position: Deployment, name: str) -> Space:
    """A value with the number of its cards that are not entered yet; empty when both are entered."""
    card = CARDS[position.turn][FACES[name]]
    left = copies(card.value) - position.board.count(card)
    if not left:
        return Space("–", (), wide=4)
    token = Token(picture="queen") if name == "Q" else Token(name)
    return Space(f"{name}×{left}", (token, Token(picture="two" if left > 1 else "one")), wide=4)
