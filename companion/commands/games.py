"""`companion games` and `companion screens`: what there is to play, and what it looks like."""

from __future__ import annotations

from pathlib import Path

from companion.commands import Unusable
from companion.commands.streams import complain


def games() -> int:
    """Every game with its options, what each means and which values it has; the exit status."""
    from companion.games import registry
    from companion.words import Words

    words = Words("en")
    for place, key in enumerate(registry.GAMES):
        game = registry.game(key)
        least, most = game.players
        players = f"{least}" if least == most else f"{least} to {most}"
        print("\n" * (place > 0) + f"{words(f'game.{key}')} ({key}), {players} players")
        for option, values in game.options.items():
            text = f"option.{key}.{option}"
            print(f"  {option}: {words(f'{text}.label')}\n    {words(f'{text}.about')}")
            for value in map(_json, values):
                default = " (the default)" if value == _json(values[0]) else ""
                print(f"    {value}: {words(f'{text}.{value}')}{default}")
    return 0


def _json(value: bool | str) -> str:
    """A value of an option as requests have it, without quotation marks."""
    return value if isinstance(value, str) else str(value).lower()


def screens(folder: Path, language: str) -> int:
    """Write every screen as a PNG, four times enlarged, in this language; the exit status."""
    from companion.ui import router
    from companion.ui.catalogue import scenes
    from companion.ui.painter import Painter
    from companion.words import LANGUAGES, Words
    from hardware.fonts import letters
    from hardware.frames import enlarged

    if language not in LANGUAGES:
        raise Unusable(f"{language} is not a language known here; known are {', '.join(LANGUAGES)}")
    words, cut = Words(language), letters()
    if any(cut.columns(letter) is None for letter in words("language.name")):
        raise Unusable(words("settings.no-letters"))
    painter = Painter(cut)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for scene in scenes(painter, words):
            picture = painter.page(router.view(scene.screen, scene.context), scene.banner)
            enlarged(picture).save(folder / f"{scene.name}.png")
    except OSError as error:
        complain(f"{folder} cannot be written: {error.strerror or error}")
        return 1
    return 0
