"""A score pad that somebody wrote, for tests of the record around it."""

from __future__ import annotations


def small(points: str = "made", top: str = "", rounds: str = "3") -> bytes:
    """A pad of three rounds: each tells a number from 0 to 9, which counts as `points` says."""
    return f"""\
format = 1
key = "small"
prefix = "SML"
name = {{en = "Small", ja = "小さい"}}
players = [2, 4]
rounds = "{rounds}"
rules = ["the points", "the end"]
points = "{points}"
{top}
[[fields]]
name = "made"
kind = "number"
least = 0
most = 9
""".encode()
