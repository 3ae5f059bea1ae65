"""The timeline of a game: its plies from the start to where it stands, as values.

What people enter is a text, the same in memory and on the disk. Most texts are actions in the game's notation; the
others are acts of the people:

    set {…}             the table was corrected by hand to this table view
    concede 1           that seat gives the game up
    agree draw          nobody wins, by agreement
    abandon             the game ends without a result
    back 12             continue from there: only the first twelve plies after the start count. In a game that can only
                        be read, this makes it playable again, if the rules agree with those twelve plies
    sit 1 3, stand 1    the device takes over seat 1, with level 3; it gets up
    level 1 4, advice   it plays on with another level; people asked it what to do
    change 5 flip R7    the fifth ply was really this; the later ones follow as far as the rules allow them
    change 5-7 …; …     the fifth to the seventh ply together were really these
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from itertools import pairwise
from typing import Any

from companion.kit.game import Game
from companion.kit.rules import Action, BadSeat, Options, Outcome, Over, Position, Refusal, Seat, play
from companion.kit.text import Fits, GameText, Situation, always_fits
from companion.play import act as acts
from companion.play.act import NO_SEATS, PERSON, Act, Line, Result, Seats, parse
from companion.play.clock import OFF, ClockRule, Span, seat_clocks
from companion.play.fold import GameState
from companion.reader import from_json
from companion.values import NamedTuple, Single, replace
from companion.words import Words

FindRules = Callable[[GameState], Game | None]
"""Gives the rules of a game of the record; None if they are not known."""


class ReadOnly(Refusal):
    """The rules of today lead to another table than the recorded one; the game can be read, not continued."""

    code = "read-only"


class GameSetup(Single):
    """The setup of a game of the record: its key, the names by seat, the options, and its number in the record as `id`.

    `game` has its rules: of a score pad the rules in the text that the game was begun with, which `pad` names by its
    SHA-256. It is None if this version does not know them.
    `clock` is the rule of the turn clock. `seats` belong to the device at the start.
    """

    id: int
    key: str
    names: tuple[str, ...]
    options: Options
    game: Game | None = None
    pad: str = ""
    clock: ClockRule = OFF
    seats: Seats = NO_SEATS

    @classmethod
    def of(cls, game: GameState, find: FindRules) -> GameSetup:
        """The setup of a game of the record; `find` gives its rules."""
        return cls(game.id, game.key, game.names, game.options, find(game), game.pad, game.clock, game.seats)

    @property
    def rules(self) -> Game:
        """The rules, where they are known."""
        assert self.game is not None
        return self.game

    @property
    def text(self) -> GameText:
        """What the game says; only where its rules are known."""
        return self.rules.text

    def renamed(self, names: tuple[str, ...]) -> GameSetup:
        """The same with other names."""
        return replace(self, names=names)

    def begin(self) -> Timeline:
        """The timeline before the first entry. Raises a Refusal if the game cannot begin like this."""
        options = self.rules.complete(self.options)
        return (Ply("", self.rules.start(len(self.rules.seat(self.names)), options), None),)


class Ply(NamedTuple):
    """An entry and the position after it; `ended` is the outcome if people ended the game by an act.

    With a clock, `ms` is the thinking time that led to the entry, in milliseconds, and `since` that after it until
    people changed an earlier entry: it is not lost by the change. `by` is the phone that pressed, empty for keys.
    """

    text: str
    position: Position
    ended: Outcome | None
    ms: int = 0
    since: int = 0
    by: str = ""

    @property
    def act(self) -> Act:
        """What was entered, as a value."""
        return parse(self.text)

    @property
    def outcome(self) -> Outcome | None:
        return self.ended or self.position.outcome

    @property
    def turn(self) -> Seat | None:
        """The one seat that may act; None when all or none may."""
        to_act = self.position.to_act if self.outcome is None else ()
        return to_act[0] if len(to_act) == 1 else None


Timeline = tuple[Ply, ...]


def result_of(timeline: Timeline) -> Result | None:
    """The result of a game; None while it runs."""
    last = timeline[-1]
    if last.outcome is None:
        return None
    return Result(last.outcome.winners, last.outcome.scores, last.text if last.ended is not None else "")


def spans(timeline: Timeline) -> tuple[Span, ...]:
    """The thinking times of the entries, in order, each with the seat that was in turn before it."""
    pairs = [(Span(before.turn, ply.ms), Span(ply.turn, ply.since)) for before, ply in pairwise(timeline)]
    return tuple([span for led, since in pairs for span in ((led, since) if since.ms else (led,))])


def thinking_ms(setup: GameSetup, timeline: Timeline, place: int) -> int | None:
    """The thinking time that led to the entry at a place; None where nobody's clock ran."""
    clocked = setup.clock != OFF and 0 < place < len(timeline) and timeline[place - 1].turn is not None
    return timeline[place].ms if clocked else None


def used_ms(setup: GameSetup, timeline: Timeline) -> tuple[int, ...]:
    """How long the clock of each seat has run; empty without a clock."""
    if setup.clock == OFF:
        return ()
    return tuple([clock.used for clock in seat_clocks(setup.clock, spans(timeline), len(setup.names))])


def advance(setup: GameSetup, timeline: Timeline, text: str, ms: int = 0, by: str = "") -> Timeline:
    """The timeline after another entry, which took these milliseconds; `by` as in `Ply`. Raises a Refusal if it is not
    possible now.

    Raises Unparsed, a ValueError, where a table is set that is not JSON.
    """
    after = _advanced(setup, timeline, text, ms)
    return (*after[:-1], after[-1]._replace(by=by)) if by and len(after) > len(timeline) else after


def _advanced(setup: GameSetup, timeline: Timeline, text: str, ms: int) -> Timeline:
    now, act = timeline[-1], parse(text)
    if act.kind == acts.BACK and act.number < len(timeline) - 1:
        return timeline[: act.number + 1]
    if act.kind == acts.CHANGE and _may_change(timeline, act):
        changed, _, refusal = change_plies(setup, timeline, act)
        if refusal is not None:
            return changed  # CLK-4: time since an undone entry is given back
        return (*changed[:-1], changed[-1]._replace(since=changed[-1].since + ms)) if ms else changed
    if now.outcome is not None:
        setup.rules.read(text)
        raise Over("refused.over")
    scores = (0,) * len(setup.names)
    if act.kind == acts.SET:
        position = setup.rules.restore(len(setup.names), setup.rules.complete(setup.options), from_json(act.text))
        return (*timeline, Ply(text, position, None, ms))
    if act.kind == acts.CONCEDE and act.number < len(setup.names):
        sides = setup.rules.series.sides.get(len(setup.names), ())
        conceding = next((side for side in sides if act.number in side), (act.number,))
        winners = tuple(seat for seat in range(len(setup.names)) if seat not in conceding)
        return (*timeline, Ply(text, now.position, Outcome(winners, scores), ms))
    if act.kind in (acts.SIT, acts.STAND, acts.LEVEL, acts.ADVICE):
        check_seat(levels_after(setup.seats, setup.names, timeline), setup.names, act)
        return (*timeline, Ply(text, now.position, None, ms))
    if act.kind in (acts.AGREE, acts.ABANDON):
        return (*timeline, Ply(text, now.position, Outcome((), scores), ms))
    return (*timeline, Ply(text, play(now.position, setup.rules.read(text)), None, ms))


def _may_change(timeline: Timeline, act: Act) -> bool:
    """Whether a change is about entries of the timeline, and puts none in their place that moves along it itself."""
    inside = 0 < act.number < len(timeline) and (not act.last or act.number <= act.last < len(timeline))
    return inside and not any(parse(text).kind in (acts.BACK, acts.CHANGE) for text in act.entries)


def change_plies(setup: GameSetup, timeline: Timeline, change: Act) -> tuple[Timeline, int, Refusal | None]:
    """The timeline after a change: as far as the plies behind those that it replaces are still possible.

    Also the place of the first ply that is not, and why; `len(timeline)` and None if all are. Raises a Refusal if what
    the change puts in is itself not possible there.
    """
    behind = max(change.number, change.last) + 1
    old, new = timeline[change.number : behind], timeline[: change.number]
    for at, text in enumerate(change.entries):
        new = _replaced(setup, new, text, old[at]) if at < len(old) else advance(setup, new, text)
    return _continued(setup, new, timeline, behind, {})


def replay_changed(
    setup: GameSetup, timeline: Timeline, changes: Mapping[int, str]
) -> tuple[Timeline, int, Refusal | None]:
    """The timeline if the entries at these places were these texts, as far as all later plies are possible.

    Also the place of the first ply that is not, a changed one or another, and why; as in `change_plies`.
    """
    first = min(changes)
    return _continued(setup, timeline[:first], timeline, first, changes)


def _continued(
    setup: GameSetup, new: Timeline, timeline: Timeline, first: int, changes: Mapping[int, str]
) -> tuple[Timeline, int, Refusal | None]:
    """`new` with the plies of `timeline` from the place `first` on, some of them with another text."""
    for place in range(first, len(timeline)):
        try:
            new = _replaced(setup, new, changes.get(place, timeline[place].text), timeline[place])
        except Refusal as refusal:
            return new, place, refusal
    return new, len(timeline), None


def _replaced(setup: GameSetup, timeline: Timeline, text: str, old: Ply) -> Timeline:
    """The timeline after an entry that keeps the times of another one."""
    new = advance(setup, timeline, text, old.ms, old.by)
    return (*new[:-1], new[-1]._replace(since=old.since)) if old.since else new


class Snapshot(Single):
    """How a game stands after an entry.

    `timeline` is None where the rules of today do not lead to the recorded table; then `agreed` is the timeline up to
    the last ply where they do, None if there is none, and `beyond` holds the texts of the entries after it. `id` is
    the number of the entry in the record, `parent` the number of the entry before (0 for none).
    """

    id: int
    parent: int
    text: str
    setup: GameSetup
    timeline: Timeline | None
    agreed: Timeline | None = None
    beyond: tuple[str, ...] = ()

    def __str__(self) -> str:
        """The game and the entry, for the log of the service."""
        setup = self.setup
        return f"game {setup.id} ({setup.key}; {', '.join(setup.names)}), entry {self.id}: {self.text}"

    def situation(self, words: Words, fits: Fits = always_fits, *, memory: bool = True) -> Situation[Any]:
        """How the table stands, with what is needed to speak of it; only of a game that can be continued."""
        setup, ply = self.setup, self.plies[-1]
        return Situation(setup.rules, ply.position, setup.names, setup.options, words, ply.outcome, fits, memory)

    def at(self, place: int) -> Snapshot:
        """The table as it was after the entry at `place` of the game's timeline."""
        return Snapshot(self.id, self.parent, self.text, self.setup, self.plies[: place + 1])

    @property
    def act(self) -> Act:
        """What was entered, as a value."""
        return parse(self.text)

    @property
    def action(self) -> Action | None:
        """The action that was entered last of those that count; None if that was an act of people, and at the start."""
        text = self.plies[-1].text
        return self.setup.rules.read(text) if text and parse(text).kind == acts.PLAY else None

    @property
    def levels(self) -> tuple[str, ...]:
        """The level of the device by seat; `PERSON` where a person sits, and where the game can only be read."""
        return levels_after(self.setup.seats, self.setup.names, self.timeline) if self.timeline is not None else ()

    @property
    def first(self) -> bool:
        """Whether this is the start of its game."""
        return self.act.kind == acts.NEW

    @property
    def plies(self) -> Timeline:
        """The timeline, where the rules lead through it."""
        assert self.timeline is not None
        return self.timeline

    @property
    def position(self) -> Position | None:
        """The position; None where the game can only be read."""
        return self.timeline[-1].position if self.timeline else None

    @property
    def outcome(self) -> Outcome | None:
        return self.timeline[-1].outcome if self.timeline else None

    @property
    def result(self) -> Result | None:
        """The result; None while the game runs, and where it can only be read."""
        return result_of(self.timeline) if self.timeline is not None else None

    @property
    def turn(self) -> Seat | None:
        """The one seat that may act; None when all or none may."""
        return self.timeline[-1].turn if self.timeline else None


def replay_path(setup: GameSetup, entries: Iterable[Line]) -> tuple[Snapshot, ...]:
    """The snapshots after each entry of a game, from its start on, without lost lines that were no entries of it."""
    steps: list[Snapshot] = []
    for entry in entries:
        step = replay_entry(setup, entry, steps[-1] if steps else None)
        while steps and steps[-1].act.kind == acts.LOST and step.timeline and step.act.kind != acts.BACK:
            steps.pop()
        steps.append(step)
    return tuple(steps)


def latest_step(setup: GameSetup, path: Sequence[Line], steps: dict[int, Snapshot]) -> Snapshot | None:
    """The snapshot after the last entry of a path; `steps` keeps all by the numbers of their lines."""
    step = None
    for entry in path:
        if entry.seq not in steps:
            steps[entry.seq] = replay_entry(setup, entry, step)
        step = steps[entry.seq]
    return step


def replay_entry(setup: GameSetup, entry: Line, before: Snapshot | None) -> Snapshot:
    """The snapshot after one more entry; without a timeline if the rules lead to another table than recorded."""
    timeline: Timeline | None = None
    text = entry.text if before is not None else f"new {setup.key}"
    if before is None and setup.game is not None:
        with suppress(Refusal):
            timeline = setup.begin()
    elif before is not None:
        # Lost lines were no entries of this game if the rules agree without them.
        sound = before.agreed if set(before.beyond) == {acts.LOST} else before.timeline
        timeline = rewind_read_only(before, text) if before.timeline is None else None
        if timeline is None and sound is not None:
            with suppress(Refusal, ValueError):  # also a table that is not JSON any more
                timeline = advance(setup, sound, text, entry.span.ms if entry.span is not None else 0, entry.by)
    if timeline is not None and digest(timeline[-1].position) == entry.digest:
        return Snapshot(entry.seq, before.id if before is not None else 0, text, setup, timeline)
    if before is None:
        return Snapshot(entry.seq, 0, text, setup, None, None, (text,))
    agreed = before.timeline if before.timeline is not None else before.agreed
    return Snapshot(entry.seq, before.id, text, setup, None, agreed, (*before.beyond, text))


def rewind_read_only(step: Snapshot, text: str) -> Timeline | None:
    """The timeline of a game that can only be read after an entry `back` to where the rules agree; else None."""
    act = parse(text)
    if act.kind != acts.BACK or step.agreed is None or act.number >= len(step.agreed):
        return None
    return step.agreed[: act.number + 1]


def digest(position: Position) -> str:
    """A short hash of the table view: twelve hexadecimal digits."""
    import hashlib  # it loads OpenSSL, and a start at home hashes nothing

    view = json.dumps(position.table(), sort_keys=True, separators=(",", ":"))
    return hashlib.blake2b(view.encode(), digest_size=6).hexdigest()


def levels_after(seats: Seats, names: Sequence[str], timeline: Iterable[Ply]) -> tuple[str, ...]:
    """The level of the device by seat after these entries; `PERSON` where a person sits."""
    levels = [seats.level(seat) for seat in range(len(names))]
    for ply in timeline:
        act = ply.act
        if act.kind in (acts.SIT, acts.LEVEL):
            levels[act.number] = act.text.partition(" ")[0]
        elif act.kind == acts.STAND:
            levels[act.number] = PERSON
    return tuple(levels)


def check_seat(levels: Sequence[str], names: Sequence[str], act: Act) -> None:
    """Raise BadSeat unless the device can sit, get up or play with another level there."""
    if act.kind == acts.ADVICE:
        return
    if act.number >= len(levels):
        raise BadSeat("refused.seat-unknown", seat=act.number, last=len(levels) - 1)
    sits = levels[act.number] != PERSON
    if sits == (act.kind == acts.SIT):
        raise BadSeat("refused.seat-device" if sits else "refused.seat-person", name=names[act.number])
    if act.kind == acts.SIT and levels.count(PERSON) == 1:
        raise BadSeat("refused.seat-last")


def played_before(timeline: Sequence[Ply]) -> int:
    """How many entries changed the position: what the protocol calls the ply."""
    return sum([ply.act.kind in (acts.PLAY, acts.SET) for ply in timeline[1:]])
