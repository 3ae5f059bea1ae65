"""The fold: from lines to the state of the record. Pure; the table `TRANSITIONS` has all its rules.

A game has a *path*, the current entries from its start on, and a list of *undone* entries, which redo would bring
back. An entry is a line. One game is on the table, or none: then the game 0, which has no entries, but the starts that
were undone. What an act does:

    act      on                    path                              undone                           table
    new      a new game            begins with this entry            of the table before: cleared     this game
    play, set, back, change, concede, agree
             the game              + this entry                      cleared                          this game
    abandon  the game              + this entry                      cleared                          unchanged
    undo     the game              − its last entry                  + that entry                     this game
             …with only its start  emptied                           of the new table: + start        the game before
    redo     the game              + what was undone last            of the table before: − it        this game
    resume   the game              unchanged                         unchanged                        this game
    seed, chose, word              unchanged                         unchanged                        unchanged
             a seed comes before the `new` of its game, so that no power cut leaves a game without its seed
    clock    the game              unchanged; `spent` is its time    unchanged                        this game
    lost     the game on the table + an entry without a digest, unless it is over: the game is read-only, up to an entry
                                   that leads to its table without the lost one
             another game          unchanged                         unchanged                        this game

"The game before" is the one that was on the table when this game began; if its start was undone since, the one before
that. Imported lines do not change the table, clear nothing and put nobody at the top of the roster. A line of an
unknown game (its `new` was lost) changes nothing. A line of another game than the one on the table brings that game to
the table: the line that did so before was lost. Only `abandon` does not: people end games that wait without looking at
them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise

from companion.kit.rules import Options
from companion.play import act as acts
from companion.play.act import NO_SEATS, PEOPLE, UNKNOWN, Line, Result, Seats, named
from companion.play.clock import OFF, ClockRule
from companion.values import NamedTuple

PAUSE_S = 900
"""The duration of a game is the time between the entries on its path, without longer pauses than this: a game may wait
for weeks. Steps of a clock count as pauses."""


class Person(NamedTuple):
    """Somebody on the roster. `used` rises with every new game: the last player has the highest; 0 before any game."""

    number: int
    name: str
    retired: bool = False
    used: int = 0


class GameInfo(NamedTuple):
    """A game of the record as lists show it.

    `people` are the numbers of the people by seat, `names` their names when it began. `series` is the number of the
    first game of its series. `begun` and `at` are the times of its start and its last entry, in seconds since 1970.
    `result` is None while it runs. `head` is the number of the line of its last entry: of two finished games the one
    that ended later has the higher. `pad` is the SHA-256 of the text of a score pad; empty for other games. `clock` is
    the rule of the turn clock. `seats` are the seats of the device when the game began; the `people` there have
    negative numbers. `sure` says whether the system called its clock synchronised at both times (REC-2).
    """

    id: int
    key: str
    people: tuple[int, ...]
    names: tuple[str, ...]
    options: Options
    series: int
    begun: float
    at: float
    result: Result | None
    head: int = 0
    pad: str = ""
    clock: ClockRule = OFF
    seats: Seats = NO_SEATS
    sure: bool = True


class GameState(NamedTuple):
    """The state of a game, with everything that later lines need; it begins with the fields of GameInfo.

    `before` is the game that was on the table when it began (0 for none). `path` are the current entries, the start
    first; empty if the start was undone. `undone` is what redo would bring back while the game is on the table, the
    next one last: its own entries, and starts of games that began after it. `last` is the number of the last line about
    it. `pad`, `clock` and `seats` are as in GameInfo. `spent` is how long the clock has run since the last entry of
    the path, in milliseconds, as far as the record has it. `hidden` are the bytes where the lines about the device's
    chance begin.
    """

    id: int
    key: str
    people: tuple[int, ...]
    names: tuple[str, ...]
    options: Options
    series: int
    begun: float
    before: int
    path: tuple[Line, ...]
    undone: tuple[Line, ...] = ()
    last: int = 0
    pad: str = ""
    clock: ClockRule = OFF
    spent: int = 0
    seats: Seats = NO_SEATS
    hidden: tuple[int, ...] = ()

    @property
    def result(self) -> Result | None:
        """How the game ended; None while it runs."""
        return self.path[-1].result if self.path else None

    @property
    def at(self) -> float:
        """The time of the last entry, in seconds since 1970."""
        return self.path[-1].at if self.path else self.begun

    @property
    def sure(self) -> bool:
        """Whether the system called its clock synchronised when it began and at its last entry (REC-2)."""
        return not self.path or (self.path[0].sure and self.path[-1].sure)

    @property
    def info(self) -> GameInfo:
        """The game as lists show it."""
        head = self.path[-1].seq if self.path else 0
        return GameInfo(*self[:7], self.at, self.result, head, self.pad, self.clock, self.seats, self.sure)

    @property
    def with_device(self) -> bool:
        """Whether a device has played in it."""
        return any(self.seats.levels) or any(entry.act.kind == acts.SIT for entry in self.path)


NO_GAME = GameState(0, "", (), (), {}, 0, 0.0, 0, ())
"""What is on the table while no game is."""


class State(NamedTuple):
    """The state of the record after a line, without the games themselves.

    `table` is the game on the table. `games` and `used` are the highest numbers so far. The lines up to `until` are an
    import. `id` is the id of the record now, `ids` has all that it had, the oldest first, each with the number of the
    line that gave it. `pads` has by the SHA-256 of each score pad's text the byte where the line with that text begins.
    `seed` are the number of the game that is about to begin with a device, and the byte where the line with its seed
    begins. `lost` counts the lines that were lost, and `harmed` are the games that lack an entry for it. `version` is
    the highest version of the format that a line has named.
    """

    seq: int = -1
    table: int = 0
    people: Mapping[int, Person] = {}
    games: int = 0
    used: int = 0
    id: str = ""
    machine: str = ""
    until: int = 0
    pads: Mapping[str, int] = {}
    ids: Mapping[str, int] = {}
    seed: tuple[int, ...] = ()
    lost: int = 0
    harmed: tuple[int, ...] = ()
    version: int = 0


Path = tuple[Line, ...]
"""The current entries of a game, the start first."""

FindGame = Callable[[int], GameState | None]
"""Gives a game by its number, in its state before the line."""

Fold = tuple[State, tuple[GameState, ...]]
"""The new state, and the games that are different now."""


def fold(state: State, line: Line, offset: int, look: FindGame) -> Fold:
    """The state after a line that begins at this byte of the log. Does not change its arguments."""
    lost = line.seq - state.seq if line.act.kind == acts.LOST else 0
    state, line = state._replace(seq=line.seq, lost=state.lost + lost), line._replace(offset=offset)
    if line.imported is not None:
        state = state._replace(until=max(state.until, line.seq + line.imported))
    if line.act.kind == acts.LOST and line.about == UNKNOWN:
        line = line._replace(game=state.table)
    if line.game:
        if line.act.kind != acts.LOST:
            state = state._replace(games=max(state.games, line.game))  # a number is never given twice
        if line.act.kind == acts.NEW:
            return _new(state, line, look)
        game = look(line.game)
        if line.act.kind in acts.OF_CHANCE:
            return _hidden(state, line, game)
        if game is None or not (game.path or line.act.kind == acts.REDO):
            return state, ()  # its `new` was lost or undone
        return TRANSITIONS.get(line.act.kind, _entry)(state, line, game, look)
    if line.about == PEOPLE:
        return _person(state, line.act), ()
    if line.act.kind == acts.LOG:
        number, _, machine = line.act.text.partition(" ")
        version = max(state.version, line.act.number)
        return state._replace(id=number, machine=machine, ids={**state.ids, number: line.seq}, version=version), ()
    if line.act.kind == acts.PAD:
        return state._replace(pads={**state.pads, line.act.text[:64]: offset}), ()
    return state, ()


def _new(state: State, line: Line, look: FindGame) -> Fold:
    try:
        begun = acts.begin(line.act)
    except ValueError:
        return state, ()
    people = state.people
    names = named(begun.people, {number: person.name for number, person in people.items()})
    series = line.game if begun.series is None else begun.series
    game = GameState(
        line.game, begun.key, begun.people, names, begun.options, series, line.at, 0, (line,), (), line.seq,
        begun.pad, begun.clock, 0, begun.seats, state.seed[1:] if state.seed[:1] == (line.game,) else (),
    )  # fmt: skip
    if line.seq <= state.until:
        return state, (game,)
    before = look(state.table) or NO_GAME
    top = state.used + len(begun.people)
    seated = {
        number: people.get(number, Person(number, name))._replace(used=top - seat, retired=False)
        for seat, (number, name) in enumerate(zip(begun.people, names, strict=True))
        if number >= 0
    }
    game = game._replace(before=state.table)
    cleared = (before._replace(undone=()),) if before.undone else ()
    return state._replace(table=line.game, people={**people, **seated}, used=top), (*cleared, game)


def _entry(state: State, line: Line, game: GameState, look: FindGame) -> Fold:
    game = game._replace(path=(*game.path, line), undone=(), last=line.seq, spent=0)
    return _to_table(state, line), (game,)


def _abandon(state: State, line: Line, game: GameState, look: FindGame) -> Fold:
    return state, _entry(state, line, game, look)[1]


def _fold_lost(state: State, line: Line, game: GameState, look: FindGame) -> Fold:
    if line.game != state.table and line.seq > state.until:
        return state._replace(table=line.game), ()  # only the game on the table gets entries
    if game.result is not None:
        return state, ()  # a game that is over stays over
    lost = Line(line.seq, line.at, line.act, offset=line.offset)
    state = state._replace(harmed=tuple(dict.fromkeys((*state.harmed, game.id))))
    return state, (game._replace(path=(*game.path, lost), last=line.seq),)


def _settled(path: Path, digest: str) -> Path:
    """The path after a line with the digest of the table then: it may tell that no entry of this game was lost."""
    whole = path
    while whole and whole[-1].act.kind == acts.LOST:
        whole = whole[:-1]
    return whole if whole and digest and whole[-1].digest == digest else path


def _hidden(state: State, line: Line, game: GameState | None) -> Fold:
    if game is None:
        return state._replace(seed=(line.game, line.offset)) if line.act.kind == acts.SEED else state, ()
    return state, (game._replace(hidden=(*game.hidden, line.offset)),)


def _undo(state: State, line: Line, game: GameState, look: FindGame) -> Fold:
    state, last = _to_table(state, line), game.path[-1]
    path = _settled(game.path[:-1], line.digest)
    if last.act.kind == acts.LOST and line.digest and path and path[-1].digest != line.digest:
        path = game.path  # the lost line was no entry that an undo takes back
    game = game._replace(path=path, last=line.seq, spent=0)
    if game.path:
        return state, (game._replace(undone=(*game.undone, last)),)
    below = game_below(game, look)
    return state._replace(table=below.id), (game, below._replace(undone=(*below.undone, last), last=line.seq))


def _redo(state: State, line: Line, game: GameState, look: FindGame) -> Fold:
    """Redo. The line belongs to the game of the entry that redo brings back; that may be the start of another game."""
    beside = look(state.table) or NO_GAME
    if not beside.undone or beside.undone[-1].game != line.game:
        return state, ()
    beside, back = beside._replace(undone=beside.undone[:-1]), beside.undone[-1]
    changed = () if beside.id == game.id else (beside,)
    game = (game if changed else beside)._replace(path=(*game.path, back), last=line.seq, spent=0)
    return state._replace(table=line.game), (*changed, game)


def _resume(state: State, line: Line, game: GameState, look: FindGame) -> Fold:
    return state._replace(table=line.game), (game._replace(path=_settled(game.path, line.digest), last=line.seq),)


def _clock(state: State, line: Line, game: GameState, look: FindGame) -> Fold:
    game = game._replace(last=line.seq, spent=line.span.ms if line.span is not None else 0)
    return _to_table(state, line), (game,)


TRANSITIONS: Mapping[str, Callable[[State, Line, GameState, FindGame], Fold]] = {
    acts.ABANDON: _abandon,
    acts.UNDO: _undo,
    acts.REDO: _redo,
    acts.RESUME: _resume,
    acts.CLOCK: _clock,
    acts.LOST: _fold_lost,
}
"""By the kind of act, for games with a path; every other kind adds an entry to its game."""


def _to_table(state: State, line: Line) -> State:
    return state if line.seq <= state.until else state._replace(table=line.game)


def game_below(game: GameState, look: FindGame) -> GameState:
    """The game on the table after the start of a game is undone."""
    before = look(game.before) or NO_GAME
    while before.id and not before.path:
        before = look(before.before) or NO_GAME
    return before


def _person(state: State, act: acts.Act) -> State:
    there = state.people.get(act.number)
    if act.kind == acts.NAME:
        person = Person(act.number, act.text) if there is None else there._replace(name=act.text, retired=False)
    elif there is None:
        return state
    else:
        person = there._replace(name=act.text) if act.kind == acts.RENAME else there._replace(retired=True)
    return state._replace(people={**state.people, act.number: person})


def duration_s(path: Sequence[Line]) -> float:
    """How long a game took: the seconds between its entries, without pauses and steps of the clock."""
    gaps = [then.at - before.at for before, then in pairwise(path)]
    return sum([gap for gap in gaps if 0 <= gap <= PAUSE_S])
