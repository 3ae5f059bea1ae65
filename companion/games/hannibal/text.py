"""What the table of Hannibal vs Rome looks like, and what is said about it."""

from __future__ import annotations

from typing import cast

from companion.games.game import Action, Position, Seat
from companion.games.hannibal import lanes
from companion.games.hannibal.engine.actions import (
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
from companion.games.hannibal.engine.board import PLACES, SHORES
from companion.games.hannibal.engine.cards import CARTHAGE, ROME, CardsPosition
from companion.games.hannibal.engine.scores import ScoresPosition
from companion.games.refusals import Message
from companion.session.timeline import GameSetup, Snapshot
from companion.ui.game_screens import consequences, running
from companion.ui.page import Board, Figure
from companion.ui.screen import Context
from companion.words import Words


def side(words: Words, seat: Seat) -> str:
    """Rome or Carthage."""
    return words("hannibal.carthage" if seat == CARTHAGE else "hannibal.rome")


def figures(step: Snapshot) -> tuple[Figure, ...]:
    """The chips, where they are played for."""
    position = cast(CardsPosition | ScoresPosition, step.position)
    if not position.core:
        return ()
    marked = step.outcome.winners if step.outcome is not None else (position.turn,)
    return tuple(
        Figure(name, chips, seat in marked)
        for seat, (name, chips) in enumerate(zip(step.played.names, position.chips, strict=True))
    )


def board(context: Context) -> Board:
    """The map; in scores entry only the people have it."""
    position = running(context).position
    return lanes.board(position.table(), core=position.core) if isinstance(position, CardsPosition) else ()


def whose(context: Context) -> str:
    """The player in turn, with the side; also while both show cards, and in scores entry."""
    step, words = running(context), context.words
    turn = cast(CardsPosition | ScoresPosition, step.position).turn
    return words("hannibal.turn", side=side(words, turn), name=step.played.names[turn])


def effect(context: Context, action: Action) -> str:
    """In a few words what an action would do, before it counts."""
    position = running(context).position
    if isinstance(action, Clash) and isinstance(position, CardsPosition):
        return _round(context, position, action)
    return _follows(context, action)


def _follows(context: Context, action: Action) -> str:
    """The game won, a battle, chips: what the engine's messages say of an action, in the words of `effect`."""
    return ", ".join(
        context.words(key, **message.params)
        for message in consequences(running(context), action)
        if (key := message.key.replace("told.", "effect.", 1)) in context.words
    )


def _round(context: Context, position: CardsPosition, clash: Clash) -> str:
    """Who wins the game, else what follows the battle, else who loses a piece."""
    words, after = context.words, position.after(clash)
    if after.outcome is not None:
        if not after.outcome.winners:
            return words("hannibal.nobody")
        return words("hannibal.wins", side=side(words, after.outcome.winners[0]))
    if after.chips != position.chips:
        return _follows(context, clash)
    losers = [seat for seat in (ROME, CARTHAGE) if loses(position, clash, seat)]
    if CARTHAGE in losers and position.fielded == "hannibal":
        return words("hannibal.both-fall" if len(losers) == 2 else "hannibal.falls")
    return words("hannibal.both-lose") if len(losers) == 2 else words("hannibal.loses", side=side(words, losers[0]))


def loses(position: CardsPosition, clash: Clash, seat: Seat) -> bool:
    """Whether a seat would lose a piece (HAN-7, HAN-10)."""
    counts = [clash.cards[ROME], clash.cards[CARTHAGE] + (position.fielded == "hannibal")]
    return counts[seat] <= counts[1 - seat]


def setup(played: GameSetup) -> tuple[Message, ...]:
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


def say(context: Context, action: Action) -> str:
    """An action as people speak of it."""
    words = context.words
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
