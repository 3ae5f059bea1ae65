"""`companion board-test`: the glass and every key of a board, tried by a person, led by the glass itself."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from typing import TYPE_CHECKING, NamedTuple

from companion.commands import Unusable, named
from companion.commands.streams import both_for_text
from companion.ports import Clock, Gesture, Inbox, Key, KeyPress, PageText, Panel, PortLost, Shown, Stop
from companion.ui.page import Page
from companion.ui.painter import Painter
from companion.ui.test_card import card
from companion.words import Words
from hardware.boards import ALL_KEYS, PLAIN, Board

if TYPE_CHECKING:
    from PIL.Image import Image

CARD_S = 60.0
"""How long the test card stands without a key; that of a board whose keys are dead, too."""
KEY_S = 20.0
"""How long a key is waited for."""
END_S = 60.0
"""How long the summary stands without a key."""
FULL = 0x7F
"""The contrast of the test."""


class Tried(NamedTuple):
    """What came when a key was asked for: nothing, itself, or another one."""

    key: Key
    came: Key | None


class BoardTest:
    """One walk through a board. Nothing here knows whether it is real."""

    def __init__(
        self, board: Board, inbox: Inbox, panels: Sequence[Panel], clock: Clock, painter: Painter, words: Words
    ) -> None:
        self._board = board
        self._inbox = inbox
        self._panels = panels
        self._clock = clock
        self._painter = painter
        self._words = words
        self.lost: str | None = None
        """What a panel said that could not show the last picture."""

    def run(self) -> tuple[Tried, ...] | None:
        """What became of each key; None if somebody broke it off."""
        lines = (f"{self._board.chip.upper()}", *[self._words(f"board.test.card-{number}") for number in (1, 2, 3)])
        # First nothing, so that the card goes out as changes: some wrong chips take a whole picture like the right one.
        self._show(self._painter.dark(), PageText("card", (), None, None))
        self._show(card(self._painter, lines), PageText("card", lines, None, None))
        if isinstance(self._pressed(CARD_S), Stop):
            return None
        tried = []
        keys = [key for key in Key if key in self._board.keys]
        for number, key in enumerate(keys, 1):
            found = self._asked(key, f"{number}/{len(keys)}")
            if found is None:
                return None
            tried.append(found)
        self._end(tried)
        return tuple(tried)

    def _asked(self, key: Key, place: str) -> Tried | None:
        """Ask for a key. Another one may have been a slip: it is asked for once more before that counts."""
        came: Key | None = None
        while True:
            hint = self._words("board.test.seconds" if came is None else "board.test.was", came=came and came.name)
            title = self._words(self._how(key))
            self._page(Page(screen="key", title=title, aside=place, big=key.name, text=(hint,), keys=""))
            pressed = self._pressed(KEY_S)
            if isinstance(pressed, Stop):
                return None
            if pressed is None or pressed is key or came is not None:
                # Nothing the second time: then it was no slip the first time.
                return Tried(key, pressed or came)
            came = pressed

    def _how(self, key: Key) -> str:
        """A key of an encoder is turned or pushed."""
        encoder = self._board.encoder
        if encoder is None or key in self._board.pins:
            return "board.test.press"
        return {Key.UP: "board.test.left", Key.DOWN: "board.test.right"}.get(key, "board.test.push")

    def _end(self, tried: Sequence[Tried]) -> None:
        right = [found for found in tried if found.came is found.key]
        if len(right) == len(tried):
            title, text = self._words("board.test.all", count=len(tried)), self._words("board.test.end")
        else:
            title = self._words("board.test.some", right=len(right), count=len(tried))
            wrong = [(found.key.name, found.came.name if found.came else "?") for found in tried if found not in right]
            text = self._words.listed([f"{key} → {came}" for key, came in wrong])
        self._page(Page(screen="end", title=title, text=self._painter.wrap(text), keys=""))
        self._pressed(END_S)

    def said(self, found: Tried) -> str:
        """What became of a key, in words."""
        key = found.key.name
        if found.came is None:
            return self._words("board.test.nothing", wanted=key)
        if found.came is found.key:
            return self._words("board.test.fine", wanted=key)
        return self._words("board.test.other", wanted=key, came=found.came.name)

    def _pressed(self, seconds: float) -> Key | Stop | None:
        """The next key that goes down, or None after so many seconds."""
        deadline = self._clock.monotonic() + seconds
        while True:
            event = self._inbox.get(deadline)
            if event is None and self._clock.monotonic() < deadline:
                continue  # somebody only looked in
            if event is None or isinstance(event, Stop):
                return event
            if isinstance(event, KeyPress) and event.gesture is Gesture.PRESS:
                return event.key

    def _page(self, page: Page) -> None:
        self._show(self._painter.page(page), page.read(None))

    def _show(self, frame: Image, text: PageText) -> None:
        shown = Shown(frame, text, (), None, contrast=FULL)
        for panel in self._panels:
            try:
                panel.show(shown)
            except PortLost as lost:
                if self.lost != str(lost):
                    self.lost = str(lost)
                    print(f"companion: {lost}", file=sys.stderr)


class Spoken:
    """A panel that says on standard output what the glass says: who tries a dead glass can still try its keys."""

    def show(self, shown: Shown) -> None:
        if shown.page.lines:
            print(" | ".join(shown.page.lines), flush=True)

    def close(self) -> None:
        """Nothing is open."""


def board_test(panel: str, name: str | None) -> int:
    """Walk a person through a board; 0 if everything works, 1 if not. Raises Unusable."""
    words = named.words_of(named.folder(None))
    default = PLAIN if panel == "board" else ALL_KEYS
    board = default if name is None else named.board(name, words)
    print("\n".join([words("board.test.about"), words("board.test.chip"), words("board.test.turned")]), file=sys.stderr)
    tests: list[tuple[BoardTest, tuple[Tried, ...] | None]] = []

    def walk(inbox: Inbox, panels: Sequence[Panel], clock: Clock) -> None:
        from hardware.fonts import letters

        test = BoardTest(board, inbox, panels, clock, Painter(letters()), words)
        tests.append((test, test.run()))

    {"board": _real, "terminal": _terminal, "text": _text}[panel](board, walk, words)
    test, tried = tests[0]
    if tried is None:
        print(words("board.test.broken-off"), file=sys.stderr)
        return 1
    for found in tried:
        print(test.said(found), file=sys.stderr)
    return 1 if test.lost is not None or any(found.came is not found.key for found in tried) else 0


Walk = Callable[[Inbox, Sequence[Panel], Clock], None]


def _real(board: Board, walk: Walk, _words: Words) -> None:
    from hardware.buttons import Buttons, Keys
    from hardware.clocks import SystemClock
    from hardware.debounce import Debounce
    from hardware.inbox import KeyInbox
    from hardware.oled import oled_of
    from hardware.wired import buttons_of

    clock = SystemClock()
    inbox = KeyInbox(clock, debounce=Debounce(board.debounce / 1000))
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: inbox.stop())

    def buttons() -> Buttons:
        return buttons_of(board, inbox.edge, clock, turn=inbox.turn, held=inbox.held, nudge=inbox.nudge)

    with ExitStack() as stack:
        glass = stack.enter_context(closing(oled_of(board)))
        keys = stack.enter_context(closing(Keys(buttons, inbox)))
        try:
            keys.attend()
        except PortLost as lost:
            raise Unusable(str(lost)) from lost
        walk(inbox, [glass, Spoken()], clock)


def _text(board: Board, walk: Walk, _words: Words) -> None:
    from hardware.simulated.board import SimulatedBoard
    from hardware.simulated.clock import SimulatedClock
    from hardware.simulated.text import TextFront

    read, write = both_for_text()
    clock = SimulatedClock(0.0)
    front = TextFront(read, write, clock)
    with SimulatedBoard(board) as pins, pins.buttons(front.edge, front.fingers):
        front.connect(pins.press, pins.release, board.keys)
        with closing(pins.oled()) as glass:
            walk(front, [glass, front], clock)


def _terminal(board: Board, walk: Walk, words: Words) -> None:
    from hardware.simulated import terminal

    try:
        terminal.run(walk, words, board)
    except PortLost as lost:
        raise Unusable(str(lost)) from lost
