"""One session at the table: several games, one of them on the table; undo and redo in each; all is recorded.

Each game has its plies from the start to where it stands, and those that were undone and that redo would bring back.
What people do changes the plies of the game on the table, and of no other:

- *enter* adds a ply. What was undone in this game can then not be redone any more.
- *start* begins another game. The game on the table waits; what was undone in it can not be redone any more.
- *rematch* begins the next game of the series, or resumes that game if it has begun and waits. A start that was undone
  cannot be redone while a later game has taken its place in the series.
- *resume* brings a game that waits or is over to the table, with everything that redo would bring back there. It adds
  no ply, so undo then takes back the last ply of that game and not the resuming.
- *undo* takes back the last ply of the game on the table. If that is its start, the game leaves the table, and the game
  comes back that was on the table when this one began; if the start of that one has been undone too, the one before it.
- *redo* brings back what was undone last in the game on the table. A start comes back with its game.

So redo after undo, and undo after redo, lead back to the same state, also across starts. Only a new entry in the same
place makes something impossible to redo, and even then it stays in the record.

Memory follows the disk: a ply counts once the record has it. Earlier games are read when undo reaches them.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import TypeVar

from companion.games.game import Game, Options, Seat, SeriesRule
from companion.games.refusals import Message, NoGame, NothingToRedo, NothingToUndo, UnknownGame
from companion.ports import Clock
from companion.record import act as acts
from companion.record import figures
from companion.record.act import Act, Begin, parse
from companion.record.fold import GameInfo, GameState, game_below
from companion.record.line import Line
from companion.record.lists import Durations, GamePage, HeadToHead, PersonStats, Play
from companion.record.record import PresentRules, Record
from companion.record.trouble import RecordTrouble
from companion.session import series
from companion.session.game_library import EMPTY_PAGE
from companion.session.roster import Roster
from companion.session.series import Round, Standing
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

T = TypeVar("T")


class Session(Roster):
    """What people do at the table. Each change is on the disk when its method returns.

    A refusal or a RecordTrouble means that nothing has changed. `recorded` collects the entries that were written, for
    those who show them to clear. `chance` draws lots; the record gets the result.

    A session is the library in which screens look games up (see `library`). What cannot be read is missing there;
    `trouble` then says why, until something can be read again.
    """

    def __init__(self, record: Record, clock: Clock, chance: random.Random | None = None) -> None:
        super().__init__(record, clock)
        self._chance = chance if chance is not None else random.SystemRandom()
        self.present = record.present
        self._snapshots = self._snapshots_of(record.table)
        self.trouble: RecordTrouble | None = None

    def take_notices(self) -> tuple[Message, ...]:
        """What has happened to the record since the last call and people should know."""
        notices, self._record.notices = tuple(self._record.notices), []
        return notices

    # -- looking

    def play(self) -> Play | None:
        """What the record knows of the game on the table besides its plies, once that game is over; else None."""
        game = self._record.table if self.now is not None and self.now.outcome is not None else None
        return self._record.play(game) if game is not None else None

    @property
    def now(self) -> Snapshot | None:
        """How the table stands; None when no game is on it."""
        return self._snapshots[-1] if self._snapshots else None

    @property
    def may_redo(self) -> bool:
        return self._next_redo() is not None

    def waiting_games(self, first: int, count: int) -> GamePage:
        """Unfinished games that are not on the table, the last played first: `count` of them from number `first` on."""
        return self._read(lambda: self._record.waiting_games(first, count), EMPTY_PAGE)

    def finished_games(self, first: int, count: int) -> GamePage:
        """Games that are over, the last one to end first."""
        return self._read(lambda: self._record.finished_games(first, count), EMPTY_PAGE)

    def standing(self) -> Standing | None:
        """The series of the game on the table, up to that game."""
        now = self.now
        if now is None:
            return None

        def look() -> Standing:
            game = self._record.game_state(now.setup.id)
            return self._standing_after(self._record.series_until(game) if game is not None else ())

        return self._read(look, None)

    def _standing_after(self, games: Sequence[GameInfo]) -> Standing:
        """The standing of a series after these games of it, with the names that its people have today."""
        return series.standing(self._series_rule(games), self._rounds(games))

    def _series_rule(self, games: Sequence[GameInfo]) -> SeriesRule:
        return series.rule_of(self._record.rules_of(games[0]))

    def _rounds(self, games: Sequence[GameInfo]) -> list[Round]:
        return [Round(self._record.names(game.people), game.result, game.head) for game in games]

    def snapshot_of(self, game: GameInfo) -> Snapshot | None:
        """A game of the lists as it stands, with its whole timeline; None if it cannot be read."""
        nothing: tuple[Snapshot, ...] = ()
        snapshots = self._read(lambda: self._snapshots_of(self._record.game_state(game.id)), nothing)
        return snapshots[-1] if snapshots else None

    def rules_of(self, game: GameInfo) -> Game | None:
        """The rules of a game of the lists; None if this version does not know them."""
        return self._read(lambda: self._record.rules_of(game), None)

    def rules_called(self, key: str) -> Game | None:
        """The rules of the games with a key: of score pads those of the last one that began."""
        return self._read(lambda: self._record.rules_called(key), None)

    def person_stats(self, name: str) -> tuple[PersonStats, ...]:
        """A person's statistics, game by game, the game played most first."""
        return self._read(lambda: self._record.ask(lambda index: figures.person_stats(index.run, name)), ())

    def head_to_head(self, name: str, other: str) -> tuple[HeadToHead, ...]:
        """The results of a person against another, game by game, the game played most first."""
        return self._read(lambda: self._record.ask(lambda index: figures.head_to_head(index.run, name, other)), ())

    def durations(self) -> tuple[Durations, ...]:
        """How long games take, the game played most first."""
        return self._read(lambda: self._record.ask(lambda index: figures.durations(index.run)), ())

    def _read(self, look: Callable[[], T], nothing: T) -> T:
        try:
            found = look()
        except RecordTrouble as trouble:
            self.trouble = trouble
            return nothing
        self.trouble = None
        return found

    # -- doing

    def start(self, key: str, names: tuple[str, ...], options: Options, begins: Seat | None = 0) -> Snapshot:
        """Begin a new game, the first one of a series; raises what `new` raises in the protocol.

        `begins` is the place among the names, in the order of the table, of the person who begins; None draws lots.
        """
        rules = self._record.present_rules(key)
        rules.game.seat(names)
        first = self._chance.randrange(len(names)) if begins is None else begins
        return self._begin(rules, names[first:] + names[:first], options, None)

    def rematch(self) -> Snapshot:
        """Begin the next game of the same people, seated as their series says; raises NoGame.

        If another game of the series waits, resume that one: a game must not have two next games. After a series that
        is decided, begin the first game of another; also if the text of a score pad has changed since.
        """
        now = self.now
        if now is None:
            raise NoGame("refused.no-game")
        game = self._record.game_state(now.setup.id)
        games = self._record.series(game.series) if game is not None else ()
        for place in series.waiting_games(self._series_rule(games), self._rounds(games)):
            if games[place].id != now.setup.id:
                return self.resume(games[place].id)
        standing = self._standing_after(games)
        try:
            rules = self._record.present_rules(now.setup.key)
        except UnknownGame:
            game_now = now.setup.game
            name = now.setup.key if game_now is None else game_now.texts.get(f"game.{game_now.key}", game_now.key)
            raise NoGame("refused.no-rematch", game=name) from None
        number = games[0].series if rules.pad == now.setup.pad and not standing.decided else None
        known = rules.game.options  # under another text
        options = {name: value for name, value in now.setup.options.items() if value in known.get(name, ())}
        return self._begin(rules, standing.seats, options, number)

    def _begin(self, rules: PresentRules, names: tuple[str, ...], options: Options, series: int | None) -> Snapshot:
        game, pad = rules.game, rules.pad
        names, options = game.seat(names), game.complete(options)
        position, record, at = game.start(len(names), options), self._record, self._clock.wall()
        people = tuple([record.add_person(name, at) for name in names])
        number = record.state.games + 1
        begun = Begin(game.key, people, options, series if series != number else None, pad=pad)
        new = Line(0, at, begun.act(), number, digest=digest(position))
        entry = record.add_together([*[Line(0, at, text) for text in rules.texts], new])[-1]
        setup = GameSetup(number, game.key, names, options, game, pad)
        step = Snapshot(entry.seq, 0, f"new {game.key}", setup, (Ply("", position, None),))
        self._set_table((step,), step.text)
        return step

    def enter(self, text: str) -> Snapshot:
        """Enter what happened at the table: an action, or an act of the people (see `timeline`).

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
        self._set_table((*self._snapshots, step), text)
        return step

    def resume(self, number: int) -> Snapshot:
        """Bring a game that waits or is over to the table; raises NoGame."""
        now = self.now
        if now is not None and now.setup.id == number:
            return now
        game = self._record.game_state(number)
        if game is None or not game.path:
            raise NoGame("refused.no-such-game", number=number)
        snapshots = self._snapshots_of(game)
        self._record.add(Act(acts.RESUME), self._clock.wall(), number, digest=_table_digest(snapshots))
        self._set_table(snapshots, f"resume {number}")
        return snapshots[-1]

    def deal(self) -> None:
        """Deal the cards that nobody has entered. Each is an entry of its own, so that a fault in between loses none.

        Does nothing in a game where there are no such cards.
        """
        now = self.now
        if now is None or now.position is None or now.outcome is not None:
            return
        assert now.setup.game is not None
        if now.setup.game.deal is not None:
            for action in now.setup.game.deal(now.position, self._chance):
                self.enter(action)

    def undo(self) -> Snapshot:
        """Take back the last ply, or the start of the game; what was taken back. Raises NothingToUndo, ReadOnly."""
        undone = self.now
        if undone is None:
            raise NothingToUndo("refused.nothing-to-undo")
        if undone.timeline is None and not undone.first:
            raise ReadOnly("refused.read-only")
        snapshots = self._snapshots[:-1]
        if undone.first:
            game = self._record.table
            assert game is not None
            snapshots = self._snapshots_of(game_below(game, self._record.game_state))
        self._record.add(Act(acts.UNDO), self._clock.wall(), undone.setup.id, digest=_table_digest(snapshots))
        self._set_table(snapshots, "undo")
        return undone

    def redo(self) -> Snapshot:
        """Bring back what was undone last; what came back. Raises NothingToRedo."""
        entry = self._next_redo()
        if entry is None:
            raise NothingToRedo("refused.nothing-to-redo")
        now = self.now
        if now is None or entry.game != now.setup.id:
            redone = replay_entry(self._setup_of(self._record.game_state(entry.game)), entry, None)
            snapshots: tuple[Snapshot, ...] = (redone,)
        else:
            redone = replay_entry(now.setup, entry, now)
            snapshots = (*self._snapshots, redone)
        self._record.add(Act(acts.REDO), self._clock.wall(), entry.game, digest=entry.digest)
        self._set_table(snapshots, "redo")
        return redone

    def _next_redo(self) -> Line | None:
        """The entry that redo would bring back. Not a start whose series has another game in its place."""
        entry = self._record.next_redo
        game = self._record.game_state(entry.game) if entry is not None else None
        if game is None or game.path:
            return entry
        others = [self._record.game_state(info.id) for info in self._record.series(game.series)]
        replaced = any(other is not None and other.path[0].seq > game.last for other in others)
        return None if replaced else entry

    def _set_table(self, snapshots: tuple[Snapshot, ...], text: str) -> None:
        """Remember how the table stands, once the record has it."""
        self._snapshots = snapshots
        self.recorded.append(text)

    def _setup_of(self, game: GameState | None) -> GameSetup:
        if game is None:
            raise RecordTrouble("record.read", why="a game is missing")
        return GameSetup.of(game, self._record.rules_of)

    def _snapshots_of(self, game: GameState | None) -> tuple[Snapshot, ...]:
        """The snapshots of a game from its start to where it stands; none for no game."""
        return replay_path(self._setup_of(game), game.path) if game is not None and game.path else ()


def _table_digest(snapshots: tuple[Snapshot, ...]) -> str:
    """The digest of the table after these snapshots; empty if there is none."""
    position = snapshots[-1].position if snapshots else None
    return digest(position) if position is not None else ""
