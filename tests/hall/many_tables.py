"""Many simulated tables in one process: logs in memory, the publisher's own outbox, sender and cursor, and lean wires.

A table plays its games after a plan, and takes some ends back. It may be killed: then it begins again with its log and
with the cursor as that was last saved.
"""

from __future__ import annotations

import random
import selectors
import time
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import NamedTuple

from hall.lean import Wire, serve

from companion.games.installed import INSTALLED
from companion.hall import topics
from companion.hall.canonical import canonical, is_signed, sign, table_key
from companion.hall.cursor import Cursor
from companion.hall.fields import utc
from companion.hall.messages import (
    IDLE,
    StateMessage,
    as_json,
    parse_json,
    read_board_online,
    read_confirmed,
)
from companion.hall.outbox import Outbox
from companion.hall.outbox import Result as Sent
from companion.hall.people import NamePolicy
from companion.hall.sender import Sender
from companion.kit.game import Game
from companion.play.act import Line, Result, parse
from companion.play.fold import GameState, State
from companion.reader import Reader, Unparsed, Wrong

CLUB, SECRET = "arena", "secret"
LOOK_S, SAVE_S, BEAT_S = 0.5, 5.0, 15.0
"""As the publisher has them."""
AGAIN_S, AGAIN_MOST_S = 1.0, 60.0
PEOPLE = 4


class Plan(NamedTuple):
    """What a process of tables does: `games` of each table within `seconds` from `begin`, and so many `faults`."""

    port: int
    tables: tuple[int, ...]
    games: int
    begin: float
    seconds: float
    faults: int


def rules(game: GameState, state: State) -> Game | None:
    return INSTALLED.known(game.key)


Planned = tuple[float, str, Result | None]
"""When a line is written, in seconds since 1970; about which game and with which act; how the game ends with it."""


def planned(plan: Plan, chance: random.Random) -> list[Planned]:
    """The lines of a table. Some ends are taken back, and most of these games end again."""

    def won() -> Result:
        winner = chance.choice([(0,), (1,), ()])
        return Result(winner, (12, 9) if winner == (0,) else (9, 12) if winner else (9, 9))

    found: list[Planned] = []
    later, end = plan.seconds / plan.games, plan.begin + plan.seconds
    for game in range(1, plan.games + 1):
        at = plan.begin + later * (game - 1 + chance.random())
        seats = ",".join(map(str, chance.sample(range(1, PEOPLE + 1), 2)))
        found += [(at, f"{game} new spartacus {seats}", None), (at, f"{game} win 0", won())]
        if chance.random() < 0.6:
            found.append((min(at + later, end), f"{game} undo", None))
            if chance.random() < 0.8:
                found.append((min(at + 2 * later, end), f"{game} win 1", won()))
    return sorted(found, key=lambda one: one[0])


class Table:
    """A table. `lines` is its log and `saved` its cursor: what a kill leaves. `now` of its methods is in seconds that
    only rise.
    """

    def __init__(
        self, name: str, record: str, selector: selectors.BaseSelector, port: int, plan: Sequence[Planned] = (),
        seed: int = 0,
    ) -> None:  # fmt: skip
        self.name = name
        self.record = record
        self._chance = random.Random(seed)
        self._key = table_key(SECRET, CLUB, name)
        self.lines: list[Line] = []
        self.saved = ""
        self.sent = self.confirmations = self.states = 0
        self._plan = list(plan)
        heard = [topics.of_board(CLUB, "+", "online"), topics.of_board(CLUB, "+", "confirmed", name)]
        will = topics.of_table(CLUB, name, "online")
        self._wire = Wire(selector, port, f"companion-{CLUB}-{name}-{record[:8]}", heard, self._hear, will)
        self._now, self._down_until, self._wait = 0.0, 0.0, AGAIN_S
        self._was_connected = False
        for said in (f"record log 1 {record} -", *[f"people name {who} Guest {who}" for who in range(1, PEOPLE + 1)]):
            self._append(said, None, time.time())
        self.start()

    # -- the log

    def write(self, said: str, result: Result | None = None, at: float = 1795376890.0) -> None:
        """Write a line about a game, such as `1 undo`; `result` is how the game ends with it."""
        self.sender.note_lines(self.outbox.fold_line(*self._append(said, result, at)), self._now)

    def _append(self, said: str, result: Result | None, at: float) -> tuple[int, Line]:
        about, _, act = said.partition(" ")
        game = int(about) if about.isdigit() else 0
        seq = len(self.lines)
        owner = f"g{game}" if game else about
        line = Line(seq, at, parse(act), game, owner, f"{seq:012x}", result, True, seq)
        self.lines.append(line)
        return seq, line

    def fold(self) -> Outbox:
        """The outbox of the whole log."""
        outbox = Outbox(NamePolicy("none", "people"), rules, lambda offset: self.lines[offset])
        for offset, line in enumerate(self.lines):
            outbox.fold_line(offset, line)
        return outbox

    # -- the publisher

    def start(self) -> None:
        """Begin with what is on the disk."""
        self.outbox = self.fold()
        self.cursor = Cursor.parse(self.saved)
        self.cursor.start += 1
        self.cursor.begin("", self.record)
        self.sender = Sender(self.outbox.results, self.cursor, self._chance.random, signs=True)
        self._number = 0
        self._said: tuple[int, int] | None = None
        self._said_at = self._saved_at = -1e9

    def kill(self, now: float) -> None:
        self._wire.close()
        self._down_until = now + 1.0
        self.start()

    def cut(self) -> None:
        self._wire.close()

    @property
    def is_connected(self) -> bool:
        return self._wire.connected

    @property
    def has_played(self) -> bool:
        return not self._plan

    def step(self, now: float) -> None:
        """What the publisher does at each look."""
        self._now = now
        while self._plan and self._plan[0][0] <= time.time():
            at, said, result = self._plan.pop(0)
            self.write(said, result, at)
        if not self._wire.is_open and now >= self._down_until:
            self._wire.open()
            self._down_until = now + self._wait * self._chance.uniform(0.8, 1.2)
            self._wait = min(2 * self._wait, AGAIN_MOST_S)
        if self._wire.connected:
            if not self._was_connected:
                self._wait = AGAIN_S
                self._said_at = -1e9
                self._wire.send(topics.of_table(CLUB, self.name, "online"), b"online", 1, retain=True)
                self.sender.note_connection(now)
            self._send(now)
        self._was_connected = self._wire.connected
        if self.sender.changed and now - self._saved_at > SAVE_S:
            self._saved_at, self.sender.changed = now, False
            self.saved = self.cursor.text()

    def _send(self, now: float) -> None:
        topic = topics.of_table(CLUB, self.name, "result")
        for result in self.sender.due(now):
            self._wire.send(topic, canonical(sign(self._key, topic, result.message())).encode(), 1)
            self.sent += 1
        said = len(self.outbox.results), self.sender.waiting(self.record, now)
        if said != self._said or now - self._said_at >= BEAT_S:
            self._said, self._said_at = said, now
            self._number += 1
            head = self.record, (self.cursor.start, self._number), len(self.lines) - 1, IDLE
            state = StateMessage(*head, None, None, None, (), None, None, True, *said, None)
            topic = topics.of_table(CLUB, self.name, "state")
            self._wire.send(topic, canonical(sign(self._key, topic, as_json(state))).encode(), retain=True)
            self.states += 1

    def _hear(self, topic: str, payload: bytes, retained: bool) -> None:
        with suppress(Unparsed, Wrong):
            message = Reader(parse_json(payload))
            if topics.speaking_board(CLUB, topic, "online") is not None:
                self.sender.note_board(read_board_online(message), self._now)
            elif is_signed(self._key, topic, message.value):  # type: ignore[arg-type]
                self.confirmations += 1
                self.sender.note_confirmed(read_confirmed(message), self._now, utc(time.time()) or "")

    def missing(self, boards: Sequence[str]) -> int:
        """How many results these boards have not all confirmed."""
        return sum(
            not all(self.cursor.has(board, result) for board in boards) for result in self.outbox.results.values()
        )

    def close(self) -> None:
        self._wire.close(orderly=True)


class Count(NamedTuple):
    """How far the tables of a process are: `missing` results are not confirmed by all boards. `sent` results,
    `confirmations` and `states` are how many messages there were, `cpu` is the processor time of the process in s.
    """

    played: bool
    results: int
    missing: int
    sent: int
    confirmations: int
    states: int
    cpu: float


def run_tables(plan: Plan, pipe: Connection) -> None:
    """A process of tables. It is sent lists of boards and answers with a Count; None lets it answer with the results
    of its logs, folded from the start, and end.
    """
    with selectors.DefaultSelector() as selector:
        tables = [
            Table(f"t{number}", f"{number:032x}", selector, plan.port, planned(plan, random.Random(number)), number)
            for number in plan.tables
        ]
        chance = random.Random(plan.tables[0])
        faults = sorted(plan.begin + plan.seconds * chance.random() for _ in range(plan.faults))
        due = deque([(time.monotonic() + LOOK_S * number / len(tables), table) for number, table in enumerate(tables)])
        while True:
            serve(selector, max(0.0, due[0][0] - time.monotonic()))
            if due[0][0] <= time.monotonic():  # one at a time: the wires must not wait when the machine is busy
                at, table = due.popleft()
                table.step(time.monotonic())
                due.append((max(at + LOOK_S, time.monotonic()), table))
            while faults and faults[0] <= time.time():
                faults.pop(0)
                table = chance.choice(tables)
                if chance.random() < 0.5:
                    table.cut()
                else:
                    table.kill(time.monotonic())
            if pipe.poll():
                boards = pipe.recv()
                if boards is None:
                    break
                pipe.send(count(tables, boards))
        results: list[Sent] = [result for table in tables for result in table.fold().results.values()]
        pipe.send(results)
        for table in tables:
            table.close()


def count(tables: Sequence[Table], boards: Sequence[str]) -> Count:
    return Count(
        all(table.has_played for table in tables),
        sum(len(table.outbox.results) for table in tables),
        sum(table.missing(boards) for table in tables),
        sum(table.sent for table in tables),
        sum(table.confirmations for table in tables),
        sum(table.states for table in tables),
        time.process_time(),
    )
