"""Reads a table view field by field, then checks it, with one function for each kind of fault."""

from __future__ import annotations

from itertools import pairwise

from companion.games.game import Options, Position, Seat
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
from companion.games.hannibal.engine.cards import CARTHAGE, ROME, CardsPosition
from companion.games.hannibal.engine.ends import CHIPS_TO_WIN, controls_mediterranean
from companion.games.hannibal.engine.scores import ScoresPosition
from companion.games.refusals import Inconsistent
from companion.reader import Reader

Fought = tuple[Place | None, str | None]
"""The place of the battle, and who fights for Carthage."""


def restore(players: int, options: Options, table: Reader) -> Position:
    """The position that a table view shows; raises Inconsistent or Wrong with the first fault."""
    core, symmetric = bool(options["core"]), options["west"] == "symmetric"
    if options["entry"] == "scores":
        turn, chips = table.fields("turn", "chips")
        return ScoresPosition(core, turn.seat(players), _chips(chips, core=core))
    turn, legions, hannibal, fleets, hands, battle, chips = table.fields(
        "turn", "legions", "hannibal", "fleets", "hands", "battle", "chips"
    )
    seat = turn.seat(players)
    on_land, at_sea = _counts(legions, REGIONS, LEGIONS), _counts(fleets, ROUTES, (FLEETS, FLEETS))
    leader = _hannibal(hannibal)
    if leader is not None:
        on_land[CARTHAGE][leader] = on_land[CARTHAGE].get(leader, 0) + 1
    held = _hands(hands)
    at, fielded = _battle(battle, seat)
    position = CardsPosition(
        core, symmetric, seat, (camp(on_land[ROME] | at_sea[ROME]), camp(on_land[CARTHAGE] | at_sea[CARTHAGE])), leader,
        held, at, fielded, _chips(chips, core=core),
    )  # fmt: skip
    _check_sides(position)
    _check_battle(position)
    _check_running(position)
    return position


def _counts(value: Reader, names: tuple[str, ...], most: tuple[int, int]) -> list[dict[Place, int]]:
    """By seat, how many pieces of one kind are in which places; places without pieces are left out."""
    counts, field = [], value.field
    for seat, side in enumerate(value.entries(2)):
        pieces = {}
        for name, count in side.members().items():
            if name not in names:
                raise Inconsistent("table.hannibal.no-place", field=field, place=name)
            pieces[PLACE[name]] = count.whole(1, most[seat])
        total = sum(pieces.values())
        if total > most[seat]:
            raise Inconsistent(
                "table.hannibal.too-many", "HAN-1", field=field, seat=seat, count=total, exist=most[seat]
            )
        counts.append(pieces)
    return counts


def _hannibal(value: Reader) -> Place | None:
    if value.none:
        return None
    name = value.text()
    if name not in REGIONS:
        value.wrong("table.hannibal.no-place", place=name)
    if PLACE[name] in ISLANDS:
        raise Inconsistent("table.hannibal.island", "HAN-4", place=name)
    return PLACE[name]


def _hands(value: Reader) -> tuple[Hand, Hand]:
    rome, carthage = map(_hand, value.entries(2))
    if len(rome) != len(carthage):
        raise Inconsistent("table.hannibal.hands", "HAN-7", rome=len(rome), carthage=len(carthage))
    return rome, carthage


def _hand(value: Reader) -> Hand:
    hand = tuple([card.whole(CARDS[0], CARDS[-1]) for card in value.entries()])
    if not hand:
        raise Inconsistent("table.hannibal.hand-empty", "HAN-8", field=value.field)
    for card, following in pairwise(hand):
        if card == following:
            value.wrong("table.hannibal.card-twice", card=card)
        if card > following:
            value.wrong("value.sorted")
    return hand


def _chips(value: Reader, *, core: bool) -> tuple[int, int]:
    rome, carthage = [count.whole(0, CHIPS_TO_WIN - 1) for count in value.entries(2)]
    if (rome or carthage) and not core:
        raise Inconsistent("table.hannibal.no-chips")
    if rome and carthage:
        raise Inconsistent("table.hannibal.both-chips", "HAN-17", rome=rome, carthage=carthage)
    return rome, carthage


def _battle(value: Reader, turn: Seat) -> Fought:
    """The battle's own fields; `_check_battle` compares them with the pieces."""
    if value.none:
        return None, None
    at, attacker, fielded = value.fields("at", "attacker", "fielded")
    name = at.text()
    if name not in PLACES:
        value.wrong("table.hannibal.no-place", place=name)
    if attacker.seat(2) != turn:
        raise Inconsistent("table.hannibal.attacker", "HAN-6", seat=turn)
    if fielded.none:
        return PLACE[name], None
    fighter = fielded.text()
    if fighter not in FIGHTERS:
        raise Inconsistent("table.hannibal.fighter", fielded=fighter)
    return PLACE[name], fighter


def _check_sides(position: CardsPosition) -> None:
    """No legion is in the enemy capital, and only in a battle are both sides in one place."""
    rome, carthage = position.camps
    for seat, own in enumerate(position.camps):
        if own[CAPITALS[1 - seat]]:
            raise Inconsistent("table.hannibal.capital", "HAN-11", seat=seat, place=PLACES[CAPITALS[1 - seat]])
    for place, name in enumerate(PLACES):
        if rome[place] and carthage[place] and place != position.battle:
            raise Inconsistent("table.hannibal.both-sides", "HAN-6", place=name)


def _check_battle(position: CardsPosition) -> None:
    """One attacker, at least one defender, and the fielded piece can fight. Never in a capital: nobody can be there."""
    at = position.battle
    if at is None:
        return
    place, attacker = PLACES[at], position.turn
    own, enemies = position.camps[attacker][at], position.camps[1 - attacker][at]
    if own != 1:
        raise Inconsistent("table.hannibal.attackers", "HAN-6", seat=attacker, count=own, place=place)
    if not enemies:
        raise Inconsistent("table.hannibal.no-defender", "HAN-6", seat=1 - attacker, place=place)
    if at >= SEA:
        if position.fielded is not None:
            raise Inconsistent("table.hannibal.fielded-sea", "HAN-9", place=place)
        return
    legions = position.pieces(CARTHAGE)[at]
    if position.hannibal == at and legions:
        return
    only = "legion" if legions else "hannibal"
    if position.fielded != only:
        raise Inconsistent("table.hannibal.fielded", "HAN-9", place=place, fielded=position.fielded, only=only)


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
