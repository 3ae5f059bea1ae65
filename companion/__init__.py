"""The referee and its table. Knows nothing of wires."""

__version__ = "0.1.0"
