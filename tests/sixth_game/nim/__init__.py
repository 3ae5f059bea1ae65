"""Nim: a heap of counters; who takes the last one wins. The smallest game that has everything a game can have."""

from __future__ import annotations

from companion.games.nim.engine.heap import build, consequences, look, put_back, read, start

from companion.kit.game import CurveRule, Game, SeriesRule

GAME = Game(
    "nim",
    "Nim",
    (2, 2),
    {"heap": ("ten", "twenty")},
    start=start,
    read=read,
    build=build,
    consequences=consequences,
    put_back=put_back,
    series=SeriesRule(run=2),
    curve=CurveRule(look),
    prompts=frozenset({"event.nim.left"}),
)
