"""An evening at random: every act there is, in all games. The same seed gives the same evening."""

from __future__ import annotations

import json
import random
from contextlib import suppress
from itertools import product
from pathlib import Path

from installed import Record

from companion.games import registry
from companion.games.installed import INSTALLED
from companion.kit.rules import Refusal
from companion.play.act import Line, decode
from companion.record.log import LOG
from companion.record.lookup import RecordView
from companion.session.session import Session
from hardware.simulated import SimulatedClock

WALL = 1_790_000_000.0
NAMES = ("Ada", "Ben", "Cleo", "Dora", "アウグストゥス")
ACTS = (
    ["play"] * 22 + ["undo"] * 7 + ["redo"] * 5 + ["resume"] * 3 + ["start", "start", "rematch", "person", "set"]
    + ["concede", "agree", "abandon", "back", "change"]
)  # fmt: skip


def clock() -> SimulatedClock:
    return SimulatedClock(WALL)


def lines(folder: Path) -> list[Line]:
    """Every line of a log, all of which must be whole."""
    found = [decode(raw) for raw in (folder / LOG).read_bytes().splitlines(keepends=True)]
    assert None not in found
    return [line for line in found if line is not None]


def texts(folder: Path) -> list[str]:
    """What happened in games, in order."""
    return [str(line.act) for line in lines(folder) if line.game]


def options(key: str, chance: random.Random) -> dict[str, bool | str]:
    """Some options of a game that go together."""
    game = registry.game(key)
    chosen = []
    for values in product(*game.options.values()):
        with suppress(Refusal):
            chosen.append(dict(game.complete(dict(zip(game.options, values, strict=True)))))
    return chance.choice(chosen)


class Guests:
    """People who do things at the table by chance. `happened` names each kind of act that was accepted."""

    def __init__(self, record: Record, chance: random.Random, evening_clock: SimulatedClock | None = None) -> None:
        self.clock = evening_clock or clock()
        self.chance = chance
        self.happened: list[str] = []
        self.sit(record)

    def sit(self, record: Record) -> None:
        """They sit at a record, perhaps after a restart."""
        self.record = record
        self.session = Session(record, self.clock, self.chance)

    def act(self) -> None:
        """One thing is tried; what is refused changes nothing."""
        what = self.chance.choice(ACTS) if self.session.now is not None else "start"
        self.clock.advance(self.chance.choice((0.4, 3.0, 20.0, 2000.0)))
        with suppress(Refusal):
            getattr(self, f"_{what}")()
            self.happened.append(what)

    def _play(self) -> None:
        now = self.session.now
        legal = now.position.legal() if now is not None and now.position is not None and now.outcome is None else ()
        self.session.enter(str(self.chance.choice(legal)) if legal else "stop")

    def _undo(self) -> None:
        for _ in range(self.chance.choice((1, 1, 2, 5))):
            self.session.undo()

    def _redo(self) -> None:
        self.session.redo()

    def _resume(self) -> None:
        self.session.resume(self.chance.randrange(1, self.record.state.games + 2))

    def _start(self) -> None:
        key = self.chance.choice(list(registry.GAMES))
        least, most = registry.game(key).players
        people = self.chance.sample([*self.session.roster, "Emil"], len(self.session.roster) + 1)
        people = [name for name in people if len(name) <= 24][: self.chance.randint(least, min(most, len(people)))]
        self.session.start(key, tuple(people), options(key, self.chance), self.chance.choice((0, None)))

    def _rematch(self) -> None:
        self.session.rematch()

    def _person(self) -> None:
        what, name = self.chance.choice(("add", "rename", "retire")), self.chance.choice(NAMES)
        if what == "add":
            self.session.add_person(name)
        elif what == "rename":
            self.session.rename_person(self.chance.choice(NAMES), name + "'" * self.chance.randrange(3))
        elif len(self.session.roster) > 4:
            self.session.retire_person(name)

    def _set(self) -> None:
        now = self.session.now
        if now is not None and now.position is not None:
            self.session.enter(f"set {json.dumps(now.position.table(), separators=(',', ':'))}")

    def _concede(self) -> None:
        self.session.enter(f"concede {self.chance.randrange(3)}")

    def _agree(self) -> None:
        self.session.enter("agree draw")

    def _abandon(self) -> None:
        self.session.abandon(self.chance.randrange(1, self.record.state.games + 2))

    def _back(self) -> None:
        self.session.enter(f"back {self.chance.randrange(8)}")

    def _change(self) -> None:
        now = self.session.now
        if now is not None and now.timeline is not None:
            place = self.chance.randrange(len(now.timeline))
            action = self.chance.choice(now.timeline[max(place - 1, 0)].position.legal() or ("stop",))
            self.session.enter(f"change {place} {action}")


def lists(library: RecordView) -> tuple[object, ...]:
    """What people see of all games: lists, figures, series; the same for the same log."""
    from companion.record import figures

    people = tuple([person.name for person in library.state.people.values()])
    waiting, finished = library.waiting_games(0, 999), library.finished_games(0, 999)
    return (
        library.roster,
        library.state,
        waiting,
        finished,
        library.numbers(),
        library.last(),
        tuple([library.series(info.series) for info in (*waiting.games, *finished.games)]),
        library.ask(lambda index: [figures.person_stats(index.run, name) for name in people]),
        library.ask(lambda index: [figures.head_to_head(index.run, one, other) for one in people for other in people]),
        library.ask(lambda index: figures.durations(index.run)),
    )  # fmt: skip


def games(library: RecordView) -> tuple[object, ...]:
    """Every game as it stands."""
    return tuple([library.game_state(number) for number in range(1, library.state.games + 1)])


def seen(folder: Path) -> tuple[object, ...]:
    """Everything of the record in a folder, as somebody beside the device sees it."""
    with RecordView(folder, INSTALLED) as library:
        return lists(library), games(library)
