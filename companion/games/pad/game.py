"""A pad as a game like every other."""

from __future__ import annotations

from companion.games.game import CurveRule, Game, SeriesRule
from companion.games.pad.engine import restore
from companion.games.pad.engine.messages import PROMPTS, consequences, look, put_back
from companion.games.pad.engine.notation import read
from companion.games.pad.engine.pad import Pad
from companion.games.pad.engine.position import first
from companion.games.pad.engine.setting import Setting


def game_of(pad: Pad) -> Game:
    """The game that a pad describes."""
    return Game(
        pad.key,
        pad.name.of("en"),
        pad.players,
        {option.name: option.values for option in pad.options},
        start=lambda players, options: first(Setting(pad, players, options)),
        read=lambda text: read(pad, text),
        build=lambda players, options, table: restore.build(pad, players, options, table),
        check=restore.check,
        consequences=consequences,
        put_back=put_back,
        series=SeriesRule(points=pad.by_points),
        curve=CurveRule(look, scores=lambda options: True),
        prompts=PROMPTS,
    )
