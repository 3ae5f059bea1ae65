"""How strong the mind of Army Ants is, and how quick. Run by hand, one part at a time or all:

    python tests/bench/minds_army_ants.py [speed] [rivals] [levels] [shares] [arrangement] [--pairs 20] [--at 0.3]

Two players meet on each deal twice, with seats changed. A game without an end after 200 turns counts as a draw. Each
line has the score of the first named, from 0 to 1, its standard error over the pairs, and the processor time. Rivals:

random     any turn
greedy     the dearest card that can be taken (an exchange counts 0), else any turn
depth 1    the best after one turn and the attacks that follow
uct        a tree by UCB, six random turns from its leaves, then the worth of the board; the same time as the mind
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from itertools import pairwise
from math import log, sqrt
from random import Random
from time import process_time

from companion.games import registry
from companion.games.army_ants.engine.deployment import deal as deals
from companion.games.army_ants.engine.phase import CardsPosition
from companion.games.army_ants.mind import MIND
from companion.games.army_ants.mind.arrangement import arrange
from companion.games.army_ants.mind.compact import State, action_of, after, state_of, turns
from companion.games.army_ants.mind.lines import GAIN_SHIFT, QUEENS, attacks
from companion.games.army_ants.mind.search import Search
from companion.games.army_ants.mind.thinking import standing
from companion.games.army_ants.mind.worth import SURE
from companion.kit.rules import Action, play
from companion.kit.search.mind import LEVELS, Sight
from companion.kit.search.numbers import exp, ln, pick

GAME = registry.game("army-ants")
TURNS_MOST = 200

Player = Callable[[CardsPosition, Random], Action]


def any_turn(position: CardsPosition, dice: Random) -> Action:
    return pick(dice, position.legal())


def greedy(position: CardsPosition, dice: Random) -> Action:
    state = state_of(position)
    found = [] if state.rallying else [attack for attack in attacks(state.board, state.turn) if attack >> GAIN_SHIFT]
    return action_of(state, found[0] & 4095) if found else any_turn(position, dice)


def depth_1(position: CardsPosition, dice: Random) -> Action:
    state = state_of(position)
    order = turns(state)
    dice.shuffle(order)
    search = Search(state, lambda done: False)
    search.look(order, 1)
    assert search.best is not None
    return action_of(state, search.best[0])


def mind(*, work: int = 10_000_000, seconds: float = 1000.0) -> Player:
    def chosen(position: CardsPosition, dice: Random) -> Action:
        end_s = process_time() + seconds
        sight = Sight(position, position.turn)
        thought = MIND.think(sight, 4, dice, lambda done: done >= work or process_time() >= end_s)
        return GAME.read(str(thought.action))

    return chosen


class Node:
    """A state in the tree of `uct`: visits, and the sum of the shares of the seat that moved there."""

    def __init__(self, state: State) -> None:
        self.state, self.visits, self.won = state, 0, 0.0
        self.left: list[int] | None = None
        self.children: list[tuple[int, Node]] = []


def uct(seconds: float, cut: int = 6, weight: float = 0.7) -> Player:
    def chosen(position: CardsPosition, dice: Random) -> Action:
        end_s, root = process_time() + seconds, Node(state_of(position))
        while process_time() < end_s:
            simulate(root, dice)
        turn, _ = max(root.children, key=lambda child: child[1].visits)
        return action_of(root.state, turn)

    def simulate(root: Node, dice: Random) -> None:
        path, node = [root], root
        while node.state.running:
            if node.left is None:
                node.left = turns(node.state)
                dice.shuffle(node.left)
            if node.left:
                turn = node.left.pop()
                child = Node(after(node.state, turn))
                node.children.append((turn, child))
                path.append(child)
                node = child
                break
            bonus = weight * sqrt(log(node.visits))
            _, node = max(node.children, key=lambda way: way[1].won / way[1].visits + bonus / sqrt(way[1].visits))
            path.append(node)
        state = node.state
        for _ in range(cut):
            if not state.running:
                break
            state = after(state, pick(dice, turns(state)))
        red = result(state)
        for parent, child in pairwise(path):
            child.won += red if parent.state.turn == 0 else 1 - red
        for node in path:
            node.visits += 1

    return chosen


def result(state: State) -> float:
    """The share of red."""
    if state.running:
        return standing(state)[0]
    return 0.5 if all(queen in state.board for queen in QUEENS) else float(QUEENS[0] in state.board)


def deal(dice: Random) -> CardsPosition:
    position: CardsPosition = GAME.start(2, GAME.complete({}))
    for action in deals(position, dice):
        position = play(position, action)
    return position


def game(start: CardsPosition, players: tuple[Player, Player], dice: Random) -> tuple[float, int]:
    """The score of the first seat, and the turns."""
    position = start
    for played in range(TURNS_MOST):
        if position.outcome is not None:
            winners = position.outcome.winners
            return (0.5 if not winners else float(winners[0] == 0)), played
        position = position.after(players[position.turn](position, dice))
    return 0.5, TURNS_MOST


def match(name: str, one: Player, other: Player, pairs: int, start: Callable[[Random], CardsPosition] = deal) -> None:
    began_s, scores, lengths, unended = process_time(), [], 0, 0
    for number in range(pairs):
        position = start(Random(f"deal {number}"))
        first, length = game(position, (one, other), Random(f"first {number}"))
        second, longer = game(position, (other, one), Random(f"second {number}"))
        scores.append((first + 1 - second) / 2)
        lengths += length + longer
        unended += (length == TURNS_MOST) + (longer == TURNS_MOST)
    mean = sum(scores) / pairs
    error = sqrt(sum([(score - mean) ** 2 for score in scores]) / max(1, pairs - 1) / pairs)
    took_s = process_time() - began_s
    print(
        f"{name:44} {mean:.3f} ± {error:.3f}  {2 * pairs} games of {lengths / 2 / pairs:.0f} turns, {took_s:.0f} s",
        flush=True,
    )


def speed() -> None:
    """Nodes in a second of processor time, over the turns of some games, and the depth."""
    done, took_s = 0, 0.0
    depths: list[int] = []
    for number in range(4):
        dice, position = Random(f"speed {number}"), deal(Random(f"speed {number}"))
        while position.outcome is None and len(depths) < 30 * (number + 1):
            began_s = process_time()
            thought = MIND.think(Sight(position, position.turn), 4, dice, lambda work: work >= 10_000)
            if thought.work >= 10_000:
                took_s += process_time() - began_s
                done += thought.work
                depths.append(thought.depth or 0)
            position = position.after(GAME.read(str(thought.action)))
    mean = sum(depths) / len(depths)
    print(f"{done / took_s:,.0f} nodes in a second; whole depths by 10,000 nodes: {mean:.1f} on average")


def shares(games: int) -> None:
    """What the shares say in games of people-like players, and what happened; and the spread that fits best.

    These players see the attacks that follow one turn, or a little more. Six moments are taken of each game. Games
    without an end after 100 turns are left out, as people would leave them.
    """
    seen: list[tuple[float, float]] = []
    players = [mind(work=300), mind(work=1000), depth_1]
    for number in range(games):
        dice = Random(f"shares {number}")
        position, seats = deal(dice), (pick(dice, players), pick(dice, players))
        positions: list[CardsPosition] = []
        while position.outcome is None and len(positions) < TURNS_MOST // 2:
            positions.append(position)
            position = position.after(seats[position.turn](position, dice))
        if position.outcome is not None:
            winners = position.outcome.winners
            won = float(winners[0] == 0) if winners else 0.5
            for moment in dice.sample(positions, min(6, len(positions))):
                win = MIND.odds(moment, dice, lambda done: done >= 4000)["win"]
                seen.append((win[0], won))  # type: ignore[index]
    print(f"{len(seen)} moments")
    for tenth in range(10):
        here = [(share, won) for share, won in seen if tenth <= min(9, int(share * 10)) < tenth + 1]
        if here:
            said_mean, won_mean = [sum(column) / len(here) for column in zip(*here, strict=True)]
            print(f"said {said_mean:.2f}  happened {won_mean:.2f}  of {len(here)}")
    open_ = [(ln(share / (1.0 - share)), won) for share, won in seen if 1 - SURE < share < SURE]
    for heat in (0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.2, 1.4, 1.7, 2.0):
        lost = [log(1 + exp(-heat * x)) * won + log(1 + exp(heat * x)) * (1 - won) for x, won in open_]
        print(f"logit × {heat}: log loss {sum(lost) / len(lost):.4f}")


def arranged(dice: Random, seat: int) -> CardsPosition:
    """A free deployment in which one seat has the mind's arrangement and the other any that is allowed."""
    options = GAME.complete({"deployment": "free"})
    position: CardsPosition = GAME.start(2, options)
    dealt = deals(position, dice)
    secrets = arrange(dice, options)
    for number, action in enumerate(dealt):
        if number // 19 == seat:
            action = GAME.read(str(MIND.think(Sight(position, seat, secrets), 4, dice, lambda done: True).action))
        position = play(position, action)
    return position


def main() -> None:
    """Measure what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", default=["speed", "rivals", "levels", "shares", "arrangement"])
    parser.add_argument("--pairs", type=int, default=20)
    parser.add_argument("--at", type=float, default=0.3)
    parser.add_argument("--rival", default="")
    asked = parser.parse_args()
    if "speed" in asked.parts:
        speed()
    if "rivals" in asked.parts:
        rivals = {"greedy": greedy, "depth 1": depth_1, "uct": uct(asked.at)}
        for name, rival in rivals.items():
            if asked.rival in name:
                match(f"mind at {asked.at} s against {name}", mind(seconds=asked.at), rival, asked.pairs)
    if "levels" in asked.parts:
        match("level 1 against random", mind(work=MIND.works[0]), any_turn, asked.pairs)
        for level in LEVELS[1:]:
            one, other = mind(work=MIND.works[level - 1]), mind(work=MIND.works[level - 2])
            match(f"level {level} against level {level - 1}", one, other, asked.pairs)
    if "shares" in asked.parts:
        shares(asked.pairs)
    if "arrangement" in asked.parts:
        player = mind(work=MIND.works[0])
        scores = []
        for number in range(asked.pairs):
            for seat in (0, 1):
                score, _ = game(arranged(Random(f"free {number}"), seat), (player, player), Random(number))
                scores.append(score if seat == 0 else 1 - score)
        print(f"the mind's arrangement against any: {sum(scores) / len(scores):.3f} in {len(scores)} games")


if __name__ == "__main__":
    main()
