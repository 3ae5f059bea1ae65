"""The record is opened before anything else, and where it cannot be, the glass says why instead of staying dark."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from companion.app.retrying_port import RETRY_MOST_S, RETRY_S
from companion.ports import Clock, DeviceState, Inbox, PageText, Panel, PortError, Stop
from companion.record.lookup import Progress
from companion.record.record import Record
from companion.record.trouble import RecordTrouble
from companion.ui.page import Page

if TYPE_CHECKING:
    from companion.ui.painter import Painter
    from companion.words import Words

LINES = 6
"""So many lines stand under the title."""

log = logging.getLogger(__name__)


def wait_for_record(
    record: Callable[[Progress], Record],
    inbox: Inbox,
    panels: Sequence[Panel],
    clock: Clock,
    speech: Callable[[], tuple[Painter, Words]],
) -> Record | None:
    """The record, as soon as it can be had; until then the panels say what would be needed. None when asked to stop.

    It is tried ever more rarely: room on a disk is made, another process ends, without anybody starting this again.
    While the index is made, which takes long for many games, the panels count the lines. `speech` gives painter and
    words, which nobody needs where all is well.
    """
    pause, said = RETRY_S, ""

    def show(text: str, trouble: str | None) -> None:
        painter, words = speech()
        shown = _shown(text, trouble, painter, words)
        for panel in panels:
            try:
                panel.show(shown)
            except PortError as lost:
                log.warning("%s", lost)

    def progress(lines: int) -> None:
        if isinstance(inbox.get(clock.monotonic()), Stop):
            raise Stopped
        show(speech()[1]("trouble.index", lines=lines), None)

    while True:
        try:
            journal = record(progress)
        except Stopped:
            return None
        except RecordTrouble as trouble:
            why = speech()[1].message(trouble.message, ())
            if why != said:
                log.error("%s (companion doctor looks for the cause)", why)
            said = why
        else:
            if said:
                log.warning("can be used again: %s", said)
            return journal
        show(said, said)
        until = clock.monotonic() + pause
        pause = min(2 * pause, RETRY_MOST_S)
        while clock.monotonic() < until:
            if isinstance(inbox.get(until), Stop):
                return None


class Stopped(Exception):
    """Somebody asked to stop while the index was made."""


def _shown(text: str, trouble: str | None, painter: Painter, words: Words) -> DeviceState:
    page = Page(screen="trouble", title=words("trouble.title"), text=painter.wrap(text)[:LINES])
    read: PageText = page.read(None)
    return DeviceState(painter.page(page), read, (), trouble)
