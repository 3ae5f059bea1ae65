"""Nim: a heap of counters; who takes the last one wins. The smallest game that has everything a game can have."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.nim.engine.heap import Heap, build, consequences, look, put_back, read, start
from companion.kit.game import Game
from companion.kit.rules import Action, CurveRule, Options, SeriesRule
from companion.messages import Message
from companion.reader import Reader


class Nim(Game[Heap]):
    """Nim, from the rules to the screens."""

    key = "nim"
    name = "Nim"
    players = (2, 2)
    options: Mapping[str, tuple[bool | str, ...]] = {"heap": ("ten", "twenty")}
    series = SeriesRule(run=2)
    curve = CurveRule(look)
    prompts = frozenset({"event.nim.left"})

    def start(self, players: int, options: Options) -> Heap:
        return start(players, options)

    def read(self, text: str) -> Action:
        return read(text)

    def build(self, players: int, options: Options, table: Reader) -> Heap:
        return build(players, options, table)

    def consequences(self, before: Heap, action: Action, after: Heap) -> tuple[Message, ...]:
        return consequences(before, action, after)

    def put_back(self, now: Heap, then: Heap) -> tuple[Message, ...]:
        return put_back(now, then)


GAME = Nim()
