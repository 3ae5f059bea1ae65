"""What the table of Praetorians looks like, and what is said about it."""

from __future__ import annotations

from typing import cast

from companion.games.game import Action, Position
from companion.games.praetorians.engine.actions import GIVES, STOP, Bank, Flip, Give, Match, Twelve
from companion.games.praetorians.engine.cards import CardsPosition
from companion.games.praetorians.engine.scores import ScoresPosition
from companion.games.praetorians.engine.track import GOAL, STARTS
from companion.games.refusals import Message
from companion.session.timeline import GameSetup, Snapshot
from companion.ui.choices import Path
from companion.ui.game_screens import choices, effect, running
from companion.ui.page import Figure
from companion.ui.screen import Context


def figures(step: Snapshot) -> tuple[Figure, ...]:
    """Where the pawns stand."""
    position = cast(CardsPosition | ScoresPosition, step.position)
    marked = step.outcome.winners if step.outcome is not None else (position.turn,)
    return tuple(
        Figure(name, space, seat in marked)
        for seat, (name, space) in enumerate(zip(step.played.names, position.pawns, strict=True))
    )


def aside(context: Context, path: Path) -> str:
    """Behind the name of the player in turn: what the choice would do, else what this turn has brought so far."""
    step = running(context)
    action = choices(step).action(path)
    if isinstance(action, Flip):  # the last card of its colour
        return f"{context.words.card('praetorians', action.card)} {effect(context, action)}"
    if action is not None:
        return effect(context, action)
    position = step.position
    if isinstance(position, CardsPosition) and position.kept:
        return context.words(
            "praetorians.so-far", space=position.pawns[position.turn], to=_stopping(position), risk=risk(position)
        )
    if isinstance(position, ScoresPosition) and position.matched:
        return context.words("praetorians.matched", matched=position.matched)
    return ""


def _stopping(position: CardsPosition) -> int:
    """Where the pawn would stand if the player stopped now."""
    return min(position.pawns[position.turn] + position.kept_sum, GOAL)


def risk(position: CardsPosition) -> int:
    """The chance in per cent, rounded, that the next card is caught, from what everybody has seen.

    Every card still face down is as likely as any other; when none is, the discards are shuffled first (PRA-9).
    """
    pile = position.facedown or position.discards
    camps, values = {card.camp for card in position.kept}, {card.value for card in position.kept}
    caught = sum(1 for card in pile if card.camp and -card.camp in camps and card.value not in values)
    return round(100 * caught / len(pile)) if pile else 0


def setup(played: GameSetup) -> tuple[Message, ...]:
    """What to lay out before the first card."""
    twelves = played.options["twelves"] is True
    starts = STARTS[: len(played.names)]
    return (
        Message("setup.praetorians.cards-twelves" if twelves else "setup.praetorians.cards", "PRA-2"),
        Message("setup.praetorians.pawns", "PRA-1", starts=starts),
        *((Message("setup.praetorians.scores"),) if played.options["entry"] == "scores" else ()),
    )


def say(context: Context, action: Action) -> str:
    """An action as people speak of it."""
    words, names = context.words, running(context).played.names
    if isinstance(action, Flip):
        return words.card("praetorians", action.card)
    if isinstance(action, Give | Twelve):
        return words("praetorians.say.twelve", name=names[action.seat])
    if isinstance(action, Match):
        return words("praetorians.say.match", value=action.value)
    if isinstance(action, Bank):
        return words("praetorians.say.bank", total=action.total)
    return words(f"praetorians.say.{action}")


def absent(position: Position) -> tuple[Action, ...]:
    """What people may look for in vain now."""
    if isinstance(position, CardsPosition):
        return (*([] if position.flips else STOP), *(GIVES[:1] if not position.twelves else ()))
    return ()


def rules(position: Position) -> tuple[str, ...]:
    """The rules for the moment, the most telling first."""
    if isinstance(position, CardsPosition):
        first = ("PRA-3", "PRA-2") if not position.flips else ("PRA-4", "PRA-5", "PRA-6")
        shuffle = ("PRA-9",) if not position.facedown else ()
        return shuffle + first + (("PRA-10",) if position.twelves else ()) + ("PRA-8",)
    assert isinstance(position, ScoresPosition)
    return ("PRA-6", "PRA-4", "PRA-5", *(("PRA-10",) if position.twelves else ()), "PRA-8")

