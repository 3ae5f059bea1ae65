"""The pawn track of Praetorians: spaces 0 to 99."""

from __future__ import annotations

from companion.kit.rules import Outcome, Seat

GOAL = 99
STARTS = (0, 3, 6, 9)
TWELVE_BACK = 12


def move_pawn(pawns: tuple[int, ...], seat: Seat, by: int) -> tuple[int, ...]:
    """The pawns after one has moved; the track ends at 0 (PRA-10) and at 99 (PRA-8)."""
    space = min(max(pawns[seat] + by, 0), GOAL)
    return (*pawns[:seat], space, *pawns[seat + 1 :])


def outcome_of(winner: Seat | None, pawns: tuple[int, ...]) -> Outcome | None:
    """The outcome, or None while nobody has won (PRA-8)."""
    return None if winner is None else Outcome((winner,), pawns)
