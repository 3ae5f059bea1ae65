"""Opens the record before anything else. Where that fails, the display says why, and it is tried again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from companion.app.retrying_port import RETRY_MOST_S, RETRY_S
from companion.log import Log
from companion.ports import Clock, DeviceState, Inbox, Panel, PortError, Stop
from companion.record import RecordTrouble
from companion.record.lookup import Progress
from companion.record.record import Record
from companion.ui.page import Page
from companion.words import without_breaks

if TYPE_CHECKING:
    from companion.ui.painter import Painter
    from companion.words import Words

LINES = 6
"""How many lines the page has under its title."""

log = Log(__name__)


def wait_for_record(
    open_record: Callable[[Progress], Record],
    inbox: Inbox,
    panels: Sequence[Panel],
    clock: Clock,
    painter_and_words: Callable[[], tuple[Painter, Words]],
) -> Record | None:
    """The record, once it can be opened; None after a Stop event.

    Until then the panels show what is needed, and it is tried again after ever longer pauses: people make room on a
    disk, another process ends. While the index is built, which takes long for many games, the panels show the number
    of lines. `painter_and_words` is only called when something must be shown.
    """
    pause, shown = RETRY_S, ""

    def show(text: str, trouble: str | None) -> None:
        painter, words = painter_and_words()
        state = _state(text, trouble, painter, words)
        for panel in panels:
            try:
                panel.show(state)
            except PortError as lost:
                log.warning("%s", lost)

    def progress(lines: int) -> None:
        if isinstance(inbox.get(clock.monotonic()), Stop):
            raise Stopped
        show(painter_and_words()[1]("trouble.index", lines=lines), None)

    while True:
        try:
            record = open_record(progress)
        except Stopped:
            return None
        except RecordTrouble as trouble:
            why = painter_and_words()[1].message(trouble.message, ())
            if why != shown:
                log.error("%s (companion doctor looks for the cause)", without_breaks(why))
            shown = why
        else:
            if shown:
                log.warning("can be used again: %s", without_breaks(shown))
            return record
        show(shown, shown)
        until = clock.monotonic() + pause
        pause = min(2 * pause, RETRY_MOST_S)
        while clock.monotonic() < until:
            if isinstance(inbox.get(until), Stop):
                return None


class Stopped(Exception):
    """A Stop event came while the index was built."""


def _state(text: str, trouble: str | None, painter: Painter, words: Words) -> DeviceState:
    page = Page(screen="trouble", title=words("trouble.title"), text=painter.wrap(text)[:LINES], keys="")
    why = trouble and without_breaks(trouble)
    return DeviceState(painter.page(page), page.read(None), (), why, turned=painter.turned)
