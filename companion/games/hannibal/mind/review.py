"""The review of a ply: what it cost the side that chose, and what the hidden card of the other changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.hannibal.engine.actions import Clash
from companion.games.hannibal.engine.cards import CardsPosition
from companion.games.hannibal.mind.battle import WIN
from companion.games.hannibal.mind.look import cards, fighters, shares, turns
from companion.kit.search.mind import Enough, IsStopped, Judged, Past, Shares, never, until
from companion.kit.search.numbers import total

if TYPE_CHECKING:
    from random import Random


def judge(
    past: Past, ply: int, chance: Random, work: int, stopped: IsStopped = never, known: Shares | None = None
) -> Judged:
    """The ply after `past.positions[ply]`. In a round each side is held against the mix of the other."""
    position, action = past.positions[ply], past.actions[ply]
    assert isinstance(position, CardsPosition)
    enough = until(work, stopped)
    if isinstance(action, Clash):
        return _judge_round(position, action, enough)
    legal = position.legal()
    assert action is not None
    at, seat = legal.index(action), position.turn
    if position.battle is None:
        proven = None if known is None else 2.0 * known[seat] - 1.0
        ranked = turns(position, enough, whole=at, margin=0.0, proven=proven, answers_free=True)
    else:
        ranked = fighters(position, enough, answers_free=True)
    seat, best, value = ranked.seat, ranked.best, ranked.values[at]
    played, order = shares(seat, value), ranked.order
    return Judged(
        "choice" if len(legal) > 1 else "forced",
        seat,
        shares(seat, best),
        played,
        played,
        ((seat, min(0.0, (value - best) / 2.0)),),
        str(legal[order[0]]) if value < best else None,
        proven=abs(best) == WIN,
        line=(ranked.line(order[0]) or (str(legal[order[0]]),)) if value < best else (),
        wins=tuple([str(legal[at]) for at in order if value < ranked.values[at] == WIN]),
    )


def _judge_round(position: CardsPosition, clash: Clash, enough: Enough) -> Judged:
    found = cards(position, enough, answers_free=True)
    attacker, rows, (value, row, column) = found.attacker, found.rows, found.solved
    hands = position.hands
    attack, defence = [hands[seat].index(clash.cards[seat]) for seat in (attacker, 1 - attacker)]
    fault = [0.0, 0.0]
    if not row[attack]:
        fault[attacker] = min(0.0, (total([a * b for a, b in zip(rows[attack], column, strict=True)]) - value) / 2.0)
    if not column[defence]:
        replies = [entries[defence] for entries in rows]
        fault[1 - attacker] = min(0.0, (value - total([a * b for a, b in zip(replies, row, strict=True)])) / 2.0)
    better = None
    if (fault[0] < 0) != (fault[1] < 0):  # with the likeliest card of its mix
        seat = fault.index(min(fault))
        mix = row if seat == attacker else column
        shown = list(clash.cards)
        shown[seat] = hands[seat][mix.index(max(mix))]
        better = "clash {} {}".format(*shown)
    best = shares(attacker, value)
    first = best[0] + fault[0] - fault[1]
    return Judged(
        "choice" if len(hands[0]) > 1 else "forced",
        None,
        best,
        (first, 1.0 - first),
        shares(attacker, rows[attack][defence]),
        ((0, fault[0]), (1, fault[1])),
        better,
        proven=found.sure,
        line=(better,) if better is not None else (),
    )
