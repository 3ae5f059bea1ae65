"""How long a test waits for another thread or process: never so long that a slow or busy machine would notice."""

from __future__ import annotations

PATIENCE_S = 600.0
"""Ends a test that would hang for ever. Nothing that works takes a hundredth of it."""
GLANCE_S = 0.01
GLANCES = int(PATIENCE_S / GLANCE_S)
"""For those who look again and again and do something else meanwhile: so many glances, so far apart at most."""
