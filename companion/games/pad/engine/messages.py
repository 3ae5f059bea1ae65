"""What people should notice after an action, and the numbers of the chart."""

from __future__ import annotations

from companion.games.pad.engine.explain import explain
from companion.games.pad.engine.position import PadPosition
from companion.kit.rules import Action, CurvePoint
from companion.messages import Message

PROMPTS = frozenset({"event.pad.deals", "event.pad.turn"})
"""These only say who is next."""


def consequences(before: PadPosition, action: Action, after: PadPosition) -> tuple[Message, ...]:
    """Of a value that ends a round: the points of each side with its new score, who is out, who deals or is in turn
    next, or who has won and with which `best`.
    """
    setting, pad = before.setting, before.setting.pad
    found: list[Message] = []
    counted = before.counted(action)
    if counted is not None:
        rule = pad.rule(pad.points.rule)
        env = before.env_after(action)
        for side, seats in enumerate(setting.sides):
            if before.turn is None or before.turn in seats:
                key = "event.pad.points" if len(seats) == 1 else "event.pad.points-side"
                numbers = {"points": counted.points[side], "score": counted.scores[side]}
                found.append(Message(key, rule, seat=seats[0], **numbers, why=explain(pad.points, env, seats[0])))
        was_out = setting.out(before.scores, before.tallies)
        for seat, out in enumerate(setting.out(counted.scores, counted.tallies)):
            if out and not was_out[seat]:
                found.append(Message("event.pad.out", pad.rule(pad.out.rule) if pad.out else None, seat=seat))
    if after.outcome is not None:
        return (*found, *_end(after))
    if counted is not None and after.turn is not None:
        found.append(Message("event.pad.turn", "PAD-1", seat=after.turn))
    elif counted is not None and pad.deal:
        found.append(Message("event.pad.deals", "PAD-1", seat=setting.dealer(after.round)))
    return tuple(found)


def _end(after: PadPosition) -> tuple[Message, ...]:
    """Who has won."""
    assert after.outcome is not None
    setting, pad = after.setting, after.setting.pad
    ranks = setting.ranks(after.scores, after.tallies)
    winners = after.outcome.winners
    best = ranks[setting.side_of[winners[0]]]
    rule = pad.rule(next((formula.rule for formula in pad.best if formula.rule is not None), None)) or "PAD-8"
    shared = len({setting.side_of[seat] for seat in winners}) > 1
    key = "event.pad.shared" if shared else "event.pad.won"
    return tuple([Message(key, rule, seat=seat, best=list(best)) for seat in winners])


def put_back(now: PadPosition, then: PadPosition) -> tuple[Message, ...]:
    """Nothing lies on the table that a pad knows of."""
    return ()


def look(position: PadPosition) -> CurvePoint:
    """The scores by round."""
    mark = None if position.outcome is not None else (position.round, position.turn)
    return CurvePoint(mark, {"points": position.setting.by_seat(position.scores)})
