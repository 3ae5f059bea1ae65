"""Every screen as the page of a phone in a real Chromium: for who does not see it, sees little, or sees it large."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import needs
import pytest
from browser import DESKTOP, PHONE, TORN, Browser
from letters import need_letters
from phone_scenes import Shown, Stand, shown_scenes, stand

from companion.words import Words

by_language = pytest.mark.parametrize("language", ["en", pytest.param("ja", marks=pytest.mark.thorough)])
"""The same elements with other words: the gate has one of each kind of screen in Japanese, too."""
TWICE = PHONE // 2
"""How wide a phone is at 200 %: an element has half of the pixels then."""
SMALLEST, TABLET = 320, 1024
FINGER = 48
SMALL = """
const seen = (one) => one.checkVisibility() && !one.closest("[inert]");
return Array.from(document.querySelectorAll("button, input")).filter(seen)
  .filter((one) => one.offsetWidth < FINGER || one.offsetHeight < FINGER).map((one) => one.outerHTML);
""".replace("FINGER", str(FINGER))
BARE = """
const ground = (one) => getComputedStyle(one).backgroundColor;
return Array.from(document.querySelectorAll("button, input")).filter((one) => one.checkVisibility()).filter((one) => {
  const style = getComputedStyle(one);
  return style.borderStyle === "none" || parseFloat(style.borderWidth) < 1
    || style.borderColor === ground(document.documentElement);
}).map((one) => one.outerHTML);
"""
MOVING = """
const slow = (one) => parseFloat(getComputedStyle(one).transitionDuration) > 0;
return document.getAnimations().length + Array.from(document.querySelectorAll("*")).filter(slow).length;
"""
EMPTY = """
const seen = (one) => one && one.checkVisibility() && !one.closest("[inert]");
const beside = (one) => {
  do one = one.nextElementSibling; while (one && !seen(one));
  return one;
};
return Array.from(document.querySelectorAll("h2, h3")).filter(seen).filter((one) => !one.closest("summary"))
  .filter((one) => !beside(one)?.innerText.trim()).map((one) => `nothing below ${one.textContent}`);
"""
FOCUSED = "return document.activeElement.textContent"


@pytest.fixture
def phone(browser: Browser) -> Iterator[Stand]:
    with stand(browser) as made:
        yield made


def look_at(phone: Stand, shown: list[Shown]) -> dict[str, list[str]]:
    """What is wrong for who hears these screens or sees them at twice the size, by their names.

    Whether texts stand out, axe-core says of one screen of each kind, and `faint` of all of them, against the same bar.
    """
    browser, script, found = phone.browser, needs.axe(), dict[str, list[str]]()
    kinds = set[object]()
    phone.open(shown[0])
    browser.run(script)
    for one in shown:
        browser.see(PHONE)
        phone.see(one)
        wrong = [*browser.faults(contrast=kind_of(one) not in kinds), *browser.faint()]
        wrong += browser.run_all(SMALL, EMPTY, TORN)
        kinds.add(kind_of(one))
        browser.see(TWICE)
        wrong += [f"at 200 %: {line}" for line in browser.too_wide()]
        if wrong:
            found[one.name] = wrong
    assert browser.said() == []
    return found


def kind_of(shown: Shown) -> tuple[str, bool, bool]:
    """Its screen, and whether a message is there and wants hands."""
    return shown.page.screen, shown.waits, bool(shown.page.banner)


@pytest.mark.gate
@by_language
def test_no_screen_has_a_fault_for_who_hears_it_or_sees_it_at_twice_the_size(phone: Stand, language: str) -> None:
    need_letters(language)
    shown = list(shown_scenes(Words(language)))
    assert look_at(phone, shown) == {}
    assert len(shown) > 300


def test_the_places_of_a_board_are_whole_words_beside_each_other_on_a_phone_and_on_a_tablet(
    phone: Stand, browser: Browser
) -> None:
    boards = {one.page.screen: one for one in shown_scenes(Words("en")) if not one.waits}
    phone.open(boards["map"])
    for board in ("map", "hills", "ants-deploy", "cards", "audit-cards"):
        phone.see(boards[board])
        for width in (SMALLEST, PHONE, TABLET, DESKTOP):
            browser.see(width)
            assert (browser.torn(), browser.too_wide()) == ([], []), (board, width)


@pytest.mark.parametrize(("where", "paired"), [("targets", True), ("pairing", False)])
def test_what_can_only_be_read_does_not_touch_the_buttons_beside_it(
    phone: Stand, browser: Browser, where: str, *, paired: bool
) -> None:
    shown = next(one for one in shown_scenes(Words("en")) if one.name == "then")
    phone.open(shown, paired=paired)
    between = """
    const seen = Array.from(document.getElementById(arguments[0]).children).filter((one) => one.checkVisibility());
    const parts = seen.map((one) => one.getBoundingClientRect());
    return parts.slice(1).map((one, place) => one.top - parts[place].bottom);
    """
    assert min(browser.run(between, where)) >= 8


def test_no_heading_stands_above_nothing_without_a_game(phone: Stand, browser: Browser) -> None:
    phone.open(next(one for one in shown_scenes(Words("en")) if one.page.screen == "games"))
    assert browser.run(EMPTY) == []
    assert "What happened last" not in browser.text()


def test_help_is_one_text_and_a_touch_leads_to_the_tour(phone: Stand, browser: Browser) -> None:
    shown = {one.name: one for one in shown_scenes(Words("en"))}
    phone.open(shown["help"])
    assert "Choose what happened and press OK. You may choose: ×Red, ×Purple, Blue, Green" in browser.text()
    assert "PRA-4 – While your cards are of one camp or neutral you may stop." in browser.text()
    assert "page 2 of" not in browser.text()
    paragraphs = browser.run("return at('text').innerText")
    phone.see(shown["help-rule"])  # the glass has another page of it
    assert browser.run("return at('text').innerText") == paragraphs
    found = list(
        browser.run("return Array.from(document.querySelectorAll('#targets button'), (one) => one.textContent)")
    )
    assert found == ["Keys"]


def test_scores_are_on_the_page_once(phone: Stand, browser: Browser) -> None:
    shown = {one.name: one for one in shown_scenes(Words("en"))}
    phone.open(shown["menu"])
    for above in ("table", "table-clock", "cards", "spartacus-table", "pad-took", "pad-sides", "results-long-names",
                  "ants-results"):  # fmt: skip
        phone.see(shown[above])
        for hidden in ("scores", "scores-title"):
            assert not browser.run("return at(arguments[0]).checkVisibility()", hidden), above
    for below in ("menu", "seven-hills-table", "help", "then", "over"):
        phone.see(shown[below])
        points = [f"{name} {number}".strip() for name, number, *_ in browser.run("return page.table.points")]
        assert browser.run("return at('scores').innerText").replace("\n", " ") == " ".join(points), below


def test_what_became_of_a_touch_and_a_lost_connection_are_seen_at_the_foot_of_a_long_page(
    phone: Stand, browser: Browser
) -> None:
    phone.open(next(one for one in shown_scenes(Words("en")) if one.page.screen == "games"))
    down = "scrollTo(0, document.body.scrollHeight); return scrollY > innerHeight"
    seen = "const box = at(arguments[0]).getBoundingClientRect(); return box.top >= 0 && box.bottom < innerHeight"
    browser.run("say('answer', labels.moved)")
    assert browser.run(down)
    assert browser.run(seen, "answer")
    phone.window.close()
    phone.wait("!at('lost').hidden")
    assert browser.run(down)
    assert browser.run(seen, "lost")
    assert browser.run("return at('lost').textContent") == "Connection lost"


def test_a_phone_learns_without_a_press_that_the_device_has_started_again_and_knows_it_no_more(
    phone: Stand, browser: Browser
) -> None:
    shown = next(one for one in shown_scenes(Words("en")) if one.page.screen == "games")
    phone.open(shown)
    phone.restart(shown, known=True)
    phone.wait("at('lost').hidden && !alone")
    assert browser.run("return at('pairing').hidden")
    phone.restart(shown, known=False)
    phone.wait("at('lost').hidden && !at('pairing').hidden")
    assert browser.run("return at('answer').textContent") == Words("en")("phone.gone")


@pytest.mark.gate
def test_no_kind_of_screen_has_one_in_japanese_either(phone: Stand) -> None:
    need_letters("ja")
    assert look_at(phone, one_of_each_kind("ja")) == {}


def one_of_each_kind(language: str) -> list[Shown]:
    """A scene of each kind of screen, those that want hands among them."""
    return list({kind_of(one): one for one in shown_scenes(Words(language))}.values())


@pytest.mark.gate
@by_language
def test_each_kind_of_screen_in_the_colours_of_the_system_and_in_the_dark(phone: Stand, language: str) -> None:
    script = needs.axe()
    need_letters(language)
    browser, found = phone.browser, dict[str, list[str]]()
    shown = one_of_each_kind(language)
    phone.open(shown[0])
    browser.run(script)
    for one in shown:
        phone.see(one)
        wrong = []
        for forced in (False, True):
            browser.see(PHONE, dark=True, forced=forced)
            wrong += [*browser.faults(), *browser.faint(), *browser.run(BARE)]
        if browser.run(MOVING):
            wrong.append("something moves")
        if wrong:
            found[one.name] = wrong
    assert found == {}
    assert len(shown) > 30


@pytest.mark.gate
def test_a_phone_that_may_not_press_and_one_whose_connection_is_lost_have_no_fault_either(
    phone: Stand, browser: Browser, tmp_path: Path
) -> None:
    script, (first, *_) = needs.axe(), shown_scenes(Words("en"))
    phone.open(first, paired=False)
    browser.run(script)
    assert browser.faults() == []
    assert "Ask" in browser.text()
    phone.window.close()
    phone.wait("!document.getElementById('lost').hidden")
    assert browser.faults() == []


def test_the_focus_stays_where_it_was_and_goes_to_a_message_that_wants_hands(phone: Stand, browser: Browser) -> None:
    shown = {one.name: one for one in shown_scenes(Words("en"))}
    lists = [one for one in shown.values() if len([target for target in one.page.targets if target.id]) > 2]
    first, other = lists[0], next(one for one in lists if one.page.targets != lists[0].page.targets)
    phone.open(first)
    name = first.page.targets[1].name
    focus = "Array.from(document.querySelectorAll('button')).find((one) => one.textContent === arguments[0]).focus()"
    browser.run(focus, name)
    phone.see(first)
    assert browser.run(FOCUSED) == name
    moved = first.page._replace(targets=first.page.targets[1:])
    phone.see(first._replace(page=moved))
    assert browser.run(FOCUSED) == name
    phone.see(first._replace(page=moved._replace(targets=moved.targets[1:])))
    assert browser.run("return document.activeElement.id") == "title"
    browser.run(focus, "Back")
    phone.see(other)
    assert browser.run(FOCUSED) == "Back"
    waits = next(one for one in shown.values() if one.waits)
    phone.see(waits)
    assert browser.run(FOCUSED) == "OK"
    assert browser.run("return document.getElementById('dialog').textContent.trim()").startswith(waits.page.banner)
    phone.see(first)
    assert browser.run("return document.activeElement.id") == "title"


def test_a_question_is_touched_or_typed_and_its_answer_is_said_without_a_press(phone: Stand, browser: Browser) -> None:
    shown = next(one for one in shown_scenes(Words("en")) if one.name == "menu")
    phone.open(shown)
    said = "return document.getElementById('said').innerText"
    phone.wait("document.querySelector('[data-ask=turn]') !== null")
    browser.run("document.querySelector('[data-ask=turn]').click()")
    turn = next(one.lines for one in shown.page.answers if one.key == "turn")
    assert browser.run(said) == "\n".join(turn)
    typed = (
        "document.getElementById('about-text').value = arguments[0]; document.getElementById('about').requestSubmit()"
    )
    for text, lines in (
        ("points NOW", shown.page.answer("scores")),
        ("nothing like it", ["Nothing is known about that"]),
    ):
        browser.run(typed, text)
        assert browser.run(said).split() == " ".join(lines).split()
    assert browser.run("return waiting") == 0


def test_an_answer_stays_while_it_is_true(phone: Stand, browser: Browser) -> None:
    shown = {
        one.name: one for one in shown_scenes(Words("en"))
    }  # in the first two Cleo is in turn, in the last one Ada
    phone.open(shown["table"])
    phone.wait("document.querySelector('[data-ask=turn]') !== null")
    browser.run("document.querySelector('[data-ask=turn]').click()")
    phone.see(shown["menu"])
    assert browser.run("return document.getElementById('said').textContent") == "Cleo is in turn"
    phone.see(shown["caught"])
    assert browser.run("return document.getElementById('said').textContent") == ""
