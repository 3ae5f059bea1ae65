"""One guard around everything that only shows: the glass, banners, lamps, motion, panels, the web window.

A picture that cannot be painted is a fault of this program, and people must not pay for it: something plain takes its
place, the fault is logged once with what made it, and the game goes on. What changes the record has no such guard.
"""

from __future__ import annotations

import errno
from collections.abc import Callable
from typing import TypeVar

from companion.log import Log

T = TypeVar("T")

NO_DESCRIPTOR = (errno.EMFILE, errno.ENFILE)
"""The process, or the machine, has no file descriptor left."""
MOST = 100
"""The most different faults that are logged."""

log = Log(__name__)
LOGGED: set[tuple[str, str]] = set()
"""What could not be shown since the start, and the line of code that failed."""


def guarded(
    what: str,
    show: Callable[[], T],
    instead: Callable[[Exception], T],
    made: object,
    known: tuple[type[Exception], ...] = (),
) -> T:
    """What `show` gives, or what `instead` makes of its error.

    An error in the same line of code is logged once for `what` it is; `made` says what it was made of. Errors that the
    caller knows are raised. So is the OSError without a file descriptor, when nothing is wrong with what is shown: the
    loop says so.
    """
    try:
        return show()
    except known:
        raise
    except Exception as error:
        if isinstance(error, OSError) and error.errno in NO_DESCRIPTOR:
            raise
        from traceback import extract_tb

        last = extract_tb(error.__traceback__)[-1]
        fault = what, f"{last.filename}:{last.lineno}"
        if fault not in LOGGED and len(LOGGED) < MOST:
            LOGGED.add(fault)
            log.error(
                "%s cannot be shown; the game goes on without: %s",
                what,
                "no game" if made is None else made,
                exc_info=error,
            )
        return instead(error)
