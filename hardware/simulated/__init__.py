"""Hardware without wires: a shipped part, not a test double. Pins, bus and chip behave as the real ones do."""
