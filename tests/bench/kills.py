"""The real process killed a thousand times, several at a time. Run by hand, takes about ten minutes:

    python tests/bench/kills.py [--kills 1000] [--jobs 4] [--seed 1]

Each job has an evening of its own, plays it in peace, and then kills one device after the other on one record until the
evening is over; then it begins another evening. One kill in ten hits a first start. What is looked at after every kill
stands in `tests/kills.py`: everything that was acknowledged is there, in order and line for line as in peace, at most
one entry more, and the next device starts with the picture of the last entry. The first thing that is not so ends the
job, and its folder is kept.
"""

from __future__ import annotations

import argparse
import random
import shutil
import sys
import tempfile
import time
import traceback
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from kills import AIMS, Killing, Timeline, first_start_killed, timeline


def job(place: Path, kills: int, seed: int) -> tuple[Counter[str], str]:
    """So many kills; what was counted, and what went wrong."""
    chance = random.Random(seed)
    counted: Counter[str] = Counter()
    folder = place / str(seed)
    try:
        killing = None
        while counted["kills"] < kills:
            turn = counted["kills"] % 10
            if turn == 0:
                first = folder / f"first {counted['kills']}"
                counted["first starts"] += 1
                counted["first starts that had made a record"] += first_start_killed(first, chance)
                for made in (first, first.with_suffix(".spare"), first.with_suffix(".peace")):
                    shutil.rmtree(made, ignore_errors=True)
            else:
                if killing is None or killing.over:
                    counted["evenings"] += 1
                    peace = folder / "peace"
                    shutil.rmtree(peace, ignore_errors=True)
                    killing = another(folder / "record", timeline(peace, seed * 1000 + counted["evenings"]), chance)
                aim = chance.choice(AIMS)
                entries, unsaid = killing.count, killing.unsaid
                killing.kill(aim)
                counted[f"{aim.__name__}"] += 1
                counted["entries"] += killing.count - entries
                counted["kills with an entry in flight"] += killing.unsaid - unsaid
            counted["kills"] += 1
    except Exception as error:
        kept = Path(tempfile.mkdtemp(prefix="kills-"))
        shutil.copytree(folder, kept, dirs_exist_ok=True)
        where = traceback.extract_tb(error.__traceback__)[-1]
        what = f"{type(error).__name__} {error} in {Path(where.filename).name}:{where.lineno}"
        return counted, f"{what}, kill {counted['kills'] + 1} of job {seed}, see {kept}"
    shutil.rmtree(folder)
    return counted, ""


def another(folder: Path, session: Timeline, chance: random.Random) -> Killing:
    """A fresh record in place of the last one."""
    shutil.rmtree(folder, ignore_errors=True)
    return Killing(folder, folder.with_suffix(".spare"), session, chance)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--jobs", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    began = time.monotonic()
    counted: Counter[str] = Counter()
    wrong = []
    with tempfile.TemporaryDirectory() as place, ProcessPoolExecutor(given.jobs) as pool:
        each = -(-given.kills // given.jobs)
        seeds = range(given.seed, given.seed + given.jobs)
        for some, trouble in pool.map(job, [Path(place)] * given.jobs, [each] * given.jobs, seeds):
            counted += some
            wrong += [trouble] * bool(trouble)
    for name, count in counted.items():
        print(f"{count:7} {name}")
    print(f"{time.monotonic() - began:7.0f} seconds, {given.jobs} at a time")
    print("\n".join(wrong) or "nothing was lost, nothing was half done, every start went well")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
