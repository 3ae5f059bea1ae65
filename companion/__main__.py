"""`companion`, and `python -m companion`: from here on, Ctrl-C ends the process without a traceback."""

import sys
from signal import SIG_DFL, SIGINT, default_int_handler, getsignal, signal


def start() -> int:
    """Run one command with the arguments of the process; the exit status.

    The system ends the process for Ctrl-C while the command line is imported, and after a command: nothing is written
    then. In between, a command may clean up. Where Ctrl-C is ignored, as behind `nohup`, it stays so.
    """
    heeded = getsignal(SIGINT) is default_int_handler
    if heeded:
        signal(SIGINT, SIG_DFL)
    from companion.cli import main

    try:
        if heeded:
            signal(SIGINT, default_int_handler)
        return main()
    except KeyboardInterrupt:
        return 128 + SIGINT
    finally:
        if heeded:
            signal(SIGINT, SIG_DFL)


if __name__ == "__main__":
    sys.exit(start())
