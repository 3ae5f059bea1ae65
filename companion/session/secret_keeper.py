"""What the device hides, in the record: the lines that only the device reads and writes."""

from __future__ import annotations

from random import Random, SystemRandom

from companion.play import act as acts
from companion.play.act import Act, parse
from companion.play.line import Line
from companion.play.timeline import Snapshot
from companion.ports import Clock
from companion.record.record import Record
from companion.sealed import seal_of
from companion.session.device import (
    LOOKED,
    NOTHING_HIDDEN,
    Chosen,
    Hidden,
    draw_seed,
    read_hidden,
)
from companion.session.roster import Roster
from companion.session.secrets import shows_hidden


class SecretKeeper(Roster):
    """The hidden lines of the game on the table. Each is on the disk when its method returns.

    `chance` draws seeds and lots: by default the system does.
    """

    def __init__(self, record: Record, clock: Clock, chance: Random | None = None) -> None:
        super().__init__(record, clock)
        self._chance = chance if chance is not None else SystemRandom()
        self._hidden: tuple[object, Hidden] = ((), NOTHING_HIDDEN)

    @property
    def open_seed(self) -> tuple[str, str]:
        """The seal and the seed of the game on the table once it is over; empty texts before, and without a device."""
        game, seed = self._record.table, self.hidden.seed
        return (seal_of(seed), seed) if game is not None and game.result is not None and seed else ("", "")

    @property
    def hidden(self) -> Hidden:
        """What the device hides in the game on the table."""
        game = self._record.table
        if game is None:
            return NOTHING_HIDDEN
        if self._hidden[0] != (game.id, game.hidden):
            self._hidden = (game.id, game.hidden), read_hidden(game.id, self._record.hidden_acts(game))
        return self._hidden[1]

    def choose(self, chosen: Chosen) -> None:
        """Record what the device has chosen, before anybody is shown it. Raises RecordTrouble."""
        self._record.add(chosen.act(), self._clock.wall(), chosen.turn.game)

    def _look(self, step: Snapshot | None, first: int) -> list[Line]:
        """The line that marks the game if the entries from place `first` on, which are taken back, showed a secret."""
        if step is None or step.timeline is None or not self.hidden.chosen or self.hidden.looked:
            return []
        places = range(max(first, 1), len(step.timeline))
        shown = any(shows_hidden(step.setup, step.timeline, place, self.hidden) for place in places)
        return self._lines([LOOKED], step.setup.id) if shown else []

    def _sealed(self, text: str, game: int) -> tuple[str, list[Line]]:
        """An entry, and the lines before it: a device that sits down in a game without a seed draws one."""
        if parse(text).kind != acts.SIT or self.hidden.seed:
            return text, []
        seed, seal = draw_seed(self._chance)
        return f"{text} {seal}", self._lines(seed, game)

    def _lines(self, hidden: list[Act], game: int) -> list[Line]:
        return [Line(0, self._clock.wall(), act, game) for act in hidden]
