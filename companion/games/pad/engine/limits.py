"""What is looked at when a whole pad has been read: whether its game begins, and whether it ends."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from companion.games.pad.engine.entries import Faults
from companion.games.pad.engine.pad import Pad
from companion.games.pad.engine.setting import Setting
from companion.kit.rules import Options
from companion.reader import Wrong


def check_whole(pad: Pad, faults: Faults) -> None:
    """Note a pad whose game is over before it begins, or that never ends, with any players and options."""
    with faults.noted():
        for setting in _settings(pad):
            if pad.end is not None and setting.ends(*setting.at_start, setting.starter(1)):
                raise Wrong(("end",), "pad.wrong.end-at-once", **_which(setting))
    with faults.noted():
        if pad.end is None and not pad.finish:
            for setting in _settings(pad):
                if setting.rounds == 0:
                    key = "pad.wrong.endless" if pad.rounds is None else "pad.wrong.open"
                    raise Wrong(("rounds",), key, **_which(setting))


def _settings(pad: Pad) -> Iterator[Setting]:
    """Every number of players with every set of options."""
    for values in product(*[option.values for option in pad.options]):
        options: Options = dict(zip([option.name for option in pad.options], values, strict=True))
        for players in range(pad.players[0], pad.players[1] + 1):
            yield Setting(pad, players, options)


def _which(setting: Setting) -> dict[str, object]:
    chosen = [f"{name} = {str(value).lower()}" for name, value in setting.options.items()]
    return {"players": setting.players, "options": "".join([f", {one}" for one in chosen])}
