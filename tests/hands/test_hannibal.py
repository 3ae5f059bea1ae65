"""Hannibal vs Rome: people who do literally what the glass says have the table of the record before them."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from companion.games import registry
from companion.kit.rules import Position
from companion.words import Words
from hands import hannibal
from hands.session import LONG_NAMES, NAMES, session

GAME = registry.game("hannibal")
every_table = pytest.mark.parametrize(
    "options", hannibal.OPTIONS, ids=lambda options: "-".join(f"{key}-{value}" for key, value in options.items())
)


@every_table
@pytest.mark.parametrize(("names", "choose"), [(LONG_NAMES, None), (NAMES, hannibal.choose)], ids=["any", "onward"])
def test_whatever_is_taken_back_or_changed_the_pieces_lie_as_in_the_record(
    options, names, choose, tmp_path: Path
) -> None:
    session(
        tmp_path, GAME.key, 2, GAME.complete(options), hannibal.LAY, 1,
        names=names, corrected=hannibal.corrected, choose=choose,
    )  # fmt: skip


@pytest.mark.parametrize("games", [5, pytest.param(15, marks=pytest.mark.thorough)])
@every_table
def test_from_a_moment_of_one_game_the_hands_come_to_a_moment_of_another(options, games) -> None:
    dice = random.Random(f"{options}")
    words, names = Words("en"), NAMES[:2]
    for _ in range(games):
        now, table = moment(options, dice)
        for _ in range(4):
            then, _ = moment(options, dice)
            sentences = [words.message(message, names) for message in GAME.put_back(now, then)]
            for sentence in sentences:
                table.carry_out(sentence)
            table.finish()
            assert not table.differences(then), sentences
            now = then


def moment(options: dict[str, bool | str], dice: random.Random) -> tuple[Position, hannibal.Table]:
    """A position that a random game comes to, and its table."""
    position = GAME.start(2, GAME.complete(options))
    table = hannibal.LAY(position, NAMES[:2], dice)
    for _ in range(dice.randrange(120)):
        if position.outcome is not None:
            break
        action = hannibal.choose(position, dice)
        after = position.after(GAME.read(action))
        table.act(action, position, after)
        position = after
    return position, table
