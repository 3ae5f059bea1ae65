"""Where the device's log goes: to standard error, and from there to whoever started it."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Mapping

_PRIORITIES = {logging.DEBUG: 7, logging.INFO: 6, logging.WARNING: 4, logging.ERROR: 3, logging.CRITICAL: 2}


class ForJournal(logging.Formatter):
    """Each line with its priority, as the journal of systemd reads it (sd-daemon(3))."""

    def format(self, record: logging.LogRecord) -> str:
        prefix = f"<{_PRIORITIES.get(record.levelno, 6)}>"
        return "\n".join(prefix + line for line in super().format(record).splitlines())


def logging_to_stderr(environment: Mapping[str, str] = os.environ) -> None:
    """From now on what happens is told there."""
    handler = logging.StreamHandler(sys.stderr)
    # Set by systemd when standard error leads to its journal, which sets the time itself.
    handler.setFormatter(ForJournal() if "JOURNAL_STREAM" in environment else logging.Formatter("%(message)s"))
    root = logging.getLogger()
    root.addHandler(handler)
    root.setLevel(logging.INFO)
