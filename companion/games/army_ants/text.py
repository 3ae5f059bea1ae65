"""The texts of Army Ants."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, cast

from companion.games.army_ants.engine.actions import DEPLOYS, FAVOR, PASS, Attack, Deploy, March, MoveOut, Swap, attacks
from companion.games.army_ants.engine.battle import Battle
from companion.games.army_ants.engine.deployment import Deployment
from companion.games.army_ants.engine.field import CARDS, RAYS, SQUARES, STEP, Card, copies, face
from companion.games.army_ants.engine.phase import CardsPosition
from companion.games.army_ants.engine.position import Position
from companion.games.army_ants.engine.rally import Rally
from companion.kit.rules import Action, Draw, Seat, Win
from companion.kit.text import Figure, GameText, Item, Situation, keys, with_name
from companion.messages import Message


def line(march: March, shift: int = 0) -> str:
    """The first and last square of a line, moved by `shift`."""
    first, last = SQUARES[march.first + shift], SQUARES[march.last + shift]
    return first if first == last else f"{first}–{last}"


def _failing_attacks(position: Battle) -> Iterator[Action]:
    """The attacks that fail because the enemy is higher or the attacker is the queen."""
    for square, card in enumerate(position.board):
        if card is None or card.seat != position.turn:
            continue
        for rays in RAYS.values():
            to = next((to for to in rays[square] if position.board[to] is not None), None)
            if to is not None:
                met = cast(Card, position.board[to])
                if met.seat != card.seat and (met.value > card.value or not card.value):
                    yield attacks()[square][to]


class ArmyAntsText(GameText[Position]):
    """The texts of Army Ants."""

    banners = keys("event.army_ants", "rally favored alone battle beaten equal stuck won drawn")
    setbacks = keys("event.army_ants", "beaten equal stuck")
    orders = keys("event.army_ants", "favored beaten equal")

    def is_good_for(self, seat: Seat, message: Message, turn: Seat | None) -> bool:
        """What a card beats was the other's."""
        return turn == seat if message.key == "event.army_ants.beaten" else super().is_good_for(seat, message, turn)

    def action_name(self, at: Situation[Position], action: Action) -> str:
        words = at.words
        position = at.position
        if isinstance(action, Win):
            return with_name(lambda name: words("army_ants.say.win", name=name), at.names[action.seat], at.fits)
        if action in (FAVOR, PASS) or isinstance(action, Draw):
            return words(f"army_ants.say.{action}")
        if isinstance(action, Deploy):
            if not isinstance(position, Deployment):
                return face(action.value)
            card = words.card("army_ants", CARDS[position.turn][action.value])
            return words("army_ants.say.deploy", card=card, square=SQUARES[position.place])
        if isinstance(action, March) and action.first == action.last:
            to = SQUARES[action.first + STEP[action.towards] * action.distance]
            return words("army_ants.say.move", square=SQUARES[action.first], to=to)
        if isinstance(action, March):
            return words(
                "army_ants.say.march", line=line(action), to=line(action, STEP[action.towards] * action.distance)
            )
        if isinstance(action, Swap):
            return words("army_ants.say.swap", square=SQUARES[action.first], to=SQUARES[action.second])
        assert isinstance(action, Attack | MoveOut)
        return words("army_ants.say.move", square=SQUARES[action.square], to=SQUARES[action.to])

    def result_text(self, at: Situation[Position], action: Action) -> str:
        """The result of an action; empty for an end of the game that the action itself names."""
        return "" if isinstance(action, Win | Draw) else self.effect(at, action)

    def setup_messages(self, at: Situation[Position]) -> tuple[Message, ...]:
        """What to lay out, and how to enter it."""
        sides = Message("setup.army_ants.sides", "ANT-1", seat_red=0, seat_black=1)
        take = Message("setup.army_ants.take", "ANT-1")
        deployment = str(at.options["deployment"])
        rule = {"dealt": "ANT-1", "rows": "ANT-13", "free": "ANT-14"}[deployment]
        lay = Message(f"setup.army_ants.{deployment}", rule)
        return (sides, take, lay, Message(f"setup.army_ants.{at.options['entry']}"))

    def figures(self, at: Situation[Position]) -> tuple[Figure, ...]:
        """The captured ants of each player, in scores entry the result; none before the battle."""
        position = at.position
        if isinstance(position, Battle):
            return at.figures(position.captured)
        winners = at.outcome.winners if at.outcome is not None else ()
        return () if isinstance(position, CardsPosition) else at.figures([int(seat in winners) for seat in (0, 1)])

    def score_board(self, at: Situation[Position]) -> tuple[Figure, ...]:
        """The ants to lay out, the turns of the rally left, or the ants taken; in scores entry only the names."""
        position = at.position
        if isinstance(position, Battle):
            return at.figures(position.captured, counts=at.words("army_ants.board.taken"))
        if isinstance(position, Rally):
            return at.figures(position.rally, counts=at.words("army_ants.board.rally"))
        if isinstance(position, CardsPosition):
            return at.figures(position.missing, counts=at.words("army_ants.board.lay"))
        return at.figures(("", ""))

    def rules(self, position: Position) -> tuple[str, ...]:
        if isinstance(position, Deployment):
            return ("ANT-14", "ANT-1", "ANT-13") if position.free else ("ANT-1", "ANT-13", "ANT-14")
        if isinstance(position, Rally):
            return ("ANT-2", "ANT-3", "ANT-4", "ANT-14" if position.free else "ANT-5")
        if isinstance(position, Battle):
            stuck = ("ANT-12",) if PASS in position.legal() else ()
            return (*stuck, "ANT-9", "ANT-10", "ANT-8", "ANT-7", "ANT-4", "ANT-6", "ANT-11")
        return ("ANT-10", "ANT-11")

    def unavailable_actions(self, position: Position) -> tuple[Action, ...]:
        if isinstance(position, Deployment):
            legal = position.legal()
            return tuple(
                action
                for action in DEPLOYS
                if action not in legal
                and position.board.count(CARDS[position.turn][action.value]) < copies(action.value)
            )
        if isinstance(position, Rally):
            return () if FAVOR in position.legal() else (FAVOR,)
        if isinstance(position, Battle):
            return tuple([next(_failing_attacks(position), PASS)] if PASS not in position.legal() else [])
        return ()

    def audit(self, at: Situation[Position], table: Mapping[str, Any]) -> list[tuple[str, Item]]:
        """The lines below the field."""
        words, names = at.words, at.names
        if "board" not in table:
            return [("nothing", Item(words("army_ants.audit.nothing")))]
        standing = list(table["board"].values())
        lines = [("board", Item(words("army_ants.audit.board"), str(len(standing))))]
        for seat, army in enumerate(CARDS):
            beaten = [
                face(card.value) for card in army for _ in range(max(copies(card.value) - standing.count(card), 0))
            ]
            count = sum(1 for card in standing if card[0] == army[0][0])
            value = f"{count} (−{' '.join(beaten)})" if beaten and table["phase"] == "battle" else str(count)
            lines.append(("board", Item(names[seat], value)))
        turn = table["turn"]
        lines.append(("turn", Item(words("army_ants.audit.turn"), names[turn] if turn is not None else "–")))
        lines.append(("phase", Item(words("army_ants.audit.phase"), words(f"army_ants.audit.{table['phase']}"))))
        if table["phase"] == "rally":
            lines += [
                (f"rally {seat}", Item(words("army_ants.audit.left", name=names[seat]), str(left)))
                for seat, left in enumerate(table["rally"])
            ]
        return lines


TEXT = ArmyAntsText()
