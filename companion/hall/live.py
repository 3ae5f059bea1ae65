"""What a table does now, as the state that it publishes: from the fold of its log."""

from __future__ import annotations

from collections.abc import Sequence

from companion.hall.fields import SAYS_MOST, shorten, utc
from companion.hall.messages import EVERY_S, IDLE, OVER, PLAYING, Seat, StateMessage
from companion.hall.outbox import Outbox, title
from companion.hall.people import NamePolicy
from companion.play.fold import GameState
from companion.play.results import leaders
from companion.play.timeline import FindRules, GameSetup, Snapshot, replay_entry
from companion.session.text import winners
from companion.words import Words


class LiveTable:
    """The table of an outbox. A game is replayed entry by entry, so that a new entry costs as much as at the table.

    Without `memory` points that only people who remember won tricks know are left out until the game is over.
    """

    def __init__(
        self, outbox: Outbox, policy: NamePolicy, rules: FindRules, words: Words, *, memory: bool = True
    ) -> None:
        self._outbox = outbox
        self._policy = policy
        self._rules = rules
        self._words = words
        self._memory = memory
        self._game = 0
        self._steps: dict[int, Snapshot] = {}

    def state(
        self, start: int, number: int, waiting: int, trouble: str | None = None, every: int = EVERY_S
    ) -> StateMessage:  # fmt: skip
        """The state of the table now. `waiting` is how many results no board that is there has confirmed. With `every`
        0 it says nothing of the game.
        """
        outbox = self._outbox
        game = outbox.table
        record = outbox.state.id
        games = sum(result.record == record for result in outbox.results.values())
        head = record, (start, number), outbox.state.seq if every else -1
        tail = games, waiting, shorten(trouble, SAYS_MOST) if trouble else None
        if game is None or not game.path or not every:
            return StateMessage(*head, IDLE, None, None, None, (), None, None, outbox.sure, *tail, every)
        shown = self._shown(game)
        step = self._step(game, shown)
        phase = PLAYING if game.result is None else OVER
        players, says = self._players(game, step, shown), self._says(game, step, shown)
        line = shorten(says, SAYS_MOST) if says else None
        name = title(game, self._rules(game))
        since, sure = utc(game.begun), outbox.sure
        return StateMessage(*head, phase, game.id, game.key, name, players, line, since, sure, *tail, every)

    def _shown(self, game: GameState) -> tuple[str, ...]:
        """How the people are called in the line of text; everybody has another name, as the games demand."""
        seats = [self._words("hall.seat", number=seat) for seat in range(1, len(game.names) + 1)]
        names = [self._policy.shown(name) for name in game.names]
        unique = [
            name if name is not None and names.count(name) == 1 and name not in seats else seat
            for name, seat in zip(names, seats, strict=True)
        ]
        return tuple(unique)

    def _step(self, game: GameState, shown: tuple[str, ...]) -> Snapshot:
        if game.id != self._game:
            self._game = game.id
            self._steps.clear()
        setup = GameSetup.of(game, self._rules).renamed(shown)
        step: Snapshot | None = None
        kept: dict[int, Snapshot] = {}
        for entry in game.path:
            kept_step = self._steps.get(entry.seq)
            if kept_step is None or kept_step.parent != (step.id if step is not None else 0):
                kept_step = replay_entry(setup, entry, step)
            step = kept[entry.seq] = kept_step
        assert step is not None
        self._steps = kept
        return step

    def _players(self, game: GameState, step: Snapshot, shown: Sequence[str]) -> tuple[Seat, ...]:
        people = self._policy(game.names)
        points: dict[str, int] = {}
        out: set[str] = set()
        texts = step.setup.text
        shows_points = self._memory or game.result is not None or not texts.points_from_memory
        if step.timeline is not None and step.setup.game is not None:
            for figure in texts.figures(step.situation(self._words)):
                out |= {figure.name} if figure.out else set()
                if isinstance(figure.number, int) and shows_points:
                    points[figure.name] = figure.number
        won = leads = game.result.winners if game.result is not None else ()
        if game.result is None and shows_points and step.position is not None and step.setup.game is not None:
            leads = leaders(step.setup.game, step.position)
        return tuple([
            Seat(
                person.person, person.name, points.get(name), step.turn == seat and game.result is None,
                seat in leads, seat in won, name in out,
            )
            for seat, (person, name) in enumerate(zip(people, shown, strict=True))
        ])  # fmt: skip

    def _says(self, game: GameState, step: Snapshot, shown: Sequence[str]) -> str | None:
        if game.result is not None:
            return winners(tuple([shown[seat] for seat in game.result.winners]), self._words)
        return self._words("web.turn", who=shown[step.turn]) if step.turn is not None else None
