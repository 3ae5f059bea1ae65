"""A game refereed by the protocol: its moments with undo and redo, the seats of the device, and what seats have hidden.

What a seat has hidden is in no view. What a seat of the device has hidden is kept by ply, so that it is the same after
`undo` and `redo`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from companion.kit.game import Game
from companion.kit.rules import Action, NoGame, NothingToRedo, NothingToUndo, Options, Position, Refusal, Seat, play
from companion.kit.search.mind import Mind, Past, Secrets, Sight, Thought


class Outside(NamedTuple):
    """What is outside of the referee: a clock in seconds, whether a thought is to stop now, what thinks in a game."""

    clock: Callable[[], float] = lambda: 0.0
    stopped: Callable[[], bool] = lambda: False
    mind: Callable[[Game], Mind | None] = lambda game: game.mind


class Seated(NamedTuple):
    """A seat of the device: its level (see `kit.levels`), and the seed of its chance."""

    level: str
    seed: str


class Moment(NamedTuple):
    """A position, and the action that led to it: None for the first one and for a table that was set.

    `secrets` and `thoughts` belong to seats of the device, here; a thought is the last one that the seat had.
    """

    position: Position
    action: Action | None = None
    secrets: Mapping[Seat, Secrets] = {}
    thoughts: Mapping[Seat, Thought] = {}


class Referee(NamedTuple):
    """A game refereed by the protocol: the game, who plays, the options, and its moments up to now.

    `undone` are the moments that were taken back, the next one to repeat first. `seated` are the seats of the device.
    `known` is what other seats are known to have hidden in the position now.
    """

    game: Game
    players: tuple[str, ...]
    options: Options
    moments: tuple[Moment, ...]
    undone: tuple[Moment, ...] = ()
    seated: Mapping[Seat, Seated] = {}
    known: Mapping[Seat, Secrets] = {}

    @property
    def position(self) -> Position:
        return self.moments[-1].position

    @property
    def ply(self) -> int:
        """The number of steps in force."""
        return len(self.moments) - 1

    @property
    def past(self) -> Past:
        """All steps in force."""
        return Past([moment.position for moment in self.moments], [moment.action for moment in self.moments[1:]])

    def view(self) -> dict[str, object]:
        """Everything about the game now that the table shows, as JSON values."""
        position = self.position
        outcome = position.outcome
        return {
            "game": self.game.key,
            "players": list(self.players),
            "options": dict(self.options),
            "to_act": list(position.to_act),
            "legal": list(position.legal()),
            "over": outcome is not None,
            "outcome": outcome.as_json() if outcome else None,
            "ply": self.ply,
            "table": position.table(),
        }

    def play(self, action: Action, outside: Outside) -> Referee:
        """The game after an action. Raises what `play` of a position raises."""
        now = self.moments[-1]
        position = play(now.position, action)
        found = outside.mind(self.game) if self.seated or self.known else None
        if found is None:
            return self._after(Moment(position, action), self.known)
        mind = found

        def kept(seat: Seat, thought: Thought | None) -> Secrets:
            secrets = self.secrets(seat, mind)
            if secrets is None:
                return mind.hidden(position, seat)
            return mind.keep(Sight(now.position, seat, secrets), action, thought, position)

        secrets = {seat: kept(seat, now.thoughts.get(seat)) for seat in self.seated}
        known = {seat: kept(seat, None) for seat in self.known}
        return self._after(Moment(position, action, secrets), known)

    def set(self, position: Position) -> Referee:
        """The game after its table was set: what lies hidden there is not known."""
        return self._after(Moment(position), {})

    def _after(self, moment: Moment, known: Mapping[Seat, Secrets]) -> Referee:
        """The game after one more moment; what was undone cannot be redone any more."""
        return self._replace(moments=(*self.moments, moment), undone=(), known=known)

    def undo(self) -> Referee:
        """Take back one step. Raises NothingToUndo."""
        *before, last = self.moments
        if not before:
            raise NothingToUndo("refused.nothing-to-undo")
        return self._replace(moments=tuple(before), undone=(last, *self.undone), known={})

    def redo(self) -> Referee:
        """Repeat the step that was taken back. Raises NothingToRedo."""
        if not self.undone:
            raise NothingToRedo("refused.nothing-to-redo")
        return self._replace(moments=(*self.moments, self.undone[0]), undone=self.undone[1:], known={})

    def secrets(self, seat: Seat, mind: Mind) -> Secrets:
        """What a seat has hidden; None if it has hidden something and that is not known."""
        found = self.moments[-1].secrets if seat in self.seated else self.known
        return found[seat] if seat in found else mind.hidden(self.position, seat)

    def know(self, seat: Seat, secrets: Secrets) -> Referee:
        """From now on this is what the seat has hidden."""
        if seat not in self.seated:
            return self._replace(known={**self.known, seat: secrets})
        now = self.moments[-1]
        return self._with_now(now._replace(secrets={**now.secrets, seat: secrets}))

    def thought(self, thought: Thought) -> Referee:
        """The last thought of a seat of the device, which counts when its action is played."""
        now = self.moments[-1]
        return self._with_now(now._replace(thoughts={**now.thoughts, thought.seat: thought}))

    def sit(self, seat: Seat, seated: Seated) -> Referee:
        """A seat becomes the device's; what it is known to have hidden stays known."""
        sitting = self._replace(
            seated={**self.seated, seat: seated},
            known={other: self.known[other] for other in self.known if other != seat},
        )
        return sitting.know(seat, self.known[seat]) if seat in self.known else sitting

    def stand(self, seat: Seat) -> Referee:
        """A seat is nobody's of the device any more."""
        return self._replace(seated={other: self.seated[other] for other in self.seated if other != seat})

    def _with_now(self, moment: Moment) -> Referee:
        return self._replace(moments=(*self.moments[:-1], moment))


def require_game(referee: Referee | None) -> Referee:
    """The game; raises NoGame if none has been started."""
    if referee is None:
        raise NoGame("refused.no-game")
    return referee


class BadRequest(Refusal):
    """Not a request: no JSON object, an unknown `do`, a field that is missing or has the wrong type."""

    code = "bad-request"


class NoMind(Refusal):
    """Nothing thinks in this game, or not with these options."""

    code = "no-mind"


class NotNow(Refusal):
    """The request does not fit the moment: the seat has nothing to choose, or the game is not over."""

    code = "not-now"


class Private(Refusal):
    """It would need cards that lie face down and are not known."""

    code = "private"
