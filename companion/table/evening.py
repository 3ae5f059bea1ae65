"""The evening: games one after the other on one line of moments, undo and redo along it, the record kept.

Memory follows the disk: a moment counts once the journal has it. Undo goes back over the start of a game into the
game before, as far as the record reaches; earlier games are read when undo gets there.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from contextlib import suppress
from random import Random

from companion import engines
from companion.engines.position import Options, Position, check_name
from companion.engines.refusals import BadPlayers, NoGame, NothingToUndo, Refusal
from companion.ports import Clock
from companion.table.journal import Entry, Journal
from companion.table.line import Line
from companion.table.moments import Moment, Played, ReadOnly, Step, told


class Evening:
    """What people do at the table, kept in a journal. Every method that changes anything is durable when it returns.

    A refusal or a JournalTrouble leaves everything as it was. `journaled` collects the record's words for what was
    written since somebody last took them.
    """

    def __init__(self, journal: Journal, clock: Clock) -> None:
        self._journal = journal
        self._clock = clock
        self._line: Line[Step | None] = self._recorded()
        self.journaled: list[str] = []
        self.roster = journal.people()

    def _recorded(self) -> Line[Step | None]:
        """The line as the record has it: the game at the head, and what redo would bring back."""
        past: tuple[Step | None, ...] = self._steps(self._journal.path(self._journal.head())) or (None,)
        future: list[Step | None] = []
        before = past[-1]
        for entry in self._journal.undone():
            before = self._step(entry, before)
            future.append(before)
        return Line(past, tuple(future))

    def _steps(self, entries: Iterable[Entry]) -> tuple[Step, ...]:
        steps: list[Step] = []
        for entry in entries:
            steps.append(self._step(entry, steps[-1] if steps else None))
        return tuple(steps)

    def _step(self, entry: Entry, before: Step | None) -> Step:
        """Replay one entry; without a course if it does not lead to the recorded table any more."""
        course = None
        if entry.text.startswith("new ") or before is None:
            played = Played(*self._journal.game(entry.game))
            if played.game is not None:
                with suppress(Refusal):
                    course = played.begin()
        else:
            played = before.played
            if before.course is not None:
                with suppress(Refusal, ValueError, RecursionError):  # also a table that is not JSON any more
                    course = told(played, before.course, entry.text)
        if course is not None and digest(course[-1].position) != entry.digest:
            course = None
        return Step(entry.id, entry.parent, entry.text, played, course)

    # -- looking

    @property
    def now(self) -> Step | None:
        """The moment the table stands at; None before the first game."""
        return self._line.now

    @property
    def may_redo(self) -> bool:
        return bool(self._line.future)

    # -- doing

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

    def start(self, key: str, names: tuple[str, ...], options: Options) -> Step:
        """A new game begins; raises what `new` raises in the protocol."""
        game = engines.game(key)
        names, options = game.seat(names), game.complete(options)
        position = game.start(len(names), options)
        entry = self._journal.add_game(key, names, options, self._head, digest(position), self._clock.wall())
        played = Played(entry.game, key, names, options)
        self.roster = self._journal.people()
        return self._then(Step(entry.id, entry.parent, entry.text, played, (Moment("", position, None),)))

    def tell(self, text: str) -> Step:
        """Something happened at the table: an action, or an act of the people (see `moments`).

        Raises NoGame, ReadOnly and what the game refuses.
        """
        now = self.now
        if now is None:
            raise NoGame("refused.no-game")
        if now.course is None:
            raise ReadOnly("refused.read-only")
        course = told(now.played, now.course, text)
        standing = digest(course[-1].position)
        entry = self._journal.add(now.played.id, text, now.id, standing, self._clock.wall())
        return self._then(Step(entry.id, entry.parent, text, now.played, course))

    def deal(self, dice: Random) -> None:
        """Deal the cards that are not told yet, each an entry of its own: what is told holds, whatever comes between.

        Nothing happens where no cards wait to be told.
        """
        # Imported when needed: it stands on the one game in which cards are dealt.
        from companion.table.dealing import dealt

        now = self.now
        position = now.position if now is not None and now.outcome is None else None
        if position is not None:
            for action in dealt(position, dice):
                self.tell(action)

    def undo(self) -> Step:
        """Take back the last thing; the step that was taken back. Raises NothingToUndo, ReadOnly."""
        undone = self.now
        if undone is None:
            raise NothingToUndo("refused.nothing-to-undo")
        if undone.course is None and not undone.first:
            raise ReadOnly("refused.read-only")
        line = self._reaching_back().back()
        self._move("undo", undone.played.id, line)
        return undone

    def redo(self) -> Step:
        """Bring back what was undone last; that step. Raises NothingToRedo."""
        line = self._line.forward()
        redone = line.now
        assert redone is not None
        self._move("redo", redone.played.id, line)
        return redone

    def _reaching_back(self) -> Line[Step | None]:
        """The line with at least one moment before now."""
        line = self._line
        if len(line.past) > 1:
            return line
        assert line.now is not None
        earlier: tuple[Step | None, ...] = self._steps(self._journal.path(line.now.parent)) or (None,)
        return Line(earlier + line.past, line.future)

    def _move(self, text: str, game: int, line: Line[Step | None]) -> None:
        now = line.now
        standing = digest(now.position) if now is not None and now.position is not None else ""
        self._journal.move(game, text, now.id if now else 0, standing, self._clock.wall())
        self._line = line
        self.journaled.append(text)

    def _then(self, step: Step) -> Step:
        self._line = self._line.then(step)
        self.journaled.append(step.text)
        return step

    @property
    def _head(self) -> int:
        return self.now.id if self.now else 0


def digest(position: Position) -> str:
    """A short hash of the table view: twelve hexadecimal digits."""
    view = json.dumps(position.table(), sort_keys=True, separators=(",", ":"))
    return hashlib.blake2b(view.encode(), digest_size=6).hexdigest()


