"""A board in a thread, for the tests of the hall."""

from __future__ import annotations

import json
import threading
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from hall.broker import Broker
from patience import PATIENCE_S, glances

from companion.hall.config import parse_config
from companion.services.hall import Stop
from companion.services.hall.board import BrokerEvent, HallBoard
from hardware.systemd import Manager

RESULTS, STATES = "companion/v1/arena/t1/result", "companion/v1/arena/t1/state"


class Board:
    """A board in a thread."""

    def __init__(self, folder: Path, *brokers: Broker, more: str = "") -> None:
        urls = json.dumps([one.url for one in brokers])
        self.config = parse_config(f'club = "arena"\nbroker = {urls}\n{more}', lambda name: "")
        self.folder = folder
        self.start()

    def start(self) -> None:
        self.queue: SimpleQueue[BrokerEvent | Stop] = SimpleQueue()
        made: SimpleQueue[HallBoard] = SimpleQueue()

        def run() -> None:
            board = HallBoard(self.config, self.folder, self.folder, self.queue)
            made.put(board)
            board.run(Manager({}))

        self.thread = threading.Thread(target=run, daemon=True)
        self.thread.start()
        self.board = made.get()
        self.id = self.json("/health.json")["board"]
        self.confirmed = f"companion/v1/arena/board/{self.id}/confirmed/t1"
        self.online = f"companion/v1/arena/board/{self.id}/online"

    def stop(self) -> None:
        self.queue.put(Stop())
        self.thread.join(PATIENCE_S)

    def json(self, path: str, query: str = "") -> Any:
        reply = self.board.reply(path, query)
        assert reply.status == 200, reply
        return json.loads(reply.text)

    def until(self, path: str, name: str, value: object) -> Any:
        """The answer as soon as a member of it has a value."""
        for _ in glances():
            found = self.json(path)
            if found[name] == value:
                return found
        raise AssertionError(found)
