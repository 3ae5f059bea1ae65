"""How well the mind of Hannibal vs Rome plays: against rivals at equal time, and each level against the one below.

    python tests/bench/minds_hannibal.py rivals 100
    python tests/bench/minds_hannibal.py ladder 200
    python tests/bench/minds_hannibal.py rounds

The number is that of games in each match; half of them with each side. A game without result after 300 plies counts
half for both. Everything but the time is the same in every run. `rounds` measures battles that decide the game.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from math import log, log10, sqrt
from random import Random
from typing import Any

from companion.games import registry
from companion.games.game import Position, Seat, play
from companion.games.hannibal.engine.cards import CardsPosition
from companion.minds.mind import Mind, Sight

GAME = registry.game("hannibal")
PLIES_MOST = 300
OPTIONS: list[dict[str, object]] = [{}, {"core": True}, {"west": "symmetric"}, {"core": True, "west": "symmetric"}]

Player = Callable[[CardsPosition, Seat, Random], str]
"""Gives an action or, in a round, the card."""


def mind() -> Mind:
    found = registry.mind("hannibal")
    assert found is not None
    return found


def by_work(level: int, work: int | None = None) -> Player:
    """The mind at a level."""
    most = work or mind().works[level - 1]

    def act(position: CardsPosition, seat: Seat, chance: Random) -> str:
        found = mind().think(Sight(position, seat), level, chance, lambda done: done >= most)
        return found.action or str(found.card)

    return act


def by_time(seconds: float) -> Player:
    """The mind with so much processor time for each decision."""

    def act(position: CardsPosition, seat: Seat, chance: Random) -> str:
        end = time.process_time() + seconds
        found = mind().think(Sight(position, seat), 4, chance, lambda done: time.process_time() >= end)
        return found.action or str(found.card)

    return act


def quick(position: CardsPosition, seat: Seat, chance: Random) -> str:
    """The quick rule."""
    found = mind().quick(Sight(position, seat))
    return found.action or str(found.card)


def at_random(position: CardsPosition, seat: Seat, chance: Random) -> str:
    if len(position.to_act) == 2:
        return str(chance.choice(position.hands[seat]))
    return str(chance.choice(position.legal()))


class Node:
    """A position in the tree of decoupled UCT: in a round, each side counts its own cards only."""

    def __init__(self, position: Any) -> None:
        self.position = position
        self.visits = 0
        self.below: dict[str, Node] = {}
        seats = position.to_act
        choices = [position.legal()] if len(seats) == 1 else [[str(card) for card in hand] for hand in position.hands]
        self.counts = [{choice: [0, 0.0] for choice in known} for known in choices]

    def choose(self, place: int) -> str:
        best, found = -1.0, ""
        for choice, (count, won) in self.counts[place].items():
            if not count:
                return choice
            bound = won / count + 1.0 * sqrt(log(self.visits) / count)
            if bound > best:
                best, found = bound, choice
        return found


def decoupled_uct(seconds: float) -> Player:
    """Plain UCT with random playouts; both sides of a round choose by themselves."""

    def playout(position: Any, chance: Random) -> float:
        for _ in range(PLIES_MOST):
            if position.outcome is not None:
                return (1 + position.outcome.scores[0] - position.outcome.scores[1]) / 2
            legal = position.legal()
            position = position.after(legal[int(chance.random() * len(legal))])
        return 0.5

    def act(position: CardsPosition, seat: Seat, chance: Random) -> str:
        end = time.process_time() + seconds
        root = Node(position)
        while time.process_time() < end:
            node, path = root, []
            while True:
                chosen = [node.choose(place) for place in range(len(node.counts))]
                path.append((node, chosen))
                name = chosen[0] if len(chosen) == 1 else f"clash {chosen[0]} {chosen[1]}"
                following = node.below.get(name)
                if following is None:
                    after = node.position.after(GAME.read(name))
                    if after.outcome is None:
                        node.below[name] = Node(after)
                    worth = playout(after, chance)
                    break
                node = following
            for node, chosen in path:
                node.visits += 1
                for place, choice in enumerate(chosen):
                    mover = node.position.to_act[place]
                    counted = node.counts[place][choice]
                    counted[0] += 1
                    counted[1] += worth if mover == 0 else 1 - worth
        place = root.position.to_act.index(seat)
        counts = root.counts[place]
        return max(counts, key=lambda choice: counts[choice][0])

    return act


class Match:
    """The points of the first player, and what both have used."""

    def __init__(self) -> None:
        self.points: list[float] = []
        self.plies = 0
        self.unfinished = 0
        self.seconds = [0.0, 0.0]
        self.decisions = [0, 0]

    def line(self) -> str:
        games = len(self.points)
        share = sum(self.points) / games
        error = sqrt(max(sum((point - share) ** 2 for point in self.points), 0.25) / games / max(1, games - 1))
        elo = 400 * log10(share / (1 - share)) if 0 < share < 1 else float("inf") * (share - 0.5)
        each = [1000 * spent / max(1, count) for spent, count in zip(self.seconds, self.decisions, strict=True)]
        return (
            f"{share:.3f} ± {error:.3f} ({elo:+.0f} Elo) in {games} games, {self.plies / games:.0f} plies each, "
            f"{self.unfinished} without result; ms a decision {each[0]:.1f} and {each[1]:.1f}"
        )


def match(one: Player, other: Player, games: int, options: list[dict[str, object]] | None = None) -> Match:
    """Games of two players; each pair of them with sides swapped and the same chance."""
    result = Match()
    for number in range(games):
        seat = number % 2
        known = (options or OPTIONS[:1])[number // 2 % len(options or OPTIONS[:1])]
        players = (one, other) if seat == 0 else (other, one)
        position: Position = GAME.start(2, GAME.complete(known))
        chances = [Random(f"{number // 2} {side}") for side in (0, 1)]
        for _ in range(PLIES_MOST):
            if position.outcome is not None:
                break
            assert isinstance(position, CardsPosition)
            said = []
            for side in position.to_act:
                begun = time.process_time()
                said.append(players[side](position, side, chances[side]))
                mine = 0 if side == seat else 1
                result.seconds[mine] += time.process_time() - begun
                result.decisions[mine] += 1
            result.plies += 1
            position = play(position, GAME.read(said[0] if len(said) == 1 else f"clash {said[0]} {said[1]}"))
        outcome = position.outcome
        if outcome is None:
            result.unfinished += 1
        result.points.append((1 + outcome.scores[seat] - outcome.scores[1 - seat]) / 2 if outcome else 0.5)
    return result


def rivals(games: int) -> None:
    print("against random      ", match(by_time(0.2), at_random, games // 2).line())
    print("against quick       ", match(by_time(0.2), quick, games).line())
    print("decoupled UCT at 0.2", match(by_time(0.2), decoupled_uct(0.2), games).line())


def ladder(games: int) -> None:
    for options in OPTIONS[:2]:
        print(options or "no options")
        print("1 against random", match(by_work(1), at_random, games, [options]).line())
        for level in (2, 3, 4):
            print(f"{level} against {level - 1}", match(by_work(level), by_work(level - 1), games, [options]).line())


def rounds(games: int) -> None:
    """Battles in which both sides have all their legions; how long their mixes take."""
    spent = []
    hands = [[1, 2, 3, 4, 5], [1, 2, 3, 4, 5]]
    for romans in range(1, 8):
        table = {
            "turn": 1, "legions": [{"GAL": romans}, {}], "hannibal": "GAL", "fleets": [{}, {}], "hands": hands,
            "battle": {"at": "GAL", "attacker": 1, "fielded": "hannibal"}, "chips": [0, 0],
        }  # fmt: skip
        position = GAME.restore(2, GAME.complete({}), table)
        begun = time.process_time()
        found = mind().think(Sight(position, 0), 4, Random(1), lambda done: done >= 40_000)
        spent.append(time.process_time() - begun)
        assert found.exact
    print("rounds that decide the game, ms:", [round(1000 * seconds, 1) for seconds in spent])


if __name__ == "__main__":
    what = sys.argv[1] if len(sys.argv) > 1 else "rivals"
    {"rivals": rivals, "ladder": ladder, "rounds": rounds}[what](int(sys.argv[2]) if len(sys.argv) > 2 else 100)
