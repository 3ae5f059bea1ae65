"""How long the history of a hundred thousand games takes to look up. Run by hand:

    python tests/bench/history.py [GAMES]

A log is made with so many games of six people, three entries each, ended in all the ways there are. Printed are the
CPU seconds that making the index takes, the start after an orderly stop beside that of a record of ten games, and every
question that the glass or the command line asks, the quickest of a few answers set against one walk over all games: the
row of every game read, its people and its result decoded. `glass` are questions that a key asks and a person waits for.
Times are of this machine; the shares are not.
"""

from __future__ import annotations

import json
import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from help_page import explain

from companion.play import act as acts
from companion.play.act import PEOPLE, RECORD, Act, Begin, Line, Result, parse
from companion.record import figures
from companion.record.index import INDEX
from companion.record.log import LOG

sys.path.insert(0, str(Path(__file__).parents[1]))
from installed import Record

GAMES = 100_000
NAMES = ("Ada", "Ben", "Cleo", "Dora", "Emil", "Fay")
KINDS = {"praetorians": (2, 4), "spartacus": (3, 5), "hannibal": (2, 2), "seven-hills": (2, 2), "army-ants": (2, 2)}
BAR = 0.5
"""No question of the glass may take a longer share of the walk over all games."""
INDEX_MOST_S = 60.0
TRIES = 5


def lines(count: int) -> Iterator[Line]:
    """So many games of an imagined lifetime."""
    chance = random.Random(1)
    at, seq = 1_000_000_000.0, 0
    yield Line(0, at, Act(acts.LOG, 1, "0123456789abcdef0123456789abcdef -"), 0, RECORD)
    for number, name in enumerate(NAMES, 1):
        seq += 1
        yield Line(seq, at, Act(acts.NAME, number, name), 0, PEOPLE)
    for game in range(1, count + 1):
        kind = chance.choice(list(KINDS))
        people = tuple(chance.sample(range(1, len(NAMES) + 1), chance.randint(*KINDS[kind])))
        winner = chance.randrange(len(people))
        scores = tuple([99 if seat == winner else chance.randrange(90) for seat in range(len(people))])
        none = (0,) * len(people)
        text, result = chance.choices(
            (
                ("end", Result((winner,), scores)),
                ("agree draw", Result((), none, "agree draw")),
                ("abandon", Result((), none, "abandon")),
                ("on", None),
            ),
            (90, 4, 4, 2),
        )[0]
        for act in (Begin(kind, people, {}).act(), Act(acts.PLAY, 0, "action"), parse(text)):
            at += chance.choice((20.0, 300.0, 4000.0))
            seq += 1
            yield Line(seq, at, act, game, "", "0123456789ab", result if str(act) == text else None)


def took(question: Callable[[], object]) -> float:
    """Seconds of the quickest of a few answers."""
    best = float("inf")
    for _ in range(TRIES):
        began = time.perf_counter()
        question()
        best = min(best, time.perf_counter() - began)
    return best


def made(folder: Path, count: int) -> float:
    """Write a log of so many games; the CPU seconds that its index takes."""
    folder.mkdir()
    (folder / LOG).write_bytes(b"".join([line.encode() for line in lines(count)]))
    began = time.process_time()
    Record(folder).close()
    return time.process_time() - began


def main() -> None:
    """Print what was found."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    with tempfile.TemporaryDirectory() as place:
        few, many = Path(place) / "few", Path(place) / "many"
        made(few, 10)
        index_s = made(many, count)
        sizes = [(many / name).stat().st_size / 1e6 for name in (LOG, INDEX)]
        print(f"{count} games: log {sizes[0]:.0f} MB, index {sizes[1]:.0f} MB, made in {index_s:.1f} s of CPU"
              + "  missed" * (index_s > INDEX_MOST_S))  # fmt: skip
        starts = [took(lambda folder=folder: Record(folder).close()) for folder in (few, many)]  # type: ignore[misc]
        print(f"start after an orderly stop: {starts[0] * 1000:.1f} ms with 10 games, x {starts[1] / starts[0]:.2f}")
        with Record(many) as record:
            total = record.finished_games(0, 1).total
            ask = record.ask

            def walk() -> None:
                for (info,) in ask(lambda index: index.run("SELECT info FROM games").fetchall()):
                    json.loads(info)

            questions: dict[str, Callable[[], object]] = {
                "glass: home, whether anything is over": lambda: record.finished_games(0, 1),
                "glass: history, the newest games": lambda: record.finished_games(0, 4),
                "glass: history, the oldest games": lambda: record.finished_games(total - 4, 4),
                "glass: somebody's record": lambda: figures.person_record(record, "Ada"),
                "glass: head to head": lambda: ask(lambda index: figures.head_to_head(index.run, "Ada", "Ben")),
                "glass: how long games take": lambda: ask(lambda index: figures.durations(index.run)),
                "history": lambda: ask(lambda index: figures.past_games(index.run, most=20)),
                "history --player --game": lambda: ask(
                    lambda index: figures.past_games(index.run, "hannibal", ("Ada", "Ben"), 20)
                ),
                "stats": lambda: [
                    figures.person_record(record, name) for name in ask(lambda index: figures.people(index.run))
                ],
            }
            whole = took(walk)
            print(f"\n{'a walk over all games':42} {whole * 1000:8.1f} ms")
            for name, question in questions.items():
                seconds = took(question)
                missed = "  missed" if name.startswith("glass") and seconds > BAR * whole else ""
                print(f"{name:42} {seconds * 1000:8.1f} ms  {seconds / whole:6.3f} of it{missed}")


if __name__ == "__main__":
    explain(__doc__)
    main()
