"""More games: those that are not at home, by name, with a jump to a first letter."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import partial

from companion.kit.faults import fault_message
from companion.kit.game import OfferedPad
from companion.session.text import game_name
from companion.ui.home import NAMED, games_at_home, games_lately, games_played
from companion.ui.intents import Post
from companion.ui.page import Item
from companion.ui.screen import ACROSS, BY, Command, Context, Intent, Screen
from companion.ui.widgets import Line, ListScreen, named
from companion.values import replace
from companion.words import Words

JUMPS = 9
"""The least number of games for which a line leads to their first letters."""
ROWS = "アカサタナハマヤラワ"
"""The kana that begin the rows of the syllabary."""


class MoreGames(ListScreen):
    """The games that are not at home, as they were when the list was made: those played lately, then all by name.

    The line under the cursor says how many may play and what the score pad counts. LEFT and RIGHT go to the first game
    with another first letter.
    """

    screen_name = "games"

    back: Screen
    games: Sequence[tuple[str, OfferedPad | None]]
    played: int = 0

    @classmethod
    def from_context(cls, back: Screen, context: Context) -> Screen | Intent:
        """The list; before it what is wrong with the files of pads that are left out, a message for each.

        They are posted from the last to the first: the one posted last is shown first. Of more than are kept the first.
        """
        present, words = context.game_library.present, context.words
        pads, wrong = present.pads_now()
        lately = games_lately(context)
        here = games_at_home(context, lately)
        games: dict[str, OfferedPad | None] = {key: None for key in present.keys if key not in here}
        games |= {pad.key: pad for pad in pads if pad.key not in here}
        first = [key for key in games_played(context, lately) if key in games]
        names = sorted(games, key=lambda key: _sorted_by(_name(key, games[key], words), words.language))
        ordered = list(dict.fromkeys([*first, *names]))
        screen = cls(back, tuple([(key, games[key]) for key in ordered]), len(first))
        screen = replace(screen, cursor=bool(first) * screen.jumps)
        faults = [fault_message(file, fault) for file, fault in reversed(wrong[:NAMED])]
        return Post(tuple(faults), screen) if faults else screen

    @property
    def jumps(self) -> int:
        """How many lines are above the games: one, if there are many of them."""
        return int(len(self.games) >= JUMPS)

    def lines(self, context: Context) -> list[Line]:
        jump = named(context, "games", {"letters": lambda: Initials(self)}) if self.jumps else []
        at = min(self.cursor, len(self.games) + self.jumps - 1) - self.jumps
        return [*jump, *[self._line(place, context, about=place == at) for place in range(len(self.games))]]

    def _line(self, place: int, context: Context, *, about: bool) -> Line:
        key, pad = self.games[place]
        words, value = context.words, ""
        if about and pad is not None:
            least, most = pad.players
            counts = words.join_list([label.of(words.language) for label in pad.counts])
            value = words("screen.games.counts", players=f"{least}–{most}" if least < most else least, counts=counts)
        return Line(Item(_name(key, pad, words), value), partial(context.routes.new, key, context, self.back))

    def update(self, command: Command, context: Context) -> Screen | Intent:
        places = [place + self.jumps for _, place in self.initials(context)]
        if command in ACROSS and len(places) > 1:
            before = [place for place in places if place < self.cursor]
            after = [place for place in places if place > self.cursor]
            return replace(self, cursor=(before or places)[-1] if BY[command] < 0 else (after or places)[0])
        return super().update(command, context)

    def initials(self, context: Context) -> list[tuple[str, int]]:
        """Each first letter with the place of its first game among those that are in the order of names."""
        places: dict[str, int] = {}
        for place, (key, pad) in enumerate(self.games[self.played :], self.played):
            places.setdefault(initial(_name(key, pad, context.words)), place)
        return list(places.items())


class Initials(ListScreen):
    """The first letters of the games. OK leads to the first game with it."""

    screen_name = "letters"

    back: MoreGames

    def lines(self, context: Context) -> list[Line]:
        games = self.back
        return [
            Line(
                Item(letter, _name(*games.games[place], context.words)),
                partial(replace, games, cursor=place + games.jumps),
            )
            for letter, place in games.initials(context)
        ]


def _name(key: str, pad: OfferedPad | None, words: Words) -> str:
    return game_name(key, words) if pad is None else pad.name.of(words.language)


def initial(name: str) -> str:
    """The letter under which a name is found: without accents; of kana the one that begins its row; else the sign."""
    letter = unicodedata.normalize("NFKD", name)[:1].upper()
    if "ぁ" <= letter <= "ゖ":
        letter = chr(ord(letter) + 0x60)
    return max(row for row in ROWS if row <= letter or row == ROWS[0]) if "ァ" <= letter <= "ヺ" else letter


def _sorted_by(name: str, language: str) -> tuple[bool, str]:
    """What names are sorted by: plain letters; in Japanese kana stand before Latin letters and kanji."""
    plain = unicodedata.normalize("NFKD", name).casefold()
    kana = "".join([chr(ord(letter) + 0x60) if "ぁ" <= letter <= "ゖ" else letter for letter in plain])
    return language == "ja" and not "ァ" <= kana[:1] <= "ヺ", kana
