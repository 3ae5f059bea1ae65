"""The report as people see it: opened in a real browser, on a phone and on a desk, by day and by night, and printed."""

from __future__ import annotations

import io
import unicodedata
from pathlib import Path

import pytest
import zxingcpp
from browser import DESKTOP, PHONE, Browser
from PIL import Image
from pypdf import PdfReader
from report.accounts import PLAYTHROUGHS, account, whole

from companion.report.entries import Account, Entry, entries
from companion.report.page import page
from companion.words import Words

GAMES = (
    "army-ants-cards-free", "hannibal-cards-core", "praetorians-cards-three-twelves", "seven-hills-cards-barricades",
    "spartacus-cards-joker-worthless-five",
)  # fmt: skip
"""A game of each kind, those with the most in them."""
FEW = [*GAMES[:2], *[pytest.param(name, marks=pytest.mark.gate) for name in GAMES[2:]]]
"""Two games in the quick run, the others in the gate."""
few_games = pytest.mark.parametrize("name", FEW)
SMALLEST = 320
"""The width of the smallest phones."""
A4 = 717
"""The width of the paper between its margins."""
SCROLLS = "return [...document.querySelectorAll('.rounds, .series')].map(part => getComputedStyle(part).overflowX)"
LONG = ("W" * 24, "Ⅷ" * 24, "名前の長い人は表のどこでも折り返されるはずだよね", "a" * 24, "M" * 24)
"""The widest names there are, without a blank."""
LAPS = "return [...document.querySelectorAll('table')].filter(e => e.offsetWidth > e.parentElement.clientWidth).length"


def written(game: Account, folder: Path, language: str = "en") -> Path:
    file = folder / "report.html"
    file.write_text(page(game, Words(language), language), "utf-8")
    return file


def everywhere(browser: Browser, file: Path) -> None:
    """Nothing is too wide or too faint at any width, light or dark; nothing is asked for, nothing goes wrong."""
    browser.open(file, PHONE)
    for width, dark in ((SMALLEST, False), (PHONE, False), (DESKTOP, False), (DESKTOP, True), (PHONE, True)):
        browser.see(width, dark=dark)
        assert (browser.too_wide(), browser.faint(), browser.torn()) == ([], [], [])
    assert browser.requested() == [file.as_uri()]
    assert browser.said() == []


def on_paper(browser: Browser, file: Path) -> None:
    """Nothing is cut off on a page of A4, where nothing can be scrolled."""
    browser.open(file, A4)
    browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    try:
        assert (browser.too_wide(), browser.torn(), browser.run(LAPS)) == ([], [], 0)
        assert set(browser.run(SCROLLS)) == {"visible"}
    finally:
        browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})


@pytest.mark.parametrize(
    "name", [*FEW, *[pytest.param(name, marks=pytest.mark.thorough) for name in PLAYTHROUGHS if name not in GAMES]]
)
def test_every_game_reads_well_on_phone_and_desk_by_day_and_by_night(
    browser: Browser, tmp_path: Path, name: str
) -> None:
    everywhere(browser, written(whole(name), tmp_path))


@few_games
def test_japanese_reads_as_well(browser: Browser, tmp_path: Path, name: str) -> None:
    everywhere(browser, written(whole(name), tmp_path, "ja"))
    assert browser.run("return document.documentElement.lang") == "ja"


@few_games
def test_the_longest_names_push_nothing_out_of_the_window(browser: Browser, tmp_path: Path, name: str) -> None:
    everywhere(browser, written(whole(name, LONG), tmp_path))


def test_so_it_is_while_a_game_goes_on(browser: Browser, tmp_path: Path) -> None:
    for game, people, entered in (("spartacus", 3, ("play 10", "play 9", "play 8")), ("seven-hills", 2, ())):
        everywhere(browser, written(account(game, LONG[:people], *entered), tmp_path))


def test_eight_people_with_the_longest_names_have_room_in_the_table_of_rounds(browser: Browser, tmp_path: Path) -> None:
    names = (*LONG, "b" * 24, "W" * 23 + "M", "M" * 23 + "W")
    made = [f"made {seat} {1000 - seat}" for number in range(12) for seat in range(8)]
    file = written(account("points", names, *made), tmp_path)
    everywhere(browser, file)
    on_paper(browser, file)


def test_twelve_people_have_room_in_every_table_and_colours_that_are_read(browser: Browser, tmp_path: Path) -> None:
    names = (*LONG, *[f"{seat}{'W' * 22}" for seat in range(7)])
    made = [f"first {seat} 10" for number in range(3) for seat in range(12)]
    file = written(account("bowling", names, *made), tmp_path)
    everywhere(browser, file)
    on_paper(browser, file)
    browser.open(file, DESKTOP)
    wide = browser.run("return [...document.querySelectorAll('.rounds td')].map(cell => cell.clientWidth)")
    assert min(wide) > 60  # a number with what was entered is in one line
    fills = "return new Set([...document.querySelectorAll('.people .seat')].map(e => getComputedStyle(e).fill)).size"
    assert browser.run(fills) == 12


@pytest.mark.parametrize(("count", "language"), [(4, "en"), (8, "ja")])
def test_short_names_are_whole_beside_long_ones(browser: Browser, tmp_path: Path, count: int, language: str) -> None:
    names = ("Bob", "O'Neil", "Wolfeschlegelsteinhausen", "Ольга", "Γιώργος", "W" * 24, "佐々木健太郎", "María-José")
    made = [f"made {seat} {1000 - seat}" for number in range(2) for seat in range(count)]
    game = account("points", names[-count:], *made)
    file = written(game._replace(series=(game.kept, game.kept)), tmp_path, language)
    everywhere(browser, file)
    on_paper(browser, file)
    heads = "return [...document.querySelectorAll('thead bdi')].map(e => [e.textContent, e.offsetHeight])"
    assert {high < 25 for name, high in browser.run(heads) if name == "佐々木健太郎"} == {True}


def test_a_minus_stays_with_its_number_behind_the_widest_names(browser: Browser, tmp_path: Path) -> None:
    made = [f"made {seat} -{seat + 1}{place}" for place in range(8) for seat in range(2)]
    on_paper(browser, written(account("points", LONG[:2], *made), tmp_path, "ja"))


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_way_to_bg_stats_is_a_link_and_a_code_for_a_phone(browser: Browser, tmp_path: Path, language: str) -> None:
    game = whole("spartacus-cards-joker-worthless-five", LONG)._replace(record="0123456789abcdef" * 2)
    file = written(game, tmp_path, language)
    everywhere(browser, file)
    browser.open(file, PHONE)
    href = browser.run("return document.querySelector('.bgstats a').getAttribute('href')")
    assert href.startswith("bgstats://")
    browser.run("document.querySelector('svg.code').scrollIntoView()")
    found = zxingcpp.read_barcodes(Image.open(io.BytesIO(browser.picture())))
    assert [code.text for code in found] == [href]
    assert "bgstats" not in "".join(browser.requested())


def shown(entry: Entry) -> str:
    return "".join([str(entry.place), entry.what, *[said.text + (said.rule or "") for said in entry.came]])


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_entry_is_there_with_all_that_came_of_it(
    browser: Browser, tmp_path: Path, name: str, language: str
) -> None:
    game = whole(name)
    browser.open(written(game, tmp_path, language))
    read = browser.run(
        "return [...document.querySelectorAll('.entry')].map(e => {"
        " const c = e.cloneNode(true); c.querySelectorAll('.whose').forEach(w => w.remove()); return c.textContent; })"
    )
    expected = [shown(entry) for entry in entries(game, Words(language))]
    assert len(expected) == len(game.steps) - 1
    assert ["".join(text.split()) for text in read] == ["".join(text.split()) for text in expected]


@pytest.mark.parametrize("name", GAMES)
def test_every_drawing_is_named_for_those_who_do_not_see_it(browser: Browser, tmp_path: Path, name: str) -> None:
    browser.open(written(whole(name), tmp_path))
    unnamed = "return [...document.querySelectorAll('svg:not([aria-hidden])')].filter(%s).length"
    assert browser.run("return document.querySelectorAll('svg[role=img]').length") >= 1
    assert browser.run(unnamed % "e => !e.querySelector('title')?.textContent.trim()") == 0
    assert browser.run(unnamed % "e => e.getAttribute('role') !== 'img'") == 0
    # What is hidden is a mark with the name of its person beside it.
    assert browser.run(
        "return [...document.querySelectorAll('svg[aria-hidden]')].every(e => e.nextElementSibling.textContent.trim())"
    )


def test_seats_differ_without_colour(browser: Browser, tmp_path: Path) -> None:
    browser.open(written(whole("spartacus-cards-joker-worthless-five"), tmp_path))
    shapes = browser.run(
        "return [...document.querySelectorAll('.people .badge')].map(e => e.firstChild).map("
        "e => e.tagName + (e.getAttribute('points') ?? '').split(' ').length)"
    )
    assert shapes == ["circle1", "rect1", "polygon3", "polygon4", "polygon5"]
    dashes = browser.run(
        "return [...document.querySelectorAll('.curve')].map(e => getComputedStyle(e).strokeDasharray)"
    )
    assert len(set(dashes)) == len(dashes) == 5


def test_the_page_forbids_itself_whatever_it_does_not_bring_along(browser: Browser, tmp_path: Path) -> None:
    browser.open(written(whole("seven-hills-cards"), tmp_path))
    browser.run(
        "const s = document.createElement('script'); s.textContent = 'window.ran = true'; document.body.append(s);"
        "document.body.insertAdjacentHTML('beforeend', '<img src=there.png><p style=\"color: red\" id=p>a</p>');"
    )
    assert browser.run("return window.ran") is None
    assert browser.run("return getComputedStyle(document.getElementById('p')).color") != "rgb(255, 0, 0)"
    assert len([line for line in browser.said() if "Content Security Policy" in line]) == 3


HOSTILE = ('"><img src=x onerror=1>', "</title></style><b>&lt;", "{name} %s \\ ' `", "-->]]><svg onload=x>", "שלום")


@few_games
def test_names_are_never_taken_for_anything_else(browser: Browser, tmp_path: Path, name: str) -> None:
    game = whole(name, HOSTILE)
    everywhere(browser, written(game, tmp_path))
    assert browser.run("return document.querySelectorAll('img, [onload], [onerror], main > b').length") == 0
    people = browser.run("return [...document.querySelectorAll('.people bdi')].map(e => e.textContent)")
    assert people == list(game.kept.names)
    plain = browser.run("return document.title").replace("\u2068", "").replace("\u2069", "")
    result = game.kept.result
    assert result is not None
    assert plain.endswith(f": {game.kept.names[result.winners[0]]} wins")


def read_pages(pdf: bytes) -> list[str]:
    """What can be read on each page; letters that were written as one are taken apart."""
    found = [unicodedata.normalize("NFKC", sheet.extract_text()) for sheet in PdfReader(io.BytesIO(pdf)).pages]
    return ["".join(text.split()) for text in found]


@pytest.mark.parametrize(
    ("name", "most"),
    [(GAMES[0], 5), ("army-ants-scores", 1), *[pytest.param(name, 5, marks=pytest.mark.gate) for name in GAMES[1:]]],
)
def test_it_is_printed_on_a_few_pages_with_everything_on_them(
    browser: Browser, tmp_path: Path, name: str, most: int
) -> None:
    game = whole(name)
    browser.open(written(game, tmp_path), dark=True)
    pages = read_pages(browser.pdf())
    assert 1 <= len(pages) <= most
    text = "".join(pages)
    for part in ("The people", "What happened", *game.kept.names):
        assert "".join(part.split()) in text
    last = entries(game, Words("en"))[-1].came[-1].text
    assert "".join(last.split()) in text
    assert f"1/{len(pages)}" in pages[0]


def test_paper_is_always_light(browser: Browser, tmp_path: Path) -> None:
    browser.open(written(whole("hannibal-cards-core"), tmp_path), dark=True)
    ground = "return getComputedStyle(document.documentElement).backgroundColor"
    assert browser.run(ground) == "rgb(26, 25, 23)"
    night = [{"name": "prefers-color-scheme", "value": "dark"}]
    browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print", "features": night})
    assert browser.run(ground) == "rgb(255, 255, 255)"
    assert browser.run("return getComputedStyle(document.documentElement).color") == "rgb(36, 33, 28)"
    browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})


def test_a_game_that_runs_or_was_conceded_is_shown_as_it_stands(browser: Browser, tmp_path: Path) -> None:
    everywhere(browser, written(whole("seven-hills-cards-barricades", until=14), tmp_path))
    assert "Not over yet" in browser.text()
    everywhere(browser, written(account("hannibal", ("Ada", "Ben"), "concede 1"), tmp_path))
    assert "Ada wins" in browser.text()
    assert "Ben concedes" in browser.text()
