"""One look at an MQTT broker, step by step: its address, its TLS, its login, what it lets a client do.

Each step has its answer within `STEP_S`; a broker that accepts connections and says nothing is an answer, too.
"""

from __future__ import annotations

import re
import socket
import ssl
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple

from paho.mqtt.client import MQTTMessage
from paho.mqtt.enums import MQTTErrorCode, MQTTProtocolVersion

from hardware.mqtt import Address, Identity, Incoming, new_client, session, tls_context

STEP_S = 4.0
LISTEN_S = 0.5
"""How long what the broker passes on may take."""

FAULTS = NOT_YET, EXPIRED, SIGNER, NAME, OTHER = "not-yet", "expired", "signer", "name", "other"
_CODES = {9: NOT_YET, 10: EXPIRED, 18: SIGNER, 19: SIGNER, 20: SIGNER, 21: SIGNER, 62: NAME, 64: NAME}
"""Why a certificate does not hold, by the numbers of OpenSSL."""
_VALIDITY = re.compile(rb"(?:\x17\x0d(\d{12})Z|\x18\x0f(\d{14})Z)(?:\x17\x0d(\d{12})Z|\x18\x0f(\d{14})Z)")


class Certificate(NamedTuple):
    """A broker's certificate: from and until when it is valid, in seconds since 1970. `fault` is one of
    FAULTS, or empty; `why` is the fault in the words of OpenSSL.
    """

    first: float | None
    last: float | None
    fault: str = ""
    why: str = ""


class Silent(OSError):
    """The broker has said nothing within STEP_S."""


class NoTls(OSError):
    """What answers does not speak TLS."""


def resolve(address: Address) -> list[str]:
    """The addresses of a host; raises OSError, Silent where the name server does not answer."""
    results: SimpleQueue[list[str] | OSError] = SimpleQueue()

    def look() -> None:
        try:
            answers = socket.getaddrinfo(address.host, address.port, type=socket.SOCK_STREAM)
            results.put([str(answer[4][0]).partition("%")[0] for answer in answers])
        except OSError as error:
            results.put(error)

    threading.Thread(target=look, daemon=True).start()  # a look-up has no time limit of its own
    try:
        result = results.get(timeout=STEP_S)
    except Empty:
        raise Silent("the name server does not answer") from None
    if isinstance(result, OSError):
        raise result
    return list(dict.fromkeys(result))


def reach(address: Address) -> None:
    """Raise OSError if nothing listens there."""
    socket.create_connection((address.host, address.port), STEP_S).close()


def certificate(address: Address, identity: Identity) -> Certificate:
    """The broker's certificate, and whether it holds. Raises OSError: NoTls, Silent, or a file that is missing."""
    try:
        return Certificate(*_validity(_handshake(address, tls_context(identity))))
    except ssl.SSLCertVerificationError as error:
        fault, why = _CODES.get(error.verify_code, OTHER), error.verify_message.rstrip(".")
    dates: tuple[float | None, float | None] = None, None
    with suppress(OSError):
        dates = _validity(_handshake(address, _blind()))
    return Certificate(*dates, fault, why[:1].lower() + why[1:])


def speaks_tls(address: Address) -> bool:
    """Whether what listens there speaks TLS."""
    try:
        _handshake(address, _blind())
    except OSError:
        return False
    return True


def _blind() -> ssl.SSLContext:
    """TLS that checks nothing, to say what is wrong; nothing is sent there."""
    blind = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    blind.check_hostname, blind.verify_mode = False, ssl.CERT_NONE
    return blind


def _handshake(address: Address, context: ssl.SSLContext) -> bytes:
    """The certificate after a handshake; raises OSError."""
    try:
        with (
            socket.create_connection((address.host, address.port), STEP_S) as plain,
            context.wrap_socket(plain, server_hostname=address.host) as sock,
        ):
            return sock.getpeercert(binary_form=True) or b""
    except TimeoutError as error:
        raise Silent("it does not answer") from error
    except ssl.SSLCertVerificationError:
        raise
    except (ssl.SSLEOFError, ssl.SSLZeroReturnError, ConnectionError) as error:
        raise NoTls("it ends the connection") from error
    except ssl.SSLError as error:
        if error.reason in ("WRONG_VERSION_NUMBER", "RECORD_LAYER_FAILURE", "HTTP_REQUEST"):
            raise NoTls("it does not speak TLS") from error
        raise


def _validity(certificate: bytes) -> tuple[float | None, float | None]:
    """The first and the last moment of a certificate; Python itself reads only valid ones."""
    match = _VALIDITY.search(certificate)
    if match is None:
        return None, None
    first, last = [
        datetime.strptime((b"20" + short if short else long).decode(), "%Y%m%d%H%M%S").replace(tzinfo=UTC).timestamp()
        for short, long in (match.group(1, 2), match.group(3, 4))
    ]
    return first, last


class ProbeClient:
    """A connection for a look around, to be closed. It leaves no will and keeps no messages.

    `refused` is why the broker did not let the client in, empty if it did; `old` whether it speaks only MQTT 3.1.1,
    `over` whether it has ended the connection. Raises OSError without a connection, Silent without an answer.
    """

    def __init__(self, address: Address, identity: Identity) -> None:
        self.old = False
        self.heard: list[Incoming] = []
        self.refused = self._open(address, identity, MQTTProtocolVersion.MQTTv5)
        if self.refused == _OLD:
            self.old = True
            self.refused = self._open(address, identity, MQTTProtocolVersion.MQTTv311)

    def _open(self, address: Address, identity: Identity, protocol: MQTTProtocolVersion) -> str:
        client = new_client(address, identity, protocol, STEP_S)
        answers: list[str] = []
        client.on_connect = lambda _client, _data, _flags, reason, *_: answers.append(_why(reason))
        client.on_message = lambda _client, _data, message: self._note(message)
        self._client, self.over = client, False
        # The handshake lasts at most a keepalive.
        client.connect(address.host, address.port, int(STEP_S), **session(client))
        if not self._until(lambda: bool(answers)):
            self.close()
            raise ConnectionError("it ends the connection") if self.over else Silent("it does not answer")
        return answers[0]

    def _note(self, message: MQTTMessage) -> None:
        expiry = getattr(message.properties, "MessageExpiryInterval", None)
        self.heard.append(Incoming(message.topic, bytes(message.payload), message.retain, expiry))

    def _until(self, done: Callable[[], bool], seconds: float = STEP_S) -> bool:
        """Let the broker speak until something is done; whether it is, in this time."""
        deadline = time.monotonic() + seconds
        while not done() and not self.over and (left := deadline - time.monotonic()) > 0:
            self.over = self._client.loop(left) != MQTTErrorCode.MQTT_ERR_SUCCESS
        return done()

    def subscribe(self, topic: str) -> bool:
        """Whether the broker lets the client subscribe; some end the connection instead. Raises Silent."""
        answers: list[Any] = []
        self._client.on_subscribe = lambda _client, _data, _mid, reasons, *_: answers.extend(reasons)
        self._client.subscribe(topic, 1)
        return self._answered(answers)

    def publish(self, topic: str, payload: bytes) -> bool:
        """Whether the broker takes a message; some end the connection instead. Raises Silent.

        A broker that speaks only MQTT 3.1.1 cannot refuse one: True says nothing there.
        """
        answers: list[Any] = []
        self._client.on_publish = lambda _client, _data, _mid, reason, *_: answers.append(reason)
        self._client.publish(topic, payload, 1)
        return self._answered(answers)

    def _answered(self, answers: list[Any]) -> bool:
        if not self._until(lambda: bool(answers)) and not self.over:
            raise Silent("it does not answer")
        return bool(answers) and not answers[0].is_failure

    def listen(self) -> list[Incoming]:
        """Everything heard so far, and within LISTEN_S from now."""
        self._until(lambda: False, LISTEN_S)
        return self.heard

    def close(self) -> None:
        """End the connection; may be called twice."""
        with suppress(OSError, ValueError):
            self._client.disconnect()
        self._client.on_message = None  # else the two keep each other, and sockets, until Python looks for such circles


_OLD = "unsupported protocol version"


def _why(reason: Any) -> str:
    return str(reason.getName()).lower() if reason.is_failure else ""
