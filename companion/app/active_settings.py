"""The settings in use, and what follows from them: words, letters, brightness, sounds, what the glass shows at rest."""

from __future__ import annotations

from collections.abc import Callable
from math import inf

from companion.messages import Message
from companion.ports import Key, Light, Repeat, Sound
from companion.session.session import Session
from companion.session.settings import KEYS_TOO, LEFT_HAND, Settings, Value
from companion.session.settings_file import SettingsFile
from companion.ui.letters import Typeface, Typefaces
from companion.ui.painter import Painter
from companion.ui.routes import ROUTES
from companion.ui.screen import EVERY_KEY, Capabilities, Context
from companion.values import Frozen, Protocol
from companion.words import LANGUAGES, Words

SHIFTS = ((0, 0), (1, 0), (1, 1), (0, 1))
"""The positions of the score board in pixels, one after the other, so that no pixel is lit for ever."""
WANDERING = ((0, 0), (-2, 0), (-2, 2), (0, 2))
"""The moves of all other pages: to the left and down a page loses least."""


class Rest(Frozen):
    """How the device rests: whether it shows the score board, the light, and the minutes without a key.

    With each minute the picture moves, and what is inverted on the score board has an outline in every other one.
    """

    score: bool = False
    light: Light = Light.FULL
    minute: int = 0

    @property
    def shift(self) -> tuple[int, int]:
        """The position of the score board."""
        return SHIFTS[self.minute % len(SHIFTS)]

    @property
    def wandering(self) -> tuple[int, int]:
        """The position of any other page."""
        return WANDERING[self.minute % len(WANDERING)]

    @property
    def outlines(self) -> bool:
        """Whether this is a minute of outlines."""
        return self.minute % 2 == 1


class IdleTimes(Frozen):
    """The seconds without a key until the score board, dim and dark (infinite: never), and the length of a minute."""

    score_s: float = 30.0
    dim_s: float = 120.0
    dark_s: float = 600.0
    shift_s: float = 60.0

    @classmethod
    def from_settings(cls, settings: Settings) -> IdleTimes:
        """The times in the settings."""
        score, dim, dark = [
            inf if isinstance(seconds, str) else float(seconds)
            for seconds in (settings.score, settings.dim, settings.dark)
        ]
        return cls(score, dim, dark)

    def rest_after(self, idle_s: float) -> Rest:
        """The state after this time without a key."""
        light = Light.DARK if idle_s >= self.dark_s else Light.DIM if idle_s >= self.dim_s else Light.FULL
        return Rest(idle_s >= self.score_s, light, int(idle_s // self.shift_s))

    def next_change_s(self, idle_s: float) -> float | None:
        """After how many seconds without a key the state changes next; None if it does not change any more."""
        if idle_s >= self.dark_s:
            return None
        shift_s = (idle_s // self.shift_s + 1) * self.shift_s
        changes = [change for change in (self.score_s, self.dim_s, self.dark_s, shift_s) if idle_s < change < inf]
        return min(changes, default=None)


DIM = 0x01
"""The contrast of a dimmed display, however bright it is in use."""
REPEATS = {"off": None, "slow": Repeat(0.6, 0.2), "normal": Repeat(0.4, 0.1), "fast": Repeat(0.3, 0.05)}
"""How a moving key repeats, by the setting."""


class Letters(Typeface, Typefaces, Protocol):
    """Typefaces with fonts behind them; `named` is the path of the font that the settings ask for, or empty.

    `font` and `trouble` may load it.
    """

    named: str

    @property
    def font(self) -> str:
        """The path of the font in use; empty when there is none."""

    @property
    def has_larger(self) -> bool:
        """Whether kana and kanji of more than eight rows are installed."""

    @property
    def trouble(self) -> str | None:
        """Why the font `named` is not in use: the end of a key of `settings.font`; None when it is."""


class ActiveSettings:
    """The settings as they are `now`, and what follows from them.

    `file` is where they are stored; without one they are lost with this object. `letters` makes the letters with the
    font of a path; without it the letters of `painter` are all. `english` is used where the language of the settings
    cannot be shown. `parts` are the parts of the board that can be switched off. `web` gives the address of the web
    window. `idling` overrules the settings. `keyboard`: one stands for the keys of the board. The legend of
    `painter` draws with the letters and the legend of the board.
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
        idling: IdleTimes | None = None,
        keyboard: bool = False,
    ) -> None:
        self.painter = painter
        self._legend = painter.legend
        self._keyboard = keyboard
        self.words = self._english = english
        self.now = Settings()
        self._file = file
        self._make_letters = letters
        self._letters: Letters | None = None
        self._languages = languages
        self._parts = parts
        self._web = web
        self._idling = idling
        self._apply(file.settings if file is not None else self.now)

    def adjust(self, key: str, value: Value) -> None:
        """Store and use another value of a setting. A SettingsTrouble means that nothing has changed."""
        if self._file is None:
            self._apply(self.now.with_value(key, value))
        else:
            self._file.change(key, value)
            self._apply(self._file.settings)

    def reload(self) -> None:
        """Use what people have written into the file since it was read."""
        if self._file is not None:
            self._file.read()
            self._apply(self._file.settings)

    @property
    def idle_times(self) -> IdleTimes:
        """What the display does while nobody presses a key."""
        return self._idling or IdleTimes.from_settings(self.now)

    @property
    def repeat(self) -> Repeat | None:
        """How moving keys repeat."""
        return REPEATS[self.now.repeat]

    def contrast(self, light: Light) -> int:
        """How bright a lit pixel is, 0 to 255."""
        return {Light.FULL: 255 * self.now.brightness // 100, Light.DIM: DIM, Light.DARK: 0}[light]

    def audible_sound(self, sound: Sound | None) -> Sound | None:
        """The sound, if the board can make it and the settings allow it; else None."""
        wanted = self.now.sounds == KEYS_TOO if sound is Sound.KEY else self.now.sounds
        return sound if wanted and "sounds" in self._parts else None

    def capabilities(self) -> Capabilities:
        """What there is to choose from. Looks for a font."""
        from companion.session import ratings

        readable = tuple(filter(self._is_readable, self._languages))
        font = self._letters.font if self._letters else ""
        web, rates = self._web(), ratings.is_available()
        return Capabilities(self._languages, readable, font, self._problems(), self._parts, web, rates, self._legend)

    def painter_for(self, *, turned: bool) -> Painter:
        """The painter of a picture, upside down or not: for the left hand the order of the keys depends on it."""
        return self.painter.in_style(swapped=self.now.hand == LEFT_HAND and not turned)

    def context(self, session: Session, board: frozenset[Key] = EVERY_KEY, may_switch_off: bool = False) -> Context:
        """What screens may use at this moment, on a board with these keys."""
        return Context(
            session.now, session.roster, session.may_redo, self.words, self.painter.wrap, ROUTES, session, self.now,
            self.capabilities, board, may_switch_off, clock=session.turn_clock.face,
            pages_of_text=self.painter.reading, keyboard=self._keyboard,
        )  # fmt: skip

    def troubles(self) -> tuple[Message, ...]:
        """What is wrong with the settings."""
        problems, language = self._problems(), self.now.language
        if language in self._languages and not self._is_readable(language):
            problems += (Message("settings.no-letters"),)
        elif not self.now.small and not self._has_large_letters(language):
            problems += (Message("settings.low-letters"),)
        return problems

    def _apply(self, settings: Settings) -> None:
        if self._make_letters is not None and (self._letters is None or settings.font != self.now.font):
            self._letters = self._make_letters(settings.font)
            self.painter = Painter(self._letters)
        self.painter = self.painter.in_style(
            small=settings.small,
            legend=settings.legend or self._legend,
            inverted=settings.invert,
            swapped=settings.hand == LEFT_HAND,
        )
        self.now = settings
        usable = settings.language in self._languages and self._is_readable(settings.language)
        self.words = Words(settings.language, breaks=True) if usable else self._english

    def _is_readable(self, language: str) -> bool:
        """Whether there are letters for a language, or at least for its name."""
        name = Words(language)("language.name")
        if name.isascii():
            return True
        return self._letters is not None and None not in map(self._letters.columns, name)

    def _has_large_letters(self, language: str) -> bool:
        """Whether the letters of a language are there in every size. Those that are built in are."""
        built_in = max(Words(language)("language.name")) < "\u0500"  # Latin and Cyrillic letters
        return built_in or self._letters is None or self._letters.has_larger

    def _problems(self) -> tuple[Message, ...]:
        """What is wrong in the file, and with the font that it names."""
        problems = self._file.troubles if self._file is not None else ()
        letters = self._letters
        if letters is not None and letters.named and letters.trouble is not None:
            problems += (Message(f"settings.font.{letters.trouble}", font=letters.named),)
        return problems
