"""What a seat of Seven Hills has hidden: its cards that lie face down, hill by hill, oldest first."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from companion.games.seven_hills.engine.actions import FACE_DOWN, HILLS, SAID, LayDown, Reveal
from companion.games.seven_hills.engine.cards import CardsPosition
from companion.games.seven_hills.mind.compact import CARDS, NOTHING, Cards
from companion.kit.rules import Action, Seat
from companion.kit.search.mind import BadSecrets, Sight, Thought
from companion.kit.search.numbers import shuffle
from companion.reader import Reader

if TYPE_CHECKING:
    from random import Random


def hidden(position: CardsPosition, seat: Seat) -> Cards | None:
    """The secrets of a seat of which only the position is known: None if one of its cards lies face down."""
    return NOTHING if not any(_counts(position, seat)) else None


def read(position: CardsPosition, seat: Seat, value: Reader) -> Cards:
    """The secrets that `{"hills": [[], [3, "banner"], …]}` gives; raises BadSecrets or Wrong."""
    (hills,) = value.fields("hills")
    rows = [[_said(card) for card in row.entries()] for row in hills.entries(len(HILLS))]
    for number, row, due in zip(HILLS, rows, _counts(position, seat), strict=True):
        if len(row) != due:
            raise BadSecrets("refused.seven_hills.secret-count", hill=number, count=len(row), due=due)
    cards = [card for row in rows for card in row]
    for place, card in enumerate(cards):
        if card in cards[:place]:
            raise BadSecrets("refused.seven_hills.secret-twice", card=card)
    for card in cards:
        if card in SAID[1:] and position.has_shown(seat, SAID.index(card)):
            raise BadSecrets("refused.seven_hills.shown", seat=seat, card=card)
    for card in cards:
        if card not in SAID[1:] or not position.variant.deck >> SAID.index(card) & 1:
            raise BadSecrets("refused.seven_hills.secret-unknown", card=card)
    return tuple([tuple([SAID.index(card) for card in row]) for row in rows])


def keep(sight: Sight[CardsPosition], action: Action, thought: Thought | None, after: CardsPosition) -> Cards | None:
    """The secrets after an action in the sight's position; None where they are not known any more.

    Of a card that is laid face down for the seat only its own thought knows which one it is. A card that was shown
    although it should lie face down elsewhere makes all unknown.
    """
    before = sight.position
    secrets = own(sight)
    if secrets is not None and before.to_act == (sight.seat,):
        if isinstance(action, LayDown):
            laid, row = None, secrets[action.hill - 1]
            if thought is not None and thought.action == action:
                laid = thought.card
            secrets = _with(secrets, action.hill, (*row, SAID.index(laid))) if laid is not None else None
        elif isinstance(action, Reveal):
            assert before.pending is not None
            first, *rest = secrets[before.pending.hill - 1]
            secrets = _with(secrets, before.pending.hill, tuple(rest)) if first == action.card else None
    if secrets is None or any(after.has_shown(sight.seat, card) for row in secrets for card in row):
        return hidden(after, sight.seat)
    return secrets


def draw(position: CardsPosition, seat: Seat, secrets: Cards | None, chance: Random) -> Cards:
    """Secrets for a table that was set: those hills of the former ones that still fit it; the rest is drawn."""
    counts, former = _counts(position, seat), secrets or NOTHING
    fit = [
        row if len(row) == due and not any(position.has_shown(seat, card) for card in row) else None
        for row, due in zip(former, counts, strict=True)
    ]
    kept = {card for row in fit if row is not None for card in row}
    rest = [card for card in CARDS[position.variant.deck] if card not in kept and not position.has_shown(seat, card)]
    shuffle(chance, rest)
    return tuple([
        row if row is not None else tuple([rest.pop() for _ in range(due)])
        for row, due in zip(fit, counts, strict=True)
    ])  # fmt: skip


def own(sight: Sight) -> Cards | None:
    """The secrets of a sight; () stands for no card at any hill."""
    return NOTHING if sight.secrets == () else cast(Cards | None, sight.secrets)


def shown(secrets: Cards) -> object:
    """The secrets as `read` takes them."""
    return {"hills": [[SAID[card] for card in row] for row in secrets]}


def _with(secrets: Cards, number: int, row: tuple[int, ...]) -> Cards:
    return (*secrets[: number - 1], row, *secrets[number:])


def _counts(position: CardsPosition, seat: Seat) -> list[int]:
    """How many cards of a seat lie face down at each hill."""
    return [hill.cards[seat].count(FACE_DOWN) for hill in position.hills]


def _said(card: Reader) -> int | str:
    """A number or a text; whether it is a card is looked at later."""
    return card.text() if isinstance(card.value, str) else card.integer(-(10**9), 10**9)
