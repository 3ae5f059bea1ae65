"""Codes that people type: whether two actions have one, or one begins another, in positions of random games.

    python tests/bench/typed_codes.py [POSITIONS] [GAME …]

For every game and entry so many different positions, of whole random games with random options and numbers of players.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

from figures import note
from help_page import explain

sys.path.insert(0, str(Path(__file__).parents[1]))

from typed import clashes, positions
from variants import ENTRIES


def main(count: int, games: list[str]) -> None:
    """Print the table."""
    print(f"{'':24}{'positions':>11}{'ambiguous':>11}{'seconds':>9}")
    for game, entry in ENTRIES:
        if games and game not in games:
            continue
        began, checked, wrong = time.monotonic(), 0, 0
        for step in positions(game, entry, count):
            checked += 1
            found = clashes(step)
            if found:
                wrong += 1
                print(f"{step.setup.options}, {step.position}: {', '.join(found)}")
        name = ", ".join(filter(None, (game, entry)))
        print(f"{name:24}{checked:11,}{wrong:11}{time.monotonic() - began:9.0f}", flush=True)
        note(Path(__file__).name, {f"ambiguous-{game}-{entry}": f"{wrong} of {checked:,}"})


if __name__ == "__main__":
    explain(__doc__)
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000, sys.argv[2:])
