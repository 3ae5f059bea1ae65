"""Random keys: the device goes on after any key, and the next start continues where it stopped."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from device import Answer, Player, homeward, look, pick, played, says

from companion.games.registry import GAMES
from companion.words import LANGUAGES, Words

PEOPLE = ("Ada", "Ben", "Cleo", "Dora")
WORDS = (
    *("ok",) * 30, *("down",) * 16, *("up",) * 10, *("right",) * 6, *("left",) * 4, *("back",) * 9,
    "help", "help", "hold ok", "hold back", "hold back", "wait 40", "wait 3", "wait 700",
)  # fmt: skip
"""What is pressed, as often as it stands here."""


def monkey(chance: random.Random, presses: int) -> Player:
    """Begin one game after the other, and press what comes to hand."""
    for game in chance.sample(GAMES, len(GAMES)):
        answer = yield from homeward()
        if answer["screen"] == "home":
            # It may have pressed its way to Japanese.
            names = [words(f"game.{game}") for words in map(Words, LANGUAGES)]
            yield from pick(next(name for name in names if name in answer["lines"]))
            answer = yield from look()
            if answer["screen"] == "new":
                for _ in range(chance.randrange(8)):
                    yield chance.choice(("down", "ok"))
        for _ in range(presses):
            yield chance.choice(WORDS)


@pytest.mark.parametrize(
    ("seed", "presses"),
    [(0, 100), pytest.param(0, 250, marks=pytest.mark.gate),
     *[pytest.param(seed, 250, marks=pytest.mark.thorough) for seed in range(1, 6)]],
)  # fmt: skip
def test_whatever_is_pressed_the_record_stands_and_the_next_start_is_where_this_one_ended(
    seed: int, presses: int, tmp_path: Path
) -> None:
    answers = played(tmp_path, monkey(random.Random(seed), presses), people=PEOPLE)
    assert not [answer for answer in answers if "error" in answer]
    there = played(tmp_path, says("wait 0"))[-1]
    assert there["screen"] != "read-only"
    before = last_table(answers)
    if before is not None:
        assert without_clock(there) == without_clock(before)


def without_clock(answer: Answer) -> list[str]:
    """The lines without the turn clock, which stands after a start."""
    return [line for line in answer["lines"] if not re.fullmatch(r"\(?⚑?-?[0-9]+:[0-9]{2}\)?", line)]


def last_table(answers: list[Answer]) -> Answer | None:
    """The table after the last entry."""
    last_entry = max((place for place, answer in enumerate(answers) if answer["actions"]), default=None)
    if last_entry is None:
        return None
    return next((answer for answer in answers[last_entry:] if answer["screen"] in ("table", "over", "results")), None)
