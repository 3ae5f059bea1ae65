"""Standard input and output, as commands meet them."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager

SAID_MOST = 1_000
"""Characters of one line."""
_STEERS = "[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
"""Control characters, and what turns the direction of writing."""


def harmless(text: str) -> str:
    """A text from elsewhere as one line of a terminal, which it cannot give orders to, and not without end."""
    if len(text) > SAID_MOST:
        text = f"{text[:SAID_MOST]}…"
    return text if text.isprintable() else re.sub(_STEERS, lambda found: ascii(found[0])[1:-1], text)


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
