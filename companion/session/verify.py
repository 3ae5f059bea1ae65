"""Whether what the device chose in a game follows from the seed that was sealed when the game began."""

from __future__ import annotations

from typing import NamedTuple

from companion.kit.rules import Position
from companion.kit.search.mind import Mind, Thought
from companion.play import act as acts
from companion.play.timeline import Ply, Snapshot, digest
from companion.sealed import chance_of, seal_of
from companion.session.device import Chosen, Hidden, mind_of, turn_of
from companion.session.secrets import sight_of


class Verified(NamedTuple):
    """`chosen` are the choices of the device for the entries that count; `wrong` those that do not follow.

    `instead` are those in place of which people entered something else, each with what they entered; that is no fault
    of the device. `missing` counts the turns of the device of which the record has no choice: it was imported.
    `seal` is the seal of the game; `sealed`: the seed belongs to it.
    """

    seal: str
    sealed: bool
    chosen: tuple[Chosen, ...]
    wrong: tuple[Chosen, ...]
    instead: tuple[tuple[Chosen, str], ...]
    missing: int


def seal_in(step: Snapshot) -> str:
    """The seal of a game: of its start, or of the first device that sat down later; empty without a device."""
    late = [ply.act.text.partition(" ")[2] for ply in step.timeline or () if ply.act.kind == acts.SIT]
    return step.setup.seats.seal or next(filter(None, late), "")


def same_mind(step: Snapshot) -> bool:
    """Whether the minds of this version are those that the game was played with."""
    mind = mind_of(step.setup)
    return mind is not None and step.setup.seats.mind in (0, mind.version)


def verify(step: Snapshot, hidden: Hidden) -> Verified:
    """Think again at every entry that counts, with the recorded work."""
    assert step.timeline is not None
    mind, seal = mind_of(step.setup), seal_in(step)
    assert mind is not None
    chosen, wrong, instead = list[Chosen](), list[Chosen](), list[tuple[Chosen, str]]()
    ply = missing = 0
    for place, entry in enumerate(step.timeline):
        if place and entry.act.kind in (acts.PLAY, acts.SET):
            ply += 1
        after = step.timeline[place + 1] if place + 1 < len(step.timeline) else None
        if after is None or after.act.kind not in (acts.PLAY, acts.SET):
            continue
        table = digest(entry.position)
        for seat in entry.position.to_act:
            found = [one for one in hidden.chosen if one.turn[1:3] == (ply, seat) and one.turn.table == table]
            chosen += found[-1:]
            wrong += [one for one in found[-1:] if not _follows(mind, step.at(place), one, hidden)]
            instead += [(one, after.text) for one in found[-1:] if not _done(one.thought, entry.position, after)]
        turn = turn_of(step.at(place))
        missing += turn is not None and not any(one.turn[1:3] == turn[1:3] for one in chosen)
    sealed = bool(seal) and seal_of(hidden.seed) == seal
    return Verified(seal, sealed, tuple(chosen), tuple(wrong), tuple(instead), missing)


def _done(thought: Thought, position: Position, after: Ply) -> bool:
    """Whether people did what the device asked for. "another" is done by any card that they turn up."""
    if after.act.kind == acts.SET:
        return False
    if thought.action in position.legal():
        return after.text == thought.action
    if thought.action is None and thought.card is not None:  # a round: the cards stand in the order of the seats
        return after.text.split()[1 + thought.seat] == str(thought.card)
    return thought.action != "another" or after.text != "stop"


def _follows(mind: Mind, before: Snapshot, chosen: Chosen, hidden: Hidden) -> bool:
    """Whether the mind chooses the same again."""
    turn, thought = chosen.turn, chosen.thought
    sight = sight_of(before, turn, hidden)
    if sight.secrets is None:
        return False
    if chosen.quick or (mind.arrange is not None and sight.secrets):
        again = mind.quick(sight)
    else:
        work = thought.work if thought.stopped else mind.works[turn.level - 1]
        again = mind.think(sight, turn.level, chance_of(hidden.seed, turn.ply, turn.seat), lambda done: done >= work)
    return _choice(again) == _choice(thought)


def _choice(thought: Thought) -> tuple[object, ...]:
    return thought.action, thought.card, thought.extra.get("twelve")
