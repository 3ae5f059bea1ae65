"""The rules of every score pad: pure, the standard library only."""
