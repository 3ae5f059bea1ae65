"""The seats of the device over a game: who sits down, gets up, plays with another level."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from companion.kit.refusals import BadSeat
from companion.play import act as acts
from companion.play.act import Act
from companion.play.seats import PERSON, Seats


class Entered(Protocol):
    """An entry of a timeline."""

    @property
    def act(self) -> Act:
        """What was entered."""


def levels_after(seats: Seats, names: Sequence[str], timeline: Iterable[Entered]) -> tuple[str, ...]:
    """The level of the device by seat after these entries; `PERSON` where a person sits."""
    levels = [seats.level(seat) for seat in range(len(names))]
    for ply in timeline:
        act = ply.act
        if act.kind in (acts.SIT, acts.LEVEL):
            levels[act.number] = act.text.partition(" ")[0]
        elif act.kind == acts.STAND:
            levels[act.number] = PERSON
    return tuple(levels)


def check_seat(levels: Sequence[str], names: Sequence[str], act: Act) -> None:
    """Raise BadSeat unless the device can sit, get up or play with another level there."""
    if act.kind == acts.ADVICE:
        return
    if act.number >= len(levels):
        raise BadSeat("refused.seat-unknown", seat=act.number, last=len(levels) - 1)
    sits = levels[act.number] != PERSON
    if sits == (act.kind == acts.SIT):
        raise BadSeat("refused.seat-device" if sits else "refused.seat-person", name=names[act.number])
    if act.kind == acts.SIT and levels.count(PERSON) == 1:
        raise BadSeat("refused.seat-last")


def played_before(timeline: Sequence[Entered]) -> int:
    """How many entries changed the position: what the protocol calls the ply."""
    return sum([ply.act.kind in (acts.PLAY, acts.SET) for ply in timeline[1:]])
