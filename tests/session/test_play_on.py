"""A moment of a finished game tried again against the device: a game of its own, outside all figures."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from installed import Record

from companion.games import registry
from companion.kit.rules import Position
from companion.play import act as acts
from companion.play.act import Seats, begin, parse
from companion.play.timeline import Snapshot
from companion.record import figures
from companion.session.device import Sitting, mind_of
from companion.session.secrets import sight_of
from companion.session.session import Session
from hardware.simulated import SimulatedClock

WALL = 1_790_000_000.0
PEOPLE = ("Ada", "Ben", "Cleo")
GAMES = [
    (key, options)
    for key in registry.GAMES
    for options in ({}, {"open": True}, {"deployment": "free"})
    if set(options) <= set(registry.game(key).options)
]


def random_action(position: Position, dice: Random) -> str:
    return str(dice.choice(position.legal()))


def finished(session: Session, key: str, options: dict[str, bool | str], dice: Random) -> Snapshot:
    """A game that somebody has won, or the longest of a few that nobody has."""
    least = registry.game(key).players[0]
    step = session.start(key, PEOPLE[:least], options)
    for _ in range(300):
        if step.outcome is not None:
            break
        assert step.position is not None
        step = session.enter(random_action(step.position, dice))
    return step


@pytest.mark.parametrize(("key", "options"), GAMES)
def test_the_table_of_any_entry_can_be_played_on_against_the_device_which_knows_its_cards(
    key: str, options: dict[str, bool | str], tmp_path: Path
) -> None:
    dice = Random(f"{key} {options}")
    with Record(tmp_path, PEOPLE) as record:
        session = Session(record, SimulatedClock(WALL), Random(7))
        past = finished(session, key, options, dice)
        assert past.timeline is not None
        assert past.setup.game is not None
        if mind_of(past.setup) is None or not past.setup.game.mind.sits(past.setup.game.complete(options)):  # type: ignore[union-attr]
            return
        for place in dice.sample(range(1, len(past.timeline)), min(5, len(past.timeline) - 1)):
            before = past.timeline[place - 1].position
            seat = before.to_act[0]
            begun = session.play_on(past, place, seat, "2")
            assert begun.position is not None
            assert begun.position.table() == before.table()
            assert begun.setup.seats.again == past.setup.id
            assert [not level for level in begun.levels] == [one == seat for one in range(len(begun.levels))]
            assert begun.setup.names[seat] == past.setup.names[seat]
            for _ in range(3):  # until the device acts
                turn = session.device_turn()
                now = session.now
                assert now is not None
                assert now.position is not None
                if turn is not None:
                    assert sight_of(now, turn, session.secrets.hidden).secrets is not None
                if now.outcome is None:
                    session.enter(random_action(now.position, dice))


def test_it_stays_out_of_the_figures_of_people_and_of_the_device(tmp_path: Path) -> None:
    with Record(tmp_path, PEOPLE) as record:
        session = Session(record, SimulatedClock(WALL), Random(7))
        past = finished(session, "praetorians", {}, Random(1))
        before = record.ask(lambda index: figures.person_stats(index.run, "Ada"))
        assert before
        begun = session.play_on(past, 1, 0, "1")
        dice = Random(2)
        while begun.outcome is None:
            assert begun.position is not None
            begun = session.enter(random_action(begun.position, dice))
        assert record.ask(lambda index: figures.person_stats(index.run, "Ada")) == before
        assert [game.id for game in session.finished_games(0, 5).games] == [2, 1]


def test_where_a_device_sat_it_sits_again_and_all_people_where_they_sat(tmp_path: Path) -> None:
    with Record(tmp_path, PEOPLE) as record:
        session = Session(record, SimulatedClock(WALL), Random(7))
        names = ("Ada", "Device", "Ben")
        past = session.start("spartacus", names, {}, sitting=Sitting({"Device": "1"}))
        assert past.position is not None
        past = session.enter(random_action(past.position, Random(1)))
        begun = session.play_on(past, 1, 1, "3")
        assert (begun.setup.names, begun.levels) == (names, ("", "3", ""))


@pytest.mark.parametrize(
    ("names", "seat", "then"),
    [
        (("Device 2", "Ada", "Device"), 1, ("Device 2", "Ada", "Device")),
        (("Ada", "Ben", "Device"), 0, ("Ada", "Device 2", "Device")),
        (("Ada", "Ben", "Cleo"), 2, ("Device", "Device 2", "Cleo")),
    ],
)
def test_a_device_keeps_its_name_and_those_in_place_of_people_have_the_next(
    tmp_path: Path, names: tuple[str, ...], seat: int, then: tuple[str, ...]
) -> None:
    with Record(tmp_path, PEOPLE) as record:
        session = Session(record, SimulatedClock(WALL), Random(7))
        devices = {name: "1" for name in names if name not in PEOPLE}
        past = session.start("spartacus", names, {}, sitting=Sitting(devices))
        assert past.position is not None
        assert past.setup.names == names
        past = session.enter(random_action(past.position, Random(1)))
        assert session.play_on(past, 1, seat, "3").setup.names == then


def test_the_game_it_comes_from_is_in_the_line_of_its_start() -> None:
    line = "praetorians 1,d1 twelves=false entry=cards sit1=2 seal=k7m2-p9xq mind=1 again=12"
    said = begin(parse(f"{acts.NEW} {line}"))
    assert said.seats == Seats(("", "2"), "k7m2-p9xq", 1, again=12)
    assert said.act().text == line
    with pytest.raises(ValueError, match="x"):
        begin(parse(f"{acts.NEW} praetorians 1,d1 sit1=2 again=x"))
