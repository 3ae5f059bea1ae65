"""The worker of the device: it answers the requests of the referee's protocol in a process of its own.

It runs only where nothing else wants the processor, in little memory, and ends with the process that has started it.
It has nothing open but its two pipes.
"""

from __future__ import annotations

import ctypes
import os
import resource
import signal
import sys
from contextlib import suppress

from companion.games.pad.collection import AllGames
from companion.services.referee import serve

MEMORY = 160 * 1024 * 1024
"""The most bytes of its address space."""
PR_SET_PDEATHSIG = 1


def lower_priority(parent: int) -> None:
    """Take only what is left of the processor, and little memory; end with the process of this number.

    Systems other than Linux know only a part of that.
    """
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:  # it has ended before this process could ask
        sys.exit(0)
    with suppress(OSError):
        os.nice(19)
    with suppress(OSError, AttributeError):
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


if __name__ == "__main__":
    lower_priority(int(sys.argv[1]))
    sys.exit(serve(AllGames()))
