"""The connection to a broker, against a real mosquitto: TLS, old and silent brokers, cut connections."""

from __future__ import annotations

import logging
import signal
import ssl
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from queue import SimpleQueue

import pytest
from hall.broker import Authority, Broker, broker
from hall.proxy import Proxy
from patience import PATIENCE_S

from hardware.broker_probe import ProbeClient
from hardware.mqtt import (
    BYTES_MOST,
    Address,
    Connected,
    Disconnected,
    Event,
    Identity,
    Incoming,
    Mqtt,
    Outgoing,
    WrongFile,
    reason_text,
    tls_context,
)


class Caller:
    """A connection, and what it says."""

    def __init__(self, brokers: Sequence[Address], ca: Path | None, keepalive_s: int) -> None:
        self.queue: SimpleQueue[Event] = SimpleQueue()
        identity = Identity("one", ca=str(ca) if ca is not None else None)
        self.mqtt = Mqtt(brokers, identity, ["a/#"], Outgoing("will", b"x"), self.queue.put, keepalive_s)

    def next(self) -> Event:
        return self.queue.get(timeout=PATIENCE_S)

    def until(self, kind: type) -> Event:
        while not isinstance(event := self.next(), kind):
            pass
        return event


@contextmanager
def called(*brokers: Address, ca: Path | None = None, keepalive_s: int = 20) -> Iterator[Caller]:
    caller = Caller(brokers, ca, keepalive_s)
    try:
        yield caller
    finally:
        caller.mqtt.close()


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    return Authority(tmp_path_factory.mktemp("authority"))


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Broker]:
    with broker(tmp_path) as found:
        yield found


def test_a_broker_with_a_right_certificate_is_believed(tmp_path: Path, authority: Authority) -> None:
    with broker(tmp_path, tls=authority.certificate()) as running, called(running.address, ca=authority.ca) as caller:
        assert isinstance(caller.next(), Connected)
        assert caller.mqtt.send(Outgoing("a/b", b"1" * 60_000, 1))
        assert caller.next() == Incoming("a/b", b"1" * 60_000, False)


# paho leaves the socket of a handshake that has failed to the garbage collector.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize(
    ("days", "names", "trusted", "why"),
    [
        ((-1, 30), "IP:127.0.0.1", False, "TLS: self-signed certificate|TLS: self signed certificate|TLS: unable to"),
        ((-1, 30), "DNS:other.example", True, "TLS: IP address mismatch"),
        ((2, 30), "IP:127.0.0.1", True, "TLS: certificate is not yet valid"),
        ((-9, -2), "IP:127.0.0.1", True, "TLS: certificate has expired"),
    ],
)
def test_a_broker_with_another_certificate_is_not(
    tmp_path: Path, authority: Authority, days: tuple[int, int], names: str, trusted: bool, why: str
) -> None:
    ca = authority.ca if trusted else Authority(tmp_path, "other").ca
    certificate = authority.certificate(*days, names)
    with broker(tmp_path, tls=certificate) as running, called(running.address, ca=ca) as caller:
        said = caller.next()
        assert isinstance(said, Disconnected)
        assert said.why.startswith(tuple(why.split("|")))
        assert not caller.mqtt.send(Outgoing("a/b", b"1", 1))


def test_a_broker_that_speaks_only_the_old_version_is_spoken_to_in_it(
    running: Broker, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    with closing(Proxy(running.port, old=True)) as old, called(Address("127.0.0.1", old.port, False)) as caller:
        refused = caller.next()
        assert isinstance(refused, Disconnected)
        assert "unsupported protocol version" in refused.why
        caller.until(Connected)
        assert caller.mqtt.send(Outgoing("a/b", b"1", 1, True, 900))
        assert caller.next() == Incoming("a/b", b"1", False)
        running.kill()
        caller.until(Disconnected)
        running.start()
        caller.until(Connected)
    assert caplog.text.count("speaks only MQTT 3.1.1") == 1


def test_a_broker_that_stands_still_is_noticed_and_that_it_is_well_again_is_said(
    running: Broker, caplog: pytest.LogCaptureFixture
) -> None:
    with called(running.address, keepalive_s=1) as caller:
        caller.until(Connected)
        running.process.send_signal(signal.SIGSTOP)
        assert isinstance(caller.next(), Disconnected)
        running.process.send_signal(signal.SIGCONT)
        caller.until(Connected)
    assert f"127.0.0.1:{running.port}: connected again" in caplog.messages


def test_a_second_broker_is_taken_while_the_first_is_away(running: Broker, tmp_path: Path) -> None:
    running.kill()
    with broker(tmp_path) as second, called(running.address, second.address) as caller:
        assert caller.until(Connected) == Connected(second.address)


def test_a_message_that_is_cut_off_is_not_heard_and_the_next_connection_is_whole(running: Broker) -> None:
    lasts = iter([400, 1 << 30])
    with (
        closing(Proxy(running.port, lambda: next(lasts))) as cut,
        called(Address("127.0.0.1", cut.port, False)) as caller,
    ):
        caller.until(Connected)
        while caller.mqtt.send(Outgoing("a/b", b"whole", 1)):
            event = caller.next()
            if isinstance(event, Disconnected):
                break
            assert event == Incoming("a/b", b"whole", False)
        caller.until(Connected)
        assert caller.mqtt.send(Outgoing("a/b", b"whole", 1))
        assert caller.until(Incoming) == Incoming("a/b", b"whole", False)
    assert cut.cuts == 1


def test_a_message_that_is_too_large_does_not_come_as_far_as_this_machine(running: Broker) -> None:
    with (
        closing(Proxy(running.port, lambda: 3 * BYTES_MOST)) as short,
        called(Address("127.0.0.1", short.port, False)) as caller,
        closing(ProbeClient(running.address, Identity("probe"))) as probe,
    ):
        caller.until(Connected)
        assert probe.publish("a/large", bytes(16 * BYTES_MOST))
        assert probe.publish("a/b", bytes(BYTES_MOST // 2))
        assert caller.next() == Incoming("a/b", bytes(BYTES_MOST // 2), False)
    assert short.cuts == 0


def test_the_last_word_that_a_broker_says_of_a_lost_connection_expires(running: Broker) -> None:
    def connected() -> Mqtt:
        queue: SimpleQueue[Event] = SimpleQueue()
        found = Mqtt([running.address], Identity("same"), [], Outgoing("a/will", b"gone", 1, True, 180), queue.put)
        assert isinstance(queue.get(timeout=PATIENCE_S), Connected)
        return found

    with called(running.address) as caller:
        caller.until(Connected)
        lost = connected()
        with closing(connected()):  # the broker lets only one of a name be there
            assert caller.until(Incoming) == Incoming("a/will", b"gone", False)
            lost.close()
    with closing(ProbeClient(running.address, Identity("probe"))) as probe:
        assert probe.subscribe("a/will")
        assert [heard.expiry in range(1, 181) for heard in probe.listen()] == [True]


def test_what_is_wrong_with_the_own_certificates_is_said_in_plain_words(tmp_path: Path, authority: Authority) -> None:
    damaged, absent, right = tmp_path / "damaged", tmp_path / "absent", authority.certificate()
    damaged.write_text("-----BEGIN CERTIFICATE-----\nabc")
    ca, no_pair = "it is damaged, or no certificate", "a certificate and its own key are needed"
    for wrong, why in (
        (Identity("one", ca=str(damaged)), f"ca ({damaged}) cannot be used: {ca}"),
        (Identity("one", ca_text=damaged.read_text()), f"ca cannot be used: {ca}"),
        (Identity("one", ca=str(tmp_path)), f"ca ({tmp_path}) cannot be used: it is a directory"),
        (Identity("one", ca=str(absent)), f"ca ({absent}) cannot be used: no such file or directory"),
        (Identity("one", cert=str(right.cert), cert_key=str(damaged)), f"cert and cert_key cannot be used: {no_pair}"),
        (Identity("one", cert=str(right.cert)), f"cert and cert_key cannot be used: {no_pair}"),
    ):
        with pytest.raises(WrongFile) as error:
            tls_context(wrong)
        assert reason_text(error.value) == why


def test_a_reason_does_not_name_the_sources_of_python() -> None:
    late = TimeoutError("_ssl.c:989: The handshake operation timed out")
    assert reason_text(late) == "the handshake operation timed out"
    wrong = ssl.SSLError(1, "[SSL: WRONG_VERSION_NUMBER] wrong version number (_ssl.c:1006)")
    assert reason_text(wrong) == "TLS: wrong version number"
