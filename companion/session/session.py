"""The evening: several games side by side, one of them on the table, undo and redo in each, the record kept.

Every game has a line of its own: the moments from its start to where it stands, and the undone ones beside it that redo
would bring back. What is done changes the line of the game on the table, and no other:

- *tell* adds a moment. What was undone beside it is out of reach from then on.
- *start* begins another game; the one on the table waits as it stands, and what was undone beside it is out of reach.
- *rematch* begins the next game of the series, or resumes it where it has begun and waits. A start that was taken back
  is out of reach for redo while a later game of its series is there, which took its place.
- *resume* brings a game that waits, or one that is over, to the table as it was left: where it stood, with everything
  that redo would bring back there. It tells nothing new, so undo takes back that game's last moment, not the resuming.
- *undo* takes back the last moment of the game on the table. Taking back its start puts the game away and brings the
  game before to the table as that stands now: the one that was on the table when this one began, or, if the start of
  that one has been taken back as well, the one before it.
- *redo* brings back what was undone last beside the game on the table; a start that comes back brings its game along,
  as it was put away.

So redo after undo, and undo after redo, lead back to where they began, also over starts; and nothing that has been
told leaves the reach of people but by something else that they tell in its place. All of it stays in the record.

Memory follows the disk: a moment counts once the record has it. Earlier games are read when undo gets there.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeVar

from companion.games import registry
from companion.games.game import Options, Seat, check_name
from companion.games.refusals import BadPlayers, Message, NoGame, NothingToRedo, NothingToUndo
from companion.ports import Clock
from companion.record import act as acts
from companion.record.act import Act, Begin, parse
from companion.record.fold import Entry, GameInfo, GameState, under
from companion.record.line import PEOPLE
from companion.record.lists import GamePage
from companion.record.record import Record
from companion.record.trouble import RecordTrouble
from companion.session.library import EMPTY_PAGE
from companion.session.timeline import (
    GameSetup,
    Ply,
    ReadOnly,
    Snapshot,
    advance,
    digest,
    replay_entry,
    replay_path,
    result_of,
    rewind_read_only,
)

if TYPE_CHECKING:
    from companion.record.lists import Durations, HeadToHead, PersonStats
    from companion.session.series import Round, Standing

T = TypeVar("T")


class Session:
    """What people do at the table, kept in a record. Every method that changes anything is durable when it returns.

    A refusal or a RecordTrouble leaves everything as it was. `journaled` collects the record's words for what was
    written since somebody last took them. `chance` draws lots; what is drawn goes into the record, not the drawing.

    An evening is the shelf on which screens look games up (see `shelf`). What cannot be read is missing there, and
    `trouble` says why until something can be read again.
    """

    def __init__(self, record: Record, clock: Clock, chance: random.Random | None = None) -> None:
        self._record = record
        self._clock = clock
        self._chance = chance if chance is not None else random.SystemRandom()
        self._steps = _steps(record.table)
        self.recorded: list[str] = []
        self.trouble: RecordTrouble | None = None

    def notices(self) -> tuple[Message, ...]:
        """What has happened to the record since this was asked last, for people to know."""
        found, self._record.notices = tuple(self._record.notices), []
        return found

    @property
    def roster(self) -> tuple[str, ...]:
        """The names on the roster: who played last first, then in the order they were added."""
        return self._record.roster

    # -- looking

    @property
    def now(self) -> Snapshot | None:
        """The moment the table stands at; None when no game is on it."""
        return self._steps[-1] if self._steps else None

    @property
    def may_redo(self) -> bool:
        return self._redoable() is not None

    def waiting(self, first: int, count: int) -> GamePage:
        """Unfinished games that are not on the table, the one touched last first: `count` from place `first` on."""
        return self._looked(lambda: self._record.waiting(first, count), EMPTY_PAGE)

    def finished(self, first: int, count: int) -> GamePage:
        """Games that are over, the one that ended last first."""
        return self._looked(lambda: self._record.finished(first, count), EMPTY_PAGE)

    def standing(self) -> Standing | None:
        """The series of the game on the table, up to that game."""
        now = self.now
        if now is None:
            return None

        def look() -> Standing:
            game = self._record.look(now.setup.id)
            return self._stood(self._record.series_until(game) if game is not None else ())

        return self._looked(look, None)

    def _stood(self, games: Sequence[GameInfo]) -> Standing:
        """How a series stands after these games of it, its people under the names that they have today."""
        from companion.session.series import standing

        return standing(games[0].key, self._rounds(games))

    def _rounds(self, games: Sequence[GameInfo]) -> list[Round]:
        from companion.session.series import Round

        return [Round(self._record.names(game.people), game.result, game.head) for game in games]

    def snapshot_of(self, game: GameInfo) -> Snapshot | None:
        """A game of the lists as it stands, with its whole course; None where that cannot be read."""
        nothing: tuple[Snapshot, ...] = ()
        steps = self._looked(lambda: _steps(self._record.look(game.id)), nothing)
        return steps[-1] if steps else None

    def person_stats(self, name: str) -> tuple[PersonStats, ...]:
        """A person's record, game by game, the one played most first."""
        from companion.record.figures import person_stats

        return self._looked(lambda: self._record.ask(lambda index: person_stats(index.run, name)), ())

    def head_to_head(self, name: str, other: str) -> tuple[HeadToHead, ...]:
        """How a person fared against another, game by game, the one played most first."""
        from companion.record.figures import head_to_head

        return self._looked(lambda: self._record.ask(lambda index: head_to_head(index.run, name, other)), ())

    def durations(self) -> tuple[Durations, ...]:
        """How long games take, the one played most first."""
        from companion.record.figures import durations

        return self._looked(lambda: self._record.ask(lambda index: durations(index.run)), ())

    def _looked(self, look: Callable[[], T], nothing: T) -> T:
        try:
            found = look()
        except RecordTrouble as trouble:
            self.trouble = trouble
            return nothing
        self.trouble = None
        return found

    # -- people

    def add_person(self, name: str) -> None:
        """A name for the roster; raises BadPlayers."""
        check_name(name)
        self._record.add_person(name, self._clock.wall())
        self.recorded.append(f"name {name}")

    def rename_person(self, name: str, to: str) -> None:
        """Somebody on the roster is called otherwise from now on; raises BadPlayers.

        Games keep the names they were played under; what has been won stays with the person.
        """
        check_name(to)
        if self._record.person(to):
            raise BadPlayers("refused.name-known", name=to)
        self._person(acts.RENAME, name, to)
        self.recorded.append(f"rename {name} → {to}")

    def retire_person(self, name: str) -> None:
        """A name leaves the roster. It comes back when it is added again."""
        self._person(acts.RETIRE, name)
        self.recorded.append(f"retire {name}")

    def _person(self, kind: str, name: str, to: str = "") -> None:
        number = self._record.person(name)
        if number:
            self._record.add(Act(kind, number, to), self._clock.wall(), about=PEOPLE)

    # -- doing

    def start(self, key: str, names: tuple[str, ...], options: Options, begins: Seat | None = 0) -> Snapshot:
        """A new game begins, the first one of a series; raises what `new` raises in the protocol.

        `begins` is the place among the names, in the order of the table, of the person who begins; None draws lots.
        """
        game = registry.game(key)
        game.seat(names)
        first = self._chance.randrange(len(names)) if begins is None else begins
        return self._begin(key, names[first:] + names[:first], options, None)

    def rematch(self) -> Snapshot:
        """The same people play on at the game that is on the table, seated as their series says; raises NoGame.

        Where another game of the series has begun and waits, that one is resumed: a game must not have two next games.
        After a series that is decided it is the first game of another.
        """
        from companion.session.series import waiting

        now = self.now
        if now is None:
            raise NoGame("refused.no-game")
        game = self._record.look(now.setup.id)
        games = self._record.series(game.series) if game is not None else ()
        for place in waiting(games[0].key, self._rounds(games)):
            if games[place].id != now.setup.id:
                return self.resume(games[place].id)
        series = self._stood(games)
        number = None if series.decided else games[0].series
        return self._begin(now.setup.key, series.seats, now.setup.options, number)

    def _begin(self, key: str, names: tuple[str, ...], options: Options, series: int | None) -> Snapshot:
        game = registry.game(key)
        names, options = game.seat(names), game.complete(options)
        position, record, at = game.start(len(names), options), self._record, self._clock.wall()
        people = tuple([record.add_person(name, at) for name in names])
        number = record.state.games + 1
        begun = Begin(key, people, options, series if series != number else None)
        entry = record.add(begun.act(), at, number, digest=digest(position))
        step = Snapshot(entry.seq, 0, f"new {key}", GameSetup(number, key, names, options), (Ply("", position, None),))
        self._stand((step,), step.text)
        return step

    def enter(self, text: str) -> Snapshot:
        """Something happened at the table: an action, or an act of the people (see `moments`).

        Raises NoGame, ReadOnly and what the game refuses.
        """
        now = self.now
        if now is None:
            raise NoGame("refused.no-game")
        timeline = advance(now.setup, now.timeline, text) if now.timeline is not None else rewind_read_only(now, text)
        if timeline is None:
            raise ReadOnly("refused.read-only")
        entry = self._record.add(
            parse(text), self._clock.wall(), now.setup.id,
            digest=digest(timeline[-1].position), result=result_of(timeline),
        )  # fmt: skip
        step = Snapshot(entry.seq, now.id, text, now.setup, timeline)
        self._stand((*self._steps, step), text)
        return step

    def resume(self, number: int) -> Snapshot:
        """A game that waits or is over comes to the table; raises NoGame. The one on the table stays there."""
        now = self.now
        if now is not None and now.setup.id == number:
            return now
        game = self._record.look(number)
        if game is None or not game.path:
            raise NoGame("refused.no-such-game", number=number)
        steps = _steps(game)
        self._record.add(Act(acts.RESUME), self._clock.wall(), number, digest=_digest(steps))
        self._stand(steps, f"resume {number}")
        return steps[-1]

    def deal(self) -> None:
        """Deal the cards that are not told yet, each an entry of its own: what is told holds, whatever comes between.

        Nothing happens where no cards wait to be told.
        """
        now = self.now
        if now is None or now.position is None or now.outcome is not None:
            return
        assert now.setup.game is not None
        if now.setup.game.deal is not None:
            for action in now.setup.game.deal(now.position, self._chance):
                self.enter(action)

    def undo(self) -> Snapshot:
        """Take back the last thing; the step that was taken back. Raises NothingToUndo, ReadOnly."""
        undone = self.now
        if undone is None:
            raise NothingToUndo("refused.nothing-to-undo")
        if undone.timeline is None and not undone.first:
            raise ReadOnly("refused.read-only")
        steps = self._steps[:-1]
        if undone.first:
            game = self._record.table
            assert game is not None
            steps = _steps(under(game, self._record.look))
        self._record.add(Act(acts.UNDO), self._clock.wall(), undone.setup.id, digest=_digest(steps))
        self._stand(steps, "undo")
        return undone

    def redo(self) -> Snapshot:
        """Bring back what was undone last; that step. Raises NothingToRedo."""
        entry = self._redoable()
        if entry is None:
            raise NothingToRedo("refused.nothing-to-redo")
        now = self.now
        if now is None or entry.game != now.setup.id:
            redone = replay_entry(_played(self._record.look(entry.game)), entry, None)
            steps: tuple[Snapshot, ...] = (redone,)
        else:
            redone = replay_entry(now.setup, entry, now)
            steps = (*self._steps, redone)
        self._record.add(Act(acts.REDO), self._clock.wall(), entry.game, digest=entry.digest)
        self._stand(steps, "redo")
        return redone

    def _redoable(self) -> Entry | None:
        """What redo would bring back. A start is out of reach once its series has got another game in its place."""
        entry = self._record.undone
        game = self._record.look(entry.game) if entry is not None else None
        if game is None or game.path:
            return entry
        others = [self._record.look(info.id) for info in self._record.series(game.series)]
        replaced = any(other is not None and other.path[0].seq > game.last for other in others)
        return None if replaced else entry

    def _stand(self, steps: tuple[Snapshot, ...], text: str) -> None:
        """The record has it: from now on the table stands there."""
        self._steps = steps
        self.recorded.append(text)


def _played(game: GameState | None) -> GameSetup:
    if game is None:
        raise RecordTrouble("journal.read", why="a game is missing")
    return GameSetup(game.id, game.key, game.names, game.options)


def _steps(game: GameState | None) -> tuple[Snapshot, ...]:
    """The moments of a game from its start to where it stands; none for no game."""
    return replay_path(_played(game), game.path) if game is not None and game.path else ()


def _digest(steps: tuple[Snapshot, ...]) -> str:
    """That of the table where it stands; empty where there is none."""
    position = steps[-1].position if steps else None
    return digest(position) if position is not None else ""
