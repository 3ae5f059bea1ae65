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

Memory follows the disk: a moment counts once the journal has it. Earlier games are read when undo gets there.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeVar

from companion import engines
from companion.engines.position import Options, Seat, check_name
from companion.engines.refusals import BadPlayers, Message, NoGame, NothingToRedo, NothingToUndo
from companion.ports import Clock
from companion.table.journal import Journal, JournalTrouble
from companion.table.moments import (
    Entry,
    Moment,
    Played,
    ReadOnly,
    Step,
    digest,
    gone_on,
    replay,
    replayed,
    resulted,
    told,
)
from companion.table.place import Known
from companion.table.shelf import NONE, Kept, Listed

if TYPE_CHECKING:
    from companion.table.series import Round, Standing
    from companion.table.tallies import Lengths, Meetings, Tally

T = TypeVar("T")


class Evening:
    """What people do at the table, kept in a journal. Every method that changes anything is durable when it returns.

    A refusal or a JournalTrouble leaves everything as it was. `journaled` collects the record's words for what was
    written since somebody last took them. `chance` draws lots; what is drawn goes into the record, not the drawing.

    An evening is the shelf on which screens look games up (see `shelf`). What cannot be read is missing there, and
    `trouble` says why until something can be read again.
    """

    def __init__(self, journal: Journal, clock: Clock, chance: random.Random | None = None) -> None:
        self._journal = journal
        self._clock = clock
        self._chance = chance if chance is not None else random.SystemRandom()
        entries, kept = journal.standing()
        self._steps = replayed(_played(kept), entries) if kept is not None else ()
        self._next = self._undone(self._game)
        self.journaled: list[str] = []
        self.roster = journal.people()
        self.trouble: JournalTrouble | None = None
        journal.holder = self

    # -- what outlives a file

    def known(self) -> Known:
        """What of the record is in memory: the roster, and the game on the table up to where it stands."""
        if not self._steps:
            return Known(self.roster, {}, {}, 0, 0)
        played, at = self._steps[-1].played, self._clock.wall()
        entries = {
            step.id: (played.id, step.text, step.parent, step.id, _digest((step,)), at)
            for step in self._steps
            if step.position is not None
        }
        after = self._next
        if after is not None and after.game == played.id:
            entries[after.id] = (after.game, after.text, after.parent, after.id, after.digest, at)
        row = (played.key, json.dumps(played.names), json.dumps(played.options), None, None, None, None, None)
        return Known(self.roster, {played.id: row}, entries, self._steps[-1].id, after.id if after is not None else 0)

    def mended(self) -> None:
        """What follows from the record may be other than before; where the table stands is not."""
        self._next = self._undone(self._game)
        self.roster = self._journal.people()

    def notices(self) -> tuple[Message, ...]:
        """What befell the record since this was asked last, for people to know."""
        told, self._journal.told = tuple(self._journal.told), []
        return told

    def _standing_at(self, head: int) -> tuple[Step, ...]:
        """The moments of a game from its start to an entry; none for 0."""
        entries = self._journal.path(head)
        return replayed(self._played(entries[0].game), entries) if entries else ()

    def _played(self, number: int) -> Played:
        return _played(self._journal.game(number))

    # -- looking

    @property
    def now(self) -> Step | None:
        """The moment the table stands at; None when no game is on it."""
        return self._steps[-1] if self._steps else None

    @property
    def may_redo(self) -> bool:
        return self._next is not None

    @property
    def _game(self) -> int:
        """The number of the game on the table, 0 for none."""
        return self._steps[-1].played.id if self._steps else 0

    def waiting(self, first: int, count: int) -> Listed:
        """Unfinished games that are not on the table, the one touched last first: `count` from place `first` on."""
        return self._looked(lambda: self._journal.waiting(self._game, first, count), NONE)

    def finished(self, first: int, count: int) -> Listed:
        """Games that are over, the one that ended last first."""
        return self._looked(lambda: self._journal.finished(first, count), NONE)

    def standing(self) -> Standing | None:
        """The series of the game on the table, up to that game."""
        now = self.now
        if now is None:
            return None

        def look() -> Standing:
            games = self._journal.series(now.played.id)
            head = max([game.head for game in games if game.id == now.played.id], default=0)
            # Also a later game that was over before this one: an earlier game can be reopened and end last.
            return _stood([game for game in games if game.id <= now.played.id or (game.result and game.head < head)])

        return self._looked(look, None)

    def standing_at(self, game: Kept) -> Step | None:
        """A game of the lists as it stands, with its whole course; None where that cannot be read."""
        steps = self._looked(lambda: self._standing_at(game.head), None)
        return steps[-1] if steps else None

    def tallies(self, name: str) -> tuple[Tally, ...]:
        """A person's record, game by game, the one played most first."""
        from companion.table.results import tallies

        return self._looked(lambda: self._journal.ask(lambda run: tallies(run, name)), ())

    def meetings(self, name: str, other: str) -> tuple[Meetings, ...]:
        """How a person fared against another, game by game, the one played most first."""
        from companion.table.results import meetings

        return self._looked(lambda: self._journal.ask(lambda run: meetings(run, name, other)), ())

    def lengths(self) -> tuple[Lengths, ...]:
        """How long games take, the one played most first."""
        from companion.table.results import lengths

        return self._looked(lambda: self._journal.ask(lengths), ())

    def _looked(self, look: Callable[[], T], nothing: T) -> T:
        try:
            found = look()
        except JournalTrouble as trouble:
            self.trouble = trouble
            return nothing
        self.trouble = None
        return found

    # -- people

    def add_person(self, name: str) -> None:
        """A name for the roster; raises BadPlayers."""
        check_name(name)
        self._journal.add_person(name)
        self._people(f"name {name}")

    def rename_person(self, name: str, to: str) -> None:
        """Somebody on the roster is called otherwise from now on; raises BadPlayers."""
        check_name(to)
        if not self._journal.rename_person(name, to):
            raise BadPlayers("refused.name-known", name=to)
        self._people(f"rename {name} → {to}")

    def retire_person(self, name: str) -> None:
        """A name leaves the roster. It comes back when it is added again."""
        self._journal.retire_person(name)
        self._people(f"retire {name}")

    def _people(self, text: str) -> None:
        self.roster = self._journal.people()
        self.journaled.append(text)

    # -- doing

    def start(self, key: str, names: tuple[str, ...], options: Options, begins: Seat | None = 0) -> Step:
        """A new game begins, the first one of a series; raises what `new` raises in the protocol.

        `begins` is the place among the names, in the order of the table, of the person who begins; None draws lots.
        """
        game = engines.game(key)
        game.seat(names)
        first = self._chance.randrange(len(names)) if begins is None else begins
        return self._begin(key, names[first:] + names[:first], options, None)

    def rematch(self) -> Step:
        """The same people play on at the game that is on the table, seated as their series says; raises NoGame.

        Where another game of the series has begun and waits, that one is resumed: a game must not have two next games.
        After a series that is decided it is the first game of another.
        """
        from companion.table.series import waiting

        now = self.now
        if now is None:
            raise NoGame("refused.no-game")
        games = self._journal.series(now.played.id)
        for place in waiting(games[0].key, _rounds(games)):
            if games[place].id != now.played.id:
                return self.resume(games[place].id)
        series = _stood(games)
        number = None if series.decided else games[0].series
        return self._begin(now.played.key, series.seats, now.played.options, number)

    def _begin(self, key: str, names: tuple[str, ...], options: Options, series: int | None) -> Step:
        game = engines.game(key)
        names, options = game.seat(names), game.complete(options)
        position = game.start(len(names), options)
        parent = self._steps[-1].id if self._steps else 0
        entry = self._journal.add_game(key, names, options, parent, digest(position), self._clock.wall(), series)
        played = Played(entry.game, key, names, options)
        self.roster = self._journal.people()
        step = Step(entry.id, entry.parent, entry.text, played, (Moment("", position, None),))
        self._stand((step,), None, step.text)
        return step

    def tell(self, text: str) -> Step:
        """Something happened at the table: an action, or an act of the people (see `moments`).

        Raises NoGame, ReadOnly and what the game refuses.
        """
        now = self.now
        if now is None:
            raise NoGame("refused.no-game")
        course = told(now.played, now.course, text) if now.course is not None else gone_on(now, text)
        if course is None:
            raise ReadOnly("refused.read-only")
        entry = self._journal.add(
            now.played.id, text, now.id, digest(course[-1].position), self._clock.wall(), resulted(course)
        )
        step = Step(entry.id, entry.parent, text, now.played, course)
        self._stand((*self._steps, step), None, text)
        return step

    def resume(self, number: int) -> Step:
        """A game that waits or is over comes to the table; raises NoGame. The one on the table stays there."""
        now = self.now
        if now is not None and now.played.id == number:
            return now
        game = self._journal.game(number)
        if game is None or not game.head:
            raise NoGame("refused.no-such-game", number=number)
        steps, after = self._standing_at(game.head), self._undone(number)
        self._journal.resume(number, game.head, _digest(steps), self._clock.wall())
        self._stand(steps, after, f"resume {number}")
        return steps[-1]

    def deal(self) -> None:
        """Deal the cards that are not told yet, each an entry of its own: what is told holds, whatever comes between.

        Nothing happens where no cards wait to be told.
        """
        # Imported when needed: it stands on the one game in which cards are dealt.
        from companion.table.dealing import dealt

        now = self.now
        position = now.position if now is not None and now.outcome is None else None
        if position is not None:
            for action in dealt(position, self._chance):
                self.tell(action)

    def undo(self) -> Step:
        """Take back the last thing; the step that was taken back. Raises NothingToUndo, ReadOnly."""
        undone = self.now
        if undone is None:
            raise NothingToUndo("refused.nothing-to-undo")
        if undone.course is None and not undone.first:
            raise ReadOnly("refused.read-only")
        steps = self._steps[:-1]
        if undone.first:
            steps = self._standing_at(self._journal.before(undone.parent))
        entry = Entry(undone.id, undone.played.id, undone.text, undone.parent, _digest((undone,)))
        head, result = (steps[-1].id, steps[-1].result) if steps else (0, None)
        self._journal.undo(entry, head, _digest(steps), self._clock.wall(), result)
        self._stand(steps, entry, "undo")
        return undone

    def redo(self) -> Step:
        """Bring back what was undone last; that step. Raises NothingToRedo."""
        entry = self._next
        if entry is None:
            raise NothingToRedo("refused.nothing-to-redo")
        if entry.first:
            redone = replay(self._played(entry.game), entry, None)
            steps: tuple[Step, ...] = (redone,)
        else:
            now = self._steps[-1]
            redone = replay(now.played, entry, now)
            steps = (*self._steps, redone)
        after = self._undone(entry.game, 0 if entry.first else 1)
        self._journal.redo(entry, self._game, self._clock.wall(), redone.result)
        self._stand(steps, after, "redo")
        return redone

    def _undone(self, beside: int, place: int = 0) -> Entry | None:
        """What redo would bring back beside a game, as `Journal.undone` has it, if it is within reach."""
        entry = self._journal.undone(beside, place)
        return None if entry is not None and entry.first and self._journal.replaced(entry.game) else entry

    def _stand(self, steps: tuple[Step, ...], after: Entry | None, text: str) -> None:
        """The journal has it: from now on the table stands there."""
        self._steps = steps
        self._next = after
        self.journaled.append(text)


def _played(kept: Kept | None) -> Played:
    if kept is None:
        raise JournalTrouble("journal.read", why="a game is missing")
    return Played(kept.id, kept.key, kept.names, kept.options)


def _stood(games: Sequence[Kept]) -> Standing:
    """How a series stands after these games of it."""
    from companion.table.series import standing

    return standing(games[0].key, _rounds(games))


def _rounds(games: Sequence[Kept]) -> list[Round]:
    from companion.table.series import Round

    return [Round(game.names, game.result, game.head) for game in games]


def _digest(steps: tuple[Step, ...]) -> str:
    """That of the table where it stands; empty where there is none."""
    position = steps[-1].position if steps else None
    return digest(position) if position is not None else ""
