"""Killing the real process, and looking at what it leaves.

An evening is played once in peace, in this process: random games of all five with slips, redo, rematches, games that
wait and come back. For every entry of its record are kept the words that lead to it from the entry before, the lines
that the glass then shows, and what follows from the entries. Then the real process is given the same words
and killed; a killed process must leave the log of the peaceful one, line for line, up to where it came; and the next
one is killed on that same record, so that damage would add up.
"""

from __future__ import annotations

import json
import os
import random
import select
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from device import Answer, Player, begin, look, pick, played, read_on
from installed import Record, RecordView
from logs import lines
from presses import FOUR, Shadow, way_to

from companion.games.registry import GAMES
from companion.record.index import INDEX
from companion.record.log import LOCK, LOG
from companion.session.session import Session
from companion.words import Words
from hardware.simulated import SimulatedClock

PEOPLE = ("Ada", "Ben", "Cleo", "Dora")
WORDS = Words("en")
SLIPS = 8
"""One action in so many is undone, and one of two of these brought back."""


class Entry(NamedTuple):
    """An entry of the record: its text and the words that led to it from the entry before.

    `lines` are what the glass shows when a device starts there, and `follows` what follows from the entries so far.
    `extra` of the next words only leave what a start does not show again: pages on how to lay out, and further pages of
    what hands must do.
    """

    text: str
    words: tuple[str, ...]
    lines: tuple[str, ...]
    follows: object
    extra: int = 0


class Timeline(NamedTuple):
    """An evening as it is when nobody kills anything, and what its lines say."""

    entries: tuple[Entry, ...]
    rows: tuple[tuple[object, ...], ...]

    def words(self, count: int) -> list[str]:
        """What is left to say to a device that starts with so many entries."""
        extra = self.entries[count - 1].extra if count else 0
        return [word for entry in self.entries[count:] for word in entry.words][extra:]


# -- the evening in peace


def people(folder: Path) -> None:
    """A record in which nothing has happened yet, with people enough for all games."""
    Record(folder, PEOPLE).close()


def timeline(folder: Path, seed: int, most: int = 25) -> Timeline:
    """An evening of all games, of at most so many actions each."""
    people(folder)
    entries: list[Entry] = []
    before = len(_rows(folder))

    def watched(player: Player) -> Player:
        words: list[str] = []
        reads = False
        word = next(player)
        while True:
            answer = yield word
            if word != "wait 0":
                words.append(word)
                if reads:  # the next page, or the table behind the last one
                    entries[-1] = entries[-1]._replace(lines=tuple(answer["lines"]), extra=len(words))
            for text in answer["actions"]:
                entries.append(Entry(text, tuple(words), tuple(answer["lines"]), follows(folder), 0))
                words.clear()
            reads = answer["screen"] == "setup" or (answer["banner"] or "").endswith("▼")
            try:
                word = player.send(answer)
            except StopIteration:
                return

    played(folder, watched(_evening(folder, random.Random(seed), most)))
    return Timeline(tuple(entries), _rows(folder)[before:])


def _evening(folder: Path, chance: random.Random, most: int) -> Player:
    order = [(game, "cards") for game in GAMES] + [("praetorians", "scores"), ("spartacus", "scores")]
    chance.shuffle(order)
    for place, (game, entry) in enumerate(order):
        if place:
            yield from _home()
        yield from pick(WORDS(f"game.{game}"))
        answer = yield from look()
        if ("Entry: scores" in answer["lines"]) != (entry == "scores"):  # it begins with what was chosen last
            yield from pick("Entry")
        if game == "spartacus":
            yield from _three()
        yield from begin()
        with RecordView(folder) as library:
            table = library.table
            assert table is not None
            names = table.names
        yield from _game(Shadow(game, names, entry=entry), chance, most)
    yield from _home()
    answer = yield from look()
    waits = [line.split(":")[0] for line in answer["lines"] if line.startswith("»")]
    yield from pick(waits[-1])
    yield "hold back"
    yield from _menu("Redo")


def _game(table: Shadow, chance: random.Random, most: int) -> Player:
    for _ in range(most):
        yield from read_on((yield from look()))
        action = chance.choice(table.legal)
        way = way_to(action, table.context, FOUR)
        for command in way:
            yield command.value
        if chance.randrange(SLIPS) == 0:
            yield from read_on((yield "hold back"))
            if chance.randrange(2) == 0:
                yield from _menu("Redo")
            else:
                for command in way:
                    yield command.value
        table.enter(action)
        if table.over:
            yield from read_on((yield from look()))
            yield from read_on((yield "hold back"))
            yield from _menu("Redo")
            yield "ok"  # a rematch, whose start is taken back and comes back
            yield from read_on((yield "hold back"))
            yield from _menu("Redo")
            return


def _three() -> Player:
    """Those who played last play again, and the game takes three: a missing player is added."""
    yield from pick("Players")
    answer = yield from look()
    while answer["lines"][1] != "Done: 3":
        seated = answer["lines"][1] == "Done: 2"
        yield from pick(next(name for name in PEOPLE if seated == (name in answer["lines"])))
        answer = yield from look()
    yield from pick("Done")


def _menu(line: str) -> Player:
    yield from read_on((yield from look()))  # orders stand until they are read
    yield "back"
    yield from pick(line)


def _home() -> Player:
    return _menu("Home")


# -- what is in a record


def _rows(folder: Path) -> tuple[tuple[object, ...], ...]:
    """The lines about games, without their times."""
    games = [line for line in lines(folder) if line.game]
    return tuple([(line.seq, line.game, str(line.act), line.digest, line.result) for line in games])


def follows(folder: Path) -> object:
    """Everything computed from the lines, without times."""
    with RecordView(folder) as library:
        games = []
        for number in range(library.state.games + 1):
            game = library.game_state(number)
            assert game is not None
            path, undone = ([(entry.seq, entry.text) for entry in entries] for entries in (game.path, game.undone))
            games.append((game.key, game.names, game.series, game.before, path, undone, game.last, game.result))
        return games, library.state.table, dict(library.state.people)


# -- the process


class Device:
    """The real process on a record. Words go in without waiting for what is answered; answers are read as they come."""

    def __init__(self, folder: Path, words: list[str]) -> None:
        command = [sys.executable, "-W", "error", "-m", "companion", "run", "--panel", "text", "--data", str(folder)]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0
        )
        self.folder = folder
        self.answers: list[Answer] = []
        self.sizes: list[int] = []
        """How many bytes each answer has taken."""
        self._words = 0
        self._rest = b""
        self.say(words)

    def say(self, words: list[str]) -> None:
        """Put more words into the pipe."""
        assert self.process.stdin is not None
        self._words += len(words)
        self.process.stdin.write("".join(f"{word}\n" for word in words).encode())

    def read(self, most: int) -> None:
        """Wait for answers, until there are so many, or one to every word and one before the first."""
        while len(self.answers) < min(most, self._words + 1) and self._read():
            pass

    def _read(self) -> bool:
        assert self.process.stdout is not None
        chunk = os.read(self.process.stdout.fileno(), 65_536)
        *lines, self._rest = (self._rest + chunk).split(b"\n")
        self.answers += map(json.loads, lines)
        self.sizes += [len(line) + 1 for line in lines]
        return bool(chunk)

    def holds(self) -> bool:
        """Whether it has got as far as to have the record for itself."""
        lock = self.folder / LOCK
        return lock.exists() and lock.read_text("ascii") == f"process {self.process.pid}"

    def until(self, reached: Callable[[], bool]) -> None:
        """Wait, until all is answered at most. Without sleeping: what is aimed at takes a thousandth of a second."""
        assert self.process.stdout is not None
        while not reached() and self.process.poll() is None and len(self.answers) <= self._words:
            if select.select([self.process.stdout], [], [], 0)[0]:
                self._read()

    def kill(self) -> None:
        """SIGKILL; whatever was answered in whole lines has been answered."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        assert self.process.stderr is not None
        self.process.send_signal(signal.SIGKILL)
        while self._read():
            pass
        self.process.wait()
        self.trouble = self.process.stderr.read().decode()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            stream.close()

    @property
    def entered(self) -> list[str]:
        return [text for answer in self.answers for text in answer["actions"]]


Aim = Callable[[Device, random.Random], None]


def _spin(seconds: float) -> None:
    until = time.perf_counter() + seconds
    while time.perf_counter() < until:
        pass


def playing(device: Device, chance: random.Random) -> None:
    """Somewhere among the words."""
    device.read(chance.randrange(1, 70))
    _spin(chance.uniform(0, 0.006))


def starting(device: Device, chance: random.Random) -> None:
    """At any moment of the start, which takes a fifth of a second here, or a while after it."""
    time.sleep(chance.uniform(0, 0.35))


def opening(device: Device, chance: random.Random) -> None:
    """While the record is opened."""
    device.until(device.holds)
    _spin(chance.uniform(0, 0.02))


def closing_down(device: Device, chance: random.Random) -> None:
    """While it ends because it was asked to, and the index is written."""
    device.read(chance.randrange(1, 40))
    device.process.terminate()
    _spin(chance.uniform(0, 0.03))


AIMS: tuple[Aim, ...] = (playing, playing, playing, starting, opening, closing_down)


class Killing:
    """One record, and one device after the other killed on it. Every method raises AssertionError where it suffered."""

    def __init__(self, folder: Path, spare: Path, timeline: Timeline, chance: random.Random) -> None:
        self.folder, self._spare, self._course, self._chance = folder, spare, timeline, chance
        self.count = 0
        """Entries in the record."""
        self.kills = self.unsaid = 0
        """How often, and how often there was an entry that no panel had shown."""
        self._before = 0
        people(folder)
        self._before = len(_rows(folder))

    @property
    def over(self) -> bool:
        return self.count == len(self._course.entries)

    def kill(self, aim: Aim, most: int | None = None) -> None:
        """One device starts where the last one was killed, plays on for at most so many words, and is killed."""
        entries = self._course.entries
        device = Device(self.folder, self._course.words(self.count)[:most])
        try:
            aim(device, self._chance)
        finally:
            device.kill()
        self.kills += 1
        assert device.trouble == "", device.trouble
        assert device.process.returncode in (-signal.SIGKILL, 0)
        if device.answers and self.count:
            assert tuple(device.answers[0]["lines"]) == entries[self.count - 1].lines
        entered = device.entered
        expected = [entry.text for entry in entries[self.count : self.count + len(entered)]]
        assert entered == expected, (entered, expected)
        there = self.look()
        assert there - self.count - len(entered) in (0, 1)
        self.unsaid += there - self.count - len(entered)
        self.count = there

    def look(self) -> int:
        """How many entries there are; all is as it was in peace when there were so many.

        Somebody else looks: at a copy, so that the next device finds what the killed one left.
        """
        shutil.rmtree(self._spare, ignore_errors=True)
        shutil.copytree(self.folder, self._spare)
        with Record(self._spare) as record:
            assert record.notices == []
            now = Session(record, SimulatedClock(0.0)).now
            rows = _rows(self._spare)[self._before :]
            count = len(rows)
            assert rows == self._course.rows[:count]
            if count:
                assert follows(self._spare) == self._course.entries[count - 1].follows
                assert now is None or now.timeline is not None
        return count


def first_start_killed(folder: Path, chance: random.Random) -> bool:
    """Kill a device at its first start, once it begins to make a record; whether there was one.

    What it leaves is none, or a whole one; the next device starts as if nothing had been, and says nothing of damage.
    """
    device = Device(folder, [])
    device.until(lambda: folder.is_dir() and any(file.name != LOCK for file in folder.iterdir()))
    _spin(chance.uniform(0, 0.06))
    device.kill()
    assert device.trouble == ""
    made = (folder / LOG).exists() and (folder / LOG).stat().st_size > 0
    again = Device(folder, ["quit"])
    again.read(2)
    again.process.wait()
    again.kill()
    assert (again.trouble, again.process.returncode) == ("", 0)
    assert again.answers[0]["screen"] == "home"
    names = {file.name for file in folder.iterdir()}
    assert names >= {LOCK, LOG}
    assert names <= {LOCK, LOG, INDEX, "torn-1"}
    with Record(folder) as record:
        assert record.roster == ("A", "B")
    return made
