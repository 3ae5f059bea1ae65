"""The link that adds a finished game to BG Stats."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from damaged_records import flipped
from installed import GameSetup, Record, RecordView, import_games

from companion.play.timeline import replay_path
from companion.record.index import INDEX
from companion.record.log import LOG, new_id
from companion.session.bgstats import ADDRESS, link
from companion.session.session import Session
from companion.words import Words
from hardware.simulated import SimulatedClock

EN = Words("en")
BEGUN = 1_790_000_000.0
PLAYTHROUGHS = Path(__file__).parents[1] / "games" / "playthroughs"


def data(address: str) -> dict[str, Any]:
    """What a link says."""
    assert address.startswith(ADDRESS)
    assert re.fullmatch("(?:[A-Za-z0-9._~-]|%[0-9A-F]{2})+", address.removeprefix(ADDRESS))
    return dict(json.loads(unquote(address.removeprefix(ADDRESS), errors="strict")))


def linked(folder: Path, number: int, words: Words = EN) -> str:
    """The link of a game of the record in a folder."""
    with RecordView(folder) as library:
        state = library.game_state(number)
        assert state is not None
        steps = replay_path(GameSetup.of(state, library.rules_of), state.path)
        return link(library.play(state), steps[-1], words)


def played(
    folder: Path, key: str, names: Sequence[str], *texts: str, begun: float = BEGUN, **options: bool | str
) -> str:
    """The link of a new game with these entries, one a minute."""
    clock = SimulatedClock(begun)
    with Record(folder) as record:
        session = Session(record, clock)
        number = session.start(key, tuple(names), options).setup.id
        for text in texts:
            clock.advance(60.0)
            session.enter(text)
    return linked(folder, number)


def record_id(folder: Path) -> str:
    with RecordView(folder) as library:
        return library.state.id


def of_players(fields: Mapping[str, Any], name: str) -> list[object]:
    """A member of each player; None where it is missing."""
    return [player.get(name) for player in fields["players"]]


def test_a_game_that_was_played_to_its_end_says_all_that_is_known(tmp_path: Path) -> None:
    fields = data(played(tmp_path, "praetorians", ("Ada", "Ben"), *["match 10"] * 9, "bank 9", entry="scores"))
    record = record_id(tmp_path)
    assert fields == {
        "sourceName": "Table Companion",
        "sourcePlayId": f"{record}-1",
        "playDate": datetime.fromtimestamp(BEGUN).strftime("%Y-%m-%d %H:%M:%S"),
        "durationMin": 10,
        "comments": "pawn on 99",
        "game": {"name": "Praetorians", "highestWins": True, "noPoints": False, "sourceGameId": "praetorians"},
        "players": [
            {"name": "Ada", "sourcePlayerId": f"{record[:8]}-1", "startPlayer": True, "score": 99, "rank": 1,
             "winner": True},
            {"name": "Ben", "sourcePlayerId": f"{record[:8]}-2", "startPlayer": False, "score": 3, "rank": 2,
             "winner": False},
        ],
    }  # fmt: skip


def test_everything_but_unreserved_characters_is_percent_encoded(tmp_path: Path) -> None:
    names = ("Zoë & Ann", "a/b?c#d+e%20")
    address = played(tmp_path, "praetorians", names, "concede 0", entry="scores")
    assert "Zo%C3%AB%20%26%20Ann" in address
    assert of_players(data(address), "name") == [*names]


def test_a_conceded_game_has_a_winner_and_no_points_and_is_still_one_of_points(tmp_path: Path) -> None:
    fields = data(played(tmp_path, "spartacus", ("Ada", "Ben", "Cleo"), "concede 1", entry="scores"))
    assert fields["comments"] == "Ben concedes"
    assert fields["game"]["noPoints"] is False
    assert of_players(fields, "score") == [None, None, None]
    assert of_players(fields, "rank") == [1, 3, 1]
    assert of_players(fields, "winner") == [True, False, True]


def test_an_agreed_draw_has_no_winner_and_everybody_is_first(tmp_path: Path) -> None:
    fields = data(played(tmp_path, "praetorians", ("Ada", "Ben"), "bank 20", "agree draw", entry="scores"))
    assert of_players(fields, "rank") == [1, 1]
    assert of_players(fields, "winner") == [False, False]


def test_a_game_without_a_result_has_no_link(tmp_path: Path) -> None:
    assert played(tmp_path, "praetorians", ("Ada", "Ben"), "bank 20", entry="scores") == ""
    assert played(tmp_path, "praetorians", ("Ada", "Ben"), "bank 20", "abandon", entry="scores") == ""


def test_sides_are_roles_where_they_have_names_and_a_game_that_is_only_won_has_no_points(tmp_path: Path) -> None:
    fields = data(played(tmp_path, "hannibal", ("Ada", "Ben"), "win 1", entry="scores"))
    assert of_players(fields, "role") == ["Rome", "Carthage"]
    assert of_players(fields, "score") == [None, None]
    assert of_players(fields, "winner") == [False, True]
    assert fields["game"]["noPoints"] is True
    drawn = data(played(tmp_path, "army-ants", ("Ada", "Ben"), "draw", entry="scores"))
    assert of_players(drawn, "role") == ["red", "black"]
    assert of_players(drawn, "rank") == [1, 1]


def test_partners_of_a_pad_share_their_place(tmp_path: Path) -> None:
    fields = data(played(tmp_path, "canasta", ("Ada", "Ben", "Cleo", "Dora"), "concede 1"))
    assert of_players(fields, "winner") == [True, False, True, False]
    assert of_players(fields, "rank") == [1, 3, 1, 3]
    assert fields["game"]["name"] == "Canasta"


@pytest.mark.parametrize(
    ("key", "options", "highest"),
    [("hearts", {}, False), ("wizard", {}, True), ("points", {"low": True}, False), ("points", {"low": False}, True)],
)
def test_a_pad_says_whether_the_most_or_the_fewest_points_win(
    tmp_path: Path, key: str, options: dict[str, bool], highest: bool
) -> None:
    people = ("Ada", "Ben", "Cleo", "Dora")
    game = data(played(tmp_path, key, people, "agree draw", **options))["game"]
    assert (game["highestWins"], game["noPoints"]) == (highest, False)


def test_pauses_do_not_count_and_no_time_is_said_that_nobody_knows(tmp_path: Path) -> None:
    clock = SimulatedClock(BEGUN)
    with Record(tmp_path / "one") as record:
        session = Session(record, clock)
        session.start("praetorians", ("Ada", "Ben"), {"entry": "scores"})
        for seconds, text in ((120.0, "bank 20"), (7 * 86400.0, "bank 30"), (215.0, "concede 0")):
            clock.advance(seconds)
            session.enter(text)
    assert data(linked(tmp_path / "one", 1))["durationMin"] == 6  # 5 minutes and 35 seconds
    unset = data(played(tmp_path / "two", "praetorians", ("Ada", "Ben"), "concede 0", begun=86_400.0, entry="scores"))
    assert "playDate" not in unset


def test_a_changed_game_is_the_same_play_and_a_game_keeps_the_id_that_the_record_had(tmp_path: Path) -> None:
    before = data(played(tmp_path, "praetorians", ("Ada", "Ben"), "concede 0", entry="scores"))
    first = record_id(tmp_path)
    with Record(tmp_path) as record:
        record.add_together([new_id(0, BEGUN)])
        session = Session(record, SimulatedClock(BEGUN + 3600.0))
        session.undo()
        session.enter("concede 1")
    after = data(linked(tmp_path, 1))
    assert of_players(after, "winner") != of_players(before, "winner")
    assert after["sourcePlayId"] == before["sourcePlayId"] == f"{first}-1"
    new = data(played(tmp_path, "praetorians", ("Ada", "Ben"), "concede 0", entry="scores"))
    assert record_id(tmp_path) != first
    assert new["sourcePlayId"] == f"{record_id(tmp_path)}-2"


def test_a_record_that_has_lost_its_id_has_links_too(tmp_path: Path) -> None:
    played(tmp_path, "praetorians", ("Ada", "Ben"), "concede 0", entry="scores")
    flipped(tmp_path / LOG, 12)
    (tmp_path / INDEX).unlink()  # it knows the id
    assert data(linked(tmp_path, 1))["sourcePlayId"] == f"{'0' * 32}-1"
    with Record(tmp_path) as record:  # gives it another one
        first = record.state.id
        record.add_together([new_id(0, BEGUN)])
    assert data(linked(tmp_path, 1))["sourcePlayId"] == f"{first}-1"


def test_the_ids_of_a_record_outlive_its_index(tmp_path: Path) -> None:
    address = played(tmp_path, "praetorians", ("Ada", "Ben"), "concede 0", entry="scores")
    with Record(tmp_path):
        pass  # writes the index
    with Record(tmp_path) as record:
        assert not record.made
        assert list(record.state.ids) == [record.state.id]
    assert linked(tmp_path, 1) == address


def test_a_game_of_the_table_is_over_before_it_is_a_play(tmp_path: Path) -> None:
    with Record(tmp_path) as record:
        session = Session(record, SimulatedClock(BEGUN))
        assert session.play() is None
        session.start("praetorians", ("Ada", "Ben"), {"entry": "scores"})
        assert session.play() is None
        session.enter("concede 0")
        play, now = session.play(), session.now
        assert play is not None
        assert now is not None
        assert link(play, now, EN) == linked(tmp_path, 1)
        session.undo()
        assert session.play() is None


def test_every_game_and_pad_that_is_over_has_a_link_that_can_be_read(tmp_path: Path) -> None:
    files = sorted(PLAYTHROUGHS.glob("*.txt"))
    import_games(tmp_path, b"\n".join(file.read_bytes() for file in files), BEGUN)
    found: set[str] = set()
    with RecordView(tmp_path) as library:
        states = [library.game_state(number) for number in library.numbers()]
    for state in states:
        assert state is not None
        address = linked(tmp_path, state.id, Words("ja"))
        assert bool(address) == (state.result is not None and state.result.ended != "abandon")
        if address:
            fields = data(address)
            found.add(fields["game"]["sourceGameId"])
            assert of_players(fields, "name") == [*state.names]
            assert of_players(fields, "startPlayer").count(True) == 1
            assert state.result is not None
            assert of_players(fields, "winner") == [seat in state.result.winners for seat in range(len(state.names))]
            assert len(set(of_players(fields, "sourcePlayerId"))) == len(state.names)
    assert found >= {"praetorians", "spartacus", "hannibal", "seven-hills", "army-ants"}
    assert len(found - {"praetorians", "spartacus", "hannibal", "seven-hills", "army-ants"}) == 12
