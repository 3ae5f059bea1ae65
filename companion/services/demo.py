"""A device that plays an evening by itself, until somebody presses a key and goes on.

Its keys come from a player who reads the page and presses what leads on, as a person does, so that it finds its way
also when a screen has changed. They take the place of the keys of the inbox; the device knows no difference.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Generator, Sequence
from pathlib import Path

from companion.console.record_access import words_of
from companion.games.installed import INSTALLED
from companion.play.clock import parse_clock
from companion.ports import (
    HOLD_S,
    Clock,
    DeviceState,
    Event,
    Gesture,
    Key,
    KeyPress,
    OpenInbox,
    PageText,
    Panel,
    Repeat,
    Typed,
)
from companion.record.record import Record
from companion.services.device import SidePanels
from companion.services.device.desktop_fronts import run_in_terminal
from companion.services.device.loop_setup import displayable_words, make_loop, make_worker
from companion.session.session import Session
from companion.session.settings_file import SettingsFile
from companion.words import Words
from hardware.boards import Board
from hardware.fonts import letters
from hardware.simulated import SimulatedClock
from hardware.simulated.front import Front

PEOPLE = ("Anna", "Ben", "Cleo", "Dan")
HEARTS = ((4, 13, 0, 9), (1, 20, 5, 0), (0, 0, 26, 0))
"""The points that everybody takes in a deal. The last one is all of them, and ends the game: 31, 59, 5, 35."""
WRONG = 21
"""What is entered at first for Ben's 20, and taken back."""
PRAETORIANS = (
    "flip Y3 flip R8 stop flip B4 flip G7 stop flip Y5 flip R7 flip P10 stop flip Y9 flip Y8 flip Y4 stop flip B9 "
    "flip B3 stop flip B2 flip G10 stop flip B10 flip Y7 flip Y10 stop flip B6 flip P9 flip R9 flip P3 flip G3 stop "
    "flip R3 flip P6 stop"
)
"""A game up to its last turn, in which Anna's 13 points take her pawn to 99."""
LAST_TURN = (("G", 2), ("Y", 2), ("G", 9))
"""Its cards. Then Anna stops."""
THOUGHT_S = (4.0, 7.0, 11.0, 3.0, 9.0)
"""How long people have thought before each entry, one after the other, over and over."""

PRESS, LOOK, READ = 0.4, 1.7, 4.0
"""Seconds before the next key: while the cursor moves, after something has happened, to read a page."""
REVIEWS = 10
"""How many times to look whether the device has looked at the game again."""
MOST = 60
"""The most key presses on the way to a line of a list."""
_NUMBER = re.compile("([0-9]+)(_*)")
"""A number as the wheels show it, with a _ for each digit that is still to come."""

Step = tuple[Key | None, float, bool] | str
"""A key, or only time; how many seconds are waited before it; whether it is held. Or what to say about what comes: a
key of the words below `demo`.
"""
Player = Generator[Step, PageText, None]
Turn = Generator[Step, PageText, PageText]
"""What a player does in between; it ends with the page after it."""


def run_demo(folder: Path, board: Board, language: str = "en") -> int:
    """Play in a terminal with an evening in this empty folder; the exit status."""
    lay_out(folder, language)
    words = spoken(folder)

    def play(inbox: OpenInbox, panels: Sequence[Panel], clock: Clock) -> None:
        front = panels[-1]
        assert isinstance(front, Front)
        device(folder, board, inbox, panels, clock, lambda key: front.caption(key and caption(words, key)))

    return run_in_terminal(play, folder, board)


def caption(words: Words, key: str) -> str:
    """What stands below the picture for a key that the player says."""
    return words(f"demo.{key}", **dict(zip(("first", "second", "third"), PEOPLE, strict=False)), option="-o FILE.html")


def spoken(folder: Path) -> Words:
    """The words of the device with this record: English where no font has the letters of another language."""
    return displayable_words(words_of(folder), letters())


def lay_out(folder: Path, language: str = "en") -> None:
    """Write the record of an evening: a game of Praetorians with a clock before its last turn, and Hearts begins."""
    SettingsFile(folder).change("language", language)
    clock = SimulatedClock(time.time() - 3600)
    with Record(folder, INSTALLED, PEOPLE) as record:
        session = Session(record, clock)
        session.start("praetorians", PEOPLE[:2], {}, 0, parse_clock("increment 15 10"))
        words = PRAETORIANS.replace("flip ", "flip-").split()
        for place, word in enumerate(words):
            clock.advance(THOUGHT_S[place % len(THOUGHT_S)])
            session.enter(word.replace("-", " "))
        session.start("hearts", PEOPLE, {"goal": "50"}, 0)


def device(
    folder: Path,
    board: Board,
    inbox: OpenInbox,
    panels: Sequence[Panel],
    clock: Clock,
    say: Callable[[str | None], None] = lambda _: None,
) -> None:
    """Run the device, pressed by the player until somebody presses a key. `say` gets what the player says about what
    comes, and None when the player has ended.
    """
    pressed = PressedInbox(inbox, clock, evening(spoken(folder)), say)
    with Record(folder, INSTALLED, PEOPLE) as record:
        worker = make_worker(inbox.put)
        make_loop(
            record, folder, board, pressed, [*panels, pressed], clock,
            side_panels=SidePanels(), tour=False, worker=worker,
        ).run()  # fmt: skip


class PressedInbox:
    """An inbox with the keys of a player, until a key or a text comes from people. It is a panel, too: the player
    reads the page.
    """

    def __init__(self, inbox: OpenInbox, clock: Clock, player: Player, say: Callable[[str | None], None]) -> None:
        self._inbox = inbox
        self._clock = clock
        self._say = say
        self._player: Player | None = player
        self._page: PageText | None = None
        self._due: list[tuple[float, Callable[[float], Event] | None]] = [(clock.monotonic() + READ, None)]
        next(player)  # it waits for the first page

    def get(self, deadline: float | None) -> Event | None:
        if self._player is not None and not self._due:
            self._plan(self._clock.monotonic())  # only now does the page show what the last key did
        if self._player is None:
            return self._inbox.get(deadline)
        at, gesture = self._due[0]
        event = self._inbox.get(at if deadline is None else min(at, deadline))
        if isinstance(event, KeyPress | Typed):
            self._end()
        now = self._clock.monotonic()
        if event is not None or now < at:
            return event
        del self._due[0]
        return gesture(now) if gesture is not None else None

    def repeat(self, rate: Repeat | None) -> None:
        self._inbox.repeat(rate)

    def put(self, event: Event) -> None:
        self._inbox.put(event)

    def show(self, shown: DeviceState) -> None:
        self._page = shown.page

    def close(self) -> None:
        """Nothing to close."""

    def _plan(self, now: float) -> None:
        """Ask the player for the next key, and note when its gestures are due."""
        try:
            assert self._player is not None
            assert self._page is not None, "the first page is shown before the first key is waited for"
            while isinstance(step := self._player.send(self._page), str):
                self._say(step)
        except StopIteration:
            self._end()
            return
        key, wait, held = step
        at = now + wait
        if key is None:
            self._due = [(at, None)]
            return
        last = Gesture.HOLD if held else Gesture.RELEASE
        self._due = [
            (at, lambda moment: KeyPress(key, Gesture.PRESS, moment)),
            (at + (HOLD_S if held else 0.05), lambda moment: KeyPress(key, last, moment)),
        ]

    def _end(self) -> None:
        self._player = None
        self._say(None)


# -- the player


def evening(words: Words) -> Player:
    """Hearts, with a mistake that is undone and all points for one person at the end; then the last turn of the game
    that waits, with a clock, and what the device says of it afterwards.
    """
    page = yield _wait(0)
    yield "begins"
    page = yield _wait(READ)
    for number, deal in enumerate(HEARTS):
        yield ("deal", "mistake", "all")[number]
        page = yield _wait(LOOK)
        for _ in deal:
            name = _asked(page)
            if (number, name) == (1, "Ben"):
                page = yield from _enter(page, WRONG)
                yield "undo"
                page = yield _wait(READ)
                yield Key.BACK, LOOK, True
                page = yield _wait(READ)
            page = yield from _enter(page, deal[PEOPLE.index(name)])
            page = yield _wait(PRESS)
        page = yield _wait(LOOK)
    yield "wins"
    page = yield Key.DOWN, READ, False  # past the results
    page = yield from _choose(page, words("screen.over.curves"))
    yield "chart"
    page = yield Key.BACK, READ, False
    page = yield from _choose(page, words("screen.over.home"))
    yield "waits"
    page = yield _wait(READ)
    page = yield from _choose(page, words("screen.home.waits", game=words("game.praetorians")))
    yield "clock"
    page = yield _wait(READ)
    yield "cards"
    for colour, number in LAST_TURN:
        page = yield from _choose(page, words(f"praetorians.{colour}"))
        page = yield _wait(LOOK)
        page = yield from _choose(page, str(number))
        page = yield _wait(LOOK)
    page = yield from _choose(page, words("praetorians.stop"))
    yield "over"
    page = yield _wait(READ)
    page = yield Key.DOWN, READ, False
    yield "review"
    page = yield from _choose(page, words("screen.over.review"))
    for _ in range(REVIEWS):
        page = yield _wait(LOOK)
        if set(page.lines[1]) != {"·"}:
            break
    page = yield _wait(READ)
    yield "moment"
    yield Key.OK, READ, False
    yield _wait(READ)
    yield "report"
    yield _wait(READ + READ)


def _wait(seconds: float) -> Step:
    return None, seconds, False


def _enter(page: PageText, value: int) -> Turn:
    """Enter a number of a score pad: its tens first where more than 20 numbers are possible, then its units."""
    asked = _asked(page)
    while page.screen in ("table", "wheel") and _asked(page) == asked:
        shown = next(filter(None, map(_NUMBER.fullmatch, page.lines[1:])))
        wanted = str(value) if not shown[2] else str(value)[: -len(shown[2])] or "0"
        if shown[1] == wanted:
            page = yield Key.OK, LOOK, False
        else:
            page = yield Key.UP if int(wanted) > int(shown[1]) else Key.DOWN, PRESS, False
    return page


def _asked(page: PageText) -> str:
    """Who enters a number now; the title may have shortened the name."""
    shown = page.lines[0].split(":")[0].removesuffix("…")
    return next(name for name in PEOPLE if name.startswith(shown))


def _choose(page: PageText, label: str) -> Turn:
    """Walk down to the line or the space of this name, and press OK."""
    for _ in range(MOST):
        if _under_cursor(page).split(":")[0].removeprefix("×") == label:
            break
        page = yield Key.DOWN, PRESS, False
    return (yield Key.OK, LOOK, False)


def _under_cursor(page: PageText) -> str:
    if isinstance(page.cursor, int):
        return page.lines[page.cursor]
    if page.cursor is None:
        return ""
    row, column = page.cursor
    return page.lines[row].split()[column]
