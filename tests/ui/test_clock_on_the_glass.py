"""The turn clock on the glass: chosen at Start, at the name, on the score board, in the log and the figures."""

from __future__ import annotations

import pytest
from fixed_library import FixedLibrary
from glass import MeasuringPainter
from installed import GameSetup
from letters import letters_for
from PIL import Image, ImageChops
from presses import Shadow, painter

from companion.games import registry
from companion.games.installed import INSTALLED
from companion.games.pad.collection import AllGames
from companion.play.clock import OFF, ClockFace, SeatClock, parse_clock
from companion.play.timeline import Snapshot, Timeline, advance
from companion.ports import WIDTH
from companion.record.lists import PersonStats
from companion.ui import router
from companion.ui.help import Help
from companion.ui.intents import Start
from companion.ui.log import Log
from companion.ui.new_game import New
from companion.ui.page import Figure, Page
from companion.ui.routes import ROUTES
from companion.ui.screen import Command, Context, Intent, Screen
from companion.ui.stats import Stats
from companion.ui.table import Menu, Score, Table
from companion.ui.widgets import NumberScreen
from companion.values import replace
from companion.words import LANGUAGES, Words

LIBRARY = FixedLibrary(games=INSTALLED)
SIGHT = Context(None, ("Ada", "Ben", "Cleo"), False, Words("en"), painter().wrap, ROUTES, LIBRARY)
OK, UP, DOWN, BACK, RIGHT = Command.OK, Command.UP, Command.DOWN, Command.BACK, Command.RIGHT
TWO = ("Ada", "Ben")
OPTIONS = registry.game("praetorians").complete({"entry": "scores"})


def played(*texts: str, rule: str = "increment 15 10", each: int = 0) -> Snapshot:
    """A table of Praetorians by scores, so many milliseconds an entry."""
    setup = GameSetup(1, "praetorians", TWO, OPTIONS, clock=parse_clock(rule))
    timeline: Timeline = setup.begin()
    for text in texts:
        timeline = advance(setup, timeline, text, each)
    return Snapshot(1, 0, texts[-1] if texts else "new praetorians", setup, timeline)


def sight(step: Snapshot, *shown: int, goes: bool = True, rule: str = "increment 15 10") -> Context:
    """What screens see of a table whose clocks show so many seconds."""
    seats = tuple([SeatClock(1, 1000 * seconds) for seconds in shown])
    return replace(SIGHT, step=step, clock=ClockFace(parse_clock(rule), seats, step.turn, goes, may_go=True))


def new(**fields: object) -> New:
    return replace(New(INSTALLED.game("praetorians"), TWO, OPTIONS), **fields)


def after(screen: Screen | Intent, *commands: Command) -> Screen | Intent:
    for command in commands:
        assert isinstance(screen, Screen)
        screen = screen.update(command, SIGHT)
    return screen


def lines(screen: Screen | Intent) -> list[str]:
    assert isinstance(screen, Screen)
    return [str(item) for item in screen.view(SIGHT).menu]


# -- the choice at Start


def clock_line(screen: New) -> int:
    return next(place for place, line in enumerate(lines(screen)) if line.startswith("Clock"))


def test_clk_1_ok_on_the_clock_gives_the_next_kind_and_its_numbers_stand_below() -> None:
    screen: Screen | Intent = new(cursor=clock_line(new()))
    seen = []
    for _ in range(6):
        assert isinstance(screen, New)
        shown = lines(screen)
        seen.append(shown[screen.cursor : shown.index("Odds: off")])
        screen = after(screen, OK)
    assert seen == [
        ["Clock: off"], ["Clock: up"], ["Clock: budget", "Minutes each: 15"],
        ["Clock: increment", "Minutes each: 15", "Seconds a turn: 10"], ["Clock: sand timer", "Seconds a turn: 60"],
        ["Clock: off"],
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("rule", "below", "keys", "then"),
    [
        ("budget 15", 1, (UP, OK, UP, OK), "budget 26"),
        ("budget 15", 1, (DOWN, DOWN, OK, OK), "budget 180"),  # 5, then round to the most
        ("budget 15", 1, (DOWN, OK, DOWN, DOWN, DOWN, DOWN, DOWN, OK), "budget 180"),  # 5, 4, 3, 2, 1, 180
        ("increment 15 10", 2, (OK, DOWN, OK), "increment 15 9"),
        ("increment 15 10", 2, (DOWN, OK, OK), "increment 15 1"),
        ("sand 60", 1, (DOWN, DOWN, DOWN, DOWN, DOWN, OK, DOWN, OK), "sand 600"),
    ],
)
def test_clk_1_numbers_are_chosen_by_tens_and_units_within_their_bounds(
    rule: str, below: int, keys: tuple[Command, ...], then: str
) -> None:
    start = new(clock=parse_clock(rule), cursor=clock_line(new()) + below)
    number = after(start, OK)
    assert isinstance(number, NumberScreen)
    done = after(number, *keys)
    assert isinstance(done, New)
    assert str(done.clock) == then
    assert after(number, BACK) == start


def test_clk_2_who_plays_alone_never_ends_a_turn_and_is_offered_no_seconds_a_turn() -> None:
    darts = AllGames().game("darts")
    screen: Screen | Intent = New(darts, ("Ada",), darts.complete({}))
    assert isinstance(screen, New)
    screen, seen = replace(screen, cursor=clock_line(screen)), []
    for _ in range(4):
        assert isinstance(screen, New)
        seen.append(lines(screen)[screen.cursor])
        screen = after(screen, OK)
    assert seen == ["Clock: off", "Clock: up", "Clock: budget", "Clock: off"]
    two = New(darts, ("Ada", "Ben"), darts.complete({}), clock=parse_clock("sand 60"))
    alone = two.with_names(("Ada",))
    assert lines(alone)[clock_line(alone)] == "Clock: off"
    start = after(alone, OK)
    assert isinstance(start, Start)
    assert start.clock == OFF
    again = alone.with_names(("Ada", "Ben"))
    assert lines(again)[clock_line(again)] == "Clock: sand timer"


def test_start_asks_for_the_game_with_its_clock() -> None:
    answer = after(new(clock=parse_clock("sand 60")), OK)
    assert isinstance(answer, Start)
    assert answer.clock == parse_clock("sand 60")


def test_the_clock_is_remembered_like_the_options() -> None:
    begun = replace(SIGHT, step=played(rule="budget 20"))
    assert New.from_context("praetorians", begun).clock == parse_clock("budget 20")
    assert New.from_context("hannibal", begun).clock == OFF
    left = replace(New.from_context("praetorians", SIGHT), clock=parse_clock("sand 30")).left(SIGHT)
    again = New.from_context("praetorians", SIGHT, left)
    assert again.clock == parse_clock("sand 30")


def test_help_says_what_the_kinds_are() -> None:
    on_clock = new(cursor=clock_line(new()))
    text = " ".join(line for page in Help(on_clock).pages(SIGHT) for line in page.text)
    assert "When time is up, the game goes on." in text
    assert "When time is up" not in " ".join(line for page in Help(new()).pages(SIGHT) for line in page.text)


# -- at the table


def test_the_table_shows_the_clock_of_the_player_in_turn_in_brackets_while_it_stands() -> None:
    step = played("bank 20")
    page = router.view(Table(), sight(step, 900, 872))
    assert (page.clock, page.ticks) == ("14:32", True)
    paused = router.view(Table(), sight(step, 900, 872, goes=False))
    assert (paused.clock, paused.ticks) == ("(14:32)", False)
    up = router.view(Table(), sight(step, 900, -5))
    assert (up.clock, up.ticks) == ("⚑-0:05", True)
    assert up.read(None).lines[:2] == ("Ben", "⚑-0:05")


def test_other_screens_show_no_clock() -> None:
    context = sight(played("bank 20"), 900, 872)
    for screen in (Menu(Table()), Log(Menu(Table())), Help(Table())):
        page = router.view(screen, context)
        assert (page.clock, page.ticks) == ("", False)


def test_without_one_in_turn_no_clock_is_shown() -> None:
    over = played("concede 0")
    context = replace(sight(over, 1, 2), clock=ClockFace(parse_clock("up"), (SeatClock(1, 1), SeatClock(1, 1))))
    assert router.view(Table(), replace(context, step=played())).clock == ""


def test_the_score_board_has_a_clock_in_every_cell() -> None:
    page = router.view(Score(), sight(played("bank 20"), 900, -5))
    assert [figure.clock for figure in page.figures] == ["15:00", "⚑-0:05"]
    assert page.ticks


def test_the_score_board_of_a_game_in_which_no_clock_can_run_has_none() -> None:
    seats = (SeatClock(0, 0), SeatClock(0, 0))
    context = replace(SIGHT, step=played(), clock=ClockFace(parse_clock("up"), seats))
    assert [figure.clock for figure in router.view(Score(), context).figures] == ["", ""]


def test_clk_8_the_log_says_the_time_of_the_entry_under_the_cursor() -> None:
    context = replace(SIGHT, step=played("bank 20", "bust", each=12_400))
    assert Log(Menu(Table())).view(context).aside == "0:12  2/2"
    assert Log(Menu(Table()), cursor=2).view(context).aside == "0/2"
    off = replace(SIGHT, step=played("bank 20", "bust", rule="off"))
    assert Log(Menu(Table())).view(off).aside == "2/2"


def test_clk_8_figures_say_a_persons_mean_time() -> None:
    tallies = (PersonStats("praetorians", 3, 2, 0, 1, 2, 99, 12, 81.4, 754_999.0),)
    assert Stats(new(), "Ada", tallies).view(SIGHT).text[-1] == "Clock, mean: 12:34"


# -- on the glass


def drawn(page: Page) -> tuple[int, bytes]:
    """How many pixels are lit, and the picture."""
    picture = painter().page(page)
    return sum(picture.convert("L").tobytes()) // 255, picture.tobytes()


@pytest.mark.parametrize("clock", ["14:32", "⚑-0:05", "(180:00)"])
def test_a_clock_stands_behind_the_name_and_cuts_no_effect(clock: str) -> None:
    page = Page(screen="table", title="Ada", aside="+7 → 43", turn=True)
    clocked = replace(page, clock=clock)
    before, after = painter().page(page), painter().page(clocked)
    left = WIDTH - 10 - painter().width("+7 → 43")
    assert before.crop((left, 0, WIDTH, 64)).tobytes() == after.crop((left, 0, WIDTH, 64)).tobytes()
    assert before.crop((0, 0, 24, 64)).tobytes() == after.crop((0, 0, 24, 64)).tobytes()
    assert drawn(clocked)[0] > drawn(page)[0]


def test_where_an_effect_needs_the_room_a_clock_gives_way() -> None:
    page = Page(screen="table", title="Sicily–Zama", aside="battle in southern Hispania")
    assert drawn(replace(page, clock="14:32")) == drawn(page)


@pytest.mark.parametrize(("clock", "shown"), [("⚑-10:54", "-10:54"), ("(180:00)", "(180')"), ("⚑-100:00", "-100'")])
def test_beside_an_effect_a_clock_without_room_is_shown_in_fewer_signs(clock: str, shown: str) -> None:
    glass = Noting(letters_for("en"))
    glass.measures(Page(screen="table", title="Maximilian", aside="face down: 1", turn=True, clock=clock))
    assert shown in glass.noted


def test_a_name_that_the_figures_have_too_gives_way_to_its_clock() -> None:
    figures = (Figure("Maximilian", 26, marked=True), Figure("Ben", 9))
    page = Page(screen="table", title="Maximilian", aside="…B3 = 17 28%", turn=True, figures=figures)
    assert drawn(replace(page, clock="⚑-0:05")) == drawn(replace(page, title="⚑-0:05"))
    wide = replace(page, aside="R9 B9 G5 B3 = 17 28%")
    assert drawn(replace(wide, clock="14:32")) == drawn(wide)


class Noting(MeasuringPainter):
    """Notes what is written."""

    def start(self) -> None:
        super().start()
        self.noted: list[str] = []

    def text(self, picture: Image.Image, x: int, y: int, text: str, width: int) -> int:
        self.noted.append(self.shortened(text, width))
        return super().text(picture, x, y, text, width)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("players", range(1, 9))
def test_clocks_fit_the_cells_of_every_score_board(players: int, language: str) -> None:
    names = ("Ada", "Ben", "Cleopatra", "Dora", "Maximilian", "Fritz", "Gunda", "Hannibal")[:players]
    glass = Noting(letters_for(language))
    for clock in ("0:05", "14:32", "⚑-0:05", "⚑-10:05", "180:00"):
        for bare in (False, True):
            figures = [Figure(name, "" if bare else 26 * at, at == 1, clock=clock) for at, name in enumerate(names)]
            measured = glass.measures(Page(screen="score", title="Ben", figures=tuple(figures), far=True))
            assert (measured.clipped, measured.covered) == (0, 0), (clock, bare)
            shown = clock.removeprefix("⚑") if players > 6 and clock == "⚑-10:05" else clock
            assert glass.noted.count(shown) == players, (clock, bare)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("key", "players"), [*[("praetorians", count) for count in (2, 3, 4)], ("molkky", 4)])
def test_a_table_of_narrow_cells_shows_every_clock_that_runs_or_stands_in_minutes_if_need_be(
    key: str, players: int, language: str
) -> None:
    table, glass = Shadow(key, ("Ada", "Ben", "Cleopatra", "Dora")[:players], language), Noting(letters_for(language))
    for goes in (True, False):
        for seconds in (180 * 60, 14 * 60 + 32, 59, -65, -9 * 60 - 59, -10 * 60):
            face = ClockFace(parse_clock("budget 180"), (SeatClock(1, 1000 * seconds),) * players, 0, goes, may_go=True)
            page = router.view(Table(), replace(table.context, clock=face))
            assert not glass.measures(page).clipped
            bare = page.clock.replace("⚑", "")
            minutes = f"{bare.partition(':')[0]}'{')' if bare.startswith('(') else ''}"
            shown = next(text for text in (page.clock, bare, minutes) if text in glass.noted)
            assert shown != minutes or players > 2, page.clock


def test_digits_of_five_with_a_clock_leave_a_line_for_it() -> None:
    names = ("Ada", "Ben", "Cleopatra", "Dora", "Maximilian")
    plain = tuple([Figure(name, 26) for name in names])
    page = Page(screen="score", title="Ben", figures=plain, far=True)
    clocked = replace(page, figures=tuple([figure._replace(clock="14:32") for figure in plain]))
    assert drawn(clocked)[1] != drawn(page)[1]


def test_only_the_clock_changes_from_second_to_second() -> None:
    def shown(clock: str) -> Image.Image:
        figures = tuple([Figure(name, 26, clock=clock) for name in ("Ada", "Ben", "Cleopatra", "Dora")])
        return painter().page(Page(screen="score", title="", figures=figures, far=True)).crop((0, 0, 64, 31))

    changed = ImageChops.logical_xor(shown("11:11"), shown("10:00")).getbbox()
    assert changed is not None
    left, top, right, bottom = changed
    assert bottom - top <= 8
    assert right - left <= 26
