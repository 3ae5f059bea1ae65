"""A connection to an MQTT broker, kept up by a thread of its own. Events go into a queue; nothing here waits for them.

The client is paho-mqtt, driven step by step: its own reconnecting has no jitter, and it keeps messages for a broker
that may be another one by then. Here each connection has a fresh client, and what was not sent is the caller's to send
again.
"""

from __future__ import annotations

import ipaddress
import re
import select
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from random import Random
from typing import Any, NamedTuple

from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion, MQTTErrorCode, MQTTProtocolVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties

from companion.log import Log
from companion.texts import reason_of

KEEPALIVE_S = 20
CONNECT_S = 10.0
STEP_S = 5.0
"""How often the thread wakes at least: every wake counts on a device at rest."""
READ_MOST = 100
"""The most messages that are read before something is written."""
AGAIN_S, AGAIN_MOST_S = 1.0, 60.0
FIRST_AGAIN_S = 600.0
"""How often it looks for the first broker of a list while it is connected to another one."""
BYTES_MOST = 65_536
"""The most bytes of a message. A broker of MQTT 5 passes no larger one on; one from an older broker is not heard."""

log = Log(__name__)


class Address(NamedTuple):
    """A broker. Without `tls` only loopback and private addresses are allowed."""

    host: str
    port: int
    tls: bool


class Identity(NamedTuple):
    """Who connects, and how: `ca`, `cert` and `cert_key` name files; `ca_text` is a certificate in place of `ca`."""

    client: str
    user: str | None = None
    password: str | None = None
    ca: str | None = None
    cert: str | None = None
    cert_key: str | None = None
    ca_text: str | None = None


class Outgoing(NamedTuple):
    """A message to send. `expiry` is in seconds; a broker that speaks only MQTT 3.1.1 keeps the message for ever."""

    topic: str
    payload: bytes
    qos: int = 0
    retain: bool = False
    expiry: int | None = None


class Connected(NamedTuple):
    """There is a connection; the topics are subscribed to."""

    broker: Address


class Disconnected(NamedTuple):
    """There is no connection; `why` says the reason."""

    why: str


class Incoming(NamedTuple):
    """A message has come; `retained` if the broker had kept it. `expiry` is for how many seconds it will keep it."""

    topic: str
    payload: bytes
    retained: bool
    expiry: int | None = None


Event = Connected | Disconnected | Incoming


def pauses() -> Iterator[float]:
    """The seconds to wait after each connection that fails: twice as long each time, up to AGAIN_MOST_S.

    With some chance in it, so that the tables of a hall do not all come back in the same moment. The chance is its own:
    this runs in a thread, and the numbers of the module `random` belong to the others.
    """
    chance, wait = Random(), AGAIN_S
    while True:
        yield wait * chance.uniform(0.8, 1.2)
        wait = min(2 * wait, AGAIN_MOST_S)


class Mqtt:
    """Connects to the first of some brokers that answers, and again after each loss, until `close`.

    `put` gets the events, from the thread: it may only enqueue. `will` is what the broker says if the connection is
    lost. A broker that says nothing for twice `keepalive_s` is lost.
    """

    def __init__(
        self,
        brokers: Sequence[Address],
        identity: Identity,
        topics: Sequence[str],
        will: Outgoing,
        put: Callable[[Event], object],
        keepalive_s: int = KEEPALIVE_S,
        pause: Callable[[threading.Event, float], object] = threading.Event.wait,
    ) -> None:
        """`pause` waits for a number of seconds at most, less if the event is set: the connection is being closed."""
        self._pause = pause
        self._brokers = brokers
        self._identity = identity
        self._topics = topics
        self._will = will
        self._put = put
        self._keepalive_s = keepalive_s
        self._client: Client | None = None
        self._connected = False
        self._old: set[Address] = set()
        self._closing, self._last = threading.Event(), threading.Event()
        self._why = ""
        self._came = 0
        self._woken, self._waking = socket.socketpair()
        self._waking.setblocking(False)
        self._thread = threading.Thread(target=self._run, name="mqtt", daemon=True)
        self._thread.start()

    def send(self, message: Outgoing) -> bool:
        """Hand a message to the connection; False without one. True does not mean that it arrives."""
        client = self._client
        if client is None or not self._connected:
            return False
        properties = None
        if message.expiry is not None and client.protocol == MQTTProtocolVersion.MQTTv5:
            properties = _expiring(message.expiry)
        sent = client.publish(message.topic, message.payload, message.qos, message.retain, properties)
        self._wake()
        return sent.rc == MQTTErrorCode.MQTT_ERR_SUCCESS

    def _wake(self) -> None:
        """Let the thread write at once. Nobody else writes: two threads at one TLS connection break it."""
        with suppress(OSError):  # it is awake already
            self._waking.send(b".")

    def close(self, last: Outgoing | None = None, within_s: float = 3.0) -> None:
        """Say a last message and end the connection in order; may be called twice."""
        if last is not None and not self._closing.is_set():
            self.send(last)
        self._closing.set()
        client = self._client
        if client is not None:
            with suppress(ValueError, OSError):
                client.disconnect()
        self._last.set()
        self._wake()
        self._thread.join(within_s)
        self._woken.close()
        self._waking.close()

    # -- the thread

    def _run(self) -> None:
        waits = pauses()
        while not self._closing.is_set():
            for broker in self._brokers:
                began = time.monotonic()
                if self._closing.is_set():
                    return
                why = self._hold(broker)
                if self._connected:
                    self._connected = False
                    waits = pauses()
                if self._closing.is_set():
                    return
                if why != self._why or time.monotonic() - began > self._keepalive_s:
                    log.warning("%s:%d: %s", broker.host, broker.port, why)
                self._why = why
                self._put(Disconnected(why))
            self._pause(self._closing, next(waits))

    def _hold(self, broker: Address) -> str:
        """Connect and stay connected; returns why that has ended."""
        try:
            client = self._open(broker)
        except (OSError, ValueError) as error:
            return reason_text(error)
        self._client = client
        refused: list[str] = []
        client.on_connect = lambda *found: self._on_connect(broker, refused, *found)
        client.on_message = lambda _client, _data, message: self._on_message(message)
        look = time.monotonic() + FIRST_AGAIN_S
        try:
            client.connect(broker.host, broker.port, self._keepalive_s, **session(client))
            while self._step(client) and not refused and not self._has_closed(client):
                if broker != self._brokers[0] and time.monotonic() > look:
                    look = time.monotonic() + FIRST_AGAIN_S
                    if _answers(self._brokers[0]):
                        client.disconnect()
        except (OSError, ValueError) as error:
            return reason_text(error)
        finally:
            self._client = None
            with suppress(OSError, ValueError):
                client.disconnect()
        return refused[0] if refused else "the connection has ended"

    def _has_closed(self, client: Client) -> bool:
        """Whether the last words are written while the connection is being closed; then nothing else is read."""
        return self._last.is_set() and not client.want_write()

    def _step(self, client: Client) -> bool:
        """Wait for something to read or to write, and do it; False if the connection has ended.

        paho's own `loop` waits before every single message, and wakes itself after each that it sends.
        """
        wire = client.socket()
        if wire is None:
            return False
        pending = isinstance(wire, ssl.SSLSocket) and wire.pending() > 0
        write = [wire] if client.want_write() else []
        readable, _, _ = select.select(
            [wire, self._woken], write, [], 0.0 if pending else min(STEP_S, self._keepalive_s)
        )
        read = wire in readable or pending
        if self._woken in readable:
            self._woken.recv(4096)
        for _ in range(READ_MOST):
            before = self._came
            if read and client.loop_read() != MQTTErrorCode.MQTT_ERR_SUCCESS:
                return False
            if self._came == before:
                break
        if client.want_write() and client.loop_write() != MQTTErrorCode.MQTT_ERR_SUCCESS:
            return False
        return client.loop_misc() == MQTTErrorCode.MQTT_ERR_SUCCESS

    def _open(self, broker: Address) -> Client:
        if not broker.tls:
            check_private(broker)
        protocol = MQTTProtocolVersion.MQTTv311 if broker in self._old else MQTTProtocolVersion.MQTTv5
        client = new_client(broker, self._identity, protocol, CONNECT_S)
        client.on_socket_register_write = lambda *_: None  # without it, paho writes in the thread that calls publish
        will = self._will
        properties = None
        if will.expiry is not None and protocol == MQTTProtocolVersion.MQTTv5:
            properties = _expiring(will.expiry, PacketTypes.WILLMESSAGE)
        client.will_set(will.topic, will.payload, will.qos, will.retain, properties)
        return client

    def _on_connect(
        self,
        broker: Address,
        refused: list[str],
        client: Client,
        _data: object,
        _flags: object,
        reason: Any,
        *_: object,
    ) -> None:
        if not reason.is_failure:
            # QoS 0: of QoS 1 mosquitto lets 20 messages be under way, and the acknowledgement of each waits behind a
            # flood of others, so that a few results a second arrive. What is lost is sent again by its sender.
            for topic in self._topics:
                client.subscribe(topic, 0)
            self._connected = True
            if self._why:
                log.warning("%s:%d: connected again", broker.host, broker.port)
                self._why = ""
            self._put(Connected(broker))
            return
        if reason.getName() == "Unsupported protocol version" and broker not in self._old:
            self._old.add(broker)
            log.warning("%s:%d speaks only MQTT 3.1.1: retained messages do not expire there", broker.host, broker.port)
        refused.append(f"the broker refuses: {reason.getName().lower()}")

    def _on_message(self, message: MQTTMessage) -> None:
        self._came += 1
        if len(message.payload) <= BYTES_MOST:
            self._put(Incoming(message.topic, bytes(message.payload), message.retain))


class WrongFile(OSError):
    """What `ca`, `cert` or `cert_key` names, or the certificate itself, cannot be used."""


def tls_context(identity: Identity) -> ssl.SSLContext:
    """TLS 1.2 or later, with the name of the host checked; raises WrongFile."""
    try:
        context = ssl.create_default_context(cafile=identity.ca, cadata=identity.ca_text)
    except (OSError, ValueError) as error:
        why = "it is damaged, or no certificate" if isinstance(error, ssl.SSLError) else reason_of(error)
        ca = f"ca ({identity.ca})" if identity.ca else "ca"
        raise WrongFile(f"{ca} cannot be used: {why}") from error
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    if identity.cert is not None:
        try:
            context.load_cert_chain(identity.cert, identity.cert_key, "")  # and never ask at a terminal
        except (OSError, ValueError) as error:
            why = "a certificate and its own key are needed" if isinstance(error, ssl.SSLError) else reason_of(error)
            raise WrongFile(f"cert and cert_key cannot be used: {why}") from error
    return context


def check_private(broker: Address) -> None:
    """Raise ValueError if a broker without TLS is not in this house: what is sent could be read on the way."""
    for entry in socket.getaddrinfo(broker.host, broker.port, type=socket.SOCK_STREAM):
        if not ipaddress.ip_address(str(entry[4][0]).partition("%")[0]).is_private:
            raise ValueError(f"{broker.host} is not in this house; mqtts:// is needed, with TLS")


def new_client(broker: Address, identity: Identity, protocol: MQTTProtocolVersion, connect_s: float) -> Client:
    """A client for a broker that has not connected yet; raises WrongFile."""
    client = Client(CallbackAPIVersion.VERSION2, identity.client, protocol=protocol, reconnect_on_failure=False)
    client.connect_timeout = connect_s
    if identity.user is not None:
        client.username_pw_set(identity.user, identity.password)
    if broker.tls:
        client.tls_set_context(tls_context(identity))
    return client


def session(client: Client) -> dict[str, Any]:
    """How a client asks for a session without what another one has left, and without messages that are too large."""
    if client.protocol != MQTTProtocolVersion.MQTTv5:
        return {}
    properties = Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call]
    properties.MaximumPacketSize = BYTES_MOST
    return {"clean_start": True, "properties": properties}


def _expiring(seconds: int, packet: int = PacketTypes.PUBLISH) -> Properties:
    properties = Properties(packet)  # type: ignore[no-untyped-call]
    properties.MessageExpiryInterval = seconds
    return properties


def _answers(broker: Address) -> bool:
    try:
        socket.create_connection((broker.host, broker.port), CONNECT_S).close()
    except OSError:
        return False
    return True


def reason_text(error: Exception) -> str:
    """The reason of an error, to stand in a sentence."""
    if isinstance(error, ssl.SSLCertVerificationError):
        return f"TLS: {error.verify_message}"
    # Not the place in Python's own sources.
    text = re.sub(r"^\[[^]]*\] |^_ssl\.c:\d+: |\s*\(_ssl\.c:\d+\)$", "", reason_of(error))
    return f"TLS: {text}" if isinstance(error, ssl.SSLError) else text[:1].lower() + text[1:]
