"""The terminal: the glass, the keys, the record and a legend, on Textual.

It reads pictures and presses pins; what they mean is known elsewhere. It never blocks: everything that takes time
takes it in the device's thread.
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
from hardware.simulated.fingers import HELD_S, Fingers, Strokes
from hardware.simulated.front import Front, News, Words
from hardware.simulated.terminal.cells import BRAILLE
from hardware.simulated.terminal.fit import Fit, Place, fit
from hardware.simulated.terminal.widgets import Cap, Glass, Record

HINT_S = 6.0
"""How long a hint stands in place of the legend."""
GAP = "   "
LEGEND_FROM, LEGEND_WIDE, LEGEND_NARROW = 80, 78, 62
"""Room for a line of the legend in terminals that are so wide, and in others: no more than what stands above it has."""
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
"""Calm and dark, like the table in the evening, with the lamp as the one colour."""

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
    """Asks the device to end in good order, and ends when it has."""

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
        Binding("question_mark", "tap('help')"),
        Binding("u,U", "hold('back')"),
        Binding("pageup", "log(1)"),
        Binding("pagedown", "log(-1)"),
        Binding("q,Q,ctrl+c,ctrl+q", "leave", priority=True),
    ]

    class Changed(Message):
        """There is news from the device."""

    def __init__(self, front: Front, clock: Clock, words: Words) -> None:
        # Without colour also without our greys: the terminal's own two colours and nothing else.
        super().__init__(ansi_color="NO_COLOR" in os.environ)
        self.title = words("terminal.title")
        self.front = front
        self._keys = front.board.profile.keys
        self._clock = clock
        self._words = words
        self._fingers = Fingers(front.board.press, front.board.release, self._seen)
        self._strokes = Strokes()
        self._record: list[str] = []
        self._hint: str | None = None
        self._hinting = 0
        self._legend_lines: list[str] = []
        self.news = News()
        self.register_theme(LAMP_LIGHT)
        self.theme = LAMP_LIGHT.name

    def compose(self) -> ComposeResult:
        """Everything there ever is; what does not fit is hidden."""
        words = self._words
        titles = words("terminal.record"), words("terminal.record-empty")
        with Container(id="table"):
            with Horizontal(id="top"):
                yield Glass(words("terminal.title"))
                with Vertical(id="side"):
                    yield from self._caps()
                    yield Record("record-beside", *titles, self._record)
            yield Record("record-below", *titles, self._record)
            yield Static(id="legend", markup=False)
        yield Static(id="small", markup=False)

    def _caps(self) -> ComposeResult:
        words, fingers = self._words, self._fingers

        def cap(key: Key, classes: str = "third") -> Widget:
            if key not in self._keys:
                return Static(classes=f"{classes} pad")
            return Cap(key, words(f"terminal.key.{key.value}"), fingers, classes)

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
        """From now on the device calls when there is news."""
        self._arrange(*self.size)
        self.front.listen(self._call)

    # -- news

    def _call(self) -> None:
        """In the device's thread: ask the app to look."""
        # RuntimeError: the app has gone, and nobody looks any more.
        with suppress(RuntimeError):
            self.post_message(self.Changed())

    def on_terminal_app_changed(self) -> None:
        """Show what there is now. Several calls may find nothing but the first one's news."""
        news = self.news = self.front.take()
        self.query_one(Glass).show(news)
        if news.told:
            self._record += news.told
            for record in self.query(Record):
                record.grown(len(news.told))
        self._say()
        if news.ended:
            self.exit()

    # -- keys

    def action_tap(self, name: str) -> None:
        """A key of the keyboard was struck."""
        key = Key(name)
        if key is Key.HELP and key not in self._keys:
            self.action_hold("ok")
        elif key not in self._keys:
            self._give_hint(self._words("terminal.no-key"))
        elif self._strokes.held(key, self._clock.monotonic()) and key in HOLDING:
            self._give_hint(self._words("terminal.held"))
        elif self._fingers.down(key):
            self._fingers.up(key)

    def action_hold(self, name: str) -> None:
        """Hold a key as long as a hold takes. Nobody waits for it."""
        # Where there is no BACK, holding OK opens the menu that has Undo.
        key = Key(name) if Key(name) in self._keys else Key.OK
        if self._fingers.down(key):
            self.set_timer(HELD_S, lambda: self._fingers.up(key))

    def _seen(self, key: Key, down: bool) -> None:
        """A key looks pressed while it is, and for a moment longer, so that a tap is seen."""
        if not self.is_running:  # a timer may lift a finger while the app closes, when the widgets are gone
            return
        cap = self.query_one(f"#key-{key.value}", Cap)
        if down:
            cap.sink()
        else:
            cap.rise()

    def on_app_blur(self) -> None:
        """Who looks elsewhere has let go."""
        self._fingers.lift()

    def action_log(self, pages: int) -> None:
        """Go back in the record, or forward when negative."""
        for record in self.query(Record):
            record.go(pages * max(record.size.height - 1, 1))

    def action_leave(self) -> None:
        """End in good order. The app goes when the device has closed its record."""
        self.front.stop()

    # -- sizes

    def on_resize(self, event: events.Resize) -> None:
        """Everything finds its place again."""
        self._arrange(*event.size)

    def _arrange(self, width: int, height: int) -> None:
        legend = self._legend(LEGEND_WIDE if width >= LEGEND_FROM else LEGEND_NARROW)
        found = fit(width, height, len(legend))
        self.query_one("#table").display = found is not None
        small = self.query_one("#small", Static)
        small.display = found is None
        if found is None:
            needs = {"wide": BRAILLE.width, "high": BRAILLE.height, "width": width, "height": height}
            small.update(self._words("terminal.small", **needs))
        else:
            self._legend_lines = legend[: found.legend]
            self._place(found)
            self._say()

    def _place(self, found: Fit) -> None:
        glass, side, table = self.query_one(Glass), self.query_one("#side"), self.query_one("#table")
        glass.cells = found.cells
        glass.set_class(bool(found.frame), "framed")
        glass.styles.width, glass.styles.height = found.glass
        glass.show(self.news)
        table.set_class(found.keys is Place.BELOW, "keys-below")
        table.styles.width, table.styles.height = found.wide, found.high
        self.query_one("#top").styles.height = found.top
        side.display = found.keys is not Place.NOWHERE
        side.styles.width = found.side or "100%"
        # OK gives way when the column cannot be parted in three: its two letters stand well in little room.
        for widget in self.query(".third"):
            widget.styles.width = -(-found.side // 3) or "1fr"
        self.query_one("#record-beside").display = found.record is Place.BESIDE
        self.query_one("#record-below").display = found.record is Place.BELOW
        self.query_one("#legend").display = bool(found.legend)

    def _legend(self, width: int) -> list[str]:
        """The legend in as many lines as it takes."""
        lines: list[str] = []
        legend = "terminal.legend" if Key.BACK in self._keys else "terminal.legend-three"
        for entry in self._words(legend).split("|"):
            longer = f"{lines[-1]}{GAP}{entry}" if lines else ""
            if lines and cell_len(longer) <= width:
                lines[-1] = longer
            else:
                lines.append(entry)
        return lines[:LEGEND_MOST]

    def _say(self) -> None:
        """Trouble first, then a hint, then why the glass is black; else the legend."""
        if not self.is_running:  # a hint may end while the app closes
            return
        legend = self.query_one("#legend", Static)
        word = self.news.trouble or self._hint or (self._words("terminal.dark") if self.news.dark else None)
        legend.set_class(word is not None, "word")
        legend.update(word or "\n".join(self._legend_lines))

    def _give_hint(self, hint: str) -> None:
        self._hint = hint
        self._hinting += 1
        mine = self._hinting

        def over() -> None:
            if self._hinting == mine:
                self._hint = None
                self._say()

        self.set_timer(HINT_S, over)
        self._say()
