"""What is on the glass: every screen of `scenes` measured, with names of eight letters.

    python tests/bench/glass.py [LANGUAGE...]

A row for each kind of screen: how many scenes it has, the smallest figure (a number that is not written in letters),
the smallest number of a player (points, chips, a card of a trick) and the smallest letter, all in pixels; then the most
clipped pixels, the most pixels drawn on lit ones, the most inverted things, and how many scenes have a text that is
shortened with an ellipsis or left out. `--cut` lists these texts.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from itertools import groupby
from pathlib import Path

from help_page import explain

sys.path.insert(0, str(Path(__file__).parents[1]))

from glass import Measures, measured_scenes

from companion.words import LANGUAGES


def least(numbers: Iterable[int | None]) -> str:
    """The least number as a text."""
    return str(min((number for number in numbers if number is not None), default="-"))


def row(name: str, found: Sequence[Measures]) -> str:
    """A row of the table."""
    sizes = [least(getattr(scene, field) for scene in found) for field in ("figure", "argued", "letter")]
    most = [str(max(getattr(scene, field) for scene in found)) for field in ("clipped", "covered", "inverted")]
    cells = [str(len(found)), *sizes, *most, str(sum(bool(scene.cut) for scene in found))]
    return f"{name:16}" + "".join(f"{cell:>9}" for cell in cells)


def main(languages: Sequence[str], *, cut: bool) -> None:
    """Print the table."""
    every = [found for language in languages for found in measured_scenes(language)]
    every.sort(key=lambda found: found.screen)
    heads = ("scenes", "figure", "player's", "letter", "clipped", "covered", "inverted", "cut")
    print(f"{'screen':16}" + "".join(f"{head:>9}" for head in heads))
    for screen, group in groupby(every, key=lambda found: found.screen):
        print(row(screen, list(group)))
    print(row("all", every))
    if cut:
        for found in every:
            if found.cut:
                print(f"{found.name}: {', '.join(found.cut)}")


if __name__ == "__main__":
    explain(__doc__)
    names = [argument for argument in sys.argv[1:] if argument != "--cut"]
    main(names or LANGUAGES, cut="--cut" in sys.argv)
