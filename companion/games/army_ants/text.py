"""What the field looks like, and what is said about it.

The field lies on its side, for the glass is wide: ranks 1 to 8 from left to right, files a to e from the top down.
So red looks from the left edge to the right, with file a at the left hand.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import cast

from companion.games.army_ants.engine.actions import (
    DEPLOYS,
    FAVOR,
    PASS,
    Attack,
    Deploy,
    Draw,
    March,
    MoveOut,
    Swap,
    Win,
    attacks,
)
from companion.games.army_ants.engine.battle import Battle
from companion.games.army_ants.engine.deployment import Deployment
from companion.games.army_ants.engine.field import CARDS, FILES, RANKS, RAYS, SQUARES, STEP, Card, copies, face
from companion.games.army_ants.engine.phase import CardsPosition
from companion.games.army_ants.engine.rally import Rally
from companion.games.game import Action, Position
from companion.games.refusals import Message
from companion.session.timeline import GameSetup, Snapshot
from companion.ui.game_screens import effect, running
from companion.ui.page import Board, Figure, Space, Token
from companion.ui.screen import Context

ARMY = sum(copies(card.value) for card in CARDS[0])
"""How many cards an army has."""
EMPTY = Space("·", (Token(picture="dot"),), wide=3)
"""A square on which nothing stands."""


def space(card: str | None) -> Space:
    """A square with what stands on it; black's cards are framed."""
    if card is None:
        return EMPTY
    black = card[0] == "B"
    token = Token(picture="queen", framed=black) if card[1] == "Q" else Token(card[1], framed=black)
    return Space(card, (token,), wide=3)


def label(file: str) -> Space:
    """The letter of a file, in front of its squares."""
    return Space(file, (Token(file),), wide=2, label=True)


def field(cards: Mapping[str, object]) -> Board:
    """The whole field from its occupied squares, each file with its letter in front."""
    return tuple(
        (
            label(file),
            *[space(cast(str | None, cards.get(f"{file}{rank}"))) for rank in RANKS],
        )
        for file in FILES
    )


def place(square: str) -> tuple[int, int]:
    """Row and column of a square in the drawn field."""
    return FILES.index(square[0]), int(square[1])


def cards(position: CardsPosition) -> dict[str, object]:
    """The occupied squares of a position."""
    return {name: card for name, card in zip(SQUARES, position.board, strict=True) if card is not None}


def board(context: Context) -> Board:
    """The field; nothing in scores entry."""
    position = running(context).position
    return field(cards(position)) if isinstance(position, CardsPosition) else ()


def figures(step: Snapshot) -> tuple[Figure, ...]:
    """How many ants everybody has captured, in scores entry the result; before the battle the field says it all."""
    position = step.position
    marked = step.outcome.winners if step.outcome is not None else () if step.turn is None else (step.turn,)
    if isinstance(position, Battle):
        numbers = tuple(ARMY - standing(position, 1 - seat) for seat in (0, 1))
    elif isinstance(position, CardsPosition):
        return ()
    else:
        numbers = tuple(int(seat in marked) for seat in (0, 1))
    return tuple(
        Figure(name, number, seat in marked)
        for seat, (name, number) in enumerate(zip(step.played.names, numbers, strict=True))
    )


def standing(position: CardsPosition, seat: int) -> int:
    """How many cards of an army are on the field."""
    return sum(1 for card in position.board if card is not None and card.seat == seat)


def setup(played: GameSetup) -> tuple[Message, ...]:
    """What to lay out, and how it is told."""
    sides = Message("setup.army_ants.sides", "ANT-1", seat_red=0, seat_black=1)
    take = Message("setup.army_ants.take", "ANT-1")
    deployment = str(played.options["deployment"])
    rule = {"dealt": "ANT-1", "rows": "ANT-13", "free": "ANT-14"}[deployment]
    lay = Message(f"setup.army_ants.{deployment}", rule)
    return (sides, take, lay, Message(f"setup.army_ants.{played.options['entry']}"))


def noted(context: Context, action: Action) -> str:
    """What came of an action, for a line of the log; empty for an end of the game that the action itself says."""
    return "" if isinstance(action, Win | Draw) else effect(context, action)


def say(context: Context, action: Action) -> str:
    """An action as people speak of it."""
    step, words = running(context), context.words
    position = step.position
    if isinstance(action, Win):
        return words("army_ants.say.win", name=step.played.names[action.seat])
    if action in (FAVOR, PASS) or isinstance(action, Draw):
        return words(f"army_ants.say.{action}")
    assert isinstance(position, CardsPosition)
    if isinstance(action, Deploy):
        if not isinstance(position, Deployment):
            return face(action.value)
        card = CARDS[position.turn][action.value]
        return words("army_ants.say.deploy", card=card, square=SQUARES[position.place])
    if isinstance(action, March) and action.first == action.last:
        to = SQUARES[action.first + STEP[action.towards] * action.distance]
        return words("army_ants.say.move", square=SQUARES[action.first], to=to)
    if isinstance(action, March):
        return words("army_ants.say.march", line=line(action), to=line(action, STEP[action.towards] * action.distance))
    if isinstance(action, Swap):
        return words("army_ants.say.swap", square=SQUARES[action.first], to=SQUARES[action.second])
    assert isinstance(action, Attack | MoveOut)
    return words("army_ants.say.move", square=SQUARES[action.square], to=SQUARES[action.to])


def line(march: March, shift: int = 0) -> str:
    """The squares of a line, so far away from where it stands."""
    first, last = SQUARES[march.first + shift], SQUARES[march.last + shift]
    return first if first == last else f"{first}–{last}"


def absent(position: Position) -> tuple[Action, ...]:
    """What people may look for in vain now."""
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
        return tuple([next(_too_strong(position), PASS)] if PASS not in position.legal() else [])
    return ()


def _too_strong(position: Battle) -> Iterator[Action]:
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


def rules(position: Position) -> tuple[str, ...]:
    """The rules for the moment, the most telling first."""
    if isinstance(position, Deployment):
        return ("ANT-14", "ANT-1", "ANT-13") if position.free else ("ANT-1", "ANT-13", "ANT-14")
    if isinstance(position, Rally):
        return ("ANT-2", "ANT-3", "ANT-4", "ANT-14" if position.free else "ANT-5")
    if isinstance(position, Battle):
        stuck = ("ANT-12",) if PASS in position.legal() else ()
        return (*stuck, "ANT-9", "ANT-10", "ANT-8", "ANT-7", "ANT-4", "ANT-6", "ANT-11")
    return ("ANT-10", "ANT-11")

