"""A hall of simulated tables against a real mosquitto, and what its parts cost. Run by hand:

    python tests/bench/hall.py [faults] [speed] [delay] [storm] [keys] [--tables 500] [--games 40] [--seconds 120]
                               [--broker-kills 20] [--board-kills 20] [--faults 100] [--spare]

Without a name everything is run. Everything is on one machine and competes for it, so figures are worst cases; where
it helps they stand beside those of a bare paho subscriber at the same broker.

faults  Each table plays its games and takes some ends back, while broker, boards and tables are killed and connections
        cut. In the end every board must hold exactly what a replay of all logs gives, with the same standings; `quiet`
        is the time from the last fault until all boards have confirmed everything. With --spare a second board runs,
        and is killed as often.
speed   The results that a board writes to its disk and confirms in a second, from as many tables, signed.
delay   States of as many tables at 170 and at 1,000 a second: from sending until a subscriber has them, and from an
        entry in a record, with the real publisher, until the board shows it.
storm   One table's account sends --storm messages a second. How long the results of 50 other tables take to be
        confirmed, how much memory the board needs, and how long it takes to end in order in the middle of it.
keys    How long a key takes with a publisher beside the device, and with a publisher whose broker is gone.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import random
import selectors
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from datetime import time as Clock  # noqa: N812
from http.client import HTTPConnection, HTTPException
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

HERE = Path(__file__).resolve()
# Not its own folder: there `hall` is this file.
sys.path[:] = [str(HERE.parents[1]), str(HERE.parents[2]), *[path for path in sys.path if Path(path) != HERE.parent]]

from bench.viewers import PressedKeys  # noqa: E402
from free_port import free_port  # noqa: E402
from hall.broker import Broker, broker  # noqa: E402
from hall.lean import Wire, serve  # noqa: E402
from hall.many_tables import CLUB, SECRET, Count, Plan, run_tables  # noqa: E402
from hall.results import RESULT, STATE  # noqa: E402
from paho.mqtt.client import Client, MQTTMessage  # noqa: E402
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion  # noqa: E402

from companion.app.active_settings import ActiveSettings  # noqa: E402
from companion.app.loop import Loop  # noqa: E402
from companion.app.machine import Machine  # noqa: E402
from companion.app.startup import Startup  # noqa: E402
from companion.games.installed import INSTALLED  # noqa: E402
from companion.hall import topics  # noqa: E402
from companion.hall.canonical import canonical, sign, table_key  # noqa: E402
from companion.hall.cursor import Cursor  # noqa: E402
from companion.hall.intake import CheckedMessage  # noqa: E402
from companion.hall.ledger import Ledger  # noqa: E402
from companion.hall.messages import BoardOnline, Confirmed, as_json, read_confirmed, read_result  # noqa: E402
from companion.hall.outbox import Result  # noqa: E402
from companion.hall.sender import SETTLE_S, Sender  # noqa: E402
from companion.hall.standings import Scope  # noqa: E402
from companion.reader import Reader  # noqa: E402
from companion.record.record import Record  # noqa: E402
from companion.session.session import Session  # noqa: E402
from companion.ui.painter import Painter  # noqa: E402
from companion.words import Words  # noqa: E402
from hardware.clocks import SystemClock  # noqa: E402
from hardware.fonts import lcd  # noqa: E402
from hardware.simulated.board import SimulatedBoard  # noqa: E402

CONF = ("max_queued_messages 10000",)
"""As `companion hall init` writes it."""
WORKERS = 4
TICKS = os.sysconf("SC_CLK_TCK")


class Program:
    """A process with its costs: processor time in seconds, and the greatest memory in MB, over all its lives."""

    def __init__(self) -> None:
        self.past, self.memory = 0.0, 0.0
        self.process: subprocess.Popen[bytes] | None = None

    def look(self) -> None:
        assert self.process is not None
        with suppress(OSError):
            status = Path(f"/proc/{self.process.pid}/status").read_text()
            self.memory = max(self.memory, int(status.partition("VmHWM:")[2].split()[0]) / 1024)

    def now(self) -> float:
        assert self.process is not None
        with suppress(OSError):
            fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
            return (int(fields[11]) + int(fields[12])) / TICKS
        return 0.0

    @property
    def cpu(self) -> float:
        return self.past + self.now()

    @property
    def wakes(self) -> int:
        """How often its threads have gone to sleep of themselves."""
        assert self.process is not None
        found = 0
        for task in Path(f"/proc/{self.process.pid}/task").iterdir():
            found += int((task / "status").read_text().partition("\nvoluntary_ctxt_switches:")[2].split()[0])
        return found

    def kill(self) -> None:
        assert self.process is not None
        self.look()
        self.past += self.now()
        self.process.kill()
        self.process.wait()


class BrokerProgram(Program):
    def __init__(self, running: Broker) -> None:
        super().__init__()
        self._running = running
        self.process = running.process

    def kill_and_start(self) -> None:
        self.kill()
        self._running.start()
        self.process = self._running.process


class Command(Program):
    """A command of the hall."""

    def __init__(self, *words: str) -> None:
        super().__init__()
        self._words = [sys.executable, "-m", "companion", "hall", *words]
        self.start()

    def start(self) -> None:
        environment = {**os.environ, "PYTHONPATH": str(HERE.parents[2])}
        self.process = subprocess.Popen(self._words, stderr=subprocess.DEVNULL, env=environment)

    def kill_and_start(self) -> None:
        self.kill()
        self.start()


class Board(Command):
    def __init__(self, folder: Path, running: Broker, name: str = "board") -> None:
        config = folder / f"{name}.toml"
        config.write_text(f'club = "{CLUB}"\nbroker = "{running.url}"\n[board]\nsecret = "{SECRET}"\n')
        self.port = free_port()
        super().__init__(
            "board", "--config", str(config), "--data", str(folder / name), "--web", f"127.0.0.1:{self.port}"
        )

    def get(self, path: str) -> Any:
        """The answer at an address, as soon as the board listens."""
        while True:
            try:
                connection = HTTPConnection("127.0.0.1", self.port)
                connection.request("GET", path)
                return json.loads(connection.getresponse().read())
            except (OSError, HTTPException):
                time.sleep(0.05)

    def results(self) -> dict[tuple[str, int], tuple[int, str]]:
        """Revision and hash of every game that the board holds."""
        found: dict[tuple[str, int], tuple[int, str]] = {}
        after = ""
        while True:
            page = self.get(f"/results.json{after}")
            for one in page["results"]:
                assert (one["record"], one["game"]) not in found
                found[one["record"], one["game"]] = one["revision"], one["hash"]
            if page["next"] is None:
                return found
            after = f"?after={page['next']}"


@contextmanager
def hall() -> Iterator[tuple[Path, Broker, ExitStack]]:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        yield folder, stack.enter_context(broker(folder, *CONF)), stack


# -- faults


def faults(options: argparse.Namespace) -> None:
    with hall() as (folder, running, stack):
        mosquitto = BrokerProgram(running)
        boards = [Board(folder, running, name) for name in ("board", "spare")[: 1 + options.spare]]
        for board in boards:
            stack.callback(board.kill)
        ids = [board.get("/health.json")["board"] for board in boards]
        begin, chance = time.time() + 3, random.Random(1)
        pipes: list[Connection] = []
        context = multiprocessing.get_context("spawn")
        for number in range(WORKERS):
            numbers = tuple(range(number, options.tables, WORKERS))
            plan = Plan(running.port, numbers, options.games, begin, options.seconds, options.faults // WORKERS)
            own, other = context.Pipe()
            process = context.Process(target=run_tables, args=(plan, other), daemon=True)
            process.start()
            stack.callback(process.join)
            pipes.append(own)
        killed: list[BrokerProgram | Board] = [mosquitto] * options.broker_kills
        for board in boards:
            killed += [board] * options.board_kills
        due = sorted([(options.seconds * chance.random(), number) for number in range(len(killed))])
        for after, number in due:
            time.sleep(max(0.0, begin + after - time.time()))
            killed[number].kill_and_start()
        time.sleep(max(0.0, begin + options.seconds - time.time()))
        last = time.monotonic()
        before = counts = _ask(pipes, ids)
        used = [part.cpu for part in (mosquitto, *boards)]
        while not all(one.played and not one.missing for one in counts):
            if time.monotonic() - last > 600:
                print("not confirmed:", sum(one.missing for one in counts))
                break
            time.sleep(0.1)
            counts = _ask(pipes, ids)
            print(f"  {sum(one.missing for one in counts):6} not confirmed", end="\r", file=sys.stderr, flush=True)
        quiet = time.monotonic() - last
        for pipe in pipes:
            pipe.send(None)
        logs: list[Result] = [result for pipe in pipes for result in pipe.recv()]
        print(
            f"{options.tables} tables, {len(logs)} games, {sum(one.sent for one in counts)} sendings;"
            f" kills: broker {options.broker_kills}, boards {len(boards)} × {options.board_kills},"
            f" tables killed or cut {options.faults // WORKERS * WORKERS}"
        )
        sent, confirmations, states, cpu = [
            sum(one[place] for one in counts) - sum(one[place] for one in before) for place in range(3, 7)
        ]
        shares = [cpu, *[part.cpu - old for part, old in zip((mosquitto, *boards), used, strict=True)]]
        print(
            f"  quiet after the last fault until all is confirmed {quiet:.1f} s, at load {os.getloadavg()[0]:.0f}: for"
            f" {sum(one.missing for one in before)} results {sent} sendings, {confirmations} confirmations and {states}"
            f" states; processor time of tables, broker and boards {', '.join(f'{share:.1f}' for share in shares)} s"
        )
        for name, board in zip(("board", "spare"), boards, strict=False):
            _compare(name, board, logs)
        for name, part in [("broker", mosquitto), *zip(("board", "spare"), boards, strict=False)]:
            part.look()
            print(f"  {name}: {part.cpu:.1f} s of processor time, {part.memory:.0f} MB")


def _ask(pipes: Sequence[Connection], boards: list[str]) -> list[Count]:
    for pipe in pipes:
        pipe.send(boards)
    return [pipe.recv() for pipe in pipes]


def _compare(name: str, board: Board, logs: Sequence[Result]) -> None:
    """Print what the board has too few, too many, or otherwise than a replay of the logs."""
    wanted = {(result.record, result.game): (result.revision, result.hash) for result in logs}
    held = board.results()
    replay = Ledger((), {}, set(), ZoneInfo("UTC"), Clock(6), guarded=False)
    for result in logs:
        message = read_result(Reader(result.message()))
        replay.take(CheckedMessage(result.record, message, True), message, 0.0)
    lines = [line._asdict() for line in replay.standings(Scope()).lines()]
    same = lines == board.get("/standings.json")["lines"]
    lost = [key for key in wanted if key not in held]
    other = [key for key in wanted if key in held and held[key] != wanted[key]]
    print(
        f"  {name}: {len(held)} games, {len(lost)} lost, {len(other)} at another revision,"
        f" {len(held.keys() - wanted.keys())} nobody has played; standings {'equal' if same else 'DIFFERENT'};"
        f" refused {board.get('/health.json')['refused']}"
    )


# -- results a second


def bare_subscriber(port: int, topic: str, pipe: Connection) -> None:
    """A paho subscriber that only counts. It is sent how many messages to wait for, again and again, and answers when
    each of them came, what it was, and with its processor time for them.
    """
    came: list[tuple[float, bytes]] = []

    def note(client: Client, data: object, message: MQTTMessage) -> None:
        if not message.retain:
            came.append((time.monotonic(), bytes(message.payload)))

    client = Client(CallbackAPIVersion.VERSION2, "bare", protocol=MQTTProtocolVersion.MQTTv5)
    client.on_message = note
    client.on_subscribe = lambda *_: pipe.send("ready")
    client.connect("127.0.0.1", port)
    client.subscribe(topic, 1)
    wanted, began = 0, time.process_time()
    while True:
        client.loop(0.05)
        if not wanted and pipe.poll():
            wanted, began = pipe.recv(), time.process_time()
        if wanted and len(came) >= wanted:
            pipe.send((came[:wanted], time.process_time() - began))
            del came[:wanted]
            wanted = 0


@contextmanager
def bare(running: Broker, topic: str) -> Iterator[Connection]:
    context = multiprocessing.get_context("spawn")
    own, other = context.Pipe()
    process = context.Process(target=bare_subscriber, args=(running.port, topic, other), daemon=True)
    process.start()
    own.recv()
    yield own
    process.terminate()
    process.join()


def speed(options: argparse.Namespace) -> None:
    """Results of all tables, 20 of each table in a row, at most `WINDOW` of them not confirmed."""
    games, payloads = 20, []
    for number in range(options.tables):
        topic, key = topics.of_table(CLUB, f"t{number}", "result"), table_key(SECRET, CLUB, f"t{number}")
        for game in range(1, games + 1):
            result = RESULT._replace(record=f"{number:032x}", game=game)
            payloads.append((topic, canonical(sign(key, topic, as_json(result))).encode()))
    with hall() as (folder, running, stack):
        board = Board(folder, running)
        stack.callback(board.kill)
        board.get("/health.json")
        while not board.get("/health.json")["connected"]:
            time.sleep(0.1)
        mosquitto = BrokerProgram(running)
        before = board.cpu, mosquitto.cpu, time.monotonic()
        flood(running.port, payloads, confirmed=True)
        seconds = time.monotonic() - before[2]
        cpu, brokers = board.cpu - before[0], mosquitto.cpu - before[1]
        board.look()
        print(f"{len(payloads)} results of {options.tables} tables, signed, written and confirmed")
        print(
            f"  {len(payloads) / seconds:,.0f} a second, {len(payloads) / cpu:,.0f} a second of the board's processor"
            f" time; board {board.memory:.0f} MB, broker {brokers:.2f} s"
        )
        bare_seconds = bare_cpu = 0.0
        with bare(running, topics.of_table(CLUB, "+", "result")) as pipe:
            for first in range(0, len(payloads), WINDOW):
                part = payloads[first : first + WINDOW]
                pipe.send(len(part))
                began = time.monotonic()
                flood(running.port, part, confirmed=False)
                came, used = pipe.recv()
                bare_seconds, bare_cpu = bare_seconds + came[-1][0] - began, bare_cpu + used
        print(
            f"  a bare subscriber takes {len(payloads) / bare_seconds:,.0f} a second,"
            f" {len(payloads) / bare_cpu:,.0f} a second of its processor time:"
            f" the board's ratios are {bare_seconds / seconds:.2f} and {bare_cpu / cpu:.2f}"
        )


WINDOW = 1000


def flood(port: int, payloads: Sequence[tuple[str, bytes]], *, confirmed: bool) -> None:
    """Send as fast as the board confirms, or as fast as the broker takes it."""
    done = 0

    def hear(topic: str, payload: bytes, retained: bool) -> None:
        nonlocal done
        done += len(json.loads(payload)["results"])

    with selectors.DefaultSelector() as selector:
        wire = Wire(selector, port, "flood", [f"{topics.ROOT}/{CLUB}/board/+/confirmed/#"] if confirmed else [], hear)
        wire.open()
        while not wire.connected:
            serve(selector, 0.1)
        sent = 0
        while wire.acknowledged < len(payloads) or (confirmed and done < len(payloads)):
            while sent < len(payloads) and wire.unsent < 65_536 and (sent - done < WINDOW or not confirmed):
                wire.send(*payloads[sent], 1)
                sent += 1
            serve(selector, 0.1)
        wire.close(orderly=True)


# -- delays


def delay(options: argparse.Namespace) -> None:
    with hall() as (folder, running, stack):
        board = Board(folder, running)
        stack.callback(board.kill)
        board.get("/health.json")
        for rate in (170, 1000):
            took = _delays(running, options.tables, rate, states(options.tables))
            plain = _delays(running, options.tables, rate, lambda number: b"x" * 600)
            print(
                f"{rate} states a second of {options.tables} tables: p50 {_share(took, 50):.1f} ms,"
                f" p99 {_share(took, 99):.1f} ms; bare, without a board that reads them: {_share(plain, 50):.1f} and"
                f" {_share(plain, 99):.1f} ms"
            )
        _from_entry_to_board(folder, running, board, stack)


def states(tables: int) -> Callable[[int], bytes]:
    keys = [table_key(SECRET, CLUB, f"t{number}") for number in range(tables)]

    def payload(number: int) -> bytes:
        table = number % tables
        state = STATE._replace(record=f"{table:032x}", order=(1, number + 1))
        return canonical(sign(keys[table], topics.of_table(CLUB, f"t{table}", "state"), as_json(state))).encode()

    return payload


def _delays(running: Broker, tables: int, rate: int, payload: Callable[[int], bytes]) -> list[float]:
    """The seconds from sending until a subscriber had it, of ten seconds at this rate. Other topics for bare bytes."""
    count, what = 10 * rate, "state" if len(payload(0)) != 600 else "bare"
    made = [payload(number) for number in range(count)]
    with bare(running, topics.of_table(CLUB, "+", what)) as pipe, selectors.DefaultSelector() as selector:
        wires = [Wire(selector, running.port, f"table-{number}", [], lambda *_: None) for number in range(tables)]
        for wire in wires:
            wire.open()
        while not all(wire.connected for wire in wires):
            serve(selector, 0.1)
        pipe.send(count)
        sent: dict[bytes, list[float]] = {}
        begin = time.monotonic() + 0.5
        for number, one in enumerate(made):
            while (left := begin + number / rate - time.monotonic()) > 0:
                serve(selector, left)
            sent.setdefault(one, []).append(time.monotonic())
            table = number % tables
            wires[table].send(topics.of_table(CLUB, f"t{table}", what), one, retain=what == "state")
        came = pipe.recv()[0]
        for wire in wires:
            wire.close()
    return [at - sent[one].pop(0) for at, one in came]


def _share(took: Sequence[float], percent: int) -> float:
    return statistics.quantiles(took, n=100)[percent - 1] * 1e3


def _from_entry_to_board(folder: Path, running: Broker, board: Board, stack: ExitStack) -> None:
    """With the real publisher: its delay from an entry to the board, its memory, and how often it wakes."""
    with Record(folder / "record", INSTALLED, ("Ada", "Ben")) as record:
        session = Session(record, SystemClock())
        own = publisher(folder, running.url)
        stack.callback(own.kill)
        took = []
        for number in range(30):
            time.sleep(random.Random(number).uniform(1.0, 2.0))
            session.start("praetorians", ("Ada", "Ben"), {})
            began = time.monotonic()
            while not _shows(board, record.state.table):
                time.sleep(0.005)
            took.append(time.monotonic() - began)
        wakes, cpu, began = own.wakes, own.cpu, time.monotonic()
        time.sleep(30)
        seconds = time.monotonic() - began
        own.look()
        print(
            f"entry to board: p50 {statistics.median(took) * 1e3:.0f} ms, most {max(took) * 1e3:.0f} ms; publisher"
            f" {own.memory:.1f} MB, at rest {(own.wakes - wakes) / seconds:.1f} wakes a second and"
            f" {(own.cpu - cpu) / seconds:.2%} of a processor"
        )


def _shows(board: Board, game: int) -> bool:
    return any(one["table"] == "own" and one["game"] == game for one in board.get("/tables.json")["tables"])


def publisher(folder: Path, url: str) -> Command:
    """The real publisher, for the record in a folder."""
    config, key = folder / "own.toml", table_key(SECRET, CLUB, "own")
    config.write_text(
        f'club = "{CLUB}"\ntable = "own"\nbroker = "{url}"\nkey = "{key}"\n[people]\nnames = "full"\nkey = "people"\n'
    )
    return Command("publish", "--config", str(config), "--data", str(folder / "record"), "--state", str(folder))


# -- keys


def keys(options: argparse.Namespace) -> None:
    """A game by keys three times in turn, so that the moods of the machine fall on all three."""
    took: dict[str, list[float]] = {"no publisher": [], "a publisher": [], "its broker is dead": []}
    for _ in range(3):
        for how, found in took.items():
            with hall() as (folder, running, stack):
                if how == "its broker is dead":
                    running.kill()
                found += _played(folder, running, stack, publishes=how != "no publisher")
    base = statistics.median(took["no publisher"])
    for how, found in took.items():
        median = statistics.median(found)
        print(f"a key with {how:20} median {median * 1e3:.2f} ms, ratio {median / base:.2f}")


def rage(port: int, a_second: int, pipe: Connection) -> None:
    """Send messages of one table without end, until something is said to it; then how many were sent a second."""
    selector = selectors.DefaultSelector()
    wire = Wire(selector, port, "rage", [], lambda *_: None)
    wire.open()
    while not wire.connected:
        serve(selector, 0.1)
    topics_of = [topics.of_table(CLUB, "t0", what) for what in ("result", "result", "state", "online")]
    payload = canonical(as_json(RESULT)).encode()
    began, sent = time.monotonic(), 0
    while not pipe.poll():
        due = int((time.monotonic() - began) * a_second)
        while sent < due and wire.unsent < 262_144:
            wire.send(topics_of[sent % 4], payload)
            sent += 1
        serve(selector, 0.001)
    pipe.send(sent / (time.monotonic() - began))


class Other:
    """A table beside the storm: it has the sender of the publisher, and shares a connection with the others."""

    def __init__(self, number: int) -> None:
        self.name, self.record = f"t{number}", f"{number:032x}"
        self._key = table_key(SECRET, CLUB, self.name)
        self._results: dict[int, Result] = {}
        self._sender = Sender(self._results, Cursor(), random.Random(number).random, signs=False)
        self._began: dict[int, float] = {}
        self.took: list[float] = []
        self.sent = 0

    def play(self, now: float) -> None:
        """A game ends; its result is sent at the next `send`."""
        game = len(self._results) + 1
        message = RESULT._replace(record=self.record, game=game, revision=game)
        self._results[game] = Result(self.record, game, game, message.hash, canonical(as_json(message)))
        self._sender.note_lines([game], now - SETTLE_S)
        self._began[game] = now

    def send(self, wire: Wire, now: float) -> None:
        """What the sender wants to be sent now."""
        topic = topics.of_table(CLUB, self.name, "result")
        for result in self._sender.due(now):
            wire.send(topic, canonical(sign(self._key, topic, result.message())).encode(), 1)
            self.sent += 1

    def hear_board(self, board: str, now: float) -> None:
        """A board is there."""
        self._sender.note_board(BoardOnline(board, True, "2026-11-22T19:48:10Z"), now)

    def hear(self, confirmed: Confirmed, now: float) -> None:
        """A board has results on its disk."""
        self._sender.note_confirmed(confirmed, now, "2026-11-22T19:48:10Z")
        for game, _, _ in confirmed.results:
            began = self._began.pop(game, None)
            if began is not None:
                self.took.append(now - began)

    @property
    def waiting(self) -> int:
        """How many results are not confirmed."""
        return len(self._began)


def storm(options: argparse.Namespace) -> None:
    """The others must not notice."""
    count, seconds = 50, options.seconds / 4
    others = {f"t{number}": Other(number) for number in range(1, count + 1)}

    def hear(topic: str, payload: bytes, retained: bool) -> None:
        others[topic.rpartition("/")[2]].hear(read_confirmed(Reader(json.loads(payload))), time.monotonic())

    with hall() as (folder, running, stack):
        board = Board(folder, running)
        stack.callback(board.kill)
        while not board.get("/health.json")["connected"]:
            time.sleep(0.1)
        selector = selectors.DefaultSelector()
        wire = Wire(selector, running.port, "others", [topics.of_board(CLUB, "+", "confirmed", "+")], hear)
        wire.open()
        while not wire.connected:
            serve(selector, 0.1)
        for storming in (False, True):
            context = multiprocessing.get_context("spawn")
            own, other = context.Pipe()
            process = context.Process(target=rage, args=(running.port, options.storm, other), daemon=True)
            if storming:
                process.start()
                time.sleep(2)
            cpu, began, played, looked = board.cpu, time.monotonic(), 0, 0.0
            for one in others.values():
                one.took.clear()
                one.sent = 0
                one.hear_board(board.get("/health.json")["board"], began)
            while (now := time.monotonic()) < began + seconds + 3 or (
                any(one.waiting for one in others.values()) and now < began + seconds + 30
            ):
                while played < (now - began) * count and now < began + seconds:
                    one = others[f"t{played % count + 1}"]
                    one.play(now)
                    one.send(wire, now)
                    played += 1
                if now > looked + 0.5:
                    looked = now
                    for one in others.values():
                        one.send(wire, now)
                serve(selector, 0.01)
            board.look()
            refused = board.get("/health.json")["refused"]["limit"]
            took = [seconds for one in others.values() for seconds in one.took]
            print(
                f"{'with' if storming else 'without'} a storm: {played} results of {count} others, confirmed after"
                f" {_shares(took)}, never {sum(one.waiting for one in others.values())}, sent again"
                f" {sum(one.sent for one in others.values()) - played}; board {board.memory:.0f} MB,"
                f" {(board.cpu - cpu) / (time.monotonic() - began):.2f} processors, refused {refused}"
            )
        assert board.process is not None
        began = time.monotonic()
        board.process.terminate()
        status = board.process.wait()
        print(f"ended in order after {time.monotonic() - began:.1f} s in the middle of it, status {status}")
        own.send("enough")
        print(f"the storm had {own.recv():,.0f} messages a second")


def _shares(took: list[float]) -> str:
    ordered = sorted(took) or [0.0]
    return ", ".join(f"p{share} {ordered[(len(ordered) - 1) * share // 100] * 1000:.0f} ms" for share in (50, 99, 100))


def _played(folder: Path, running: Broker, stack: ExitStack, *, publishes: bool) -> list[float]:
    """How long each key took, from the key to the chip."""
    journal = stack.enter_context(Record(folder / "record", INSTALLED, ("Ada", "Ben")))
    board = stack.enter_context(SimulatedBoard())
    panel = stack.enter_context(closing(board.oled()))
    clock, fingers = SystemClock(), PressedKeys()
    settings, machine = ActiveSettings(Painter(lcd()), Words("en")), Machine(fingers, clock, [panel])
    if publishes:
        stack.callback(publisher(folder, running.url).kill)
        time.sleep(2)
    Loop(Session(journal, clock), settings, machine, Startup(tour=False)).run()
    return [one.wall for one in fingers.took]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parts: dict[str, Callable[[argparse.Namespace], None]] = {
        "faults": faults, "speed": speed, "delay": delay, "storm": storm, "keys": keys,
    }  # fmt: skip
    parser.add_argument("parts", nargs="*", choices=[*parts, []], metavar="PART")
    for name, default in (
        ("tables", 500), ("games", 40), ("seconds", 120), ("broker-kills", 20), ("board-kills", 20), ("faults", 100),
    ):  # fmt: skip
        parser.add_argument(f"--{name}", type=int, default=default)
    parser.add_argument("--storm", type=int, default=20_000)
    parser.add_argument("--spare", action="store_true")
    options = parser.parse_args()
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    for part in options.parts or parts:
        parts[part](options)


if __name__ == "__main__":
    main()
