"""Thoughts at a level: those that give something away choose softly among actions that are worse than the best.

A thought that gives away up to x takes an action whose share is at most x below the best one, the likelier the nearer.
A proven win that was seen is never given away (MND-6). The child overlooks each way in every second thought, and so
sometimes a win: it is short-sighted, and throws nothing away that it has seen.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from companion.kit.levels import CHILD, DEEP, percent_of
from companion.kit.search.judge import Tape
from companion.kit.search.mind import BEST, WEAK, Enough, Mind, Sight, Thought
from companion.kit.search.numbers import pick_weighted, total
from companion.kit.search.stages import Stages

if TYPE_CHECKING:
    from random import Random

WORK_MOST = 10_000_000
"""More work than anybody waits for: a deep thought is stopped before."""

MOST_WAYS = 64
"""Of more ways some are seen or overlooked together."""

HEIGHT_LEVEL, CHILD_LEVEL = 3, 1
"""The levels whose work a thought of somebody's height and of the child has."""


def gives_away(mind: Mind, level: str) -> float | None:
    """The part of a win that a choice at this level may give away; None where it is the best that was thought of."""
    percent = percent_of(level)
    if percent is not None:
        return percent / 100
    return mind.child if level == CHILD else None


def work_at(mind: Mind, level: str) -> int:
    """The work of a thought at a level."""
    if level == DEEP:
        return WORK_MOST
    number = HEIGHT_LEVEL if percent_of(level) is not None else CHILD_LEVEL if level == CHILD else int(level)
    return mind.works[number - 1]


def think_at(mind: Mind, sight: Sight, level: str, chance: Random, enough: Enough) -> Thought:
    """The thought for a seat that is to act, at a level."""
    most = gives_away(mind, level)
    if most is None:
        return mind.think(sight, min(int(level), BEST), chance, enough)
    overlooked = chance.getrandbits(MOST_WAYS) if level == CHILD else 0
    soften = partial(softened, most=most, dice=chance.random(), overlooked=overlooked)
    if isinstance(enough, Stages):
        enough.finish = soften
    return soften(mind.think(sight, WEAK, chance, enough))


def softened(thought: Thought, most: float, dice: float, overlooked: int = 0) -> Thought:
    """The thought with a choice among all that give away at most this much; `dice`, from 0 to 1, chooses.

    The bits of `overlooked` are ways that are not seen: nothing is known of them, so what they win is not given away.
    """
    ways = [way for place, way in enumerate(thought.every) if not overlooked >> place % MOST_WAYS & 1] or thought.every
    sees_best = not thought.every or ways[0] is thought.every[0]
    if (thought.exact and sees_best) or len(thought.every) < 2:
        return thought
    best = max([way.win[thought.seat] for way in ways])
    weights = [max(0.0, most - (best - way.win[thought.seat])) for way in ways]
    weights[0] = max(weights[0], 1e-9)
    chosen = ways[pick_weighted(Tape((dice,)), weights)]
    mix = None
    if thought.mix is not None:
        whole = total(weights)
        mix = {str(way.card): weight / whole for way, weight in zip(ways, weights, strict=True)}
    line = thought.line if chosen.action == thought.action else () if chosen.action is None else (chosen.action,)
    thought = thought._replace(exact=thought.exact and sees_best, choices=thought.choices if sees_best else ())
    return thought._replace(action=chosen.action, card=chosen.card, win=chosen.win, mix=mix, line=line)
