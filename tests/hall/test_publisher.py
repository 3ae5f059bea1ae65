"""The publisher as a thread and as a process, with a real broker: what it sends, when, and when it sends it again."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hall.broker import Broker, Listener
from hall.results import BOARD
from installed import Record
from patience import PATIENCE_S

from companion.hall.canonical import is_signed, person_id, sign, table_key
from companion.hall.config import parse_config
from companion.hall.cursor import Cursor
from companion.hall.messages import BoardOnline, Confirmed, as_json, read_result, read_state
from companion.reader import Reader
from companion.record.log import LOG
from companion.services.hall.events import Events, Stop
from companion.services.hall.publisher import CURSOR, Publisher
from companion.session.session import Session
from companion.words import Words
from hardware.mqtt import Event
from hardware.simulated import SimulatedClock

STATE, RESULT, ONLINE = (f"companion/v1/arena/t1/{what}" for what in ("state", "result", "online"))
BOARD_ONLINE, CONFIRMED = f"companion/v1/arena/board/{BOARD}/online", f"companion/v1/arena/board/{BOARD}/confirmed/t1"
HOME = "homeassistant/device/companion-arena-t1/config"
KEY = table_key("secret", "arena", "t1")


class Table:
    """A device with its record, and a publisher beside it."""

    def __init__(self, folder: Path, running: Broker, more: str = "") -> None:
        self.folder = folder
        self.record = Record(folder / "record", ("Ada", "Ben"))
        self.session = Session(self.record, SimulatedClock(1795376890.0))
        self.config = folder / "hall.toml"
        self.configure(running, more)
        self.thread: threading.Thread | None = None

    def configure(self, running: Broker, more: str = "") -> None:
        people = '[people]\nnames = "full"\nkey = "people"\n'
        self.config.write_text(f'club = "arena"\ntable = "t1"\nbroker = "{running.url}"\n{more}\n{people}')

    def publish(self, events: Events[Any] | None = None) -> None:
        self.events: Events[Event | Stop] = events or Events()
        config = parse_config(self.config.read_text(), lambda name: "")
        state = self.folder / "state"
        publisher = Publisher(config, self.folder / "record", state, self.folder, Words("en"), self.events)

        def run() -> None:
            with closing(self.events):
                publisher.run()

        self.thread = threading.Thread(target=run, daemon=True)
        self.thread.start()

    def stop(self) -> None:
        if self.thread is not None:
            self.events.put(Stop())
            self.thread.join(PATIENCE_S)
            self.thread = None

    def play(self) -> None:
        """A game that Ada concedes."""
        self.session.start("praetorians", ("Ada", "Ben"), {})
        self.session.enter("flip R7")
        self.session.enter("concede 0")

    def cursor(self) -> Cursor:
        return Cursor.parse((self.folder / "state" / CURSOR).read_text())


@pytest.fixture
def table(tmp_path: Path, running: Broker) -> Iterator[Table]:
    found = Table(tmp_path, running)
    yield found
    found.stop()
    found.record.close()


@pytest.fixture
def listener(running: Broker) -> Iterator[Listener]:
    found = Listener(running)
    yield found
    found.close()


def board_online(listener: Listener) -> None:
    listener.say(BOARD_ONLINE, as_json(BoardOnline(BOARD, True, "2026-11-22T19:48:10Z")), retain=True)


def confirmation(result: dict[str, object]) -> dict[str, object]:
    read = read_result(Reader(result))
    return as_json(Confirmed(BOARD, read.record, ((read.game, read.revision, read.hash[:16]),)))


def test_a_table_says_that_it_is_there_what_it_does_and_how_games_end(table: Table, listener: Listener) -> None:
    table.publish()
    assert listener.message(ONLINE) == "online"
    idle = listener.message(STATE)
    assert (idle["phase"], idle["order"][1], idle["games"]) == ("idle", 1, 0)
    table.session.start("praetorians", ("Ada", "Ben"), {})
    playing = listener.message(STATE, lambda state: state["phase"] == "playing")
    read_state(Reader(playing))
    assert [player["name"] for player in playing["players"]] == ["Ada", "Ben"]
    assert [player["turn"] for player in playing["players"]] == [True, False]
    assert (playing["title"], playing["says"]) == ("Praetorians", Words("en")("web.turn", who="Ada"))
    table.session.enter("concede 0")
    over = listener.message(STATE, lambda state: state["phase"] == "over")
    assert [player["won"] for player in over["players"]] == [False, True]
    result = listener.message(RESULT)
    assert (result["record"], result["places"], result["ended"]) == (table.record.state.id, [2, 1], "conceded")
    assert result["players"][0] == {"person": person_id("people", "Ada"), "name": "Ada"}
    table.stop()
    last = listener.message(STATE, lambda state: state["phase"] == "over" and state["ends"])
    assert last["order"][0] == idle["order"][0]
    assert listener.message(ONLINE) == "offline"


def test_a_table_that_hears_itself_called_offline_says_again_that_it_is_online(
    table: Table, listener: Listener
) -> None:
    table.publish()
    assert listener.message(ONLINE) == "online"
    listener.message(STATE)
    listener.say(ONLINE, b"offline", retain=True)  # the last word of another device with the same file
    assert [listener.message(ONLINE), listener.message(ONLINE)] == ["offline", "online"]


def test_a_table_with_its_states_off_says_so_and_nothing_of_its_games(
    table: Table, listener: Listener, running: Broker
) -> None:
    table.configure(running, '[publish]\nstate = "off"\n')
    table.publish()
    assert listener.message(ONLINE) == "online"
    before = listener.message(STATE)
    assert (before["every"], before["games"]) == (0, 0)
    table.play()
    after = listener.message(STATE)  # how many results there are, since the board counts them
    listener.message(RESULT)
    assert after == {**before, "order": [before["order"][0], 2], "games": 1, "waiting": 1}
    said = [message for message in listener.heard if message.topic == STATE]
    assert len(said) == 2


def test_a_result_is_sent_until_the_board_has_confirmed_it_and_never_after(table: Table, listener: Listener) -> None:
    table.play()
    board_online(listener)
    table.publish()
    first, again = listener.message(RESULT), listener.message(RESULT)
    assert first == again
    listener.say(CONFIRMED, confirmation(first))
    listener.message(STATE, lambda state: state["games"] == 1 and state["waiting"] == 0)
    table.stop()
    done = table.cursor().boards[BOARD][table.record.state.id]
    assert done.below > first["revision"]
    table.play()
    table.publish()
    assert listener.message(RESULT)["game"] == 2


def test_a_table_with_a_key_signs_and_believes_only_signed_confirmations(
    table: Table, running: Broker, listener: Listener
) -> None:
    table.configure(running, f'key = "{KEY}"')
    table.play()
    board_online(listener)
    table.publish()
    result = listener.message(RESULT)
    assert is_signed(KEY, RESULT, result)
    assert is_signed(KEY, STATE, listener.message(STATE))
    listener.say(CONFIRMED, confirmation(result))
    listener.say(CONFIRMED, b"[" * 9999)
    listener.say(CONFIRMED, {"v": 2})
    assert listener.message(RESULT) == result
    listener.say(CONFIRMED, sign(KEY, CONFIRMED, confirmation(result)))
    listener.message(STATE, lambda state: state["waiting"] == 0)


def test_a_reopened_game_is_withdrawn(table: Table, listener: Listener) -> None:
    table.play()
    table.publish()
    final = listener.message(RESULT)
    table.session.undo()
    withdrawn = listener.message(RESULT)
    assert (withdrawn["game"], withdrawn["state"]) == (final["game"], "withdrawn")
    assert withdrawn["revision"] > final["revision"]


def test_what_happened_while_the_broker_was_away_is_sent_when_it_is_back(table: Table, running: Broker) -> None:
    before = Listener(running)
    table.publish()
    before.message(ONLINE)
    before.close()
    running.kill()
    table.play()
    running.start()
    after = Listener(running, "after")
    assert after.message(RESULT)["game"] == 1
    assert after.message(STATE)["phase"] == "over"
    after.close()


def test_another_log_in_the_folder_is_read_from_its_start(table: Table, listener: Listener, tmp_path: Path) -> None:
    table.play()
    table.publish()
    first = listener.message(RESULT)
    with Record(tmp_path / "other", ("Cleo", "Dora")) as record:
        session = Session(record, SimulatedClock(1795376890.0))
        session.start("praetorians", ("Cleo", "Dora"), {})
        session.enter("concede 1")
    (tmp_path / "other" / LOG).rename(tmp_path / "record" / LOG)
    other = listener.message(RESULT)
    assert other["record"] != first["record"]
    assert [player["name"] for player in other["players"]] == ["Cleo", "Dora"]


def test_home_assistant_hears_of_the_table_and_is_cleared_again(
    table: Table, running: Broker, listener: Listener
) -> None:
    table.config.write_text(table.config.read_text() + "[publish]\nhome_assistant = true\n")
    table.publish()
    found = listener.message(HOME)
    assert found["stat_t"] == STATE
    assert all("command_topic" not in one and "cmd_t" not in one for one in found["cmps"].values())
    table.stop()
    table.configure(running)
    table.publish()
    assert listener.message(HOME) == ""


def test_the_command_ends_in_order_and_needs_a_whole_configuration(table: Table, listener: Listener) -> None:
    command = [sys.executable, "-m", "companion", "hall", "publish", "--config", str(table.config)]
    command += ["--data", str(table.folder / "record"), "--state", str(table.folder / "own")]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert listener.message(ONLINE) == "online"
        process.send_signal(signal.SIGTERM)
        assert process.wait() == 0
    assert listener.message(ONLINE) == "offline"
    table.config.write_text(table.config.read_text().replace("names", "naems"))
    called = subprocess.run(command, capture_output=True, text=True, check=False)
    assert called.returncode == 2
    assert called.stderr.endswith("hall.toml:6: people.naems is not known here; known are names, key, key_file\n")
