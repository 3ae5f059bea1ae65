"""A round as a sheet of cells: everything that is asked in it, with any value of PAD-3, whatever PAD-4 says of it.

People correct several cells of a round together, and between two of them their sum may be wrong.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import cast

from companion.games.pad.engine.choice import Value
from companion.games.pad.engine.notation import enter
from companion.games.pad.engine.pad import Field
from companion.games.pad.engine.position import PadPosition
from companion.games.pad.engine.setting import Setting
from companion.kit.rules import Seat
from companion.values import replace

Key = tuple[str, Seat | None]
"""A cell of a round: its field, and the seat that enters it, None for the table."""


class Cell:
    """What is asked at a moment of a round, and the value that is entered there, None without one.

    `before` is that moment; any value of PAD-3 may be entered in it. Cells with the same key and value are equal.
    """

    __slots__ = ("before", "field", "seat", "value")

    def __init__(self, before: PadPosition, value: Value | None) -> None:
        self.before = before
        self.field: Field = before.asked[0]
        self.seat: Seat | None = before.speaker
        self.value = value

    @property
    def key(self) -> Key:
        """The name of the field, and who enters it."""
        return self.field.name, self.seat

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Cell) and (self.key, self.value) == (other.key, other.value)

    def __hash__(self) -> int:
        return hash((self.key, self.value))

    def __repr__(self) -> str:
        return f"Cell({self.key}, {self.value!r})"


def cells(begin: PadPosition, entered: Mapping[Key, Value | None]) -> tuple[Cell, ...]:
    """The cells of a round from the position `begin` on, to its end. A value that is not one of PAD-3 is left out."""
    position, cells_so_far = _free(begin), list[Cell]()
    while position.outcome is None and position.round == begin.round:
        field, speaker = position.asked[0], position.speaker
        value = entered.get((field.name, speaker))
        value = value if value in position.choice.values else None
        cells_so_far.append(Cell(position, value))
        counted = cast(Value, value)  # formulas read what is not entered as 0
        if not position.completes(counted):
            position = position.entered_on(counted)
        elif position.turn is None:
            break
        else:
            position = position.after(enter(field, speaker, counted))
    return tuple(cells_so_far)


def sums(cells: tuple[Cell, ...], setting: Setting) -> tuple[tuple[Field, int, int, int], ...]:
    """Each field of a sheet that has a total, the sum of what is entered, and the least and the greatest right sum."""
    sums_so_far = []
    for name in dict.fromkeys([cell.field.name for cell in cells]):
        field = next(field for field in setting.pad.fields if field.name == name)
        if field.total is not None:
            of_field = [cell for cell in cells if cell.field.name == name]
            env, seat = of_field[0].before.env, of_field[0].seat or 0
            sum_now = sum([field.number(cell.value) for cell in of_field])
            sums_so_far.append((field, sum_now, field.total.least(env, seat), field.total.most(env, seat)))
    return tuple(sums_so_far)


def _free(position: PadPosition) -> PadPosition:
    """The same moment of a twin of the pad in which any value of PAD-3 may be entered."""
    return PadPosition(
        _free_setting(position.setting), position.round, position.turn, position.scores, position.tallies,
        position.entered, position.at, begins=position.begins,
    )  # fmt: skip


@lru_cache(maxsize=4)
def _free_setting(setting: Setting) -> Setting:
    fields = tuple([replace(field, total=None, allow=(), once=False) for field in setting.pad.fields])
    return Setting(replace(setting.pad, fields=fields, finish=False), setting.players, setting.options)
