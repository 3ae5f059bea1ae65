"""Nothing of a hall wakes to look whether something has changed: each wake has its reason."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import pytest
from hall.boards import Board
from hall.broker import Broker, Listener
from hall.test_publisher import ONLINE, STATE, Table
from patience import PATIENCE_S, turns
from viewers import Rings, Viewer

from companion.inotify import CREATE, MODIFY, MOVED
from companion.services.hall.events import Events
from companion.services.hall.store import Store
from hardware.web.answers import AnswersApp, Source
from hardware.web.latest import Latest

HOUR_S = 3600.0


class Sleeper(Events[Any]):
    """Events that note for how long somebody would sleep."""

    def __init__(self) -> None:
        super().__init__()
        self.waits: SimpleQueue[float] = SimpleQueue()

    def take(self, wait: float) -> list[Any]:
        self.waits.put(wait)
        return super().take(wait)

    def falls_asleep(self, least: float) -> bool:
        """Whether somebody will sleep for so long at least, unless something happens."""
        return any(self.waits.get(timeout=PATIENCE_S) >= least for _ in turns())


@pytest.fixture
def events() -> Iterator[Sleeper]:
    with closing(Sleeper()) as found:
        yield found


def taken(events: Sleeper) -> threading.Thread:
    """Somebody who waits for an hour, asleep."""
    waits = threading.Thread(target=events.take, args=(HOUR_S,), daemon=True)
    waits.start()
    assert events.waits.get(timeout=PATIENCE_S) == HOUR_S
    return waits


def has_woken(waits: threading.Thread) -> bool:
    waits.join(PATIENCE_S)
    return not waits.is_alive()


def test_an_event_a_file_that_grows_and_a_file_that_is_there_at_last_end_a_wait(
    events: Sleeper, tmp_path: Path
) -> None:
    log = tmp_path / "log"
    events.watch(log, MODIFY)  # it is not there yet
    events.watch(tmp_path, CREATE | MOVED)
    waits = taken(events)
    log.touch()
    assert has_woken(waits)
    events.watch(log, MODIFY)
    waits = taken(events)
    with log.open("a") as file:  # `write_text` empties it first: that would be news twice
        file.write("more")
    assert has_woken(waits)
    waits = taken(events)
    events.put("an event")
    assert has_woken(waits)
    assert events.take(0.0) == []  # it was taken, and nothing is left that wakes


def test_a_publisher_sleeps_until_its_beat_and_wakes_when_the_log_grows(
    tmp_path: Path, running: Broker, events: Sleeper
) -> None:
    table, listener = Table(tmp_path, running, "[publish]\nstate_every = 3600\n"), Listener(running)
    table.publish(events)
    assert listener.message(ONLINE) == "online"
    listener.message(STATE)
    assert events.falls_asleep(HOUR_S - 60)
    table.session.start("praetorians", ("Ada", "Ben"), {})
    listener.message(STATE, lambda state: state["phase"] == "playing")
    assert events.falls_asleep(HOUR_S - 60)
    table.session.enter("concede 0")
    listener.message(STATE, lambda state: state["games"] == 1)
    assert events.falls_asleep(HOUR_S - 60)  # its result was sent, and nobody is there who could confirm it
    table.stop()
    table.record.close()
    listener.close()


def test_a_publisher_without_a_record_sleeps_and_wakes_when_there_is_one(
    tmp_path: Path, running: Broker, events: Sleeper
) -> None:
    table, listener = Table(tmp_path, running, "[publish]\nstate_every = 3600\n"), Listener(running)
    table.record.close()
    (tmp_path / "record").rename(tmp_path / "elsewhere")
    table.publish(events)
    assert listener.message(ONLINE) == "online"
    assert events.falls_asleep(HOUR_S - 60)
    (tmp_path / "elsewhere").rename(tmp_path / "record")
    assert listener.message(STATE)["phase"] == "idle"
    table.stop()
    listener.close()


def test_a_board_sleeps_until_it_is_due_and_wakes_when_the_organiser_has_done_something(
    tmp_path: Path, running: Broker, events: Sleeper
) -> None:
    board = Board(tmp_path / "board", running, events=events)
    board.until("/health.json", "connected", True)
    assert events.falls_asleep(10.0)
    with closing(Store(tmp_path / "board")) as store:
        store.forget("a" * 16)
    assert events.falls_asleep(10.0)
    board.stop()


def test_viewers_look_only_when_they_are_told_of_news() -> None:
    async def scene() -> None:
        looks: list[object] = []

        def changes(query: str, seen: object) -> tuple[object, str]:
            looks.append(seen)
            return len(looks), f"[{len(looks)}]"

        news, rings, one = Latest[int](), Rings(), Viewer()
        news.start(rings)
        app = AnswersApp(Source(lambda *_: ("", ""), lambda *_: {}, changes, news))
        call = asyncio.ensure_future(app(one.scope(), one.receive, one.send))
        assert (await one.take())["status"] == 200
        looks.clear()  # before the stream begins it is looked whether the question is right
        for number in (1, 2, 3):
            if number > 1:
                news.put(number)
                rings.answer()
            assert (await one.take())["body"] == f"event: state\ndata: [{number}]\n\n".encode()
        assert len(looks) == 3
        one.leaves.set()
        await call
        news.put(9)
        assert rings.calls == []

    asyncio.run(scene())
