"""What is said about the table of Seven Hills of Rome."""

from __future__ import annotations

from companion.games.game import Action, Position
from companion.games.refusals import Message
from companion.games.seven_hills.board import standing
from companion.games.seven_hills.engine.actions import (
    BANNER,
    DONE,
    HILLS,
    LAY_DOWN,
    Award,
    LayDown,
    LayUp,
    Reveal,
    cards_of,
    lays_up,
    reveals,
)
from companion.games.seven_hills.engine.cards import CardsPosition
from companion.games.seven_hills.engine.hills import Hill, Variant, owner
from companion.games.seven_hills.engine.scores import UNNAMED, ScoresPosition
from companion.session.timeline import GameSetup, Snapshot
from companion.ui.game_screens import running
from companion.ui.page import Figure
from companion.ui.screen import Context


def figures(step: Snapshot) -> tuple[Figure, ...]:
    """The points of the hills as they lie, or as far as they are named."""
    marked = step.outcome.winners if step.outcome is not None else (step.turn,)
    return tuple(Figure(name, standing(step)[seat], seat in marked) for seat, name in enumerate(step.played.names))


def lead(hill: Hill, number: int, agreed: Variant) -> Message:
    """Who would win an open hill as it lies, in the words for what a card does there."""
    seat = owner(hill, agreed)
    if seat is None:
        return Message("told.seven_hills.nobody", "HIL-7", hill=number)
    if not (hill.numbers(0) and hill.numbers(1)):
        return Message("told.seven_hills.alone", "HIL-7", seat=seat, hill=number)
    if agreed.strongest:
        return Message("told.seven_hills.strongest", "HIL-17", seat=seat, hill=number)
    sums = [sum(cards_of(hill.numbers(side))) for side in (0, 1)]
    return Message("told.seven_hills.sum", "HIL-6", seat=seat, hill=number, sum=sums[seat], other=sums[1 - seat])


def card(context: Context, which: int) -> str:
    """A card as people call it."""
    return context.words("seven_hills.banner") if which == BANNER else str(which)


def say(context: Context, action: Action) -> str:
    """An action as people speak of it."""
    words, names = context.words, running(context).played.names
    if isinstance(action, LayDown):
        return words("seven_hills.say.place", hill=action.hill)
    if isinstance(action, LayUp):
        return words("seven_hills.say.place-card", hill=action.hill, card=card(context, action.card))
    if isinstance(action, Reveal):
        return words("seven_hills.say.reveal", card=card(context, action.card))
    if isinstance(action, Award):
        name = words("seven_hills.nobody") if action.owner is None else names[action.owner]
        return words("seven_hills.say.hill", hill=action.hill, name=name)
    return words("seven_hills.done")


def setup(played: GameSetup) -> tuple[Message, ...]:
    """What to take and lay out before the first card."""
    options = played.options
    banners = options["barricades"] is True
    return (
        Message("setup.seven_hills.cards-banner" if banners else "setup.seven_hills.cards"),
        Message("setup.seven_hills.hills", seat=0, seat_above=1),
        *((Message("setup.seven_hills.open", "HIL-18"),) if options["open"] is True else ()),
        *((Message("setup.seven_hills.scores"),) if options["entry"] == "scores" else ()),
    )


def absent(position: Position) -> tuple[Action, ...]:
    """What people may look for in vain now: the barred hill, numbers that are taken, cards that were shown before."""
    if isinstance(position, ScoresPosition):
        return (DONE,) if UNNAMED in position.owners else ()
    assert isinstance(position, CardsPosition)
    if position.pending is not None:  # one card that was shown is enough to say why all of them are missing
        shown = cards_of(position.seen[position.pending.seat])[:1]
        return (*reveals(sum(1 << which for which in shown)), LAY_DOWN[position.pending.hill])
    if position.turn is None:
        return ()
    turn, legal = position.turn, set(position.legal())
    missing: list[Action] = []
    if position.barred is not None:  # HIL-2
        missing.append(LAY_DOWN[position.barred])
    for number, hill in zip(HILLS, position.hills, strict=True):
        if number != position.barred and hill.open and position.variant.exclusive:  # HIL-10
            taken = hill.numbers(1 - turn) & ~position.seen[turn]
            missing += [action for action in lays_up(number, taken) if action not in legal]
    shown = cards_of(position.seen[turn])[:1]
    opened = [number for number in HILLS if position.hills[number - 1].open and number != position.barred]
    if shown and opened:  # HIL-19
        missing += lays_up(opened[0], 1 << shown[0])
    return tuple(missing)


def rules(position: Position) -> tuple[str, ...]:
    """The rules for the moment, the most telling first."""
    if isinstance(position, ScoresPosition):
        return ("HIL-6", "HIL-7", "HIL-8", "HIL-9")
    assert isinstance(position, CardsPosition)
    agreed = position.variant
    first: tuple[str, ...]
    if position.outcome is not None:
        first = ("HIL-5",)
    elif position.pending is not None:
        first = ("HIL-4" if position.turn is not None else "HIL-5", "HIL-20")
    else:
        first = ("HIL-2", "HIL-1", *(("HIL-18",) if agreed.open else ("HIL-3", "HIL-4")))
    variants = (
        *(("HIL-10",) if agreed.exclusive else ()),
        *(("HIL-11",) if agreed.removes_repeats else ()),
        *(("HIL-12", "HIL-13") if agreed.barricades else ()),
        *(("HIL-14",) if agreed.barricades and not agreed.open else ()),
        *(("HIL-15",) if agreed.barricades and agreed.removes_repeats else ()),
    )
    scoring = ("HIL-17" if agreed.strongest else "HIL-6", "HIL-7", *(("HIL-16",) if agreed.barricades else ()), "HIL-8")
    return (*first, *variants, *scoring, *(("HIL-9",) if position.outcome is not None else ()))


