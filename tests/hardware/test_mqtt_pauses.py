"""How long a connection waits before it is tried again: longer each time, with chance, and short after a success."""

from __future__ import annotations

import random
import socket
import threading
from collections.abc import Callable
from contextlib import closing

from patience import PATIENCE_S

from hardware.mqtt import Address, Connected, Event, Identity, Mqtt, Outgoing, pauses

LONGEST = [1, 2, 4, 8, 16, 32, 60, 60, 60]
"""The pauses in seconds without chance, which makes each a fifth shorter or longer at most."""
WELCOME = bytes([0x20, 3, 0, 0, 0])
"""CONNACK of MQTT 5: no session, success, no properties."""


def waited(port: int, count: int, meet: Callable[[Event], object] = lambda event: None) -> list[float]:
    """The pauses of a connection to a port of this machine, none of which is really waited for."""
    found: list[float] = []
    enough = threading.Event()

    def pause(closed: threading.Event, seconds: float) -> None:
        found.append(seconds)
        if len(found) == count:
            enough.set()
            closed.wait(PATIENCE_S)

    mqtt = Mqtt([Address("127.0.0.1", port, False)], Identity("one"), [], Outgoing("will", b"x"), meet, 20, pause)
    try:
        assert enough.wait(PATIENCE_S)
    finally:
        mqtt.close()
    return found


def test_each_pause_is_twice_as_long_up_to_a_minute_and_no_two_tables_wait_alike() -> None:
    with closing(socket.socket()) as bound:  # nobody listens there
        bound.bind(("127.0.0.1", 0))
        found = waited(bound.getsockname()[1], len(LONGEST))
    parts = [seconds / longest for seconds, longest in zip(found, LONGEST, strict=True)]
    assert all(0.8 <= part <= 1.2 for part in parts)
    assert len(set(parts)) == len(parts)


def test_after_a_connection_that_has_ended_the_pause_is_short_again() -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as server:
        server.settimeout(PATIENCE_S)
        connected = threading.Event()

        def meet(event: Event) -> None:
            if isinstance(event, Connected):
                connected.set()

        def answer() -> None:
            for attempt in range(5):
                caller, _ = server.accept()
                with closing(caller):
                    caller.settimeout(PATIENCE_S)
                    if attempt == 3:
                        assert caller.recv(4096)
                        caller.sendall(WELCOME)
                        assert connected.wait(PATIENCE_S)

        thread = threading.Thread(target=answer, daemon=True)
        thread.start()
        found = waited(server.getsockname()[1], 5, meet)
        thread.join(PATIENCE_S)
    assert connected.is_set()
    # Three that fail, one that succeeds and ends, one that fails.
    parts = [seconds / longest for seconds, longest in zip(found, (1, 2, 4, 1, 2), strict=True)]
    assert all(0.8 <= part <= 1.2 for part in parts)


def test_the_chance_in_them_takes_no_number_of_those_that_others_draw() -> None:
    before = random.getstate()
    assert 0.8 <= next(pauses()) <= 1.2
    assert random.getstate() == before
