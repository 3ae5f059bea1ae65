"""A pad as a game like every other."""

from __future__ import annotations

from companion.games.pad.engine import restore
from companion.games.pad.engine.messages import PROMPTS, consequences, look, put_back
from companion.games.pad.engine.notation import read
from companion.games.pad.engine.pad import Pad
from companion.games.pad.engine.position import PadPosition, first
from companion.games.pad.engine.setting import Setting
from companion.kit.game import CurveRule, Game, Options, Position, SeriesRule
from companion.kit.refusals import Phrase

SWITCHES: dict[bool | str, Phrase] = {False: Phrase("no", ja="いいえ"), True: Phrase("yes", ja="はい")}
"""What the values of an option are called that the file has no words for."""


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
        series=SeriesRule(points=pad.by_points, sides=pad.sides),
        curve=CurveRule(look, scores=lambda options: True),
        aim=lambda options: _aim(pad, options),
        standing=_standing,
        prompts=PROMPTS,
        texts=_texts(pad),
    )


def _aim(pad: Pad, options: Options) -> int:
    """-1 where the fewest points win: `best` puts a point more behind (PAD-8). 0 where `best` does not look at them."""
    setting = Setting(pad, pad.players[0], options)
    (_, *others), tallies = setting.at_start
    alike, after = setting.ranks((0, *others), tallies), setting.ranks((1, *others), tallies)
    own, best = after[0], max(after[1:])
    return (own > best) - (own < best) if after != alike else 0


def _standing(position: Position) -> tuple[tuple[int, ...], ...]:
    """What PAD-8 compares, by seat; who is out stands behind all others."""
    assert isinstance(position, PadPosition)
    setting, scores, tallies = position.setting, position.scores, position.tallies
    ranks, out = setting.ranks(scores, tallies), setting.out(scores, tallies)
    return tuple([(not out[seat], *ranks[side]) for seat, side in enumerate(setting.side_of)])


def _texts(pad: Pad) -> dict[str, Phrase]:
    """The texts of the file, by the keys that those of other games have in the words."""
    texts = {f"game.{pad.key}": pad.name}
    texts |= {f"rule.{pad.rule(number)}": text for number, text in enumerate(pad.rules, 1)}
    for option in pad.options:
        prefix = f"option.{pad.key}.{option.name}"
        texts[f"{prefix}.label"] = option.label
        if option.about is not None:
            texts[f"{prefix}.about"] = option.about
        for value in option.values:
            name = str(value).lower() if isinstance(value, bool) else value
            texts[f"{prefix}.{name}"] = option.words.get(name) or SWITCHES.get(value, Phrase(name))
    return texts
