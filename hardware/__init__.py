"""Displays, keys and lamps, real and simulated. Imports `companion.ports` and nothing else of the companion."""
