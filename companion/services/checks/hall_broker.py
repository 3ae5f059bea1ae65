"""What `companion hall check` finds at a broker, seen from a table or from a board. It changes nothing there."""

from __future__ import annotations

import ipaddress
import secrets
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import Any

from companion.hall import topics
from companion.hall.config import MARK, Broker, Config
from companion.hall.fields import seconds_since_1970
from companion.hall.intake import Intake, Refused
from companion.hall.messages import ONLINE_EXPIRY_S, BoardOnline, StateMessage, parse_json, read_board_online
from companion.hall.sender import ONLINE_S
from companion.reader import Reader, Unparsed, Wrong
from companion.services.checks.findings import FAULT, OK, Check, Finding, Seen, seen
from companion.services.hall.connection import identity
from hardware.broker_probe import (
    FAULTS,
    NoTls,
    ProbeClient,
    Silent,
    certificate,
    reach,
    resolve,
    speaks_tls,
)
from hardware.mqtt import Address, Incoming, WrongFile, reason_text

SOON_S = 14 * 86_400
"""A certificate that ends within this time gets a warning."""
SKEW_S = 120
"""Two clocks that differ by more are not both right."""
SHOWN = 8
"""The number of digits of a board's id that are shown."""


class BrokerCheck:
    """One look at a broker: `findings` says what was found; `boards` and `states` are what it keeps of the hall."""

    def __init__(self, config: Config, broker: Broker, files: Path, now: float) -> None:
        self._config = config
        self._broker = broker
        self._now = now
        self._who = config.table or topics.BOARD
        client = f"companion-{config.club}-{self._who}-{secrets.token_hex(4)}"
        self._identity = identity(client, config.login, files)
        self._address = Address(*broker)
        self.findings: list[Finding] = []
        self.boards: dict[str, BoardOnline] = {}
        self.ages: dict[str, float] = {}
        """How many seconds ago the message of each board came, by the clock of the broker."""
        self.online: dict[str, bool] = {}
        self.states: dict[str, StateMessage] = {}
        self.refused: dict[str, str] = {}
        """What each table does, and why a board refuses what it says."""
        own = config.board
        self._intake = Intake(config.club, own.secret, own.tables, marks=own.unsigned == MARK, revoked=config.revoked)
        self.connected = False
        self.findings += self._all()

    def _all(self) -> Iterator[Finding]:
        """Step after step; the first that fails is the last."""
        broker = Check("hall-broker", self._reach, faults="unknown public silent gone tls-port")
        steps = (
            broker,
            Check(
                "hall-tls",
                self._tls,
                warnings="house soon",
                faults=" ".join(("none", "file", *FAULTS)),
                cures={"soon": "hall-tls-expired"},
            ),
            Check("hall-login", self._login, warnings="old anybody", faults="refused"),
            Check(
                "hall-rights",
                self._rights,
                warnings="unsure",
                faults="deaf own writes reads",
                cures=dict.fromkeys(("deaf", "writes", "reads"), "hall-rights"),
            ),
        )
        for step in steps:
            worst = OK
            try:
                for finding in step.findings():
                    worst = FAULT if finding.level == FAULT else worst
                    yield self._here_at(finding)
            except Exception as error:  # whatever the library raises for what a broker sends
                gone = seen("silent") if isinstance(error, Silent) else seen("gone", why=reason_text(error))
                if step is not broker and not self._broker.tls and speaks_tls(self._address):
                    gone = seen("tls-port")
                yield self._here_at(broker.finding(gone))
                return
            if worst == FAULT:
                return

    def _here_at(self, finding: Finding) -> Finding:
        return finding._replace(params={"url": str(self._broker), **finding.params})

    # -- the way there

    def _reach(self) -> Iterator[Seen]:
        try:
            addresses = resolve(self._address)
        except OSError as error:
            yield seen("unknown", why=reason_text(error))
            return
        self._here = all(ipaddress.ip_address(one).is_loopback for one in addresses)
        if not self._broker.tls and not all(ipaddress.ip_address(one).is_private for one in addresses):
            yield seen("public")
            return
        reach(self._address)
        yield seen("there", addresses=addresses)

    def _tls(self) -> Iterator[Seen]:
        if not self._broker.tls:
            yield (seen("here") if self._here else seen("house"))
            return
        try:
            shown = certificate(self._address, self._identity)
        except NoTls:
            yield seen("none")
            return
        except WrongFile as error:
            yield seen("file", why=error)
            return
        params = {"now": _time(self._now), "first": _time(shown.first), "last": _time(shown.last), "why": shown.why}
        if shown.fault:
            yield seen(shown.fault, **params)
        elif shown.last is not None and shown.last - self._now < SOON_S:
            yield seen("soon", **params)
        else:
            yield seen("fine", **params)

    def _login(self) -> Iterator[Seen]:
        user = self._identity.user
        with closing(self._connect()) as client:
            if client.refused:
                cure = "hall-login" if user is not None else "hall-login-none"
                yield seen("refused", cure=cure, user=user or "–", why=client.refused)
                return
            self.connected = True
            if client.old:
                yield seen("old", user=user or "–")
            if user is None:
                yield seen("anybody")
            elif not client.old:
                yield seen("in", user=user)

    def _connect(self) -> ProbeClient:
        return ProbeClient(self._address, self._identity)

    # -- what this user may do there

    def _rights(self) -> Iterator[Seen]:
        """Whether the user hears what it must, may write what is its own, and neither writes nor reads what is another
        table's.
        """
        club, table = self._config.club, self._config.table
        wanted = [topics.of_board(club, "+", "online")]
        if table is not None:
            wanted.append(topics.of_board(club, "+", "confirmed", table))
            hidden, own = f"{topics.ROOT}/{club}/#", topics.of_table(club, table, "check")
        else:
            wanted += [topics.of_table(club, "+", what) for what in ("online", "state", "result")]
            hidden, own = "", topics.of_board(club, "check")
        with closing(self._connect()) as client:
            hears = all(client.subscribe(topic) for topic in wanted)
            self._note(client.listen())
        if not hears:
            yield seen("deaf")
        other = f"{self._who[:24]}-other"
        foreign = topics.of_table(club, other, "result")
        with closing(self._connect()) as client:
            writes_own = client.publish(own, b"")
            old = client.old
        with ExitStack() as clients:
            client = clients.enter_context(closing(self._connect()))
            if hidden:
                client.subscribe(hidden)
            if client.over:  # some brokers end the connection of a client that may not do something
                client = clients.enter_context(closing(self._connect()))
            writes = client.publish(foreign, b"")
            heard = [message.topic for message in client.listen()]
        echo = foreign in heard
        tables = {topic.split("/")[3] for topic in heard if topic.startswith(hidden.removesuffix("#"))}
        reads = bool(hidden) and bool(tables - {self._who, topics.BOARD})
        if not writes_own:
            yield seen("own", user=self._identity.user or "–")
        if writes and (not old or echo):
            yield seen("writes")
        if reads:
            yield seen("reads")
        if writes and old and not echo:
            yield seen("unsure")
        elif writes_own and not writes and not reads:
            yield seen("fine")

    def _note(self, messages: list[Incoming]) -> None:
        """Keep what boards and tables have said."""
        for message in messages:
            board = topics.speaking_board(self._config.club, message.topic, "online")
            if board is not None:
                with suppress(Unparsed, Wrong):
                    self.boards[board] = read_board_online(Reader(parse_json(message.payload)))
                    if message.expiry is not None:
                        self.ages[board] = ONLINE_EXPIRY_S - message.expiry
            elif self._config.table is None:
                self._note_table(message)

    def _note_table(self, message: Incoming) -> None:
        try:
            taken = self._intake.check(message.topic, message.payload)
        except Refused as refused:
            table = topics.table_topic(self._config.club, message.topic)
            if table is not None:
                self.refused[table.table] = refused.why
            return
        if isinstance(taken.message, bool):
            self.online[taken.table] = taken.message
        elif isinstance(taken.message, StateMessage):
            self.states[taken.table] = taken.message


def boards_heard(boards: dict[str, BoardOnline], ages: Mapping[str, float], now: float) -> Iterator[Seen]:
    """The boards that have said whether they are there, and when. `ages` is how old their messages are, by no clock
    that could be wrong: what a wrong clock makes look old is not called silent.
    """
    for board, word in sorted(boards.items()):
        age = now - seconds_since_1970(word.at)
        params: dict[str, Any] = {"board": board[:SHOWN], "at": word.at, "age": int(abs(age))}
        skew = age - ages[board] if board in ages else 0.0
        if word.online and abs(skew) > SKEW_S:
            yield seen("skew", **{**params, "age": int(abs(skew))})
        elif not word.online:
            yield seen("ended", **params)
        elif age > ONLINE_S:
            yield seen("silent", **params)
        elif age < -ONLINE_S:
            yield seen("clock", **params)
        else:
            yield seen("there", **params)
    if not boards:
        yield seen("none")


BOARDS = Check(
    "hall-boards",
    boards_heard,
    warnings="ended silent clock skew none",
    cures={"clock": "clock", "skew": "clock", **dict.fromkeys(("ended", "silent", "none"), "hall-boards")},
)


def _time(at: float | None) -> str:
    if at is None:
        return "–"
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(at))
