"""A ply of a finished game of Seven Hills looked at again.

The end has shown all cards, so the curve shows the true table. A decision is judged by what its seat saw then: the
card that was laid and the best one are followed from that sight, with the same random numbers. In the closed game luck
is what remains: how the cards that the seat could not see changed what it could expect. In the open game it is 0.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from companion.games.seven_hills.engine.actions import FACE_DOWN, SAID, LayDown, LayUp, Reveal
from companion.games.seven_hills.engine.cards import CardsPosition
from companion.games.seven_hills.mind.compact import COUNT, NOTHING, Cards, Deal
from companion.games.seven_hills.mind.endings import Ending
from companion.games.seven_hills.mind.search import Tree
from companion.games.seven_hills.mind.thinking import deal_of, expected_line, notation, proven_share, solve
from companion.kit.rules import Action, Seat
from companion.kit.search.judge import Tape, open_choice, standard_error
from companion.kit.search.mind import Enough, IsStopped, Judged, Past, Shares, for_two, never, until

if TYPE_CHECKING:
    from random import Random

NUMBERS = 16_381
"""The random numbers that are made once, and used again and again. A prime, so that games meet others."""

CLOSER = 4
"""The two cards that are compared get the work this number of times."""

SURE = 3.0
"""A fault counts from this number of standard errors on; a smaller one is noise, and 0."""

Known = tuple[Cards | None, Cards | None]
"""The face-down cards by seat; None where the game did not show them."""


@cache
def fixed_numbers() -> list[float]:
    """Numbers that look random and are always the same: the look at a table before a ply is the one after the last.

    So nothing of the curve is the noise of two looks. A congruential generator of 64 bits; a float takes 53 of them.
    """
    state, numbers = 1, []
    for _ in range(NUMBERS):
        state = (state * 6_364_136_223_846_793_005 + 1_442_695_040_888_963_407) % 2**64
        numbers.append((state >> 11) / 2**53)
    return numbers


def judge(
    past: Past[CardsPosition],
    ply: int,
    chance: Random,
    work: int,
    stopped: IsStopped = never,
    known: Shares | None = None,
) -> Judged:
    """What a ply was worth: a card laid is a choice, a card turned up is only shown."""
    before, after, action = past.positions[ply], past.positions[ply + 1], past.actions[ply]
    if before.variant.open and action is not None:
        return _judge_open(before, after, action, chance, work, stopped)
    lying, then = face_down(past, ply), face_down(past, ply + 1)
    now_shares = _true(before, lying, until(work, stopped))
    if isinstance(action, Reveal) and None not in lying:  # the table is the same
        return Judged("told", before.to_act[0], now_shares, now_shares, now_shares)
    then_shares = _true(after, then, until(work, stopped))
    if not isinstance(action, LayDown | LayUp):
        kind, seat = ("set", None) if action is None else ("told", before.to_act[0])
        return Judged(kind, seat, now_shares, now_shares, then_shares)
    seat = before.to_act[0]
    cards, laid = lying[seat], _code(action, seat, then)
    if cards is None or laid is None:
        return Judged("choice", seat, now_shares, now_shares, then_shares, ((seat, 0.0),), hidden=True)
    played, best, error, code, line = _compare(before, deal_of(before, seat, cards), seat, laid, chance, work, stopped)
    cost = played - best
    sure = cost < -SURE * error
    best_shares = now_shares if sure else _changed(now_shares, seat, cost)  # what is not sure is neither fault nor luck
    played_shares = _changed(now_shares, seat, cost)
    judged = Judged("choice", seat, best_shares, played_shares, then_shares, ((seat, 0.0),), error=error, hidden=True)
    return judged._replace(faults=((seat, cost),), better=_named(code), line=line) if sure else judged


def _changed(shares: Shares, seat: Seat, change: float) -> Shares:
    first, second = shares
    return (first - change, second + change) if seat else (first + change, second - change)


def face_down(past: Past[CardsPosition], ply: int) -> Known:
    """The cards that lie face down in a position, as they were turned up later."""
    position = past.positions[ply]
    turned: dict[tuple[Seat, int, int], int] = {}
    for at in range(ply, len(past.actions)):
        action, there = past.actions[at], past.positions[at]
        if action is None:  # the table was set: what lies there later are other cards
            break
        if isinstance(action, Reveal):
            assert there.pending is not None
            turned.setdefault((there.pending.seat, there.pending.hill - 1, there.pending.index), action.card)
    return _cards(position, 0, turned), _cards(position, 1, turned)


def laid(past: Past[CardsPosition], ply: int) -> str | None:
    """The card that was laid at a ply, also face down; None if the game did not show which one it was."""
    action, seat = past.actions[ply], past.positions[ply].to_act[0]
    assert isinstance(action, LayDown | LayUp)
    code = _code(action, seat, face_down(past, ply + 1))
    return None if code is None else _named(code)


def _cards(position: CardsPosition, seat: Seat, turned: dict[tuple[Seat, int, int], int]) -> Cards | None:
    rows = []
    for hill in range(COUNT):
        row = position.hills[hill].cards[seat]
        places = [(seat, hill, at) for at, card in enumerate(row) if card == FACE_DOWN]
        if any(place not in turned for place in places):
            return None
        rows.append(tuple([turned[place] for place in places]))
    return tuple(rows)


def _code(action: Action, seat: Seat, then: Known) -> int | None:
    """The edge of a card that was laid; None if the game did not show which card it was."""
    if isinstance(action, LayUp):
        return action.hill - 1 << 4 | action.card
    assert isinstance(action, LayDown)
    cards = then[seat]
    return None if cards is None else action.hill - 1 << 4 | cards[action.hill - 1][-1]


def _true(position: CardsPosition, known: Known, enough: Enough) -> Shares:
    """The shares on the true table."""
    if position.outcome is not None:
        winners = position.outcome.winners
        return for_two(0, 0.5 if len(winners) > 1 else 1.0 - winners[0])
    tree = Tree(Deal(position, known), None, Tape(fixed_numbers()))
    tree.simulate(enough)
    return tree.mean_shares()


class Compared(NamedTuple):
    """The seat's shares with the card that it laid and with the best one, the standard error of their difference, the
    edge of the best one, and what is expected from it on.
    """

    played: float
    best: float
    error: float
    code: int
    line: tuple[str, ...] = ()


def _compare(
    before: CardsPosition, deal: Deal, seat: Seat, laid: int, chance: Random, work: int, stopped: IsStopped
) -> Compared:
    """Other numbers compare the two cards than have chosen the best one, else it would seem better than it is."""

    def search(work: int, numbers: list[float], first: int | None = None) -> Tree:
        tree = Tree(deal, seat, Tape(numbers), first)
        tree.simulate(until(work, stopped))
        return tree

    def numbers() -> list[float]:
        return [chance.random() for _ in range(NUMBERS)]

    code, same = search(work, numbers()).ranked()[0].move, numbers()
    played = search(CLOSER * work, same, laid).mean_shares()[seat]  # one at a time: a tree takes tens of megabytes
    if code == laid:
        return Compared(played, played, 0.0, laid)
    tree = search(CLOSER * work, same, code)
    best = tree.mean_shares()[seat]
    if played >= best:
        return Compared(played, played, 0.0, laid)
    line = expected_line(before, seat, [code, *tree.line()])
    return Compared(played, best, standard_error(played, best, CLOSER * work), code, line)


def _judge_open(
    before: CardsPosition, after: CardsPosition, action: Action, chance: Random, work: int, stopped: IsStopped = never
) -> Judged:
    """A card laid in the open game: both seats see all, so nothing is luck."""
    seat, laid = before.to_act[0], _code(action, before.to_act[0], (NOTHING, NOTHING))
    assert laid is not None
    deal = deal_of(before, seat, NOTHING)
    solved, error, wins = solve(deal), 0.0, list[str]()
    if solved is None:
        played, best, error, code, line = _compare(before, deal, seat, laid, chance, work, stopped)
        if played - best >= -SURE * error:
            best = played
    else:
        best = proven_share(solved)
        code = solved[0].hill << 4 | solved[0].card if solved else laid
        line = (notation(before, code >> 4, code & 15),)
        if after.outcome is not None:
            played = _true(after, (NOTHING, NOTHING), until(work, stopped))[seat]
        else:
            played = 1.0 - proven_share(solve(deal_of(after, 1 - seat, NOTHING)) or [])
        if best == 1.0 and played < best:  # whichever of them people try, it solves the puzzle
            wins = [_named(hill << 4 | card) for hill, card in Ending(deal.base).winning(deal.base)]
    found = for_two(seat, best), for_two(seat, played)
    return open_choice(seat, *found, _named(code), error=error, proven=solved is not None, wins=wins, line=line)


def _named(code: int) -> str:
    """A card laid at a hill, also where it lies face down: after the game it is known."""
    return f"place {(code >> 4) + 1} {SAID[code & 15]}"
