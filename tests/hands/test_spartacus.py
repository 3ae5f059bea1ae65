"""Spartacus: people who do literally what the glass says have the table of the record before them."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from companion.app.perform import banner_sentences
from companion.games import registry
from companion.kit.rules import Inconsistent, Position
from companion.ui.painter import Painter
from companion.words import Words
from hands import spartacus
from hands.session import LONG_NAMES, NAMES, session
from hardware.fonts import lcd

GAME = registry.game("spartacus")
PAINTER = Painter(lcd())
every_table = pytest.mark.parametrize(
    ("players", "options"),
    [
        pytest.param(
            players,
            options,
            id=f"{players}-" + "-".join(map(str, options.values())),
            # The quick run takes all options once, the gate with each number of players.
            marks=() if (players + place) % len(spartacus.PLAYERS) == 0 else pytest.mark.gate,
        )
        for players in spartacus.PLAYERS
        for place, options in enumerate(spartacus.OPTIONS)
    ],
)


@every_table
def test_whatever_is_taken_back_or_changed_the_cards_lie_as_in_the_record(players, options, tmp_path: Path) -> None:
    session(
        tmp_path, GAME.key, players, GAME.complete(options), spartacus.LAY, players,
        names=LONG_NAMES if players == 3 else NAMES, corrected=spartacus.corrected,
        choose=spartacus.choose if players == 4 else None,
    )  # fmt: skip


@pytest.mark.parametrize("games", [4, pytest.param(12, marks=pytest.mark.thorough)])
@every_table
def test_from_a_moment_of_one_game_the_hands_come_to_a_moment_of_another(players, options, games) -> None:
    dice = random.Random(f"{players} {options}")
    words, names = Words("en"), NAMES[:players]
    for _ in range(games):
        now, table = moment(players, options, dice)
        for _ in range(4):
            then, _ = moment(players, options, dice)
            sentences = [
                sentence
                for message in GAME.put_back(now, then)
                for sentence in banner_sentences(message, names, words, PAINTER)
            ]
            for sentence in sentences:
                table.carry_out(sentence)
            table.finish()
            assert not table.differences(then), sentences
            now = then


def moment(players: int, options: dict[str, bool | str], dice: random.Random) -> tuple[Position, spartacus.Table]:
    """A position that a random game comes to, at times corrected by hand; and its table.

    Most people choose the first of their cards, so that two games have won tricks in common.
    """
    full = GAME.complete(options)
    position = GAME.start(players, full)
    table = spartacus.LAY(position, NAMES[:players], dice)
    for _ in range(dice.randrange(90)):
        legal = position.legal()
        if position.outcome is not None:
            break
        action = dice.choice((legal[0], legal[-1], spartacus.choose(position, dice), dice.choice(legal)))
        after = position.after(GAME.read(action))
        table.act(action, position, after)
        position = after
        if dice.random() < 0.02 and position.outcome is None:
            view = spartacus.corrected(position, dice)
            try:
                position = GAME.restore(players, full, json.loads(json.dumps(view)))
            except Inconsistent:
                continue
            table.correct(position)
    return position, table
