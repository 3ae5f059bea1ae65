"""People: who plays, and the roster of names with its letter wheel."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from companion.kit.rules import NAME_MOST
from companion.play.act import device_names
from companion.session.text import level_name
from companion.texts import is_shown
from companion.ui.device_seats import Levels
from companion.ui.intents import AddPerson, RenamePerson, RetirePerson, Say
from companion.ui.new_game import New
from companion.ui.page import Field, Item, Page
from companion.ui.screen import Command, Context, Intent, Screen, move_in_ring
from companion.ui.widgets import Line, ListScreen, named
from companion.values import by_name, replace
from companion.words import WITH_KANA, Words


class Players(ListScreen):
    """Who plays, in the order of the table: OK gives a person the next seat, or frees the seat."""

    screen_name = "players"

    new: New
    cursor: int = by_name(default=1, kw_only=True)

    def lines(self, context: Context) -> list[Line]:
        words, names, newcomer = context.words, self.new.names, self._newcomer(context)
        new = Item(newcomer or "", words("screen.players.new"))
        return [
            Line(Item(words("screen.players.done"), str(len(names))), lambda: self.new),
            *[
                Line(
                    Item(name, str(names.index(name) + 1) if name in names else ""), partial(self._pick, name, context)
                )
                for name in context.roster
            ],
            *([Line(new, partial(self._seat_newcomer, newcomer, context))] if newcomer is not None else []),
            *self._devices(context),
            Line(Item(words("screen.players.add")), lambda: Name(self)),
        ]

    def _devices(self, context: Context) -> list[Line]:
        """The devices that sit, and one more while there may be one."""
        if not self.new.may_sit:
            return []
        names, devices, words = self.new.names, self.new.sitting.devices, context.words
        lines = [
            Line(
                Item(name, f"{names.index(name) + 1} {level_name(level, self.new.game, words)}"),
                partial(self._pick, name, context),
            )
            for name, level in devices.items()
        ]
        if len(devices) < self.new.rules.players[1] - 1:
            free = next(device_names((*names, *context.roster), words("device.name")))
            lines.append(Line(Item(free), partial(self._seat_device, context)))
        if len(names) > 1 and not devices and self.new.rules.players[0] == 2 < self.new.rules.players[1]:
            lines.append(Line(Item(words("screen.players.duel"), names[0], keep=True), partial(self._duel, context)))
        return lines

    def _duel(self, context: Context) -> Screen:
        """The first person against the device, and nobody else."""
        alone = self.new.with_names(self.new.names[:1])
        return Levels(self, self.new.game, lambda level: replace(self, new=alone.with_device(context, level), cursor=0))

    def _seat_device(self, context: Context) -> Screen | Intent:
        """The device takes the next seat, or the last person's where none is free, with a level that people choose."""
        seated = partial(self.new.with_device, context)
        return Levels(self, self.new.game, lambda level: replace(self, new=seated(level)))

    def _newcomer(self, context: Context) -> str | None:
        """A short name for one more player; None if as many people are known as the game can have players."""
        if len(context.roster) >= self.new.rules.players[1]:
            return None
        return next((name for name in newcomers(context.words) if name not in context.roster), None)

    def _seat_newcomer(self, name: str, context: Context) -> Intent:
        """Put a new name on the next seat. The cursor goes to the next one while the game needs more players."""
        names = (*self.new.names, name)
        enough = len(names) >= self.new.rules.players[0]
        return AddPerson(name, replace(self.with_seats(names), cursor=0 if enough else len(context.roster) + 2))

    def left(self, context: Context) -> Screen:
        return self.new

    def _pick(self, name: str, context: Context) -> Screen | Intent:
        names = self.new.names
        if name in names:
            return self.with_seats(tuple(other for other in names if other != name))
        if len(names) == self.new.rules.players[1]:
            return self._full()
        return self.with_seats((*names, name))

    def _full(self) -> Intent:
        """Every seat is taken."""
        least, most = self.new.rules.players
        params: dict[str, object] = {"least": least, "most": most, "game": self.new.game_in_message}
        return Say("refused.players-count", {**params, "count": most + 1}, self)

    def with_seats(self, names: tuple[str, ...]) -> Players:
        """The screen with these people on the seats."""
        return replace(self, new=self.new.with_names(names))


def players_of(new: Screen, cursor: int) -> Players:
    """Who plays a new game; raises TypeError for another screen than a new game's."""
    if not isinstance(new, New):
        raise TypeError(f"{type(new).__name__} is not the screen of a new game")
    return Players(new, cursor=cursor)


def newcomers(words: Words) -> list[str]:
    """Short names for people whose names nobody has entered."""
    return words("screen.players.newcomers").split()


class People(ListScreen):
    """Everybody on the roster; those who played last come first."""

    screen_name = "people"

    back: Screen

    def lines(self, context: Context) -> list[Line]:
        people = [Line(Item(name), partial(Person, self, name)) for name in context.roster]
        return [*people, Line(Item(context.words("screen.players.add")), lambda: Name(self))]


class Person(ListScreen):
    """One person: rename, or take off the roster. Past games keep the names that people had then."""

    back: People
    name: str

    def lines(self, context: Context) -> list[Line]:
        offers: dict[str, Callable[[], Screen | Intent]] = {
            "rename": lambda: Name(self.back, self.name, old=self.name, at=-1),
            "retire": lambda: RetirePerson(self.name, replace(self.back, cursor=0)),
        }
        return named(context, "person", offers)

    def page(self, context: Context) -> Page:
        return Page(screen="person", title=self.name)


DONE = "✓"
LATIN, HIRAGANA, KATAKANA = "abc", "かな", "カナ"
"""The alphabets, and the cells that switch to them."""
KANA = "kana"
"""The cell for hiragana in a language whose typeface may have no kana."""
_SMALL = "abcdefghijklmnopqrstuvwxyz"
_CAPITALS = _SMALL.upper()
_REST = tuple(" -'.0123456789")
_ACCENTED = tuple("äöüßéèêëáàâåæçíìîïñóòôøœúùûýÄÖÜÅÆØÉÑ")
_KATAKANA = (
    "アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン"
    "ガギグゲゴザジズゼゾダヂヅデドバビブベボパピプペポァィゥェォャュョッー・"
)
_HIRAGANA = "".join([chr(ord(letter) - 0x60) if letter not in "ー・" else letter for letter in _KATAKANA])
"""The same sounds: katakana are 96 characters behind."""
_VOWELS = "aeiouyAEIOUY"


BESIDE = 3
"""The letters of the wheel that are seen before the one under the cursor, and behind it. The mark stays before them."""
TAIL = 15
"""The most letters of a long name that are shown, the last ones."""


class Name(Screen):
    """A name, letter by letter: UP and DOWN turn the wheel, OK takes the letter, BACK takes one back.

    The wheel starts on a likely next letter; the mark that ends the name is one step up. A keyboard writes, too. `old`
    is the name that people change, None for a new person.
    """

    takes_undo = True  # a letter is taken back, not an entry of the game
    title_key = "screen.name.title"

    back: Screen
    written: str = ""
    old: str | None = None
    alphabet: str = ""
    at: int = 0

    def _wheel(self, words: Words) -> tuple[str, ...]:
        """The letters from a likely one on, in the likely case; all other characters; the letters before it; the mark.

        A language with kana starts with hiragana.
        """
        kana = HIRAGANA if words.language in WITH_KANA else KANA
        alphabet = self.alphabet or (HIRAGANA if words.language in WITH_KANA else LATIN)
        if alphabet == HIRAGANA:
            return (*_HIRAGANA, KATAKANA, LATIN, DONE)
        if alphabet == KATAKANA:
            return (*_KATAKANA, HIRAGANA, LATIN, DONE)
        last = self.written[-1:]
        new_word = not last or last in " -'."
        letters, others = (_CAPITALS, _SMALL) if new_word else (_SMALL, _CAPITALS)
        start = 0 if new_word else letters.index("n") if last in _VOWELS else letters.index("e")
        return (*letters[start:], *_REST, *_ACCENTED, *others, kana, *letters[:start], DONE)

    def update(self, command: Command, context: Context) -> Screen | Intent:
        wheel = self._wheel(context.words)
        if command is Command.UNDO:  # people who delete letters hold BACK: they do not mean the game
            return replace(self, written="", at=0)
        if command in (Command.UP, Command.DOWN):
            return replace(self, at=move_in_ring(self.at, command, len(wheel)))
        if command in (Command.BACK, Command.LEFT):
            if self.written:  # the end mark stays chosen: who types a name ends it with OK
                return replace(self, written=self.written[:-1], at=-1 if wheel[self.at] == DONE else 0)
            return self.back if command is Command.BACK else self
        letter = wheel[self.at]
        if letter == DONE:
            return self.finish(context)
        if letter in (LATIN, HIRAGANA, KATAKANA, KANA):
            return replace(self, alphabet=HIRAGANA if letter == KANA else letter, at=0)
        return self._with_letters(letter, at=0)

    def asks(self, context: Context) -> Field | None:
        return Field("text", self.written)

    def type_text(self, text: str, context: Context) -> Screen | Intent:
        """Letters of a keyboard; the cursor goes to the mark that ends the name."""
        letters = "".join([letter for letter in text if is_shown(letter)])
        return self._with_letters(letters, at=-1) if letters else self

    def _with_letters(self, letters: str, at: int) -> Screen | Intent:
        written = self.written + letters
        if len(written) > NAME_MOST:
            return Say("refused.name-long", {"name": written, "most": NAME_MOST, "count": len(written)}, self)
        return replace(self, written=written, at=at)

    def finish(self, context: Context) -> Screen | Intent:
        """What the whole name leads to."""
        name = self.written.strip()
        if not name:
            return Say("refused.name-empty", {}, self)
        if name == self.old:
            return self.back
        devices = self.back.new.sitting.devices if isinstance(self.back, Players) else {}
        if name in (*context.roster, *devices):
            return Say("refused.name-known", {"name": name}, self)
        if self.old is not None:
            return RenamePerson(self.old, name, self.back)
        if isinstance(self.back, People):
            return AddPerson(name, self.back)
        # A new person wants to play: the name takes the next seat if one is free.
        assert isinstance(self.back, Players)
        new = self.back.new
        free = len(new.names) < new.rules.players[1]
        return AddPerson(name, Players(new.with_names((*new.names, name)) if free else new))

    def view(self, context: Context) -> Page:
        *letters, done = self._wheel(context.words)
        ends = self.at % (len(letters) + 1) == len(letters)
        middle = 0 if ends else self.at % (len(letters) + 1)
        around = [letters[(middle + by) % len(letters)].replace(" ", "␣") for by in range(-BESIDE, BESIDE + 1)]
        row = (done, *around)
        chosen = 0 if ends else BESIDE + 1
        visible = self.written if len(self.written) <= TAIL + 1 else f"…{self.written[-TAIL:]}"
        return Page(
            screen="name",
            title=context.words(self.title_key if self.old is None else "screen.name.rename"),
            big=row[chosen],
            text=(f"{visible}_",),
            grid=(row,),
            cell=(0, chosen),
        )
