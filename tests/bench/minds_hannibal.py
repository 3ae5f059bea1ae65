"""How well the mind of Hannibal vs Rome plays: against rivals at equal time, and each level against the one below.

    python tests/bench/minds_hannibal.py rivals 100
    python tests/bench/minds_hannibal.py ladder 200
    python tests/bench/minds_hannibal.py rounds
    python tests/bench/minds_hannibal.py fit 300

The number is that of games in each match; half of them with each side. A game without result after 300 plies counts
half for both. `rounds` measures battles that decide the game.

`fit` makes weights from so many games that the mind plays against itself with weights set by hand. They begin with some
moves by chance. The target of a position is the result of its game, mixed with the values that the search gave to the
positions in between; the fit is a logistic regression that is held near the first weights. A lower loss does not mean
better play: `match 200` plays the weights of the mind against those set by hand. The seed is fixed.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from functools import cache
from math import log, log10, sqrt
from random import Random
from typing import Any, NamedTuple

from help_page import explain

from companion.games import registry
from companion.games.hannibal.engine.cards import CardsPosition
from companion.games.hannibal.engine.ends import MEDITERRANEAN, count_held_groups
from companion.games.hannibal.mind import battle, search, weights
from companion.games.hannibal.mind.camps import Camps, camps, counts_of, features, hannibal_of, number_of
from companion.games.hannibal.mind.hands import leads, mask_of
from companion.games.hannibal.mind.look import cards, fighters, turns
from companion.kit.rules import Position, Seat, play
from companion.kit.search.mind import Mind, Sight
from companion.kit.search.numbers import logistic, pick_weighted

GAME = registry.game("hannibal")
PLIES_MOST = 300
OPTIONS: list[dict[str, object]] = [{}, {"core": True}, {"west": "symmetric"}, {"core": True, "west": "symmetric"}]

Player = Callable[[CardsPosition, Seat, Random], str]
"""Gives an action or, in a round, the card."""


def mind() -> Mind:
    found = registry.game("hannibal").mind
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
        self.counts: list[dict[str, list[float]]] = [{choice: [0.0, 0.0] for choice in known} for known in choices]

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

    def playout(position: Position, chance: Random) -> float:
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
        counts = root.counts[position.to_act.index(seat)]
        return max(counts, key=lambda choice: float(counts[choice][0]))

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


class Weights(NamedTuple):
    """All that `weights` has and `fit` makes."""

    by_seat: tuple[tuple[int, ...], tuple[int, ...]]
    turn: int
    hands: int

    def use(self) -> None:
        """From now on the mind plays with these."""
        played_with = (battle, "LEAD", self.hands / 200), (search, "HANDS", self.hands), (search, "TURN", self.turn)
        for module, name, value in (*played_with, (search, "camps", self.camps)):
            setattr(module, name, value)

    def camps(self, core: bool, symmetric: bool) -> tuple[Camps, Camps]:
        return _camps(self, core, symmetric)


@cache
def _camps(known: Weights, core: bool, symmetric: bool) -> tuple[Camps, Camps]:
    return Camps(0, core, symmetric, known.by_seat[0]), Camps(1, core, symmetric, known.by_seat[1])


PRESENT = Weights(weights.BY_SEAT, weights.TURN, weights.HANDS)
BY_HAND = Weights((
    (
        60, 65, 70, 70, 90, 0, 65, 75, 65, 75, 90, 45, 35, 35, 35, 35,
        55, 55, 55, 55, 60, 0, 50, 50, 55, 55, 60, 25, 20, 20, 20, 20,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 20, 60, 60, 100,
    ),
    (
        0, 90, 70, 70, 65, 60, 75, 65, 90, 75, 65, 35, 35, 45, 35, 35,
        0, 60, 55, 55, 55, 55, 50, 50, 60, 55, 55, 20, 20, 25, 20, 20,
        60, 60, 50, 45, 40, 30, 0, 0, 60, 0, 30,
        0, 20, 60, 60, 100,
    ),
), turn=15, hands=35)  # fmt: skip

SEED, WORK, OPENING = 1, 150, 8
SOFT = 0.03
LAMBDA = 0.9
"""How much of the target comes from what is further away than the next position."""
SPREAD, INDEPENDENT = 0.25, 0.1
"""How far a weight may move, in logits; and how much of a game's positions counts as new."""
EPOCHS, RATE = 12, 0.03

Sample = tuple[list[int], list[int], int, float]
"""Features of Rome and of Carthage, the side to move (1: Rome), and the lead of Rome's hand."""


def sampled(position: CardsPosition) -> Sample:
    found = []
    for seat in (0, 1):
        number = number_of(position, seat)
        counts, hannibal = counts_of(number), hannibal_of(number)
        enters = camps(position.core, position.symmetric)[seat][number].enters
        lanes = count_held_groups(counts, MEDITERRANEAN[position.symmetric][seat])
        found.append(features(counts, hannibal, lanes, enters))
    hands = [mask_of(hand) for hand in position.hands]
    return found[0], found[1], 1 - 2 * position.turn, leads()[hands[0]][hands[1]]


def self_play(count: int) -> list[tuple[Sample, float]]:
    """The positions of so many games, with their targets."""
    found: list[tuple[Sample, float]] = []
    for number in range(count):
        dice = Random(f"{SEED} {number}")
        position = GAME.start(2, GAME.complete({"west": ("printed", "symmetric")[number % 2]}))
        seen: list[tuple[Sample, float]] = []
        for ply in range(PLIES_MOST):
            if position.outcome is not None:
                break
            assert isinstance(position, CardsPosition)
            legal = position.legal()
            if ply < OPENING and position.battle is None:
                position = position.after(legal[int(dice.random() * len(legal))])
            elif position.battle is None or position.must_choose_fighter:
                look = turns if position.battle is None else fighters
                ranked = look(position, lambda done: done >= WORK)
                good = [at for at in ranked.order if ranked.values[at] >= ranked.best - SOFT]
                if position.battle is None and abs(ranked.best) < 1:
                    seen.append((sampled(position), (1 + ranked.best * (1 - 2 * ranked.seat)) / 2))
                position = position.after(legal[good[int(dice.random() * len(good))]])
            else:
                fought = cards(position, lambda done: done >= WORK)
                drawn = [pick_weighted(dice, mix) for mix in (fought.solved.row, fought.solved.column)]
                shown = drawn if fought.attacker == 0 else drawn[::-1]
                a, b = (position.hands[seat][at] for seat, at in enumerate(shown))
                position = position.after(GAME.read(f"clash {a} {b}"))
        outcome = position.outcome
        target = (1 + outcome.scores[0] - outcome.scores[1]) / 2 if outcome is not None else 0.5
        for sample, value in reversed(seen):
            found.append((sample, target))
            target = (1 - LAMBDA) * value + LAMBDA * target
    return found


def fitted(samples: Sequence[tuple[Sample, float]]) -> tuple[list[list[float]], float, float]:
    """The weights of both seats, the turn and the hands, in hundredths of a logit."""
    prior = [[weight / 100 for weight in own] for own in BY_HAND.by_seat]
    now = [own.copy() for own in prior]
    turn, hand = BY_HAND.turn / 100, BY_HAND.hands / 100
    order, dice = list(range(len(samples))), Random(SEED)
    pull = 1 / (INDEPENDENT * SPREAD * SPREAD * len(samples))
    for epoch in range(EPOCHS):
        rate, loss = RATE / (1 + epoch), 0.0
        dice.shuffle(order)
        for at in order:
            (rome, carthage, to_move, lead), target = samples[at]
            score = turn * to_move + hand * lead
            for feature in rome:
                score += now[0][feature]
            for feature in carthage:
                score -= now[1][feature]
            error = target - logistic(score)
            loss += error * error
            for feature in rome:
                now[0][feature] += rate * (error - pull * (now[0][feature] - prior[0][feature]))
            for feature in carthage:
                now[1][feature] -= rate * (error + pull * (now[1][feature] - prior[1][feature]))
            turn += rate * error * to_move
            hand += rate * error * lead
        print(f"epoch {epoch}: mean square {loss / len(samples):.4f}")
    return [[100 * weight for weight in own] for own in now], 100 * turn, 100 * hand


def fit(count: int) -> None:
    begun = time.process_time()
    BY_HAND.use()
    samples = self_play(count)
    print(len(samples), "positions,", round(time.process_time() - begun), "CPU seconds", flush=True)
    both, turn, hand = fitted(samples)
    for own in both:
        for begin, end in ((0, 16), (16, 32), (32, 43), (43, 48)):
            print("       ", ", ".join([str(round(weight)) for weight in own[begin:end]]) + ",")
        print()
    print("TURN", round(turn), "HANDS", round(hand), "in", round(time.process_time() - begun), "CPU seconds")


def fit_match(games: int) -> None:
    def player(known: Weights) -> Player:
        plain = by_work(3, 400)

        def act(position: CardsPosition, seat: Seat, chance: Random) -> str:
            known.use()
            return plain(position, seat, chance)

        return act

    print("present weights against those set by hand", match(player(PRESENT), player(BY_HAND), games).line())


if __name__ == "__main__":
    explain(__doc__)
    what = sys.argv[1] if len(sys.argv) > 1 else "rivals"
    known = {"rivals": rivals, "ladder": ladder, "rounds": rounds, "fit": fit, "match": fit_match}
    known[what](int(sys.argv[2]) if len(sys.argv) > 2 else 100)
