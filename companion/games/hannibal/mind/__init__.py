"""The mind of Hannibal vs Rome: alpha-beta on the map, exact mixes in a battle.

The secret of a seat is the card that it has chosen for the round, or () where it has chosen none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.hannibal.engine.cards import CardsPosition
from companion.games.hannibal.mind.review import judge
from companion.games.hannibal.mind.think import odds, quick, think
from companion.kit.search.mind import BadSecrets, Mind, Secrets
from companion.reader import Reader

if TYPE_CHECKING:
    from companion.kit.rules import Seat


def read(position: CardsPosition, seat: Seat, reader: Reader) -> Secrets:
    """The card that a seat has chosen for the round."""
    (chosen,) = reader.fields("card")
    card = chosen.integer(-(10**9), 10**9)
    if position.battle is None or position.must_choose_fighter:
        raise BadSecrets("refused.hannibal.no-round", "HAN-7")
    if card not in position.hands[seat]:
        raise BadSecrets("refused.hannibal.laid-aside", "HAN-7", seat=seat, card=card, hand=position.hands[seat])
    return card


def shown(secrets: Secrets) -> object:
    """The chosen card as JSON values."""
    return {"card": secrets} if secrets else None


MIND = Mind(
    4,
    (40, 250, 4_000, 40_000),
    think=think,
    quick=quick,
    odds=odds,
    judge=judge,
    review_work=30_000,
    review_plies=16,
    read=read,
    shown=shown,
)
