"""`companion screens`: write a picture of every screen."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from companion.commands import CommandError
from companion.commands.console.arguments import path
from companion.ui import router
from companion.ui.catalogue import scenes
from companion.ui.painter import Painter
from companion.words import LANGUAGES, Words
from hardware.fonts import letters
from hardware.frame_files import enlarge


def add(parser: ArgumentParser) -> None:
    """Where to, and in which language."""
    parser.add_argument("folder", metavar="DIR", type=path, help="where the PNG files go")
    parser.add_argument("--language", default="en", help=f"one of {', '.join(LANGUAGES)}; ja needs a font")


def run(arguments: Namespace) -> int:
    """Write every screen as a PNG, four times enlarge; the exit status."""
    folder, language = arguments.folder, arguments.language
    if language not in LANGUAGES:
        raise CommandError(f"{language} is not a language known here; known are {', '.join(LANGUAGES)}")
    words, font = Words(language, breaks=True), letters()
    if any(font.columns(letter) is None for letter in words("language.name")):
        raise CommandError(words("settings.no-letters"))
    painter = Painter(font)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for scene in scenes(painter, words):
            picture = painter.page(router.view(scene.screen, scene.context), scene.banner)
            enlarge(picture).save(folder / f"{scene.name}.png")
    except OSError as error:
        raise CommandError(f"{folder} cannot be written: {error.strerror or error}", status=1) from error
    return 0
