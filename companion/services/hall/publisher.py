"""The publisher of a table: follows the record's log, and sends what the table does and how games ended.

It reads the log and nothing else of the record, and keeps a small file, `cursor.json`, in a folder of its own.
"""

from __future__ import annotations

import json
import math
import time
from contextlib import suppress
from pathlib import Path
from random import Random

from companion import __version__
from companion.hall import topics
from companion.hall.canonical import canonical, is_signed, sign
from companion.hall.config import BEAT, OFF, Config
from companion.hall.cursor import Cursor
from companion.hall.fields import utc
from companion.hall.home import EXPIRY_S, discovery
from companion.hall.live import LiveTable
from companion.hall.messages import (
    CONFIRMED_MOST,
    OFFLINE,
    ONLINE,
    VERSION,
    as_json,
    parse_json,
    read_board_online,
    read_confirmed,
    read_state,
    version_of,
)
from companion.hall.outbox import Outbox
from companion.hall.people import NamePolicy
from companion.hall.sender import Sender
from companion.hall.tables import OTHER_DEVICE, live_s
from companion.log import Log
from companion.reader import Reader, Unparsed, Wrong
from companion.services.hall.connection import identity
from companion.services.hall.events import Events, Stop
from companion.services.hall.follower import Follower
from companion.whole_file import read_regular, write_whole
from companion.words import Words
from hardware.mqtt import Address, Connected, Disconnected, Event, Incoming, Mqtt, Outgoing
from hardware.systemd import Manager

CURSOR = "cursor.json"
PAUSE_S = 0.5
"""The least time between two states."""
SAVE_S = 5.0
STATE_EXPIRY_S = 900
START_MOST = 1000
ONLINE_S = 30.0
"""How often a table that says no states says that it is online."""
HOME_S = 5.0
"""Home Assistant is answered after a time up to this, so that not all tables answer in one moment."""

log = Log(__name__)


class Publisher:
    """Publishes the record in a folder until a Stop is in `events`. `state` is the folder of its cursor.

    `config` has a table and a key of people. `files` is the folder of the configuration, `memory` belongs to LiveTable.
    """

    def __init__(
        self, config: Config, folder: Path, state: Path, files: Path, words: Words, events: Events[Event | Stop],
        *, memory: bool = True,
    ) -> None:  # fmt: skip
        assert config.table is not None
        assert config.people_key is not None
        self._config = config
        self._club, self._table = config.club, config.table
        self._state_file = state / CURSOR
        self._files = files
        self._words = words
        self._memory = memory
        self._events = events
        self._policy = NamePolicy(config.names, config.people_key)
        self._chance = Random()
        self._follower = Follower(folder)
        self._cursor = self._load()
        # By chance, so that a copied card, which has the same cursor, does not count like this one.
        self._cursor.start += 1 + self._chance.randrange(START_MOST)
        self._every = 0 if config.state == OFF else config.state_every
        self._connected = False
        self._online_at = math.inf
        self._other_until = -math.inf
        self._last_trouble: str | None = None
        self._number = 0
        self._last_state: dict[str, object] = {}
        self._state_sent_at = -1e9
        self._cursor_saved_at = -1e9
        self._status = ""
        self._home_at = math.inf
        self._begin()

    def _begin(self) -> None:
        """Read the log from its start."""
        self._outbox = Outbox(self._policy, self._follower.rules, self._follower.line_at)
        self._fold()
        self._cursor.begin(self._config.policy, self._outbox.state.id)
        signs = self._config.key is not None
        self._sender = Sender(self._outbox.results, self._cursor, self._chance.random, signs=signs)
        rules = self._follower.rules
        self._live = LiveTable(
            self._outbox, self._policy, lambda game: rules(game, self._outbox.state), self._words, memory=self._memory
        )

    def _fold(self) -> set[int]:
        games: set[int] = set()
        for offset, line in self._follower.new_lines():
            games.update(self._outbox.fold_line(offset, line))
        return games

    # -- the loop

    def run(self) -> int:
        """Publish until Stop; the exit status."""
        manager = Manager()
        manager.notify("READY=1", "STATUS=the record is read")
        will = self._online(OFFLINE)
        # Another one for each process: two devices with one file, or a copied card, must not throw each other out.
        client = f"companion-{self._club}-{self._table}-{self._chance.getrandbits(32):08x}"
        heard = [
            topics.of_board(self._club, "+", "online"), topics.of_board(self._club, "+", "confirmed", self._table),
            *[topics.of_table(self._club, self._table, what) for what in ("online", "state")],
            *([topics.HOME_STATUS] if self._config.home_assistant else []),
        ]  # fmt: skip
        brokers = [Address(*broker) for broker in self._config.brokers]
        login = identity(client, self._config.login, self._files)
        mqtt = Mqtt(brokers, login, heard, will, self._events.put)
        try:
            self._read()
            while self._hear():
                self._read()
                if self._connected:
                    self._send(mqtt)
                self._notify_manager(manager)
                if self._sender.changed and time.monotonic() - self._cursor_saved_at >= SAVE_S:
                    self._save()
        finally:
            if self._connected:
                self._send_state(mqtt, time.monotonic(), ends=True)
            mqtt.close(will)
            self._save()
            self._follower.close()
            manager.close()
        return 0

    def _hear(self) -> bool:
        """Wait until the log grows, an event comes, or something is due; False for Stop."""
        for event in self._events.take(self._wait(time.monotonic())):
            if isinstance(event, Stop):
                return False
            self._on(event)
        return True

    def _wait(self, now: float) -> float:
        """For how many seconds nothing is due."""
        beat = self._every or ONLINE_S
        due = [now + beat, self._other_until]
        if self._sender.changed:
            due.append(self._cursor_saved_at + SAVE_S)
        if self._connected:
            due += [self._online_at, self._sender.next_at(now), self._home_at]
            due += [self._state_sent_at + wait for wait in (PAUSE_S, beat)]
        return min([at for at in due if at > now]) - now

    def _on(self, event: Event) -> None:
        now = time.monotonic()
        if isinstance(event, Connected):
            self._connected = True
            self._state_sent_at, self._online_at, self._last_state = -1e9, now, {}
            self._sender.note_connection(now)
            if self._config.home_assistant or self._cursor.home:
                self._home_at = now
        elif isinstance(event, Disconnected):
            self._connected = False
        elif event.topic == topics.of_table(self._club, self._table, "online"):
            # Another device of this name has ended, or a broker that was left behind noticed it only now.
            if event.payload == OFFLINE.encode() and not event.retained:
                self._online_at = now
        elif event.topic == topics.of_table(self._club, self._table, "state"):
            if not event.retained:
                with suppress(Unparsed, Wrong):
                    self._on_state(event, now)
        elif event.topic == topics.HOME_STATUS:
            if event.payload == ONLINE.encode() and self._config.home_assistant:
                self._home_at = now + HOME_S * self._chance.random()
        else:
            with suppress(Unparsed, Wrong):
                self._on_board(event, now)

    def _on_state(self, event: Incoming, now: float) -> None:
        """A state by the name of this table: its own comes back to it, another one is from another device with the
        same file, or with a copied card. Raises Unparsed or Wrong.
        """
        message = Reader(parse_json(event.payload))
        state, (start, number), key = read_state(message), (self._cursor.start, self._number), self._config.key
        own = state.record == self._outbox.state.id and state.order[0] == start and state.order[1] <= number
        if own or (key is not None and not is_signed(key, event.topic, message.value)):  # type: ignore[arg-type]
            return
        self._other_until = now + live_s(state.every)
        if self._cursor.other is None:
            log.warning("%s", OTHER_DEVICE)
        if self._cursor.other != state.record:
            self._cursor.other = state.record
            self._sender.changed = True

    def _trouble(self, now: float) -> str | None:
        """What is wrong here, to be shown at the board."""
        if self._cursor.other is not None and now >= self._other_until:
            log.warning("no other device speaks as this table any more")
            self._cursor.other = None
            self._sender.changed = True
        trouble = self._follower.trouble
        if trouble != self._last_trouble:
            log.warning("%s", trouble if trouble is not None else "the record can be read again")
            self._last_trouble = trouble
        return trouble or (OTHER_DEVICE if self._cursor.other is not None else None)

    def _on_board(self, event: Incoming, now: float) -> None:
        """A board says something; what does not fit is ignored. Raises Unparsed or Wrong."""
        if len(event.payload) > CONFIRMED_MOST:
            return
        message = Reader(parse_json(event.payload))
        if version_of(message) != VERSION:
            return
        board = topics.speaking_board(self._club, event.topic, "online")
        if board is not None:
            word = read_board_online(message)
            if word.board == board:
                self._sender.note_board(word, now)
            return
        confirmed, key = read_confirmed(message), self._config.key
        if confirmed.board != topics.speaking_board(self._club, event.topic, "confirmed", self._table):
            return
        if key is None or is_signed(key, event.topic, message.value):  # type: ignore[arg-type]  # it was read
            at = utc(time.time())
            self._sender.note_confirmed(confirmed, now, at or "1970-01-01T00:00:00Z")

    def _read(self) -> None:
        self._follower.watch(self._events)
        if self._follower.is_another():
            log.warning("the record is another one; it is read from its start")
            self._begin()
            return
        games = self._fold()
        if self._outbox.state.id != self._cursor.record:
            self._cursor.begin(self._config.policy, self._outbox.state.id)
            self._sender.begin_again()
        if games:
            self._sender.note_lines(games, time.monotonic())

    # -- sending

    def _online(self, word: str) -> Outgoing:
        return Outgoing(topics.of_table(self._club, self._table, "online"), word.encode(), 1, True)

    def _send(self, mqtt: Mqtt) -> None:
        now = time.monotonic()
        if now >= self._online_at:
            # A table that says only its results has no other way to show that it is still there.
            self._online_at = math.inf if self._every else now + ONLINE_S
            mqtt.send(self._online(ONLINE))
        topic = topics.of_table(self._club, self._table, "result")
        for result in self._sender.due(now):
            message = sign(self._config.key, topic, result.message())
            mqtt.send(Outgoing(topic, canonical(message).encode(), 1))
        self._send_state(mqtt, now)
        if now >= self._home_at:
            self._home_at = math.inf
            self._send_home(mqtt)

    def _send_state(self, mqtt: Mqtt, now: float, *, ends: bool = False) -> None:
        since, every = now - self._state_sent_at, self._every
        if not ends and since < (every if self._config.state == BEAT else PAUSE_S):
            return
        waiting = self._sender.waiting(self._outbox.state.id, now)
        state = self._live.state(self._cursor.start, self._number + 1, waiting, self._trouble(now), every)
        state = state._replace(ends=ends)
        fields = {name: value for name, value in as_json(state).items() if name != "order"}
        if not state.record or (fields == self._last_state and (not every or since < every)):
            return
        topic = topics.of_table(self._club, self._table, "state")
        message = canonical(sign(self._config.key, topic, as_json(state))).encode()
        # What is not said again must arrive, and is kept until the table says something else.
        expiry = max(STATE_EXPIRY_S, 2 * every) if every else None
        if mqtt.send(Outgoing(topic, message, 0 if every else 1, True, expiry)):
            self._number += 1
            self._last_state, self._state_sent_at = fields, now

    def _send_home(self, mqtt: Mqtt) -> None:
        """Announce the table to Home Assistant; after that was switched off, clear its message."""
        on, payload = self._config.home_assistant, b""
        if on:
            payload = json.dumps(
                discovery(self._club, self._table, "Table Companion", __version__, self._every)
            ).encode()
        topic = topics.home_config(self._club, self._table)
        if mqtt.send(Outgoing(topic, payload, 1, True, EXPIRY_S if on else None)):
            self._cursor.home = on
            self._sender.changed = True

    def _notify_manager(self, manager: Manager) -> None:
        waiting = self._sender.waiting(self._outbox.state.id, time.monotonic()) if manager.listens else 0
        status = f"STATUS={len(self._outbox.results)} results, {waiting} not confirmed"
        if status != self._status:
            self._status = status
            manager.notify(status)

    # -- the cursor

    def _load(self) -> Cursor:
        try:
            return Cursor.parse(read_regular(self._state_file).decode("utf-8"))
        except (OSError, UnicodeDecodeError):
            return Cursor()

    def _save(self) -> None:
        """Write the cursor, whole or not at all. What a full disk loses is sent again."""
        self._cursor_saved_at = time.monotonic()
        self._sender.changed = False
        try:
            self._state_file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            write_whole(self._state_file, [self._cursor.text().encode()], durable=False)
        except OSError as error:
            log.warning("%s cannot be written: %s", self._state_file, error.strerror or error)
