"""The log: Python's `logging`, which is imported and set up with the first message that is wanted.

A start has little to say before people see its first picture, and that import takes a tenth of its time beside the
libraries.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from threading import RLock
from typing import TYPE_CHECKING, Any

_SET_UP: dict[str, Callable[[str], None]] = {}
_ONE_SETS_UP = RLock()
"""Held while the log is set up, so that no message of another thread comes before that."""


def set_up_later(level: str, set_up: Callable[[str], None]) -> None:
    """Call `set_up` with the level before the first message of this level, `INFO` or `WARNING`, or above."""
    _SET_UP[level] = set_up


def begin() -> Any:
    """Python's `logging`, set up."""
    import logging

    with _ONE_SETS_UP:
        while _SET_UP:
            level, set_up = _SET_UP.popitem()
            set_up(level)
    return logging


if TYPE_CHECKING:
    from logging import getLogger

    Log = getLogger
else:

    class Log:
        """The logger of this name."""

        def __init__(self, name):
            self._name = name

        def __getattr__(self, attribute):
            if attribute == "info" and "INFO" not in _SET_UP and "logging" not in sys.modules:
                return _drop
            return getattr(begin().getLogger(self._name), attribute)

    def _drop(*_):
        """Nobody wants this message: Python's own level is WARNING."""
