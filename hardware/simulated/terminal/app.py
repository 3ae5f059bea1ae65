"""The terminal app, on Textual: the display, the keys, the record and a legend.

It shows pictures and presses pins, and knows no more about the device. It never blocks: everything slow runs in the
device's thread.
"""

from __future__ import annotations

import os
from contextlib import suppress
from typing import ClassVar

from rich.cells import cell_len
from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Horizontal, Vertical
from textual.message import Message
from textual.theme import Theme
from textual.widget import Widget
from textual.widgets import Static

from companion.ports import Clock, Key
from hardware.gestures import HOLDING
from hardware.simulated.front import Front, FrontState, Words
from hardware.simulated.key_presses import HELD_S, HoldDetector, PressedKeys
from hardware.simulated.terminal.cells import BRAILLE
from hardware.simulated.terminal.fit import Fit, Place, fit
from hardware.simulated.terminal.widgets import Cap, Glass, Record

HINT_S = 6.0
"""How long a hint replaces the legend."""
GAP = "   "
LEGEND_FROM, LEGEND_WIDE, LEGEND_NARROW = 80, 78, 62
"""The width of a legend line: LEGEND_WIDE in terminals of at least LEGEND_FROM columns, else LEGEND_NARROW."""
LEGEND_MOST = 2

LAMP_LIGHT = Theme(
    name="lamp-light",
    primary="#e3b15c",
    accent="#e3b15c",
    foreground="#b9c0c9",
    background="#0f1216",
    surface="#0f1216",
    panel="#0f1216",
    warning="#e3b15c",
    variables={"lit": "#dcecff", "unlit": "#06080a", "edge": "#39424d"},
)
"""Dark, with one accent colour."""

CSS = """
Screen { align: center middle; }
#glass { background: $unlit; color: $lit; }
#glass.framed { border: round $edge; border-title-color: $accent; border-title-align: left; }
#glass.dim { color: $edge; }
#side { height: 100%; }
#keys { height: 12; max-width: 30; }
.row { height: 3; }
.row > * { width: 1fr; }
#key-back { margin: 0 2 0 0; }
Cap {
    height: 3; border: round $edge; text-align: center;
    &:hover { border: round $foreground; }
    &.down { border: round $accent; color: $accent; text-style: bold reverse; }
}
Record {
    height: 1fr; padding: 0 1; border: round $edge; border-title-color: $accent; border-title-align: left;
}
#legend { height: auto; padding: 0 1; color: $foreground 70%; &.word { color: $accent; text-style: bold; } }
.keys-below {
    #top { layout: vertical; }
    #side { height: 3; }
    #keys { layout: horizontal; height: 3; max-width: 100%; }
    .one { width: 1fr; }
    .two { width: 2fr; }
    .three { width: 3fr; }
    .pad { display: none; }
    #key-back { margin: 0; }
}
#small { width: 100%; height: auto; text-align: center; }
"""


class TerminalApp(App[None]):
    """The app. To quit, it asks the device to end in good order, and ends after it."""

    ENABLE_COMMAND_PALETTE = False
    ALLOW_SELECT = False
    CSS = CSS
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "tap('up')"),
        Binding("down", "tap('down')"),
        Binding("left", "tap('left')"),
        Binding("right", "tap('right')"),
        Binding("enter", "tap('ok')"),
        Binding("backspace,escape,ctrl+h", "tap('back')"),
        Binding("question_mark", "letter('?')"),
        Binding("u,U", "letter('u')"),
        Binding("q,Q", "letter('q')", priority=True),
        Binding("pageup", "log(1)"),
        Binding("pagedown", "log(-1)"),
        Binding("ctrl+c,ctrl+q", "leave", priority=True),
    ]

    class Changed(Message):
        """The device has something new."""

    def __init__(self, front: Front, clock: Clock, words: Words) -> None:
        # With NO_COLOR use the terminal's own two colours only, without our greys.
        super().__init__(ansi_color="NO_COLOR" in os.environ)
        self.front = front
        self._keys = front.board.profile.keys
        self.clock = clock
        self._words = words
        self._keys_down = PressedKeys(front.board.press, front.board.release, self._show_key)
        self._strokes = HoldDetector()
        self.record: list[str] = []
        self.hint: str | None = None
        self._hint_count = 0
        self._language = ""
        self._legend_width, self._legend_rows = LEGEND_NARROW, 0
        self.state = FrontState()
        self.register_theme(LAMP_LIGHT)
        self.theme = LAMP_LIGHT.name

    def compose(self) -> ComposeResult:
        """All widgets; those that do not fit are hidden."""
        with Container(id="table"):
            with Horizontal(id="top"):
                yield Glass()
                with Vertical(id="side"):
                    yield from self._caps()
                    yield Record("record-beside", self.record)
            yield Record("record-below", self.record)
            yield Static(id="legend", markup=False)
        yield Static(id="small", markup=False)

    def _caps(self) -> ComposeResult:
        def cap(key: Key, classes: str = "third") -> Widget:
            if key not in self._keys:
                return Static(classes=f"{classes} pad")
            return Cap(key, self._keys_down, classes)

        with Container(id="keys"):
            with Horizontal(classes="row one"):
                yield Static(classes="third pad")
                yield cap(Key.UP)
            with Horizontal(classes="row three"):
                yield cap(Key.LEFT)
                yield cap(Key.OK, "")
                yield cap(Key.RIGHT)
            with Horizontal(classes="row one"):
                yield Static(classes="third pad")
                yield cap(Key.DOWN)
            with Horizontal(classes="row two"):
                yield cap(Key.BACK, "")
                yield cap(Key.HELP, "")

    def on_mount(self) -> None:
        """Arrange the widgets and listen to the device."""
        self._follow_language()
        self.front.set_callback(self._notify)

    def _follow_language(self) -> None:
        """Name the widgets, and arrange them: a legend may be longer in another language."""
        words = self._words
        language = words("language.name")
        if language == self._language:
            return
        self._language = language
        self.title = self.query_one(Glass).border_title = words("terminal.title")
        for cap in self.query(Cap):
            cap.update(words(f"terminal.key.{cap.key.value}"))
        for record in self.query(Record):
            record.border_title, record.empty = words("terminal.record"), words("terminal.record-empty")
            record.refresh()
        self._arrange(*self.size)

    # -- news

    def _notify(self) -> None:
        """Wake the app. Called in the device's thread."""
        # RuntimeError: the app is closed.
        with suppress(RuntimeError):
            self.post_message(self.Changed())

    def on_terminal_app_changed(self) -> None:
        """Show the newest state; several calls in a row may find the same one."""
        state = self.state = self.front.take()
        self._follow_language()
        self.query_one(Glass).show(state)
        if state.lines:
            self.record += state.lines
            for record in self.query(Record):
                record.lines_added(len(state.lines))
        self.show_text()
        if state.ended:
            self.exit()

    # -- keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key has its meaning now: while people write, letters are letters."""
        return not (action == "letter" and parameters and self.state.types(str(parameters[0])))

    def action_letter(self, letter: str) -> None:
        """Do what a letter stands for."""
        if letter == "q":
            self.action_leave()
        elif letter == "u":
            self.action_hold("back")
        else:
            self.action_tap("help")

    def on_key(self, event: events.Key) -> None:
        """Hand what people type to the device: the letters of a name, a number, the code of a choice."""
        if event.character is not None and event.is_printable and self.state.types(event.character):
            self.front.type(event.character)

    def on_paste(self, event: events.Paste) -> None:
        """Hand a pasted text to the device while people write a name."""
        if self.state.takes_text:
            self.front.type(event.text)

    def action_tap(self, name: str) -> None:
        """Tap a key."""
        key = Key(name)
        if key is Key.HELP and key not in self._keys:
            self.action_hold("ok")
        elif key is Key.BACK and key not in self._keys and self.state.takes_text:
            self.front.take_back(self.clock.monotonic())
        elif key not in self._keys:
            self._give_hint(self._words("terminal.no-key"))
        elif self._strokes.is_held(key, self.clock.monotonic()) and key in HOLDING:
            self._give_hint(self._words("terminal.held"))
        elif self._keys_down.press(key):
            self._keys_down.release(key)

    def action_hold(self, name: str) -> None:
        """Hold a key for as long as a hold takes; returns at once."""
        # Without a BACK key, holding OK opens the menu with Undo.
        key = Key(name) if Key(name) in self._keys else Key.OK
        if self._keys_down.press(key):
            self.set_timer(HELD_S, lambda: self._keys_down.release(key))

    def _show_key(self, key: Key, down: bool) -> None:
        """Show a key as pressed while it is, and a moment longer, so that people see a tap."""
        if not self.is_running:  # a timer may release a key while the app closes and the widgets are gone
            return
        cap = self.query_one(f"#key-{key.value}", Cap)
        if down:
            cap.sink()
        else:
            cap.rise()

    def on_app_blur(self) -> None:
        """Release all keys when the terminal loses the focus."""
        self._keys_down.release_all()

    def action_log(self, pages: int) -> None:
        """Scroll back in the record by pages; forward if negative."""
        for record in self.query(Record):
            record.go(pages * max(record.size.height - 1, 1))

    def action_leave(self) -> None:
        """Ask the device to end in good order. The app ends after the device has closed its record."""
        self.front.stop()

    # -- sizes

    def on_resize(self, event: events.Resize) -> None:
        """Arrange the widgets again."""
        self._arrange(*event.size)

    def _arrange(self, width: int, height: int) -> None:
        self._legend_width = LEGEND_WIDE if width >= LEGEND_FROM else LEGEND_NARROW
        place = fit(width, height, len(self._legend(FrontState())))
        self.query_one("#table").display = place is not None
        small = self.query_one("#small", Static)
        small.display = place is None
        if place is None:
            needs = {"wide": BRAILLE.width, "high": BRAILLE.height, "width": width, "height": height}
            small.update(self._words("terminal.small", **needs))
        else:
            self._legend_rows = place.legend
            self._place(place)
            self.show_text()

    def _place(self, place: Fit) -> None:
        glass, side, table = self.query_one(Glass), self.query_one("#side"), self.query_one("#table")
        glass.cells = place.cells
        glass.set_class(bool(place.frame), "framed")
        glass.styles.width, glass.styles.height = place.glass
        glass.show(self.state)
        table.set_class(place.keys is Place.BELOW, "keys-below")
        table.styles.width, table.styles.height = place.total_width, place.total_height
        self.query_one("#top").styles.height = place.top
        side.display = place.keys is not Place.NOWHERE
        side.styles.width = place.side or "100%"
        # If the column cannot be divided by three, OK is narrower: it has two letters only.
        for widget in self.query(".third"):
            widget.styles.width = -(-place.side // 3) or "1fr"
        self.query_one("#record-beside").display = place.record is Place.BESIDE
        self.query_one("#record-below").display = place.record is Place.BELOW
        self.query_one("#legend").display = bool(place.legend)

    def _legend(self, state: FrontState) -> list[str]:
        lines: list[str] = []
        for entry in self._words(state.legend(self._keys)).split("|"):
            longer = f"{lines[-1]}{GAP}{entry}" if lines else ""
            if lines and cell_len(longer) <= self._legend_width:
                lines[-1] = longer
            else:
                lines.append(entry)
        return lines[:LEGEND_MOST]

    def show_text(self) -> None:
        """Show the trouble, else a hint, else a caption, else why the display is dark, else the legend."""
        if not self.is_running:  # a hint may end while the app closes
            return
        legend = self.query_one("#legend", Static)
        dark = self._words("terminal.dark") if self.state.dark else None
        word = self.state.trouble or self.hint or self.state.caption or dark
        legend.set_class(word is not None, "word")
        legend.update(word or "\n".join(self._legend(self.state)[: self._legend_rows]))

    def _give_hint(self, hint: str) -> None:
        self.hint = hint
        self._hint_count += 1
        count = self._hint_count

        def end_hint() -> None:
            if self._hint_count == count:
                self.hint = None
                self.show_text()

        self.set_timer(HINT_S, end_hint)
        self.show_text()
