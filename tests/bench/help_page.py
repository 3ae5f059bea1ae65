"""`--help` of every bench: the page at the head of its file."""

from __future__ import annotations

import sys


def explain(page: str | None) -> None:
    """Print the page and end the program, if its arguments ask for help."""
    if {"-h", "--help"} & set(sys.argv[1:]):
        print(page)
        sys.exit()
