"""The log on standard error, line by line. Imported with the first message."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Mapping

from companion.console import printable

_PRIORITIES = {logging.DEBUG: 7, logging.INFO: 6, logging.WARNING: 4, logging.ERROR: 3, logging.CRITICAL: 2}


class PlainFormatter(logging.Formatter):
    """Messages in lines without control characters."""

    def format(self, record: logging.LogRecord) -> str:
        return "\n".join(self.line(printable(line), record) for line in super().format(record).split("\n"))

    def line(self, text: str, record: logging.LogRecord) -> str:
        return text


class JournalFormatter(PlainFormatter):
    """Each line with its priority, as the journal of systemd reads it (sd-daemon(3))."""

    def line(self, text: str, record: logging.LogRecord) -> str:
        return f"<{_PRIORITIES.get(record.levelno, 6)}>{text}"


def log_to_stderr(level: str, environment: Mapping[str, str] = os.environ) -> None:
    """Write every message of this level or above there. Called once, before the first message."""
    handler = logging.StreamHandler(sys.stderr)
    # Set by systemd when standard error leads to its journal, which sets the time itself.
    handler.setFormatter(JournalFormatter() if "JOURNAL_STREAM" in environment else PlainFormatter())
    root = logging.getLogger()
    root.addHandler(handler)
    root.setLevel(level)
