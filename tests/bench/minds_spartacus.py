"""How strong and how fast the mind of Spartacus is: its part of the win against two equal rivals, its seat changing.

    python tests/bench/minds_spartacus.py speed|endings|review|memory
    python tests/bench/minds_spartacus.py ladder [GAMES]
    python tests/bench/minds_spartacus.py match RIVAL [GAMES [SECONDS]]

RIVAL is greedy, random, plain (UCT with random playouts, on the compact states too) or openspiel (its Python MCTS on
the positions of the engine; needs open_spiel: the extra `bench`). Parity is .333. In a match mind and rivals
have SECONDS of processor time a decision (0.1). A game is begun with random tricks, so that no two are alike: each
start is played three times, with the mind in every seat. GAMES of the ladder are those of the highest level (15); the
lower levels, which think less, play 3, 6 and 10 times as many.
"""

from __future__ import annotations

import random
import resource
import sys
import time
from collections.abc import Callable
from importlib import import_module
from math import log, sqrt
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from help_page import explain

sys.path[:0] = [str(Path(__file__).parents[2])]


from companion.games import registry  # noqa: E402 - the path to the product was just set
from companion.games.spartacus.mind import MIND  # noqa: E402
from companion.games.spartacus.mind.searched import CARDS_SURE, open_game  # noqa: E402
from companion.games.spartacus.mind.searched import begin as beginning  # noqa: E402
from companion.games.spartacus.mind.state import (  # noqa: E402
    action_of,
    after,
    compact,
    greedy,
    moves_of,
    rules_of,
)
from companion.kit.search.forced import winning_move  # noqa: E402
from companion.kit.search.mind import Past, Sight, shares_of  # noqa: E402
from companion.kit.search.uct import OVER, Tree  # noqa: E402

GAME = registry.game("spartacus")
OPTIONS: list[dict[str, str]] = [
    {},
    {"banners": "joker"},
    {"banners": "joker", "joker_scoring": "minus10"},
    {"banners": "joker", "joker_scoring": "worthless"},
    {"banners": "none"},
]
OPENING = 3
"""So many random moves begin each game of a match."""

Player = Callable[[Any, random.Random], Any]


def begin(players: int = 3, options: dict[str, str] | None = None) -> Any:
    return GAME.start(players, GAME.complete(options or {}))


def by_seconds(seconds: float) -> Player:
    def play(position: Any, dice: random.Random) -> Any:
        until = time.process_time() + seconds
        sight = Sight(position, position.turn)
        return MIND.think(sight, 4, dice, lambda work: time.process_time() >= until).action

    return play


def by_work(work: int) -> Player:
    def play(position: Any, dice: random.Random) -> Any:
        return MIND.think(Sight(position, position.turn), 4, dice, lambda done: done >= work).action

    return play


def greedy_player(position: Any, dice: random.Random) -> Any:
    return MIND.quick(Sight(position, position.turn)).action


def random_player(position: Any, dice: random.Random) -> Any:
    return dice.choice(position.legal())


def plain(seconds: float) -> Player:
    """UCT as it stands in books: c = 1.4, random playouts, the part of the win as reward; on the compact states."""

    def play(position: Any, dice: random.Random) -> Any:
        until = time.process_time() + seconds
        rules, first = rules_of(position), compact(position)
        root: list[Any] = [0, 0.0, first, None, 0]  # visits, worth, state, children, move
        while root[0] < 2 or time.process_time() < until:
            node, path = root, [root]
            while node[3]:
                fresh = [child for child in node[3] if not child[0]]
                if fresh:
                    node = fresh[0]
                else:
                    logarithm = 2 * log(node[0])
                    node = max(node[3], key=lambda child: child[1] / child[0] + sqrt(logarithm / child[0]))
                path.append(node)
            if node[2][0] != OVER and (node[0] or node is root):
                node[3] = [[0, 0.0, after(rules, node[2], move), None, move] for move in moves_of(node[2])]
                dice.shuffle(node[3])
                node = node[3][0]
                path.append(node)
            state = node[2]
            while state[0] != OVER:
                moves = moves_of(state)
                state = after(rules, state, moves[int(dice.random() * len(moves))])
            best = max(state[2])
            share = 1 / state[2].count(best)
            mover = None
            for node in path:
                node[0] += 1
                if mover is not None and state[2][mover] == best:
                    node[1] += share
                mover = node[2][0]
        return action_of(max(root[3], key=lambda child: child[0])[4])

    return play


def openspiel(seconds: float) -> Player:
    """The MCTS of OpenSpiel in Python, until its processor time is over."""
    try:
        numpy, pyspiel = import_module("numpy"), import_module("pyspiel")
        mcts: Any = import_module("open_spiel.python.algorithms.mcts")
    except ImportError:
        sys.exit("open_spiel is not installed here: this rival needs it")

    class Over(Exception):
        pass

    class State:
        def __init__(self, position: Any) -> None:
            self.position = position

        def clone(self) -> Any:
            return State(self.position)

        def is_terminal(self) -> bool:
            return self.position.outcome is not None

        def is_chance_node(self) -> bool:
            return False

        def current_player(self) -> int:
            return int(self.position.turn)

        def legal_actions(self, seat: int | None = None) -> list[int]:
            return list(range(len(self.position.legal())))

        def apply_action(self, number: int) -> None:
            self.position = self.position.after(self.position.legal()[number])

        def returns(self) -> list[float]:
            return list(shares_of(self.position.outcome.winners, len(self.position.hands)))

    kind = SimpleNamespace(
        reward_model=pyspiel.GameType.RewardModel.TERMINAL, dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL
    )
    game = SimpleNamespace(get_type=lambda: kind, max_utility=lambda: 1.0)

    class Bot(mcts.MCTSBot):  # type: ignore[misc]
        """Remembers its root, so that its best move can be asked for when the time is over."""

        until = 0.0
        root: Any = None

        def _apply_tree_policy(self, root: Any, state: Any) -> Any:
            self.root = root
            if root.explore_count > 1 and time.process_time() >= self.until:
                raise Over
            return super()._apply_tree_policy(root, state)

    def play(position: Any, dice: random.Random) -> Any:
        state = numpy.random.RandomState(dice.getrandbits(32))
        evaluator = mcts.RandomRolloutEvaluator(1, state)
        bot = Bot(game, 1.4, 10_000_000, evaluator, random_state=state)
        bot.until = time.process_time() + seconds
        try:
            bot.mcts_search(State(position))
        except Over:
            play.simulations += bot.root.explore_count  # type: ignore[attr-defined]
            play.seconds += seconds  # type: ignore[attr-defined]
        return position.legal()[bot.root.best_child().action]

    play.simulations, play.seconds = 0, 0.0  # type: ignore[attr-defined]
    return play


RIVALS: dict[str, Callable[[float], Player]] = {
    "greedy": lambda seconds: greedy_player,
    "random": lambda seconds: random_player,
    "plain": plain,
    "openspiel": openspiel,
}


def match(mine: Player, rival: Player, games: int, name: str, players: int = 3, options: Any = None) -> float:
    """The part of the win of one against the others; printed with its standard error."""
    shares: list[float] = []
    cpu = {True: [0.0, 0], False: [0.0, 0]}
    for number in range(games):
        start, seat = divmod(number, players)
        dice = random.Random(f"{name} {start}")
        position = begin(players, options)
        for _ in range(OPENING):
            position = position.after(dice.choice(position.legal()))
        while position.outcome is None:
            own = position.turn == seat
            if len(position.legal()) == 1:
                action = position.legal()[0]
            else:
                began = time.process_time()
                action = GAME.read(str((mine if own else rival)(position, dice)))
                cpu[own][0] += time.process_time() - began
                cpu[own][1] += 1
            position = position.after(action)
        shares.append(shares_of(position.outcome.winners, players)[seat])
    mean = sum(shares) / games
    error = sqrt(sum((share - mean) ** 2 for share in shares) / max(1, games - 1) / games)
    each = ", ".join(f"{1000 * spent / max(1, count):.1f} ms" for spent, count in cpu.values())
    print(f"{name:44} {mean:.3f} ± {error:.3f} of {1 / players:.3f} in {games} games; a decision {each}", flush=True)
    return mean


def speed() -> None:
    """Simulations a second of processor time, from the opening."""
    for players in (3, 4, 5):
        for options in OPTIONS:
            position = begin(players, options)
            tree = Tree(*beginning(position), random.Random(1).random)
            began = time.process_time()
            tree.simulate(lambda done: done >= 8_000)
            took = time.process_time() - began
            print(f"{players} {' '.join(options.values()) or 'double':18} {8_000 / took:8,.0f} simulations a CPU s")
    try:
        rival: Any = openspiel(2.0)
    except SystemExit as missing:
        print(missing)
        return
    rival(begin(), random.Random(1))
    print(f"{'3 double, openspiel':20} {rival.simulations / rival.seconds:8,.0f} simulations a CPU s")


def endings(count: int = 40) -> None:
    """How long the search for a forced win takes, with as many cards as it surely searches."""
    for players in (3, 4, 5):
        for options in OPTIONS:
            dice = random.Random(f"{players} {options}")
            took: list[float] = []
            won = 0
            while len(took) < count:
                state, rules, mixed = compact(begin(players, options)), rules_of(begin(players, options)), dice.random()
                while state[0] != OVER and sum(hand.bit_count() for hand in state[1]) > CARDS_SURE:
                    move = greedy(rules, state) if dice.random() < mixed else dice.choice(moves_of(state))
                    state = after(rules, state, move)
                if state[0] != OVER:
                    began = time.process_time()
                    won += winning_move(open_game(rules, players), state) is not None
                    took.append(time.process_time() - began)
            mean, most = 1000 * sum(took) / count, 1000 * max(took)
            name = " ".join(options.values()) or "double"
            print(
                f"{players} {name:18} forced {won:2} of {count}; mean {mean:6.1f} ms, most {most:6.1f} ms", flush=True
            )


def ladder(games: int) -> None:
    """Each level against two of the level below; the lowest against two random players."""
    match(by_work(MIND.works[0]), random_player, 10 * games, "level 1 against two random")
    for level in (2, 3, 4):
        mine, rival = by_work(MIND.works[level - 1]), by_work(MIND.works[level - 2])
        match(mine, rival, games * (6, 3, 1)[level - 2], f"level {level} against two of level {level - 1}")


def review(games: int = 1) -> None:
    """What a review costs, and how much of it is drift."""
    for options in OPTIONS[:2]:
        for players in (3, 5):
            for kind in range(games):
                dice = random.Random(f"{players} {options} {kind}")
                positions, actions = [begin(players, options)], []
                while positions[-1].outcome is None:
                    level = by_work(MIND.works[1])
                    careless = dice.random() < 0.3
                    actions.append(GAME.read(str((greedy_player if careless else level)(positions[-1], dice))))
                    positions.append(positions[-1].after(actions[-1]))
                began = time.process_time()
                judged = [
                    MIND.judge(Past(positions, actions), ply, random.Random(f"{ply}"), 2_000)
                    for ply in range(len(actions))
                ]
                took = time.process_time() - began
                before, drift, faults = None, [0.0] * players, [0.0] * players
                for found in judged:
                    for seat in range(players):
                        drift[seat] += abs(found.best[seat] - before[seat]) if before else 0.0
                    for seat, fault in found.faults:
                        faults[seat] += fault
                    before = found.after
                print(
                    f"{players} {options} {len(actions)} plies {took:.1f} s, drift {[round(x, 2) for x in drift]}, "
                    f"faults {[round(x, 2) for x in faults]}",
                    flush=True,
                )


def memory() -> None:
    """The memory of the whole process with a tree that is full."""
    position = begin(5)
    tree = Tree(*beginning(position), random.Random(1).random)
    tree.simulate(lambda done: done >= tree.game.nodes_most + 1_000)
    print(f"{tree.nodes} nodes: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


def main() -> None:
    """Run what the arguments ask for."""
    what, *rest = sys.argv[1:] or ["speed"]
    if what == "match":
        name, games, seconds = rest[0], int(rest[1]) if rest[1:] else 60, float(rest[2]) if rest[2:] else 0.1
        match(by_seconds(seconds), RIVALS[name](seconds), games, f"{seconds} s against two {name}")
    elif what == "ladder":
        ladder(int(rest[0]) if rest else 15)
    else:
        {"speed": speed, "endings": endings, "review": review, "memory": memory}[what]()


if __name__ == "__main__":
    explain(__doc__)
    main()
