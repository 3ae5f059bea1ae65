"""The commands, one module each. They may meet hardware, as the command line does that calls them."""

from __future__ import annotations


class Unusable(Exception):
    """What was asked for cannot be done here; the text says why and what would be needed."""
