"""The test of a board: its display and every key, step by step, on the board itself or on a simulated one."""

from __future__ import annotations

import signal
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from typing import NamedTuple

from PIL.Image import Image

from companion.console import CommandError, complain, print_error, text_panel_streams
from companion.ports import Clock, DeviceState, Gesture, Inbox, Key, KeyPress, PageText, Panel, PortError, Stop
from companion.services.boards import pin_of
from companion.ui.page import Page
from companion.ui.painter import Painter
from companion.ui.test_card import card
from companion.words import Words
from hardware import chips
from hardware.boards import Board
from hardware.buttons import Buttons, Keys
from hardware.clocks import SystemClock
from hardware.debounce import Debounce
from hardware.fonts import letters
from hardware.key_inbox import KeyInbox
from hardware.oled import make_oled
from hardware.simulated import SimulatedClock, terminal
from hardware.simulated.board import SimulatedBoard
from hardware.simulated.text import TextFront

CARD_S = 60.0
"""How long the test card is shown without a key, also on a board whose keys are dead."""
KEY_S = 20.0
"""How long the test waits for a key."""
END_S = 60.0
"""How long the summary is shown without a key."""
FULL = 0x7F
"""The contrast of the test."""


class KeyResult(NamedTuple):
    """A key that was asked for, and the one that was pressed: itself, another one or none."""

    key: Key
    pressed: Key | None


class BoardTest:
    """One test of a board, real or simulated."""

    def __init__(
        self, board: Board, inbox: Inbox, panels: Sequence[Panel], clock: Clock, painter: Painter, words: Words
    ) -> None:
        self._board = board
        self._inbox = inbox
        self._panels = panels
        self._clock = clock
        self._painter = painter
        self._words = words
        self.fault: str | None = None
        """Why the last picture could not be shown."""

    def run(self) -> tuple[KeyResult, ...] | None:
        """The result of each key; None if the test was stopped."""
        lines = (f"{self._board.chip.upper()}", *[self._words(f"board.test.card-{number}") for number in (1, 2, 3)])
        # First nothing, so that the card goes out as changes: some wrong chips take a whole picture like the right one.
        self._show(self._painter.dark_picture(), PageText("card", (), None, None))
        self._show(card(self._painter, lines), PageText("card", lines, None, None))
        if isinstance(self._wait(CARD_S), Stop):
            return None
        results = []
        keys = [key for key in Key if key in self._board.keys]
        for number, key in enumerate(keys, 1):
            result = self._ask(key, f"{number}/{len(keys)}")
            if result is None:
                return None
            results.append(result)
        self._summarise(results)
        return tuple(results)

    def _ask(self, key: Key, place: str) -> KeyResult | None:
        """Ask for a key. If another one is pressed, which may be a slip, ask once more."""
        before: Key | None = None
        while True:
            hint = self._words(
                "board.test.seconds" if before is None else "board.test.was", came=before and before.name
            )
            title = self._words(self._instruction(key))
            self._page(Page(screen="key", title=title, aside=place, big=key.name, text=(hint,), keys=""))
            pressed = self._wait(KEY_S)
            if isinstance(pressed, Stop):
                return None
            if pressed is None or pressed is key or before is not None:
                # No key the second time: then the one before was no slip.
                return KeyResult(key, pressed or before)
            before = pressed

    def _instruction(self, key: Key) -> str:
        """A key of an encoder is turned or pushed."""
        encoder = self._board.encoder
        if encoder is None or key in self._board.pins:
            return "board.test.press"
        return {Key.UP: "board.test.left", Key.DOWN: "board.test.right"}.get(key, "board.test.push")

    def _summarise(self, results: Sequence[KeyResult]) -> None:
        wrong = [result for result in results if result.pressed is not result.key]
        if wrong:
            right = len(results) - len(wrong)
            title = self._words("board.test.some", right=right, count=len(results))
            keys = [(result.key.name, result.pressed.name if result.pressed else "?") for result in wrong]
            text = self._words.join_list([f"{key} → {pressed}" for key, pressed in keys])
        else:
            title, text = self._words("board.test.all", count=len(results)), self._words("board.test.end")
        self._page(Page(screen="end", title=title, text=self._painter.wrap(text), keys=""))
        self._wait(END_S)

    def describe(self, result: KeyResult) -> str:
        key = result.key.name
        if result.pressed is None:
            pin = self._board.buttons.get(result.key)
            if pin is None:  # an encoder's turn has two
                return self._words("board.test.nothing", wanted=key)
            return self._words("board.test.nothing-pin", wanted=key, gpio=pin, pin=pin_of(pin))
        if result.pressed is result.key:
            return self._words("board.test.fine", wanted=key)
        return self._words("board.test.other", wanted=key, came=result.pressed.name)

    def _wait(self, seconds: float) -> Key | Stop | None:
        """The next key that goes down, or None if none does in that number of seconds."""
        deadline = self._clock.monotonic() + seconds
        while True:
            event = self._inbox.get(deadline)
            if event is None and self._clock.monotonic() < deadline:
                continue  # woken without an event
            if event is None or isinstance(event, Stop):
                return event
            if isinstance(event, KeyPress) and event.gesture is Gesture.PRESS:
                return event.key

    def _page(self, page: Page) -> None:
        self._show(self._painter.page(page), page.read(None))

    def _show(self, frame: Image, text: PageText) -> None:
        shown = DeviceState(frame, text, (), None, contrast=FULL)
        for panel in self._panels:
            try:
                panel.show(shown)
            except PortError as lost:
                if self.fault != str(lost):
                    self.fault = str(lost)
                    complain(self.fault)


class PrintedPages:
    """A panel that prints on standard output what the display shows: the keys can be tried even if it is dead."""

    def show(self, shown: DeviceState) -> None:
        if shown.page.lines:
            print(" | ".join(shown.page.lines), flush=True)

    def close(self) -> None:
        """Nothing is open."""


def try_board(panel: str, board: Board, words: Words) -> tuple[BoardTest, tuple[KeyResult, ...] | None]:
    """A test with the user, on the panel of this name, and its results; None if it was stopped."""
    print_error(words("board.test.about"))
    print_error(words("board.test.chip", chips=chips.names()))
    print_error(words("board.test.turned"))
    tests: list[tuple[BoardTest, tuple[KeyResult, ...] | None]] = []

    def run_test(inbox: Inbox, panels: Sequence[Panel], clock: Clock) -> None:
        test = BoardTest(board, inbox, panels, clock, Painter(letters(), legend=board.legend), words)
        tests.append((test, test.run()))

    {"board": _on_board, "terminal": _in_terminal, "text": _as_text}[panel](board, run_test, words)
    return tests[0]


RunTest = Callable[[Inbox, Sequence[Panel], Clock], None]


def _on_board(board: Board, run_test: RunTest, _words: Words) -> None:
    clock = SystemClock()
    inbox = KeyInbox(clock, debounce=Debounce(board.debounce / 1000))
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: inbox.stop())

    def buttons() -> Buttons:
        return Buttons(board, inbox.edge, clock, turn=inbox.turn, held=inbox.start_down, nudge=inbox.nudge)

    with ExitStack() as stack:
        oled = stack.enter_context(closing(make_oled(board)))
        keys = stack.enter_context(closing(Keys(buttons, inbox)))
        try:
            keys.attend()
        except PortError as lost:
            raise CommandError(str(lost)) from lost
        run_test(inbox, [oled, PrintedPages()], clock)


def _as_text(board: Board, run_test: RunTest, _words: Words) -> None:
    read, write = text_panel_streams()
    clock = SimulatedClock(0.0)
    front = TextFront(read, write, clock)
    with SimulatedBoard(board) as simulated, simulated.buttons(front.edge, front.key_clock):
        front.connect(simulated.press, simulated.release, board.keys)
        with closing(simulated.oled()) as oled:
            run_test(front, [oled, front], clock)


def _in_terminal(board: Board, run_test: RunTest, words: Words) -> None:
    try:
        terminal.run(run_test, words, board)
    except PortError as lost:
        raise CommandError(str(lost)) from lost
