"""The row of the seven hills: the cards of the first player below, of the other above, and the owner of each hill."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.seven_hills.engine.actions import HILLS, SAID
from companion.games.seven_hills.engine.cards import CardsPosition
from companion.games.seven_hills.engine.hills import leader
from companion.kit.rules import Seat
from companion.play.timeline import GameSetup, Timeline
from companion.report.drawing import WIDE, Drawing, box, flag, mark, shorten_name, svg, text
from companion.report.markup import Markup, element, isolate
from companion.words import Words

PITCH = WIDE / len(HILLS)
CARD_WIDE, CARD_HIGH, SHIFT = 32.0, 42.0, 21.0
"""The size of a card, and the distance from the one before it."""
HILL = 40.0
NAME = 22.0
GAP = 6.0


def draw(setup: GameSetup, timeline: Timeline, words: Words) -> tuple[Drawing, ...]:
    """The hills with their cards; only the owners if people entered no more."""
    position = timeline[-1].position
    if isinstance(position, CardsPosition):
        owners: list[Seat | None] = [leader(hill, position.variant) for hill in position.hills]
        sides = [[[SAID[card] for card in hill.cards[seat]] for hill in position.hills] for seat in (0, 1)]
    else:
        owners = [owner if isinstance(owner, int) else None for owner in position.table()["hills"]]
        sides = [[[] for _ in HILLS] for _ in (0, 1)]
    return (_row(setup, owners, sides, words),)


def _row(
    setup: GameSetup, owners: Sequence[Seat | None], sides: Sequence[Sequence[Sequence[int | str]]], words: Words
) -> Drawing:
    below, above = [_height(side) for side in sides]
    top = NAME + above + GAP
    bottom = top + HILL + GAP
    parts: list[Markup] = []
    for seat, y in ((1, NAME / 2), (0, bottom + below + NAME / 2)):
        name = isolate(shorten_name(setup.names[seat], WIDE - 22))
        parts += [mark(seat, 9, y, 6), text(22, y, name, class_=f"name n{seat}", anchor="start")]
    for at, number in enumerate(HILLS):
        x = PITCH * (at + 0.5)
        owner = owners[at]
        parts.append(_hill(number, owner, x, top))
        # The oldest card is next to the hill, each of the others over the one before it.
        parts += [_card(card, 1, x, top - GAP - CARD_HIGH - SHIFT * place) for place, card in enumerate(sides[1][at])]
        parts += [_card(card, 0, x, bottom + SHIFT * place) for place, card in enumerate(sides[0][at])]
    title = words("report.hills")
    about = words.join_list(
        words("report.hill-of", hill=number, name=isolate(setup.names[owner]))
        for number, owner in zip(HILLS, owners, strict=True)
        if owner is not None
    )
    return Drawing(title, svg(title, about, bottom + below + NAME, parts))


def _height(side: Sequence[Sequence[object]]) -> float:
    """The height that the cards of one side need."""
    most = max(map(len, side))
    return CARD_HIGH + SHIFT * (most - 1) if most else 0.0


def _hill(number: int, owner: Seat | None, x: float, y: float) -> Markup:
    """A hill: its number, and on the owner's side their mark."""
    frame = box(x - PITCH / 2 + 3, y, PITCH - 6, HILL, f"hill h{owner}" if owner is not None else "hill", round_=9)
    named = text(x if owner is None else x - 7, y + HILL / 2, number, class_="hill-number")
    owned = mark(owner, x + 13, y + HILL / 2 + (-8 if owner else 8), 6) if owner is not None else None
    return element("g", frame, named, owned)


def _card(card: int | str, seat: Seat, x: float, y: float) -> Markup:
    """A card of a side from its upper edge; the next card does not cover the number."""
    back = card == "?"
    frame = box(x - CARD_WIDE / 2, y, CARD_WIDE, CARD_HIGH, f"card k{seat}{' back' if back else ''}", round_=4)
    at = y + CARD_HIGH - 11 if seat else y + 11
    face = None if back else flag(x, at, 6) if card == "banner" else text(x, at, card, class_=f"value n{seat}")
    return element("g", frame, face)
