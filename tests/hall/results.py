"""Results and messages for the tests of the hall."""

from __future__ import annotations

from companion.hall.messages import Person, ResultMessage, Seat, StateMessage

RECORD, OTHER, BOARD = "a" * 32, "b" * 32, "c" * 32
ADA, BEN, CLEO = (Person(digit * 16, name) for digit, name in (("1", "Ada"), ("2", "Ben"), ("3", "Cleo")))

RESULT = ResultMessage(
    RECORD, 17, 1042, "final", "spartacus", "Spartacus", (ADA, BEN), None, (1, 2), (12, 9), "played",
    {"entry": "cards", "twelves": True}, 17, "2026-11-22T19:15:03Z", "2026-11-22T19:48:10Z", True, 1987, 44,
    "9ac41e234567",
)  # fmt: skip
STATE = StateMessage(
    RECORD, (3, 17), 1042, "playing", 18, "spartacus", "Spartacus",
    (Seat(ADA.person, "Ada", 3, True, True, False, False), Seat(BEN.person, None, None, False, False, False, False)),
    "It is Ada's turn", "2026-11-22T19:50:00Z", True, 17, 0, None,
)  # fmt: skip


def withdrawn(result: ResultMessage, revision: int) -> ResultMessage:
    """The same game after its end was taken back."""
    return result._replace(revision=revision, state="withdrawn", places=None, scores=None, ended=None, finished=None)
