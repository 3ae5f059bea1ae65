"""The evening: games one after the other on one line of moments, undo and redo along it, the record kept.

Memory follows the disk: a moment counts once the journal has it. Undo goes back over the start of a game into the
game before, as far as the record reaches; earlier games are read when undo gets there.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable

from companion import engines
from companion.engines.position import Action, Game, Options, Outcome, Position, Seat, check_name, play
from companion.engines.refusals import NoGame, NothingToUndo, Refusal
from companion.ports import Clock
from companion.table.journal import Entry, GameRow, Journal
from companion.table.line import Line


class ReadOnly(Refusal):
    """The game was recorded under rules that would now lead to another table; it can be read, not continued."""

    code = "read-only"


class Played:
    """One game of the record: which, who sits where, by which options. `game` is None if it is not known here."""

    __slots__ = ("game", "id", "key", "names", "options")

    def __init__(self, row: GameRow) -> None:
        self.id = row.id
        self.key = row.game
        self.names = row.players
        self.options: Options = row.options
        self.game: Game | None
        try:
            self.game = engines.game(row.game)
        except Refusal:
            self.game = None


class Step:
    """One moment of the evening: the entry that led here and how the table stands.

    `position` is None where the record cannot be continued under today's rules. `parent` is the moment before.
    """

    __slots__ = ("id", "parent", "played", "position", "text")

    def __init__(self, entry: Entry, played: Played, position: Position | None) -> None:
        self.id = entry.id
        self.parent = entry.parent
        self.text = entry.text
        self.played = played
        self.position = position

    @property
    def first(self) -> bool:
        """Whether this is the start of its game."""
        return self.text.startswith("new ")

    @property
    def outcome(self) -> Outcome | None:
        return self.position.outcome if self.position else None

    @property
    def turn(self) -> Seat | None:
        """The one seat that may act; None when all or none may."""
        to_act = self.position.to_act if self.position else ()
        return to_act[0] if len(to_act) == 1 else None


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
        """Replay one entry; without a position if it does not lead to the recorded table any more."""
        if entry.text.startswith("new ") or before is None:
            played = Played(self._journal.game(entry.game))
            if played.game is None:
                return Step(entry, played, None)
            try:
                options = played.game.complete(played.options)
                position = played.game.start(len(played.game.seat(played.names)), options)
            except Refusal:
                return Step(entry, played, None)
        else:
            played = before.played
            if before.position is None or played.game is None:
                return Step(entry, played, None)
            try:
                position = play(before.position, played.game.read(entry.text))
            except Refusal:
                return Step(entry, played, None)
        return Step(entry, played, position if digest(position) == entry.digest else None)

    # -- looking

    @property
    def now(self) -> Step | None:
        """The moment the table stands at; None before the first game."""
        return self._line.now

    @property
    def may_undo(self) -> bool:
        return self.now is not None

    @property
    def may_redo(self) -> bool:
        return bool(self._line.future)

    # -- doing

    def add_person(self, name: str) -> None:
        """A name for the roster; raises BadPlayers."""
        check_name(name)
        self._journal.add_person(name)
        self.roster = self._journal.people()
        self.journaled.append(f"name {name}")

    def start(self, key: str, names: tuple[str, ...], options: Options) -> Step:
        """A new game begins; raises what `new` raises in the protocol."""
        game = engines.game(key)
        names, options = game.seat(names), game.complete(options)
        position = game.start(len(names), options)
        entry = self._journal.add_game(key, names, options, self._head, digest(position), self._clock.wall())
        played = Played(GameRow(entry.game, key, names, options))
        self.roster = self._journal.people()
        return self._then(Step(entry, played, position))

    def enter(self, action: Action) -> Step:
        """Something happened in the game; raises Over, Illegal, ReadOnly, NoGame."""
        now = self.now
        if now is None:
            raise NoGame("refused.no-game")
        if now.position is None:
            raise ReadOnly("refused.read-only")
        position = play(now.position, action)
        entry = self._journal.add(now.played.id, str(action), now.id, digest(position), self._clock.wall())
        return self._then(Step(entry, now.played, position))

    def undo(self) -> Step:
        """Take back the last thing; the step that was taken back. Raises NothingToUndo, ReadOnly."""
        undone = self.now
        if undone is None:
            raise NothingToUndo("refused.nothing-to-undo")
        if undone.position is None and not undone.first:
            raise ReadOnly("refused.read-only")
        line = self._reaching_back().back()
        self._move("undo", undone.played.id, line)
        return undone

    def redo(self) -> Step:
        """Bring back what was undone last; that step. Raises NothingToRedo, ReadOnly."""
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


