"""The page for phones in a real Chromium: found by the names that a screen reader says, and nothing else."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Callable, Iterator
from importlib.resources import files
from pathlib import Path

import needs
import pytest
from browser import PHONE, Browser
from device import begun
from letters import need_letters
from patience import PATIENCE_S
from phones import Device, answer_it, running
from selenium.webdriver.support.ui import WebDriverWait

from companion.ports import Key
from companion.words import LANGUAGES, Words

TOUCH = """
const [name, number] = arguments;
if (waiting || !page || page.number !== number) return false;
const usable = (one) => one.checkVisibility() && !one.closest("[inert]");
const found = Array.from(document.querySelectorAll("button")).find((one) => usable(one) && one.textContent === name);
if (found) found.click();
return Boolean(found);
"""
"""Touches the button of a name, if the page is that of the device by its number, and every press is answered."""


def until(browser: Browser, holds: Callable[[], object]) -> None:
    WebDriverWait(browser.driver, PATIENCE_S, 0.02).until(lambda _: holds())


def touch(device: Device, browser: Browser, name: str) -> None:
    """Touch the button of this name, once it is there: a press for a page that was shown before would be refused."""
    until(browser, lambda: browser.run(TOUCH, name, device.look().number))


def names(browser: Browser) -> list[str]:
    return list(browser.run("return Array.from(document.querySelectorAll('button'), (one) => one.textContent)"))


@pytest.fixture
def device(tmp_path: Path) -> Iterator[Device]:
    begun(tmp_path / "device", "praetorians", ("Ada", "Ben"))
    with running(tmp_path / "device") as made:
        yield made


def paired(device: Device, browser: Browser) -> None:
    device.tap(Key.BACK)
    device.wait(lambda: device.screen == "menu")
    key = device.open_pairing()
    browser.open(f"{device.address}p#{key}", PHONE)
    until(browser, lambda: device.book.seen().numbers)
    until(browser, lambda: browser.run("return document.getElementById('keys').children.length"))


def test_the_key_leaves_the_address_and_a_card_is_played_by_its_name(
    device: Device, browser: Browser, tmp_path: Path
) -> None:
    paired(device, browser)
    assert browser.run("return location.href") == f"{device.address}p"
    for screen in ("menu", "table"):
        touch(device, browser, "Back")
        device.wait(lambda screen=screen: device.screen == screen)  # type: ignore[misc]
    touch(device, browser, "Red 7: sum 7")
    until(browser, lambda: "Red 7: sum 7" not in names(browser) and "Undo" in names(browser))
    assert " by:phone1 " in (tmp_path / "device/record.log").read_text("utf-8").splitlines()[-1]
    touch(device, browser, "Undo")
    touch(device, browser, "OK")  # the card goes back: a message to the hands
    until(browser, lambda: "Red 7: sum 7" in names(browser))
    assert browser.said() == []
    assert not [
        address for address in browser.requested() if "#" in address[len(device.address) :] and "p#" not in address
    ]


def test_a_page_that_is_opened_again_presses_without_another_code(device: Device, browser: Browser) -> None:
    paired(device, browser)
    browser.open("about:blank")
    browser.open(f"{device.address}p", PHONE)
    touch(device, browser, "Help")
    until(browser, lambda: device.screen == "help")


def test_a_phone_that_is_removed_is_told_so(device: Device, browser: Browser) -> None:
    paired(device, browser)
    device.book.remove(1)
    touch(device, browser, "Help")
    until(browser, lambda: "This phone may not press any more" in browser.text())
    assert "Back" not in names(browser)


def test_the_hash_and_the_proof_are_those_of_the_standards(device: Device, browser: Browser) -> None:
    browser.open(f"{device.address}p", PHONE)
    for length in (0, 1, 3, 55, 56, 63, 64, 65, 119, 200, 1000):
        text, key = secrets.token_hex(length)[:length], secrets.token_hex(100)[: length % 140]
        run = "const bytes = (text) => new TextEncoder().encode(text); return "
        found = browser.run(f"{run} inHex(sha256(bytes(arguments[0])))", text)
        assert found == hashlib.sha256(text.encode()).hexdigest()
        found = browser.run(f"{run} inHex(hmacSha256(bytes(arguments[0]), bytes(arguments[1])))", key, text)
        assert found == hmac.new(key.encode(), text.encode(), hashlib.sha256).hexdigest()
    # The vector of FIPS 180-4.
    abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    assert browser.run("return inHex(sha256(new TextEncoder().encode('abc')))") == abc


FIELD = """
const wanted = arguments[0], named = (one) => one.getAttribute("aria-label") || one.labels[0]?.textContent;
return Array.from(document.querySelectorAll("input, select, textarea"))
  .find((one) => one.checkVisibility() && named(one) === wanted) || null;
"""
SUMMARY = """
return Array.from(document.querySelectorAll("summary")).find((one) => one.textContent === arguments[0]);
"""
HEARTS = ("taken 0 5", "taken 1 20", "taken 2 0", "taken 3 1", "taken 1 13", "taken 2 0", "taken 3 13", "taken 0 0")


def write(browser: Browser, name: str, text: str) -> None:
    """Write into the field of this name, once it is there."""
    until(browser, lambda: browser.run(FIELD, name))
    field = browser.run(FIELD, name)
    field.clear()
    field.send_keys(text)


def paste(browser: Browser, name: str, text: str) -> None:
    """Paste a text into the empty field of this name: one entry for all of it; `write` has one for each letter."""
    field = browser.run(FIELD, name)
    field.click()
    browser.driver.execute_cdp_cmd("Input.insertText", {"text": text})
    assert browser.run("return arguments[0].value", field) == text


@pytest.mark.gate
def test_two_cells_of_a_round_are_corrected_and_a_pad_is_handed_over_by_names_alone(
    browser: Browser, tmp_path: Path
) -> None:
    folder = tmp_path / "device"
    begun(folder, "hearts", ("Ada", "Ben", "Cleo", "Dorothea"), *HEARTS)
    sound = files("companion.games.pad").joinpath("new.toml").read_text("utf-8")
    wrong = tmp_path / "wrong.toml"
    wrong.write_text(sound.replace("players = [2, 6]", "players = [2, 60]"), "utf-8")
    with running(folder) as device:
        paired(device, browser)
        touch(device, browser, "Round 1: Correct")
        write(browser, "Round 1, Ben: Taken", "18")
        until(browser, lambda: "Taken 24 of 26" in browser.text())
        touch(device, browser, "Enter together")
        until(browser, lambda: "(HEA-2)" in browser.text())
        write(browser, "Round 1, Cleo: Taken", "2")
        until(browser, lambda: "Taken 26 of 26" in browser.text())
        touch(device, browser, "Enter together")
        until(browser, lambda: "Round 1: Correct" in names(browser))
        until(browser, lambda: "31" in browser.run("return document.getElementById('rounds').innerText"))
        line = (folder / "record.log").read_text("utf-8").splitlines()[-1]
        assert "change 2-3 taken 1 18; taken 2 2" in line
        until(browser, lambda: browser.run("return document.activeElement.textContent") == "Round 1: Correct")
        browser.run(SUMMARY, "Hand over a score pad").click()
        until(browser, lambda: browser.run(FIELD, "A file"))
        browser.run(FIELD, "A file").send_keys(str(wrong))
        touch(device, browser, "Hand it over")
        until(browser, lambda: "wrong.toml, line 11: players" in browser.text())
        wrong.unlink()  # it has gone since it was chosen
        touch(device, browser, "Hand it over")
        until(browser, lambda: "The phone cannot read this file; choose it again" in browser.text())
        browser.run("document.getElementById('pad-form').reset()")
        paste(browser, "Or its text", sound)
        touch(device, browser, "Hand it over")
        until(browser, lambda: "It is sound. OK on the device adds it" in browser.text())
        answer_it(device, Key.OK)
        device.wait(lambda: (folder / "pads/my-game.toml").exists())
        until(browser, lambda: "It is sound" not in browser.text())
        assert browser.said() == []


SAID = """
window.said = [];
const there = document.getElementById("answer");
new MutationObserver(() => said.push(there.textContent)).observe(there, { childList: true });
"""
"""Keeps whatever the page says of a press from now on."""


def test_a_press_that_the_net_holds_back_says_so_before_it_is_lost(device: Device, browser: Browser) -> None:
    paired(device, browser)
    browser.run(SAID)
    net = {"offline": True, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
    browser.driver.execute_cdp_cmd("Network.emulateNetworkConditions", net)
    touch(device, browser, "Back")
    until(browser, lambda: browser.run("return waiting === 0"))
    assert browser.run("return said") == ["One moment: the press before is not answered yet", "Connection lost"]
    browser.driver.execute_cdp_cmd("Network.emulateNetworkConditions", {**net, "offline": False})
    touch(device, browser, "Back")
    device.wait(lambda: device.screen == "menu")
    until(browser, lambda: browser.run("return said.at(-1)") == "")


LINES = """
const range = document.createRange();
return Array.from(document.querySelectorAll("#rounds thead th"), (head) => {
  range.selectNodeContents(head);
  return [head.textContent, new Set(Array.from(range.getClientRects(), (box) => box.top)).size];
});
"""


def test_a_short_name_above_a_column_of_the_sheet_is_on_one_line_in_every_script(
    browser: Browser, tmp_path: Path
) -> None:
    short, long = ("さくら", "山田太郎", "Николай"), "W" * 24
    begun(tmp_path / "device", "wizard", (*short, long), "bid 0 1")
    with running(tmp_path / "device") as device:
        browser.open(f"{device.address}p", PHONE)
        until(browser, lambda: len(browser.run(LINES)) == 5)
        lines = dict(browser.run(LINES))
        assert [lines[name] for name in short] == [1, 1, 1]
        assert lines[long] > 1


SMALL = """
return Array.from(document.querySelectorAll("button, input, select, textarea, summary"))
  .filter((one) => one.checkVisibility())
  .filter((one) => one.offsetWidth < 48 || one.offsetHeight < 48).map((one) => one.outerHTML);
"""


@pytest.mark.gate
@pytest.mark.parametrize("language", LANGUAGES)
def test_sheet_round_and_pad_have_no_fault_for_who_hears_them_or_sees_them_large(
    browser: Browser, tmp_path: Path, language: str
) -> None:
    script = needs.axe()
    need_letters(language)
    folder, words = tmp_path / "device", Words(language)
    spades = [f"bid {seat} 3" for seat in range(4)] + ["took 0 4", "took 1 3", "took 2 3", "took 3 3", "bid 1 2"]
    begun(folder, "spades", ("Ada", "Ben", "Cleo", "Dorothea"), *spades)
    with running(folder, f'language = "{language}"\n') as device:
        paired(device, browser)
        first = f"{words('pad.in-round', round=1)}: {words('phone.correct')}"
        until(browser, lambda: first in names(browser))
        browser.run(script)
        for opened in (False, True):
            if opened:
                touch(device, browser, first)
                until(browser, lambda: browser.run("return document.querySelectorAll('#blanks input').length") == 8)
                browser.run(SUMMARY, words("phone.pad")).click()
            for dark in (False, True):
                browser.see(PHONE, dark=dark)
                assert browser.faults() == []
                assert browser.faint() == []
            assert browser.run(SMALL) == []
            browser.see(PHONE // 2)
            assert browser.too_wide() == []
        assert browser.said() == []
