"""What stands in the terminal: the glass, the caps of the keys, the record. Each draws itself and knows no other."""

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
from hardware.simulated.fingers import Fingers
from hardware.simulated.front import News
from hardware.simulated.terminal.cells import BRAILLE, Cells, Line, changed, drawn

SEEN_S = 0.12
"""How long a key that was struck looks pressed."""
ELLIPSIS = "…"


class Glass(Widget):
    """The display. Only lines that have changed are sent to the terminal."""

    def __init__(self, title: str) -> None:
        super().__init__(id="glass")
        self.border_title = title
        self.cells: Cells = BRAILLE
        self.lines: Sequence[Line] = ()

    def show(self, news: News) -> None:
        """The picture of the chip, drawn the way that fits."""
        self.set_class(news.dim, "dim")
        if news.picture is None:
            return
        before, self.lines = self.lines, drawn(news.picture, self.cells)
        regions = [Region(0, line, self.cells.width, 1) for line in changed(before, self.lines)]
        if regions:
            self.refresh(*regions)

    def render_line(self, y: int) -> Strip:
        """One line of the picture."""
        if y >= len(self.lines):
            return Strip.blank(self.size.width, self.rich_style)
        lit = self.rich_style
        ground = lit + Style(reverse=True)
        return Strip([Segment(run.text, ground if run.ground else lit) for run in self.lines[y]], self.cells.width)


class Cap(Static):
    """A key that a mouse can press, hold and let go."""

    def __init__(self, key: Key, label: str, fingers: Fingers, classes: str = "") -> None:
        super().__init__(label, id=f"key-{key.value}", classes=classes, markup=False)
        self.key = key
        self._sunk = 0
        self._fingers = fingers

    def sink(self) -> None:
        """Look pressed."""
        self._sunk += 1
        self.add_class("down")

    def rise(self) -> None:
        """Look as before, but not so soon that a tap would not be seen."""
        sunk = self._sunk

        def risen() -> None:
            if self._sunk == sunk:
                self.remove_class("down")

        self.set_timer(SEEN_S, risen)

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """The finger is on the key, wherever the mouse goes until it is let go."""
        if event.button == 1:
            self.capture_mouse()
            self._fingers.down(self.key)

    def on_mouse_up(self) -> None:
        """The finger is off."""
        self.release_mouse()
        self._fingers.up(self.key)

    def on_hide(self) -> None:
        """A key that is gone is not pressed."""
        self.release_mouse()
        self._fingers.up(self.key)


class Record(Widget):
    """What the record has taken down, newest at the bottom; the wheel and PageUp go back."""

    def __init__(self, name: str, title: str, empty: str, lines: Sequence[str]) -> None:
        super().__init__(id=name)
        self.border_title = title
        self._empty = empty
        self._lines = lines
        self._back = 0

    def grown(self, count: int) -> None:
        """So many lines have come. Who has gone back stays where he is."""
        self.go(count if self._back else 0)

    def go(self, lines: int) -> None:
        """So many lines back, or forward when negative."""
        self._back = max(min(self._back + lines, len(self._lines) - self.size.height), 0)
        self.refresh()

    def on_resize(self) -> None:
        """Stay within what there is."""
        self.go(0)

    def on_mouse_scroll_up(self) -> None:
        """Back."""
        self.go(1)

    def on_mouse_scroll_down(self) -> None:
        """Forward."""
        self.go(-1)

    def render_line(self, y: int) -> Strip:
        """One line of the record, shortened if it does not fit."""
        width, height = self.size
        first = max(len(self._lines) - height, 0) - self._back
        text = self._empty if not self._lines and not y else ""
        if first + y < len(self._lines):
            text = self._lines[first + y]
        if cell_len(text) > width:
            text = set_cell_size(text, max(width - 1, 0)) + ELLIPSIS
        return Strip([Segment(text, self.rich_style)]).adjust_cell_length(width, self.rich_style)
