"""The widgets of the terminal: the display, the keys, the record."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Static

from companion.ports import Key
from hardware.simulated.front import FrontState
from hardware.simulated.key_presses import PressedKeys
from hardware.simulated.terminal.cells import BRAILLE, Cells, Line, changed_lines, draw

SEEN_S = 0.12
"""How long a tapped key is shown as pressed."""
ELLIPSIS = "…"


class Glass(Widget):
    """The display. It sends only changed lines to the terminal."""

    def __init__(self) -> None:
        super().__init__(id="glass")
        self.cells: Cells = BRAILLE
        self.lines: Sequence[Line] = ()

    def show(self, state: FrontState) -> None:
        """Show the picture of the chip with the cells that fit."""
        self.set_class(state.dim, "dim")
        if state.picture is None:
            return
        before, self.lines = self.lines, draw(state.picture, self.cells)
        regions = [Region(0, line, self.cells.width, 1) for line in changed_lines(before, self.lines)]
        if regions:
            self.refresh(*regions)

    def render_line(self, y: int) -> Strip:
        if y >= len(self.lines):
            return Strip.blank(self.size.width, self.rich_style)
        lit = self.rich_style
        ground = lit + Style(reverse=True)
        return Strip([Segment(run.text, ground if run.ground else lit) for run in self.lines[y]], self.cells.width)


class Cap(Static):
    """A key that a mouse can press, hold and release."""

    def __init__(self, key: Key, keys_down: PressedKeys, classes: str = "") -> None:
        super().__init__(id=f"key-{key.value}", classes=classes, markup=False)
        self.key = key
        self._sunk = 0
        self._keys_down = keys_down

    def sink(self) -> None:
        """Show it as pressed."""
        self._sunk += 1
        self.add_class("down")

    def rise(self) -> None:
        """Show it as released, but late enough that people see a tap."""
        sunk = self._sunk

        def show_released() -> None:
            if self._sunk == sunk:
                self.remove_class("down")

        self.set_timer(SEEN_S, show_released)

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Press the key until the mouse button is released, wherever the mouse goes."""
        if event.button == 1:
            self.capture_mouse()
            self._keys_down.press(self.key)

    def on_mouse_up(self) -> None:
        """Release the key."""
        self.release_mouse()
        self._keys_down.release(self.key)

    def on_hide(self) -> None:
        """Release a key that gets hidden."""
        self.release_mouse()
        self._keys_down.release(self.key)


class Record(Widget):
    """The entries of the record, newest at the bottom; the wheel and PageUp scroll back. `empty` stands there before
    the first one.
    """

    def __init__(self, name: str, lines: Sequence[str]) -> None:
        super().__init__(id=name)
        self.empty = ""
        self._lines = lines
        self._back = 0

    def lines_added(self, count: int) -> None:
        """Account for new lines. If scrolled back, the same lines stay visible."""
        self.go(count if self._back else 0)

    def go(self, lines: int) -> None:
        """Scroll back by lines; forward if negative."""
        self._back = max(min(self._back + lines, len(self._lines) - self.size.height), 0)
        self.refresh()

    def on_resize(self) -> None:
        """Stay within the lines."""
        self.go(0)

    def on_mouse_scroll_up(self) -> None:
        self.go(1)

    def on_mouse_scroll_down(self) -> None:
        self.go(-1)

    def render_line(self, y: int) -> Strip:
        """One line of the record, shortened if it does not fit."""
        width, height = self.size
        first = max(len(self._lines) - height, 0) - self._back
        text = self.empty if not self._lines and not y else ""
        if first + y < len(self._lines):
            text = self._lines[first + y]
        if cell_len(text) > width:
            text = set_cell_size(text, max(width - 1, 0)) + ELLIPSIS
        return Strip([Segment(text, self.rich_style)]).adjust_cell_length(width, self.rich_style)
