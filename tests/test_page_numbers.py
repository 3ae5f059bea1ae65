"""The numbers of the design that the READMEs name are those of the code."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.app import banners, machine, questions, timers
from companion.games.pad import file
from companion.games.pad.engine import grammar, pad
from companion.hall import answers, cursor, intake
from companion.kit.search import engine_mind, review
from companion.record import pads
from companion.services.card import prepare
from companion.session import game_library
from companion.session.settings import Settings
from hardware import debounce
from hardware.keyboards import decode
from hardware.simulated import text
from hardware.web import pairing
from hardware.web.limits import Limits

ROOT = Path(__file__).parents[1]
WORDS: dict[float, str] = {
    0.5: "half a",
    2: "two",
    3: "three",
    4: "four",
    5: "five",
    8: "eight",
    10: "ten",
    20: "twenty",
}
FAULTS = review.FAULTS
RATES = intake.RATES
LIMITS = Limits()


def minutes(setting: str) -> str:
    """The default of a setting in seconds as minutes, in a word."""
    return WORDS[float(getattr(Settings(), setting)) / 60]


SAID = {
    "hardware/web": [
        f"At most {WORDS[pairing.PHONES_MOST]} phones may press, {WORDS[pairing.RATE]} times a second each",
        f"good once, for {WORDS[pairing.OFFER_S / 60]} minutes",
        f"or {pairing.KEPT_S / 3600:.0f} hours",
        f"up to {LIMITS.connections} connections, {LIMITS.connections_each} from one address",
        f"{LIMITS.phones} of {LIMITS.connections} places",
    ],
    "hardware/keyboards": [
        f"at least {WORDS[decode.READING_LEAST]} characters",
        f"faster than {decode.READING_S * 1000:.0f} ms a character",
    ],
    "hardware": [f"open for {debounce.SETTLE_S * 1000:.0f} ms"],
    "hardware/boards": [
        f"wait {WORDS[questions.PICTURE_S]} seconds",
        f"After {WORDS[questions.CHIP_S / 60]} minutes without a key",
    ],
    "hardware/simulated": [
        f"0 to {text.WAIT_MOST_S}",
        f"longer than {text.LINE_MOST} bytes",
        f"A key takes {WORDS[text.WORD_S]} second",
    ],
    "companion/ui": [
        f"For {timers.DEAF_S} s after an entry OK does nothing",
        f"a code is dropped after {WORDS[timers.TYPED_S]} seconds",
        f"The same label within {timers.SAME_S} s",
        f"stands for {banners.WORD_S} s a word ({banners.LETTERS_A_WORD} kana or kanji count as a word) and for "
        f"{banners.LEAST_S} s",
        f"The newest {WORDS[banners.MOST]} are kept",
        f"of the games of a month {WORDS[game_library.MONTH_MOST]} are kept",
        f"gave away {FAULTS['slip']:.0%} is a slip, {FAULTS['mistake']:.0%} a mistake, {FAULTS['blunder']:.0%} a "
        "blunder",
        f"After {minutes('score')} minute the table becomes a score board",
        f"dims after {minutes('dim')} minutes and goes dark after {minutes('dark')}",
    ],
    "companion/games/pad": [
        f"{pads.BYTES_MOST:,} bytes and {file.LINES_MOST} lines; {grammar.NODES_MOST} parts of a formula",
        f"{pad.VALUES_MOST:,} values of a number",
        f"points and scores within ±{pad.BOUND:,}",
    ],
    "companion/hall": [
        f"the results, {answers.RESULTS_MOST} at a time",
        f"a table may send {RATES['result'][0]:.0f} results a second, {RATES['result'][1]:,.0f} at once, and "
        f"{RATES['state'][0]:.0f} states a second",
    ],
    "companion/hall/SCALE.md": [f"remembers up to {WORDS[cursor.BOARDS_MOST]} boards"],
    "companion/kit/search": [
        f"in at most {engine_mind.NODES} positions",
        "its levels are {:,}, {:,}, {:,} and {:,} simulations".format(*engine_mind.WORKS),
    ],
    "systemd": [
        f"with at most {prepare.MOST} bytes",
        f"after {WORDS[machine.COUNT_S]} seconds, in which any key cancels",
    ],
}


@pytest.mark.parametrize("page", SAID)
def test_the_numbers_of_a_page_are_those_of_the_code(page: str) -> None:
    path = ROOT / page if page.endswith(".md") else ROOT / page / "README.md"
    read = " ".join(path.read_text("utf-8").split())
    assert [said for said in SAID[page] if said.replace("%", " %") not in read] == []
