"""The people who can play: who is on the roster, and under which name."""

from __future__ import annotations

from companion.games.game import check_name
from companion.games.refusals import BadPlayers
from companion.ports import Clock
from companion.record import act as acts
from companion.record.act import Act
from companion.record.line import PEOPLE
from companion.record.record import Record


class Roster:
    """The roster of a record. Each change is on the disk when its method returns; `recorded` collects the entries."""

    def __init__(self, record: Record, clock: Clock) -> None:
        self._record = record
        self._clock = clock
        self.recorded: list[str] = []

    @property
    def roster(self) -> tuple[str, ...]:
        """The names on the roster: who played last first, then in the order they were added."""
        return self._record.roster

    def add_person(self, name: str) -> None:
        """Put a name on the roster; raises BadPlayers."""
        check_name(name)
        self._record.add_person(name, self._clock.wall())
        self.recorded.append(f"name {name}")

    def rename_person(self, name: str, to: str) -> None:
        """Give somebody on the roster another name; raises BadPlayers.

        Games keep the names of their time; the statistics stay with the person.
        """
        check_name(to)
        if self._record.person(to):
            raise BadPlayers("refused.name-known", name=to)
        self._person(acts.RENAME, name, to)
        self.recorded.append(f"rename {name} → {to}")

    def retire_person(self, name: str) -> None:
        """Take a name off the roster. It comes back when it is added again."""
        self._person(acts.RETIRE, name)
        self.recorded.append(f"retire {name}")

    def _person(self, kind: str, name: str, to: str = "") -> None:
        number = self._record.person(name)
        if number:
            self._record.add(Act(kind, number, to), self._clock.wall(), about=PEOPLE)
