"""Wires, real and simulated. Knows `companion.ports` and nothing else of the companion."""
