"""Thoughts at a level: those that give something away choose softly among actions that are worse than the best.

A thought that gives away up to x takes an action whose share is at most x below the best one, the likelier the nearer.
A proven win that was seen is never given away (MND-6). The child, and a height for those who play almost at random,
make a part of their choices without a look: evenly among all that a mind allows at all. So they miss a win at times, as
one who is short-sighted does, but throw none away that they have seen.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from companion.kit.levels import CHILD, DEEP, percent_of, percent_without_look
from companion.kit.search.judge import Tape
from companion.kit.search.mind import BEST, WEAK, Enough, Mind, Sight, Thought
from companion.kit.search.numbers import pick_weighted, total
from companion.kit.search.stages import Stages

if TYPE_CHECKING:
    from random import Random

WORK_MOST = 10_000_000
"""More work than anybody waits for: a deep thought is stopped before."""

HEIGHT_LEVEL, CHILD_LEVEL = 3, 1
"""The levels whose work a thought of somebody's height and of the child has."""

CHILD_GIVES = 0.3
"""The part of a win that the child gives away at most where it looks."""


def gives_away(level: str) -> float | None:
    """The part of a win that a choice at this level may give away; None where it is the best that was thought of."""
    percent = percent_of(level)
    if percent is not None:
        return percent / 100
    return CHILD_GIVES if level == CHILD else None


def work_at(mind: Mind, level: str) -> int:
    """The work of a thought at a level."""
    if level == DEEP:
        return WORK_MOST
    number = HEIGHT_LEVEL if percent_of(level) is not None else CHILD_LEVEL if level == CHILD else int(level)
    return mind.works[number - 1]


def think_at(mind: Mind, sight: Sight, level: str, chance: Random, enough: Enough) -> Thought:
    """The thought for a seat that is to act, at a level."""
    most = gives_away(level)
    if most is None:
        return mind.think(sight, min(int(level), BEST), chance, enough)
    blind = percent_without_look(level) / 100
    looks = not blind or chance.random() >= blind
    dice = chance.random()
    finish = partial(softened, most=most, dice=dice) if looks else partial(careless, dice=dice)
    if isinstance(enough, Stages):
        enough.finish = finish
    return finish(mind.think(sight, WEAK, chance, enough))


def softened(thought: Thought, most: float, dice: float) -> Thought:
    """The thought with a choice among all that give away at most this much; `dice`, from 0 to 1, chooses."""
    ways = thought.every
    if thought.exact or len(ways) < 2:
        return thought
    best = max([way.win[thought.seat] for way in ways])
    weights = [max(0.0, most - (best - way.win[thought.seat])) for way in ways]
    weights[0] = max(weights[0], 1e-9)
    return _drawn(thought, weights, dice)


def careless(thought: Thought, dice: float) -> Thought:
    """The thought with any of its ways, each as likely: nothing is known of them."""
    if len(thought.every) < 2:
        return thought
    return _drawn(thought._replace(exact=False, choices=()), [1.0] * len(thought.every), dice)


def _drawn(thought: Thought, weights: Sequence[float], dice: float) -> Thought:
    """The thought with one of its ways, as likely as its weight is of all weights."""
    ways, whole = thought.every, total(weights)
    chosen = ways[pick_weighted(Tape((dice,)), weights)]
    mix = None
    if thought.mix is not None:
        mix = {str(way.card): weight / whole for way, weight in zip(ways, weights, strict=True)}
    line = thought.line if chosen.action == thought.action else () if chosen.action is None else (chosen.action,)
    return thought._replace(action=chosen.action, card=chosen.card, win=chosen.win, mix=mix, line=line)
