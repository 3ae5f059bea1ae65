"""Phones, keys and a reader at once: what they enter is in one order in the log, and nothing is there twice.

The loop, its inbox and the door of the phones are the real ones, in threads of their own; what is left out is the wire.
"""

from __future__ import annotations

import asyncio
import json
import re
import threading
from collections import Counter, defaultdict
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from device import begun, played, says
from patience import PATIENCE_S

from companion.games.installed import INSTALLED
from companion.ports import Clock, DeviceState, Event, Key, OpenInbox, Panel, Reading, Touched, TouchResult, WidePage
from companion.record.record import Record
from companion.services.device import PEOPLE, SidePanels
from companion.services.device.loop_setup import make_loop
from companion.values import NamedTuple, replace
from hardware.boards import ALL_KEYS
from hardware.clocks import SystemClock
from hardware.simulated.front import Front, playing
from hardware.web.pairing import PHONES_MOST, Phones, proof_of
from hardware.web.phone_door import PAIR, PRESS, PhoneDoor

ADDRESS = "127.0.0.1"
KEYS = (Key.OK, Key.UP, Key.DOWN)
AGAIN = 0.2
"""How many of the presses are sent twice, as a bad Wi-Fi does."""
UNDONE = 0.2
NEW = "new"


class Pressed(NamedTuple):
    """A press of a phone that was answered: where, what, and the answer."""

    screen: str
    target: str
    result: str

    @property
    def entry(self) -> str:
        """What it must have entered; empty if nothing."""
        if self.result != "done":
            return ""
        if self.screen in ("over", "results"):
            return NEW
        if self.target == "@undo":
            return "undo"
        if self.target in ("@ok", "@back"):
            return ""
        return self.target if self.target == "stop" else f"flip {self.target.replace('/', '')}"


class Table:
    """A device, its door for phones, and who presses: `answered` counts the answers to each touch in the inbox."""

    def __init__(self, seed: int) -> None:
        self.dice = Random(seed)
        self.inbox: OpenInbox | None = None
        self.door = PhoneDoor(Phones(), self._put)
        self.pressed: dict[int, list[Pressed]] = defaultdict(list)
        self.answered: Counter[int] = Counter()
        self.touches = 0
        self.waited: list[int] = []
        self.turns = threading.Semaphore(0)

    # the panel, in the thread of the device

    def show(self, state: DeviceState) -> None:
        self.door.show(state)

    def close(self) -> None:
        """Nothing to close."""

    def _put(self, event: Event) -> None:
        assert self.inbox is not None
        if isinstance(event, Touched):
            number, answer = self.touches, event.answer
            self.touches += 1

            def count(result: TouchResult) -> None:
                self.answered[number] += 1
                answer(result)

            event = replace(event, answer=count)
        self.inbox.put(event)

    # in the thread of the web

    async def press_all(self, phones: int, presses: int) -> None:
        self.door.start(asyncio.get_running_loop().call_soon_threadsafe)
        self.door.pages.add_viewer()
        await asyncio.gather(*[self._phone(presses // phones) for _ in range(phones)])
        self.door.pages.remove_viewer()

    async def _phone(self, presses: int) -> None:
        self.door.phones.offer(shown=True)
        key = self.door.phones.seen().key
        body = b"{}"
        _, said = await self.door.answer(PAIR, {"x-proof": proof_of(key, "pair", body)}, body, ADDRESS)
        self.door.phones.offer(shown=False)
        number, place = said["number"], 0
        while place < presses:
            seen: Any = await self.door.pages.next(None)
            page: WidePage = seen[0]
            target = self._choice(page)
            place += 1
            fields = {"tab": "a", "place": place, "page": page.number, "target": target, "text": None}
            body = json.dumps(fields).encode()
            headers = {"x-phone": str(number), "x-proof": proof_of(key, "press", body)}
            times = 2 if self.dice.random() < AGAIN else 1
            answers = await asyncio.gather(*[self.door.answer(PRESS, headers, body, ADDRESS) for _ in range(times)])
            assert answers == [answers[0]] * times
            assert answers[0][0] == 200
            self.pressed[number].append(Pressed(page.screen, target, answers[0][1]["result"]))
            self.turns.release()

    def _choice(self, page: WidePage) -> str:
        if page.waits:
            return "@ok"
        if page.screen in ("over", "results"):
            return "0"
        if page.screen != "table":
            return "@back"
        if self.dice.random() < UNDONE:
            return "@undo"
        return self.dice.choice([target.id for target in page.targets if target.id])

    # in the thread of the test

    def press_keys(self, front: Front, presses: int) -> None:
        """Press a key for every few presses of phones, and read a card now and then."""
        assert self.inbox is not None
        for count in range(presses):
            assert self.turns.acquire(timeout=PATIENCE_S)
            if count % 5 == 0:
                key = self.dice.choice(KEYS)
                self.waited.append(self.touches - len(self.answered))
                front.board.press(key)
                front.board.release(key)
            elif count % 11 == 0:
                card = f"{self.dice.choice('RPBGY')}{self.dice.randint(1, 10)}"
                self.inbox.put(Reading(f"TC1 pra {card}"))


def race(folder: Path, phones: int, presses: int, seed: int) -> Table:
    """Presses of phones, keys and readings at once, until all phones have pressed as often."""
    begun(folder, "praetorians", ("Ada", "Ben"), "flip R1")
    (folder / "settings.toml").write_text('score = "never"\nmotion = false\n', "utf-8")
    table = Table(seed)

    def device(inbox: OpenInbox, shown: Sequence[Panel], clock: Clock) -> None:
        table.inbox = inbox
        with Record(folder, INSTALLED, PEOPLE) as record:
            make_loop(
                record, folder, ALL_KEYS, inbox, (*shown, table), clock, side_panels=SidePanels(), tour=False,
                put=inbox.put,
            ).run()  # fmt: skip

    with playing(device, SystemClock()) as front:
        thread = threading.Thread(target=lambda: asyncio.run(table.press_all(phones, presses)))
        thread.start()
        table.press_keys(front, presses // phones * phones)
        thread.join(PATIENCE_S)
        assert not thread.is_alive()
    return table


LINE = re.compile(r"\S+ (\d+) \S+ g\d+ (?:by:phone(\d+) )?\S+ (\S+)(.*)")


def check(folder: Path, table: Table, phones: int, presses: int) -> None:
    lines = (folder / "record.log").read_text("utf-8").splitlines()
    assert [int(line.split()[1]) for line in lines] == list(range(len(lines)))
    entered: dict[int, list[str]] = defaultdict(list)
    for line in lines:
        if found := LINE.match(line):
            act = found[3] + found[4]
            entered[int(found[2] or 0)].append(NEW if found[3] == NEW else act)
    for number, pressed in table.pressed.items():
        done = [one.entry for one in pressed if one.entry]
        assert [act for act in entered[number] if act != NEW] == [act for act in done if act != NEW], number
        assert entered[number].count(NEW) <= done.count(NEW)  # one that was begun before and undone is only resumed
    assert [len(pressed) for pressed in table.pressed.values()] == [presses // phones] * phones
    assert set(table.answered.values()) == {1}
    assert len(table.answered) == table.touches == presses // phones * phones
    assert len(entered[0]) > 5
    assert max(table.waited) <= phones
    # What the device has now is what its log says.
    assert played(folder, says())[0]["screen"]


def test_two_phones_keys_and_a_reader_are_one_order_in_the_log_and_nothing_is_there_twice(tmp_path: Path) -> None:
    check(tmp_path / "device", race(tmp_path / "device", 2, 200, 1), 2, 200)


@pytest.mark.gate
def test_no_key_waits_for_more_than_eight_answers(tmp_path: Path) -> None:
    table = race(tmp_path / "device", PHONES_MOST, 1_200, 2)
    check(tmp_path / "device", table, PHONES_MOST, 1_200)
    assert 1 < max(table.waited) <= PHONES_MOST


@pytest.mark.thorough
@pytest.mark.parametrize("phones", [2, PHONES_MOST])
def test_ten_thousand_presses_are_one_order_in_the_log(tmp_path: Path, phones: int) -> None:
    check(tmp_path / "device", race(tmp_path / "device", phones, 10_000, phones), phones, 10_000)
