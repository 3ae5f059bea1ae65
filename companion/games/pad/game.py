"""A pad as a game like every other."""

from __future__ import annotations

from companion.games.pad.engine import restore
from companion.games.pad.engine.messages import PROMPTS, consequences, look
from companion.games.pad.engine.notation import read
from companion.games.pad.engine.pad import Pad
from companion.games.pad.engine.position import PadPosition, first
from companion.games.pad.engine.setting import Setting
from companion.kit.game import Game
from companion.kit.rules import Action, CurveRule, Options, SeriesRule
from companion.messages import Message, Phrase
from companion.reader import Reader

SWITCHES: dict[bool | str, Phrase] = {False: Phrase("no", ja="いいえ"), True: Phrase("yes", ja="はい")}
"""What the values of an option are called that the file has no words for."""


class PadGame(Game[PadPosition]):
    """The game that a pad describes."""

    prompts = PROMPTS
    curve = CurveRule(look, scores=lambda options: True)
    mind = None

    def __init__(self, pad: Pad) -> None:
        self.pad = pad
        self.key = pad.key
        self.name = pad.name.of("en")
        self.players = pad.players
        self.options = {option.name: option.values for option in pad.options}
        self.series = SeriesRule(points=pad.by_points, sides=pad.sides)
        self.texts = _texts(pad)
        self._settings: dict[tuple[object, ...], Setting] = {}

    def _setting(self, players: int, options: Options) -> Setting:
        """What does not change in a game. All such games share it, with what it has computed."""
        key = (players, *options.items())
        if key not in self._settings:
            self._settings[key] = Setting(self.pad, players, dict(options))
        return self._settings[key]

    def start(self, players: int, options: Options) -> PadPosition:
        return first(self._setting(players, options))

    def read(self, text: str) -> Action:
        return read(self.pad, text)

    def build(self, players: int, options: Options, table: Reader) -> PadPosition:
        return restore.build(self._setting(players, options), table)

    def check(self, position: PadPosition) -> None:
        restore.check(position)

    def consequences(self, before: PadPosition, action: Action, after: PadPosition) -> tuple[Message, ...]:
        return consequences(before, action, after)

    def put_back(self, now: PadPosition, then: PadPosition) -> tuple[Message, ...]:
        return ()  # nothing lies on the table that a pad knows of

    def aim(self, options: Options) -> int:
        """-1 where `best` puts a point more behind (PAD-8), 0 where it does not look at points."""
        setting = self._setting(self.pad.players[0], options)
        others, tallies = (0,) * (len(setting.sides) - 1), setting.at_start[1]
        alike, after = setting.ranks((0, *others), tallies), setting.ranks((1, *others), tallies)
        own, best = after[0], max(after[1:] or alike)
        return (own > best) - (own < best) if after != alike else 0

    def standing(self, position: PadPosition) -> tuple[tuple[int, ...], ...]:
        """What PAD-8 compares, by seat; who is out stands behind all others."""
        setting, scores, tallies = position.setting, position.scores, position.tallies
        ranks, out = setting.ranks(scores, tallies), setting.out(scores, tallies)
        return tuple([(not out[seat], *ranks[side]) for seat, side in enumerate(setting.side_of)])


def _texts(pad: Pad) -> dict[str, Phrase]:
    """The texts of the file, by the keys that texts of other games have in the words."""
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
