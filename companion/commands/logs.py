"""Where the device's log goes: to standard error, and from there to whoever started it."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Mapping

from companion.commands.streams import harmless

_PRIORITIES = {logging.DEBUG: 7, logging.INFO: 6, logging.WARNING: 4, logging.ERROR: 3, logging.CRITICAL: 2}


class Plain(logging.Formatter):
    """What is told, in lines that give no orders to a terminal."""

    def format(self, record: logging.LogRecord) -> str:
        return "\n".join(self.line(harmless(line), record) for line in super().format(record).split("\n"))

    def line(self, text: str, record: logging.LogRecord) -> str:
        """One of them."""
        return text


class ForJournal(Plain):
    """Each line with its priority, as the journal of systemd reads it (sd-daemon(3))."""

    def line(self, text: str, record: logging.LogRecord) -> str:
        return f"<{_PRIORITIES.get(record.levelno, 6)}>{text}"


def logging_to_stderr(level: int = logging.INFO, environment: Mapping[str, str] = os.environ) -> None:
    """From now on what happens is told there, if it matters as much as this."""
    handler = logging.StreamHandler(sys.stderr)
    # Set by systemd when standard error leads to its journal, which sets the time itself.
    handler.setFormatter(ForJournal() if "JOURNAL_STREAM" in environment else Plain())
    root = logging.getLogger()
    root.addHandler(handler)
    root.setLevel(level)
