"""Displays, keys and lamps, real and simulated. Of the companion it imports only what `pyproject.toml` lists."""
