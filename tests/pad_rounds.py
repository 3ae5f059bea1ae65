"""Rounds of score pads as people play them, and how many keys they press for a round, or for an entry.

The keys are pressed on the real screens: a press for each entry that a wheel turns, in the shorter direction, and OK.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from presses import Shadow, way_by_wheels

from companion.games.pad.engine.notation import enter
from companion.kit.rules import Action, play

PEOPLE = ("Ada", "Ben", "Cleo", "Dora")
Draw = Callable[[Any, random.Random], float]


def entries(bar: Bar, games: int) -> Iterator[tuple[Shadow, Action]]:
    """What people enter next in some games, with the table before it; then it is entered."""
    dice = random.Random(bar.key)
    for _ in range(games):
        table = Shadow(bar.key, PEOPLE[: bar.players])
        for _ in range(120):
            position: Any = table.timeline[-1].position
            if table.over or position.round > 24:
                break
            action = enter(position.asked[0], position.speaker, nearest(position, bar.draw(position, dice)))
            yield table, action
            table.enter(action)


def rounds(bar: Bar, *, rings: bool = True) -> Iterator[tuple[int, bool]]:
    """The presses of each entry of some games, and whether it ends a round or a turn."""
    for table, action in entries(bar, 2 if bar.by_entry else 6):
        before: Any = table.timeline[-1].position
        after: Any = play(before, action)
        over = after.outcome is not None
        presses = len(way_by_wheels(action, table.context, rings=rings))
        yield presses, over or (after.round, after.turn) != (before.round, before.turn)


def mean_presses(bar: Bar, *, rings: bool = True) -> float:
    """The mean presses of a round, of a turn, or of an entry."""
    counts = list(rounds(bar, rings=rings))
    return sum(count for count, _ in counts) / (len(counts) if bar.by_entry else sum(ended for _, ended in counts))


def nearest(position, wanted):
    field = position.asked[0]
    return min(position.choice.allowed, key=lambda value: abs(field.number(value) - wanted))


def bids_and_tricks(position, dice):
    field, seat = position.asked
    told = position.table()["told"]
    if field.name == "bid":
        return sum(dice.random() < 1 / position.setting.players for _ in range(position.setting.cards(position.round)))
    if field.name == "took":
        return told["bid"][seat] + dice.choice([0, 0, 0, 1, 1, -1])
    return dice.choice([0] * 14 + [10, 20, 30, 40, 50, 60])


def spades(position, dice):
    if position.asked[0].name == "bid":
        return dice.choice([0, 2, 2, 3, 3, 3, 3, 4, 4, 5])
    return bids_and_tricks(position, dice)


def skat(position, dice):
    name = position.asked[0].name
    if name in ("soloist", "game"):
        return position.asked[0].number(dice.choice(position.choice.allowed))
    if name == "result":
        return int(dice.random() < 0.2)
    return dice.choice([1, 1, 1, 2, 2, 3]) if name == "tops" else dice.choice([0, 0, 0, 1, 1, 2])


def doppelkopf(position, dice):
    return dice.choice([0, 1] if position.asked[0].name == "won" else [0, 1, 1, 2, 2, 3, 4])


def among(*values):
    return lambda position, dice: dice.choice(values)


def about(middle, spread):
    return lambda position, dice: dice.gauss(middle, spread)


class Bar(NamedTuple):
    """A pad with its number of players, how values are drawn, and the most presses of a round or of an entry."""

    key: str
    players: int
    draw: Draw
    by_entry: bool
    most: float


BARS = [
    Bar("wizard", 4, bids_and_tricks, False, 13.5),
    Bar("oh-hell", 4, bids_and_tricks, False, 12.5),
    Bar("skull-king", 4, bids_and_tricks, False, 18),
    Bar("spades", 4, spades, False, 13.5),
    Bar("hearts", 4, among(0, 1, 2, 3, 4, 5, 8, 13, 16), False, 14),
    Bar("skat", 3, skat, False, 9.2),
    Bar("doppelkopf", 4, doppelkopf, False, 10),
    Bar("farkle", 4, among(0, 0, 300, 350, 400, 500, 550, 600, 1000, 1500), False, 6.2),
    Bar("molkky", 3, among(*range(13)), False, 4.5),
    Bar("points", 4, about(25, 20), True, 8.2),
    Bar("rummy", 3, about(60, 50), True, 8.2),
    Bar("canasta", 2, about(900, 700), True, 11),
]
