"""The page of the web window, looked at and listened to in a real browser."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import product
from pathlib import Path

import pytest
from browser import DESKTOP, PHONE, Browser
from device import Player, begin, look, pick, played, tell
from free_port import free_port
from patience import PATIENCE_S
from selenium.webdriver.support.wait import WebDriverWait
from viewers import shown, table

from companion.ports import DeviceState, Light, Points, PublicView
from companion.session.public_view import LABELS as KEYS
from companion.words import Words
from hardware.web import Window
from hardware.web.limits import LIMITS

LOST = "Connection lost"
WORDS = {name: Words("en")(f"web.{name}") for name in KEYS}


@pytest.fixture
def window() -> Iterator[Window]:
    with closing(Window("127.0.0.1", 0, LIMITS._replace(pause_s=0.0))) as opened:
        yield opened


def until(browser: Browser, holds: Callable[[], bool]) -> None:
    WebDriverWait(browser.driver, PATIENCE_S, 0.02).until(lambda _: holds())


def state(browser: Browser) -> str:
    return str(browser.run("return document.body.dataset.state"))


def visible(browser: Browser, text: str) -> bool:
    return text in browser.text()


def glass(browser: Browser) -> list[int]:
    """The pixels of the canvas, one number each: red, green, blue and opacity as one."""
    return list(
        browser.run(
            "const c = document.querySelector('canvas');"
            "const d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data;"
            "return [...new Uint32Array(d.buffer)];"
        )
    )


def pixels(shown: DeviceState) -> list[int]:
    """What the canvas should hold: white on black, nothing shining through."""
    return [0xFFFFFFFF if lit else 0xFF000000 for lit in shown.frame.convert("L").tobytes()]


def test_the_glass_on_the_page_is_the_glass_of_the_device_pixel_for_pixel_at_every_moment_of_a_game(
    browser: Browser, window: Window, tmp_path: Path
) -> None:
    frames: list[DeviceState] = []

    class Keeper:
        def show(self, shown: DeviceState) -> None:
            frames.append(shown)

        def close(self) -> None: ...

    def seen() -> None:
        expected = pixels(frames[-1])
        until(browser, lambda: glass(browser) == expected)

    def player() -> Player:
        yield from look()
        browser.open(window.address)
        seen()
        yield "ok"
        yield from begin()
        seen()
        for action in ("flip R7", "flip B7", "stop"):
            yield from tell(action, ("Player 1", "Player 2"))
            seen()
        until(browser, lambda: visible(browser, "Player 2 is in turn"))
        log = browser.run("return [...document.querySelectorAll('#log li')].map(line => line.textContent)")
        assert [line.split(":")[0] for line in log] == ["3. Player 1", "2. Player 1", "1. Player 1"]
        yield "back"
        seen()
        yield "wait 700"
        assert frames[-1].light is Light.DARK
        seen()
        until(browser, lambda: visible(browser, "The display is dark"))
        assert visible(browser, "Player 2 is in turn")

    played(tmp_path, player(), panels=(window, Keeper()))
    assert len(frames) > 10


@pytest.mark.parametrize("dark", [False, True])
def test_the_page_of_phones_says_what_to_do_where_none_may_press(browser: Browser, window: Window, dark: bool) -> None:
    window.show(shown(0, lambda: PublicView(WORDS)))
    for width in (320, PHONE, DESKTOP):
        browser.open(f"{window.address}p", width, dark=dark)
        assert "write phones = true into settings.toml" in browser.text()
        assert (browser.too_wide(), browser.faint(), browser.said()) == ([], [], [])
    assert browser.run("return document.documentElement.lang") == "en"
    browser.driver.find_element("link text", WORDS["watch"]).click()
    until(browser, lambda: state(browser) == "live")


def test_a_web_window_that_is_killed_is_reported_as_lost_and_starts_again_by_itself(browser: Browser) -> None:
    number = free_port()
    with closing(Window("127.0.0.1", number)) as window:
        window.show(shown(5))
        browser.open(window.address)
        until(browser, lambda: state(browser) == "live")
        assert not visible(browser, LOST)
    until(browser, lambda: visible(browser, LOST))
    assert state(browser) == "lost"
    with closing(Window("127.0.0.1", number)) as again:
        again.show(shown(6))
        until(browser, lambda: not visible(browser, LOST))
        until(browser, lambda: glass(browser) == pixels(shown(6)))


def test_a_port_without_further_events_is_reported_as_lost(browser: Browser) -> None:
    with closing(Window("127.0.0.1", 0, LIMITS._replace(beat_s=3600.0))) as window:
        window.show(shown())
        # Its clock runs a thousand times as fast.
        clock = "const slow = setTimeout; window.setTimeout = (call, ms) => slow(call, ms / 1000);"
        added = browser.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": clock})
        try:
            browser.open(window.address)
            until(
                browser,
                lambda: browser.run(
                    "return window.beenLost === true || (window.beenLost = document.body.dataset.state === 'lost')"
                ),
            )
        finally:
            browser.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", added)


SAID = ("Moment of the game: <b>Ada</b>", "Ben: luck +3%")


def names_that_bite() -> PublicView:
    people = ("<img src=x onerror=alert(1)>", "</ul><script>alert(2)</script>", "\u202eada\u202c", "&amp;")
    points = tuple(Points(name, "1") for name in people)
    return PublicView(
        WORDS, "<b>game</b>", f"{people[0]} is in turn", points, ("<i>line</i>",), ("1. <u>log</u>",), "", SAID
    )


def test_names_are_letters_and_nothing_else(browser: Browser, window: Window) -> None:
    window.show(shown(1, names_that_bite))
    browser.open(window.address)
    until(browser, lambda: state(browser) == "live")
    names = browser.run("return [...document.querySelectorAll('#points .name')].map(name => name.textContent)")
    assert names == [points.name for points in names_that_bite().points]
    assert tuple(browser.run("return [...document.querySelectorAll('#review li')].map(one => one.textContent)")) == SAID
    assert browser.run("return document.querySelectorAll('img:not(#qr), main script, b, i, u').length") == 0
    assert browser.said() == []


def test_it_asks_nobody_but_the_device(browser: Browser, window: Window) -> None:
    window.show(shown())
    browser.open(window.address)
    until(browser, lambda: state(browser) == "live")
    asked = browser.requested()
    assert {address.removeprefix(window.address) for address in asked} >= {"", "window.css", "window.js", "events"}
    assert all(address.startswith(window.address) for address in asked)
    assert browser.said() == []


def test_the_page_may_not_be_put_into_another(browser: Browser, window: Window, tmp_path: Path) -> None:
    window.show(shown())
    frame = tmp_path / "frame.html"
    frame.write_text(f"<!doctype html><title>t</title><iframe src='{window.address}'></iframe>", "utf-8")
    browser.open(frame)
    until(browser, lambda: any("frame-ancestors" in line for line in browser.said()))


def five() -> PublicView:
    people = ("Ada", "Maximilian", "Cleo", "Dora", "x" * 24)
    points = tuple(Points(name, str(number), number == 8, number == 9) for number, name in enumerate(people, 7))
    log = tuple(f"{place}. Maximilian: banner: 17→34" for place in range(12, 0, -1))
    return PublicView(WORDS, "Spartacus", "Maximilian is in turn", points, ("Ada 9, Maximilian 8* = 17",), log)


def test_it_fits_every_width_and_stands_out_light_and_dark(browser: Browser, window: Window) -> None:
    def look_everywhere() -> None:
        for width, dark in product((PHONE, 768, DESKTOP, 1920), (False, True)):
            browser.see(width, dark=dark)
            until(browser, lambda: not browser.too_wide())  # the glass takes its room in a frame of its own
            assert browser.faint() == [], (width, dark)

    window.show(shown(900, five))
    browser.open(window.address, PHONE)
    until(browser, lambda: visible(browser, "Maximilian is in turn"))
    look_everywhere()
    window.close()
    until(browser, lambda: visible(browser, LOST))
    look_everywhere()


def test_no_number_and_no_usual_name_stands_on_two_lines_beside_a_name_of_any_width(
    browser: Browser, window: Window
) -> None:
    window.show(shown(1, lambda: PublicView(WORDS, "Hearts", "Ada is in turn", CROWD)))
    browser.open(window.address, 320)
    until(browser, lambda: visible(browser, "Ada is in turn"))
    for width in (320, PHONE, 768, 1024, DESKTOP, 1920):
        browser.see(width)
        assert (browser.torn(), browser.too_wide()) == ([], [])


def test_a_name_that_runs_from_right_to_left_does_not_turn_round_the_numbers_beside_it(
    browser: Browser, window: Window
) -> None:
    line = "שרה משה: 1-3 5-10, Ada 7"
    window.show(shown(1, lambda: PublicView(WORDS, "Spartacus", "Ada is in turn", PAIR, (line,))))
    browser.open(window.address)
    until(browser, lambda: visible(browser, "Ada 7"))
    places = browser.run(
        "const text = document.querySelector('#lines p').firstChild, range = document.createRange();"
        "return ['שרה', ':', '1-3', '5-10', 'Ada', '7'].map((word) => {"
        "  const start = text.data.indexOf(word); range.setStart(text, start); range.setEnd(text, start + word.length);"
        "  return range.getBoundingClientRect().left; });"
    )
    assert places == sorted(places)


def test_points_are_large_and_the_pixels_of_the_glass_are_all_of_one_size(browser: Browser, window: Window) -> None:
    window.show(shown(900, five))
    browser.open(window.address, PHONE)
    until(browser, lambda: visible(browser, "Maximilian is in turn"))
    high = browser.run("return parseFloat(getComputedStyle(document.querySelector('#points .number')).fontSize)")
    assert high >= 40
    for width in (PHONE, 500, 777, DESKTOP):
        browser.see(width)
        until(
            browser,
            lambda: browser.run(
                "const c = document.querySelector('canvas'), room = c.parentElement.clientWidth;"
                "const times = c.clientWidth * devicePixelRatio / 128;"
                "return Number.isInteger(times) && c.offsetWidth <= room && room - c.offsetWidth < 64;"
            ),
        )


def test_a_screen_reader_hears_whose_turn_it_is_and_what_happened_and_the_glass_can_be_read(
    browser: Browser, window: Window
) -> None:
    window.show(shown(3, lambda: table("Ada is in turn", "2. Ben: Stop", "1. Ada: B7")))
    browser.open(window.address)
    until(browser, lambda: state(browser) == "live")
    heard = "return document.querySelector('[aria-live=polite]').textContent"
    assert browser.run(heard) == "2. Ben: Stop. Ada is in turn"
    assert browser.run("return document.querySelector('canvas').getAttribute('aria-label')") == "3 lit"
    assert browser.run("return document.querySelector('[aria-current]').innerText").split() == ["Ada", "26"]
    window.show(shown(4, lambda: table("Ben is in turn", "3. Ada: Stop")))
    until(browser, lambda: browser.run(heard) == "3. Ada: Stop. Ben is in turn")


CROWD = tuple(Points(name, number) for name, number in (
    ("Ada", "-1117"), ("Maximilian", "8"), ("Cleo", "9"), ("Dora", "-10"), ("Jörg Åkesson", "11"), ("W" * 24, "0"),
))  # fmt: skip
PAIR = (Points("Ada", "26", marked=True), Points("Ben", "9"))
CUT = """
const found = [], log = at("log").getBoundingClientRect();
if (document.documentElement.scrollHeight > innerHeight) found.push("the page can be moved down");
for (const e of document.querySelectorAll("#points .number")) {
  const range = document.createRange();
  range.selectNodeContents(e);
  if (range.getBoundingClientRect().right > e.parentElement.getBoundingClientRect().right) found.push(e.textContent);
}
for (const e of document.querySelectorAll("#log li")) {
  const box = e.getBoundingClientRect();
  if (box.bottom > log.bottom + 1) found.push(e.textContent);
}
return found;
"""
"""What does not fit a window that nobody moves."""


@pytest.mark.parametrize(("wide", "high"), [(1280, 720), (1366, 768), (1920, 1080), (3840, 2160)])
def test_a_screen_in_the_room_shows_everything_at_once(browser: Browser, window: Window, wide: int, high: int) -> None:
    log = tuple(f"{number}. Ada: legion: left 2 of R4, right 3 of R4" for number in range(12, 0, -1))
    lines = ("Hand: 4 cards", "The stack has 12 cards")
    for lit, people in enumerate((PAIR, CROWD) if high >= 1080 else (PAIR,), 1):
        window.show(shown(lit, lambda: PublicView(WORDS, "Praetorians", "Ada is in turn", people, lines, log)))  # noqa: B023
        browser.open(window.address, wide, high=high)
        until(browser, lambda: visible(browser, "12. Ada: legion"))
        until(browser, lambda: not browser.run(CUT))  # the glass takes its room in a frame of its own
        assert browser.run(CUT) == []
        assert browser.run("return parseFloat(getComputedStyle(at('log')).fontSize)") >= high / 45
        assert browser.run("return document.querySelectorAll('#log li:not([hidden])').length") >= 4
        assert browser.run("return at('glass').getBoundingClientRect().height") >= 128


def test_an_upside_down_picture_is_turned_for_viewers(browser: Browser, window: Window) -> None:
    window.show(shown(3, turned=True))
    browser.open(window.address)
    until(browser, lambda: state(browser) == "live")
    turned = browser.run("return getComputedStyle(document.querySelector('canvas')).transform")
    assert turned == "matrix(-1, 0, 0, -1, 0, 0)"
    assert glass(browser) == pixels(shown(3))


def test_the_page_speaks_the_language_that_is_set_on_the_device(
    browser: Browser, window: Window, tmp_path: Path
) -> None:
    def player() -> Player:
        yield from look()
        browser.open(window.address)
        until(browser, lambda: visible(browser, "No game on the table"))
        yield from pick("Settings")
        yield "ok"
        until(browser, lambda: visible(browser, "卓上にゲームはありません"))
        assert browser.run("return document.documentElement.lang") == "ja"
        assert visible(browser, "画面")
        browser.driver.refresh()
        until(browser, lambda: state(browser) == "live")
        assert browser.run("return document.querySelector('#lost strong').textContent") == "接続が切れました"

    played(tmp_path, player(), panels=(window,))
