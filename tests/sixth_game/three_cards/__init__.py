"""Three Cards: a card game with hidden hands, without scores entry and without a mind."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.three_cards.engine.rows import Rows, build, check, consequences, put_back, read, start
from companion.kit.game import Game
from companion.kit.rules import Action, Options
from companion.messages import Message
from companion.reader import Reader


class ThreeCards(Game[Rows]):
    """Three Cards, from the rules to the screens."""

    key = "three-cards"
    name = "Three Cards"
    players = (2, 4)
    options: Mapping[str, tuple[bool | str, ...]] = {"low": (False, True)}
    prompts = frozenset({"event.three_cards.next"})
    mind = None  # hands are hidden

    def start(self, players: int, options: Options) -> Rows:
        return start(players, options)

    def read(self, text: str) -> Action:
        return read(text)

    def build(self, players: int, options: Options, table: Reader) -> Rows:
        return build(players, options, table)

    def check(self, position: Rows) -> None:
        check(position)

    def consequences(self, before: Rows, action: Action, after: Rows) -> tuple[Message, ...]:
        return consequences(before, action, after)

    def put_back(self, now: Rows, then: Rows) -> tuple[Message, ...]:
        return put_back(now, then)


GAME = ThreeCards()
