"""The people who can play: who is on the roster, under which name, also in games, and their statistics."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

from companion.kit.rules import BadPlayers, check_look, check_person
from companion.messages import Message
from companion.play import act as acts
from companion.play.act import PEOPLE, Act
from companion.play.fold import GameInfo, GameState
from companion.play.timeline import GameSetup, Snapshot, replay_path
from companion.ports import Clock
from companion.record import RecordTrouble
from companion.record.lists import Durations, HeadToHead, PersonStats, RatedGame
from companion.record.record import Record

T = TypeVar("T")


class Roster:
    """The roster of a record. Each change is on the disk when its method returns; `recorded` collects the entries.

    What cannot be read is missing; `trouble` then says why, until something can be read again.
    """

    def __init__(self, record: Record, clock: Clock) -> None:
        self._record = record
        self._clock = clock
        self.recorded: list[str] = []
        self.trouble: RecordTrouble | None = None

    def take_notices(self) -> tuple[Message, ...]:
        """What has happened to the record since the last call and people should know."""
        notices, self._record.notices = tuple(self._record.notices), []
        return notices

    def reread(self, step: int) -> Iterator[int] | None:
        """Read the record again, `step` bytes at a time; what is damaged is in `take_notices` at the end.

        None where the start has read all of it.
        """
        return self._record.reread(step) if self._record.covered else None

    @property
    def folder(self) -> Path:
        return self._record.folder

    @property
    def roster(self) -> tuple[str, ...]:
        """The names on the roster: who played last first, then in the order they were added."""
        return self._record.roster

    @property
    def _names(self) -> frozenset[str]:
        """The names of everybody in the record, on the roster or not."""
        return frozenset([person.name for person in self._record.state.people.values()])

    def add_person(self, name: str) -> None:
        """Put a name on the roster; raises BadPlayers."""
        check_person(name)
        check_look(name, self._names)
        self._record.add_person(name, self._clock.wall())
        self.recorded.append(f"name {name}")

    def rename_person(self, name: str, to: str) -> None:
        """Give somebody on the roster another name; raises BadPlayers.

        The game on the table, over or not, and those that wait have the new name; in the lists, games that are over
        keep the names of their time. The statistics stay with the person.
        """
        check_person(to)
        if self._record.person(to):
            raise BadPlayers("refused.name-known", name=to)
        check_look(to, self._names - {name})
        self._person(acts.RENAME, name, to)
        self._show_names()
        self.recorded.append(f"rename {name} → {to}")

    def retire_person(self, name: str) -> None:
        """Take a name off the roster. It comes back when it is added again."""
        self._person(acts.RETIRE, name)
        self.recorded.append(f"retire {name}")

    def call_devices(self, name: str) -> None:
        """Devices at the table have this name from now on, and a number behind it where there are several."""
        if name != self._record.device_name:
            self._record.device_name = name
            self._show_names()

    def _show_names(self) -> None:
        """Somebody was renamed."""

    def _person(self, kind: str, name: str, to: str = "") -> None:
        number = self._record.person(name)
        if number:
            self._record.add(Act(kind, number, to), self._clock.wall(), about=PEOPLE)

    def person_stats(self, name: str) -> tuple[PersonStats, ...]:
        from companion.record import figures

        return self._read(lambda: figures.person_record(self._record, name), ())

    def head_to_head(self, name: str, other: str) -> tuple[HeadToHead, ...]:
        from companion.record import figures

        return self._read(lambda: self._record.ask(lambda index: figures.head_to_head(index.run, name, other)), ())

    def durations(self) -> tuple[Durations, ...]:
        from companion.record import figures

        return self._read(lambda: self._record.ask(lambda index: figures.durations(index.run)), ())

    def rated_games(self) -> tuple[RatedGame, ...]:
        """The results from which ratings are computed: the results of the games that ended last."""
        from companion.record import figures, rated

        return self._read(lambda: rated.rated_games(self._record, figures.LATELY), ())

    def _with_names(self, game: GameInfo) -> GameInfo:
        """A game with the names that its people have today."""
        return game._replace(names=self._record.names(game.people))

    def _setup_of(self, game: GameState | None, *, old_names: bool = False) -> GameSetup:
        """The setup of a game with the names of today; with `old_names` a game that is over has those of its time."""
        if game is None:
            raise RecordTrouble("record.read", why="a game is missing")
        setup = GameSetup.of(game, self._record.rules_of)
        then = old_names and game.result is not None
        return setup.renamed(self._record.names_then(game) if then else self._record.names(game.people))

    def _snapshots_of(self, game: GameState | None, *, old_names: bool = False) -> tuple[Snapshot, ...]:
        """The snapshots of a game from its start to where it stands, named as `_setup_of` does; none for no game."""
        if game is None or not game.path:
            return ()
        return replay_path(self._setup_of(game, old_names=old_names), game.path)

    def _read(self, look: Callable[[], T], nothing: T) -> T:
        try:
            found = look()
        except RecordTrouble as trouble:
            self.trouble = trouble
            return nothing
        self.trouble = None
        return found
