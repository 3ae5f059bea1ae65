"""Write a picture of every screen, four times enlarged. Run by hand after a screen or a text has changed, then look:

    python tests/write_frames.py DIR [--language ja] [--names eight]

The golden pictures are in `frames/`. `review_frames.py` compares those of two commits.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path

from scenes import scenes

from companion.ui import router
from companion.ui.painter import MORE, Painter
from companion.words import LANGUAGES, Words
from hardware.fonts import letters
from hardware.frame_files import enlarge

NAMES = {
    "short": {},
    "eight": {
        "Ada": "Susannah", "Ben": "Bernhard", "Cleo": "Humphrey", "Dora": "Dorothea", "A": "Margaret", "B": "Emmanuel",
        "Cleopatra": "Humphrey", "Maximilian": "Emmanuel",
    },
    "kanji": {
        "Ada": "健太郎", "Ben": "美咲", "Cleo": "佐々木", "Dora": "翔", "A": "陽葵", "B": "大輔",
        "Cleopatra": "佐々木健太郎", "Maximilian": "渡辺小百合",
    },
}  # fmt: skip
"""Names of three sizes for the people of the scenes: as they are, of eight letters, and in kanji."""


def write(folder: Path, language: str, names: str) -> None:
    """Write every screen as a PNG; exits with a message where the language has no letters here.

    A message that takes several pages on the device takes as many pictures: `name.png`, `name-page-2.png` …
    """
    words, font = Words(language, breaks=True), letters()
    if any(font.columns(letter) is None for letter in words("language.name")):
        sys.exit(words("settings.no-letters"))
    painter = Painter(font)
    folder.mkdir(parents=True, exist_ok=True)
    for scene in scenes(painter, words, NAMES[names]):
        *before, last = painter.banners(scene.banner) if scene.banner else [scene.banner]
        for place, banner in enumerate([*[f"{page}{MORE}" for page in before], last], 1):
            picture = painter.page(router.view(scene.screen, scene.context), banner)
            enlarge(picture).save(folder / f"{scene.name}{f'-page-{place}' if place > 1 else ''}.png")


def write_all(folder: Path) -> None:
    """Write every screen in each language and with names of each size, in folders such as `ja eight`."""
    for language in LANGUAGES:
        for names in NAMES:
            write(folder / f"{language} {names}", language, names)


if __name__ == "__main__":
    parser = ArgumentParser(description=(__doc__ or "").partition(".")[0])
    parser.add_argument("folder", metavar="DIR", type=Path, help="where the PNG files go")
    parser.add_argument("--language", choices=LANGUAGES, default="en", help="ja needs a font")
    parser.add_argument("--names", choices=NAMES, default="short", help="how long the names of people are")
    parser.add_argument("--all", action="store_true", help="all languages and names, each in a folder of its own")
    chosen = parser.parse_args()
    if chosen.all:
        write_all(chosen.folder)
    else:
        write(chosen.folder, chosen.language, chosen.names)
