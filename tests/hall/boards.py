"""A board in a thread, for the tests of the hall."""

from __future__ import annotations

import json
import threading
from contextlib import closing
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from hall.broker import Broker
from patience import PATIENCE_S, glances

from companion.hall.config import parse_config
from companion.services.hall.board import BrokerEvent, HallBoard
from companion.services.hall.events import Events, Stop
from hardware.systemd import Manager

RESULTS, STATES = "companion/v1/arena/t1/result", "companion/v1/arena/t1/state"


class Board:
    """A board in a thread."""

    def __init__(self, folder: Path, *brokers: Broker, more: str = "", events: Events[Any] | None = None) -> None:
        urls = json.dumps([one.url for one in brokers])
        self.config = parse_config(f'club = "arena"\nbroker = {urls}\n{more}', lambda name: "")
        self.folder = folder
        self.start(events)

    def start(self, events: Events[Any] | None = None) -> None:
        self.events: Events[BrokerEvent | Stop] = events or Events()
        made: SimpleQueue[HallBoard] = SimpleQueue()

        def run() -> None:
            board = HallBoard(self.config, self.folder, self.folder, self.events)
            made.put(board)
            with closing(self.events):
                board.run(Manager({}))

        self.thread = threading.Thread(target=run, daemon=True)
        self.thread.start()
        self.board = made.get()
        self.id = self.json("/health.json")["board"]
        self.confirmed = f"companion/v1/arena/board/{self.id}/confirmed/t1"
        self.online = f"companion/v1/arena/board/{self.id}/online"

    def stop(self) -> None:
        self.events.put(Stop())
        self.thread.join(PATIENCE_S)

    def json(self, path: str, query: str = "") -> Any:
        return json.loads(self.board.answer(path, query).text)

    def until(self, path: str, name: str, value: object) -> Any:
        """The answer as soon as a member of it has a value."""
        for _ in glances():
            found = self.json(path)
            if found[name] == value:
                return found
        raise AssertionError(found)
