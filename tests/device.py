"""A whole device in a test: words press simulated pins, the real drivers run, a chip model shows the picture.

A player is a generator that yields words and is sent what the text panel answers; so a test can look before it
presses, like a person.
"""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any, cast

from installed import Record
from letters import letters_of_device

from companion.app.active_settings import ActiveSettings, Letters
from companion.app.loop import Loop
from companion.app.machine import Machine
from companion.app.startup import Startup
from companion.app.thinking import Worker
from companion.ports import Event, PadWorker, Panel
from companion.session.device import Sitting
from companion.session.session import Session
from companion.session.settings_file import SettingsFile
from companion.ui.painter import Painter
from companion.words import LANGUAGES, Words
from hardware.fonts import lcd
from hardware.simulated import SimulatedClock
from hardware.simulated.board import SimulatedBoard
from hardware.simulated.text import TextFront

Answer = dict[str, Any]
Player = Generator[str, Answer, None]
WALL = 1_790_000_000.0
"""When evenings begin, by the clock on the wall: in September 2026."""


class Conversation(io.RawIOBase):
    """Both ends of the text panel: reading asks the player for the next word, writing hands it the answer."""

    def __init__(self, player: Player) -> None:
        self._player = player
        self._first = True
        self.answers: list[Answer] = []

    def readline(self, size: int | None = -1, /) -> bytes:
        try:
            word = next(self._player) if self._first else self._player.send(self.answers[-1])
        except StopIteration:
            return b""
        self._first = False
        return word.encode() + b"\n"

    def write(self, line: Any, /) -> int:
        self.answers.append(json.loads(line))
        return len(line)


def played(
    folder: Path,
    player: Player,
    *,
    panels: Sequence[Panel] = (),
    board: SimulatedBoard | None = None,
    dice: Random | None = None,
    people: Sequence[str] = ("Player 1", "Player 2"),
    languages: tuple[str, ...] = LANGUAGES,
    cut: Callable[[str], Letters] = letters_of_device,
    clock: SimulatedClock | None = None,
    worker: Callable[[Callable[[Event], None]], Worker] | None = None,
    pads: Callable[[Callable[[Event], None]], PadWorker] | None = None,
    tour: bool = False,
) -> list[Answer]:
    """Everything a device in `folder` answers to a player, the answer before the first word included.

    `languages` are those it has texts in, `cut` gives the letters with a named font behind them. `worker` makes what
    thinks, `pads` what checks the pads of phones, each from the function that takes events. With `tour` a first start
    explains the device.
    """
    clock = clock or SimulatedClock(WALL)
    talk = Conversation(player)
    front = TextFront(cast(Any, talk), cast(Any, talk), clock)
    pins = board or SimulatedBoard()
    with (
        Record(folder, people) as journal,
        pins,
        pins.buttons(front.edge, front.key_clock),
        closing(pins.oled()) as glass,
    ):
        front.connect(pins.press, pins.release, pins.profile.keys)
        session, words = Session(journal, clock, dice), Words("en")
        settings = ActiveSettings(Painter(lcd()), words, SettingsFile(folder), cut, languages, pins.profile.parts)
        shown: tuple[Panel, ...] = (glass, front, *panels)
        machine = Machine(
            front, clock, shown, board=pins.profile.keys, display=glass if pins.profile.default else None,
            pads=pads(front.put) if pads is not None else None,
        )  # fmt: skip
        Loop(session, settings, machine, Startup(tour=tour), worker(front.put) if worker is not None else None).run()
    return talk.answers


def begun(
    folder: Path,
    key: str,
    names: tuple[str, ...],
    *texts: str,
    devices: Mapping[str, str] | None = None,
    **options: bool | str,
) -> None:
    """Record a game with these entries in a new folder; a device that starts there shows its table.

    For tests that are about what comes after many entries: pressing all of them takes a second.
    """
    with Record(folder, [name for name in names if name not in (devices or {})]) as record:
        session = Session(record, SimulatedClock(WALL), Random(1))
        session.start(key, names, options, 0, sitting=Sitting(devices or {}))
        for text in texts:
            session.enter(text)


def says(*lines: str) -> Player:
    """A player who does not look: `says("ok ok", "hold back")` presses OK twice and then holds BACK."""
    yield from spelled(lines)


def spelled(lines: Iterable[str]) -> Generator[str, Answer, None]:
    """Single words; `hold` and `wait` keep what follows them."""
    for line in lines:
        parts = iter(line.split())
        for part in parts:
            yield f"{part} {next(parts)}" if part in ("hold", "wait") else part


def chosen(answer: Answer) -> str:
    """What is under the cursor."""
    cursor = answer["cursor"]
    if isinstance(cursor, list):
        row, column = cursor
        return str(answer["lines"][row].split()[column])
    return str(answer["lines"][cursor])


def actions(answers: list[Answer]) -> list[str]:
    """What the answers say was written into the log."""
    return [text for answer in answers for text in answer["actions"]]


def pick(label: str) -> Player:
    """Walk down a menu to the line that begins with `label` and take it. Ends with the answer to OK.

    From the results of a game that is over a key leads to its menu.
    """
    answer = yield from look()
    if answer["screen"] == "results":
        answer = yield "down"
    for _ in range(60):
        if chosen(answer).split(":")[0].removeprefix("×") == label:
            yield "ok"
            return
        answer = yield "down"
    raise AssertionError(f"{label} is not offered: {answer['lines']}")


def menu(*labels: str) -> Player:
    """From the table into the menu and on through these lines."""
    yield "back"
    for label in labels:
        yield from pick(label)


def read_on(answer: Answer) -> Generator[str, Answer, Answer]:
    """Turn the pages of what hands must do; the answer with the last one, after which keys act again."""
    while (answer["banner"] or "").endswith("▼"):
        answer = yield "down"
    return answer


def homeward() -> Generator[str, Answer, Answer]:
    """From wherever it stands back to the table, its menu, home; the last answer, after forty words at most."""
    answer = yield from look()
    for _ in range(40):
        if answer["screen"] == "home":
            break
        answer = yield ("back" if answer["screen"] != "menu" else "up")
        if answer["screen"] == "menu":
            answer = yield "up"
            answer = yield "ok"
        elif answer["screen"] in ("ended", "read-only", "setup", "name"):
            answer = yield "ok"
    return answer


def begin() -> Player:
    """From the screen of a new game over the set-up pages to the table."""
    yield from pick("Start")
    answer = yield from look()
    while answer["screen"] == "setup":
        answer = yield "ok"


def look() -> Generator[str, Answer, Answer]:
    """The screen as it is, without touching anything."""
    return (yield "wait 0")


def tell(action: str, names: Sequence[str]) -> Player:
    """Tell a Praetorians action on the table screen, by cards or by scores, with the four keys that every board has."""
    kind, _, what = action.partition(" ")
    colours = {"R": "Red", "P": "Purple", "B": "Blue", "G": "Green", "Y": "Yellow"}
    if kind == "twelve" or what.startswith("12>"):
        yield from pick("12")
        answer = yield from look()
        if answer["screen"] == "give":
            yield from pick(names[int(what[-1])])
    elif kind == "flip":
        yield from pick(colours[what[0]])
        answer = yield from look()
        while answer["screen"] == "cards" and chosen(answer) != what[1:]:
            answer = yield "down"
        if answer["screen"] == "cards":
            yield "ok"
    elif kind in ("match", "bank"):
        tens = int(what) // 10 * 10
        matches = "Match 1–5" if int(what) < 6 else "Match 6–10"
        yield from pick(matches if kind == "match" else f"Stop {max(tens, 1)}–{min(tens + 9, 55)}")
        answer = yield from look()
        while answer["lines"][2] != what:
            answer = yield "down"
        yield "ok"
    else:
        yield from pick({"stop": "Stop", "bust": "Caught"}[kind])


def figures() -> Player:
    """From the table or home to the figures."""
    yield from pick("Home")
    yield from pick("History")
    yield "up"
    yield "ok"
