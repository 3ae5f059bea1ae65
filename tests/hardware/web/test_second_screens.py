"""The pages for streams and for old tablets, and the link to BG Stats, in a real browser."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator
from contextlib import closing
from importlib.resources import files
from itertools import product

import needs
import pytest
import zxingcpp
from browser import PHONE, Browser
from patience import PATIENCE_S
from PIL import Image, ImageChops, ImageFilter
from selenium.webdriver.common.by import By
from selenium.webdriver.support.wait import WebDriverWait
from viewers import shown

from companion.ports import Points, PublicView
from companion.session.public_view import LABELS as KEYS
from companion.words import Words
from hardware.web import Window
from hardware.web.limits import LIMITS

WORDS = {name: Words("en")(f"web.{name}") for name in KEYS}
PAGES = ("overlay", "overlay?show=line", "big")
SIZES = ((320, 240), (640, 480), (768, 1024), (1280, 720), (1920, 1080), (3840, 2160))
SMALL = (320, 240)
WIDE = "亜口田中山川木林森石水火土金日月人大小上下左右東"
LINK = "bgstats://app.bgstatsapp.com/createPlay.html?data=%7B%7D"

Look = Callable[[], PublicView]


def view(*points: Points, link: str = "") -> Look:
    return lambda: PublicView(WORDS, "Spartacus", "Ada is in turn", points, (), (), link)


TWO = (Points("Ada", "26", marked=True), Points("Ben", "9"))
FIVE = tuple(
    Points(name, number, name == "Dora", name == "Cleo")
    for name, number in (("Ada", "117"), ("Maximilian", "8"), ("Cleo", "9"), ("Dora", "-10"), ("Jörg Åkesson", "11"))
)
EIGHT = tuple(Points(WIDE[seat:] + WIDE[:seat], str(1000 + seat), seat == 3) for seat in range(8))
NAMES = tuple(Points("W" * 24, "", seat == 0) for seat in range(8))


@pytest.fixture
def window() -> Iterator[Window]:
    with closing(Window("127.0.0.1", 0, LIMITS._replace(pause_s=0.0))) as opened:
        yield opened


@pytest.fixture
def see_through(browser: Browser) -> Iterator[None]:
    """Where the page has no background the pictures have none."""
    command = "Emulation.setDefaultBackgroundColorOverride"
    browser.driver.execute_cdp_cmd(command, {"color": {"r": 0, "g": 0, "b": 0, "a": 0}})
    yield
    browser.driver.execute_cdp_cmd(command, {})


def until(browser: Browser, holds: Callable[[], bool]) -> None:
    WebDriverWait(browser.driver, PATIENCE_S, 0.02).until(lambda _: holds())


def opened(browser: Browser, window: Window, page: str, size: tuple[int, int] = SMALL) -> None:
    """Open a page and wait until it shows what the device sends."""
    browser.open(f"{window.address}{page}", size[0], high=size[1])
    until(browser, lambda: browser.run("return document.body.dataset.state") == "live")


def texts(browser: Browser, kind: str) -> list[str]:
    return list(browser.run(f"return [...document.querySelectorAll('#board {kind}')].map(e => e.textContent)"))


def letters(browser: Browser) -> list[float]:
    """The heights of the letters of names and points, in pixels."""
    return list(
        browser.run(
            "return [...document.querySelectorAll('#board span')].map(e => parseFloat(getComputedStyle(e).fontSize))"
        )
    )


CUT = """
const found = [], parts = [...document.querySelectorAll('#board span')].map(e => [e, e.getBoundingClientRect()]);
for (const [e, box] of parts) {
  if (!box.width || box.left < -0.5 || box.top < -0.5 || box.right > innerWidth + 0.5 || box.bottom > innerHeight + 0.5)
    found.push(`${e.textContent}: ${box.left} ${box.top} ${box.right} ${box.bottom}`);
  if (e.scrollWidth > e.clientWidth + 1) found.push(`${e.textContent} needs ${e.scrollWidth} of ${e.clientWidth}`);
  for (const [other, beside] of parts) {
    const across = Math.min(box.right, beside.right) - Math.max(box.left, beside.left);
    const down = Math.min(box.bottom, beside.bottom) - Math.max(box.top, beside.top);
    if (other !== e && across > 0.5 && down > 0.5) found.push(`${e.textContent} is over ${other.textContent}`);
  }
}
return found;
"""
"""What reaches out of the window, out of its own box, or over something else."""
WHOLE = "return [...document.querySelectorAll('#board .name')].map(e => e.title)"
"""The names in whole, also where the page shortens them."""


RESIZED = "dispatchEvent(new Event('resize'))"
"""The page is told at once that the window has another size; a browser does so with its next frame."""


@pytest.mark.parametrize("sizes", [SIZES[:2], pytest.param(SIZES[2:], marks=pytest.mark.gate)], ids=["small", "large"])
@pytest.mark.parametrize("page", PAGES)
def test_nothing_is_cut_off_and_everybody_has_points(
    browser: Browser, window: Window, page: str, sizes: tuple[tuple[int, int], ...]
) -> None:
    window.show(shown(1, view(*TWO)))
    opened(browser, window, page)
    for lit, (size, people) in enumerate(product(sizes, (FIVE, EIGHT, NAMES, TWO)), 2):
        browser.see(size[0], high=size[1])
        window.show(shown(lit, view(*people)))
        whole = [person.name for person in people]
        until(browser, lambda: browser.run(WHOLE) == whole)  # noqa: B023 - is called at once
        browser.run(RESIZED)
        assert browser.run(CUT) == [], size
        assert texts(browser, ".number") == [person.number for person in people if person.number]
        if page == "overlay":
            assert texts(browser, ".name") == whole
        if page == "big":
            assert min(letters(browser)) >= min(size) / 8
            assert all(len(name) > 2 for name in texts(browser, ".name"))
        if people is TWO:
            assert texts(browser, ".name") == ["Ada", "Ben"]
    assert browser.said() == []


def test_in_a_narrow_line_something_is_left_of_every_name(browser: Browser, window: Window) -> None:
    names = (
        "W" * 24,
        "Maximilian",
        "@" * 24,
        "さくらこ",
        "Jo",
        "Николай",
        "Nathaniel",
        "Åsa",
        "Kim",
        "Åsa B",
        "Zoë",
        "W",
    )
    window.show(shown(1, view(*[Points(name, "100") for name in names])))
    opened(browser, window, "overlay?show=line", (640, 480))
    until(browser, lambda: len(texts(browser, ".name")) == len(names))
    left = texts(browser, ".name")
    assert browser.run(CUT) == []
    assert all(
        short.rstrip("…") and name.startswith(short.rstrip("…")) for name, short in zip(names, left, strict=True)
    )
    assert (left[1], left[4]) == ("Ma", "Jo")


def picture(browser: Browser) -> Image.Image:
    return Image.open(io.BytesIO(browser.picture())).convert("RGBA")


@pytest.mark.usefixtures("see_through")
@pytest.mark.parametrize("page", ["overlay", "overlay?show=line"])
@pytest.mark.parametrize("dark", [False, True])
def test_a_stream_shows_through_between_outlined_letters(
    browser: Browser, window: Window, page: str, dark: bool
) -> None:
    window.show(shown(1, view(*FIVE)))
    opened(browser, window, page)
    browser.see(SMALL[0], dark=dark, high=SMALL[1])
    seen = picture(browser)
    clear = seen.getchannel("A")
    assert seen.getpixel((0, 0))[3] == 0  # type: ignore[index]  # it has four channels
    # The outermost pixels are clear all around: no letter and no outline is cut.
    inner = clear.copy()
    inner.paste(0, (1, 1, clear.width - 1, clear.height - 1))
    assert inner.getextrema() == (0, 0)
    # Light pixels of letters have an outline between them and the stream.
    light = ImageChops.darker(seen.convert("L"), clear).point(lambda value: 255 * (value > 128))
    assert light.getbbox() is not None
    around = light.filter(ImageFilter.MaxFilter(3))
    nothing = clear.point(lambda value: 255 * (value < 64))
    assert ImageChops.darker(around, nothing).getbbox() is None


@pytest.mark.usefixtures("see_through")
def test_a_stream_sees_nothing_while_no_game_is_on_the_table(browser: Browser, window: Window) -> None:
    window.show(shown(1, lambda: PublicView(WORDS, says="No game on the table")))
    opened(browser, window, "overlay")
    assert picture(browser).getchannel("A").getextrema() == (0, 0)
    opened(browser, window, "big")
    assert browser.run("return document.getElementById('says').innerText") == "No game on the table"
    assert browser.faint() == []


@pytest.mark.parametrize("page", PAGES)
def test_whose_turn_it_is_is_seen_live_without_motion_and_not_by_colour_alone(
    browser: Browser, window: Window, page: str
) -> None:
    window.show(shown(1, view(*TWO)))
    opened(browser, window, page)
    marked = "return document.querySelector('[aria-current]').querySelector('.name').textContent"
    assert browser.run(marked) == "Ada"
    window.show(shown(2, view(Points("Ada", "27"), Points("Ben", "9", marked=True))))
    until(browser, lambda: browser.run(marked) == "Ben")
    assert texts(browser, ".number") == ["27", "9"]
    assert browser.run("return document.getAnimations().length") == 0
    style = "const s = getComputedStyle(document.querySelector('.marked .name')), "
    if page == "big":
        ground = "return getComputedStyle(document.querySelector('.marked')).backgroundColor"
        assert browser.run(ground) == "rgb(255, 255, 255)"
        assert browser.faint() == []
    else:
        assert browser.run(f"{style} none = 0; return s.textDecorationLine") == "underline"


@pytest.mark.parametrize("page", PAGES)
def test_a_wider_window_has_larger_letters_at_once(browser: Browser, window: Window, page: str) -> None:
    window.show(shown(1, view(*TWO)))
    opened(browser, window, page)
    small = max(letters(browser))
    browser.see(1280, high=960)
    until(browser, lambda: max(letters(browser)) > 3 * small)
    assert browser.run(CUT) == []


@pytest.mark.parametrize("page", PAGES)
def test_a_lost_connection_is_said_in_place_of_points_that_may_be_old(browser: Browser, page: str) -> None:
    with closing(Window("127.0.0.1", 0)) as window:
        window.show(shown(1, view(*TWO)))
        opened(browser, window, page)
        assert "Connection lost" not in browser.text()
    until(browser, lambda: browser.text().strip().endswith("\nConnection lost"))
    if page == "big":
        high = browser.run("return parseFloat(getComputedStyle(document.getElementById('lost')).fontSize)")
        assert high >= 240 / 8


@pytest.mark.parametrize("page", PAGES)
def test_names_are_letters_and_only_the_device_is_asked(browser: Browser, window: Window, page: str) -> None:
    names = ("<img src=x onerror=alert(1)>", "</ul><script>alert(2)</script>", "\u202eada\u202c")
    window.show(shown(1, view(*[Points(name, "1") for name in names])))
    opened(browser, window, page, (1280, 720))
    assert browser.run(WHOLE) == [*names]
    assert browser.run("return document.querySelectorAll('body img, body script, body b').length") == 0
    assert browser.said() == []
    asked = browser.requested()
    assert all(address.startswith(window.address) for address in asked)
    assert any(address.startswith(f"{window.address}events") for address in asked)


NEWER = (
    r"\?\.|\?\?|{ *\.\.\.|, *\.\.\.\w+ *}|\bawait\b|\bimport\b|catch *{|\|\|=|&&=|\d_\d|\d+n\b"
    r"|replaceChildren|ResizeObserver|\.flat|\.at\(|\.finally\(|All\(/|fromEntries"
)
"""What a script with ES2017 cannot have: its grammar, and methods that came later."""


@pytest.mark.parametrize("name", ["wire.js", "board.js"])
def test_old_browsers_understand_the_scripts(name: str) -> None:
    script = files("hardware.web").joinpath("page", name).read_text("utf-8")
    assert re.findall(NEWER, script) == []
    assert len(re.findall(NEWER, "a?.b; {...a}; b ?? c; try {} catch {}; x.replaceChildren(); 1_000; {a, ...b}")) == 7


@pytest.mark.parametrize("page", [*PAGES, "nothing/here"])
def test_second_screens_and_a_page_that_is_not_there_have_no_fault_for_who_hears_them(
    browser: Browser, window: Window, page: str
) -> None:
    window.show(shown(1, view(*FIVE)))
    browser.open(f"{window.address}{page}", SMALL[0], high=SMALL[1])
    if page in PAGES:
        until(browser, lambda: "Maximilian" in browser.text())
    assert browser.run("return [document.querySelectorAll('main').length, document.querySelectorAll('h1').length]") == [
        1, 1,
    ]  # fmt: skip
    browser.run(needs.axe())
    assert browser.faults() == []


# -- BG Stats


def test_a_finished_game_is_taken_to_bg_stats_by_a_link_or_a_code(browser: Browser, window: Window) -> None:
    window.show(shown(1, view(*TWO)))
    opened(browser, window, "", (PHONE, 800))
    assert "BG Stats" not in browser.text()
    window.show(shown(2, view(*TWO, link=LINK)))
    until(browser, lambda: "Add to BG Stats" in browser.text())
    assert browser.run("return document.getElementById('link').getAttribute('href')") == LINK
    assert not [address for address in browser.requested() if "bgstats" in address]
    browser.driver.find_element(By.CSS_SELECTOR, "#code summary").click()
    drawn = "const qr = document.getElementById('qr'); return qr.complete && qr.naturalWidth > 0"
    until(browser, lambda: bool(browser.run(drawn)))
    found = zxingcpp.read_barcodes(Image.open(io.BytesIO(browser.picture(whole=True))))
    assert [code.text for code in found] == [LINK]
    assert browser.too_wide() == []
    window.show(shown(3, view(*TWO)))
    until(browser, lambda: "BG Stats" not in browser.text())
    assert browser.said() == []


def test_a_link_that_no_code_holds_is_only_a_link(browser: Browser, window: Window) -> None:
    window.show(shown(1, view(*EIGHT, link=LINK + "a" * 3000)))
    opened(browser, window, "", (PHONE, 800))
    browser.driver.find_element(By.CSS_SELECTOR, "#code summary").click()
    until(browser, lambda: "QR code" not in browser.text())
    assert "Add to BG Stats" in browser.text()
