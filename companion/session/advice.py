"""Advice in words: what the device would do, one reason for it, and what is as good as far as it can tell.

A review says in the same words why something else would have been better.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import sqrt
from typing import Any

from companion.kit.rules import Refusal, Seat
from companion.kit.text import GameText, Situation
from companion.messages import Message

SURE = 2.0
"""A difference of fewer standard errors cannot be measured."""
ESTIMATE = 0.01
"""The same for a search that is not by chance: its estimates are no better than this."""
ROUNDING = 0.005
"""And for shares that the glass shows as equal per cents."""
ALTERNATIVES = 2
"""How many other actions are named."""
AHEAD = 3
"""How many actions are named that are expected after the first one."""

Advice = Mapping[str, Any]
"""A thought as the protocol has it."""


def is_proven(answer: Mapping[str, Any]) -> bool:
    """Whether the shares of an advice, or of odds, are proven. Of the only action that is possible no more is certain
    than that: its shares are estimated.
    """
    return bool(answer["exact"]) and answer.get("choices") != []


def noise(advice: Advice, one: float, other: float) -> float:
    """The largest difference of the shares of two actions that cannot be measured; 0 for what is proven."""
    if is_proven(advice):
        return 0.0
    if advice["depth"] is not None:
        return ESTIMATE
    games = max(advice["work"] // 2, 1)  # the best action and another one share the simulations
    sampled = advice["work"] > 1
    error = sqrt((one * (1.0 - one) + other * (1.0 - other)) / games) if sampled else 0.0
    return max(SURE * error, ROUNDING)


def split_by_noise(advice: Advice) -> tuple[list[str], list[tuple[str, float]]]:
    """The best action and those that are equally good within the noise, then others with their shares."""
    best, seat = advice["action"], advice["seat"]
    share = advice["win"][seat]
    found = [(one["action"], one["win"]) for one in advice["choices"] if one["action"] != best][:ALTERNATIVES]
    equal = [action for action, win in found if abs(share - win) <= noise(advice, share, win)]
    return [best, *equal], [(action, win) for action, win in found if action not in equal]


def reason(text: GameText[Any], at: Situation[Any], advice: Advice) -> str:
    """Why, in one sentence: a forced end first, then what the action brings, at last by how much it is ahead."""
    words, share = at.words, advice["win"][advice["seat"]]
    if is_proven(advice) and share in (0.0, 1.0):
        return words("advice.wins" if share else "advice.lost")
    brought = what_it_brings(text, at, advice)
    if brought:
        return brought
    equal, others = split_by_noise(advice)
    if others:
        other, less = others[0]
        return words("advice.ahead", what=text.advised(at, other), share=max(round(100 * (share - less)), 1))
    return words("advice.quiet" if len(equal) > 1 else "advice.only" if len(at.position.legal()) == 1 else "advice.far")


def what_it_brings(text: GameText[Any], at: Situation[Any], advice: Advice) -> str:
    """What the action of an advice brings, in one sentence; empty where nothing can be said. Of the advice only `seat`,
    `action` and `line` are asked for.

    What the game itself knows comes first, then the first event on the expected line that people must notice and that
    the seat gains by, then what the action does at once, then what another loses. What is bad for the seat is none.
    """
    words, own = at.words, text.advice_reason(at, advice)
    if own:
        return own
    line, seat = list(_line(at, advice["line"])), advice["seat"]
    events = [
        (message.key in text.setbacks, place, told_ahead(at, message))
        for place, (now, action) in enumerate(line)
        for message in _good_for(seat, text, now, action)
        if message.key in text.banners
    ]
    at_once = [(0, _at_once(seat, text, *line[0]))] if line else []
    gained, lost = [[(place, what) for is_lost, place, what in events if is_lost is which] for which in (False, True)]
    place, what = next((each for each in (*gained, *at_once, *lost) if each[1]), (0, ""))
    return words("advice.leads" if place else "advice.at-once", what=what) if what else ""


def _good_for(seat: Seat, text: GameText[Any], at: Situation[Any], action: Any) -> list[Message]:
    """What an action leads to by which a seat gains; what another loses only where the seat loses nothing by it."""
    messages, turn = at.consequences(action), at.turn
    loses = any(one.key in text.setbacks and not text.is_good_for(seat, one, turn) for one in messages)
    good = [one for one in messages if one.key not in text.no_gains and text.is_good_for(seat, one, turn)]
    return [one for one in good if not (loses and one.key in text.setbacks)]


def _at_once(seat: Seat, text: GameText[Any], at: Situation[Any], action: Any) -> str:
    """What an action does, in a sentence where there is one: the few words that a title has room for say less.

    Empty where the seat gains nothing by it. Where several act at once the few words may be about another.
    """
    told = [one for one in at.consequences(action) if one.key.replace("event.", "effect.", 1) in at.words]
    if not told:
        return text.effect(at, action) if at.turn == seat else ""
    good = [one for one in told if one in _good_for(seat, text, at, action)]
    return told_ahead(at, good[0]) if good else ""


def told_ahead(at: Situation[Any], message: Message) -> str:
    """What a message says, of an action that nobody has played: not what hands must do then, but what happens."""
    key = message.key.replace("event.", "ahead.", 1)
    return at.words.message(Message(key, **message.params) if key in at.words else message, at.names)


def expected(text: GameText[Any], at: Situation[Any], advice: Advice) -> list[str]:
    """The actions that are expected after the first one, each with its player."""
    found = []
    for now, action in list(_line(at, advice["line"]))[1 : 1 + AHEAD]:
        turn = now.turn
        name = text.advised(now, str(action))
        found.append(at.words("advice.by", name=at.names[turn], what=name) if turn is not None else name)
    return found


def _line(at: Situation[Any], line: Sequence[str]) -> Iterator[tuple[Situation[Any], Any]]:
    """The actions of a line, each with the situation before it, as far as they are allowed."""
    position = at.position
    for said in line:
        try:
            action = at.game.read(said)
        except Refusal:
            return
        if position.outcome is not None or action not in position.legal():
            return
        yield at._replace(position=position), action
        position = position.after(action)
