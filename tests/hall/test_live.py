"""Who leads at a table that publishes its state, and which points it gives away."""

from __future__ import annotations

from pathlib import Path

import pytest
from installed import Record
from variants import entries, options_of

from companion.games.pad.collection import AllGames
from companion.games.registry import GAMES, game
from companion.hall.live import LiveTable
from companion.hall.messages import StateMessage
from companion.hall.outbox import Outbox
from companion.hall.people import NamePolicy
from companion.record.log import LOG, Scan, read_line
from companion.session.session import Session
from companion.words import Words
from hardware.simulated import SimulatedClock

PEOPLE = ("Ada", "Ben", "Cleo")


def state(
    folder: Path, key: str, *texts: str, memory: bool = True, people: tuple[str, ...] = PEOPLE, **options: bool | str
) -> StateMessage:
    """What a table says after these entries of a new game."""
    with Record(folder) as record:
        session = Session(record, SimulatedClock(1795376890.0))
        session.start(key, people, options)
        for text in texts:
            session.enter(text)
    games = AllGames()
    with (folder / LOG).open("rb") as file:
        policy = NamePolicy("full", "key")
        outbox = Outbox(policy, lambda game, state: games.game(game.key), lambda at: read_line(file, at))
        for offset, line in Scan(file):
            outbox.fold_line(offset, line)
        table = LiveTable(outbox, policy, lambda game: games.game(game.key), Words("en"), memory=memory)
        return table.state(1, 1, 0)


def leading(said: StateMessage) -> list[str | None]:
    return [seat.name for seat in said.players if seat.leads]


def test_in_a_pad_with_the_fewest_points_best_these_lead(tmp_path: Path) -> None:
    said = state(tmp_path, "points", "made 0 30", "made 1 5", "made 2 12", low=True)
    assert leading(said) == ["Ben"]
    assert [seat.points for seat in said.players] == [30, 5, 12]


def test_when_a_game_is_over_its_winners_lead(tmp_path: Path) -> None:
    said = state(tmp_path, "points", "made 0 5", "made 1 5", "made 2 12", "finish", low=True)
    assert leading(said) == ["Ada", "Ben"]
    assert leading(state(tmp_path, "points", "agree draw")) == []


@pytest.mark.parametrize("key", GAMES)
def test_every_game_has_a_state_from_its_start_on(tmp_path: Path, key: str) -> None:
    people = PEOPLE[: game(key).players[1]]
    for number, entry in enumerate(entries(game(key))):
        said = state(tmp_path / str(number), key, people=people, **options_of(entry))
        assert [seat.name for seat in said.players] == list(people)


def test_points_that_only_memory_knows_are_left_out_where_the_table_hides_them(tmp_path: Path) -> None:
    trick = ("play 10", "play 5", "pass", "pass")
    shown, hidden = (
        state(tmp_path / name, "spartacus", *trick, memory=name == "shown") for name in ("shown", "hidden")
    )
    assert ([seat.points for seat in shown.players], leading(shown)) == ([0, 15, 0], ["Ben"])
    assert ([seat.points for seat in hidden.players], leading(hidden)) == ([None, None, None], [])
