"""What the mind does and says: thoughts, odds, and the look at a ply of a finished game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.game import Position, Seat
from companion.games.praetorians.engine.actions import GIVES, Flip, Give
from companion.games.praetorians.engine.cards import CardsPosition
from companion.games.praetorians.engine.scores import ScoresPosition
from companion.games.praetorians.engine.track import GOAL
from companion.games.praetorians.mind.odds import card_odds, reach_now
from companion.games.praetorians.mind.shares import shares_at_turn
from companion.games.praetorians.mind.turn import Turn
from companion.minds.mind import Choice, Enough, Judged, Past, Shares, Sight, Thought

if TYPE_CHECKING:
    from random import Random

STOP = "stop"
ANOTHER = "another"
"""Not an action: people turn up a card."""
HOLDS = {1: 12, 2: 20}
"""The careful and the bold level stop at so much kept; the others weigh stopping against one more card."""
QUICK_HOLD = 15
AHEAD = 2


def think(sight: Sight, level: int, chance: Random, enough: Enough) -> Thought:
    """Stop or another; there is no search, so that it is always done at once."""
    return _thought(sight, HOLDS.get(level))


def quick(sight: Sight) -> Thought:
    """The quick rule: stop at 15."""
    return _thought(sight, QUICK_HOLD)


def _thought(sight: Sight, hold: int | None) -> Thought:
    position, seat = _cards(sight.position), sight.seat
    turn = Turn(position)
    extra = {"twelve": turn.victim(position) if position.twelves else None}
    another = turn.another(position, AHEAD)
    if not position.flips:  # PRA-3
        return Thought(seat, ANOTHER, another, exact=True, line=(ANOTHER,), work=1, extra=extra)
    stopped = turn.stopped(position)
    wins = position.pawns[seat] + position.kept_sum >= GOAL
    if wins or (stopped[seat] >= another[seat] if hold is None else position.kept_sum >= hold):
        action, win = STOP, stopped
    else:
        action, win = ANOTHER, another
    choices = [Choice(STOP, stopped[seat]), Choice(ANOTHER, another[seat])]
    choices.sort(key=lambda choice: -choice.win)
    return Thought(seat, action, win, exact=wins, choices=tuple(choices), line=(action,), work=1, extra=extra)


def odds(position: Position, chance: Random, enough: Enough) -> dict[str, object]:
    """The shares of all seats, the next card in fractions, and the probability of 99 in this turn."""
    cards = _cards(position)
    win = Turn(cards).best(cards, AHEAD)
    return {"win": list(win), "exact": False, "work": 0, "card": card_odds(cards), "now": reach_now(cards)}


def shares_of_scores(position: Position) -> Shares:
    """The shares with scores entry: of what is kept nothing is known, so as if the turn began now."""
    assert isinstance(position, ScoresPosition)
    return shares_at_turn(position.pawns, position.turn, position.twelves)


def judge(past: Past, ply: int, chance: Random, work: int) -> Judged:
    """How the shares went from before a card or a stop to after it."""
    position, action, after = _cards(past.positions[ply]), past.actions[ply], _cards(past.positions[ply + 1])
    turn, seat = Turn(position), position.turn
    another = turn.another(position, AHEAD)
    stopped = turn.stopped(position) if position.flips else None
    if not isinstance(action, Flip | Give):
        assert stopped is not None
        if stopped[seat] >= another[seat]:
            return _chosen(seat, stopped, stopped, stopped, None)
        return _chosen(seat, another, stopped, stopped, ANOTHER)
    best, better = another, None
    if stopped is not None and stopped[seat] > another[seat]:
        best, better = stopped, STOP
    played, shown = another, _after_card(turn, after)
    if isinstance(action, Give):
        gift = GIVES[turn.victim(position)]
        due = turn.best(position.after(gift), 1)
        if due[seat] > shown[seat]:  # a worse gift is a choice, which the card that came is not
            played = tuple([value + mine - other for value, mine, other in zip(another, shown, due, strict=True)])
            better = better or str(gift)
    elif stopped is None:
        return Judged("chance", seat, best, played, shown)
    return _chosen(seat, best, played, shown, better)


def _chosen(seat: Seat, best: Shares, played: Shares, after: Shares, better: str | None) -> Judged:
    return Judged("choice", seat, best, played, after, ((seat, played[seat] - best[seat]),), better)


def _after_card(turn: Turn, after: CardsPosition) -> Shares:
    if after.winner is not None or not after.flips:
        return turn.after_turn(after.pawns)
    return turn.best(after, 1)


def _cards(position: Position) -> CardsPosition:
    assert isinstance(position, CardsPosition)
    return position
