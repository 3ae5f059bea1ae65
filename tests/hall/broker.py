"""A real mosquitto on a free port of this machine, and a client that hears everything there."""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

from patience import THREAD_S, glances

from hardware.mqtt import Address, Connected, Event, Identity, Incoming, Mqtt, Outgoing

T = TypeVar("T")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


class Broker:
    """A mosquitto; `more` are further lines of its configuration."""

    def __init__(self, folder: Path, *more: str) -> None:
        self.port = free_port()
        self.url = f"mqtt://127.0.0.1:{self.port}"
        self._conf = folder / f"mosquitto-{self.port}.conf"
        lines = [f"listener {self.port} 127.0.0.1", "persistence false", "set_tcp_nodelay true", "user root", *more]
        if not any(line.startswith("allow_anonymous") for line in more):
            lines.append("allow_anonymous true")
        self._conf.write_text("\n".join(lines) + "\n")
        self.start()

    def start(self) -> None:
        program = shutil.which("mosquitto", path="/usr/sbin:/usr/bin:/usr/local/sbin")
        assert program is not None, "mosquitto is needed for these tests: apt-get install mosquitto"
        self.process = subprocess.Popen([program, "-c", self._conf], stderr=subprocess.DEVNULL)
        for _ in glances():
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
        raise AssertionError("mosquitto does not listen")

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()


@contextmanager
def broker(folder: Path, *more: str) -> Iterator[Broker]:
    running = Broker(folder, *more)
    try:
        yield running
    finally:
        running.kill()


class Listener:
    """A client that hears everything and may say anything."""

    def __init__(self, broker: Broker, name: str = "listener", topic: str = "#") -> None:
        self.queue: SimpleQueue[Event] = SimpleQueue()
        self.heard: list[Incoming] = []
        self.mqtt = Mqtt(
            [Address("127.0.0.1", broker.port, False)], Identity(name), [topic], Outgoing(f"will/{name}", b"x"),
            self.queue.put,
        )  # fmt: skip
        self.until(lambda event: isinstance(event, Connected))

    def until(self, wanted: Callable[[Event], bool]) -> Event:
        """The next event that is wanted."""
        for _ in glances():
            try:
                event = self.queue.get(timeout=THREAD_S)
            except Empty:
                break
            if isinstance(event, Incoming):
                self.heard.append(event)
            if wanted(event):
                return event
        raise AssertionError("what the test waits for was not heard")

    def message(self, topic: str, fits: Callable[[Any], bool] = lambda message: True) -> Any:
        """The value of the next message on a topic that fits; the text itself if it is no JSON."""

        def wanted(event: Event) -> bool:
            return isinstance(event, Incoming) and event.topic == topic and fits(value(event))

        event = self.until(wanted)
        assert isinstance(event, Incoming)
        return value(event)

    def say(self, topic: str, message: object, *, retain: bool = False) -> None:
        payload = message if isinstance(message, bytes) else json.dumps(message).encode()
        assert self.mqtt.send(Outgoing(topic, payload, 1, retain))

    def close(self) -> None:
        self.mqtt.close()


def value(event: Incoming) -> Any:
    try:
        return json.loads(event.payload)
    except ValueError:
        return event.payload.decode()
