"""The position of a table view: `build` makes it, `check` names its first fault."""

from __future__ import annotations

from companion.games.praetorians.engine.actions import CARD, CARDS, TWELVE, Card, deck_of, in_order
from companion.games.praetorians.engine.cards import CardsPosition
from companion.games.praetorians.engine.position import Position, ScoresPosition
from companion.games.praetorians.engine.track import GOAL
from companion.kit.rules import Inconsistent, Options
from companion.reader import Reader

FLIPS_MOST = 120


def build(players: int, options: Options, table: Reader) -> Position:
    """The position with these pawns and cards; only the order of the cards follows from the rest."""
    twelves = bool(options["twelves"])
    if options["entry"] == "scores":
        turn, pawns, matched = table.fields("turn", "pawns", "matched")
        return ScoresPosition(twelves, turn.seat(players), _spaces(pawns, players), matched.integer(0, GOAL))
    turn, pawns, kept, flips, matched, facedown, discards = table.fields(
        "turn", "pawns", "kept", "flips", "matched", "facedown", "discards"
    )
    return CardsPosition(
        twelves, turn.seat(players), _spaces(pawns, players), _cards(kept), flips.integer(0, FLIPS_MOST),
        matched.integer(0, GOAL), tuple(sorted(_cards(facedown), key=in_order)), _cards(discards),
    )  # fmt: skip


def check(position: Position) -> None:
    """Raise Inconsistent with the first fault of a position that play cannot reach."""
    turn, space = position.turn, position.pawns[position.turn]
    if position.matched > space:
        raise Inconsistent("table.praetorians.pawn-matched", seat=turn, space=space, matched=position.matched)
    if isinstance(position, CardsPosition):
        _check_cards(position)
        _check_turn(position)


def _spaces(pawns: Reader, players: int) -> tuple[int, ...]:
    return tuple([space.integer(0, GOAL - 1) for space in pawns.entries(players)])


def _cards(pile: Reader) -> tuple[Card, ...]:
    return tuple([_card(card) for card in pile.entries()])


def _card(value: Reader) -> Card:
    text = value.text()
    return CARD.get(text) or value.raise_wrong("table.praetorians.no-card")


def _check_cards(position: CardsPosition) -> None:
    """Face-down cards, discards and kept cards together are the deck."""
    deck = deck_of(position.twelves)
    cards = position.facedown + position.discards + position.kept
    for card in (*CARDS, TWELVE):
        count, exist = cards.count(card), deck.count(card)
        if count > exist:
            raise Inconsistent("table.praetorians.too-many", card=card, count=count, exist=exist)
        if count < exist:
            raise Inconsistent("table.praetorians.too-few", card=card, count=count, exist=exist)


def _check_turn(position: CardsPosition) -> None:
    """The kept cards are such that the turn goes on, and the matches can have been made with them."""
    kept = position.kept
    if TWELVE in kept:
        raise Inconsistent("table.praetorians.kept-twelve", "PRA-10")
    values = [card.value for card in kept]
    for value in values:
        if values.count(value) > 1:
            raise Inconsistent("table.praetorians.kept-match", "PRA-6", value=value)
    if {card.camp for card in kept} >= {1, -1}:
        raise Inconsistent("table.praetorians.kept-camps", "PRA-5")
    others = position.flips - len(kept)
    if others < 0:
        raise Inconsistent("table.praetorians.flips", flips=position.flips, kept=len(kept))
    if position.flips and not kept and not position.twelves:
        raise Inconsistent("table.praetorians.flips-kept", "PRA-6", flips=position.flips)
    if not position.flips and not position.facedown:
        raise Inconsistent("table.praetorians.nothing-facedown", "PRA-9")
    if not _can_match(position.matched, values, others, fewer=position.twelves):
        raise Inconsistent("table.praetorians.matched", "PRA-6", matched=position.matched, matches=others)


def _can_match(total: int, values: list[int], matches: int, *, fewer: bool) -> bool:
    """Whether `total` is a sum of `matches` of the values, repeats allowed; with `fewer` also of fewer."""
    sums = 1  # bit s: s can be reached with as many matches as counted so far
    for _ in range(matches):
        if fewer and sums >> total & 1:
            return True
        step = 0
        for value in values:
            step |= sums << value
        sums = step & (1 << total + 1) - 1
    return bool(sums >> total & 1)
