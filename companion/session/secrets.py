"""What the device hides on the table, worked out from what it chose, and what a seat of it may use to choose.

This is the one place where a `Sight` is made: it holds the public position, and what the seat itself has hidden.
"""

from __future__ import annotations

from itertools import pairwise
from random import Random

from companion.kit.levels import DEEP, as_request
from companion.kit.rules import Action, Position, Seat
from companion.kit.search.mind import Mind, Secrets, Sight, Thought
from companion.play import act as acts
from companion.play.timeline import GameSetup, Snapshot, Timeline, digest, levels_after, played_before
from companion.sealed import chance_of
from companion.session.device import Hidden, Turn, mind_of, options_of

LONGEST_S = 600
"""What the protocol allows for a thought."""


def secrets_of(setup: GameSetup, timeline: Timeline, seat: Seat, hidden: Hidden) -> Secrets:
    """What a seat has hidden on the table, by what it chose; None if that cannot be known any more.

    Its face-down cards are place-holders. So where people laid one elsewhere than it asked, it is the card that was
    chosen, and without a choice the quick rule's. After an earlier entry was changed it is still the card that was
    chosen before. A table that people set keeps what still fits it; what does not is drawn from the seed of the game.
    """
    mind, game, ply = mind_of(setup), setup.rules, 0
    assert mind is not None
    secrets = mind.hidden(timeline[0].position, seat)
    if mind.read is None and mind.arrange is None:
        return secrets  # nothing is hidden in this game
    if mind.arrange is not None and hidden.seed:
        secrets = mind.arrange(chance_of(hidden.whole_seed, "deploy", seat), options_of(setup))
    for before, now in pairwise(timeline):
        if now.act.kind == acts.SET:
            ply += 1
            secrets = _after_set(mind, now.position, seat, secrets, chance_of(hidden.whole_seed, f"set-{ply}", seat))
        elif now.act.kind == acts.PLAY:
            thought = hidden.thought_elsewhere(ply, seat)
            if thought is not None:  # a digest takes its time
                thought = hidden.thought_at(ply, seat, digest(before.position)) or thought
            secrets = _after_play(
                mind, Sight(before.position, seat, secrets), game.read(now.text), thought, now.position
            )
            ply += 1
    return secrets


def _after_play(mind: Mind, sight: Sight, action: Action, thought: Thought | None, after: Position) -> Secrets:
    if sight.secrets is None:
        return mind.hidden(after, sight.seat)
    kept = mind.keep(sight, action, thought, after)
    if kept is None and sight.seat in sight.position.to_act:
        kept = mind.keep(sight, action, (thought or mind.quick(sight))._replace(action=str(action)), after)
    return kept


def _after_set(mind: Mind, position: Position, seat: Seat, secrets: Secrets, chance: Random) -> Secrets:
    found = mind.hidden(position, seat)
    return mind.draw(position, seat, secrets, chance) if found is None and mind.draw is not None else found


def drawn_seats(step: Snapshot, hidden: Hidden) -> tuple[Seat, ...]:
    """The seats of the device whose hidden cards were drawn from chance with the last entry: a table that was set."""
    timeline, mind = step.timeline, mind_of(step.setup)
    if timeline is None or timeline[-1].act.kind != acts.SET or mind is None or mind.draw is None:
        return ()
    found = []
    for seat, level in enumerate(step.levels):
        if level and step.outcome is None and mind.hidden(timeline[-1].position, seat) is None:
            before, now = [secrets_of(step.setup, part, seat, hidden) for part in (timeline[:-1], timeline)]
            if before != now:
                found.append(seat)
    return tuple(found)


def shows_hidden(setup: GameSetup, timeline: Timeline, place: int, hidden: Hidden) -> bool:
    """Whether the entry at a place has shown something that the device had hidden until then."""
    act, before = timeline[place].act, timeline[:place]
    if hidden.chosen and act.kind == acts.STAND:
        return _count(_to_hand_over(setup, before, act.number, hidden)) > 0
    if not hidden.chosen or act.kind != acts.PLAY:
        return False
    ply, table = played_before(before), digest(before[-1].position)
    for seat, level in enumerate(levels_after(setup.seats, setup.names, before)):
        thought = hidden.thought_at(ply, seat, table) if level else None
        if thought is not None and thought.action is None and thought.card is not None:
            return True
        if level and _count(secrets_of(setup, timeline[: place + 1], seat, hidden)) < _count(
            secrets_of(setup, before, seat, hidden)
        ):
            return True
    return False


def _count(secrets: Secrets) -> int:
    """How many things are hidden."""
    return sum([_count(part) for part in secrets]) if isinstance(secrets, tuple) else int(secrets is not None)


def may_take_over(step: Snapshot, seat: Seat) -> bool:
    """Whether the device can sit down there: not where a person has laid cards that only this person knows."""
    mind, position = mind_of(step.setup), step.position
    return mind is not None and position is not None and mind.hidden(position, seat) is not None


def left_behind(step: Snapshot, timeline: Timeline, hidden: Hidden) -> tuple[Seat, object] | None:
    """What the device had hidden on the seat that it left with the last entry, as JSON values; None if nothing."""
    mind, seat = mind_of(step.setup), step.act.number
    secrets = _to_hand_over(step.setup, timeline, seat, hidden)
    return (seat, mind.shown(secrets)) if mind is not None and _count(secrets) else None


def _to_hand_over(setup: GameSetup, timeline: Timeline, seat: Seat, hidden: Hidden) -> Secrets:
    """What the next player of a seat must know: its face-down cards, or the card that it has chosen for a round.

    () where nothing of it lies on the table.
    """
    mind = mind_of(setup)
    if mind is None or mind.read is None:
        return ()
    thought = hidden.thought_at(played_before(timeline), seat, digest(timeline[-1].position))
    if thought is not None and thought.action is None and thought.card is not None:
        return thought.card
    return secrets_of(setup, timeline, seat, hidden)


def sight_of(step: Snapshot, turn: Turn, hidden: Hidden) -> Sight:
    """What the seat that has to choose may use."""
    return Sight(step.plies[-1].position, turn.seat, secrets_of(step.setup, step.plies, turn.seat, hidden))


def seat_requests(step: Snapshot, turn: Turn, hidden: Hidden) -> list[dict[str, object]]:
    """The requests that make the worker think at a turn, at the table to which `requests` leads."""
    seed = {"seed": hidden.whole_seed} if hidden.whole_seed else {}  # its line may be damaged, and the game goes on
    found: list[dict[str, object]] = [{"do": "sit", "seat": turn.seat, **as_request(turn.level), **seed}]
    mind, secrets = mind_of(step.setup), sight_of(step, turn, hidden).secrets
    if mind is not None and mind.read is not None and secrets is not None:
        found.append({"do": "know", "seat": turn.seat, "secrets": mind.shown(secrets)})
    # The table stops a deep thought when its seconds are over, as any other that takes long.
    limit = {"seconds": LONGEST_S} if turn.level == DEEP else {}
    return [*found, {"do": "think", "seat": turn.seat, **limit}]
