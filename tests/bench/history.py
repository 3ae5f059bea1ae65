"""How long the history of a hundred thousand games takes to look up. Run by hand:

    python tests/bench/history.py [GAMES]

A record is made with so many games of six people, three entries each, ended in all the ways there are. Then every
question is asked that the glass or the command line asks, a few times each, and the quickest answer is set against one
walk over all games as it would be without what schema 3 keeps: the row of every game read, its people and its outcome
decoded. `glass` are questions that a key asks and a person waits for. Times are of this machine; the share is not.
"""

from __future__ import annotations

import json
import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from companion.table.arriving import Entered, Whole

from companion.record.record import Record
from companion.table import results
from companion.table.moments import ABANDON, Result

GAMES = 100_000
PEOPLE = ("Ada", "Ben", "Cleo", "Dora", "Emil", "Fay")
KINDS = {"praetorians": (2, 4), "spartacus": (3, 5), "hannibal": (2, 2), "seven-hills": (2, 2), "army-ants": (2, 2)}
BAR = 0.5
"""No question of the glass may take a longer share of the walk over all games."""
TRIES = 5


def games(count: int) -> Iterator[Whole]:
    """So many games of an imagined lifetime."""
    chance = random.Random(1)
    at = 1_000_000_000.0
    for _ in range(count):
        kind = chance.choice(list(KINDS))
        names = tuple(chance.sample(PEOPLE, chance.randint(*KINDS[kind])))
        winner = chance.randrange(len(names))
        scores = tuple([99 if seat == winner else chance.randrange(90) for seat in range(len(names))])
        result = chance.choices(
            (
                Result((winner,), scores),
                Result((), (0,) * len(names), "agree draw"),
                Result((), (0,) * len(names), ABANDON),
                None,
            ),
            (90, 4, 4, 2),
        )[0]
        entries = []
        for text in (f"new {kind}", "told", "end"):
            at += chance.choice((20.0, 300.0, 4000.0))
            entries.append(Entered(text, "d", at))
        yield Whole(kind, names, {}, tuple(entries), result, None)


def took(question: Callable[[], object]) -> float:
    """Seconds of the quickest of a few answers."""
    best = float("inf")
    for _ in range(TRIES):
        began = time.perf_counter()
        question()
        best = min(best, time.perf_counter() - began)
    return best


def main() -> None:
    """Print what was found."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    with tempfile.TemporaryDirectory() as folder, Record(Path(folder)) as journal:
        began = time.perf_counter()
        journal.add_whole(tuple(games(count)), {}, 1.0)
        took_s = time.perf_counter() - began
        size = sum(file.stat().st_size for file in Path(folder).glob(f"{FILE}*"))
        total = journal.finished(0, 1).total
        print(f"{count} games, {total} of them over, {size / 1e6:.0f} MB, made in {took_s:.0f} s")
        run = journal._database.execute

        def walk() -> None:
            for players, outcome in run("SELECT players, outcome FROM games"):
                json.loads(players)
                if outcome is not None:
                    json.loads(outcome)

        def newly_counted() -> None:
            journal._counted.clear()
            journal.finished(0, 1)

        questions: dict[str, Callable[[], object]] = {
            "glass: home, whether anything is over": newly_counted,
            "glass: history, the newest games": lambda: journal.finished(0, 4),
            "glass: history, the oldest games": lambda: journal.finished(total - 4, 4),
            "glass: somebody's record": lambda: journal.ask(lambda run: results.tallies(run, "Ada")),
            "glass: head to head": lambda: journal.ask(lambda run: results.meetings(run, "Ada", "Ben")),
            "glass: how long games take": lambda: journal.ask(results.lengths),
            "history": lambda: journal.ask(lambda run: results.past(run, most=20)),
            "history --player --game": lambda: journal.ask(
                lambda run: results.past(run, "hannibal", ("Ada", "Ben"), 20)
            ),
            "stats": lambda: journal.ask(
                lambda run: [results.tallies(run, name) for name in results.people(run)] + [results.lengths(run, -1)]
            ),
        }
        whole = took(walk)
        print(f"\n{'a walk over all games':42} {whole * 1000:8.1f} ms")
        for name, question in questions.items():
            seconds = took(question)
            missed = "  missed" if name.startswith("glass") and seconds > BAR * whole else ""
            print(f"{name:42} {seconds * 1000:8.1f} ms  {seconds / whole:6.3f} of it{missed}")


if __name__ == "__main__":
    main()
