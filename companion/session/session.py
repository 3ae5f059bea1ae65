"""One session at the table: several games, one of them on the table; undo and redo in each; all is recorded.

Each game has its plies from the start to where it stands, and those that were undone and that redo would bring back.
What people do changes the plies of the game on the table, and of no other:

- *enter* adds a ply. What was undone in this game cannot be redone any more.
- *start* begins another game. The game on the table waits; what was undone in it cannot be redone any more.
- *rematch* begins the next game of the series, or resumes that game if it has begun and waits. A start that was undone
  cannot be redone while a later game has taken its place in the series.
- *resume* brings a game that waits or is over to the table, with everything that redo would bring back there. It adds
  no ply, so undo then takes back the last ply of that game and not the resuming.
- *abandon* ends a game that waits, or the one on the table, without looking at it: also one that cannot be replayed.
- *undo* takes back the last ply of the game on the table, with the questions for advice after it: looking is not
  acting. If that is its start, the game leaves the table, and the game comes back that was on the table when this one
  began; if the start of that one has been undone too, the one before it.
- *redo* brings back what was undone last in the game on the table, with the questions for advice after it. A start
  comes back with its game.

So redo after undo, and undo after redo, lead back to the same state, also across starts. Only a new entry in the same
place makes something impossible to redo, and even then it stays in the record.

Memory follows the disk: a ply counts once the record has it. Earlier games are read when undo reaches them.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from companion.kit.game import Game
from companion.kit.levels import HEIGHT
from companion.kit.rules import NoGame, NothingToRedo, NothingToUndo, Options, Over, Seat, SeriesRule, UnknownGame
from companion.play import act as acts
from companion.play.act import Act, Begin, Line, Result, device_names, parse
from companion.play.clock import MOST_MS, OFF, ClockFace, ClockRule, Span, seat_clocks
from companion.play.fold import GameInfo, game_below
from companion.play.timeline import (
    GameSetup,
    Ply,
    ReadOnly,
    Snapshot,
    advance,
    digest,
    replay_entry,
    result_of,
    rewind_read_only,
    spans,
    used_ms,
)
from companion.ports import Clock
from companion.reader import from_json
from companion.record.lists import REVIEWS, GamePage, Play
from companion.record.record import PresentRules, Record
from companion.session import series
from companion.session.device import NO_DEVICE, Sitting, Turn, sitting_again, turn_of, word_act
from companion.session.game_library import EMPTY_PAGE, OfferedPuzzle, Puzzles
from companion.session.roster import Roster
from companion.session.secret_keeper import SecretKeeper
from companion.session.series import Round, Standing

if TYPE_CHECKING:
    from companion.session.review import Reviewed


class TurnClock:
    """Counts while it goes and exactly one person is in turn (CLK-2); it goes from the first entry on (CLK-3)."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.set_table(None)

    def set_table(self, now: Snapshot | None, spent: int = 0, *, goes: bool = False) -> None:
        """Another entry is the last one; `spent` milliseconds have been counted since then."""
        self._now = now
        has_clock = now is not None and now.timeline is not None and now.setup.clock != OFF
        self._spans = spans(now.timeline) if has_clock and now is not None and now.timeline is not None else None
        self._spent = self._written = spent
        self.goes = goes and bool(self._spans)
        self._since = self._now_ms

    @property
    def may_go(self) -> bool:
        """Whether the game has a clock, has started and is not over."""
        return bool(self._spans) and self._now is not None and self._now.outcome is None

    def go_on(self) -> None:
        """Count from now on."""
        if self.may_go and not self.goes:
            self.goes, self._since = True, self._now_ms

    def pause(self) -> None:
        """Count no longer."""
        self._spent, self.goes = self._counted, False

    @property
    def span(self) -> Span | None:
        """The time since the last entry, and who was in turn; None if nobody's clock can run."""
        if self._spans is None or self._now is None or self._now.turn is None:
            return None
        return Span(self._now.turn, min(self._counted, MOST_MS))

    @property
    def unwritten_ms(self) -> int:
        """How much of that time is not in the record."""
        return self.span.ms - self._written if self.span is not None else 0

    def mark_written(self, span: Span) -> None:
        """This time is written into the record now."""
        self._written = span.ms

    @property
    def face(self) -> ClockFace | None:
        """What can be seen of the clock; None in a game without one."""
        if self._spans is None or self._now is None:
            return None
        setup, turn = self._now.setup, self._now.turn
        present = self.span or Span(None, 0)
        seats = seat_clocks(setup.clock, (*self._spans, present), len(setup.names))
        return ClockFace(setup.clock, seats, turn, self.goes and self.may_go, self.may_go)

    @property
    def _counted(self) -> int:
        runs = self.goes and self._now is not None and self._now.turn is not None
        return self._spent + (self._now_ms - self._since if runs else 0)

    @property
    def _now_ms(self) -> int:
        return round(self._clock.monotonic() * 1000)


class Session(Roster):
    """What people do at the table. Each change is on the disk when its method returns.

    A refusal or a RecordTrouble means that nothing has changed. `recorded` collects the entries that were written, for
    those who show them to clear. `chance` draws lots and seeds, by default the system does; the record gets the result.
    `secrets` and `turn_clock` are what the device hides in the game on the table, and its clock.

    A session is the library in which screens look games up (see `game_library`). What cannot be read is missing there;
    `trouble` then says why, until something can be read again.
    """

    def __init__(self, record: Record, clock: Clock, chance: random.Random | None = None) -> None:
        super().__init__(record, clock)
        self._chance = chance if chance is not None else random.SystemRandom()
        self.secrets = SecretKeeper(record, clock, self._chance)
        self._puzzles = Puzzles(record.folder)
        self.present = record.present
        self._snapshots = self._snapshots_of(record.table)
        self.turn_clock = TurnClock(clock)
        self.turn_clock.set_table(self.now, record.table.spent if record.table is not None else 0)

    # -- looking

    def play(self) -> Play | None:
        """What the record knows of the game on the table besides its plies, once that game is over; else None."""
        game = self._record.table if self.now is not None and self.now.outcome is not None else None
        return self._record.play(game) if game is not None else None

    @property
    def now(self) -> Snapshot | None:
        """How the table stands; None when no game is on it."""
        return self._snapshots[-1] if self._snapshots else None

    def device_turn(self) -> Turn | None:
        """The turn of the device that comes first now; None if there is none."""
        return turn_of(self.now)

    @property
    def may_redo(self) -> bool:
        return self._next_redo() is not None

    def waiting_games(self, first: int, count: int) -> GamePage:
        found = self._read(lambda: self._record.waiting_games(first, count), EMPTY_PAGE)
        return GamePage(found.total, tuple([self._with_names(game) for game in found.games]))

    def finished_games(self, first: int, count: int) -> GamePage:
        found = self._read(lambda: self._record.finished_games(first, count), EMPTY_PAGE)
        games = [game._replace(names=self._record.names_then(game)) for game in found.games]
        return GamePage(found.total, tuple(games))

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
        nothing: tuple[Snapshot, ...] = ()
        library = self._record
        snapshots = self._read(lambda: self._snapshots_of(library.game_state(game.id), old_names=True), nothing)
        return snapshots[-1] if snapshots else None

    def puzzle(self) -> OfferedPuzzle | None:
        """The puzzle that home offers: one of the last game with one that stands as it was looked at."""

        def look() -> OfferedPuzzle | None:
            for one in self._puzzles.open():
                game = self._record.game_state(one.game)
                if game is not None and game.result is not None and game.info.head == one.entry:
                    info = game.info._replace(names=self._record.names_then(game))
                    return OfferedPuzzle(info, one.ply, one.seat)
            return None

        return self._read(look, None)

    def keep_puzzles(self, review: Reviewed) -> None:
        """Keep the puzzles of a whole review for home."""
        game = self._read(lambda: self._record.game_state(review.step.setup.id), None)
        if game is not None:
            self._puzzles.keep(game.info, review)

    def kept_review(self, step: Snapshot) -> Reviewed | None:
        if step.outcome is None or not (self.folder / REVIEWS / f"{step.setup.id}.jsonl").is_file():
            return None
        from companion.session.review import review

        return review(step, self.folder, only_kept=True)

    def end_puzzle(self, game: int, ply: int) -> None:
        """People have solved a puzzle, or were shown the answer: home offers it no more."""
        self._puzzles.end(game, ply)

    def rules_of(self, game: GameInfo) -> Game | None:
        return self._read(lambda: self._record.rules_of(game), None)

    def rules_called(self, key: str) -> Game | None:
        return self._read(lambda: self._record.rules_called(key), None)

    # -- doing

    def start(
        self,
        key: str,
        names: tuple[str, ...],
        options: Options,
        begins: Seat | None = 0,
        clock: ClockRule = OFF,
        sitting: Sitting = NO_DEVICE,
    ) -> Snapshot:
        """Begin a new game, the first one of a series; raises what `new` raises in the protocol.

        `begins` is the place among the names, in the order of the table, of the person who begins; None draws lots.
        """
        rules = self._record.present_rules(key)
        rules.game.seat(names)
        first = self._chance.randrange(len(names)) if begins is None else begins
        return self._begin(rules, names[first:] + names[:first], options, clock, None, sitting)

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
            if bool(rules.pad) != bool(now.setup.pad):  # another game has its key by now
                raise UnknownGame("refused.unknown-game", game=now.setup.key, games="")
        except UnknownGame:
            game_now = now.setup.game
            name = now.setup.key if game_now is None else game_now.texts.get(f"game.{game_now.key}", game_now.key)
            raise NoGame("refused.no-rematch", game=name) from None
        number = games[0].series if rules.pad == now.setup.pad and not standing.decided else None
        known = rules.game.options  # under another text
        options = {name: value for name, value in now.setup.options.items() if value in known.get(name, ())}
        people = game.people if game is not None else ()
        sitting = sitting_again(now, self._record.names(people))
        return self._begin(rules, standing.seats, options, now.setup.clock, number, sitting)

    def play_on(self, step: Snapshot, place: int, seat: Seat, level: str) -> Snapshot:
        """Begin a game at the table before the entry at `place`: the person of that seat against devices of a level.

        Where a device sat there, it sits again, and people where they sat. It is a game of its own, outside all
        figures. Raises what `new` raises in the protocol, and what a table that is set can be refused for.
        """
        setup, timeline = step.setup, step.timeline
        if timeline is None:
            raise ReadOnly("refused.read-only")
        rules, game = self._record.present_rules(setup.key), self._record.game_state(setup.id)
        people = [one for one in range(len(setup.names)) if not setup.seats.level(one)]
        people = [seat] if seat in people else people
        today = self._record.names(game.people) if game is not None else setup.names
        free = device_names((*self._names, *today), self._record.device_name)
        stays = [one in people or bool(setup.seats.level(one)) for one in range(len(today))]
        names = tuple([name if stays[one] else next(free) for one, name in enumerate(today)])
        sitting = Sitting({name: level for one, name in enumerate(names) if one not in people}, again=setup.id)
        table = json.dumps(timeline[place - 1].position.table())
        rules.game.restore(len(names), rules.game.complete(setup.options), from_json(table))
        self._begin(rules, names, setup.options, OFF, None, sitting)
        return self.enter(f"{acts.SET} {table}")

    def _begin(
        self,
        rules: PresentRules,
        names: tuple[str, ...],
        options: Options,
        clock: ClockRule,
        series: int | None,
        sitting: Sitting,
    ) -> Snapshot:
        game, pad = rules.game, rules.pad
        names, options = game.seat(names), game.complete(options)
        position, record, at = game.start(len(names), options), self._record, self._clock.wall()
        sitting = self._at_height(sitting, game.key, names)
        seed, seats = sitting.begin(game, names, options, self._chance)
        people = tuple([
            sitting.number_of(name) if name in sitting.devices else record.add_person(name, at) for name in names
        ])  # fmt: skip
        names = record.names(people)  # also of devices, as after a restart
        number = record.state.games + 1
        of = series if series != number else None
        begun = Begin(game.key, people, options, of, pad=pad, clock=clock, seats=seats)
        before = [*[Line(0, at, text) for text in rules.texts], *self.secrets.lines(seed, number)]
        entry = record.add_together([*before, Line(0, at, begun.act(), number, digest=digest(position))])[-1]
        setup = GameSetup(number, game.key, names, options, game, pad, clock, seats)
        step = Snapshot(entry.seq, 0, f"new {game.key}", setup, (Ply("", position, None),))
        self._set_table((step,), step.text)
        self.recorded += [f"sit {seat} {level}" for seat, level in enumerate(seats.levels) if level]
        return step

    def _height(self, key: str, people: Sequence[str]) -> str:
        from companion.session.heights import height_now

        return height_now(self._record, key, people)

    def _at_height(self, sitting: Sitting, key: str, names: Sequence[str]) -> Sitting:
        """The devices, those at the people's height with how much they give away."""
        if HEIGHT not in sitting.devices.values():
            return sitting
        people = [name for name in names if name not in sitting.devices]
        here = self._height(key, people)
        return sitting._replace(
            devices={name: here if level == HEIGHT else level for name, level in sitting.devices.items()}
        )

    def _settled(self, text: str, now: Snapshot) -> str:
        """An entry; where it gives the device the people's height, with how much it gives away."""
        kind, _, rest = text.partition(" ")
        if kind not in (acts.SIT, acts.LEVEL) or not rest.endswith(f" {HEIGHT}"):
            return text
        names, seat = now.setup.names, rest.partition(" ")[0]
        people = [name for at, name in enumerate(names) if not now.setup.seats.level(at) and str(at) != seat]
        return text.removesuffix(HEIGHT) + self._height(now.setup.key, people)

    def enter(self, text: str) -> Snapshot:
        """Enter what happened at the table: an action, or an act of the people (see `timeline`).

        Raises NoGame, ReadOnly and what the game refuses.
        """
        now = self.now
        if now is None:
            raise NoGame("refused.no-game")
        span, setup = self.turn_clock.span, now.setup
        text, seed = self.secrets.seal_entry(self._settled(text, now), now)
        act, ms = parse(text), span.ms if span is not None else 0
        timeline = (
            advance(setup, now.timeline, text, ms, self._record.by)
            if now.timeline is not None
            else rewind_read_only(now, text)
        )
        if timeline is None:
            raise ReadOnly("refused.read-only")
        result, look = result_of(timeline), list[Line]()
        if act.kind in (acts.BACK, acts.CHANGE):
            look = self.secrets.look(now, act.number + (act.kind == acts.BACK), runs_on=result is None)
        line = Line(
            0, self._clock.wall(), act, setup.id, digest=digest(timeline[-1].position), result=result,
            span=span, used=used_ms(setup, timeline) if result is not None else (),
            commitment=self.secrets.commitment_of_entry(now) if act.kind == acts.PLAY else "",
        )  # fmt: skip
        entry = self._record.add_together([*look, *seed, line])[-1]
        step = Snapshot(entry.seq, now.id, text, setup, timeline)
        self._set_table((*self._snapshots, step), text, entered=act.kind != acts.ADVICE)
        return step

    @contextmanager
    def pressed_by(self, source: str) -> Iterator[None]:
        """What is recorded in this block was pressed on a phone, by the name that it has in the log."""
        self._record.by = source
        try:
            yield
        finally:
            self._record.by = ""

    def add_word(self, word: str) -> None:
        """Add a word of the people to all chance of the device in the game that has just begun.

        Raises what `SecretKeeper.add_word` does.
        """
        self.secrets.add_word(self.now, word)
        self.recorded.append(str(word_act(word)))

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

    def abandon(self, number: int) -> None:
        """End a game that runs as abandoned, also one that can only be read. One that waits does not come to the table.

        Raises NoGame, Over.
        """
        now, game = self.now, self._record.game_state(number)
        if game is None or not game.path:
            raise NoGame("refused.no-such-game", number=number)
        if game.result is not None:
            raise Over("refused.over")
        here = now is not None and now.setup.id == number
        if here and now is not None and now.timeline is not None:
            self.enter(acts.ABANDON)
            return
        result = Result((), (0,) * len(game.people), acts.ABANDON)
        self._record.add(Act(acts.ABANDON), self._clock.wall(), number, digest=game.path[-1].digest, result=result)
        self._set_table(self._snapshots_of(self._record.table) if here else self._snapshots, f"abandon {number}")

    def deal(self) -> None:
        """Deal the cards that nobody has entered. Each is an entry of its own, so that a fault in between loses none.

        Does nothing in a game where there are no such cards. A device that lays out an army of its own does that
        itself, behind the cards of the people before it.
        """
        now = self.now
        if now is None or now.position is None or now.outcome is not None:
            return
        if now.setup.rules.deals:
            for action in now.setup.rules.deal(now.position, self._chance):
                if turn_of(now) is None and turn_of(self.now) is not None:
                    break
                self.enter(action)

    def undo(self) -> Snapshot:
        """Take back the last ply, or the start of the game; what was taken back. Raises NothingToUndo, ReadOnly.

        A question for advice is no ply that people take back: those after the last ply go with it.
        """
        undone = self.now
        if undone is None:
            raise NothingToUndo("refused.nothing-to-undo")
        snapshots, lines = self._snapshots, list[Line]()
        while True:
            undone = snapshots[-1]
            if undone.timeline is None and not undone.first and undone.act.kind != acts.ABANDON:
                raise ReadOnly("refused.read-only")
            snapshots = snapshots[:-1]
            if undone.first:
                game = self._record.table
                assert game is not None
                snapshots = self._snapshots_of(game_below(game, self._record.game_state))
            undo = Line(0, self._clock.wall(), Act(acts.UNDO), undone.setup.id, digest=_table_digest(snapshots))
            last = len(undone.timeline) - 1 if undone.timeline is not None else 0
            runs_on = not undone.first and snapshots[-1].outcome is None
            lines += [*self.secrets.look(undone, last, runs_on=runs_on), undo]
            if undone.first or undone.act.kind != acts.ADVICE:
                break
        self._record.add_together(lines)
        self._set_table(snapshots, "undo")
        return undone

    def redo(self) -> Snapshot:
        """Bring back what was undone last; what came back. Raises NothingToRedo."""
        redone = self._redo_one()
        while redone.act.kind == acts.ADVICE and self._next_redo() is not None:
            redone = self._redo_one()
        while (after := self._next_redo()) is not None and after.act.kind == acts.ADVICE:
            self._redo_one()
        return redone

    def _redo_one(self) -> Snapshot:
        """Bring back the ply that was undone last."""
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

    def pause_clock(self) -> None:
        """Let the turn clock stand. Its time is on the disk when this returns; it stands also after a RecordTrouble."""
        self.turn_clock.pause()
        self.keep_time()

    def keep_time(self) -> None:
        """Write the time since the last entry (CLK-5), if it has grown."""
        span, now = self.turn_clock.span, self.now
        if span is not None and now is not None and self.turn_clock.unwritten_ms > 0:
            self.turn_clock.mark_written(span)  # if it fails, the next line has this time too
            self._record.add_together([Line(0, self._clock.wall(), Act(acts.CLOCK), now.setup.id, span=span)])

    def _next_redo(self) -> Line | None:
        """The entry that redo would bring back. Not a start whose series has another game in its place."""
        entry = self._record.next_redo
        game = self._record.game_state(entry.game) if entry is not None else None
        if game is None or game.path:
            return entry
        others = [self._record.game_state(info.id) for info in self._record.series(game.series)]
        replaced = any(other is not None and other.path[0].seq > game.last for other in others)
        return None if replaced else entry

    def _set_table(self, snapshots: tuple[Snapshot, ...], text: str, *, entered: bool = False) -> None:
        """Remember how the table stands, once the record has it. An entry lets the turn clock go on."""
        before, self._snapshots = self.now, snapshots
        self.recorded.append(text)
        game = self._record.table
        same = before is not None and game is not None and before.setup.id == game.id
        goes = entered or (same and self.turn_clock.goes)
        self.turn_clock.set_table(self.now, game.spent if game is not None else 0, goes=goes)

    def _show_names(self) -> None:
        """Somebody was renamed: the game on the table has the new name at once."""
        self._snapshots = self._snapshots_of(self._record.table)


def _table_digest(snapshots: tuple[Snapshot, ...]) -> str:
    """The digest of the table after these snapshots; empty if there is none."""
    position = snapshots[-1].position if snapshots else None
    return digest(position) if position is not None else ""
