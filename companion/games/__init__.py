"""The games, a folder each, and what they share."""
