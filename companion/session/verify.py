"""Whether what the device chose in a game follows from the seed that was sealed when the game began.

Every choice is thought again from its seed, its position and its work. A thought that somebody stopped is one of few:
of each power of two of its work there is one. So it is also counted how many choices another stop would have changed:
of these the record cannot show that the device did not choose the stop that it liked.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from companion.kit.levels import DEEP
from companion.kit.rules import Position
from companion.kit.search.mind import Mind, Thought
from companion.kit.search.stages import Stages, stage_of
from companion.kit.search.weaker import think_at, work_at
from companion.play import act as acts
from companion.play.fold import GameState, State, fold
from companion.play.timeline import GameSetup, Ply, Snapshot, digest, latest_step
from companion.record.lookup import RecordView
from companion.sealed import OLD_SEAL, chance_of, fits
from companion.session.device import Chosen, Hidden, Turn, mind_in, mind_of, read_hidden, seal_in, turn_of
from companion.session.secrets import sight_of


class Made(NamedTuple):
    """A choice, and the game as it stood when the device made it."""

    chosen: Chosen
    at: Snapshot


class Recorded(NamedTuple):
    """The choices as the record tells them, in the order of its lines.

    `in_turn` are those that the device recorded when it was its turn, at the level that it had then. `origins` has for
    each place of the timeline the turn of the device at which people made the entry, before any change of an earlier
    one; None if it was no turn of the device, and where a change has added the entry. `doubtful` are the choices before
    which a line of the record was lost: perhaps one that they follow from. `from_start`: it may have been the people's
    word, from which all choices follow. `switched` counts the lines with which a level, a seat or the table changed,
    also those that were taken back; but for the table with which a game begins that tries a moment again.
    """

    in_turn: tuple[Made, ...]
    origins: tuple[Turn | None, ...]
    doubtful: tuple[Chosen, ...]
    from_start: bool
    switched: int


class Checked(NamedTuple):
    """A choice that was thought again.

    `follows`: it is the thought of its seed, position, level and work, and where it was hidden its commitment is right;
    None where that is not known, because a line was lost.
    `open`: another stop, or the thought that was not left to the quick rule, would have been another choice.
    """

    chosen: Chosen
    follows: bool | None
    open: bool = False


class Verified(NamedTuple):
    """`checked` are the choices of the device for the entries that count.

    `instead` are those in place of which people entered something else, each with what they entered; that is no fault
    of the device. `corrected` are the turns of the device that came about because people changed an entry, each with
    what stands there: the device was not asked for it. `missing` are the other turns of which the record has no choice,
    as after an import: whether people entered what the seed gives with the whole work; None where that cannot be
    thought again. `moved` counts the choices that were made before people changed an earlier entry: they are thought
    again at the table of that time.
    `seal` is the seal of the game; `sealed`: the seed belongs to it.
    """

    seal: str
    sealed: bool
    checked: tuple[Checked, ...]
    instead: tuple[tuple[Chosen, str], ...]
    corrected: tuple[tuple[Turn, str], ...]
    missing: tuple[bool | None, ...]
    moved: int

    @property
    def wrong(self) -> list[Chosen]:
        """The choices that do not follow."""
        return [one.chosen for one in self.checked if one.follows is False]

    @property
    def untold(self) -> int:
        """How many choices cannot be judged."""
        return sum([one.follows is None for one in self.checked])

    @property
    def open(self) -> list[Chosen]:
        """The choices that follow, and would have been others with another stop."""
        return [one.chosen for one in self.checked if one.follows and one.open]

    def stopped(self, by: str) -> int:
        """How many thoughts were stopped by one of the `STOPPERS`, "" for nobody who is known."""
        return sum([one.chosen.thought.stopped and one.chosen.by == by for one in self.checked])

    @property
    def quick(self) -> int:
        """How many choices are by the quick rule of the game."""
        return sum([one.chosen.quick for one in self.checked])

    @property
    def committed(self) -> int:
        """How many hidden choices have a commitment."""
        return sum([bool(one.chosen.commitment) for one in self.checked])


def same_mind(step: Snapshot) -> bool:
    """Whether the minds of this version are those that the game was played with."""
    mind = mind_of(step.setup)
    return mind is not None and mind_in(step) in (0, mind.version) and not is_old(step)


def is_old(step: Snapshot) -> bool:
    """Whether a game is of a version in which a thought could be stopped anywhere, and a hidden card left nothing."""
    return len(seal_in(step)) == OLD_SEAL


def belongs(step: Snapshot, hidden: Hidden) -> bool:
    """Whether the seed belongs to the seal of the game."""
    return bool(hidden.seed) and fits(hidden.seed, seal_in(step))


def recorded_choices(library: RecordView, game: GameState) -> Recorded:
    """The choices of the device in a game of the record, and at which table and level each was made.

    An entry that was taken back or changed later is not in the game any more: so the lines are folded once more.
    """
    state, games = State(game.path[0].seq - 1, people=library.state.people), dict[int, GameState]()
    setup, steps = GameSetup.of(game, library.rules_of), dict[int, Snapshot]()
    in_turn, doubtful, lost, from_start = list[Made](), list[Chosen](), False, False
    switches = list[str]()
    for offset, line in library.lines_from(game):
        state, changed = fold(state, line, offset, lambda number: games.get(number) or library.game_state(number))
        games.update({one.id: one for one in changed})
        if line.act.kind == acts.LOST:
            lost, from_start = True, from_start or game.id not in games or len(games[game.id].path) < 2
        if line.game == game.id and line.act.kind in (acts.LEVEL, acts.SIT, acts.STAND, acts.SET):
            switches.append(line.act.kind)
        if line.game == game.id and line.act.kind == acts.CHOSE and game.id in games:
            made = read_hidden(game.id, [line]).chosen
            step = latest_step(setup, games[game.id].path, steps)
            in_turn += [Made(one, step) for one in made if step is not None and one.turn == turn_of(step)]
            doubtful += made if lost else ()
    latest_step(setup, game.path, steps)
    origins = _origins([steps[entry.seq] for entry in game.path])
    first = int(bool(game.seats.again) and switches[:1] == [acts.SET])
    return Recorded(tuple(in_turn), origins, tuple(doubtful), from_start, len(switches) - first)


def _origins(steps: Sequence[Snapshot]) -> tuple[Turn | None, ...]:
    """The origins, as in `Recorded`, after all these steps of a game."""
    found, before = tuple[Turn | None, ...]((None,)), steps[0]
    for step in steps[1:]:
        if step.timeline is None:  # an entry that was lost, or what follows it
            continue
        act = step.act
        if act.kind == acts.CHANGE:
            behind = max(act.number, act.last) + 1
            old, count = found[act.number : behind], len(act.entries)
            found = (*found[: act.number], *old[:count], *(None,) * (count - len(old)), *found[behind:])
        elif act.kind != acts.BACK:
            found = (*found, turn_of(before))
        found, before = found[: len(step.timeline)], step
    return found


def verify(step: Snapshot, hidden: Hidden, public: Collection[str], recorded: Recorded) -> Verified:
    """Think again at every entry that counts, with the recorded work. `public` are the commitments of the entries.

    Each at the table of the time when it was made: since then people may have changed what its seat had laid before a
    table that they set, and with it what the seat has hidden on the same table.
    """
    mind, seal = mind_of(step.setup), seal_in(step)
    assert mind is not None
    checked, instead, missing, moved = list[Checked](), list[tuple[Chosen, str]](), list[bool | None](), 0
    corrected = list[tuple[Turn, str]]()
    in_turn = [made.chosen for made in recorded.in_turn]
    for place, ply, after in _entries(step):
        before = step.at(place)
        position, table = step.plies[place].position, digest(step.plies[place].position)
        turns = [Turn(step.setup.id, ply, seat, before.levels[seat], table) for seat in position.to_act]
        chosen = [one for turn in turns if (one := hidden.at(turn) or hidden.last_at(*turn[1:3], table)) is not None]
        found = [next((made for made in recorded.in_turn if made.chosen == one), Made(one, before)) for one in chosen]
        turn = turn_of(before)
        if turn is not None and after.act.kind == acts.PLAY and not any(one.turn[1:3] == turn[1:3] for one in chosen):
            origin = recorded.origins[place + 1]
            there = _made_at(recorded, origin) if origin is not None else None
            if there is not None:
                found.append(there)
                moved += 1
            elif origin is None:
                corrected.append((turn, after.text))
            else:
                thought = _whole(mind, before, turn, hidden)
                missing.append(None if thought is None else _done(thought, position, after))
        for one, then in found:
            again = _again(mind, then, one, hidden.before(one))
            shown = after.act.kind != acts.PLAY or one.commitment in ("", *public)
            if one.commitment != one.commitment_with(hidden.seed) or not shown:
                again = again._replace(follows=False)
            if one not in in_turn:
                again = again._replace(follows=again.follows and None if one in recorded.doubtful else False)
            if again.follows is False and one in recorded.doubtful and (mind.read is not None or recorded.from_start):
                again = again._replace(follows=None)  # what it hid before, or the word, may be what is lost
            checked.append(again)
            if not _done(one.thought, then.plies[-1].position, after):
                instead.append((one, after.text))
    found_out = (tuple(checked), tuple(instead), tuple(corrected), tuple(missing), moved)
    return Verified(seal, belongs(step, hidden), *found_out)


def _made_at(recorded: Recorded, turn: Turn) -> Made | None:
    """The last choice at a turn, at whatever level where there is none at the level of the turn."""
    made = [one for one in recorded.in_turn if one.chosen.turn._replace(level=turn.level) == turn]
    return next((one for one in reversed(made) if one.chosen.turn == turn), made[-1] if made else None)


def _whole(mind: Mind, before: Snapshot, turn: Turn, hidden: Hidden) -> Thought | None:
    """What the seed gives with the whole work of the level; None where that is unknown, or nothing limits the work."""
    sight = sight_of(before, turn, hidden)
    if sight.secrets is None or turn.level == DEEP:
        return None
    if mind.arrange is not None and sight.secrets:
        return mind.quick(sight)
    chance = chance_of(hidden.whole_seed, turn.ply, turn.seat)
    return think_at(mind, sight, turn.level, chance, Stages(work_at(mind, turn.level)))


def _entries(step: Snapshot) -> Iterator[tuple[int, int, Ply]]:
    """The places after which the position changed, each with the number of such entries before it, and the next one."""
    ply = 0
    for place, after in enumerate(step.plies[1:]):
        if after.act.kind in (acts.PLAY, acts.SET):
            yield place, ply, after
            ply += 1


def _done(thought: Thought, position: Position, after: Ply) -> bool:
    """Whether people did what the device asked for.

    "another" is done by any card that they turn up, and by a 12 if the player gets it to whom the device gave it.
    """
    if after.act.kind == acts.SET:
        return False
    if thought.action in position.legal():
        return after.text == thought.action
    if thought.action is None and thought.card is not None:  # a round: the cards stand in the order of the seats
        return after.text.split()[1 + thought.seat] == str(thought.card)
    if thought.action != "another":
        return True
    twelve = thought.extra.get("twelve")  # who gets the next 12: it stands behind the card
    return after.text != "stop" and after.text.partition(">")[2] in ("", str(twelve))


def _again(mind: Mind, before: Snapshot, chosen: Chosen, hidden: Hidden) -> Checked:
    """The choice, thought again."""
    turn, thought = chosen.turn, chosen.thought
    sight = sight_of(before, turn, hidden)
    if sight.secrets is None:  # people have laid or turned up other cards than it asked for
        return Checked(chosen, "unknown" in thought.extra and thought.action is None and thought.card is None)
    if mind.arrange is not None and sight.secrets:
        return Checked(chosen, _said(mind.quick(sight)) == _said(thought))

    work = work_at(mind, turn.level)
    if turn.level == DEEP and (thought.stopped or chosen.quick):
        work = thought.work + 1  # it has no work of its own: it goes on until somebody stops it

    def think(stages: Stages) -> Thought:
        return think_at(mind, sight, turn.level, chance_of(hidden.whole_seed, turn.ply, turn.seat), stages)

    if not (thought.stopped or chosen.quick):
        again = think(Stages(work))
        return Checked(chosen, (_said(again), again.work) == (_said(thought), thought.work))
    stages = Stages(work, every=True)
    possible = {_said(think(stages)), _said(mind.quick(sight)), *[_said(one) for one in stages.by_stage.values()]}
    if chosen.quick or not thought.work:
        again = mind.quick(sight)
    elif thought.work in [one.work for one in stages.by_stage.values()]:
        again = stages.by_stage[stage_of(thought.work)]
    else:  # no power of two of its work: it was stopped where it may not be
        return Checked(chosen, False, True)
    return Checked(chosen, _said(again) == _said(thought), len(possible) > 1)


def _said(thought: Thought) -> tuple[str, str, str]:
    """What the device said, as texts: 3.0 is not the card 3."""
    return str(thought.action), str(thought.card), str(thought.extra.get("twelve"))
