"""Whether reviews speak: games of mixed players, looked at again as on the device and with ten times the work.

    python tests/bench/reviews.py 4                       four games of each game
    python tests/bench/reviews.py 12 --game seven-hills   twelve of one
    python tests/bench/reviews.py 12 --luck               what chance gave a random player against level 2, on average

    python tests/bench/reviews.py 12 --closely            as it is after the close looks, which take ten times as long

A seat plays at random, by the quick rule, or at level 1 or 2. `--every 4` looks with ten times the work at one of four
plies only, beginning anywhere; `--judged 5` does so in the first five games only. With `--kept FILE` these looks, which
take nearly all of the time, are kept there: a change of the review can be held against the same ones.

Counted: reviews that name a moment; games looked at again; faults of at least a mistake by ten times the work, above
four standard errors (`real`), and how many of them the review shows (`shown`); faults of at least a mistake that the
review says (`said`), those of them that were looked at again (`checked`), and how many of these are less than half a
slip by ten times the work (`false`); the CPU seconds of all reviews, and of the longest, and those of all close looks.
The looks that judge have other random numbers than those of the review, and know only what its first looks have proven.
"""

from __future__ import annotations

import json
import random
import sys
import time
from argparse import ArgumentParser
from collections.abc import Callable, Sequence
from math import sqrt
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parent.parent))

from thinkers import asked

from companion.games import registry
from companion.games.seven_hills.engine.actions import SAID
from companion.games.seven_hills.mind.compact import CARDS, COUNT
from companion.games.seven_hills.mind.thinking import deal_of
from companion.kit.rules import play
from companion.kit.search.mind import Mind, Past, Sight, Thought, even, never
from companion.kit.search.review import (
    MISTAKE,
    SLIP,
    STANDARD_ERRORS,
    LookedAt,
    first_work,
    joined,
    look_again,
    moment,
    times_closely,
    turning_points,
)

Player = Callable[[Sight, random.Random], Thought]

MOST_PLIES = 400
"""A game that takes longer is left out: at random Army Ants may never end."""
TIMES = 10
"""The work that judges the review, as a multiple of its own."""
OPTIONS: dict[str, list[dict[str, Any]]] = {
    "praetorians": [{}],
    "spartacus": [{}],
    "hannibal": [{}],
    "seven-hills": [{}, {"open": True}],
    "army-ants": [{}],
}


def players(mind: Mind) -> dict[str, Player]:
    """Who plays, from the weakest."""

    def at_level(level: int) -> Player:
        work = mind.works[level - 1]
        return lambda sight, dice: mind.think(sight, level, dice, lambda done: done >= work)

    return {
        "random": at_random,
        "quick": lambda sight, dice: mind.quick(sight),
        "level 1": at_level(1),
        "level 2": at_level(2),
    }


def at_random(sight: Sight, dice: random.Random) -> Thought:
    """Anything that is allowed."""
    position: Any = sight.position
    seats = 2
    if hasattr(position, "hills") and position.pending is None:
        world = deal_of(position, sight.seat, sight.secrets).base
        hill, card = dice.choice([(hill, card) for hill in range(COUNT) for card in CARDS[world.playable(hill)]])
        up = position.hills[hill].open
        action = f"place {hill + 1} {SAID[card]}" if up else f"place {hill + 1}"
        return Thought(sight.seat, action, even(seats), SAID[card])
    legal = [str(action) for action in position.legal()]
    if legal[0].startswith("clash"):
        return Thought(sight.seat, None, even(seats), card=dice.choice(sorted(position.hands[sight.seat])))
    if "stop" in legal:
        return Thought(sight.seat, dice.choice(["stop", "another"]), even(seats))
    return Thought(sight.seat, dice.choice(legal), even(seats))


def next_action(position: Any, thoughts: dict[int, Thought], seat: int, dice: random.Random) -> str:
    """What comes on the table: what was chosen, or the card that chance turns up."""
    legal = [str(action) for action in position.legal()]
    thought = thoughts[seat]
    if legal[0].startswith("clash"):
        cards = [str(thoughts[each].card) for each in (0, 1)]
        return next(action for action in legal if action.split()[1:3] == cards)
    if thought.action in legal:
        assert thought.action is not None
        return thought.action
    if thought.action == "another" or thought.action is None:
        cards = [action for action in legal if action != "stop"]
        return dice.choice(cards)  # each lies there once
    found = asked(position, seat, thought, dice)
    assert found is not None
    return found


def played(key: str, options: dict[str, Any], who: Sequence[Player], dice: random.Random) -> Past | None:
    """A whole game; None if it does not end."""
    game = registry.game(key)
    mind = game.mind
    assert mind is not None
    position: Any = game.start(len(who), game.complete(options))
    secrets: list[Any] = [mind.hidden(position, seat) for seat in range(len(who))]
    positions, actions = [position], list[Any]()
    while position.outcome is None:
        if len(actions) >= MOST_PLIES:
            return None
        acting = position.to_act
        thoughts = {}
        for seat in acting:
            sight = Sight(position, seat, secrets[seat])
            free = mind.may_think(position, seat)
            one = who[seat] if free and getattr(position, "pending", None) is None else players(mind)["quick"]
            thoughts[seat] = one(sight, dice) if free else at_random(sight, dice)
        action = game.read(next_action(position, thoughts, acting[0], dice))
        after = play(position, action)
        secrets = [
            mind.keep(Sight(position, seat, secrets[seat]), action, thoughts.get(seat), after)
            for seat in range(len(who))
        ]
        position = after
        positions.append(position)
        actions.append(action)
    return Past(positions, actions)


def past_of(key: str, number: int) -> Past:
    """The game with this number: its players and options change from game to game."""
    mind = registry.game(key).mind
    assert mind is not None
    found = None
    dice = random.Random(f"{key} {number}")
    names = list(players(mind))
    options = OPTIONS[key][number % len(OPTIONS[key])]
    count = 3 if key == "spartacus" else 2
    while found is None:
        chosen = [dice.choice(names) for _ in range(count)]
        found = played(key, options, [players(mind)[name] for name in chosen], dice)
    return found


class Counts(NamedTuple):
    """What was counted in the games of one game."""

    games: int = 0
    moments: int = 0
    judged: int = 0
    real: int = 0
    shown: int = 0
    said: int = 0
    checked: int = 0
    false: int = 0
    seconds: float = 0.0
    most: float = 0.0
    close: float = 0.0


def reviewed(past: Past, mind: Mind, times: int = 1) -> list[LookedAt]:
    """The plies of the review, with so many times the work of first looks."""
    return list(joined(list(look_again(mind, past, random.Random, times * mind.review_work))[::-1]))


class Again(NamedTuple):
    """What a ply cost those who decided, by ten times the work, and the standard error."""

    costs: list[float]
    error: float


class Judgements:
    """The looks with ten times the work, kept in a file if there is one, a line each."""

    def __init__(self, file: Path | None) -> None:
        self._file = file
        lines = file.read_text("utf-8").splitlines() if file and file.exists() else []
        self._kept = {tuple(place): Again(*again) for place, again in map(json.loads, lines)}

    def look(self, key: str, number: int, past: Past, plies: Sequence[LookedAt], ply: int) -> Again:
        """The look at a ply of the game with this number. What the review has proven of the next one is known to it."""
        place = (key, number, ply)
        if place not in self._kept:
            mind = registry.game(key).mind
            assert mind is not None
            proven = [after.best for after in plies[ply : ply + 1] if after.proven and after.kind != "set"]
            chance, work = random.Random(f"{ply} again"), TIMES * first_work(mind, len(plies), mind.review_work)
            judged = mind.judge(past, ply - 1, chance, work, never, next(iter(proven), None))
            self._kept[place] = again = Again([-cost for _, cost in judged.faults], judged.error)
            if self._file:
                with self._file.open("a", encoding="utf-8") as lines:
                    lines.write(json.dumps([place, again]) + "\n")
        return self._kept[place]


def count(key: str, number: int, every: int | None, judgements: Judgements, counts: Counts, *, closely: bool) -> Counts:
    """The counts with one more game; without `every` it is only reviewed."""
    mind = registry.game(key).mind
    assert mind is not None
    past = past_of(key, number)
    began = time.process_time()
    plies = reviewed(past, mind)
    took = time.process_time() - began
    first_plies, close = plies, 0.0
    if closely:
        began = time.process_time()
        plies = reviewed(past, mind, times_closely(mind))
        close = time.process_time() - began
    turning = set(turning_points(plies))
    first = random.Random(number).randrange(every) if every else None
    real = shown = said = checked = false = 0
    for ply in plies:
        mistakes = [cost for _, cost in ply.faults if ply.ply in turning and -cost >= MISTAKE]
        said += len(mistakes)
        if not every or ply.ply % every != first or ply.action is None or ply.kind == "forced":
            continue
        costs, error = judgements.look(key, number, past, first_plies, ply.ply)
        large = [cost for cost in costs if cost >= MISTAKE and cost > STANDARD_ERRORS * error]
        real += len(large)
        shown += len(large) if ply.ply in turning else 0
        if mistakes:
            checked += 1
            false += max(costs, default=0.0) < SLIP / 2
        if large and ply.ply not in turning:
            print(f"    missed: entry {ply.ply} {ply.action}, {large}, the review says {ply.faults} {ply.error:.3f}")
        elif mistakes and max(costs, default=0.0) < SLIP / 2:
            print(f"    false: entry {ply.ply} {ply.action}, {ply.faults}, ten times the work says {costs}")
    return Counts(
        counts.games + 1, counts.moments + (moment(plies) is not None), counts.judged + bool(every),
        counts.real + real, counts.shown + shown, counts.said + said, counts.checked + checked,
        counts.false + false, counts.seconds + took, max(counts.most, took), counts.close + close,
    )  # fmt: skip


def luck(games: int) -> None:
    """What chance gave a random player against level 2, a game of Seven Hills: 0 is expected."""
    mind = registry.game("seven-hills").mind
    assert mind is not None
    dice, gained = random.Random(1), list[float]()
    for number in range(games):
        seat = number % 2
        both = [players(mind)["random"], players(mind)["level 2"]]
        past = played("seven-hills", {}, both if seat == 0 else both[::-1], dice)
        assert past is not None
        gained.append(sum([ply.luck[seat] for ply in reviewed(past, mind)]))
        mean = sum(gained) / len(gained)
        error = sqrt(sum([(one - mean) ** 2 for one in gained])) / len(gained)
        print(f"luck of the random player {mean:+.3f} ± {error:.3f} a game, {len(gained)} games", flush=True)


def main() -> None:
    """Count."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("games", type=int)
    parser.add_argument("--game", choices=list(OPTIONS))
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--judged", type=int)
    parser.add_argument("--kept", type=Path)
    parser.add_argument("--closely", action="store_true")
    parser.add_argument("--luck", action="store_true")
    arguments = parser.parse_args()
    if arguments.luck:
        luck(arguments.games)
        return
    judgements = Judgements(arguments.kept)
    for key in [arguments.game] if arguments.game else list(OPTIONS):
        counts = Counts()
        for number in range(arguments.games):
            judges = arguments.judged is None or number < arguments.judged
            every = arguments.every if judges else None
            counts = count(key, number, every, judgements, counts, closely=arguments.closely)
            print(f"{key}: {counts}", flush=True)


if __name__ == "__main__":
    main()
