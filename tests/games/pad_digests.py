"""What the twelve pads of format 1 show in whole random games, as one digest for each pad: tables, actions, refusals.

`python tests/games/pad_digests.py` prints them. Those in `test_pad_formats.py` were taken before there was a format 2.
"""

from __future__ import annotations

import hashlib
import json
import random
from itertools import product
from pathlib import Path

from companion.games.pad.collection import taken_by_games
from companion.games.pad.file import pad_of
from companion.games.pad.game import PadGame
from companion.kit.game import Game
from companion.kit.rules import Illegal, Inconsistent, Unreadable, play

STEPS_MOST = 45
LISTED_MOST = 40
STRANGE = (
    "",
    "bid 0 99",
    "took 8 1",
    "bid 7 0",
    "made 1 -7",
    "finish",
    "has 0 1",
    "pins 9 1",
    "kept 10 50",
    "game null",
)


def digest_of(game: Game) -> str:
    """The digest of everything that games of a pad show: with each set of options, two numbers of players."""
    found = hashlib.sha256()
    dice = random.Random(game.key)
    for values in product(*game.options.values()):
        options = game.complete(dict(zip(game.options, values, strict=True)))
        for players in sorted({game.players[0], dice.randint(*game.players)}):
            _play(game, players, options, dice, found)
    return found.hexdigest()[:16]


def _play(game, players, options, dice, found):
    position = game.start(players, options)
    for step in range(STEPS_MOST):
        legal = position.legal()
        table = position.table()
        outcome = position.outcome
        _add(found, table, [str(action) for action in legal], list(position.to_act), outcome and outcome.as_json())
        _add(found, [list(row) if not isinstance(row, int) else row for row in game.standing(position)])
        if not legal:
            break
        spoiled = {**table, "scores": [dice.randint(-600, 600) for _ in table["scores"]]}
        _add(found, game.settle(players, options, spoiled), _said(game.restore, players, options, spoiled))
        for text in (*STRANGE, f"{str(legal[0]).rpartition(' ')[0]} {dice.randint(-9, 300)}"):
            _add(found, _said(_play_text, game, position, text))
        action = legal[dice.randrange(len(legal))] if step % 3 else legal[dice.randrange(min(len(legal), LISTED_MOST))]
        after = play(position, action)
        for message in game.consequences(position, action, after):
            _add(found, message.key, message.rule)
        position = after


def _play_text(game, position, text):
    play(position, game.read(text))


def _said(doing, *given) -> str:
    """What is said against something, without the words; empty where nothing is."""
    try:
        doing(*given)
    except (Illegal, Inconsistent, Unreadable) as refused:
        return f"{refused.message.rule} {type(refused).__name__}"
    return ""


def _add(found, *values: object) -> None:
    found.update(json.dumps(values, ensure_ascii=False).encode())


if __name__ == "__main__":
    for file in sorted((Path(__file__).parent / "format_1").glob("*.toml")):
        print(f'    "{file.stem}": "{digest_of(PadGame(pad_of(file.read_bytes(), taken_by_games)))}",')
