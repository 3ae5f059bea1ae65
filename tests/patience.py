"""How long a test waits for another thread or process before it fails: longer than any slow or busy machine needs."""

from __future__ import annotations

PATIENCE_S = 600.0
"""It only ends a test that hangs."""
GLANCE_S = 0.01
GLANCES = int(PATIENCE_S / GLANCE_S)
"""For tests that look again and again: how often they look, `GLANCE_S` apart."""
