"""The arithmetic of Spartacus: the effect of an action, and how tricks, hands and the points add up."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.spartacus.engine.cards import CardsPosition
from companion.games.spartacus.engine.counting import JOKER_COST, Counting, count_cards
from companion.games.spartacus.engine.notation import BANNER, Card, Play, cards_of_mask
from companion.games.spartacus.engine.position import EMPTY, Position
from companion.kit.rules import Action, Seat
from companion.messages import Message


def worth_of(position: CardsPosition) -> int:
    """The points of the running trick."""
    return position.counting.trick(*count_cards([card for _, card in position.trick]))


def effect_parts(position: CardsPosition, action: Action) -> tuple[str, Seat | None, dict[str, object]]:
    """The effect of an action: the key of its text, the seat that the text is about, and the parameters."""
    after = position.after(action)
    taker = next(
        (seat for seat, piles in enumerate(after.won_tricks) if len(piles) > len(position.won_tricks[seat])), None
    )
    if taker is not None:
        points = after.counting.trick(*count_cards(after.won_tricks[taker][-1]))
        if after.outcome is None:
            return "took", taker, {"points": points}
        if taker == position.turn:
            return "over-takes", None, {"points": points}
        return "over-took", taker, {"points": points}
    if after.outcome is not None:
        return "over", None, {}
    if not isinstance(action, Play):
        return "passed", None, {}
    if not action.number and position.counting.doubling:
        return (
            ("doubles", None, {"before": worth_of(position), "points": worth_of(after)})
            if worth_of(position)
            else ("doubled", None, {})
        )
    if position.best is None:
        return ("leads" if not position.trick else "lowest"), None, {}
    beaten = next(card for seat, card in reversed(position.trick) if seat == position.best)
    return ("beats-joker", None, {}) if beaten == BANNER else ("beats", position.best, {"number": beaten})


def seat_of(message: Message) -> Seat:
    """The seat that a message is about."""
    seat = message.params["seat"]
    assert isinstance(seat, int)
    return seat


def explain_cards(message: Message, counting: Counting, kind: str, cards: Sequence[Card]) -> Message:
    """The sum of the cards of a trick or a hand."""
    total, banners = count_cards(cards)
    numbers = " + ".join([str(card) for card in cards if isinstance(card, int)]) or "0"
    return sum_message(message, counting, kind, numbers, total, banners)


def sum_message(message: Message, counting: Counting, kind: str, numbers: str, total: int, banners: int) -> Message:
    """The sum of a trick or a hand, and its points with banners (SPA-9, SPA-10, SPA-15)."""
    seat = seat_of(message)
    points = counting.trick(total, banners) if kind == "trick" else counting.hand(total, banners)
    terms = numbers if numbers == str(total) else f"{numbers} = {total}"
    rule = "SPA-9" if kind == "trick" else "SPA-10"
    key = f"why.spartacus.{kind}"
    if not banners or (counting.jokers and not counting.minus and not (counting.worthless and kind == "trick")):
        return Message(key, rule, seat=seat, terms=terms)
    if counting.doubling:
        return Message(f"{key}-doubled", rule, seat=seat, terms=terms, factor=1 << banners, points=points)
    if counting.worthless:
        return Message(f"{key}-worthless", "SPA-15", seat=seat)
    return Message(f"{key}-jokers", "SPA-15", seat=seat, terms=terms, cost=JOKER_COST * banners, points=points)


def total_messages(position: Position) -> list[Message]:
    """The points of all players: the tricks minus the hand (SPA-10)."""
    counting = position.counting
    piles: tuple[tuple[tuple[int, int], ...], ...]
    if isinstance(position, CardsPosition):
        piles = tuple(tuple(map(count_cards, won)) for won in position.won_tricks)
        left = tuple(count_cards(cards_of_mask(hand)) for hand in position.hands)
    else:
        piles, left = position.piles, tuple(hand or EMPTY for hand in position.hands)
    messages = []
    for seat, won in enumerate(piles):
        points, cost = [counting.trick(*pile) for pile in won], counting.hand(*left[seat])
        terms = " + ".join(map(str, points)).replace("+ -", "- ") or "0"
        total = sum(points) - cost
        if cost:
            terms += f" - {cost}"
        plain = terms == str(total)
        key = "why.spartacus.total-plain" if plain else "why.spartacus.total"
        messages.append(Message(key, "SPA-10", seat=seat, points=total, **({} if plain else {"terms": terms})))
    return messages
