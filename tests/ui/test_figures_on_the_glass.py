"""The figures of games and the chart of one, by key presses on the four keys that every board has."""

from __future__ import annotations

from pathlib import Path

import pytest
from device import Player, chosen, figures, look, pick, played, says
from installed import Record
from PIL import Image
from scenes import scenes_by_name

from companion.record.lists import HeadToHead, PersonStats
from companion.session.session import Session
from companion.ui import paint_chart
from companion.ui.curves import Curves
from companion.ui.help import Help
from companion.ui.home import Home
from companion.ui.page import Chart, Trace
from companion.ui.painter import Painter
from companion.ui.screen import Command
from companion.ui.stats import Stats, Versus
from hardware.fonts import lcd
from hardware.simulated import SimulatedClock

PAINTER = Painter(lcd())
SCORES = {"entry": "scores"}


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """Ada has won a race over Ben, Spartacus over him and Cleo, and when Ben gave up; the last game was abandoned."""
    clock = SimulatedClock(1_790_000_000.0)
    with Record(tmp_path, ("Dora",)) as journal:
        session = Session(journal, clock)

        def tell(*texts: str) -> None:
            for text in texts:
                clock.advance(30.0)
                session.enter(text)

        session.start("praetorians", ("Ada", "Ben"), SCORES)
        tell("bank 20", "bank 30", *["match 10"] * 7, "bank 9")
        session.start("spartacus", ("Ada", "Ben", "Cleo"), {**SCORES, "banners": "none"})
        tell("trick 0 55 0", "trick 0 55 0", "trick 2 55 0", "done")
        session.start("praetorians", ("Ben", "Ada"), SCORES)
        tell("concede 0")
        session.start("army-ants", ("Cleo", "Ben"), SCORES)
        tell("abandon")
    return tmp_path


def test_the_figures_stand_above_the_newest_game_of_the_history(record: Path) -> None:
    def player() -> Player:
        yield from pick("Home")
        yield from pick("History")
        answer = yield from look()
        assert chosen(answer) == "Army Ants: Abandoned"
        answer = yield "up"
        assert (chosen(answer), answer["lines"][0]) == ("Figures", "History")
        answer = yield "ok"
        assert answer["lines"] == ["Figures", "Somebody's record", "Head to head", "How long games take"]
        answer = yield "back"
        assert (answer["screen"], chosen(answer)) == ("history", "Figures")

    played(record, player())


def test_a_record_has_a_page_for_all_games_and_one_for_each(record: Path) -> None:
    def player() -> Player:
        yield from figures()
        yield from pick("Somebody's record")
        answer = yield from look()
        assert answer["lines"][0] == "Whose record?"
        assert sorted(answer["lines"][1:]) == ["Ada", "Ben", "Cleo", "Dora"]
        yield from pick("Ada")
        answer = yield from look()
        assert answer["lines"] == ["Ada", "All games 1/3", "Drawn: 0, lost: 0", "Won 3", "of 3"]
        answer = yield "down"
        # A concession brings no points: the mean is of one game.
        assert answer["lines"] == [
            "Ada", "Praetorians 2/3", "In a row: 2, most: 2", "Drawn: 0, lost: 0", "Best: 99, mean: 99",
            "Won 2", "of 2",
        ]  # fmt: skip
        answer = yield "down"
        assert answer["lines"][1:] == [
            "Spartacus 3/3", "In a row: 1, most: 1", "Drawn: 0, lost: 0", "Best: 110, mean: 110", "Won 1", "of 1",
        ]  # fmt: skip
        answer = yield "down"
        assert answer["lines"][1] == "All games 1/3"
        answer = yield "back"
        assert (answer["screen"], chosen(answer)) == ("who", "Ada")

    played(record, player())


def test_a_person_without_a_finished_game_sees_a_message(record: Path) -> None:
    def player() -> Player:
        yield from figures()
        yield from pick("Somebody's record")
        yield from pick("Dora")
        answer = yield from look()
        assert (answer["screen"], answer["banner"]) == ("who", "Dora has not finished a game yet")
        yield "back"
        yield from pick("Head to head")
        yield from pick("Ada")
        yield from pick("Dora")
        answer = yield from look()
        assert answer["banner"] == "Ada and Dora have not finished a game together yet"

    played(record, player())


def test_head_to_head_is_asked_of_two_people_one_after_the_other(record: Path) -> None:
    def player() -> Player:
        yield from figures()
        yield from pick("Head to head")
        answer = yield from look()
        assert answer["lines"][0] == "Head to head: who?"
        yield from pick("Ben")
        answer = yield from look()
        assert answer["lines"][0] == "Ben against"
        assert "Ben" not in answer["lines"][1:]
        yield from pick("Ada")
        answer = yield from look()
        assert answer["lines"] == ["All games", "1/3", "Games: 3, neither: 0", "Ben 0", "Ada 3"]
        answer = yield "down"
        assert answer["lines"] == ["Praetorians", "2/3", "Games: 2, neither: 0", "Ben 0", "Ada 2"]
        yield "back"
        answer = yield "back"
        assert answer["lines"][0] == "Head to head: who?"

    played(record, player())


def test_the_length_of_games_is_shown_in_minutes_and_entries(record: Path) -> None:
    def player() -> Player:
        yield from figures()
        yield from pick("How long games take")
        answer = yield from look()
        # Ten entries of half a minute, and one: 300 s and 30 s.
        assert answer["lines"] == [
            "Praetorians", "1/2", "0 to 5 minutes", "Mean of 2 games:", "Minutes 3", "Entries 6",
        ]  # fmt: skip
        answer = yield "down"
        assert answer["lines"][0] == "Spartacus"

    played(record, player())


def test_a_history_of_abandoned_games_has_no_lengths(tmp_path: Path) -> None:
    with Record(tmp_path) as journal:
        session = Session(journal, SimulatedClock(0.0))
        session.start("praetorians", ("Ada", "Ben"), SCORES)
        session.enter("abandon")

    def player() -> Player:
        yield from figures()
        yield from pick("How long games take")
        answer = yield from look()
        assert " ".join(answer["lines"]) == "How long games take No game has been played to its end yet."
        yield "ok"

    assert played(tmp_path, player())[-1]["screen"] == "figures"


# -- charts


def test_a_game_that_is_over_has_a_chart_two_presses_away(record: Path) -> None:
    def player() -> Player:
        yield from pick("Home")
        yield from pick("History")
        answer = yield "up"
        answer = yield "up"
        assert chosen(answer) == "Praetorians: Ada"
        yield "ok"
        yield from pick("Chart")
        answer = yield from look()
        assert answer["lines"] == ["Pawns", "3/3", "Ada: 0 20 20 99", "Ben: 3 3 33 33"]
        answer = yield "up"
        assert answer["lines"][:2] == ["Pawns", "2/3"]
        answer = yield "down"
        answer = yield "down"
        assert answer["lines"][:2] == ["Pawns", "0/3"]
        answer = yield "ok"
        assert (answer["screen"], chosen(answer)) == ("ended", "Chart")

    played(record, player())


def test_the_chart_of_a_game_that_was_conceded_at_once_says_that_it_is_empty(record: Path) -> None:
    def player() -> Player:
        yield from pick("Home")
        yield from pick("History")
        yield "down"
        yield "ok"
        yield from pick("Chart")
        answer = yield from look()
        assert (answer["screen"], answer["banner"]) == ("ended", "There is no chart of this game")

    played(record, player())


def test_a_game_of_which_only_the_end_is_entered_offers_no_chart(record: Path) -> None:
    answers = played(
        record, says("back", "back", *["down"] * 9, "up")
    )  # past the results, to the menu, through all of it
    assert {line for answer in answers for line in answer["lines"]} >= {"Log", "Audit", "Home"}
    assert not any("Chart" in answer["lines"] for answer in answers)


def test_a_running_game_has_its_chart_in_the_menu_from_its_first_turn_on(tmp_path: Path) -> None:
    def player() -> Player:
        yield from pick("Praetorians")
        yield from pick("Start")
        yield "ok"
        yield "back"
        answer = yield from look()
        assert "Chart" not in answer["lines"]
        yield "ok"
        yield from pick("Red")
        yield "ok"
        yield from pick("Stop")
        yield "back"
        yield from pick("Chart")
        answer = yield from look()
        assert (answer["screen"], answer["lines"][:2]) == ("curves", ["Pawns", "1/1"])
        answer = yield "hold back"  # undo means the same everywhere
        assert answer["screen"] == "table"

    played(tmp_path, player())


def test_a_game_with_two_curves_shows_the_second_one_after_the_first(tmp_path: Path) -> None:
    with Record(tmp_path) as journal:
        session = Session(journal, SimulatedClock(0.0))
        session.start("hannibal", ("Ada", "Ben"), {"core": True})
        for text in (
            "fleet ROM-COR>SAR-CAR", "clash 2 4", "legion CAR>MAU", "legion ROM>GAL", "legion MAU>SHI",
            "fleet ROM-COR>COR-SAR", "legion SHI>NHI", "legion GAL>ROM", "legion CAR>SAR",
        ):  # fmt: skip
            session.enter(text)  # at last a chip for Carthage

    def player() -> Player:
        yield "back"
        yield from pick("Chart")
        answer = yield from look()
        assert answer["lines"] == ["Chips", "8/8", "Ada: 0 0 0 0 0 0 0 0 0", "Ben: 0 0 0 0 0 0 0 0 1"]
        yield "up"
        answer = yield "ok"
        assert answer["lines"] == ["Pieces", "8/8", "Ada: 10 9 9 9 9 9 9 9 9", "Ben: 9 9 9 9 9 9 9 9 9"]
        answer = yield "ok"
        assert answer["screen"] == "menu"

    played(tmp_path, player())


def test_the_moment_of_a_chart_is_walked_in_a_ring_with_every_key_that_moves() -> None:
    scene = scenes_by_name()["curves"]
    assert isinstance(scene.screen, Curves)
    last = len(scene.screen.curves[0].places) - 1
    for earlier, later in ((Command.UP, Command.DOWN), (Command.LEFT, Command.RIGHT)):
        walked = scene.screen.update(earlier, scene.context)
        assert isinstance(walked, Curves)
        assert walked.view(scene.context).aside == f"{last - 1}/{last}"
        assert walked.update(later, scene.context) == scene.screen
        around = scene.screen.update(later, scene.context)
        assert isinstance(around, Curves)
        assert around.view(scene.context).aside == f"0/{last}"


def test_a_line_of_a_chart_has_the_tag_of_its_player() -> None:
    page = scenes_by_name()["curves"].screen.view(scenes_by_name()["curves"].context)
    assert page.chart is not None
    assert [(trace.name, trace.sign) for trace in page.chart.traces] == [
        ("Ada", "Ad"), ("Ben", "Be"), ("Cleo", "Cl"), ("Dora", "Do"),
    ]  # fmt: skip


def drawn(*lines: tuple[int, ...], at: int | None = None) -> Image.Image:
    """A chart of these lines alone, on a glass of its own."""
    picture = Image.new("1", (118, 54))
    traces = tuple([Trace(f"N{seat}", "ABCDE"[seat], line) for seat, line in enumerate(lines)])
    paint_chart.draw(picture, Chart(traces, len(lines[0]) - 1 if at is None else at), (0, 0, 117, 53), PAINTER)
    return picture


def test_every_seat_has_a_line_that_looks_different() -> None:
    edge = 100
    rows = [[drawn(*[(0, 0)] * seat, (9, 9)).getpixel((x, 0)) for x in range(edge)] for seat in range(5)]
    lit = [sum(map(bool, row)) for row in rows]
    assert lit[0] == lit[3] > lit[1] > lit[4] > lit[2] > 0
    thick = drawn((0, 0), (0, 0), (0, 0), (9, 9))
    assert all(thick.getpixel((x, 1)) for x in range(90))
    assert not any(drawn((9, 9)).getpixel((x, 1)) for x in range(90))


def test_numbers_below_nought_have_room_below_the_line_of_nought() -> None:
    picture = drawn((0, -10), (0, 10))
    # Nought is in the middle, and both lines begin there.
    assert picture.getpixel((0, 27)) or picture.getpixel((0, 26))
    assert not picture.getpixel((0, 53))


def test_a_line_that_never_leaves_nought_is_drawn() -> None:
    assert drawn((0, 0, 0)).getbbox() is not None


def names_begin(picture: Image.Image, left: int) -> list[int]:
    """The rows, right of a column, that are lit below one that is dark."""
    strip = picture.crop((left, 0, picture.width, picture.height))
    lit = [strip.crop((0, y, strip.width, y + 1)).getbbox() is not None for y in range(strip.height)]
    return [y for y, before in enumerate([False, *lit[:-1]]) if lit[y] and not before]


def test_five_names_at_one_height_do_not_cover_one_another() -> None:
    # Letters are seven pixels high. The lowest name stands beside its line, on the last rows.
    assert names_begin(drawn(*[(0, 0)] * 5), 100) == [14, 22, 30, 38, 46]
    # The fourth stands beside its line far below; the uppermost has lost the row above the picture.
    assert names_begin(drawn((0, 45), (0, 45), (0, 45), (0, 2), (0, 45)), 95) == [0, 7, 15, 23, 46]


@pytest.mark.parametrize(
    "name",
    [
        "figures",
        "who",
        "who-against",
        "person-figures",
        "person-figures-all",
        "versus",
        "durations",
        "curves",
        "history-figures",
    ],
)
def test_help_explains_every_one_of_these_screens(name: str) -> None:
    page = Help(scenes_by_name()[name].screen).view(scenes_by_name()[name].context)
    assert page.title == "Now"
    assert page.text


def test_long_names_and_large_numbers_stay_on_the_glass() -> None:
    long = "Wolfgang Amadeus Theophil"[:24]
    context = scenes_by_name()["person-figures"].context
    tally = PersonStats("hannibal", 100000, 99999, 1, 12345, 54321, 1, 0, 0.5)
    other = PersonStats("spartacus", 3, 0, 0, 0, 0, -5, -77, -41.0)
    stats_screen = Stats(Home(), long, (tally, other), at=1)
    assert "Best: -5, mean: -41" in stats_screen.view(context).text
    versus = Versus(Home(), long, f"{long[:-1]}x", (HeadToHead("", 99999, 5, 4),))
    shared = Versus(Home(), "Ada", "Ben", (HeadToHead("", 999, 5, 4, 444),))
    assert shared.view(context).text == ("Both: 444, neither: 546",)
    assert versus.view(context).text == ("Games: 99999, neither:", "99990")
    assert Stats(Home(), long, (tally,)).view(context).text[:2] == ("In a row: 12345, most:", "54321")
    for screen in (stats_screen, Stats(Home(), long, (tally,)), versus):
        assert PAINTER.page(screen.view(context)).getbbox() is not None


def test_where_the_fewest_points_win_they_are_the_best() -> None:
    context = scenes_by_name()["person-figures"].context
    tallies = [PersonStats("points", 3, 1, 0, 1, 1, 102, 37, 70.0, aim=aim) for aim in (-1, 1, None)]
    shown = [Stats(Home(), "Ada", (tally,)).view(context).text for tally in tallies]
    assert [lines[-1] for lines in shown] == ["Best: 37, mean: 70", "Best: 102, mean: 70", "Best: –, mean: 70"]
