"""Whole evenings played on the page for phones in a real Chromium, by roles and accessible names alone: what a screen
reader says is all that is known of the page.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
from browser import PHONE, Browser
from letters import need_letters
from patience import PATIENCE_S
from phones import Device, running
from selenium.common.exceptions import TimeoutException
from selenium.webdriver.support.ui import WebDriverWait

from companion.games import registry
from companion.games.pad.collection import AllGames
from companion.session.text import game_name
from companion.words import LANGUAGES, Words

PADS = (
    "cribbage", "farkle", "hearts", "molkky", "nimmt", "phase-10", "skat", "skull-king", "skyjo", "uno", "wizard",
    "yahtzee",
)  # fmt: skip
TOUCHES_MOST = 4_000
"""More touches than the longest random game of any of them takes."""


class Named(NamedTuple):
    """Something on the page as a screen reader has it: its role, its name, what describes it."""

    role: str
    name: str
    description: str
    node: int


class Person:
    """Somebody with a screen reader."""

    def __init__(self, browser: Browser, device: Device, words: Words) -> None:
        self._browser = browser
        self._device = device
        self._words = words

    @property
    def keys(self) -> frozenset[str]:
        """The names of the buttons that are on every page."""
        return frozenset(self._words(f"phone.{name}") for name in ("back", "undo", "help"))

    def page(self) -> list[Named]:
        """What can be heard now, in its order."""
        nodes = self._do("Accessibility.getFullAXTree")["nodes"]
        return [
            Named(node["role"]["value"], said(node, "name"), said(node, "description"), node["backendDOMNodeId"])
            for node in nodes
            if not node["ignored"] and "backendDOMNodeId" in node
        ]

    def buttons(self) -> list[str]:
        return [one.name for one in self.page() if one.role == "button"]

    def fields(self) -> list[Named]:
        """Where something is asked; not where people may ask."""
        about = self._words("phone.about")
        return [one for one in self.page() if one.role == "textbox" and one.name != about]

    def touch(self, name: str) -> None:
        """Touch a button whose name begins so; afterwards the page has answered."""
        found = self._found("button", name)
        self._call(found, "function () { this.click(); }")
        self._settle()

    def write(self, text: str) -> None:
        """Write into the field, and press Enter."""
        (field,) = self.fields()
        self._call(field, "function () { this.focus(); this.select(); }")
        self._do("Input.insertText", text=text)
        for kind in ("keyDown", "keyUp"):
            self._do("Input.dispatchKeyEvent", type=kind, key="Enter", windowsVirtualKeyCode=13, text="\r")
        self._settle()

    def hears(self, text: str) -> bool:
        return any(text in one.name for one in self.page())

    def _found(self, role: str, name: str) -> Named:
        last: list[Named] = []

        def look(_: object) -> list[Named]:
            last[:] = self.page()
            return [one for one in last if one.role == role and one.name.startswith(name)]

        try:
            found: list[Named] = WebDriverWait(self._browser.driver, PATIENCE_S, 0.02).until(look)
        except TimeoutException as error:
            raise AssertionError(name, [one.name for one in last]) from error
        return found[0]

    def _call(self, on: Named, function: str) -> None:
        there = self._do("DOM.resolveNode", backendNodeId=on.node)["object"]["objectId"]
        self._do("Runtime.callFunctionOn", objectId=there, functionDeclaration=function)

    def _settle(self) -> None:
        """Wait until the press is answered, and the page is as the device has it."""
        self._until("waiting === 0")
        self._until("page.number === arguments[0]", self._device.look().number)

    def _until(self, holds: str, *arguments: object) -> None:
        run = self._browser.run
        WebDriverWait(self._browser.driver, PATIENCE_S, 0.005).until(lambda _: run(f"return {holds}", *arguments))

    def _do(self, command: str, **what: object) -> Any:
        return self._browser.driver.execute_cdp_cmd(command, what)


def said(node: dict[str, Any], what: str) -> str:
    return str(node.get(what, {}).get("value", ""))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "device"


def paired(device: Device, browser: Browser, words: Words) -> Person:
    """A person whose phone may press, at the home screen."""
    browser.open(f"{device.address}p#{device.open_pairing()}", PHONE)
    person, home = Person(browser, device, words), words("screen.home.title")
    WebDriverWait(browser.driver, PATIENCE_S).until(lambda _: words("phone.back") in person.buttons())
    for _ in range(5):
        if person.hears(home):
            break
        person.touch(words("phone.back"))
    return person


def play(person: Person, words: Words, game: str, seed: int) -> int:
    """Begin a game and play it to its end, by what can be touched and written; how many touches that took."""
    if game not in person.buttons():
        person.touch(words("screen.home.games"))
    person.touch(game)
    person.touch(words("screen.new.start"))
    if person.hears(words("screen.players.title")):  # one player more
        person.touch(words("screen.players.add"))
        person.write("花子")
        person.touch(words("screen.players.done"))
        person.touch(words("screen.new.start"))
    dice, over = Random(seed), words("screen.over.rematch")
    for count in range(TOUCHES_MOST):
        page = person.page()
        buttons = [one.name for one in page if one.role == "button" and one.name not in person.keys]
        buttons = [name for name in buttons if not name.endswith(f": {words('phone.correct')}")]  # past rounds stay
        if over in buttons:
            return count
        fields = person.fields()
        enter = words("phone.enter")
        if fields and (buttons == [enter] or dice.random() < 0.5):
            least, *most = map(int, re.findall(r"-?\d+", fields[0].description)[:2])
            person.write(str(dice.randint(least, most[0] if most else least)))
        elif others := [name for name in buttons if name != enter]:
            person.touch(dice.choice(others))
    raise AssertionError(person.page())


def evening(folder: Path, browser: Browser, language: str, games: Sequence[str], seed: int) -> dict[str, int]:
    """Games one after the other on one device, from its first start on; the touches of each."""
    words = Words(language)
    counts = {}
    with running(folder, f'language = "{language}"\nscore = "never"\n') as device:
        person = paired(device, browser, words)
        for game in games:
            counts[game] = play(person, words, game, seed)
            assert device.screen in ("results", "over")
            person.touch(words("screen.over.home"))
            assert device.screen == "home"
        assert browser.said() == []
    lines = (folder / "record.log").read_text("utf-8").splitlines()
    assert all(" by:phone1 " in line for line in lines if re.match(r"\S+ \d+ \S+ g\d+ ", line))
    return counts


def name_of(key: str, language: str) -> str:
    return game_name(key, Words(language), AllGames().game(key))


@pytest.mark.gate
def test_a_short_evening_in_japanese_from_the_first_start_to_the_second_result(folder: Path, browser: Browser) -> None:
    need_letters("ja")
    counts = evening(folder, browser, "ja", [name_of(key, "ja") for key in ("seven-hills", "spartacus")], 1)
    assert min(counts.values()) > 20


@pytest.mark.thorough
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", registry.GAMES)
def test_each_game_is_played_to_its_end(folder: Path, browser: Browser, key: str, language: str) -> None:
    need_letters(language)
    evening(folder, browser, language, [name_of(key, language)], 2)


@pytest.mark.thorough
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("pad", PADS)
def test_each_pad_is_played_to_its_end(folder: Path, browser: Browser, pad: str, language: str) -> None:
    need_letters(language)
    evening(folder, browser, language, [name_of(pad, language)], 3)
