"""Keys of a keyboard: random games, how many keys with Enter an action takes.

    python tests/bench/typed_keys.py [GAMES]

For every game and entry the mean keys of an action by the shortest text on the real screens, with the bar of the
design, the mean touches of a finger, and with cards entry the presses of four keys of an action
where the cards have labels, but no hills (an action without a card takes what it takes on the glass). Then score
pads: the mean keys of a value.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from pathlib import Path

from figures import note
from help_page import explain

sys.path.insert(0, str(Path(__file__).parents[1]))

from pad_rounds import BARS as PAD_BARS
from pad_rounds import Bar, entries
from presses import FOUR, Shadow, random_game, way_to
from typed import fewest_keys, presses_beside_label, touches
from variants import ENTRIES, options_of, up_to_three

PEOPLE = ("Ada", "Ben", "Cleo", "Dora")
BARS = {"praetorians": 3.0, "spartacus": 1.8, "seven-hills": 2.2, "army-ants": 4.3, "hannibal": 6.0}
"""By game, with cards entry."""
TOUCHED = [*((game, "cards") for game in BARS), ("praetorians", "scores"), ("spartacus", "scores")]
"""Whose mean touches are noted, with the number of actions."""
VALUES = {"wizard": 2.2, "hearts": 2.4, "skat": 2.4, "points": 4.1}
"""By pad."""
MOST = 400


def main(count: int) -> None:
    """Print the table."""
    print(f"{'':24}{'actions':>8}{'keys':>7}{'bar':>6}{'touches':>9}{'with labels':>13}")
    figures = {}
    for game, entry in ENTRIES:
        dice, keys, touched, pressed = random.Random(7), [], 0, 0
        for _ in range(count):
            table = Shadow(game, up_to_three(game, PEOPLE), **options_of(entry))
            for context, action in random_game(table, dice, MOST):
                keys.append(fewest_keys(action, context))
                touched += touches(action, context)
                if entry != "scores":
                    beside = presses_beside_label(action, context)
                    pressed += len(way_to(action, context, FOUR)) if beside is None else beside
        bar = BARS.get(game, "") if entry != "scores" else ""
        name = ", ".join(filter(None, (game, entry)))
        means = f"{touched / len(keys):9.2f}" + (f"{pressed / len(keys):13.2f}" if entry != "scores" else "")
        print(f"{name:24}{len(keys):8}{sum(keys) / len(keys):7.2f}{bar:>6}{means}", flush=True)
        if entry != "scores":
            figures[f"typed-{game}"] = f"{sum(keys) / len(keys):.1f}"
        if (game, entry) in TOUCHED:
            figures[f"touched-{game}-{entry}"] = f"{touched / len(keys):.2f} ({len(keys):,})"
    for pad in PAD_BARS:
        if pad.key not in VALUES:
            continue
        keys = list(values(pad, count))
        print(f"{pad.key + ', a value':24}{len(keys):8}{sum(keys) / len(keys):7.2f}{VALUES[pad.key]:>6}")
        figures[f"typed-{pad.key}"] = f"{sum(keys) / len(keys):.1f}"
    note(Path(__file__).name, figures)


def values(pad: Bar, count: int) -> Iterator[int]:
    """The keys of each value of some games, as people play them."""
    for table, action in entries(pad, count):
        yield fewest_keys(action, table.context)


if __name__ == "__main__":
    explain(__doc__)
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 3)
