"""Write a picture of every screen, four times enlarged. Run by hand after a screen or a text has changed, then look:

    python tests/write_frames.py DIR [--language ja]

The golden pictures are in `frames/`.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path

from scenes import scenes

from companion.ui import router
from companion.ui.painter import Painter
from companion.words import LANGUAGES, Words
from hardware.fonts import letters
from hardware.frame_files import enlarge


def write(folder: Path, language: str) -> None:
    """Write every screen as a PNG; exits with a message where the language has no letters here."""
    words, font = Words(language, breaks=True), letters()
    if any(font.columns(letter) is None for letter in words("language.name")):
        sys.exit(words("settings.no-letters"))
    painter = Painter(font)
    folder.mkdir(parents=True, exist_ok=True)
    for scene in scenes(painter, words):
        picture = painter.page(router.view(scene.screen, scene.context), scene.banner)
        enlarge(picture).save(folder / f"{scene.name}.png")


if __name__ == "__main__":
    parser = ArgumentParser(description=(__doc__ or "").partition(".")[0])
    parser.add_argument("folder", metavar="DIR", type=Path, help="where the PNG files go")
    parser.add_argument("--language", choices=LANGUAGES, default="en", help="ja needs a font")
    chosen = parser.parse_args()
    write(chosen.folder, chosen.language)
