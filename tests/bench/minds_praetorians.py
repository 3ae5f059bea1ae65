"""How well the mind of Praetorians plays, and how true its shares are. Run by hand:

    python tests/bench/minds_praetorians.py [GAMES]

Every deal is played twice, with the seats changed: the cards come in the same order as long as they are turned up from
the same pile. Printed are the part of the games won with its standard error, the processor time of a decision, and
for games of the best level against itself what share was shown at the beginning of turns and what happened.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from math import log, sqrt
from random import Random

from help_page import explain

from companion.games.praetorians.engine.actions import FLIPS, GIVES, STOP, TWELVE
from companion.games.praetorians.engine.cards import CardsPosition
from companion.games.praetorians.mind import MIND
from companion.games.praetorians.mind.turn import camp_of, pile
from companion.games.registry import game
from companion.kit.search.mind import Sight

GAMES = 1000
Player = Callable[[CardsPosition], tuple[bool, int | None]]
"""Whether to stop, and who gets a 12."""


class Device:
    """The mind at a level; it counts its decisions and their processor time."""

    def __init__(self, level: int) -> None:
        self.level, self.decisions, self.seconds = level, 0, 0.0

    def __call__(self, position: CardsPosition) -> tuple[bool, int | None]:
        began = time.process_time()
        thought = MIND.think(Sight(position, position.turn), self.level, Random(0), lambda done: True)
        self.seconds += time.process_time() - began
        self.decisions += 1
        victim = thought.extra["twelve"]
        assert victim is None or isinstance(victim, int)
        return thought.action == "stop", victim


def leader(position: CardsPosition) -> int:
    others = [seat for seat in range(len(position.pawns)) if seat != position.turn]
    return max(others, key=lambda seat: position.pawns[seat])


def wins_by_stopping(position: CardsPosition) -> bool:
    return position.pawns[position.turn] + position.kept_sum >= 99


def hold_15(position: CardsPosition) -> tuple[bool, int | None]:
    return position.kept_sum >= 15 or wins_by_stopping(position), leader(position)


def one_card(position: CardsPosition) -> tuple[bool, int | None]:
    """Stops when one more card brings nothing on average."""
    values, camp, gain = [card.value for card in position.kept], camp_of(position.kept), 0
    for card in pile(position):
        if camp and card.camp == -camp and card.value not in values:
            gain -= position.kept_sum
        elif card is not TWELVE:
            gain += card.value
    return gain <= 0 or wins_by_stopping(position), leader(position)


def play(players: list[Player], twelves: bool, seed: str, look: Callable[[CardsPosition], None] | None = None) -> int:
    """The winner of a game."""
    praetorians, chance = game("praetorians"), Random(seed)
    position = praetorians.start(len(players), praetorians.complete({"twelves": twelves}))
    assert isinstance(position, CardsPosition)
    while position.winner is None:
        if look is not None and not position.flips:
            look(position)
        stop, victim = players[position.turn](position)
        if stop and position.flips:
            position = position.after(STOP[0])
            continue
        cards = pile(position)
        card = cards[int(chance.random() * len(cards))]
        position = position.after(FLIPS[card] if card is not TWELVE else GIVES[victim or 0])
    return position.winner


def match(name: str, one: Player, other: Player, games: int, seats: int = 2, *, twelves: bool = False) -> None:
    """The part that `one` wins, against others on all other seats."""
    results = []
    for deal in range(games // seats):
        for seat in range(seats):
            players = [one if place == seat else other for place in range(seats)]
            results.append(play(players, twelves, f"{name} {deal}") == seat)
    part = sum(results) / len(results)
    error = sqrt(part * (1 - part) / len(results))
    print(f"{name}: {part:.3f} ± {error:.3f} of {len(results)} games (parity {1 / seats:.3f})", flush=True)


def shares(games: int, seats: int = 2, *, twelves: bool = False) -> None:
    """What was shown at the beginning of turns, and how often it came true, by tenths of the share."""
    tenths: list[list[tuple[float, bool]]] = [[] for _ in range(10)]
    losses = []
    for deal in range(games):
        shown: list[tuple[CardsPosition, list[float]]] = []

        def look(position: CardsPosition, shown: list[tuple[CardsPosition, list[float]]] = shown) -> None:
            win = MIND.odds(position, Random(0), lambda done: True)["win"]
            assert isinstance(win, list)
            shown.append((position, win))

        winner = play([Device(3)] * seats, twelves, f"shares {deal}", look)
        for position, win in shown:
            share, won = win[position.turn], winner == position.turn
            tenths[min(9, int(share * 10))].append((share, won))
            losses.append(-log(win[winner]))
    print(f"shares of {seats}, twelves {twelves}: log loss {sum(losses) / len(losses):.4f} over {len(losses)} turns")
    for number, found in enumerate(tenths):
        if found:
            said = sum(share for share, _ in found) / len(found)
            came = sum(won for _, won in found) / len(found)
            print(f"  {number / 10:.1f}: {len(found):6} turns, shown {said:.3f}, came {came:.3f}, {came - said:+.3f}")


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    began = time.process_time()
    exact = Device(3)
    match("exact against hold 15", exact, hold_15, games)
    match("exact against one-card expectation", exact, one_card, games)
    match("careful against hold 15", Device(1), hold_15, games // 2)
    match("bold against hold 15", Device(2), hold_15, games // 2)
    match("exact against hold 15, twelves", exact, hold_15, games // 2, twelves=True)
    match("exact against two of hold 15", exact, hold_15, games // 2, 3)
    match("exact against three of hold 15", exact, hold_15, games // 2, 4)
    print(f"a decision of the exact level: {exact.seconds / exact.decisions * 1000:.2f} ms")
    shares(games)
    shares(games // 4, twelves=True)
    shares(games // 4, 3)
    shares(games // 4, 4)
    print(f"{time.process_time() - began:.0f} CPU s")


if __name__ == "__main__":
    explain(__doc__)
    main()
