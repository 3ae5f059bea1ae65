"""Ratings on the glass: switched on in the settings, then a line of the figures."""

from __future__ import annotations

from pathlib import Path

import pytest
from device import Player, chosen, figures, look, pick, played
from fixed_library import FixedLibrary
from installed import Record
from scenes import scenes

from companion.session.ratings import RatingLine
from companion.session.session import Session
from companion.session.settings import DEFAULTS
from companion.session.settings_file import SettingsFile
from companion.ui.home import Home
from companion.ui.intents import Adjust, Say
from companion.ui.painter import Painter
from companion.ui.ratings import Rating, opened
from companion.ui.routes import ROUTES
from companion.ui.screen import Capabilities, Command, Context
from companion.ui.settings import Settings
from companion.values import replace
from companion.words import Words
from hardware.fonts import letters
from hardware.simulated import SimulatedClock

BARE = Context(None, ("Ada",), False, Words("en"), lambda text, width=0: (text,), ROUTES, FixedLibrary())


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """Ada has won five races over Ben and one over Ben and Cleo; ratings are switched on."""
    with Record(tmp_path) as journal:
        session = Session(journal, SimulatedClock(1_795_376_890.0))
        for names in (*[("Ada", "Ben")] * 5, ("Ada", "Ben", "Cleo")):
            session.start("praetorians", names, {})
            session.enter("agree draw" if len(names) > 2 else "concede 1")
    SettingsFile(tmp_path).change("ratings", True)
    return tmp_path


def test_the_only_game_shows_its_people_at_once_and_each_has_a_page(record: Path) -> None:
    def player() -> Player:
        yield from figures()
        yield from pick("Ratings")
        answer = yield from look()
        assert answer["lines"][:2] == ["Praetorians", "Ratings"]
        ada, ben, cleo = answer["lines"][2:]
        assert ada.startswith("1. Ada: ")
        assert ben.startswith("2. Ben: ")
        assert cleo == "Cleo: new"
        number = ada.removeprefix("1. Ada: ")
        answer = yield "ok"
        assert answer["lines"][:2] == ["Ada", "Praetorians"]
        assert answer["lines"][2:4] == ["Place 1/2, games: 6", f"{number}, provisional"]
        answer = yield "up"
        assert answer["lines"] == ["Cleo", "Praetorians", "New: fewer than 5", "Games 1"]
        yield "back"
        answer = yield "back"
        assert (answer["screen"], chosen(answer)) == ("figures", "Ratings")

    played(record, player())


def test_with_several_games_one_is_chosen_first(record: Path) -> None:
    with Record(record) as journal:
        session = Session(journal, SimulatedClock(1_795_376_990.0))
        session.start("army-ants", ("Ada", "Ben"), {})
        session.enter("concede 1")

    def player() -> Player:
        yield from figures()
        yield from pick("Ratings")
        answer = yield from look()
        assert answer["lines"] == ["Ratings: which game?", "Praetorians: 6", "Army Ants: 1"]
        yield from pick("Army Ants")
        answer = yield from look()
        assert answer["lines"] == ["Army Ants", "Ratings", "Ada: new", "Ben: new"]

    played(record, player())


def test_ratings_are_off_until_people_switch_them_on(tmp_path: Path) -> None:
    with Record(tmp_path) as journal:
        session = Session(journal, SimulatedClock(1_795_376_890.0))
        session.start("praetorians", ("Ada", "Ben"), {})
        session.enter("concede 1")

    def player() -> Player:
        yield from figures()
        answer = yield from look()
        assert "Ratings" not in answer["lines"]

    played(tmp_path, player())


def test_of_a_large_number_of_games_nothing_is_cut() -> None:
    people = [RatingLine(str(place), f"P{place}", 345, 27.0, 4.5, 13.5, False, place) for place in range(1, 15)]
    context = next(scene for scene in scenes(Painter(letters()), Words("en")) if scene.name == "rating").context
    page = Rating(Home(), "praetorians", tuple(people), at=11).view(context)
    assert page.text == ("Place 12/14, games:", "345", "27 ± 4, provisional")


def test_without_a_game_of_two_people_there_is_a_message() -> None:
    assert opened(Home(), BARE) == Say("ratings.none", {}, Home())


def test_without_openskill_a_message_says_so_and_ratings_cannot_be_switched_on() -> None:
    bare = replace(BARE, capabilities=lambda: Capabilities(rates=False))
    assert opened(Home(), bare) == Say("ratings.not-here", {}, Home())
    settings = Settings(Home())
    line = [str(line.item) for line in settings.lines(bare)].index("Ratings: off")
    assert replace(settings, cursor=line).update(Command.OK, bare) == Say(
        "ratings.not-here", {}, replace(settings, cursor=line)
    )
    on = replace(bare, settings=DEFAULTS.with_value("ratings", True))
    assert isinstance(replace(settings, cursor=line).update(Command.OK, on), Adjust)
