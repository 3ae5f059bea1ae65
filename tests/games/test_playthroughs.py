"""Whole games, compared to the letter with their files in `tests/games/playthroughs`; see `playthrough`."""

from __future__ import annotations

import pytest
from known_pads import BY_HAND
from playthrough import changes, files, header_and_actions, played

from companion.games import registry


@pytest.mark.parametrize("path", files(), ids=lambda path: path.stem)
def test_a_game_goes_as_it_is_written(path):
    text = path.read_text("utf-8")
    assert played(text) == text


@pytest.mark.parametrize("path", files(), ids=lambda path: path.stem)
def test_a_written_game_is_a_whole_one(path):
    assert path.read_text("utf-8").splitlines()[-1].startswith("over: ")


@pytest.mark.parametrize("game", [*registry.GAMES, *BY_HAND])
def test_every_game_has_a_playthrough(game):
    # The examples in the files of the other pads are games as well.
    assert game in {header_and_actions(path.read_text("utf-8"))[0]["game"] for path in files()}


def test_a_playthrough_is_made_from_its_header_and_its_actions_alone():
    head = "game: praetorians\nplayers: Ada, Ben\noptions: entry=scores\n"
    text = played(head + "bank 55\nbust\nbank 50\n")
    assert text == (
        head
        + "\nstart\n  turn: 0\n  pawns: 0 3\n  matched: 0\n  legal: 66\n"
        + "\n1 bank 55\n  Ada stops: 0 → 55\n  turn: 1\n  pawns: 55 3\n  legal: 66\n"
        + "\n2 bust\n  Ben is caught between the camps!\n  turn: 0\n  legal: 66\n"
        + "\n3 bank 50\n  Ada stops: 55 → 99\n  Ada reaches 99 and wins!\n  turn: null\n  pawns: 99 3\n  legal: 0\n"
        + '\nover: {"winners": [0], "scores": [99, 3]}\n'
    )
    assert header_and_actions(text)[1] == ["bank 55", "bust", "bank 50"]
    assert played(text) == text


def test_of_a_value_of_many_parts_only_what_changed_is_shown():
    before = {"legions": [{"ROM": 7}, {"CAR": 5}], "board": {"a1": "R5", "b2": "R1"}, "seen": [[1], [2]], "chips": [0]}
    after = {"legions": [{"ROM": 6, "GAL": 1}, {"CAR": 5}], "board": {"a1": "R7"}, "seen": [[1], []], "chips": [1]}
    assert changes(before, after) == [
        '  legions: [0] {"ROM": 6, "GAL": 1}',
        '  board: b2 gone, a1 "R7"',
        "  seen: [1] []",
        "  chips: 1",
    ]
    assert changes(after, after) == []
