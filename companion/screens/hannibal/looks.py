"""What the table of Hannibal vs Rome looks like, and what is said about it."""

from __future__ import annotations

from typing import cast

from companion.engines.hannibal.actions import (
    FIELDS,
    TURN_CORE,
    Clash,
    EndTurn,
    Field,
    Move,
    MoveHannibal,
    Win,
    read,
)
from companion.engines.hannibal.board import PLACES, SHORES
from companion.engines.hannibal.cards import CARTHAGE, ROME, CardsPosition
from companion.engines.hannibal.scores import ScoresPosition
from companion.engines.position import Action, Position, Seat
from companion.engines.refusals import Message
from companion.screens.face import consequences, running
from companion.screens.hannibal import lanes
from companion.screens.page import Board, Figure
from companion.screens.screen import Sight
from companion.table.moments import Played, Step
from companion.words import Words


def side(words: Words, seat: Seat) -> str:
    """Rome or Carthage."""
    return words("hannibal.carthage" if seat == CARTHAGE else "hannibal.rome")


def figures(step: Step) -> tuple[Figure, ...]:
    """The chips, where they are played for."""
    position = cast(CardsPosition | ScoresPosition, step.position)
    if not position.core:
        return ()
    marked = step.outcome.winners if step.outcome is not None else (position.turn,)
    return tuple(
        Figure(name, chips, seat in marked)
        for seat, (name, chips) in enumerate(zip(step.played.names, position.chips, strict=True))
    )


def board(sight: Sight) -> Board:
    """The map; in scores entry only the people have it."""
    position = running(sight).position
    return lanes.board(position.table(), core=position.core) if isinstance(position, CardsPosition) else ()


def whose(sight: Sight) -> str:
    """The player in turn, with the side; also while both show cards, and in scores entry."""
    step, words = running(sight), sight.words
    turn = cast(CardsPosition | ScoresPosition, step.position).turn
    return words("hannibal.turn", side=side(words, turn), name=step.played.names[turn])


def effect(sight: Sight, action: Action) -> str:
    """In a few words what an action would do, before it counts."""
    position = running(sight).position
    if isinstance(action, Clash) and isinstance(position, CardsPosition):
        return _round(sight, position, action)
    return _follows(sight, action)


def _follows(sight: Sight, action: Action) -> str:
    """The game won, a battle, chips: what the engine's messages say of an action, in the words of `effect`."""
    return ", ".join(
        sight.words(key, **message.params)
        for message in consequences(running(sight), action)
        if (key := message.key.replace("told.", "effect.", 1)) in sight.words
    )


def _round(sight: Sight, position: CardsPosition, clash: Clash) -> str:
    """Who wins the game, else what follows the battle, else who loses a piece."""
    words, after = sight.words, position.after(clash)
    if after.outcome is not None:
        if not after.outcome.winners:
            return words("hannibal.nobody")
        return words("hannibal.wins", side=side(words, after.outcome.winners[0]))
    if after.chips != position.chips:
        return _follows(sight, clash)
    losers = [seat for seat in (ROME, CARTHAGE) if loses(position, clash, seat)]
    if CARTHAGE in losers and position.fielded == "hannibal":
        return words("hannibal.both-fall" if len(losers) == 2 else "hannibal.falls")
    return words("hannibal.both-lose") if len(losers) == 2 else words("hannibal.loses", side=side(words, losers[0]))


def loses(position: CardsPosition, clash: Clash, seat: Seat) -> bool:
    """Whether a seat would lose a piece (HAN-7, HAN-10)."""
    counts = [clash.cards[ROME], clash.cards[CARTHAGE] + (position.fielded == "hannibal")]
    return counts[seat] <= counts[1 - seat]


def setup(played: Played) -> tuple[Message, ...]:
    """Who is who, and what to lay out."""
    return (
        Message("setup.hannibal.sides", "HAN-1", seat=ROME, seat_other=CARTHAGE),
        Message("setup.hannibal.rome", "HAN-1"),
        Message("setup.hannibal.carthage", "HAN-1"),
        Message("setup.hannibal.lanes"),
        Message(f"setup.hannibal.goal-{played.options['west']}", "HAN-12"),
        *((Message("setup.hannibal.core", "HAN-17"),) if played.options["core"] else ()),
        *((Message("setup.hannibal.scores"),) if played.options["entry"] == "scores" else ()),
    )


def say(sight: Sight, action: Action) -> str:
    """An action as people speak of it."""
    words = sight.words
    if isinstance(action, Move):
        move = f"{PLACES[action.origin]}→{PLACES[action.to]}"
        return words("hannibal.say.hannibal", move=move) if isinstance(action, MoveHannibal) else move
    if isinstance(action, Clash):
        rome, carthage = action.cards
        return words("hannibal.say.clash", rome=rome, carthage=carthage)
    if isinstance(action, Field):
        return words(f"hannibal.say.field-{action.fighter}")
    if isinstance(action, EndTurn):
        return words("hannibal.say.turn-core" if action.core else "hannibal.say.turn")
    if isinstance(action, Win):
        return words("hannibal.say.win", side=side(words, action.seat))
    return words("hannibal.say.draw")


def absent(position: Position) -> tuple[Action, ...]:
    """What people may look for in vain now: elephants at sea, a crossing without a fleet, a choice of who fights."""
    if isinstance(position, ScoresPosition):
        return () if position.core else TURN_CORE
    assert isinstance(position, CardsPosition)
    if position.outcome is not None or position.undecided:
        return ()
    if position.battle is not None:
        return FIELDS[1:] if position.fielded == "hannibal" else FIELDS[:1]
    found: list[Action] = []
    legal = set(position.legal())
    own = position.pieces(position.turn)
    for one, other in SHORES:
        for origin, to in ((one, other), (other, one)):
            if position.turn == CARTHAGE and position.hannibal == origin:
                found.insert(0, read(f"hannibal {PLACES[origin]}>{PLACES[to]}"))
            crossing = f"legion {PLACES[origin]}>{PLACES[to]}"
            if own[origin] and crossing not in legal:
                found.append(read(crossing))
    return tuple(found[:ABSENT_MOST])


ABSENT_MOST = 3
"""How many things that cannot be done the help explains; more are not read."""


def rules(position: Position) -> tuple[str, ...]:
    """The rules for the moment, the most telling first."""
    core = ("HAN-17", "HAN-16", "HAN-18") if position.core else ()  # type: ignore[attr-defined]
    if isinstance(position, ScoresPosition):
        return (*core, "HAN-12", "HAN-11", "HAN-13", "HAN-14")
    assert isinstance(position, CardsPosition)
    if position.battle is not None:
        led = position.hannibal == position.battle
        return (*(("HAN-9", "HAN-10") if led else ()), "HAN-7", "HAN-8", "HAN-6")
    hannibal = ("HAN-4",) if position.turn == CARTHAGE and position.hannibal is not None else ()
    return ("HAN-2", "HAN-3", *hannibal, "HAN-5", "HAN-12", *core, "HAN-11", "HAN-6", "HAN-13", "HAN-14")
