"""The page for a wall: what stands on it, and that a real browser shows it, whole and up to date."""

from __future__ import annotations

from contextlib import closing
from datetime import time
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

import pytest
from hall.boards import RESULTS, STATES, Board
from hall.broker import Broker, Listener
from hall.results import ADA, RESULT, STATE
from patience import glances

from companion.hall.intake import Taken
from companion.hall.ledger import Ledger
from companion.hall.standings import StandingLine
from companion.hall.tables import Line, Tables
from companion.hall.wall import STANDINGS, TILES, wall_page
from hardware.web import listen
from hardware.web.answers import Source
from hardware.web.latest import LatestState
from hardware.web.limits import LIMITS
from hardware.web.server import ServerThread

if TYPE_CHECKING:
    from browser import Browser

LINE = Line(
    "t1", "a" * 32, True, True, 0, True, (3, 17), "playing", 18, "spartacus", "Spartacus",
    [seat._asdict() for seat in STATE.players], "It is Ada's turn", 17, 17, 0, None, [],
)  # fmt: skip
STANDING = StandingLine(1, ADA.person, "Ada", 3, 2, 1, 0, None, 5)


def test_everything_that_tables_say_is_escaped() -> None:
    evil = "<script>alert(1)</script>&"
    line = LINE._replace(table=evil, title=evil, says=evil, warnings=[evil])
    line = line._replace(players=[{**line.players[0], "name": evil}])
    page = wall_page(evil, [line], [STANDING._replace(name=evil)])
    assert "<script>" not in page.replace('<script src="wall.js" defer></script>', "")
    assert page.count("&lt;script&gt;alert(1)&lt;/script&gt;&amp;") == 8


def test_people_without_names_have_seats_and_numbers() -> None:
    page = wall_page("Club", [LINE], [STANDING._replace(name=None)])
    assert "<span>Ada</span><b>3</b>" in page
    assert "<span>Seat 2</span><b></b>" in page
    assert f"<td>{ADA.person[:4]}</td>" in page


def test_a_table_that_is_silent_shows_since_when() -> None:
    ages = {
        None: "not heard of yet",
        61: "silent for 61 s",
        600: "silent for 10 min",
        9000: "silent for 2 h",
    }
    for age, text in ages.items():
        page = wall_page("Club", [LINE._replace(live=False, age=age)], [])
        assert text in page
        assert 'class="silent"' in page


def test_after_the_last_page_comes_the_first() -> None:
    lines = [LINE._replace(table=f"t{number}") for number in range(TILES + 1)]
    assert [wall_page("Club", lines, [], page=page).count("<article") for page in range(3)] == [TILES, 1, TILES]
    assert "<p>2 of 2</p>" in wall_page("Club", lines, [], page=1)
    assert wall_page("Club", [], []).count("<article") == 0


def test_people_choose_what_is_shown() -> None:
    assert "<article" not in wall_page("Club", [LINE], [STANDING], "standings")
    assert "<table" not in wall_page("Club", [LINE], [STANDING], "tables")


def test_a_browser_shows_what_happens_without_a_word_from_anybody(
    running: Broker, board: Board, browser: Browser
) -> None:
    listener = Listener(running)
    listener.message(board.online, lambda word: word["online"])
    listener.say(STATES, {**STATE.as_json(), "title": "A game with a rather long name for tiles"})
    board.until("/health.json", "live", 1)
    listening = listen("127.0.0.1", 0, LIMITS.unsent_bytes)
    source = Source(board.board.reply, lambda: board.board.version, board.board.look)
    with closing(ServerThread(listening, LatestState(), LIMITS, source)) as server:
        browser.open(f"http://127.0.0.1:{server.port}/")
        assert "Ada" in browser.text()
        listener.say(RESULTS, RESULT._replace(clock=False).as_json())
        assert any("Games" in browser.text() and "2" in browser.text().split("Score")[-1] for _ in glances())
        listener.say("companion/v1/arena/t1/online", b"offline")
        assert any("silent" in browser.text() for _ in glances())
        for width in (320, 1280, 3840):
            browser.see(width)
            assert browser.too_wide() == []
            assert browser.faint() == []
        assert browser.said() == []
    listener.close()


OUTSIDE = """
const own = document.documentElement, found = [];
if (own.scrollHeight > innerHeight || own.scrollWidth > innerWidth) found.push("the page");
for (const tile of document.querySelectorAll("article")) {
  if (tile.scrollHeight > tile.clientHeight || tile.getBoundingClientRect().bottom > innerHeight)
    found.push(tile.textContent);
}
return found;
"""
"""What does not fit the window, or its tile."""


@pytest.mark.parametrize("count", [1, 4, 9, 20, TILES])
def test_a_wall_shows_a_page_of_full_tiles_whole(tmp_path: Path, browser: Browser, count: int) -> None:
    crowds = [[{**LINE.players[seat % 2], "name": "W" * 24} for seat in range(people)] for people in (5, 10)]
    full = LINE._replace(live=False, age=70, says="W" * 90, title="Seven Hills of Rome", warnings=["clock not set"] * 3)
    lines = [full._replace(table=f"table-{number}", players=crowds[number % 2]) for number in range(count)]
    standings = [STANDING._replace(place=place, name="W" * 24) for place in range(1, STANDINGS + 1)]
    tmp_path.joinpath("wall.css").write_text(files("hardware.web").joinpath("page/wall.css").read_text("utf-8"))
    tmp_path.joinpath("wall.html").write_text(wall_page("Club", lines, standings), "utf-8")
    browser.open(tmp_path / "wall.html")
    for width, high in ((1280, 720), (1366, 768), (1920, 1080), (3840, 2160)):
        browser.see(width, high=high)
        assert browser.run(OUTSIDE) == []


def test_table_2_stands_before_table_10() -> None:
    tables, ledger = Tables(), Ledger([], {}, set(), ZoneInfo("UTC"), time(6), guarded=False)
    for name in ("table-10", "table-2", "10", "b"):
        tables.take(Taken(name, STATE, False), 5.0, retained=False)
    assert [line.table for line in tables.lines(ledger, 5.0)] == ["10", "b", "table-2", "table-10"]


def test_second_screens_show_one_table_as_its_own_device_does(running: Broker, board: Board, browser: Browser) -> None:
    listener = Listener(running)
    listener.message(board.online, lambda word: word["online"])
    source = Source(board.board.reply, lambda: board.board.version, board.board.look)
    listening = listen("127.0.0.1", 0, LIMITS.unsent_bytes)
    with closing(ServerThread(listening, LatestState(), LIMITS, source)) as server:
        own = f"http://127.0.0.1:{server.port}"
        browser.open(f"{own}/big?table=t1")
        assert any(browser.text() == "t1: not heard of yet" for _ in glances())
        listener.say(STATES, STATE.as_json())
        assert any(browser.text().split() == ["Ada", "3", "Seat", "2"] for _ in glances())
        browser.open(f"{own}/overlay?table=t1&show=line")
        assert any(browser.text().split() == ["Ada", "3", "Seat", "2"] for _ in glances())
        assert browser.run("return document.getElementById('board').className") == "line"
        assert browser.said() == []
        assert {address.startswith(own) for address in browser.requested()} == {True}
        for wrong in ("big", "events?table=", "overlay?table=t1&show=all"):
            browser.open(f"{own}/{wrong}")
            assert "table is needed" in browser.text() or "show is one of" in browser.text()
    listener.close()
