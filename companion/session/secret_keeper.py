"""What the device hides, in the record: the lines that only the device reads and writes."""

from __future__ import annotations

from random import Random

from companion.kit.rules import BadSeat, Seat, check_name
from companion.play import act as acts
from companion.play.act import Act, Line, parse
from companion.play.timeline import Snapshot, digest, played_before
from companion.ports import Clock
from companion.record.record import Record
from companion.sealed import seal_of
from companion.session.device import (
    LOOKED,
    NO_SEED,
    NOTHING_HIDDEN,
    Chosen,
    Hidden,
    OpenSeed,
    draw_seed,
    may_add_word,
    mind_of,
    read_hidden,
    seal_in,
    word_act,
)


class SecretKeeper:
    """The hidden lines of the game on the table. Each is on the disk when its method returns.

    `chance` draws seeds. What is hidden on the table is worked out by `secrets`, imported at the first question: only
    games with a device need it.
    """

    def __init__(self, record: Record, clock: Clock, chance: Random) -> None:
        self._record = record
        self._clock = clock
        self._chance = chance
        self._hidden: tuple[object, Hidden] = ((), NOTHING_HIDDEN)

    @property
    def open_seed(self) -> OpenSeed:
        """The sealed chance of the game on the table once it is over; empty before, and without a device."""
        game, hidden = self._record.table, self.hidden
        if game is None or game.result is None or not hidden.seed:
            return NO_SEED
        return OpenSeed(game.seats.seal or seal_of(hidden.seed), hidden.seed, hidden.word)

    @property
    def hidden(self) -> Hidden:
        """What the device hides in the game on the table."""
        game = self._record.table
        if game is None:
            return NOTHING_HIDDEN
        if self._hidden[0] != (game.id, game.hidden):
            self._hidden = (game.id, game.hidden), read_hidden(game.id, self._record.lines_of_chance(game))
        return self._hidden[1]

    def choose(self, chosen: Chosen) -> None:
        """Record what the device has chosen, before anybody is shown it. Raises RecordTrouble."""
        self._record.add_together([chosen.line(self._clock.wall(), self.hidden.seed)])

    def may_add_word(self, step: Snapshot | None) -> bool:
        """Whether people can still add a word to the chance of the device."""
        return may_add_word(step, self.hidden)

    def add_word(self, step: Snapshot | None, word: str) -> None:
        """Add a word of the people to all chance of the device.

        Raises BadSeat where that is not possible any more, and BadPlayers for a text that could be no name.
        """
        if step is None or not self.may_add_word(step):
            raise BadSeat("refused.word-late")
        check_name(word)
        self._record.add(word_act(word), self._clock.wall(), step.setup.id)

    def commitment_of_entry(self, step: Snapshot | None) -> str:
        """The commitment of the hidden choice that people carry out with an entry at this table; empty without one."""
        if step is None or step.position is None or step.timeline is None or not self.hidden.chosen:
            return ""
        ply, table = played_before(step.timeline), digest(step.position)
        chosen = [self.hidden.last_at(ply, seat, table) for seat in step.position.to_act]
        return next((one.commitment for one in chosen if one is not None and one.commitment), "")

    def look(self, step: Snapshot | None, first: int, *, runs_on: bool) -> list[Line]:
        """The line that marks the game if the entries from place `first` on, which are taken back, showed a secret: a
        card, or the end of a game that `runs_on` now. Behind the end the seed is open, from which all later choices
        follow.
        """
        if step is None or step.timeline is None or self.hidden.looked or not self.hidden.seed:
            return []
        from companion.session.secrets import shows_hidden

        places = range(max(first, 1), len(step.timeline))
        seed_shown = runs_on and step.outcome is not None
        shown = seed_shown or any(shows_hidden(step.setup, step.timeline, place, self.hidden) for place in places)
        return self.lines([LOOKED], step.setup.id) if shown else []

    def left_behind(self, step: Snapshot | None) -> tuple[Seat, object] | None:
        """What the device had hidden on the seat that it left with the last entry, as JSON values; None if nothing."""
        if step is None or step.timeline is None or step.outcome is not None or step.act.kind != acts.STAND:
            return None
        from companion.session.secrets import left_behind

        return left_behind(step, step.timeline, self.hidden)

    def drawn_seats(self, step: Snapshot) -> tuple[Seat, ...]:
        """The seats whose hidden cards were drawn from chance with the last entry: a table that was set."""
        from companion.session.secrets import drawn_seats

        return drawn_seats(step, self.hidden)

    def seal_entry(self, text: str, now: Snapshot) -> tuple[str, list[Line]]:
        """An entry, and the lines before it: a device that sits down in a game without a seed draws one.

        The seal stands behind the first device that sits down, also where people took that back before.
        """
        there = self.hidden.seed
        if parse(text).kind != acts.SIT or (there and seal_in(now)):
            return text, []
        seed, seal = ([], seal_of(there)) if there else draw_seed(self._chance)
        mind = mind_of(now.setup)
        return f"{text} {seal} mind={mind.version if mind is not None else 0}", self.lines(seed, now.setup.id)

    def lines(self, hidden: list[Act], game: int) -> list[Line]:
        """Hidden acts as lines of a game, written now."""
        return [Line(0, self._clock.wall(), act, game) for act in hidden]
