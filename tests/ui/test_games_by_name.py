"""More games is a list by name, with a jump to a first letter; what people have played stands first."""

from __future__ import annotations

from pathlib import Path

import pytest
from device import Player, pick, played
from installed import Record

from companion.games.pad.collection import SHIPPED, offered, offered_shipped, shipped
from companion.games.registry import GAMES
from companion.session.session import Session
from companion.ui.more_games import initial
from hardware.simulated import SimulatedClock


def test_the_list_is_in_the_order_of_names_and_says_what_a_pad_counts(tmp_path: Path) -> None:
    def player() -> Player:
        yield from pick("More games")
        answer = yield "wait 0"
        names = [line.partition(": ")[0] for line in answer["lines"][2:]]
        assert names == sorted(names, key=lambda name: name.replace("ö", "o"))
        yield from pick("A–Z")
        answer = yield "wait 0"
        assert answer["screen"] == "letters"
        while not answer["lines"][answer["cursor"]].startswith("M"):
            answer = yield "down"
        answer = yield "ok"
        assert answer["screen"] == "games"
        assert answer["lines"][answer["cursor"]] == "Mölkky: 2–8: Pins"
        answer = yield "right"
        assert answer["lines"][answer["cursor"]].startswith("O")
        answer = yield "left"
        answer = yield "left"
        assert answer["lines"][answer["cursor"]][0] < "M"

    played(tmp_path, player())


def test_pads_that_were_played_and_are_not_at_home_stand_first_the_last_one_on_top(tmp_path: Path) -> None:
    keys = [*SHIPPED[: len(GAMES) + 2], *GAMES]
    with Record(tmp_path) as opened:
        session = Session(opened, SimulatedClock(1_790_000_000.0))
        for key in keys[:-1]:
            rules = session.present.game(key)
            assert rules is not None
            least, _ = rules.players
            session.start(key, ("Ada", "Ben", "Cleo", "Dora")[: max(least, 2)], {})

    def player() -> Player:
        yield "back"
        yield from pick("Home")
        yield from pick("More games")
        answer = yield "wait 0"
        last = [shipped(key).game.name for key in reversed(SHIPPED[: len(GAMES) + 2])]
        assert answer["lines"][1] == "A–Z"
        assert answer["cursor"] == 2
        home = len(GAMES) - (len(GAMES) - 1)  # of the five at home four are games of the registry
        assert [line.partition(":")[0] for line in answer["lines"][2 : 2 + len(last) - home]] == last[home:]

    played(tmp_path, player())


@pytest.mark.parametrize("key", SHIPPED)
def test_a_pad_that_ships_is_listed_without_a_check_as_it_is_with_one(key: str) -> None:
    assert offered_shipped(key) == offered(shipped(key).pad)


def test_kana_are_found_under_the_row_and_latin_letters_without_accents() -> None:
    found = {
        "Ōura": "O",
        "ウィザード": "ア",
        "ガイスター": "カ",
        "ぶらんく": "ハ",
        "ンゴ": "ワ",
        "大富豪": "大",
        "500": "5",
    }
    assert {name: initial(name) for name in found} == found
