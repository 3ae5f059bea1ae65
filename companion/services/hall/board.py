"""The board of a hall as a process: hears the tables, keeps results on its disk, and only then confirms them."""

from __future__ import annotations

import sqlite3
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import closing, suppress
from pathlib import Path
from typing import NamedTuple, TypeVar

from companion.console import CommandError
from companion.hall import topics
from companion.hall.answers import Answer, Answers, BadQuestion, Health, NotFound
from companion.hall.canonical import canonical, is_signed, sign, table_key
from companion.hall.config import MARK, Config
from companion.hall.fields import utc
from companion.hall.intake import Intake, Refused
from companion.hall.ledger import Ledger, Row
from companion.hall.messages import (
    CONFIRMED_TOGETHER,
    FORGOTTEN_MOST,
    ONLINE_EXPIRY_S,
    BoardOnline,
    Confirmed,
    Forgotten,
    ResultMessage,
    StateMessage,
    as_json,
    parse_json,
    read_forgotten,
)
from companion.hall.standings import GameId
from companion.hall.tables import Tables
from companion.hall.wall import LOOK_S
from companion.inotify import MODIFY
from companion.log import Log
from companion.ports import AuxPortError
from companion.reader import Reader, Unparsed, Wrong
from companion.services.hall.connection import identity
from companion.services.hall.events import Events, Stop, stoppable
from companion.services.hall.inbox import Inbox
from companion.services.hall.store import BYTES_MOST, Store, cause
from companion.texts import reason_of
from companion.words import Words
from hardware.mqtt import Address, Connected, Disconnected, Event, Incoming, Mqtt, Outgoing
from hardware.systemd import Manager
from hardware.web import listen
from hardware.web.answers import Source, WrongQuestion
from hardware.web.latest import Latest, LatestState
from hardware.web.limits import LIMITS
from hardware.web.server import ServerThread

TOGETHER_S, TOGETHER_MOST = 0.1, 500
"""Results that come within this time, at most this number, are written in one transaction."""
WORDS_TOGETHER = 200
"""The most states that are read before results are looked for again."""
AGAIN_S = 1.0
"""How often results are tried that the disk did not take."""
ONLINE_S = 60.0
LOG_S = 60.0
PASSED_S = 15.0
"""How often viewers look although nothing has come: tables are silent and results missing after a time."""

SWITCH_S = 0.0001
"""The thread of a connection reads messages in many small steps, and must not wait for Python's usual 5 ms at each."""

log = Log(__name__)
T = TypeVar("T")


def serve_board(config: Config, folder: Path, files: Path, web: tuple[str, int], *, ask_again: bool) -> int:
    """Hear the tables and show their results at the address `web` until SIGTERM or Ctrl-C; the exit status.

    With `ask_again` every table is asked for everything once more. Raises CommandError if the database cannot be
    opened, or the address.
    """
    sys.setswitchinterval(SWITCH_S)
    with stoppable() as events:
        try:
            if ask_again:
                with closing(Store(folder)) as store:
                    store.hold()
                    store.renew()
            board = HallBoard(config, folder, files, events)
            listening = listen(*web, LIMITS.unsent_bytes)
        except (sqlite3.Error, OSError) as error:
            why = reason_of(cause(folder, error))
            raise CommandError(Words("en")("hall.unreadable", file=folder, why=why), status=1) from error
        except AuxPortError as error:
            raise CommandError(str(error), status=1) from error
        source = Source(board.answer, board.labels, board.changes, board.news, config.board.hosts)
        with closing(ServerThread(listening, LatestState(), LIMITS, source)), closing(Manager()) as manager:
            return board.run(manager)


class BrokerEvent(NamedTuple):
    """What a connection has said of itself, and of which of the brokers it is; None: messages are in the inbox."""

    broker: int
    event: Connected | Disconnected | None


class HallBoard:
    """A board with the database in a folder, until a Stop is in `events`. `files` is the folder of the configuration.

    Raises sqlite3.Error and OSError if the database cannot be opened.
    """

    def __init__(self, config: Config, folder: Path, files: Path, events: Events[BrokerEvent | Stop]) -> None:
        self._config = config
        self._files = files
        self._events = events
        self._store = Store(folder)
        self._store.hold()
        self._events.watch(folder, MODIFY)
        self._id = self._store.id
        own = config.board
        self._ledger = Ledger(
            self._store.rows(), self._store.owners(), self._store.forgotten(), own.zone, own.begins,
            guarded=own.secret is not None,
        )  # fmt: skip
        self._intake = Intake(config.club, own.secret, own.tables, marks=own.unsigned == MARK, revoked=config.revoked)
        self._intake.signing.update(self._ledger.owners.values())
        self._removed = self._store.removed()
        self._inbox = Inbox(self._intake, time.monotonic)
        self._tables = Tables()
        self._tables.remove(self._removed)
        self._tables.forget(self._ledger.forgotten)
        self._answers = Answers(config, self._id, self._ledger, self._tables)
        self._lock = threading.Lock()
        self._brokers: list[Mqtt] = []
        self._connected: set[int] = set()
        self._rows: dict[GameId, Row] = {}
        self._owners: dict[str, str] = {}
        self._confirmed: dict[tuple[str, str], list[tuple[int, int, str]]] = {}
        self._board_key = table_key(own.secret, config.club, topics.BOARD) if own.secret is not None else None
        self._greeted: dict[str, tuple[str, int]] = {}
        self._since = _now_text()
        self._alone_since: str | None = self._since
        self._online_sent_at = self._logged_at = time.monotonic()
        self.news = Latest[int]()
        self._refreshed_at, self._refreshes, self._is_news = self._online_sent_at, 0, False
        self._logged: Counter[str] = Counter()
        self._lately: Counter[str] = Counter()
        self._fault = ""
        self._bytes = self._store.bytes()

    # -- the loop

    def run(self, listening: Manager) -> int:
        """Hear and answer until Stop; the exit status. `listening` hears how the board does."""
        will = self._online(online=False)
        heard = [topics.of_table(self._config.club, "+", what) for what in ("online", "state", "result")]
        heard.append(topics.of_board(self._config.club, "+", "forgotten"))
        for number, broker in enumerate(self._config.brokers):
            login = identity(f"companion-{self._config.club}-board-{self._id[:8]}", self._config.login, self._files)

            def put(event: Event, number: int = number) -> None:
                if not isinstance(event, Incoming):
                    self._events.put(BrokerEvent(number, event))
                elif self._inbox.put(event):
                    self._events.put(BrokerEvent(number, None))

            self._brokers.append(Mqtt([Address(*broker)], login, heard, will, put))
        listening.notify("READY=1")
        status = ""
        try:
            while self._hear():
                self._write()
                self._read_words()
                self._beat()
                self._refresh_viewers()
                tables, games, unwritten = self._tables.live(time.monotonic()), len(self._ledger.rows), len(self._rows)
                brokers = f"{len(self._connected)} of {len(self._brokers)} brokers"
                new = f"STATUS={tables} tables live, {games} games, {unwritten} waiting for the disk, {brokers}"
                if new != status:
                    status = new
                    listening.notify(status)
            self._write()
        finally:
            for mqtt in self._brokers:
                mqtt.close(self._online(online=False))
            self._store.close()
        return 0

    def _hear(self) -> bool:
        """Wait for something to do, and take results for a short time after the first; False for Stop."""
        going = self._take_events(self._wait() if self._inbox.is_empty else 0.0)
        until, count = time.monotonic() + TOGETHER_S, 0
        while going and self._inbox.has_results and count < TOGETHER_MOST:
            while count < TOGETHER_MOST and (events := self._inbox.next_results()):
                for event in events:
                    self._read(event)
                count += len(events)
            left = until - time.monotonic()
            going = self._take_events(left) if left > 0 and count < TOGETHER_MOST else going
        return going

    def _wait(self) -> float:
        """For how many seconds nothing is due."""
        due = [self._online_sent_at + ONLINE_S, self._logged_at + LOG_S]
        due.append(self._refreshed_at + (LOOK_S if self._is_news else PASSED_S))
        left = min(due) - time.monotonic()
        return min(left, AGAIN_S) if self._rows or self._owners else left

    def _take_events(self, wait: float) -> bool:
        """Take what connections have said, which does not wait for messages; wait for the first so long. False for
        Stop.
        """
        for heard in self._events.take(wait):
            if isinstance(heard, Stop):
                return False
            self._on(heard)
        return True

    def _read_words(self) -> None:
        """Take what tables say about themselves, after the results: not more than makes them wait."""
        for _ in range(WORDS_TOGETHER):
            event = self._inbox.next_word()
            if event is None:
                return
            self._read(event)

    def _on(self, heard: BrokerEvent) -> None:
        event = heard.event
        self._is_news = self._is_news or event is not None
        if isinstance(event, Connected):
            self._connected.add(heard.broker)
            self._alone_since = None
            self._brokers[heard.broker].send(self._online(online=True))
            self._send_forgotten()
        elif isinstance(event, Disconnected):
            self._connected.discard(heard.broker)
            if not self._connected and self._alone_since is None:
                self._alone_since = _now_text()
                self._tables.lose_broker()

    def _send_forgotten(self) -> None:
        """Say to the other boards who asked to be forgotten: signed, so that nobody else can blank a name."""
        people, topic = sorted(self._ledger.forgotten), topics.of_board(self._config.club, self._id, "forgotten")
        if self._board_key is None or not people:
            return
        message = sign(self._board_key, topic, as_json(Forgotten(self._id, tuple(people[:FORGOTTEN_MOST]))))
        for mqtt in self._brokers:
            mqtt.send(Outgoing(topic, canonical(message).encode(), 1, True))

    def _on_forgotten(self, event: Incoming) -> None:
        """Another board says who asked to be forgotten. What does not fit is ignored."""
        with suppress(Unparsed, Wrong):
            message = Reader(parse_json(event.payload))
            if self._board_key is None or not is_signed(self._board_key, event.topic, message.value):  # type: ignore[arg-type]
                return
            new = {*read_forgotten(message).people} - self._ledger.forgotten
            if new:
                for person in new:
                    self._store.forget(person)
                with self._lock:
                    self._forget(new)
                self._is_news = True
                self._send_forgotten()

    def _forget(self, people: set[str]) -> None:
        self._ledger.forget(people)
        self._tables.forget(people)

    def _read(self, event: Incoming) -> None:
        if topics.speaking_board(self._config.club, event.topic, "forgotten") is not None:
            self._on_forgotten(event)
            return
        try:
            with self._lock:
                self._take(event)
        except Refused as refused:
            self._intake.refused[refused.why] += 1

    def _take(self, event: Incoming) -> None:
        now = time.monotonic()
        taken = self._intake.check(event.topic, event.payload)
        self._is_news = True
        if isinstance(taken.message, ResultMessage):
            record = taken.message.record
            self._ledger.check(taken, taken.message)
            self._intake.place(taken)
            taking = self._ledger.take(taken, taken.message, time.time())
            if taking.row is not None:
                self._rows[taking.row.key] = taking.row
            if taking.owner is not None:
                self._owners.update([taking.owner])
            self._confirmed.setdefault((taken.table, record), []).append(taking.confirmed)
        else:
            placed = self._intake.place(taken)
            self._tables.take(taken, now, retained=event.retained, placed=placed)
            if taken.table in self._removed and taken.table in self._tables.names:
                self._removed.discard(taken.table)
                self._store.bring_back(taken.table)
            if taken.signed and isinstance(taken.message, StateMessage):
                self._greet(taken.table, taken.message)

    def _remove(self, removed: set[str]) -> None:
        self._removed = removed
        self._tables.remove(removed)
        self._intake.tables -= removed

    def _greet(self, table: str, state: StateMessage) -> None:
        """Confirm nothing, signed, to a table that has begun to speak: then it knows that the key is the right one."""
        begun = state.record, state.order[0]
        if self._greeted.get(table) != begun:
            self._greeted[table] = begun
            self._confirm(table, Confirmed(self._id, state.record, ()))

    # -- the disk, and what follows

    def _write(self) -> None:
        """Write what came, and confirm it when it is on the disk. Without room nothing is confirmed."""
        confirmed, self._confirmed = self._confirmed, {}
        if self._rows or self._owners:
            try:
                if self._store.bytes() > BYTES_MOST:
                    raise sqlite3.OperationalError("the database has reached its greatest size")
                self._store.commit(self._rows.values(), self._owners.items())
                self._bytes = self._store.bytes()
            except sqlite3.Error as error:
                if str(error) != self._fault:
                    self._fault = str(error)
                    log.error("results cannot be written, and are not confirmed: %s", error)
                return
            self._rows.clear()
            self._owners.clear()
            if self._fault:
                log.warning("results are written and confirmed again")
            self._fault = ""
        for (table, record), triples in confirmed.items():
            for first in range(0, len(triples), CONFIRMED_TOGETHER):
                self._confirm(table, Confirmed(self._id, record, tuple(triples[first : first + CONFIRMED_TOGETHER])))

    def _confirm(self, table: str, confirmed: Confirmed) -> None:
        topic, key = topics.of_board(self._config.club, self._id, "confirmed", table), self._intake.key_of(table)
        # QoS 0: of QoS 1 only 20 are under way, and their acknowledgements wait behind a flood of messages.
        # A confirmation that is lost follows when the table has sent its result again.
        message = Outgoing(topic, canonical(sign(key, topic, as_json(confirmed))).encode())
        for mqtt in self._brokers:
            mqtt.send(message)

    def _beat(self) -> None:
        now = time.monotonic()
        if now - self._online_sent_at >= ONLINE_S:
            self._online_sent_at = now
            for mqtt in self._brokers:
                mqtt.send(self._online(online=True))
        if self._store.was_changed():  # by the organiser
            with self._lock:
                self._ledger.owners.update(self._store.owners())
                self._forget(self._store.forgotten())
                self._remove(self._store.removed())
            self._is_news = True
            self._send_forgotten()
        if now - self._logged_at >= LOG_S:
            self._logged_at = now
            new = self._refused() - self._logged
            if new:
                log.warning("refused: %s", ", ".join(f"{why} {count}" for why, count in sorted(new.items())))
                self._logged = self._refused()
            elif self._lately:
                log.warning("nothing was refused in the last minute")
            self._lately = new

    def _refresh_viewers(self) -> None:
        """Let viewers look, at most every LOOK_S."""
        now = time.monotonic()
        if now - self._refreshed_at >= (LOOK_S if self._is_news else PASSED_S):
            self._refreshes += 1
            self._refreshed_at, self._is_news = now, False
            self.news.put(self._refreshes)

    def _refused(self) -> Counter[str]:
        return self._intake.refused + self._inbox.refused

    def _online(self, *, online: bool) -> Outgoing:
        word = BoardOnline(self._id, online, _now_text())
        topic = topics.of_board(self._config.club, self._id, "online")
        return Outgoing(topic, canonical(as_json(word)).encode(), 1, True, ONLINE_EXPIRY_S)

    # -- the web, in a thread of its own

    def answer(self, path: str, query: str) -> Answer:
        refused = self._refused()
        health = Health(self._since, self._alone_since, refused, self._lately + refused - self._logged, self._bytes)
        return self._asked(lambda: self._answers.answer(path, query, time.monotonic(), time.time(), health))

    def labels(self, path: str, query: str) -> Mapping[str, str]:
        return self._asked(lambda: self._answers.labels(path, query))

    def changes(self, query: str, seen: object) -> tuple[object, str]:
        """What a viewer of a page has afterwards, and what is new to it."""
        now, told, connected = time.monotonic(), self._refreshed_at, bool(self._connected)
        return self._asked(lambda: self._answers.changes(query, seen, told, now, time.time(), connected=connected))

    def _asked(self, ask: Callable[[], T]) -> T:
        try:
            with self._lock:
                return ask()
        except BadQuestion as wrong:
            raise WrongQuestion(400, str(wrong)) from None
        except NotFound as wrong:
            raise WrongQuestion(404, str(wrong)) from None


def _now_text() -> str:
    return utc(time.time()) or "1970-01-01T00:00:00Z"
