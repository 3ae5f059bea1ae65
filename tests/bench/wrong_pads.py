"""What is said of wrong pads: every slip of a grammar at every place of every pad, and changes by chance.

    python tests/bench/wrong_pads.py [MUTATIONS] [SECONDS]

A slip is told well where its message names its line, and what would be right there. A file that chance has changed is
told well where its fault has a line or a place, and a text of its own. `limits` has the time and the memory of the file
that cost most of each. The bars: no other exception, 95 % told well, half a second and 64 MB a file.
"""

from __future__ import annotations

import random
import sys
import time
import tracemalloc
from collections import Counter
from pathlib import Path

from help_page import explain

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "games"))

from pad_slips import is_told_well, mutated, slips, sources, told

BARE = ("pad.wrong.toml", "pad.wrong.unforeseen")
"""The texts that say nothing of what would be right."""
TRACED = 200
"""The memory of so many files is traced, which takes several times as long."""


def main() -> None:
    """Print the figures."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 600.0
    texts = list(sources().values())
    kinds: Counter[str] = Counter()
    well: Counter[str] = Counter()
    unforeseen = 0
    most_s = 0.0
    for text in texts:
        for slipped in slips(text):
            begun = time.process_time()
            found = told(slipped.text)
            most_s = max(most_s, time.process_time() - begun)
            if found is not None:
                kinds[slipped.kind] += 1
                well[slipped.kind] += is_told_well(slipped, found)
                unforeseen += found.key == BARE[1]
    total = kinds.total()
    print(f"slips: {total} wrong files of {len(kinds)} kinds, {well.total() / total:.2%} told well")
    for kind, number in sorted(kinds.items(), key=lambda item: well[item[0]] / item[1])[:6]:
        print(f"    {kind}: {well[kind]} of {number}")

    dice, keys, done = random.Random(1), Counter[str](), 0
    placed, begun = 0, time.monotonic()
    for _ in range(count):
        if time.monotonic() - begun > seconds:
            break
        content = mutated(dice.choice(texts), dice)
        started = time.process_time()
        found = told(content)
        most_s = max(most_s, time.process_time() - started)
        done += 1
        if found is not None:
            keys[found.key] += 1
            unforeseen += found.key == BARE[1]
            placed += found.key not in BARE and (found.line is not None or found.place != "")
    print(f"by chance: {done} files, {keys.total()} wrong, {placed / keys.total():.2%} told with a place and a cure")
    for key, number in keys.most_common(12):
        print(f"    {number} {key}")
    print(f"exceptions that nobody thought of: {unforeseen}")

    most_bytes = 0
    for _ in range(TRACED):
        content = mutated(dice.choice(texts), dice)
        tracemalloc.start()
        told(content)
        most_bytes = max(most_bytes, tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    print(f"limits: {most_s:.3f} s of processor time, {most_bytes / 1e6:.1f} MB")


if __name__ == "__main__":
    explain(__doc__)
    main()
