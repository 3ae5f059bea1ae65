"""Standard input and output, as commands meet them."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def reader_may_leave() -> Iterator[None]:
    """A reader of standard output that goes away, or Ctrl-C, ends what is inside without a word."""
    try:
        yield
    except BrokenPipeError:
        # The interpreter would flush once more at exit and complain: give it a place to do so.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except KeyboardInterrupt:
        pass
