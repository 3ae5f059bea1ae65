"""Key presses: whole random games through the real screens, and how many presses an action takes.

    python tests/bench/presses.py [GAMES]

For every game, entry and key profile: the mean presses of an action by the shortest way through the screens, every
legal action within reach, and the bar of the design. Also with four keys the mean for a person who does not know that
lists are rings, and how many times the shortest way that is. Then the score pads that ship: a round, a turn or an entry
with four keys. One game of each is also pressed key by key through the
whole device, whose record must then be the actions that were meant.
"""

from __future__ import annotations

import random
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from figures import note
from help_page import explain

sys.path.insert(0, str(Path(__file__).parents[1]))

from pad_rounds import BARS as PAD_BARS
from pad_rounds import mean_presses
from presses import FOUR, JOYSTICK, Shadow, pressed, random_game, ways
from variants import ENTRIES, options_of, up_to_three

PEOPLE = ("Ada", "Ben", "Cleo", "Dora")
BARS: dict[tuple[str, str | None], tuple[float, float]] = {
    ("praetorians", "cards"): (4.5, 4.0),
    ("spartacus", "cards"): (1.8, 1.8),
    ("hannibal", "cards"): (3.2, 3.0),
    ("seven-hills", "cards"): (2.8, 2.6),
    ("army-ants", "cards"): (6.0, 5.0),
    ("praetorians", "scores"): (6.0, 5.0),
    ("spartacus", "scores"): (8.0, 7.0),
}
LEAST = 400
"""More games than were asked for are played where these have fewer actions: else chance decides about a bar."""
MOST = 400
"""A random game of some kinds may go on for ever; this many actions are enough to count."""


def measured(game: str, entry: str | None, count: int, seed: int) -> Iterator[tuple[int, int, int, int]]:
    """For each action of some random games: four keys, a person, a joystick, and the actions out of reach."""
    dice, actions, games = random.Random(seed), 0, 0
    while games < count or actions < LEAST:
        games += 1
        table = Shadow(game, up_to_three(game, PEOPLE), **options_of(entry))
        for context, action in random_game(table, dice, MOST):
            four, person, joystick = ways(context, FOUR), ways(context, FOUR, rings=False), ways(context, JOYSTICK)
            missing = sum(1 for legal in table.legal if legal not in four)
            actions += 1
            yield len(four[action]), len(person[action]), len(joystick[action]), missing


def recorded(game: str, entry: str | None) -> None:
    """Press one game key by key through the whole device: its record must be the actions that were meant."""
    table = Shadow(game, up_to_three(game, PEOPLE), **options_of(entry))
    with tempfile.TemporaryDirectory() as folder:
        answers, meant = pressed(Path(folder), table, random.Random(11), most=MOST)
    entered = [action for answer in answers for action in answer["actions"]]
    if entered != meant:
        raise SystemExit(f"{game}, {entry}: the record is not what was meant: {entered} instead of {meant}")


def main(count: int) -> None:
    """Print the table."""
    print(f"{'':24}{'actions':>8}{'4 keys':>8}{'bar':>6}{'person':>8}{'ratio':>7}{'joystick':>10}{'bar':>6}")
    fours, figures = [], {}
    for game, entry in ENTRIES:
        rows = list(measured(game, entry, count, seed=7))
        four, person, joystick, missing = (sum(row[place] for row in rows) for place in range(4))
        bars = BARS.get((game, entry)) or ("", "")
        recorded(game, entry)
        fours.append(four / len(rows))
        means = f"{four / len(rows):8.2f}{bars[0]:>6}{person / len(rows):8.2f}{person / four:7.2f}"
        means += f"{joystick / len(rows):10.2f}{bars[1]:>6}"
        name = ", ".join(filter(None, (game, entry)))
        print(f"{name:24}{len(rows):8}{means}" + f"   {missing} out of reach" * (missing > 0))
        key = "-".join(filter(None, ("presses", game, entry)))
        figures[key] = " | ".join(f"{keys / len(rows):.1f}" for keys in (four, person, joystick))
    figures["presses"] = f"{min(fours):.1f} to {max(fours):.1f}"
    for bar in PAD_BARS:
        fewest, more = mean_presses(bar), mean_presses(bar, rings=False)
        what = "an entry" if bar.by_entry else "a round"
        print(f"{f'{bar.key}, {what}':32}{fewest:8.2f}{bar.most:>6}{more:8.2f}{more / fewest:7.2f}")
        figures[f"presses-{bar.key}"] = f"{fewest:.1f} | {more:.1f}"
    note(Path(__file__).name, figures)


if __name__ == "__main__":
    explain(__doc__)
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5)
