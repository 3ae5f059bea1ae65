"""What the table of Spartacus looks like, and what is said about it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import cast

from companion.games.game import Action, Position, Seat
from companion.games.refusals import Message
from companion.games.spartacus.engine.cards import CardsPosition
from companion.games.spartacus.engine.counting import Counting, read_out
from companion.games.spartacus.engine.notation import (
    BANNER,
    CARDS,
    DONE,
    NO_NUMBER,
    PASS,
    PLAYS,
    Card,
    Done,
    Drop,
    Hand,
    Play,
    Trick,
    hands,
    held,
)
from companion.games.spartacus.engine.scores import EMPTY, ScoresPosition
from companion.session.timeline import GameSetup, Snapshot
from companion.ui.game_screens import running
from companion.ui.page import Figure
from companion.ui.screen import Context

FLAG = "⚑"
"""A banner, where there is no room for the word."""
INITIAL = 1
"""Where names of three letters are too long for the running trick, the first letter has to do."""
BEST = "*"
"""Behind the card that would take the trick now."""


def figures(step: Snapshot, cursor: Seat | None = None) -> tuple[Figure, ...]:
    """The points; who has passed is out. In scores entry nobody is in turn: the mark is the seat under the cursor."""
    position = cast(CardsPosition | ScoresPosition, step.position)
    passed = position.passed if isinstance(position, CardsPosition) else 0
    marked = step.outcome.winners if step.outcome is not None else (step.turn if cursor is None else cursor,)
    return tuple(
        Figure(name, points, seat in marked, out=bool(passed >> seat & 1) and step.outcome is None)
        for seat, (name, points) in enumerate(zip(step.played.names, position.points, strict=True))
    )


def lines(context: Context) -> tuple[str, ...]:
    """The running trick in the order played and what it is worth; in scores entry what nobody has read out yet."""
    step, words = running(context), context.words
    position = step.position
    if step.outcome is not None:
        return ()
    if isinstance(position, ScoresPosition):
        return (missing(context, position),)
    assert isinstance(position, CardsPosition)
    if not position.trick:
        return (words("spartacus.lead"),)
    last = max([place for place, (seat, _) in enumerate(position.trick) if seat == position.best], default=-1)
    shown = [(seat, symbol(card) + BEST * (place == last)) for place, (seat, card) in enumerate(position.trick)]
    only_banners = position.lowest == NO_NUMBER  # SPA-3
    worth = worth_of(position)

    def line(names: Sequence[str], length: int, skipped: int) -> str:
        laid = [f"{names[seat]}{gap(names[seat], length)}{card}" for seat, card in shown[skipped:]]
        trick = "…" * (skipped > 0) + (", " if length > INITIAL else " ").join(laid)
        return words("spartacus.any" if only_banners else "spartacus.worth", trick=trick, points=worth)

    return (as_long_as_fits(context, step.played.names, line, len(shown)),)


def gap(name: str, length: int) -> str:
    """What stands between a name and a card: an initial stands close, but no digit may stand before a number."""
    return " " if length > INITIAL else ":" if name[-1].isdigit() else ""


def as_long_as_fits(
    context: Context, names: Sequence[str], line: Callable[[Sequence[str], int, int], str], parts: int = 1
) -> str:
    """The line with the longest names with which it is one line; then without its first parts."""
    for length in (*range(max(map(len, names)), 2, -1), INITIAL):
        text = line(told_apart(names, length), length, 0)
        if len(context.wrap(text)) == 1:
            return text
    for skipped in range(1, parts):
        text = line(told_apart(names, INITIAL), INITIAL, skipped)
        if len(context.wrap(text)) == 1:
            break
    return text


def told_apart(names: Sequence[str], length: int) -> list[str]:
    """The names cut to a length; those that would look alike keep their last letter, or else are numbers of seats."""
    cut = [name if len(name) <= length else name[: length - 1] + "…" if length > 3 else name[:length] for name in names]
    for other in ([name[: length - 1] + name[-1] for name in names], [str(seat + 1) for seat in range(len(names))]):
        cut = [
            other[seat] if cut.count(name) > 1 and len(names[seat]) > length else name for seat, name in enumerate(cut)
        ]
    return cut


def symbol(card: Card) -> str:
    """A card in as little room as can be."""
    return FLAG if card == BANNER else str(card)


def worth_of(position: CardsPosition) -> int:
    """What the running trick would bring."""
    return position.counting.trick(*read_out([card for _, card in position.trick]))


def counting_of(step: Snapshot) -> Counting:
    """What tricks and hands are worth in this game."""
    return cast(CardsPosition | ScoresPosition, step.position).counting


def missing(context: Context, position: ScoresPosition) -> str:
    """What nobody has read out yet."""
    words, (total, banners) = context.words, position.missing
    if not total and not banners:
        return words("spartacus.nothing-missing")
    key = "spartacus.missing-banners" if position.counting.banners else "spartacus.missing"
    return words(key, numbers=total, banners=banners)


def cards_word(context: Context, card: Card) -> str:
    """A card as people speak of it: what a banner is called depends on what it does."""
    if card != BANNER:
        return str(card)
    return context.words("spartacus.joker" if counting_of(running(context)).jokers else "spartacus.banner")


def pile_words(total: int, banners: int) -> str:
    """A pile as it is read out."""
    return f"{total}{FLAG * banners}" if total or not banners else FLAG * banners


def setup(played: GameSetup) -> tuple[Message, ...]:
    """What to lay out before the first card."""
    banners = played.options["banners"]
    key = {"double": "banner", "joker": "joker", "none": "numbers"}[str(banners)]
    return (
        Message(f"setup.spartacus.{key}", "SPA-16" if banners == "none" else "SPA-1"),
        Message("setup.spartacus.seats", "SPA-1", names=", ".join(played.names)),
        Message("setup.spartacus.scores" if played.options["entry"] == "scores" else "setup.spartacus.cards", "SPA-6"),
    )


def say(context: Context, action: Action) -> str:
    """An action as people speak of it."""
    words, names = context.words, running(context).played.names
    if isinstance(action, Play):
        return symbol(action.card)
    if isinstance(action, Trick):
        return words("spartacus.say.trick", name=names[action.seat], pile=pile_words(action.total, action.banners))
    if isinstance(action, Hand):
        return words("spartacus.say.hand", name=names[action.seat], pile=pile_words(action.total, action.banners))
    if isinstance(action, Drop):
        return words("spartacus.say.drop", banners=FLAG * action.banners)
    return words("spartacus.done" if isinstance(action, Done) else "spartacus.pass")


def absent(position: Position) -> tuple[Action, ...]:
    """What people may look for in vain now: a pass, the lowest number that is not low enough; the end of read-out."""
    if isinstance(position, ScoresPosition):
        full = [seat for seat, hand in enumerate(position.hands) if hand != EMPTY and hand is not None]
        unread = [seat for seat, hand in enumerate(position.hands) if hand is None]
        last = hands(unread[0], 1, 0)[1:] if len(unread) == 1 and len(full) == len(position.hands) - 1 else ()
        return (*last, *([DONE] if position.missing != (0, 0) else []))
    assert isinstance(position, CardsPosition)
    listed = position.legal()
    in_hand = [PLAYS[CARDS.index(card)] for card in held(position.hands[position.turn])]
    return (
        *([PASS] if PASS not in listed else []),
        *[play for play in in_hand if play not in listed][:1],
        *([PLAYS[-1]] if not position.counting.banners else []),
    )


def rules(position: Position) -> tuple[str, ...]:
    """The rules for the moment, the most telling first."""
    counting = cast(CardsPosition | ScoresPosition, position).counting
    worth = ("SPA-9" if counting.doubling else "SPA-15" if counting.jokers else "SPA-16", "SPA-10")
    if isinstance(position, ScoresPosition):
        return ("SPA-17", "SPA-18", *worth, *(("SPA-8",) if counting.doubling else ()), "SPA-11")
    assert isinstance(position, CardsPosition)
    if not position.trick:
        first = ("SPA-7", "SPA-2") if any(position.won) else ("SPA-2",)
    elif position.lowest == NO_NUMBER:
        first = ("SPA-3",)
    else:
        first = ("SPA-4", "SPA-5")
    jokers = ("SPA-13", "SPA-14") if counting.jokers else ()
    return (*first, *jokers, *worth, "SPA-6", "SPA-8", "SPA-1", "SPA-11")
