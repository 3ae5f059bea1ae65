"""A real mosquitto on a free port of this machine, and a client that hears everything there."""

from __future__ import annotations

import json
import re
import socket
import subprocess
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple, TypeVar

import needs
from free_port import free_port
from patience import PATIENCE_S, glances, turns

from hardware.mqtt import Address, Connected, Event, Identity, Incoming, Mqtt, Outgoing

T = TypeVar("T")


class Certificate(NamedTuple):
    """Names of files: a certificate, its key, and the certificate of the authority that has signed it."""

    cert: Path
    key: Path
    ca: Path


class Authority:
    """A certificate authority in a folder, which signs certificates for 127.0.0.1 and localhost."""

    def __init__(self, folder: Path, name: str = "ca") -> None:
        self._folder = folder / name
        self._folder.mkdir()
        self.ca, self._key = self._folder / "ca.crt", self._folder / "ca.key"
        openssl("req", "-x509", *NEW_KEY, self._key, "-subj", f"/CN={name}", "-days", "30", "-out", self.ca)

    def certificate(self, first: int = -1, last: int = 30, names: str = "IP:127.0.0.1,DNS:localhost") -> Certificate:
        """A certificate for these names, valid from and until so many days from now; made once."""
        made = self._folder / re.sub(r"[:,]", "-", f"{first}.{last}.{names}")
        if made.is_dir():
            return Certificate(made / "broker.crt", made / "broker.key", self.ca)
        made.mkdir()
        cert, key, request, extensions = [made / f"broker.{end}" for end in ("crt", "key", "csr", "ext")]
        now = datetime.now(UTC)
        start, end = [f"{now + timedelta(days=days):%Y%m%d%H%M%SZ}" for days in (first, last)]
        (made / "index").touch()
        extensions.write_text(
            f"[ca]\ndefault_ca=own\n[own]\ndatabase={made}/index\nnew_certs_dir={made}\nrand_serial=yes\n"
            "default_md=sha256\npolicy=any\nx509_extensions=names\n[any]\ncommonName=supplied\n"
            f"[names]\nsubjectAltName={names}\nauthorityKeyIdentifier=keyid\n"
        )
        openssl("req", "-new", *NEW_KEY, key, "-subj", "/CN=broker", "-out", request)
        signer = ("-config", extensions, "-cert", self.ca, "-keyfile", self._key)
        openssl("ca", "-batch", *signer, "-startdate", start, "-enddate", end, "-in", request, "-out", cert)
        return Certificate(cert, key, self.ca)


NEW_KEY = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout")


def openssl(*words: str | Path) -> None:
    subprocess.run([needs.program("openssl"), *words], check=True, capture_output=True)


def acl(club: str) -> str:
    """The access control list that the page of the hall gives for mosquitto."""
    return (
        f"pattern write companion/v1/{club}/%u/#\npattern read companion/v1/{club}/%u/#\n"
        f"pattern read companion/v1/{club}/board/+/online\n"
        f"pattern read companion/v1/{club}/board/+/confirmed/%u\n"
        f"pattern write homeassistant/device/companion-{club}-%u/config\npattern read homeassistant/status\n"
        f"user board\ntopic read companion/v1/{club}/#\n"
    )


def guarded(folder: Path, passwords: Mapping[str, str], allowed: str | None) -> tuple[str, ...]:
    """The lines of a configuration with which only these users may log in, and do only what is allowed."""
    users, rights = folder / "users", folder / "acl"
    users.write_text("".join([f"{user}:{password}\n" for user, password in passwords.items()]))
    users.chmod(0o600)
    subprocess.run([needs.program("mosquitto_passwd"), "-U", users], check=True, capture_output=True)
    lines = "allow_anonymous false", f"password_file {users}"
    if allowed is None:
        return lines
    rights.write_text(allowed)
    return *lines, f"acl_file {rights}"


class Broker:
    """A mosquitto; `more` are further lines of its configuration. With a certificate it speaks TLS only."""

    def __init__(self, folder: Path, *more: str, tls: Certificate | None = None, port: int | None = None) -> None:
        self.port = port or free_port()
        self.address = Address("127.0.0.1", self.port, tls is not None)
        self.url = f"mqtt{'s' if tls else ''}://127.0.0.1:{self.port}"
        if tls is not None:
            more = (f"certfile {tls.cert}", f"keyfile {tls.key}", *more)
        self._conf = folder / f"mosquitto-{self.port}.conf"
        lines = [f"listener {self.port} 127.0.0.1", "persistence false", "set_tcp_nodelay true", "user root", *more]
        if not any(line.startswith("allow_anonymous") for line in more):
            lines.append("allow_anonymous true")
        self._conf.write_text("\n".join(lines) + "\n")
        self.start()

    def start(self) -> None:
        program = needs.program("mosquitto")
        self.process = subprocess.Popen([program, "-c", self._conf], stderr=subprocess.DEVNULL)
        for _ in glances():
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            if self.process.poll() is not None:
                break
        raise AssertionError("mosquitto does not listen")

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()


@contextmanager
def broker(folder: Path, *more: str, tls: Certificate | None = None, port: int | None = None) -> Iterator[Broker]:
    running = Broker(folder, *more, tls=tls, port=port)
    try:
        yield running
    finally:
        running.kill()


class Listener:
    """A client that hears everything and may say anything, as far as the broker lets it."""

    def __init__(
        self, broker: Broker, name: str = "listener", topic: str = "#", identity: Identity | None = None, here: str = ""
    ) -> None:
        """`here` is a topic on which it may speak, if that is not one of its own name."""
        self.queue: SimpleQueue[Event] = SimpleQueue()
        self.heard: list[Incoming] = []
        self._early: deque[Event] = deque()
        who, will = identity or Identity(name), Outgoing(f"will/{name}", b"x")
        self.mqtt = Mqtt([broker.address], who, [topic], will, self.queue.put)
        # It says that it is connected before the broker has its subscription, and has that once it hears itself.
        own = Outgoing(here or topic.replace("#", f"{who.user or name}/here"), b"here")
        early = []
        while not isinstance(event := self._next(), Incoming) or event.topic != own.topic:
            if isinstance(event, Connected):
                assert self.mqtt.send(own)
            early.append(event)
        self._early.extend(early)

    def _next(self) -> Event:
        if self._early:
            return self._early.popleft()
        try:
            return self.queue.get(timeout=PATIENCE_S)
        except Empty:
            raise AssertionError("what the test waits for was not heard") from None

    def until(self, wanted: Callable[[Event], bool]) -> Event:
        """The next event that is wanted."""
        for _ in turns():
            event = self._next()
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
