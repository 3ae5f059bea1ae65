"""What a seat of the device does, and how likely each side is to win."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from companion.games.hannibal.engine.cards import CardsPosition
from companion.games.hannibal.mind.battle import WIN
from companion.games.hannibal.mind.look import MARGIN, Ranked, Round, cards, estimate, fighters, shares, turns
from companion.kit.rules import Position
from companion.kit.search.judge import Tape
from companion.kit.search.mind import MOST_CHOICES, WEAK, Choice, Enough, Shares, Sight, Thought, Way
from companion.kit.search.numbers import Draws, pick, pick_weighted, total

if TYPE_CHECKING:
    from random import Random

SOFT = (0.0, 0.06, 0.02, 0.004, 0.004)
"""By level: actions whose value is within this of the best are as good. No rule ends a game in which moves are
repeated, so the choice between equal ones is left to chance."""
FOLLOWS = 3
"""From this level on an answer to a threat against the capital costs no depth."""


def think(sight: Sight, level: int, chance: Random, enough: Enough) -> Thought:
    """The thought for a seat that is to act. In a round, the card is drawn from an optimal mix."""
    position, drawn = _cards_position(sight.position), [chance.random()]
    follows = level >= FOLLOWS
    margin = 2 * WIN if level == WEAK else SOFT[level] if follows else MARGIN

    def say(ranked: Ranked) -> Thought:
        good = _as_good(ranked, SOFT[level])
        thought = _thought(position, ranked, pick(Tape(drawn), good), good)
        return thought._replace(every=_every(position, ranked)) if level == WEAK else thought

    def say_card(found: Round) -> Thought:
        thought = _round_thought(sight, found, Tape(drawn))
        return thought._replace(every=_every_card(sight, found)) if level == WEAK else thought

    if position.battle is None:
        return say(turns(position, enough, say=say, margin=margin, answers_free=follows))
    if position.must_choose_fighter:
        return say(fighters(position, enough, say, answers_free=follows))
    return say_card(cards(position, enough, say_card, answers_free=follows))


def quick(sight: Sight) -> Thought:
    """The best action after one turn; in a round the likeliest card of an optimal mix."""
    position = _cards_position(sight.position)
    if position.battle is None:
        ranked = turns(position, _at_once, deepest=1)
    elif position.must_choose_fighter:
        ranked = fighters(position, _at_once)
    else:
        return _round_thought(sight, cards(position, _at_once), None)
    return _thought(position, ranked, ranked.order[0], ranked.order[:1])


def odds(position: Position, chance: Random, enough: Enough) -> dict[str, object]:
    """The shares of both seats; without work, an estimate."""
    position = _cards_position(position)
    done = enough(0)
    if position.battle is None:
        ranked = estimate(position) if done else turns(position, enough)
    elif position.must_choose_fighter:
        ranked = fighters(position, enough)
    else:
        found = cards(position, enough)
        return _odds(shares(found.attacker, found.solved.value), found.sure, 0 if done else found.work)
    return _odds(shares(ranked.seat, ranked.best), abs(ranked.best) == WIN, 0 if done else ranked.work)


def _odds(win: Shares, exact: bool, work: int) -> dict[str, object]:
    return {"win": list(win), "exact": exact, "work": work}


def _cards_position(position: Position) -> CardsPosition:
    assert isinstance(position, CardsPosition)
    return position


def _at_once(work: int) -> bool:
    return True


def _as_good(ranked: Ranked, soft: float) -> Sequence[int]:
    """The actions that are almost as good as the best; only the first where the game is won or lost."""
    if abs(ranked.best) == WIN:
        return ranked.order[:1]
    return [at for at in ranked.order if ranked.values[at] >= ranked.best - soft]


def _thought(position: CardsPosition, ranked: Ranked, chosen: int, good: Sequence[int]) -> Thought:
    """The thought of an action. The `good` ones count as worth the same; the chosen one stands first."""
    legal, win = position.legal(), shares(ranked.seat, ranked.best)
    choices = [
        Choice(str(legal[at]), win[ranked.seat] if at in good else (1.0 + ranked.values[at]) / 2.0)
        for at in (chosen, *[at for at in ranked.order if at != chosen])
    ]
    alone = len(legal) == 1
    return Thought(
        ranked.seat,
        str(legal[chosen]),
        win,
        exact=alone or abs(ranked.best) == WIN,
        choices=() if alone else tuple(choices[:MOST_CHOICES]),
        line=ranked.line(chosen) or (str(legal[chosen]),),
        work=ranked.work,
        depth=ranked.depth,
    )


def _every(position: CardsPosition, ranked: Ranked) -> tuple[Way, ...]:
    legal = position.legal()
    return tuple([Way(str(legal[at]), shares(ranked.seat, ranked.values[at])) for at in ranked.order])


def _every_card(sight: Sight, found: Round) -> tuple[Way, ...]:
    """The cards of a seat in a round, each against the optimal mix of the other, the best first."""
    position, seat, solved = _cards_position(sight.position), sight.seat, found.solved
    if sight.secrets:  # a card that is chosen already stays
        return ()
    if seat == found.attacker:
        values = [total([part * each for part, each in zip(solved.column, row, strict=True)]) for row in found.rows]
    else:
        columns = zip(*found.rows, strict=True)
        values = [total([part * each for part, each in zip(solved.row, column, strict=True)]) for column in columns]
    ways = [
        Way(None, shares(found.attacker, value), card) for card, value in zip(position.hands[seat], values, strict=True)
    ]
    return tuple(sorted(ways, key=lambda way: -way.win[seat]))


def _round_thought(sight: Sight, found: Round, chance: Draws | None) -> Thought:
    """The thought of a round. A card that is chosen already stays; without chance it is the likeliest one."""
    position, seat = _cards_position(sight.position), sight.seat
    hand, solved = position.hands[seat], found.solved
    mix = solved.row if seat == found.attacker else solved.column
    drawn = pick_weighted(chance, mix) if chance is not None else mix.index(max(mix))
    return Thought(
        seat,
        None,
        shares(found.attacker, solved.value),
        card=sight.secrets or hand[drawn],
        mix={str(card): part for card, part in zip(hand, mix, strict=True)},
        exact=found.sure or len(hand) == 1,
        work=found.work,
        depth=found.depth,
    )
