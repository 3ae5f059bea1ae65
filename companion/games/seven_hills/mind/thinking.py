"""What a seat of Seven Hills would do: solved at the end of a game, else searched; and the quick rule."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from companion.games.seven_hills.engine.actions import SAID
from companion.games.seven_hills.engine.cards import CardsPosition
from companion.games.seven_hills.mind.compact import CLOSED, NOTHING, OPEN, Cards, Deal
from companion.games.seven_hills.mind.endings import CARDS_MOST, Ending, Move, forced_win, result_share
from companion.games.seven_hills.mind.greedy import Glance
from companion.games.seven_hills.mind.search import Tree
from companion.games.seven_hills.mind.secrets import own
from companion.kit.rules import Position, Seat
from companion.kit.search.alpha_beta import Stopped
from companion.kit.search.mind import FORCED_WORK, MOST_CHOICES, WEAK, Choice, Enough, Sight, Thought, Way, for_two
from companion.kit.search.stages import sketching

if TYPE_CHECKING:
    from random import Random

LOOKS_FROM = 3
"""The lowest level whose search looks at the leads before it tries a card."""

LINE_MOST = 4


def think(sight: Sight, level: int, chance: Random, enough: Enough) -> Thought:
    """The thought for a seat that is to act: its card and hill, or the card that it has laid where a hill is turned up.

    Levels differ in the work, and in whether the search looks first (LOOKS_FROM). Of a hill that stays face down
    `action` has only the number, `card` the card.
    """
    position, seat, cards = parts(sight)
    if position.pending is not None:
        return quick(sight)
    deal = deal_of(position, seat, cards)
    lost, win = False, None
    if position.variant.open:
        solved = solve(deal)
        lost = solved == []
        if solved:
            return _proven(position, seat, solved)
    else:
        try:
            win = forced_win(deal, enough)
        except Stopped:
            return quick(sight)
    tree = Tree(deal, seat, chance, looks=level >= LOOKS_FROM)

    def now(done: int) -> Thought:
        if win is not None:  # it has searched as long as for any other: the time tells nobody what it holds (MND-3)
            return _proven(position, seat, [win])._replace(work=done)
        thought = _searched(position, seat, tree, done)
        if level == WEAK:
            thought = thought._replace(every=_every(position, tree))
        if lost:
            choices = tuple([choice._replace(win=0.0) for choice in thought.choices])
            thought = thought._replace(win=for_two(seat, 0.0), exact=True, choices=choices)
        return thought

    enough = sketching(enough, now)
    return now(tree.simulate(lambda done: enough(done) or (lost and done >= FORCED_WORK)))


def advisable(position: Position) -> bool:
    """Advice needs the asker's cards, which only the open game shows."""
    assert isinstance(position, CardsPosition)
    return position.variant.open


def quick(sight: Sight) -> Thought:
    """The thought by the quick rule; where a hill is turned up, the card that lies there."""
    position, seat, cards = parts(sight)
    glance = Glance(position, seat, cards)
    win = for_two(seat, glance.share)
    if position.pending is not None:
        action = f"reveal {SAID[cards[position.pending.hill - 1][0]]}"
        return Thought(seat, action, win, exact=True, line=(action,))
    hill, card = glance.best()
    action = notation(position, hill, card)
    return Thought(seat, action, win, _laid(position, hill, card), line=(action,))


def parts(sight: Sight) -> tuple[CardsPosition, Seat, Cards]:
    """The position, the seat and its face-down cards."""
    cards = own(sight)
    assert isinstance(sight.position, CardsPosition)
    assert cards is not None, "the face-down cards of the seat are unknown"
    return sight.position, sight.seat, cards


def deal_of(position: CardsPosition, seat: Seat, cards: Cards) -> Deal:
    """The tables that a seat may have before it; in the open game there is only one."""
    other = NOTHING if position.variant.open else None
    return Deal(position, (cards, other) if seat == 0 else (other, cards))


def solve(deal: Deal) -> list[Move] | None:
    """The moves of the open game as far as they are solved, the best first; [] if all are lost; None before the end."""
    world = deal.base
    if max(hand.bit_count() for hand in world.hands) > CARDS_MOST:
        return None
    return Ending(world).moves(world)


def proven_share(moves: list[Move]) -> float:
    """The share of the seat in turn, by the moves that `solve` found."""
    return result_share(moves[0].value) if moves else 0.0


def notation(position: CardsPosition, hill: int, card: int) -> str:
    """The action that lays a card at a hill; hills count from 0 here."""
    return f"place {hill + 1} {SAID[card]}" if position.hills[hill].open else f"place {hill + 1}"


def _laid(position: CardsPosition, hill: int, card: int) -> int | str | None:
    return None if position.hills[hill].open else SAID[card]


def _proven(position: CardsPosition, seat: Seat, moves: list[Move]) -> Thought:
    best = moves[0]
    choices = [
        Choice(notation(position, move.hill, move.card), result_share(move.value)) for move in moves[:MOST_CHOICES]
    ]
    return Thought(
        seat,
        choices[0].action,
        for_two(seat, choices[0].win),
        _laid(position, best.hill, best.card),
        exact=True,
        choices=tuple(choices),
        line=(choices[0].action,),
    )


def _searched(position: CardsPosition, seat: Seat, tree: Tree, work: int) -> Thought:
    order = tree.tried()
    code = order[0].move
    choices: list[Choice] = []
    win = 1.0
    for tried in order:  # what was tried less often is not better, whatever chance says
        action = notation(position, tried.move >> 4, tried.move & 15)
        if action not in [choice.action for choice in choices] and len(choices) < MOST_CHOICES:
            win = min(win, tree.likely_shares(tried)[seat])
            choices.append(Choice(action, win))
    return Thought(
        seat,
        choices[0].action,
        for_two(seat, choices[0].win),
        _laid(position, code >> 4, code & 15),
        choices=tuple(choices),
        line=expected_line(position, seat, tree.line()),
        work=work,
    )


def _every(position: CardsPosition, tree: Tree) -> tuple[Way, ...]:
    codes = [(edge, edge.move >> 4, edge.move & 15) for edge in tree.tried()]
    return tuple([
        Way(notation(position, hill, card), tree.likely_shares(edge), _laid(position, hill, card))
        for edge, hill, card in codes
    ])  # fmt: skip


def expected_line(position: CardsPosition, turn: Seat, codes: Sequence[int]) -> tuple[str, ...]:
    """What a search expects, of the edges of its tree, up to a turning up: its cards are not known."""
    down = [OPEN if hill.open else 1 + bool(hill.cards[1]) if any(hill.cards) else CLOSED for hill in position.hills]
    line: list[str] = []
    for code in codes[:LINE_MOST]:
        hill, card = code >> 4, code & 15
        line.append(f"place {hill + 1} {SAID[card]}" if down[hill] == OPEN else f"place {hill + 1}")
        if down[hill] == 2 - turn:
            break
        if down[hill] == CLOSED:
            down[hill] = turn + 1
        turn = 1 - turn
    return tuple(line)
