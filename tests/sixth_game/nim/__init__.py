"""Nim: a heap of counters; who takes the last one wins. The smallest game that has everything a game can have."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games.nim.engine.heap import build, consequences, look, put_back, read, start
from companion.kit.game import Game
from companion.kit.refusals import Message
from companion.kit.rules import Action, CurveRule, Options, Position, SeriesRule
from companion.kit.text import GameText
from companion.reader import Reader
from companion.words import Words


class Nim(Game):
    """Nim, from the rules to the screens."""

    key = "nim"
    name = "Nim"
    players = (2, 2)
    options: Mapping[str, tuple[bool | str, ...]] = {"heap": ("ten", "twenty")}
    series = SeriesRule(run=2)
    curve = CurveRule(look)
    prompts = frozenset({"event.nim.left"})

    def start(self, players: int, options: Options) -> Position:
        return start(players, options)

    def read(self, text: str) -> Action:
        return read(text)

    def build(self, players: int, options: Options, table: Reader) -> Position:
        return build(players, options, table)

    def consequences(self, before: Position, action: Action, after: Position) -> tuple[Message, ...]:
        return consequences(before, action, after)

    def put_back(self, now: Position, then: Position) -> tuple[Message, ...]:
        return put_back(now, then)

    @property
    def text(self) -> GameText:
        from companion.games.nim.text import TEXT

        return TEXT

    @property
    def screens(self) -> object:
        from companion.games.nim.screens import SCREENS

        return SCREENS

    def repair(self, audit: Any, line: str, context: Any) -> Any:
        from companion.games.nim.repair import repair

        return repair(audit, line, context)

    def draw(self, setup: Any, timeline: Any, words: Words) -> tuple[Any, ...]:
        from companion.games.nim.report import draw

        return draw(setup, timeline, words)


GAME = Nim()
