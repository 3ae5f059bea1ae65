"""The rules of Nim: a heap of counters; who takes the last one wins."""

from __future__ import annotations

from companion.kit.rules import Action, CurvePoint, Illegal, Options, Outcome, Seat, Table, notation_of
from companion.messages import Message
from companion.reader import Reader

HEAPS = {"ten": 10, "twenty": 20}
MOST = 3


class Take(Action):
    """`take 2`: so many counters were taken."""

    counters: int


_READABLE = tuple([Take(f"take {counters}", counters=counters) for counters in range(1, 10)])
TAKES = _READABLE[:MOST]
read = notation_of(*_READABLE)


class Heap:
    """So many counters are left, and it is that seat's turn; when none is left the game is over."""

    __slots__ = ("left", "turn")

    def __init__(self, left: int, turn: Seat) -> None:
        self.left = left
        self.turn = turn

    @property
    def outcome(self) -> Outcome | None:
        if self.left:
            return None
        winner = 1 - self.turn  # NIM-3: the other seat has taken the last one
        return Outcome((winner,), (1 - winner, winner))

    @property
    def to_act(self) -> tuple[Seat, ...]:
        return (self.turn,) if self.left else ()

    def legal(self) -> tuple[Action, ...]:
        return TAKES[: self.left]  # NIM-1, NIM-2

    def objection(self, action: Action) -> Illegal:
        assert isinstance(action, Take)
        if action.counters > MOST:
            return Illegal("refused.nim.most", "NIM-2", count=action.counters, most=MOST)
        return Illegal("refused.nim.left", "NIM-1", count=action.counters, left=self.left)

    def after(self, action: Action) -> Heap:
        assert isinstance(action, Take)
        return Heap(self.left - action.counters, 1 - self.turn)

    def table(self) -> Table:
        return {"turn": self.turn if self.left else None, "heap": self.left}


def start(players: int, options: Options) -> Heap:
    """The first position: the whole heap, seat 0 to take."""
    return Heap(HEAPS[str(options["heap"])], 0)


def build(players: int, options: Options, table: Reader) -> Heap:
    """The position of a table view. After the first turns any seat can be in turn; before, it follows from the heap."""
    turn, left = table.fields("turn", "heap")
    seat, heap = turn.seat(players), HEAPS[str(options["heap"])]
    counters = left.integer(1, heap)
    taken = heap - counters
    return Heap(counters, taken if taken < 2 else seat)  # NIM-1: seat 0 begins, and takes at least one


def consequences(before: Heap, action: Action, after: Heap) -> tuple[Message, ...]:
    """What people should notice after a legal action."""
    if after.left:
        return (Message("event.nim.left", "NIM-1", count=after.left, seat=after.turn),)
    return (Message("event.nim.won", "NIM-3", seat=before.turn),)


def put_back(now: Heap, then: Heap) -> tuple[Message, ...]:
    """What the hands must do to turn the table `now` into the table `then`."""
    found = []
    if now.left != then.left:
        found.append(
            Message("put.nim.back" if now.left < then.left else "put.nim.off", count=abs(now.left - then.left))
        )
    if then.left and (now.turn != then.turn or not now.left):
        found.append(Message("put.turn", seat=then.turn))
    return tuple(found)


def look(position: Heap) -> CurvePoint:
    """The heap after each turn, the same for both seats."""
    return CurvePoint(position.turn, {"heap": (position.left, position.left)})
