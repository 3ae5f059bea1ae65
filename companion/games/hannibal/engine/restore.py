"""The position of a table view: `build` computes it from the pieces and hands, `check` names its first fault."""

from __future__ import annotations

from companion.games.hannibal.engine.actions import CARDS, FIGHTERS, Hand
from companion.games.hannibal.engine.board import (
    CAPITALS,
    FLEETS,
    ISLANDS,
    LEGIONS,
    PLACE,
    PLACES,
    REGIONS,
    ROUTES,
    SEA,
    Camp,
    Place,
    camp,
)
from companion.games.hannibal.engine.cards import CARTHAGE, ROME, CardsPosition, only_fighter
from companion.games.hannibal.engine.ends import CHIPS_TO_WIN, controls_mediterranean
from companion.games.hannibal.engine.position import Position, ScoresPosition
from companion.kit.rules import Inconsistent, Options, Seat
from companion.reader import Reader

Fought = tuple[Place | None, str | None]
"""The place of the battle, and who fights for Carthage."""


def build(players: int, options: Options, table: Reader) -> Position:
    """The position with these pieces, hands, chips and turn; of a battle it takes what the pieces leave open."""
    core, symmetric = bool(options["core"]), options["west"] == "symmetric"
    if options["entry"] == "scores":
        turn, chips = table.fields("turn", "chips")
        return ScoresPosition(core, turn.seat(players), _chips(chips))
    turn, legions, hannibal, fleets, hands, battle, chips = table.fields(
        "turn", "legions", "hannibal", "fleets", "hands", "battle", "chips"
    )
    seat = turn.seat(players)
    on_land, at_sea = _counts(legions, REGIONS, LEGIONS), _counts(fleets, ROUTES, (FLEETS, FLEETS))
    leader = _hannibal(hannibal)
    if leader is not None:
        on_land[CARTHAGE][leader] = on_land[CARTHAGE].get(leader, 0) + 1
    rome, carthage = map(_hand, hands.entries(2))
    camps = camp(on_land[ROME] | at_sea[ROME]), camp(on_land[CARTHAGE] | at_sea[CARTHAGE])
    at, fielded = _fought(_battle(battle), camps, leader)
    return CardsPosition(core, symmetric, seat, camps, leader, (rome, carthage), at, fielded, _chips(chips))


def check(position: Position) -> None:
    """Raise Inconsistent with the first fault of a position that play cannot reach."""
    _check_chips(position)
    if isinstance(position, CardsPosition):
        _check_hands(position)
        _check_sides(position)
        _check_attacker(position)
        _check_running(position)


def _counts(value: Reader, names: tuple[str, ...], most: tuple[int, int]) -> list[dict[Place, int]]:
    """By seat, how many pieces of one kind are in which places; places without pieces are left out."""
    counts, field = [], value.field
    for seat, side in enumerate(value.entries(2)):
        pieces = {}
        for name, count in side.members().items():
            if name not in names:
                raise Inconsistent("table.hannibal.no-place", field=field, place=name)
            pieces[PLACE[name]] = count.integer(1, most[seat])
        total = sum(pieces.values())
        if total > most[seat]:
            raise Inconsistent(
                "table.hannibal.too-many", "HAN-1", field=field, seat=seat, count=total, exist=most[seat]
            )
        counts.append(pieces)
    return counts


def _hannibal(value: Reader) -> Place | None:
    if value.is_null:
        return None
    name = value.text()
    if name not in REGIONS:
        value.raise_wrong("table.hannibal.no-place", place=name)
    if PLACE[name] in ISLANDS:
        raise Inconsistent("table.hannibal.island", "HAN-4", place=name)
    return PLACE[name]


def _hand(value: Reader) -> Hand:
    hand = tuple([card.integer(CARDS[0], CARDS[-1]) for card in value.entries()])
    for card in hand:
        if hand.count(card) > 1:
            value.raise_wrong("table.hannibal.card-twice", card=card)
    return tuple(sorted(hand))


def _chips(value: Reader) -> tuple[int, int]:
    rome, carthage = [count.integer(0, CHIPS_TO_WIN - 1) for count in value.entries(2)]
    return rome, carthage


def _battle(value: Reader) -> Fought:
    """The place of the battle, and who fights for Carthage, as the table says."""
    if value.is_null:
        return None, None
    at, _, fielded = value.fields("at", "attacker", "fielded")
    name = at.text()
    if name not in PLACES:
        value.raise_wrong("table.hannibal.no-place", place=name)
    if fielded.is_null:
        return PLACE[name], None
    fighter = fielded.text()
    if fighter not in FIGHTERS:
        raise Inconsistent("table.hannibal.fighter", fielded=fighter)
    return PLACE[name], fighter


def _fought(entered: Fought, camps: tuple[Camp, Camp], hannibal: Place | None) -> Fought:
    """The battle where both sides are, and its fighter: what the table says if that is possible."""
    wanted, fielded = entered
    met = [at for at, pieces in enumerate(zip(*camps, strict=True)) if all(pieces)]  # HAN-6
    if not met:
        return None, None
    at = wanted if wanted in met else met[0]
    only = only_fighter(camps, hannibal, at)
    open_choice = at < SEA and only is None
    return at, fielded if open_choice and at == wanted else only  # HAN-9


def _check_chips(position: CardsPosition | ScoresPosition) -> None:
    rome, carthage = position.chips
    if (rome or carthage) and not position.core:
        raise Inconsistent("table.hannibal.no-chips")
    if rome and carthage:
        raise Inconsistent("table.hannibal.both-chips", "HAN-17", rome=rome, carthage=carthage)


def _check_hands(position: CardsPosition) -> None:
    rome, carthage = position.hands
    for seat, hand in enumerate(position.hands):
        if not hand:
            raise Inconsistent("table.hannibal.hand-empty", "HAN-8", field=f"hands[{seat}]")
    if len(rome) != len(carthage):
        raise Inconsistent("table.hannibal.hands", "HAN-7", rome=len(rome), carthage=len(carthage))


def _check_sides(position: CardsPosition) -> None:
    """No legion is in the enemy capital, and only in a battle are both sides in one place."""
    rome, carthage = position.camps
    for seat, own in enumerate(position.camps):
        if own[CAPITALS[1 - seat]]:
            raise Inconsistent("table.hannibal.capital", "HAN-11", seat=seat, place=PLACES[CAPITALS[1 - seat]])
    for place, name in enumerate(PLACES):
        if rome[place] and carthage[place] and place != position.battle:
            raise Inconsistent("table.hannibal.both-sides", "HAN-6", place=name)


def _check_attacker(position: CardsPosition) -> None:
    """One piece has entered the place of a battle. Never in a capital: nobody can be there."""
    at, attacker = position.battle, position.turn
    if at is not None and position.camps[attacker][at] != 1:
        count = position.camps[attacker][at]
        raise Inconsistent("table.hannibal.attackers", "HAN-6", seat=attacker, count=count, place=PLACES[at])


def _check_running(position: CardsPosition) -> None:
    """Nobody has won: HAN-13, HAN-12 without the attacking piece, HAN-14."""
    for seat, own in enumerate(position.camps):
        if not any(own[:SEA]):
            raise Inconsistent("table.hannibal.no-legions", "HAN-13", seat=seat)
        if controls_mediterranean(_without_attacker(position, seat, own), seat, symmetric=position.symmetric):
            raise Inconsistent("table.hannibal.mediterranean", "HAN-12", seat=seat)
    if not position.legal():
        raise Inconsistent("table.hannibal.stuck", "HAN-14", seat=position.turn)


def _without_attacker(position: CardsPosition, seat: Seat, own: Camp) -> Camp:
    """A camp without the piece that has entered a running battle, which does not count there yet."""
    if seat != position.turn or position.battle is None:
        return own
    return (*own[: position.battle], 0, *own[position.battle + 1 :])
