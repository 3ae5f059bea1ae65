"""The page for a wall: what comes to it, and that a real browser shows it whole, legible and up to date."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import time
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

import needs
import pytest
from hall.boards import RESULTS, STATES, Board
from hall.broker import Broker, Listener
from hall.results import ADA, BEN, RESULT, STATE, withdrawn
from hall.wall_checks import CELLS, GROUNDS, KINDS, NEXT_FRAME, STANDING, TABLES, TURNED, WRONG
from hall.wall_evening import NOW, Evening
from patience import glances

from companion.hall.answers import BadQuestion
from companion.hall.intake import CheckedMessage
from companion.hall.ledger import Ledger
from companion.hall.messages import as_json
from companion.hall.second_screen import table_view
from companion.hall.tables import Tables
from companion.hall.wall import NumberedTexts, warning
from companion.words import Words
from hardware.web import listen
from hardware.web.answers import Source
from hardware.web.latest import LatestState
from hardware.web.limits import LIMITS
from hardware.web.server import ServerThread

if TYPE_CHECKING:
    from browser import Browser

Sizes = tuple[tuple[int, int], ...]
SIZES: Sizes = ((1280, 720), (1366, 768), (1920, 1080), (3840, 2160), (1080, 1920), (360, 740))
SMALL = ((1024, 768), (320, 568))
SHOWS = ("both", "tables", "standings")


# -- what comes


def test_only_what_has_changed_is_sent() -> None:
    texts = NumberedTexts()
    texts.put({"a": "1", "b": "2"})
    first = texts.number
    assert json.loads(texts.since(0)) == {"a": 1, "b": 2}
    texts.put({"a": "1", "b": "2"})
    assert texts.number == first
    texts.put({"b": "3", "c": "4"})
    assert json.loads(texts.since(first)) == {"a": None, "b": 3, "c": 4}
    assert json.loads(texts.since(0)) == {"b": 3, "c": 4}
    assert texts.since(texts.number) == "{}"


def come(evening: Evening, query: str = "", seen: object = None) -> tuple[object, Any]:
    found = evening.changes(query, seen)
    assert isinstance(found, tuple), found
    return found[0], json.loads(found[1] or "null")


def test_a_viewer_gets_everything_and_then_the_table_that_plays_on() -> None:
    evening = Evening(3, "usual")
    seen, first = come(evening)
    assert sorted(first["tables"]) == ["table-1", "table-2", "table-3"]
    assert first["labels"]["title"] == "Games club, winter evening"
    assert (first["scope"], first["clock"]) == ("Evening of 2026-11-23", 20 * 3600 + 14 * 60 + 30)
    evening.now += 1.0
    seen, nothing = come(evening, "", seen)
    assert nothing is None
    evening.say("table-2", STATE._replace(record=f"{2:032x}"))
    evening.now += 1.0
    seen, new = come(evening, "", seen)
    assert new == {
        "connected": True, "people": {}, "tables": {"table-2": {
            "title": "Spartacus", "phase": "playing", "live": True, "seats": [["Ada", 3, "tl"], [None, None, ""]],
        }},
    }  # fmt: skip


def test_nothing_is_sent_for_the_mere_beat_of_a_table() -> None:
    evening = Evening(1, "usual")
    seen, _ = come(evening)
    state = evening.tables.get("table-1")
    assert state is not None
    assert state.state is not None
    evening.now += 15.0
    evening.say("table-1", state.state)
    assert come(evening, "", seen)[1] is None


@pytest.mark.parametrize(("ahead", "shown"), [(20.0, None), (-20.0, None), (3600.0, "21:14"), (-3000.0, "19:24")])
def test_a_page_has_the_clock_of_the_board_also_after_that_was_set(ahead: float, shown: str | None) -> None:
    evening = Evening(3, "usual")
    seen, first = come(evening)
    evening.clock_ahead = ahead
    evening.now += 1.0
    seen, new = come(evening, "", seen)
    if shown is None:
        assert new is None
        evening.clock_ahead *= 2  # more than a page may be wrong
        _, new = come(evening, "", seen)
        assert new["tables"] == first["tables"]
        return
    assert f"{new['clock'] // 3600}:{new['clock'] // 60 % 60:02}" == shown
    assert (new["tables"], new["people"]) == (first["tables"], first["people"])
    evening.now += 1.0
    assert come(evening, "", seen)[1] is None


def test_of_a_silent_table_comes_since_when_and_of_a_board_without_a_broker_that_it_hears_nothing() -> None:
    evening = Evening(1, "usual")
    seen, _ = come(evening)
    evening.now += 61.0
    evening.connected = False
    _, new = come(evening, "", seen)
    assert (new["tables"]["table-1"]["live"], new["tables"]["table-1"]["at"], new["connected"]) == (False, NOW, False)


def test_the_wall_speaks_the_language_of_the_board_or_the_one_it_is_asked_for() -> None:
    evening = Evening(6, "usual")
    _, found = come(evening, "language=ja")
    assert (found["labels"]["lang"], found["tables"]["table-6"]["title"]) == ("ja", Words("ja")("game.spartacus"))
    assert warning("2 missing", Words("ja")) == Words("ja")("wall.warning.missing", n=2)
    assert warning("clock not set", Words("ja")) == Words("ja")("wall.warning.clock-not-set")
    assert warning("the display does not answer", Words("ja")) == "the display does not answer"


@pytest.mark.parametrize("query", ["show=all", "language=xx", "page=3", "evening=soon", "show=both&show=tables"])
def test_a_wrong_question_is_refused_before_anything_is_shown(query: str) -> None:
    evening = Evening(1, "usual")
    with pytest.raises(BadQuestion):
        evening.answers.labels("/", query)
    with pytest.raises(BadQuestion):
        evening.answers.changes(query, None, NOW, NOW, 0.0, connected=True)


def test_standings_have_points_where_all_played_one_game_and_ratings_where_they_are_on() -> None:
    evening = Evening(1, "usual", ratings=True)
    _, found = come(evening, "kind=spartacus")
    lines = list(found["people"].values())
    assert [len(line) for line in lines] == [9, 9]  # with a rating, which nobody has after two games
    assert [line[-1] for line in lines] == [None, None]
    assert len(next(iter(come(Evening(1, "usual"))[1]["people"].values()))) == 8


def test_table_2_stands_before_table_10() -> None:
    tables, ledger = Tables(), Ledger([], {}, set(), ZoneInfo("UTC"), time(6), guarded=False)
    for name in ("table-10", "table-2", "10", "b"):
        tables.take(CheckedMessage(name, STATE, False), 5.0, retained=False)
    assert [line.table for line in tables.lines(ledger, 5.0)] == ["10", "b", "table-2", "table-10"]


def test_who_is_forgotten_has_no_name_at_a_table_either() -> None:
    tables, ledger = Tables(), Ledger([], {}, set(), ZoneInfo("UTC"), time(6), guarded=False)
    tables.take(CheckedMessage("t1", STATE, True), 5.0, retained=False)
    tables.forget({STATE.players[0].person})
    tables.take(CheckedMessage("t2", STATE, True), 5.0, retained=False)
    for line in tables.lines(ledger, 5.0):
        assert [(seat["name"], seat["points"]) for seat in line.players] == [(None, 3), (None, None)]
        assert line.says is None  # it said whose turn it is
        view = table_view(line.table, tables.get(line.table), 5.0, Words("en"))
        assert [one.name for one in view.points] == ["Seat 1", "Seat 2"]
        assert "Ada" not in str(view)


def test_who_is_forgotten_leaves_the_standings_without_a_gap() -> None:
    evening = Evening(0, "usual")
    evening.end(RESULT._replace(clock=False))
    seen, first = come(evening)
    assert [line[:2] for line in first["people"].values()] == [[1, "Ada"], [2, "Ben"]]
    evening.ledger.forget({ADA.person})
    evening.now += 1.0
    _, new = come(evening, "", seen)
    assert new["people"][ADA.person] is None
    assert new["people"][BEN.person][:2] == [1, "Ben"]


# -- what a browser shows


@contextmanager
def served(source: Source) -> Iterator[str]:
    with closing(ServerThread(listen("127.0.0.1", 0, LIMITS.unsent_bytes), LatestState(), LIMITS, source)) as server:
        yield f"http://127.0.0.1:{server.port}/"


def opened(browser: Browser, address: str, width: int = 1280, high: int = 720) -> None:
    browser.open(address, width, high=high)
    assert any(browser.run("return document.body.dataset.state") == "live" for _ in glances())


def resize(browser: Browser, width: int, high: int = 720) -> None:
    """Make the window as wide and high as that; afterwards the page is laid out for it."""
    browser.see(width, high=high)
    browser.driver.execute_async_script(NEXT_FRAME)


def test_a_browser_shows_what_happens_without_a_word_from_anybody(
    running: Broker, board: Board, browser: Browser
) -> None:
    listener = Listener(running)
    listener.message(board.online, lambda word: word["online"])
    listener.say(STATES, as_json(STATE))
    board.until("/health.json", "live", 1)
    with served(Source(board.board.answer, board.board.labels, board.board.changes, board.board.news)) as address:
        opened(browser, address)
        assert "Ada" in browser.text()
        assert "No game has ended yet" in browser.text()
        listener.say(RESULTS, as_json(RESULT._replace(clock=False)))
        assert any("No game has ended yet" not in browser.text() for _ in glances())
        assert "Score" in browser.text()
        listener.say("companion/v1/arena/t1/online", b"offline")
        assert any("silent" in browser.text() for _ in glances())
        for width in (320, 1280, 3840):
            resize(browser, width)
            assert browser.too_wide() == []
            assert browser.faint() == []
        assert browser.said() == []
        assert {asked.startswith(address) for asked in browser.requested()} == {True}
    listener.close()


def test_everything_that_tables_say_is_text(browser: Browser) -> None:
    evil = "<img src=x onerror=a>&"
    evening = Evening(0, "usual")
    seats = (STATE.players[0]._replace(name=evil),)
    evening.say("t1", STATE._replace(title=evil, kind="other", players=seats, trouble=evil))
    with served(evening.source()) as address:
        opened(browser, address)
        assert browser.text().count(evil) == 3
        assert browser.run("return document.images.length") == 0


def test_a_wall_says_since_when_it_is_alone_and_shows_no_table_as_live(browser: Browser) -> None:
    evening = Evening(3, "usual")
    with served(evening.source()) as address:
        opened(browser, address)
        assert browser.run("return at('lost').hidden")
        assert len(browser.run(GROUNDS)) == 2  # two tables play, at one the game is over
        evening.connect(connected=False)
        assert any("hears no table" in browser.text() for _ in glances())
        assert browser.run(GROUNDS) == ["rgb(38, 38, 38)"]
        assert browser.run(WRONG) == []
        evening.connect(connected=True)
        assert any("hears no table" not in browser.text() for _ in glances())
        assert len(browser.run(GROUNDS)) == 2
    assert any("No connection since 20:14" in browser.text() for _ in glances())
    assert browser.run(GROUNDS) == ["rgb(38, 38, 38)"]
    assert browser.faint() == []
    assert browser.run(WRONG) == []


def test_playing_over_free_and_silent_differ_in_more_than_colour(browser: Browser) -> None:
    with served(Evening(8, "usual").source()) as address:
        opened(browser, address)
        styles = browser.run(KINDS)
        assert len({tuple(style) for style in styles}) == 4
        assert browser.run("return document.querySelector('.is-t .who').textContent") == "Ben"
        assert browser.run("return document.querySelector('.over .is-w .who').textContent") == "Jörg"


def test_where_names_are_off_the_wall_says_so(browser: Browser) -> None:
    with served(Evening(4, "none").source()) as address:
        opened(browser, address)
        assert "Seat 1" in browser.text()
        assert "No names: the tables do not send them (names in hall.toml)" in browser.text()
    with served(Evening(4, "usual").source()) as address:
        opened(browser, address)
        assert "hall.toml" not in browser.text()


def test_tables_and_standings_turn_through_all(browser: Browser) -> None:
    evening = Evening(60, "usual")
    _, found = come(evening)
    with served(evening.source()) as address:
        opened(browser, address)
        tables, people = browser.run(TURNED)
        assert len(people) > 2
        for pages, keys in ((tables, found["tables"]), (people, found["people"])):
            assert sorted(key for page in pages for key in page) == sorted(keys)
        assert f"of {len(tables)}" in browser.text()
        assert f"of {len(people)}" in browser.text()


def test_a_column_of_the_standings_comes_and_goes_with_its_head(browser: Browser) -> None:
    evening, first = Evening(0, "usual"), RESULT._replace(clock=False)
    other = first._replace(game=18, kind="praetorians")  # the same people in the same places
    evening.end(first)
    with served(evening.source()) as address:
        opened(browser, address)
        assert (browser.run(CELLS), "Points" in browser.text()) == ([7, 7, 7], True)
        evening.end(other)
        assert any(browser.run(CELLS) == [6, 6, 6] for _ in glances())
        assert "Points" not in browser.text()
        evening.end(withdrawn(other, other.revision + 1))
        assert any(browser.run(CELLS) == [7, 7, 7] for _ in glances())
        assert "Points" in browser.text()


def test_on_a_phone_people_find_themselves(browser: Browser) -> None:
    with served(Evening(40, "usual").source()) as address:
        opened(browser, f"{address}#ZOE%206", 360, 740)
        assert browser.run(STANDING) == ["Zoë 6"]
        assert browser.run(TABLES) == ["Table 21"]
        assert browser.run("return document.querySelector('.sought').textContent") == "Zoë 679"
        browser.driver.find_element("id", "find").clear()
        browser.driver.find_element("id", "find").send_keys("table-7")
        assert browser.run("return document.querySelectorAll('.tile').length") == 1
        browser.driver.find_element("id", "find").send_keys("x")
        assert "No person and no table has this name" in browser.text()


@pytest.mark.gate
def test_a_wall_has_no_fault_for_who_hears_it(browser: Browser) -> None:
    script = needs.axe()
    with served(Evening(8, "usual", ratings=True).source()) as address:
        opened(browser, address)
        browser.run(script)
        for width, high in (SIZES[0], SMALL[1]):
            resize(browser, width, high)
            assert browser.faults() == []


def test_no_narrow_letter_stands_alone_on_a_line(browser: Browser) -> None:
    evening = Evening(0, "usual")
    for wide in (8, 10, 12):  # one of so many narrow letters is the first that finds no room on the line
        for narrow in range(1, 25 - wide):
            seats = (STATE.players[0]._replace(name="W" * wide + "i" * narrow, turn=False),)
            evening.say(f"t{wide}-{narrow}", STATE._replace(players=seats))
    with served(evening.source()) as address:
        opened(browser, f"{address}?show=tables")
        for width, high in SIZES[:3]:
            resize(browser, width, high)
            assert browser.run(WRONG) == []


def look_at_everything(
    browser: Browser, count: int, kind: str, *, ratings: bool = False, pages: int = 6, sizes: Sizes = SIZES
) -> list[str]:
    """What is wrong at these sizes, in all that `show` chooses, in both languages, on that many pages at most."""
    found = []
    with served(Evening(count, kind, ratings=ratings).source()) as address:
        for show in SHOWS:
            for language in ("en", "ja"):
                opened(browser, f"{address}?show={show}&language={language}")
                for width, high in sizes:
                    resize(browser, width, high)
                    found += [f"{show} {language} {width}: {wrong}" for wrong in browser.run(WRONG, pages)]
    return found


def test_at_five_metres_everything_is_whole_and_no_letter_too_small(browser: Browser) -> None:
    assert look_at_everything(browser, 1, "widest") == []


@pytest.mark.gate
@pytest.mark.parametrize("ratings", [False, True])
def test_so_it_is_on_a_small_screen(browser: Browser, ratings: bool) -> None:
    assert look_at_everything(browser, 5, "widest", ratings=ratings, pages=2, sizes=SMALL) == []


@pytest.mark.gate
@pytest.mark.parametrize(
    ("count", "kind", "ratings"),
    [(0, "usual", False), (8, "widest", False), (40, "widest", True), (120, "none", False)],
)
def test_so_it_is_with_many_tables_and_none(browser: Browser, count: int, kind: str, ratings: bool) -> None:
    assert look_at_everything(browser, count, kind, ratings=ratings, pages=2) == []


@pytest.mark.thorough
@pytest.mark.parametrize("kind", ["usual", "widest", "none"])
@pytest.mark.parametrize("count", [1, 2, 5, 8, 20, 40, 120])
@pytest.mark.parametrize("ratings", [False, True])
def test_so_it_is_with_any_number_of_tables(browser: Browser, count: int, kind: str, ratings: bool) -> None:
    assert look_at_everything(browser, count, kind, ratings=ratings) == []


def test_second_screens_show_one_table_as_its_own_device_does(running: Broker, board: Board, browser: Browser) -> None:
    listener = Listener(running)
    listener.message(board.online, lambda word: word["online"])
    with served(Source(board.board.answer, board.board.labels, board.board.changes, board.board.news)) as own:
        browser.open(f"{own}big?table=t1")
        assert any(browser.text().endswith("t1: not heard of yet") for _ in glances())
        listener.say(STATES, as_json(STATE))
        assert any(browser.text().split()[-4:] == ["Ada", "3", "Seat", "2"] for _ in glances())
        browser.open(f"{own}overlay?table=t1&show=line")
        assert any(browser.text().split()[-4:] == ["Ada", "3", "Seat", "2"] for _ in glances())
        assert browser.run("return document.getElementById('board').className") == "line"
        assert browser.said() == []
        assert {address.startswith(own) for address in browser.requested()} == {True}
        for wrong in ("big", "events?table=", "overlay?table=t1&show=all"):
            browser.open(f"{own}{wrong}")
            assert "table is needed" in browser.text() or "show is one of" in browser.text()
    listener.close()
