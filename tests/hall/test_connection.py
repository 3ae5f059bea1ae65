"""A connection that speaks in one thread and hears in another."""

from __future__ import annotations

from pathlib import Path

from hall.broker import Authority, Listener, broker

from hardware.mqtt import Disconnected, Event, Identity

ROUNDS, TOGETHER = 20, 100


def test_over_tls_everything_arrives_while_both_sides_speak(tmp_path: Path) -> None:
    certificate = Authority(tmp_path).certificate()
    with broker(tmp_path, tls=certificate) as running:
        listener = Listener(running, identity=Identity("listener", ca=str(certificate.ca)))
        heard: list[str] = []

        def is_last(event: Event) -> bool:
            heard.append(type(event).__name__)
            assert not isinstance(event, Disconnected), event
            return len(heard) == TOGETHER

        for _ in range(ROUNDS):
            for number in range(TOGETHER):
                listener.say("topic", {"number": number, "more": "." * 300})
            listener.until(is_last)
            heard.clear()
        listener.close()
