"""The ladder of the device's levels: what part of the wins one level has against another, random play or a quick rule.

    python tests/bench/levels.py child [GAME [GAMES]]       the child against random, the quick rule and level 1
    python tests/bench/levels.py ladder [GAME [GAMES]]      each of the levels 1 to 4 against the one below
    python tests/bench/levels.py deep [GAME [GAMES [SECONDS]]]    deep with so many seconds a choice against level 4
    python tests/bench/levels.py height [GAME [GAMES]]      my height, after ten games against the same player
    python tests/bench/levels.py match ONE OTHER GAME [GAMES]     two of 0 … 4, h12, random, quick, 5@32768 (to a work)

GAME is a key, or all. One seat plays as the first, all others as the second; the seat changes from game to game.
The share expected of equals is one half, of three players one third: Spartacus is played by three.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from math import sqrt
from pathlib import Path
from random import Random
from typing import Any

from help_page import explain

sys.path[:0] = [str(Path(__file__).parents[2])]

from companion.games import registry  # noqa: E402 - the path to the product was just set
from companion.kit.levels import DEEP, PastGame, height, next_height  # noqa: E402
from companion.kit.rules import Position, Seat, play  # noqa: E402
from companion.kit.search.mind import Mind, Sight, Thought, even, shares_of  # noqa: E402
from companion.kit.search.stages import Stages  # noqa: E402
from companion.kit.search.weaker import think_at, work_at  # noqa: E402

PLAYERS = {"spartacus": 3}
OPTIONS: dict[str, dict[str, Any]] = {"army-ants": {"deployment": "dealt"}}
PLIES_MOST = 600
GAMES = 100

Player = Callable[[Mind, Sight, Random], Thought]


def at_random(mind: Mind, sight: Sight, chance: Random) -> Thought:
    """Any action, with any card that the seat holds."""
    quick = mind.quick(sight)
    legal = sight.position.legal()
    if str(quick.action).startswith("reveal"):  # Seven Hills: what lies there
        return quick
    if quick.action is None:  # a round of Hannibal
        cards = sorted(quick.mix or {})
        return quick._replace(card=int(cards[int(chance.random() * len(cards))]))
    if quick.action in ("stop", "another"):
        return quick._replace(action=("stop", "another")[int(chance.random() * 2)] if "stop" in legal else "another")
    action = legal[int(chance.random() * len(legal))]
    return _any_card(sight, chance) if hasattr(sight.position, "hills") else quick._replace(action=str(action))


def _any_card(sight: Sight, chance: Random) -> Thought:
    """Seven Hills: any card at any hill."""
    from companion.games.seven_hills.engine.actions import SAID
    from companion.games.seven_hills.mind.compact import CARDS, COUNT
    from companion.games.seven_hills.mind.thinking import deal_of, notation, parts

    position, seat, cards = parts(sight)
    world = deal_of(position, seat, cards).base
    lays = [(hill, card) for hill in range(COUNT) for card in CARDS[world.playable(hill)]]
    hill, card = lays[int(chance.random() * len(lays))]
    down = not position.hills[hill].open
    return Thought(seat, notation(position, hill, card), even(2), SAID[card] if down else None)


def quick_rule(mind: Mind, sight: Sight, chance: Random) -> Thought:
    return mind.quick(sight)


def at_level(level: str, seconds: float | None = None, work: int | None = None) -> Player:
    """The device at a level. Deep has so many seconds of processor time a choice, or this work; a proven win ends it
    sooner.
    """

    def think(mind: Mind, sight: Sight, chance: Random) -> Thought:
        until = time.process_time() + seconds if seconds else None
        stages = Stages(work or work_at(mind, level), lambda: until is not None and time.process_time() >= until)
        return stages.result(think_at(mind, sight, level, chance, stages))

    return think


def player(name: str) -> Player:
    """A player by its name: random, quick, or a level."""
    level, _, work = name.partition("@")
    return {"random": at_random, "quick": quick_rule}.get(name) or at_level(level, work=int(work) if work else None)


def played(key: str, players: list[Player], seed: str) -> tuple[float, ...]:
    """One game: the share of each seat."""
    game = registry.game(key)
    mind, chance = game.mind, Random(seed)
    assert mind is not None
    options = game.complete(OPTIONS.get(key, {}))
    position: Position = game.start(len(players), options)
    chances = [Random(f"{seed} {seat}") for seat in range(len(players))]
    secrets: dict[Seat, Any] = {seat: mind.hidden(position, seat) for seat in range(len(players))}
    for _ in range(PLIES_MOST):
        if position.outcome is not None:
            return shares_of(position.outcome.winners, len(players))
        if not all(mind.may_think(position, seat) for seat in position.to_act):  # cards that are dealt
            for dealt in game.deal(position, chance):
                position = play(position, game.read(dealt))
            continue
        thoughts = {}
        for seat in position.to_act:
            sight = Sight(position, seat, secrets[seat])
            legal = position.legal()
            sure = len(legal) == 1 and not hasattr(position, "hills")
            thoughts[seat] = mind.quick(sight) if sure else players[seat](mind, sight, chances[seat])
        if len(thoughts) > 1:
            text = "clash " + " ".join(str(thoughts[seat].card) for seat in sorted(thoughts))
        else:
            (thought,) = thoughts.values()
            text = str(thought.action)
            if text == "another":
                cards = [card for card in position.legal() if card != "stop"]
                text = str(cards[int(chance.random() * len(cards))])
        action = game.read(text)
        after = play(position, action)
        for seat in secrets:
            secrets[seat] = mind.keep(Sight(position, seat, secrets[seat]), action, thoughts.get(seat), after)
        position = after
    return even(len(players))


def match(key: str, one: Player, other: Player, games: int, *, seeds: str = "") -> list[float]:
    """The shares of the first player in so many games, on each seat in turn; the same chance for a round of seats."""
    count = PLAYERS.get(key, 2)
    found = []
    for number in range(games):
        seat = number % count
        players = [one if place == seat else other for place in range(count)]
        found.append(played(key, players, f"{seeds}{number // count}")[seat])
    return found


def line(shares: list[float]) -> str:
    """The mean with its standard error; of few games that all ended alike the error is at least that of one."""
    games, mean = len(shares), sum(shares) / len(shares)
    spread = sum((share - mean) ** 2 for share in shares)
    return f"{mean:.3f} ± {sqrt(max(spread, 0.25) / games / max(1, games - 1)):.3f} ({games})"


def child(key: str, games: int) -> None:
    for rival in ("random", "quick", "1"):
        say(key, f"0 against {rival}", match(key, player("0"), player(rival), games))


def ladder(key: str, games: int) -> None:
    for level in "1234":
        rival = "random" if level == "1" else str(int(level) - 1)
        say(key, f"{level} against {rival}", match(key, player(level), player(rival), games))


def deep(key: str, games: int, seconds: float = 2.0) -> None:
    say(key, f"{DEEP}, {seconds} s, against 4", match(key, at_level(DEEP, seconds), player("4"), games))


def heights(key: str, games: int) -> None:
    """The share of the device in the games after its first ten against the same player, its height following all."""
    for rival in ("random", "quick", "1", "2"):
        shares, last = [], []
        count = PLAYERS.get(key, 2)
        for people in range(max(1, games // 20)):
            past: list[PastGame] = []
            for number in range(30):
                percent = next_height(past)
                seed = f"{people} {number} "
                seat = number % count
                players = [player(rival)] * count
                players[seat] = at_level(height(percent))
                part = played(key, players, seed)[seat]
                past.append(PastGame(percent, part, count))
                shares += [part] if number >= 10 else []
            last.append(next_height(past))
        say(key, f"height against {rival}", shares)
        print(f"{'':13}gives away {sorted(last)} % at last")


def say(key: str, what: str, shares: list[float]) -> None:
    print(f"{key:12} {what:24} {line(shares)}  {time.process_time():.0f} s", flush=True)


def main(words: list[str]) -> None:
    """Do what the words say."""
    what, *rest = words or ["child"]
    if what == "match":
        one, other, key, *count = rest
        say(key, f"{one} against {other}", match(key, player(one), player(other), int(count[0]) if count else GAMES))
        return
    keys = registry.GAMES if not rest or rest[0] == "all" else (rest[0],)
    parts: dict[str, Callable[..., None]] = {"child": child, "ladder": ladder, "deep": deep, "height": heights}
    for key in keys:
        parts[what](key, int(rest[1]) if len(rest) > 1 else GAMES, *[float(word) for word in rest[2:]])


if __name__ == "__main__":
    explain(__doc__)
    main(sys.argv[1:])
