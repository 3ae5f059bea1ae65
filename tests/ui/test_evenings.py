"""Evenings: games that wait and come back, who begins, series and rematches, the history; all by key presses."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from device import WALL, Player, actions, begin, chosen, look, pick, played, says, tell
from fixed_library import FixedLibrary
from installed import Record
from letters import japanese
from scenes import scenes_by_name

from companion.games import registry
from companion.games.installed import INSTALLED
from companion.games.registry import GAMES
from companion.kit.text import tags
from companion.play.act import Result
from companion.play.fold import GameInfo
from companion.play.timeline import Snapshot
from companion.session.series import Round, standing
from companion.session.session import Session
from companion.session.text import game_summary
from companion.ui import router
from companion.ui.game_over import Over, Series
from companion.ui.help import Help
from companion.ui.history import ROWS as WINDOW
from companion.ui.history import History
from companion.ui.home import WAITING, Home
from companion.ui.intents import Rematch, Say
from companion.ui.letters import RIGHT
from companion.ui.new_game import DRAW, New
from companion.ui.painter import Painter
from companion.ui.routes import ROUTES
from companion.ui.screen import Command, Context
from companion.ui.widgets import ROWS
from companion.words import LANGUAGES, Words
from hardware.fonts import lcd
from hardware.simulated import SimulatedClock

NAMES = ("Player 1", "Player 2")
WAITS = "» Praetorians"


def start(*options: str) -> Player:
    """From home into a new game of Praetorians."""
    yield from pick("Praetorians")
    for option in options:
        yield from pick(option)
    yield from begin()


def reported(*texts: str) -> Player:
    for text in texts:
        yield from tell(text, NAMES)


def home() -> Player:
    yield "back"
    yield from pick("Home")


def scores_to_the_end() -> Player:
    """The player who begins wins by matches, entered by scores."""
    yield from reported(*["match 10"] * 9, "bank 9")
    answer = yield from look()
    assert answer["screen"] == "results"
    yield "down"  # any key opens the menu


def put_aside() -> Player:
    """One game with a red 7 waits, another with a blue 4 is on the table."""
    yield from start()
    yield from reported("flip R7")
    yield from home()
    yield from start("Begins")
    yield from reported("flip B4")


# -- several games


def test_one_game_waits_while_another_is_played_and_comes_back_with_one_line_of_the_home_screen(tmp_path: Path) -> None:
    def player() -> Player:
        yield from put_aside()
        yield from home()
        answer = yield from look()
        assert answer["lines"] == [
            "Table Companion",
            "Continue: Praetorians, Player 2, Player 1",
            "» Praetorians: Player 1, Player 2",
            *[Words("en")(f"game.{game}") for game in GAMES],
            "More games",
            "People",
            "Settings",
        ]
        assert chosen(answer) == "Continue: Praetorians, Player 2, Player 1"
        yield "down"
        answer = yield "ok"
        assert (answer["screen"], answer["lines"][:2]) == ("table", ["Player 1", "R7 = 7 37%"])
        assert answer["actions"] == ["resume 1"]
        yield from reported("flip R8")
        yield from home()
        answer = yield from look()
        assert answer["lines"][1:3] == [
            "Continue: Praetorians, Player 1, Player 2",
            "» Praetorians: Player 2, Player 1",
        ]

    assert actions(played(tmp_path, player()))[-2:] == ["resume 1", "flip R8"]


def test_after_power_on_the_interrupted_game_is_back_and_the_others_still_wait(tmp_path: Path) -> None:
    played(tmp_path, put_aside())

    def player() -> Player:
        answer = yield from look()
        assert (answer["screen"], answer["lines"][0]) == ("table", "Player 2")
        yield from home()
        answer = yield from look()
        assert answer["lines"][1:3] == [
            "Continue: Praetorians, Player 2, Player 1",
            "» Praetorians: Player 1, Player 2",
        ]
        yield from pick(WAITS)

    assert played(tmp_path, player())[-1]["lines"][0] == "Player 1"
    again = played(tmp_path, look())  # type: ignore[arg-type]
    assert (again[-1]["screen"], again[-1]["lines"][0]) == ("table", "Player 1")


def test_undo_after_a_game_came_back_takes_back_its_last_card_and_over_its_start_the_game_before(
    tmp_path: Path,
) -> None:
    def player() -> Player:
        yield from put_aside()
        yield from home()
        yield from pick(WAITS)
        answer = yield "hold back"
        assert answer["banner"] == "Taken back: ▲R7\nR7: face down"
        yield from home()
        yield from pick(WAITS)  # the second game again
        answer = yield "hold back"
        assert answer["banner"] == "Taken back: ●B4\nB4: face down"
        answer = yield "hold back"
        assert answer["banner"] == (
            "Taken back: the start of the game\nLay out Praetorians as at its start for Player 1, Player 2"
        )
        # The first game as it was left, and what was undone there can still be redone after the second game.
        assert answer["lines"][:3] == ["Player 1", "Player 1 0", "Player 2 3"]
        yield "back"
        yield from pick("Redo")
        answer = yield from look()
        assert answer["lines"][0] == "Player 2"
        yield from home()
        yield from pick(WAITS)
        yield "back"
        yield from pick("Redo")

    answers = played(tmp_path, player())
    assert answers[-1]["actions"] == ["redo"]
    assert answers[-1]["banner"] == "Again: ▲R7\nR7: in front of Player 1"
    assert answers[-1]["lines"][0] == "Player 1"


def test_the_only_game_of_which_the_start_was_taken_back_can_be_redone_from_home(tmp_path: Path) -> None:
    def player() -> Player:
        yield "ok"
        yield from begin()
        yield from tell("flip B4", NAMES)
        yield "hold back"
        answer = yield "hold back"
        assert (answer["screen"], chosen(answer)) == ("home", "Redo")
        answer = yield "ok"
        assert answer["banner"].startswith("Again: the start of the game")
        yield "back"
        yield from pick("Redo")

    answers = played(tmp_path, player())
    assert answers[-1]["banner"] == "Again: ●B4\nB4: in front of Player 1"
    restarted = played(tmp_path, says("wait 1 hold back hold back down up"))
    assert (restarted[-1]["screen"], chosen(restarted[-1])) == ("home", "Redo")


def test_of_many_waiting_games_the_latest_stand_at_home_and_the_others_one_press_further(tmp_path: Path) -> None:
    with Record(tmp_path) as journal:
        session = Session(journal, SimulatedClock(0.0))
        for number in range(12):
            session.start("praetorians", (f"P{number}", "Q"), {})

    def player() -> Player:
        yield from home()
        answer = yield from look()
        assert answer["lines"][1:6] == [
            "Continue: Praetorians, P11, Q",
            *[f"{WAITS}: P{number}, Q" for number in (10, 9, 8)],
            f"More that wait: {11 - WAITING}",
        ]
        yield from pick("More that wait")
        answer = yield from look()
        assert (answer["screen"], answer["lines"][:2]) == ("waiting", ["Waiting games", "1/8"])
        assert answer["lines"][2:] == [f"{WAITS}: P{number}, Q" for number in range(7, 7 - ROWS, -1)]
        answer = yield "right"  # one line of the page before stays in sight
        assert chosen(answer) == f"{WAITS}: P4, Q"
        yield "right"
        answer = yield "right"
        assert (chosen(answer), answer["lines"][1]) == (f"{WAITS}: P0, Q", "8/8")
        yield "back"
        yield from pick("More that wait")
        answer = yield "up"
        assert chosen(answer) == f"{WAITS}: P0, Q"
        yield "up"
        yield "ok"

    answers = played(tmp_path, player())
    assert (answers[-1]["screen"], answers[-1]["lines"][0]) == ("table", "P1")
    assert actions(answers) == ["resume 2"]


# -- who begins


def test_begins_goes_round_the_people_who_play_and_ends_with_drawing_lots(tmp_path: Path) -> None:
    def player() -> Player:
        yield from pick("Praetorians")
        seen = []
        yield "down"
        answer = yield "down"
        for _ in range(4):
            seen.append(chosen(answer))
            answer = yield "ok"
        assert seen == ["Begins: Player 1", "Begins: Player 2", "Begins: draw lots", "Begins: Player 1"]
        yield from begin()

    answers = played(tmp_path, player())
    assert answers[-1]["lines"][:3] == ["Player 2", "Player 2 0", "Player 1 3"]


def test_the_result_of_drawing_lots_is_announced(tmp_path: Path) -> None:
    def player() -> Player:
        yield from pick("Praetorians")
        yield from pick("Begins")
        yield "ok"
        yield from begin()

    answers = played(tmp_path, player())
    assert actions(answers) == ["new praetorians"]
    (banner,) = {answer["banner"] for answer in answers if answer["banner"]}
    assert banner == f"Drawn: {answers[-1]['lines'][0]} begins"
    with Record(tmp_path) as journal:
        game = journal.game_state(1)
    assert game is not None
    assert game.names[0] == answers[-1]["lines"][0]


def test_who_begins_is_remembered_by_name_while_people_sit_down(tmp_path: Path) -> None:
    new = New(INSTALLED.game("praetorians"), ("Ada", "Ben", "Cleo"), {}, begins="Ben")
    assert new.first == 1
    assert New(INSTALLED.game("praetorians"), ("Ben", "Cleo"), {}, begins="Ben").first == 0
    assert New(INSTALLED.game("praetorians"), ("Cleo", "Dora"), {}, begins="Ben").first == 0
    assert New(INSTALLED.game("praetorians"), ("Cleo", "Dora"), {}, begins=DRAW).first is None
    assert New(INSTALLED.game("praetorians"), (), {}).first == 0


def test_in_hannibal_the_question_is_who_has_rome(tmp_path: Path) -> None:
    context = sight_of()
    page = New(INSTALLED.game("hannibal"), ("Ada", "Ben"), {}, begins="Ben").view(context)
    assert str(page.menu[2]) == "Rome: Ben"
    with Record(tmp_path) as journal:
        begun = Session(journal, SimulatedClock(0.0)).start("hannibal", ("Ada", "Ben"), {}, 1)
    assert router.announce_draw(begun, context.words) == "Drawn: Ben has Rome"


# -- series


def test_a_rematch_is_one_press_and_the_standing_of_the_series_is_in_sight_from_its_second_game_on(
    tmp_path: Path,
) -> None:
    def player() -> Player:
        yield from start("Entry")
        yield from scores_to_the_end()
        answer = yield from look()
        assert (answer["screen"], answer["lines"][-3:]) == ("over", ["Results", "Home", "QR code"])
        answer = yield "ok"
        assert answer["lines"][0] == "Player 2"
        yield from scores_to_the_end()
        answer = yield from look()
        assert answer["lines"][:3] == ["Player 2 wins", "pawn on 99", "Series: P2 1, P1 1"]
        yield "ok"
        yield from scores_to_the_end()
        answer = yield from look()
        assert answer["lines"][:3] == ["Player 1 wins", "pawn on 99", "Series: P1 2, P2 1"]
        yield from pick("Series")
        answer = yield from look()
        assert answer["lines"] == ["Series", "games: 3", "Player 1 2", "Player 2 1"]
        answer = yield "back"
        assert answer["screen"] == "over"

    assert actions(played(tmp_path, player())).count("new praetorians") == 3


def test_a_rematch_of_an_earlier_game_says_that_the_next_one_which_waits_goes_on(tmp_path: Path) -> None:
    def player() -> Player:
        yield from start("Entry")
        yield from scores_to_the_end()
        yield "ok"
        yield from reported("match 5")
        yield from home()
        yield from pick("History")
        yield "ok"
        yield from pick("Open")
        answer = yield from look()
        assert (answer["screen"], answer["lines"][0]) == ("results", "Player 1 wins")
        yield "ok"
        answer = yield "ok"
        assert answer["banner"] == "On with the game of this series that waited"
        answer = yield "wait 5"
        assert (answer["screen"], answer["lines"][0]) == ("table", "Player 2")

    assert actions(played(tmp_path, player())).count("new praetorians") == 2


def test_a_new_game_of_the_same_people_begins_a_new_series(tmp_path: Path) -> None:
    def player() -> Player:
        yield from start("Entry")
        yield from scores_to_the_end()
        yield from pick("Home")
        yield from pick("Praetorians")
        yield from begin()
        yield from scores_to_the_end()

    assert "Series" not in played(tmp_path, player())[-1]["lines"]


def test_the_series_of_one_person_is_shown_when_a_game_is_over(tmp_path: Path) -> None:
    sheet = ("red 0 5", "yellow 0 5", "green 0 0", "blue 0 1", "misses 0 0")
    with Record(tmp_path) as journal:
        session = Session(journal, SimulatedClock(0.0))
        session.start("qwixx", ("Ada",), {})
        for text in sheet:
            session.enter(text)
        session.rematch()
        for text in sheet:
            session.enter(text)
        context = Context(session.now, session.roster, False, WORDS, PAINTER.wrap, ROUTES, session)
        assert Over(opened=True).view(context).text[-1] == "Series: Ada 2"


WORDS = Words("en")
PAINTER = Painter(lcd())


def sight_of(scene: str = "home", library: FixedLibrary = FixedLibrary()) -> Context:  # noqa: B008 - it cannot change
    context = scenes_by_name()[scene].context
    return Context(context.step, context.roster, False, context.words, context.wrap, ROUTES, library)


def test_when_the_series_is_decided_that_is_said_and_shown_and_a_rematch_is_still_one_press() -> None:
    rounds = [
        Round(("Ada", "Ben"), Result((1,), (3, 25))),
        Round(("Ben", "Ada"), Result((1,), (11, 17))),
    ]
    before, after = scenes_by_name()["scores"].context.step, scenes_by_name()["over"].context.step
    assert before is not None
    assert after is not None
    for game, title in (
        ("seven-hills", "Ben wins the series"),  # 36 points to 20
        ("hannibal", "Series"),  # one game each
    ):
        reported = standing(registry.game(game).series, rounds)
        context = sight_of("over", FixedLibrary(series=reported))
        said = router.announcements(before, after, context).sentences
        assert said[-1:] == ((title,) if reported.decided else ("Ada reaches 99 and wins!",))
        assert Series(Over(opened=True)).view(context).title == title
        assert isinstance(Over(opened=True).update(Command.OK, context), Rematch)
    page = Over(opened=True).view(
        sight_of("over", FixedLibrary(series=standing(registry.game("seven-hills").series, rounds)))
    )
    assert (page.title, page.aside, page.text) == (
        "Ben wins the series", "", ("pawn on 99", "Series: Ada 20, Ben 36"),
    )  # fmt: skip


def test_han_15_a_series_shows_the_run_that_counts() -> None:
    rounds = [
        Round(("Ada", "Ben"), Result((0,), (1, 0))),
        Round(("Ben", "Ada"), Result((0,), (1, 0))),
    ]
    context = sight_of("over", FixedLibrary(series=standing(registry.game("hannibal").series, rounds)))
    page = Series(Over(opened=True)).view(context)
    assert page.text == ("Goal: 2 wins in a row",)
    # Both have won one game; only Ben's was the last.
    assert [(figure.name, figure.number, figure.won) for figure in page.figures] == [
        ("Ada", 0, False), ("Ben", 1, False),
    ]  # fmt: skip
    assert Over(opened=True).view(context).text[-1] == "In a row: Ada 0, Ben 1"


@pytest.mark.parametrize("language", LANGUAGES)
def test_both_totals_of_a_series_are_whole_for_any_two_people(language: str) -> None:
    painter, words = Painter(japanese()), Words(language, breaks=True)
    step = scenes_by_name()["over"].context.step
    assert step is not None
    for names in (("健太", "美咲"), ("佐々木健太郎", "小野寺美咲"), ("Bartholomew Constantine", "翔")):
        rounds = [Round(names, Result((0,), (198, 214)))]
        series = standing(registry.game("seven-hills").series, [*rounds, *rounds])
        renamed = Snapshot(step.id, step.parent, step.text, step.setup.renamed(names), step.timeline)
        library = FixedLibrary(games=INSTALLED, series=series)
        page = Over(opened=True).view(Context(renamed, names, False, words, painter.wrap, ROUTES, library))
        assert "396" in page.text[-2] + page.text[-1]
        assert page.text[-1].endswith(" 428")
        assert all(painter.width(line) <= RIGHT for line in page.text)


def test_in_the_history_a_person_of_a_long_result_is_whole_or_not_there() -> None:
    names = ("Ada", "Bo", "Cy", "Clara", "Di", "Emil", "Fritz", "Gustav")
    for scores in ((101, 104, 134, 101, 100, 99, 88, 133), (1, 2, 1111, 4, 5, 6, 777, 8)):
        game = GameInfo(7, "praetorians", (), names, {}, 7, 0.0, 0.0, Result((2,), scores))
        text = " ".join(History(Home()).view(sight_of(library=FixedLibrary(over=(game,), games=INSTALLED))).text)
        *people, last = text.split(", ")
        assert last == "…"
        assert len(people) > 3
        assert set(people) < {f"{tag} {score}" for tag, score in zip(tags(names), scores, strict=True)}


def test_a_tied_series_is_shown_as_tied() -> None:
    rounds = [Round(("Ada", "Ben"), Result((), (14, 14))), Round(("Ben", "Ada"), Result((), (14, 14)))]
    context = sight_of("over", FixedLibrary(series=standing(registry.game("seven-hills").series, rounds)))
    assert router.series_won(context) == ("The series is a tie",)


def test_while_a_game_runs_its_series_is_not_announced() -> None:
    rounds = [Round(("Ada", "Ben"), Result((1,), (3, 25))), Round(("Ben", "Ada"), Result((0,), (25, 3)))]
    running = standing(registry.game("hannibal").series, rounds)
    assert router.series_won(sight_of("table", FixedLibrary(series=running))) == ()


def test_the_series_of_more_than_two_people_has_a_page_of_its_own_with_those_marked_who_lead(tmp_path: Path) -> None:
    with Record(tmp_path) as journal:
        session = Session(journal, SimulatedClock(0.0))
        session.start("praetorians", ("Ada", "Ben", "Cleo"), {})
        session.enter("concede 2")
        session.rematch()
        session.enter("concede 2")
        context = Context(session.now, session.roster, False, WORDS, PAINTER.wrap, ROUTES, session)
        over = Over(opened=True).view(context)
        assert [str(item) for item in over.menu] == ["Rematch", "Series", "Results", "Home", "QR code"]
        assert over.text == ("Ada concedes",)  # behind "Winners: Ada, Ben" there is no room for it
        page = Series(Over(opened=True)).view(context)
    # Cleo gave up the first game; in the second, which Ben began, Ada did.
    assert page.aside == "games: 2"
    assert [figure[:3] for figure in page.figures] == [("Ada", 1, False), ("Ben", 2, True), ("Cleo", 1, False)]


# -- the history


def test_a_game_that_ended_by_a_clock_that_was_never_set_has_no_date(tmp_path: Path) -> None:
    def player() -> Player:
        yield from start("Entry")
        yield from scores_to_the_end()
        yield "ok"
        yield "back"
        yield from pick("Home")
        yield from pick("History")
        answer = yield "ok"
        assert answer["lines"] == ["Player 1 wins", "Player 1 99", "Player 2 3", "Open", "Chart", "QR code", "Back"]

    # What a Pi without a network believes after its start.
    played(tmp_path, player(), clock=SimulatedClock(1_000.0))


def test_the_history_has_the_games_that_are_over_newest_first_and_shows_how_one_ended(tmp_path: Path) -> None:
    def player() -> Player:
        answer = yield from look()
        assert "History" not in answer["lines"]
        yield from start("Entry")
        yield from scores_to_the_end()
        yield "ok"
        yield "back"
        yield from pick("End the game")
        yield from pick("Player 2 concedes")
        yield from pick("End it")
        yield from pick("Home")
        yield from pick("History")
        answer = yield from look()
        assert answer["lines"] == [
            "History", "1/2", "Player 2 concedes", "(Player 2, Player 1)",
            "Figures", "Praetorians: Player 1", "Praetorians: Player 1",
        ]  # fmt: skip
        answer = yield "down"
        assert answer["lines"][1:4] == ["2/2", "Player 1 99, Player 2 3", "Figures"]
        answer = yield "ok"
        # A word takes half a second: the game ended a minute after the start of the evening.
        when = time.strftime("%Y-%m-%d %H:%M", time.localtime(WALL + 60))
        assert answer["lines"] == [
            "Player 1 wins", when, "Player 1 99", "Player 2 3", "Open", "Chart", "QR code", "Back",
        ]  # fmt: skip
        yield from pick("Back")
        yield "up"
        answer = yield "ok"
        assert "Player 2 concedes" in " ".join(answer["lines"])
        answer = yield "back"
        assert answer["screen"] == "history"
        answer = yield "back"
        assert (answer["screen"], chosen(answer)) == ("home", "History")

    played(tmp_path, player())


def test_a_game_opened_from_the_history_can_be_looked_at_and_is_perhaps_not_over_after_all(tmp_path: Path) -> None:
    def player() -> Player:
        yield from start("Entry")
        yield from scores_to_the_end()
        yield from pick("Home")
        yield from start()
        yield from reported("match 5")
        yield from home()
        yield from pick("History")
        yield "ok"
        answer = yield "ok"
        assert (answer["screen"], answer["actions"]) == ("results", ["resume 1"])
        yield "back"
        yield "back"
        yield from pick("Log")
        answer = yield from look()
        assert answer["lines"][2].startswith("P1: Stops with 9")
        yield "back"
        yield from pick("Audit")
        answer = yield from look()
        assert "Player 1's pawn: 99" in answer["lines"]
        answer = yield "hold back"
        assert (answer["screen"], answer["lines"][0]) == ("table", "Player 1")
        yield from reported("bank 5")
        yield from home()
        answer = yield from look()
        assert answer["lines"][1:3] == [
            "Continue: Praetorians, Player 1, Player 2",
            "» Praetorians: Player 1, Player 2",
        ]
        assert "History" not in answer["lines"]

    assert actions(played(tmp_path, player()))[-3:] == ["resume 1", "undo", "bank 5"]


def test_of_a_game_that_is_over_the_winners_are_named_first() -> None:
    game = GameInfo(1, "spartacus", (), ("Ada", "Ben", "Cleo"), {}, 1, 0.0, 0.0, Result((1, 2), (-7, 40, 40)))
    assert game_summary(game, WORDS) == "Ben 40, Cleo 40, Ada -7"


def test_a_long_history_is_walked_by_lines_and_pages_and_in_a_ring(tmp_path: Path) -> None:
    with Record(tmp_path) as journal:
        session = Session(journal, SimulatedClock(0.0))
        for number in range(1, 41):
            session.start("praetorians", (f"P{number}", "Q"), {})
            session.enter("concede 1")

    def player() -> Player:
        yield from pick("Home")
        yield from pick("History")
        answer = yield from look()
        assert [line for line in answer["lines"] if line.startswith("Praetorians")] == [
            f"Praetorians: P{number}" for number in range(40, 41 - WINDOW, -1)
        ]
        answer = yield "right"  # four lines are in sight, and one of them stays
        assert chosen(answer) == "Praetorians: P37"
        answer = yield "left"
        answer = yield "up"
        assert (chosen(answer), answer["lines"][1]) == ("Figures", "Who won how often")
        answer = yield "up"
        assert (chosen(answer), answer["lines"][1]) == ("Praetorians: P1", "40/40")
        answer = yield "up"
        assert chosen(answer) == "Praetorians: P2"
        yield "ok"
        yield "ok"

    answers = played(tmp_path, player())
    assert (answers[-1]["screen"], answers[-1]["lines"][0]) == ("results", "P2 wins")


# -- home


def test_home_can_be_walked_in_a_ring_over_all_that_it_offers(tmp_path: Path) -> None:
    def player() -> Player:
        yield from put_aside()
        yield from home()
        answer = yield from look()
        lines = answer["lines"][1:]
        for line in (*lines, lines[0]):
            assert chosen(answer) == line
            answer = yield "down"

    played(tmp_path, player())


def test_back_at_home_leads_to_the_table(tmp_path: Path) -> None:
    def player() -> Player:
        yield from put_aside()
        yield from home()
        yield "down"
        answer = yield "back"
        assert (answer["screen"], answer["lines"][0]) == ("table", "Player 2")

    assert "resume 1" not in actions(played(tmp_path, player()))


def test_help_explains_every_one_of_these_screens() -> None:
    for scene in ("over-series", "series", "home-several", "waiting", "history", "ended"):
        page = Help(scenes_by_name()[scene].screen).view(scenes_by_name()[scene].context)
        assert page.title == "Now"
        assert page.text


def test_nobody_on_the_list_cannot_be_broken_by_who_begins() -> None:
    context = Context(None, (), False, WORDS, PAINTER.wrap, ROUTES, FixedLibrary(games=INSTALLED))
    new = New.from_context("praetorians", context)
    assert str(new.view(context).menu[2]) == "Begins"
    for _ in range(2):
        answer = New(new.rules, new.names, new.options, cursor=2, begins=new.begins).update(Command.OK, context)
        assert isinstance(answer, New)
        new = answer
    assert isinstance(Home().update(Command.OK, context), New)
    assert isinstance(New(new.rules, (), new.options).update(Command.OK, context), Say)
