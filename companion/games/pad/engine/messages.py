"""What people should notice after an action, how a score comes about, and the numbers of the chart."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from companion.games.pad.engine.formula import Env, Formula, bounded
from companion.games.pad.engine.pad import BOUND
from companion.games.pad.engine.position import PadPosition
from companion.games.pad.engine.setting import Scores
from companion.kit.rules import Action, CurvePoint
from companion.messages import Message

PROMPTS = frozenset({"event.pad.deals", "event.pad.begins", "event.pad.turn"})
"""These only say who is next."""
_SIGNS: dict[type[ast.operator], tuple[str, int]] = {
    ast.Add: ("+", 1),
    ast.Sub: ("-", 1),
    ast.Mult: ("×", 2),
    ast.FloorDiv: ("÷", 2),
    ast.Mod: ("%", 2),
}
"""The sign of an operation and how strongly it binds."""
_NUMBER = 4


def consequences(before: PadPosition, action: Action, after: PadPosition) -> tuple[Message, ...]:
    """Of a value that ends a round: the points of each side with its new score, who is out, who deals, begins or is in
    turn next, or who has won and with which `best`. In turns only the sides that get points, and the seat in turn.
    """
    setting, pad = before.setting, before.setting.pad
    messages: list[Message] = []
    counted = before.counted(action)
    if counted is not None:
        rule = pad.rule(pad.points.rule)
        env = before.env_after(action)
        for side in before.counting_sides():
            seats = setting.sides[side]
            if before.turn is None or before.turn in seats or counted.points[side]:
                key = "event.pad.points" if len(seats) == 1 else "event.pad.points-side"
                numbers = {"points": counted.points[side], "score": counted.scores[side]}
                who = {"seat": seats[0], **({"side": tuple(seats)} if len(seats) > 1 else {})}
                messages.append(Message(key, rule, **who, **numbers, why=explain(pad.points, env, seats[0])))
        was_out = before.out
        for seat, out in enumerate(setting.out(counted.scores, counted.tallies)):
            if out and not was_out[seat]:
                messages.append(Message("event.pad.out", pad.rule(pad.out.rule) if pad.out else None, seat=seat))
    if after.outcome is not None:
        return (*messages, *_end(after))
    if counted is not None and after.turn is not None:
        messages.append(Message("event.pad.turn", "PAD-1", seat=after.turn))
    elif counted is not None and pad.deal and setting.players > 1:
        messages.append(Message("event.pad.deals", "PAD-1", seat=after.dealer))
    elif counted is not None and pad.next is not None:
        messages.append(Message("event.pad.begins", "PAD-1", seat=after.starter))
    return tuple(messages)


def _end(after: PadPosition) -> tuple[Message, ...]:
    assert after.outcome is not None
    setting, pad = after.setting, after.setting.pad
    ranks = setting.ranks(after.scores, after.tallies)
    winners = after.outcome.winners
    if not winners:
        return (Message("event.pad.lost", pad.rule(pad.won.rule if pad.won else None) or "PAD-8"),)
    side = setting.side_of[winners[0]]
    best = _deciding(ranks, side, after.scores[side])
    rule = pad.rule(next((formula.rule for formula in pad.best if formula.rule is not None), None)) or "PAD-8"
    sides = dict.fromkeys([setting.side_of[seat] for seat in winners])  # format 1 names partners one by one
    key = "event.pad.shared" if len(sides) > 1 else "event.pad.won"
    return tuple([
        Message(key, rule, seat=seats[0], best=best) if len(seats) == 1
        else Message(f"{key}-side", rule, seat=seats[0], side=tuple(seats), best=best)
        for seats in ([setting.sides[side] for side in sides] if pad.format > 1 else [(seat,) for seat in winners])
    ])  # fmt: skip


def _deciding(ranks: Sequence[Scores], side: int, score: int) -> list[int]:
    """Of what PAD-8 compares, what people should know of a winning side: the score as it stands in the list, and what
    decided behind it; without the score as much as decided.
    """
    own, others = ranks[side], [rank for place, rank in enumerate(ranks) if place != side]
    scored = next((place for place, value in enumerate(own) if abs(value) == abs(score)), None)
    depth = next(
        (depth for depth in range(1, len(own)) if all(rank[:depth] != own[:depth] for rank in others)), len(own)
    )
    return list(own[:depth]) if scored is None else [score, *own[scored + 1 : depth]]


def look(position: PadPosition) -> CurvePoint:
    """The scores by round."""
    mark = None if position.outcome is not None else (position.round, position.turn)
    return CurvePoint(mark, {"points": position.setting.by_seat(position.scores)})


def explain(formula: Formula, env: Env, seat: int) -> str:
    """The arithmetic of the points of a seat; the number alone where there is nothing to compute.

    Of a result beyond what points may be, also what counts (PAD-5): `300 × 400 = 120000 → 99999`.
    """
    value = formula(env, seat)
    text, _ = _Shown(formula, env, seat).show(formula.tree.root)
    shown, counts = text if text == str(value) else f"{text} = {value}", bounded(value, BOUND)
    return shown if counts == value else f"{shown} → {counts}"


class _Shown:
    """Writes the nodes of one formula."""

    def __init__(self, formula: Formula, env: Env, seat: int) -> None:
        self._formula = formula
        self._env = env
        self._seat = seat

    def show(self, node: ast.expr) -> tuple[str, int]:
        """The text of a node, and how strongly what it is made of binds."""
        match node:
            case ast.IfExp():
                return self.show(node.body if self._value(node.test) else node.orelse)
            case ast.Name(id=name) if (meant := self._formula.names.get(name)) is not None:
                return self.show(meant.root)
            case ast.BinOp():
                sign, strength = _SIGNS[type(node.op)]
                left, right = self._inside(node.left, strength), self._inside(node.right, strength + 1)
                return f"{left} {sign} {right}", strength
        return str(self._value(node)), _NUMBER

    def _inside(self, node: ast.expr, least: int) -> str:
        text, strength = self.show(node)
        return text if strength >= least else f"({text})"

    def _value(self, node: ast.expr) -> int:
        return self._formula.parts[id(node)](self._env, self._seat)
