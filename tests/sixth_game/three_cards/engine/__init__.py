"""The rules: pure, the standard library only."""
