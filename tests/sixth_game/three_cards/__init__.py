"""Three Cards: a card game with hidden hands, without scores entry and without a mind."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games.three_cards.engine.rows import build, check, consequences, put_back, read, start
from companion.kit.game import Game
from companion.kit.refusals import Message
from companion.kit.rules import Action, Options, Position
from companion.kit.text import GameText
from companion.reader import Reader


class ThreeCards(Game):
    """Three Cards, from the rules to the screens."""

    key = "three-cards"
    name = "Three Cards"
    players = (2, 4)
    options: Mapping[str, tuple[bool | str, ...]] = {"low": (False, True)}
    prompts = frozenset({"event.three_cards.next"})
    mind = None  # hands are hidden

    def start(self, players: int, options: Options) -> Position:
        return start(players, options)

    def read(self, text: str) -> Action:
        return read(text)

    def build(self, players: int, options: Options, table: Reader) -> Position:
        return build(players, options, table)

    def check(self, position: Position) -> None:
        check(position)

    def consequences(self, before: Position, action: Action, after: Position) -> tuple[Message, ...]:
        return consequences(before, action, after)

    def put_back(self, now: Position, then: Position) -> tuple[Message, ...]:
        return put_back(now, then)

    @property
    def text(self) -> GameText:
        from companion.games.three_cards.text import TEXT

        return TEXT

    @property
    def screens(self) -> object:
        from companion.games.three_cards.screens import SCREENS

        return SCREENS

    def repair(self, audit: Any, line: str, context: Any) -> Any:
        from companion.games.three_cards.repair import repair

        return repair(audit, line, context)


GAME = ThreeCards()
