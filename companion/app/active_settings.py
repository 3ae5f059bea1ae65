"""The settings in force: what they make of the words, the letters, the rest, the light and the picture's turn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from companion.games.refusals import Message
from companion.ports import Light, Repeat, Sound
from companion.session.settings import KEYS_TOO, Settings, Value
from companion.session.settings_file import SettingsFile
from companion.ui.idle import Idling
from companion.ui.painter import Painter
from companion.ui.screen import Capabilities
from companion.words import LANGUAGES, Words

DIM = 0x01
"""The contrast of a dimmed glass, however bright it is while it is in use."""
REPEATS = {"off": None, "slow": Repeat(0.6, 0.2), "normal": Repeat(0.4, 0.1), "fast": Repeat(0.3, 0.05)}
"""How a moving key repeats, by the setting."""


class Letters(Protocol):
    """A typeface with a font behind it; `named` is the path of a font that somebody asked for, or empty.

    `font` and `trouble` may load it.
    """

    height: int
    named: str

    def columns(self, character: str) -> tuple[int, ...] | None:
        """As in `paint.Typeface`."""

    @property
    def font(self) -> str:
        """The path of the font in use; empty when there is none."""

    @property
    def trouble(self) -> str | None:
        """Why the font that is named is not in use: the end of a key of `settings.font`; None when all is well."""


class ActiveSettings:
    """The settings as they hold now, and what follows from them.

    `file` is where they are kept; without one they last as long as this. `letters` gives the letters with a named font
    behind them; without it the painter's are all there are. `english` is for where the language that is set cannot be
    had. `parts` are the parts of the board that can be switched off. `web` gives the address of the web window.
    """

    def __init__(
        self,
        painter: Painter,
        english: Words,
        file: SettingsFile | None = None,
        letters: Callable[[str], Letters] | None = None,
        languages: tuple[str, ...] = LANGUAGES,
        parts: frozenset[str] = frozenset(),
        web: Callable[[], str] = lambda: "",
    ) -> None:
        self.painter = painter
        self.words = self._english = english
        self.idling = Idling()
        self.now = Settings()
        self._file = file
        self._make = letters
        self._letters: Letters | None = None
        self._languages = languages
        self._parts = parts
        self._web = web
        self._adopt(file.settings if file is not None else self.now)

    def adjust(self, key: str, value: Value) -> None:
        """Another value for a setting, kept and in force. Raises SettingsTrouble, and then nothing has changed."""
        if self._file is None:
            self._adopt(self.now.with_value(key, value))
        else:
            self._file.change(key, value)
            self._adopt(self._file.settings)

    def reread(self) -> None:
        """Let hold what people have written into the file meanwhile."""
        if self._file is not None:
            self._file.read()
            self._adopt(self._file.settings)

    @property
    def repeat(self) -> Repeat | None:
        """How moving keys repeat."""
        return REPEATS[self.now.repeat]

    def contrast(self, light: Light) -> int:
        """How bright a lit pixel is to be, 0 to 255."""
        return {Light.FULL: 255 * self.now.brightness // 100, Light.DIM: DIM, Light.DARK: 0}[light]

    def audible(self, sound: Sound | None) -> Sound | None:
        """A sound, if the board can make it and people want it."""
        wanted = self.now.sounds == KEYS_TOO if sound is Sound.KEY else self.now.sounds
        return sound if wanted and "sounds" in self._parts else None

    def capabilities(self) -> Capabilities:
        """What there is to choose from. Looks for a font."""
        readable = tuple(filter(self._readable, self._languages))
        font = self._letters.font if self._letters else ""
        return Capabilities(self._languages, readable, font, self._wrong(), self._parts, self._web())

    def troubles(self) -> list[str]:
        """What people should know when the device starts, in words."""
        wrong, language = self._wrong(), self.now.language
        if language in self._languages and not self._readable(language):
            wrong += (Message("settings.no-letters"),)
        return [self.words.message(message, ()) for message in wrong]

    def _adopt(self, settings: Settings) -> None:
        if self._make is not None and (self._letters is None or settings.font != self.now.font):
            self._letters = self._make(settings.font)
            self.painter = Painter(self._letters)
        self.now = settings
        had = settings.language in self._languages and self._readable(settings.language)
        self.words = Words(settings.language) if had else self._english
        self.idling = Idling.of(settings)

    def _readable(self, language: str) -> bool:
        """Whether there are letters for a language: at least those of its name."""
        name = Words(language)("language.name")
        if name.isascii():
            return True
        return self._letters is not None and None not in map(self._letters.columns, name)

    def _wrong(self) -> tuple[Message, ...]:
        """What is wrong with the settings as they are written down."""
        wrong = self._file.troubles if self._file is not None else ()
        letters = self._letters
        if letters is not None and letters.named and letters.trouble is not None:
            wrong += (Message(f"settings.font.{letters.trouble}", font=letters.named),)
        return wrong
