"""Whether the shares that people see come true: odds in games of people-like play, and who won.

    python tests/bench/shares.py spartacus 60 [PLAYERS]

People-like is the quick rule, and one choice in four at random; in Praetorians everybody stops at 10 to 20. Every
third entry is asked for its odds, with the work that the device uses. Printed: by tenths what was said and how often it
came true, the log loss, and the one temperature on the logarithms of the shares that would have had the least.
"""

from __future__ import annotations

import random
import sys
from math import exp, log
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

from help_page import explain
from reviews import OPTIONS, at_random, played

from companion.games import registry
from companion.kit.search.mind import Mind, Sight, Thought, never, until

EVERY = 3
AT_RANDOM = 0.25
ODDS_LEVEL = 2
TEMPERATURES = [number / 20 for number in range(6, 41)]


def like_people(mind: Mind, key: str) -> Any:
    """A player; in Praetorians each has a height at which it stops."""

    def play(sight: Sight, dice: random.Random) -> Thought:
        if key == "praetorians":
            position: Any = sight.position
            stops = position.flips and position.kept_sum >= holds[sight.seat]
            return Thought(sight.seat, "stop" if stops else "another", (0.5, 0.5))
        return at_random(sight, dice) if dice.random() < AT_RANDOM else mind.quick(sight)

    holds = [random.randrange(10, 21) for _ in range(10)]
    return play


def said_and_came(key: str, games: int, players: int) -> list[tuple[tuple[float, ...], tuple[float, ...]]]:
    """The shares that were said, each with the result of its game."""
    mind = registry.game(key).mind
    assert mind is not None
    found = []
    for number in range(games):
        dice = random.Random(f"{key} {number}")
        random.seed(number)
        past = played(key, OPTIONS[key][0], [like_people(mind, key)] * players, dice)
        if past is None or (outcome := past.positions[-1].outcome) is None or not outcome.winners:
            continue
        result = tuple([(seat in outcome.winners) / len(outcome.winners) for seat in range(players)])
        for place in range(1 + number % EVERY, len(past.positions) - 1, EVERY):
            odds: Any = mind.odds(past.positions[place], dice, until(mind.works[ODDS_LEVEL - 1], never))
            if not odds["exact"]:
                found.append((tuple(odds["win"]), result))
    return found


def warmed(shares: tuple[float, ...], temperature: float) -> tuple[float, ...]:
    """The shares with their logarithms multiplied by a temperature."""
    parts = [exp(temperature * log(min(0.99, max(0.01, share)))) for share in shares]
    return tuple([part / sum(parts) for part in parts])


def loss(found: list[tuple[tuple[float, ...], tuple[float, ...]]], temperature: float) -> float:
    """The mean log loss."""
    return -sum(
        [
            came * log(share)
            for said, result in found
            for share, came in zip(warmed(said, temperature), result, strict=True)
        ]
    ) / len(found)


def main(key: str, games: int, players: int) -> None:
    """Measure one game."""
    found = said_and_came(key, games, players)
    bins: list[list[tuple[float, float]]] = [[] for _ in range(10)]
    for said, result in found:
        for share, came in zip(said, result, strict=True):
            bins[min(9, int(10 * share))].append((share, came))
    for part in bins:
        if part:
            said, came = [sum(numbers) / len(part) for numbers in zip(*part, strict=True)]
            print(f"said {said:.3f}, came true {came:.3f} of {len(part)}")
    best = min(TEMPERATURES, key=lambda temperature: loss(found, temperature))
    plain, least = loss(found, 1.0), loss(found, best)
    print(f"{key}, {players} players, {games} games: log loss {plain:.3f}; {least:.3f} at {best}")


if __name__ == "__main__":
    explain(__doc__)
    name, count = sys.argv[1], int(sys.argv[2])
    main(name, count, int(sys.argv[3]) if len(sys.argv) > 3 else registry.game(name).players[0])
