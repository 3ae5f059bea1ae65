"""The referee and its table. Knows nothing of wires."""
