"""Which games of a record count for ratings, with which places, and in which order."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pytest
from installed import Record, RecordView
from own_pads import as_one_side

from companion.games.pad.adding import add_pad
from companion.play.act import Act
from companion.record.lists import RatedGame
from companion.record.rated import rated_games
from companion.session.device import Sitting
from companion.session.session import Session
from hardware.simulated import SimulatedClock

EVENING = datetime(2026, 11, 22, 20).timestamp()
HOUR = 3600.0


class Table:
    """A record in a folder, with a clock that stands."""

    def __init__(self, folder: Path) -> None:
        self.clock = SimulatedClock(EVENING)
        self.record = Record(folder)
        self.session = Session(self.record, self.clock)
        self.folder = folder

    def play(self, *names: str, ends: str = "concede 0", key: str = "praetorians", **options: bool | str) -> int:
        """A game of these people that ends at once; its number."""
        number = self.session.start(key, names, options).setup.id
        for text in ends.split("; "):
            self.session.enter(text)
        return number

    def rated(self, most: int = -1) -> tuple[RatedGame, ...]:
        """What the record says when it is read by somebody else."""
        with RecordView(self.folder) as library:
            return rated_games(library, most)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    found = Table(tmp_path)
    yield found
    found.record.close()


def test_a_game_counts_with_its_evening_its_people_and_their_places(table: Table) -> None:
    table.play("Ada", "Ben", "Cleo", ends="concede 1")
    (game,) = table.rated()
    assert (game.kind, game.order[0], game.order[2]) == ("praetorians", "2026-11-22", 1)
    assert len(game.order[1]) == 32
    assert [name for _, name in game.players] == ["Ada", "Ben", "Cleo"]
    assert len({person for person, _ in game.players}) == 3
    assert (game.teams, game.places) == (None, (1, 3, 1))


def test_losers_follow_in_the_games_own_direction_and_partners_are_a_team(table: Table) -> None:
    table.play("Ada", "Ben", "Cleo", key="points", ends="made 0 30; made 1 5; made 2 12; finish", low=True)
    table.play("Ada", "Ben", "Cleo", "Dora", key="canasta", ends="concede 1")
    low, partners = table.rated()
    assert low.places == (3, 1, 2)
    assert (partners.teams, partners.places) == ((0, 1, 0, 1), (1, 3, 1, 3))


def test_games_that_run_were_abandoned_or_had_a_device_do_not_count(table: Table) -> None:
    table.play("Ada", "Ben", ends="abandon")
    table.session.start("praetorians", ("Ada", "Device"), {}, sitting=Sitting({"Device": "1"}))
    table.session.enter("concede 0")
    table.session.start("praetorians", ("Ada", "Ben"), {})
    assert table.rated() == ()
    table.session.enter("sit 1 1")
    table.session.enter("stand 1")
    table.session.enter("concede 0")
    assert table.rated() == ()


def test_who_plays_against_nobody_is_not_rated(table: Table) -> None:
    add_pad(table.folder, as_one_side())
    table.play("Ada", "Ben", key="small")
    table.play("Ada", key="bowling")
    assert table.rated() == ()


def test_an_end_that_was_taken_back_leaves_no_trace(table: Table) -> None:
    table.play("Ada", "Ben")
    before = table.rated()
    table.play("Ada", "Ben")
    assert len(table.rated()) == 2
    table.session.undo()
    assert table.rated() == before


def test_after_midnight_it_is_still_the_evening_before_until_six(table: Table) -> None:
    table.clock.advance(9.9 * HOUR)
    table.play("Ada", "Ben")
    table.clock.advance(0.2 * HOUR)
    table.play("Ada", "Ben")
    assert [game.order[0] for game in table.rated()] == ["2026-11-22", "2026-11-23"]


def test_a_game_without_a_clock_belongs_to_the_evening_of_the_game_before_it(table: Table) -> None:
    table.play("Ada", "Ben")
    table.session = Session(table.record, SimulatedClock(90.0))
    table.play("Ada", "Ben")
    assert [game.order[0] for game in table.rated()] == ["2026-11-22", "2026-11-22"]


def test_a_game_keeps_the_id_of_the_record_under_which_it_began(table: Table) -> None:
    table.play("Ada", "Ben")
    table.record.add(Act("log", 1, f"{'e' * 32} -"), EVENING, about="record")
    table.play("Ada", "Ben")
    first, second = table.rated()
    assert second.order == ("2026-11-22", "e" * 32, 2)
    assert first.order[1] != second.order[1]


def test_people_have_the_names_of_today_and_only_the_last_games_are_read_where_that_is_asked(table: Table) -> None:
    table.play("Ada", "Ben")
    table.play("Ada", "Ben", "Cleo")
    table.session.rename_person("Ada", "Adele")
    assert [name for _, name in table.rated()[0].players] == ["Adele", "Ben"]
    assert [game.order[2] for game in table.rated(most=1)] == [2]
    assert table.session.rated_games() == table.rated()
