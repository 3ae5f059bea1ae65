"""A score pad that somebody wrote, for tests of the record around it."""

from __future__ import annotations

from pathlib import Path

from installed import Record

from companion.games.pad.collection import recorded_game
from companion.play.act import Begin, Line
from companion.play.timeline import digest
from companion.record.pads import act_of, hash_of


def small(points: str = "made", top: str = "", rounds: str = "3") -> bytes:
    """A pad of three rounds: each enters a number from 0 to 9, which counts as `points` says."""
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


def as_one_side() -> bytes:
    """The small pad for one person, or two as one side: they win with 20 points."""
    top = 'won = "score >= 20"\nsides = {2 = [[0, 1]]}'
    return small("team(made)", top).replace(b"format = 1", b"format = 2").replace(b"[2, 4]", b"[1, 2]")


def begin_taken(folder: Path) -> None:
    """Begin a game of a score pad whose key has become that of a game of the registry."""
    content = small().replace(b'"small"', b'"hannibal"')
    begun = Begin("hannibal", (1, 2), {}, None, pad=hash_of(content))
    game = recorded_game(content)
    assert game is not None
    start = digest(game.start(2, {}))
    with Record(folder) as record:
        for name in ("Ada", "Ben"):
            record.add_person(name, 0)
        record.add_together([Line(0, 0, act_of(content)), Line(0, 0, begun.act(), 1, digest=start)])
