"""How strong and how fast the mind of Seven Hills is: its part of the wins, seats changing on the same chance.

    python tests/bench/minds_seven_hills.py speed|endings|pairs [PAIRS]|review [GAMES]|odds [GAMES]
    python tests/bench/minds_seven_hills.py ladder [GAMES [OPTION …]]
    python tests/bench/minds_seven_hills.py match RIVAL [GAMES [SECONDS [OPTION …]]]

RIVAL is greedy (the quick rule), random, determinised (UCT on ten drawn tables, on the compact ones too) or openspiel
(its Python ISMCTS on the compact tables; needs open_spiel: the extra `bench`). OPTION is exclusive,
barricades, strongest or open. In a match mind and rival have SECONDS of processor time a decision (0.1).
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from itertools import pairwise
from math import log, sqrt
from pathlib import Path
from resource import RUSAGE_SELF, getrusage
from types import SimpleNamespace
from typing import Any

from help_page import explain

sys.path[:0] = [str(Path(__file__).parents[2])]


from companion.games import registry  # noqa: E402 - the path to the product was just set
from companion.games.seven_hills.engine.actions import SAID  # noqa: E402
from companion.games.seven_hills.mind import MIND  # noqa: E402
from companion.games.seven_hills.mind.compact import CARDS, COUNT, NOTHING, OPEN, World  # noqa: E402
from companion.games.seven_hills.mind.endings import CARDS_MOST, Ending  # noqa: E402
from companion.games.seven_hills.mind.thinking import deal_of  # noqa: E402
from companion.kit.search.mind import Past, Sight, Thought  # noqa: E402

GAME = registry.game("seven-hills")
WORLDS = 10
"""So many tables are drawn by determinised UCT for each decision."""

Lay = tuple[int, int]
"""A hill and a card; hills count from 0."""

Player = Callable[[Sight, random.Random], Lay]


def options_of(names: list[str]) -> dict[str, Any]:
    return {"scoring" if name == "strongest" else name: name if name == "strongest" else True for name in names}


def lay_of(thought: Thought) -> Lay:
    """The hill and the card of a thought."""
    action: Any = GAME.read(thought.action or "")
    return action.hill - 1, action.card if thought.card is None else SAID.index(thought.card)


def by_seconds(seconds: float) -> Player:
    def play(sight: Sight, dice: random.Random) -> Lay:
        until = time.process_time() + seconds
        return lay_of(MIND.think(sight, 4, dice, lambda work: time.process_time() >= until))

    return play


def by_work(work: int, level: int = 4) -> Player:
    def play(sight: Sight, dice: random.Random) -> Lay:
        return lay_of(MIND.think(sight, level, dice, lambda done: done >= work))

    return play


def greedy(sight: Sight, dice: random.Random) -> Lay:
    return lay_of(MIND.quick(sight))


def lays(world: World) -> list[Lay]:
    return [(hill, card) for hill in range(COUNT) for card in CARDS[world.playable(hill)]]


def table_of(sight: Sight) -> Any:
    position: Any = sight.position
    return deal_of(position, sight.seat, sight.secrets)


def at_random(sight: Sight, dice: random.Random) -> Lay:
    return dice.choice(lays(table_of(sight).base))


def result(world: World) -> float:
    margin = world.margin()
    return 1.0 if margin > 0 else 0.0 if margin < 0 else 0.5


def determinised(seconds: float) -> Player:
    """UCT as it stands in books on each of some tables: c = 1.4, random playouts, wins; the visits are added up."""

    def search(world: World, until: float, dice: random.Random, visits: dict[Lay, int]) -> None:
        root: list[Any] = [0, 0.0, None, None]  # visits, wins of seat 0, children, the lay
        while root[0] < 2 or time.process_time() < until:
            now, node, path = world.copy(), root, [root]
            while node[2]:
                fresh = [child for child in node[2] if not child[0]]
                if fresh:
                    node = fresh[0]
                else:
                    logarithm, first = 2 * log(node[0]), now.turn == 0
                    node = max(
                        node[2],
                        key=lambda child: (
                            (child[1] if first else child[0] - child[1]) / child[0] + sqrt(logarithm / child[0])
                        ),
                    )
                now.lay(*node[3])
                path.append(node)
            if not now.over and (node[0] or node is root):
                node[2] = [[0, 0.0, None, lay] for lay in lays(now)]
                dice.shuffle(node[2])
                node = node[2][0]
                now.lay(*node[3])
                path.append(node)
            play_out(now, dice)
            won = result(now)
            for node in path:
                node[0] += 1
                node[1] += won
        for child in root[2]:
            visits[child[3]] = visits.get(child[3], 0) + child[0]

    def play(sight: Sight, dice: random.Random) -> Lay:
        began, deal, visits = time.process_time(), table_of(sight), dict[Lay, int]()
        for number in range(1, WORLDS + 1):
            search(deal.draw(dice), began + seconds * number / WORLDS, dice, visits)
        return max(visits, key=lambda lay: visits[lay])

    return play


def play_out(world: World, dice: random.Random) -> None:
    """Random cards at random hills."""
    while not world.over:
        cards = CARDS[world.hands[world.turn]]
        card, hill = cards[int(dice.random() * len(cards))], int(dice.random() * COUNT)
        if world.playable(hill) >> card & 1:
            world.lay(hill, card)


def openspiel(seconds: float) -> Player:
    """The ISMCTS of OpenSpiel in Python, until its processor time is over."""
    try:
        numpy, pyspiel = import_module("numpy"), import_module("pyspiel")
        ismcts: Any = import_module("open_spiel.python.algorithms.ismcts")
        mcts: Any = import_module("open_spiel.python.algorithms.mcts")
    except ImportError:
        sys.exit("open_spiel is not installed here: this rival needs it")
    kind = SimpleNamespace(
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    )

    class Over(Exception):
        pass

    class State:
        """A table, and what each seat knows of it since the search began."""

        def __init__(self, world: World, known: list[tuple[Any, ...]]) -> None:
            self.world = world
            self.known = known

        def get_game(self) -> Any:
            return SimpleNamespace(get_type=lambda: kind)

        def clone(self) -> Any:
            return State(self.world.copy(), self.known[:])

        def is_terminal(self) -> bool:
            return self.world.over

        def is_chance_node(self) -> bool:
            return False

        def current_player(self) -> int:
            return self.world.turn

        def legal_actions(self, seat: int | None = None) -> list[int]:
            return [hill << 4 | card for hill, card in lays(self.world)]

        def apply_action(self, action: int) -> None:
            world, hill, turn = self.world, action >> 4, self.world.turn
            world.lay(hill, action & 15)
            shown = world.down[hill] == OPEN
            rows = (world.rows[2 * hill], world.rows[2 * hill + 1]) if shown else ()
            self.known[turn] += ((action, rows),)
            self.known[1 - turn] += ((action if shown else hill << 4, rows),)

        def information_state_string(self, seat: int | None = None) -> str:
            return str(self.known[self.world.turn if seat is None else seat])

        def returns(self) -> list[float]:
            won = 2 * result(self.world) - 1
            return [won, -won]

    def play(sight: Sight, dice: random.Random) -> Lay:
        until, deal = time.process_time() + seconds, table_of(sight)
        chance = numpy.random.RandomState(dice.getrandbits(32))
        evaluator = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=chance)
        bot = ismcts.ISMCTSBot(SimpleNamespace(), evaluator, 1.4, 10**9, random_state=chance)

        def drawn(state: Any, seat: int) -> Any:
            if time.process_time() >= until:
                raise Over
            world = deal.draw(dice)
            private = [(world.hands[seat], *world.rows) for seat in (0, 1)]
            private[sight.seat] = ()
            return State(world, private)

        bot.set_resampler(drawn)
        private: list[tuple[Any, ...]] = [(), ()]
        with suppress(Over):
            bot.run_search(State(deal.draw(dice), private))
        children = bot._root_node.child_info  # noqa: SLF001 - it has no other way to stop early
        best = max(children, key=lambda action: children[action].visits)
        return best >> 4, best & 15

    return play


def played(players: list[Player], options: dict[str, Any], seed: int) -> tuple[list[Any], list[Any]]:
    """A whole game: its positions and actions."""
    dice, position = random.Random(seed), GAME.start(2, GAME.complete(options))
    secrets: list[Any] = [NOTHING, NOTHING]
    positions, actions = [position], list[Any]()
    while position.outcome is None:
        (seat,) = position.to_act
        sight, thought = Sight(position, seat, secrets[seat]), None
        at: Any = position
        if at.pending is not None:
            action = GAME.read(MIND.quick(sight).action or "")
        else:
            hill, card = players[seat](sight, dice)
            up = at.hills[hill].open
            action = GAME.read(f"place {hill + 1} {SAID[card]}" if up else f"place {hill + 1}")
            thought = Thought(seat, action, (0.5, 0.5), SAID[card])
        position = position.after(action)
        for each in (0, 1):
            kept = Sight(at, each, secrets[each])
            secrets[each] = MIND.keep(kept, action, thought if each == seat else None, position)
        positions.append(position)
        actions.append(action)
    return positions, actions


def match(mind: Player, rival: Player, games: int, options: dict[str, Any]) -> tuple[float, float]:
    """The part of the wins, a tie one half, and its standard error."""
    parts = []
    for number in range(games):
        seat = number % 2
        players = [mind, rival] if seat == 0 else [rival, mind]
        positions, _ = played(players, options, number // 2)
        outcome = positions[-1].outcome
        parts.append((seat in outcome.winners) / len(outcome.winners))
    part = sum(parts) / games
    return part, sqrt(sum([(each - part) ** 2 for each in parts])) / games


def some_tables(options: dict[str, Any], left: int, games: int) -> list[Sight]:
    """Sights in random games, when nobody has more than so many cards in hand."""
    found = []
    for seed in range(games):
        positions, _ = played([at_random, at_random], options, seed)
        fits: Any = next(at for at in positions if max(at.left) <= left and at.pending is None)
        found.append(Sight(fits, fits.turn, NOTHING))
    return found


def speed() -> None:
    for options in ({}, {"exclusive": True, "barricades": True}, {"scoring": "strongest"}, {"open": True}):
        sight = Sight(GAME.start(2, GAME.complete(options)), 0, NOTHING)
        began = time.process_time()
        thought = MIND.think(sight, 4, random.Random(1), lambda done: done >= 3_000)
        print(f"{options!s:50} {thought.work / (time.process_time() - began):8,.0f} simulations a second")
    sight = Sight(GAME.start(2, GAME.complete({})), 0, NOTHING)
    MIND.think(sight, 4, random.Random(1), lambda done: done >= 30_000)
    print(f"{getrusage(RUSAGE_SELF).ru_maxrss / 1e3:.0f} MB at most, after 30,000 simulations")


def endings() -> None:
    for left in range(1, CARDS_MOST + 1):
        for options in ({}, {"exclusive": True, "barricades": True}, {"scoring": "strongest"}):
            took = []
            for sight in some_tables({**options, "open": True}, left, 12):
                world = table_of(sight).base
                began = time.process_time()
                Ending(world).moves(world)
                took.append(time.process_time() - began)
            print(f"{left} cards {options!s:45} {sum(took) / len(took):.3f} s, {max(took):.3f} at most")


def pairs(count: int) -> None:
    """Two hands of a seat that fit the same public table: whether their work is equal, and how far apart the times are.

    The noise is how far apart the times of the same hand are.
    """
    unlike, noise, differences, dice = 0, [], [], random.Random(1)
    for number in range(count):
        options = ({}, {"exclusive": True}, {"barricades": True})[number % 3]
        positions, _ = played([at_random, at_random], options, number)
        least = 1 + number % 4
        at: Any = next(at for at in positions if max(at.left) <= least and at.pending is None)
        assert MIND.draw is not None
        one, other = [MIND.draw(at, at.turn, None, dice) for _ in "ab"]
        asked: list[list[int]] = []
        took = []
        for secrets in (one, one, other):
            works: list[int] = []

            def enough(done: int, works: list[int] = works) -> bool:
                works.append(done)
                return done >= 600

            began = time.process_time()
            MIND.think(Sight(at, at.turn, secrets), 2, random.Random(1), enough)
            took.append(time.process_time() - began)
            asked.append(works)
        unlike += asked[1] != asked[2]
        noise.append(abs(took[0] - took[1]) / max(took[:2]))
        differences.append(abs(took[1] - took[2]) / max(took[1:]))
    print(f"{unlike} of {count} pairs differ in their work")
    for name, parts in (("two hands", differences), ("the same hand again", noise)):
        parts.sort()
        print(f"times of {name}: {parts[count // 2]:.1%} apart in the middle, {parts[int(0.95 * count)]:.1%} at 95 %")


def ladder(games: int, options: dict[str, Any]) -> None:
    """Each level against the one below; higher levels in fewer games, since they take longer."""
    pairs: list[tuple[int, Player, int]] = [(1, at_random, games)]
    pairs += [(level, by_work(MIND.works[level - 2], level - 1), games >> (level - 2)) for level in (2, 3, 4)]
    for level, rival, count in pairs:
        part, error = match(by_work(MIND.works[level - 1], level), rival, count, options)
        name = f"level {level - 1}" if level > 1 else "random"
        print(f"level {level} against {name}: {part:.3f} ± {error:.3f} in {count} games", flush=True)


def review(games: int) -> None:
    for options in ({}, {"open": True}):
        for seed in range(games):
            positions, actions = played([by_work(600), greedy], options, seed)
            began = time.process_time()
            past = Past(positions, actions)
            judged = [MIND.judge(past, ply, random.Random(ply), 600) for ply in range(len(actions))]
            took = time.process_time() - began
            costs = [sum([-cost for one in judged for seat, cost in one.faults if seat == each]) for each in (0, 1)]
            drift = sum([abs(now.best[0] - before.after[0]) for before, now in pairwise(judged)])
            print(f"{options!s:15} {took:5.1f} s, faults {costs[0]:.2f} {costs[1]:.2f}, drift {drift:.2f}", flush=True)


def odds(games: int) -> None:
    """How often seat 0 won where it was given a share, in games of the quick rule with one card in four at random."""

    def like_people(sight: Sight, dice: random.Random) -> Lay:
        return at_random(sight, dice) if dice.random() < 0.25 else greedy(sight, dice)

    bins: list[list[float]] = [[0, 0.0, 0.0] for _ in range(10)]
    loss = count = 0.0
    for seed in range(games):
        positions, _ = played([like_people, like_people], {}, seed)
        won = (0 in positions[-1].outcome.winners) / len(positions[-1].outcome.winners)
        for position in positions[4:-1:5]:
            found: Any = MIND.odds(position, random.Random(seed), lambda done: done >= 600)
            share = min(0.99, max(0.01, found["win"][0]))
            place = bins[min(9, int(share * 10))]
            place[0], place[1], place[2] = place[0] + 1, place[1] + share, place[2] + won
            loss -= won * log(share) + (1 - won) * log(1 - share)
            count += 1
    for times, shares, wins in bins:
        if times:
            print(f"said {shares / times:.3f}, won {wins / times:.3f} in {times:.0f}")
    print(f"log loss {loss / count:.3f} in {count:.0f}")


def main(words: list[str]) -> None:
    what = words[0] if words else ""
    games = int(words[1]) if len(words) > 1 and what != "match" else 40
    if what == "match":
        rivals = {"greedy": greedy, "random": at_random}
        name = words[1]
        games = int(words[2]) if len(words) > 2 else 40
        seconds = float(words[3]) if len(words) > 3 else 0.1
        rival = rivals.get(name) or {"determinised": determinised, "openspiel": openspiel}[name](seconds)
        part, error = match(by_seconds(seconds), rival, games, options_of(words[4:]))
        print(f"{name} {' '.join(words[4:])}: {part:.3f} ± {error:.3f} in {games} games at {seconds} s")
    elif what in ("speed", "endings"):
        {"speed": speed, "endings": endings}[what]()
    elif what == "ladder":
        ladder(games, options_of(words[2:]))
    elif what in ("review", "odds", "pairs"):
        {"review": review, "odds": odds, "pairs": pairs}[what](games)
    else:
        print(__doc__)


if __name__ == "__main__":
    explain(__doc__)
    main(sys.argv[1:])
