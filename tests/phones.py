"""A device with its web window in threads, its glass, and phones that speak real HTTP."""

from __future__ import annotations

import http.client
import json
import secrets
import threading
from base64 import b64encode
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from patience import PATIENCE_S

from companion.app.questions import READ_S
from companion.games.installed import INSTALLED
from companion.ports import Clock, Key, Look, OpenInbox, PageText, Panel, WidePage
from companion.record.record import Record
from companion.services.device import PEOPLE, SidePanels
from companion.services.device.loop_setup import make_loop
from hardware.boards import ALL_KEYS
from hardware.clocks import SystemClock
from hardware.simulated.front import Front, playing
from hardware.web.pairing import Phones, proof_of

HOST = "127.0.0.1"
PHONES, PAIR = ("Phones", "スマホ操作"), ("Pair a phone", "スマホを登録")
"""The lines that lead to the page for pairing, in each language: English where the device has no letters for kana."""
HEADERS = {"Content-Type": "application/json", "X-Companion": "1"}


class Device:
    """A device that runs: its glass, its keys, and where its window is."""

    def __init__(self, front: Front, panels: SidePanels, inboxes: SimpleQueue[OpenInbox]) -> None:
        self.front = front
        self._panels = panels
        self.inbox = inboxes.get(timeout=PATIENCE_S)

    @property
    def address(self) -> str:
        """The URL of the window."""
        return self._panels.address()

    @property
    def port(self) -> int:
        return int(self.address.rstrip("/").rpartition(":")[2])

    @property
    def book(self) -> Phones:
        assert self._panels.phones is not None
        return self._panels.phones

    @property
    def lines(self) -> tuple[str, ...]:
        """What is on the glass, the banner first."""
        page = self._page()
        return (*([page.banner] if page.banner else []), *page.lines)

    @property
    def screen(self) -> str:
        """The name of the screen that is shown."""
        return self._page().screen

    def look(self) -> WidePage:
        """The page for phones, after everything that was pressed before."""
        answers = SimpleQueue[WidePage]()
        self.inbox.put(Look(answers.put))
        return answers.get(timeout=PATIENCE_S)

    def tap(self, *keys: Key) -> None:
        """Press keys at the glass, one after the other."""
        for key in keys:
            self.front.board.press(key)
            self.front.board.release(key)

    def wait(self, holds: Callable[[], object]) -> None:
        """Until something holds on the glass or in the record."""
        clock, until = SystemClock(), SystemClock().monotonic() + PATIENCE_S
        changed = threading.Event()
        self.front.set_callback(changed.set)
        while not holds():
            assert clock.monotonic() < until, self.lines
            changed.wait(0.05)
            changed.clear()
        self.look()  # what was shown on the glass has come to the phones as well

    def open_pairing(self) -> str:
        """Come to the page for pairing from home or a menu; its key."""
        if not any(line.startswith(PAIR) for line in self.lines):
            self.go(*PHONES)
        self.go(*PAIR)
        self.wait(lambda: self.book.seen().key and self.book.seen().key in "".join(self.lines))
        return self.book.seen().key

    def go(self, *names: str) -> None:
        """Choose a line of the list that is shown, by its name in a language."""
        for _ in range(60):
            page = self._page()
            line = page.lines[page.cursor] if isinstance(page.cursor, int) else ""
            self.tap(Key.OK if line.startswith(names) else Key.DOWN)
            self.wait(lambda page=page: self._page() != page)  # type: ignore[misc]
            if line.startswith(names):
                return
        raise AssertionError(self.lines)

    def _page(self) -> PageText:
        page = self.front.take().page
        assert page is not None
        return page


@contextmanager
def running(folder: Path, settings: str = "") -> Iterator[Device]:
    """A device over a record, whose window is open and takes phones."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "settings.toml").write_text(f"phones = true\nmotion = false\n{settings}", "utf-8")
    panels, inboxes = SidePanels(web=(HOST, 0)), SimpleQueue[OpenInbox]()

    def device(inbox: OpenInbox, shown: Sequence[Panel], clock: Clock) -> None:
        inboxes.put(inbox)
        with Record(folder, INSTALLED, PEOPLE) as record:
            make_loop(
                record, folder, ALL_KEYS, inbox, shown, clock, side_panels=panels, tour=False, put=inbox.put
            ).run()

    with closing(panels), playing(device, SystemClock()) as front:
        running = Device(front, panels, inboxes)
        running.wait(lambda: running.port)  # the window opens after the glass
        yield running


class Phone:
    """A phone: what it was given, and how it asks."""

    def __init__(self, port: int, key: str = "", source: str = HOST) -> None:
        self.port = port
        self.key = key
        self.number = 0
        self.tab = secrets.token_hex(4)
        self.place = 0
        self._source = source

    def post(self, what: str, body: bytes, headers: dict[str, str] | None = None) -> tuple[int, dict[str, Any]]:
        """Status and answer."""
        wire = http.client.HTTPConnection(HOST, self.port, timeout=PATIENCE_S, source_address=(self._source, 0))
        with closing(wire):
            own = {"Origin": f"http://{HOST}:{self.port}", **HEADERS, **(headers or {})}
            wire.request("POST", f"/p/{what}", body, own)
            answer = wire.getresponse()
            text = answer.read()
            return answer.status, json.loads(text) if text.startswith(b"{") else {"result": text.decode()}

    def ask(self) -> str:
        """Ask to be paired; the digits, or why not."""
        _, answer = self.post("ask", b"{}")
        self.key = answer.get("key", "")
        return str(answer.get("digits", answer["result"]))

    def pair(self) -> str:
        body = json.dumps({"tab": self.tab, "at": 1}).encode()
        _, answer = self.post("pair", body, {"X-Proof": proof_of(self.key, "pair", body)})
        self.number = answer.get("number", self.number)
        return str(answer["result"])

    def signed(self, page: str, target: str, text: str | None = None, place: int = 0) -> tuple[bytes, dict[str, str]]:
        """A press with its headers."""
        self.place = place or self.place + 1
        said = {"tab": self.tab, "place": self.place, "page": page, "target": target, "text": text}
        body = json.dumps(said).encode()
        return body, {"X-Phone": str(self.number), "X-Proof": proof_of(self.key, "press", body)}

    def press(self, target: str, text: str | None = None, page: str | None = None) -> str:
        """Press once, on the page that is shown if no other is said; what became of it."""
        body, headers = self.signed(self.page()["number"] if page is None else page, target, text)
        return str(self.post("press", body, headers)[1]["result"])

    def correct(
        self, place: int, cells: dict[str, str], *, put: bool = True, sheet: str | None = None
    ) -> dict[str, Any]:
        """Type values for the cells of a round of the sheet that is shown, if no other is said; the answer."""
        signed = self.signed_round(self.sheet()["number"] if sheet is None else sheet, place, cells, put=put)
        return self.post("sheet", *signed)[1]

    def signed_round(
        self, sheet: str, place: int, cells: dict[str, str], *, put: bool = True
    ) -> tuple[bytes, dict[str, str]]:
        """Values for a round with their headers."""
        self.place += 1
        said = {"tab": self.tab, "place": self.place, "sheet": sheet, "round": place, "cells": cells, "put": put}
        body = json.dumps(said).encode()
        return body, {"X-Phone": str(self.number), "X-Proof": proof_of(self.key, "sheet", body)}

    def hand_over(self, content: bytes, name: str = "") -> dict[str, Any]:
        """Hand a pad over; the answer."""
        return self.post("pad", *self.signed_pad(content, name))[1]

    def signed_pad(self, content: bytes, name: str = "") -> tuple[bytes, dict[str, str]]:
        """A pad with its headers."""
        self.place += 1
        said = {"tab": self.tab, "place": self.place, "name": name, "content": b64encode(content).decode()}
        body = json.dumps(said).encode()
        return body, {"X-Phone": str(self.number), "X-Proof": proof_of(self.key, "pad", body)}

    def page(self) -> dict[str, Any]:
        """The page as it is now: the first one that the stream gives."""
        return self._first("page")

    def sheet(self) -> dict[str, Any]:
        """The score sheet as it is now, of a game that has one."""
        return self._first("sheet")

    def _first(self, name: str) -> dict[str, Any]:
        """What comes first under a name in the stream."""
        wire = http.client.HTTPConnection(HOST, self.port, timeout=PATIENCE_S, source_address=(self._source, 0))
        with closing(wire):
            wire.request("GET", "/p/events")
            answer = wire.getresponse()
            while True:
                if answer.readline() == f"event: {name}\n".encode():
                    return dict(json.loads(answer.readline().removeprefix(b"data: ")))

    def names(self) -> dict[str, str]:
        """The id of each target by its name."""
        return {target["name"]: target["id"] for target in self.page()["targets"]}


def paired(device: Device) -> Phone:
    """A phone that may press; the glass is where it was."""
    phone = Phone(device.port, device.open_pairing())
    assert phone.pair() == "paired"
    device.wait(lambda: device.lines[0].startswith(f"Phone {phone.number} "))
    return phone


def answer_it(device: Device, key: Key) -> None:
    """Answer the question about a pad that a phone has handed over, once people could read it."""
    clock = SystemClock()
    device.wait(lambda: device.screen == "handed-pad")
    read = clock.monotonic() + READ_S
    device.wait(lambda: clock.monotonic() > read)
    device.tap(key)
    device.wait(lambda: device.screen != "handed-pad")
