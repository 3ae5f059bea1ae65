"""Many put-backs at tables of real cards and pieces, by hands that read only the English sentences. Run by hand:

    python tests/bench/hands.py [put-backs of each game, 20000] [first seed, 1000]

Every evening takes the next options, number of people and seed. Ends with a traceback at the first table that lies
otherwise than in the record. Journals are kept under TMPDIR; in memory (/dev/shm) it goes faster.
"""

from __future__ import annotations

import sys
import tempfile
from itertools import count, product
from pathlib import Path
from types import ModuleType

from help_page import explain

TESTS = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(TESTS))

from hands.session import LONG_NAMES, NAMES, session  # noqa: E402 - the paths to the tests were just set
from hands.test_starts import PHYSICAL  # noqa: E402


def put_backs(key: str, table: ModuleType, wanted: int, first: int) -> tuple[int, int]:
    """Evenings of a game until so many instructions were carried out; how many evenings and instructions it was."""
    ways = list(product(table.OPTIONS, table.PLAYERS))
    done = 0
    for seed in count(first):
        options, players = ways[seed % len(ways)]
        names = LONG_NAMES if seed % 3 == 0 else NAMES
        corrected = getattr(table, "corrected", None)
        if seed // len(ways) % 2:
            corrected = None  # the tables to set are then those of other moments of the evening
        with tempfile.TemporaryDirectory() as folder:
            done += session(
                Path(folder), key, players, options, table.LAY, seed,
                names=names, corrected=corrected, choose=getattr(table, "choose", None),
            )  # fmt: skip
        if done >= wanted:
            return seed - first + 1, done
    raise AssertionError("seeds never end")


def main() -> None:
    """Print a line for each game that has a table."""
    wanted, first = [*map(int, sys.argv[1:3]), *(20_000, 1000)[len(sys.argv) - 1 :]]
    for key, table in PHYSICAL:
        evenings, done = put_backs(key, table, wanted, first)
        print(f"{key:12} {evenings:6,} evenings {done:9,} put-backs, all as in the record", flush=True)


if __name__ == "__main__":
    explain(__doc__)
    main()
