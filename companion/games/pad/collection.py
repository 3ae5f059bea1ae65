"""Which games there are: the games of the registry, the pads that ship, and the pads of a folder."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

from companion.games import registry
from companion.games.pad.engine.pad import Pad
from companion.games.pad.file import guarded, pad_of
from companion.games.pad.game import PadGame
from companion.kit.faults import FileFault, WrongFile
from companion.kit.game import Game, OfferedPad, Pads, PresentPad
from companion.kit.rules import UnknownGame
from companion.messages import Phrase
from companion.record.pads import FILES_MOST, SUFFIX, file_names, read_file
from companion.texts import reason_of
from companion.words import Words

SHIPPED = (
    "wizard", "skull-king", "oh-hell", "hearts", "spades", "rummy", "canasta", "doppelkopf", "skat", "farkle",
    "molkky", "points",
    "phase-10", "skyjo", "flip-7", "uno", "nimmt", "rummikub",
    "yahtzee", "qwixx", "dominoes", "bowling", "darts", "snooker",
    "tichu", "schieber", "schafkopf", "cribbage", "euchre", "gin",
    "riichi", "koi-koi", "daifugo",
    "seven-wonders", "ticket-to-ride", "azul", "wingspan", "agricola",
    "wins", "lives",
)  # fmt: skip
"""The keys of the pads that ship, in the order of lists: the first twelve, then families' card games, dice and sports,
trick-taking and matching games, Japanese games, the sheets of board games, and two plain ones.
"""


class ReadPad(NamedTuple):
    """A pad, its game, and the name and the content of its file."""

    file: str
    pad: Pad
    game: Game
    content: bytes


class OwnPads(NamedTuple):
    """The pads of a folder by their keys, in the order of these, and the files that are left out."""

    pads: dict[str, ReadPad]
    wrong: tuple[WrongFile, ...]


def taken_by_games(text: str) -> bool:
    """Whether a key or a prefix belongs to a game of the registry, or to the rules of every pad."""
    return text == "PAD" or text in registry.GAMES or any(True for _ in Words("en").rules(text))


def taken(text: str) -> bool:
    """Whether a key or a prefix cannot belong to an own pad."""
    return text in SHIPPED or taken_by_games(text)


def shipped_file(key: str) -> Path:
    """The file of a pad that ships."""
    return Path(__file__).parent / "shipped" / f"{key}{SUFFIX}"


@cache
def shipped_content(key: str) -> bytes:
    """The content of the file of a pad that ships."""
    return shipped_file(key).read_bytes()


@cache
def shipped(key: str) -> ReadPad:
    """A pad that ships."""
    content = shipped_content(key)
    pad = pad_of(content, taken_by_games, examples=False)  # tests play them
    return ReadPad(shipped_file(key).name, pad, PadGame(pad), content)


def offered(pad: Pad) -> OfferedPad:
    """A pad as the list of games shows it."""
    return OfferedPad(pad.key, pad.name, pad.players, tuple([field.label for field in pad.fields]))


@cache
def offered_shipped(key: str) -> OfferedPad:
    """A pad that ships as the list of games shows it, from its file alone: to check forty files takes seconds on a
    small device.
    """
    tree = tomllib.loads(shipped_content(key).decode())
    least, most = tree["players"]
    counts = [_phrase(field.get("label", field["name"])) for field in tree["fields"]]
    return OfferedPad(key, _phrase(tree["name"]), (least, most), tuple(counts))


def _phrase(text: str | dict[str, str]) -> Phrase:
    """A text of a sound file, in one language or in several."""
    return Phrase(text) if isinstance(text, str) else Phrase(**text)


@lru_cache(256)
def _own(content: bytes) -> tuple[Pad, Game]:
    """The pad of an own file and its game: the same ones for the same content."""
    pad = pad_of(content, taken)
    return pad, guarded(PadGame, pad)


@lru_cache(256)
def checked_game(content: bytes) -> Game:
    """The game of a pad that comes with a game from elsewhere; raises FileFault."""
    return guarded(PadGame, pad_of(content, taken_by_games))


@lru_cache(256)
def recorded_game(content: bytes) -> Game | None:
    """The game of a text that a game was begun with, even if another pad has its key now; None if it is no pad."""
    try:
        return guarded(PadGame, pad_of(content, lambda _: False, examples=False))
    except FileFault:
        return None


def own_pads(folder: Path) -> OwnPads:
    """The pads of a folder, read now; none if there is no such folder. One that cannot be read is named itself."""
    pads: dict[str, ReadPad] = {}
    wrong = []
    try:
        names = file_names(folder)
    except OSError as error:
        return OwnPads({}, (WrongFile(str(folder), FileFault("pad.wrong.unreadable", why=reason_of(error))),))
    for place, name in enumerate(names):
        try:
            if place >= FILES_MOST:
                raise FileFault("pad.wrong.files", most=FILES_MOST)
            content = read_file(folder / name)
            pad, game = _own(content)
            if pad.key in pads:
                raise FileFault("pad.wrong.key-twice", place="key", value=pad.key, file=pads[pad.key].file)
            pads[pad.key] = ReadPad(name, pad, game, content)
        except FileFault as fault:
            wrong.append(WrongFile(name, fault))
    return OwnPads(dict(sorted(pads.items())), tuple(wrong))


class AllGames:
    """The games that can be played: the games of the registry, the pads that ship, and the sound ones of a folder.

    The folder is read when it is asked for, so that a new file needs no restart; `leave_out` gets each wrong one.
    """

    def __init__(self, folder: Path | None = None, leave_out: Callable[[WrongFile], None] | None = None) -> None:
        self._folder = folder
        self._leave_out = leave_out

    def _own(self) -> dict[str, ReadPad]:
        if self._folder is None:
            return {}
        pads = own_pads(self._folder)
        if self._leave_out is not None:
            for wrong in pads.wrong:
                self._leave_out(wrong)
        return pads.pads

    def all(self) -> list[Game]:
        """Every game: the games of the registry, the pads that ship, the own pads by their keys."""
        pads = [*map(shipped, SHIPPED), *self._own().values()]
        return [*map(registry.game, registry.GAMES), *[read.game for read in pads]]

    def game(self, key: str) -> Game:
        if key in registry.GAMES:
            return registry.game(key)
        return self.pad(key).game

    def pad(self, key: str) -> ReadPad:
        """A pad by its key; raises UnknownGame."""
        if key in SHIPPED:
            return shipped(key)
        own = self._own()
        if key not in own:
            raise UnknownGame("refused.unknown-game", game=key, games=", ".join((*registry.GAMES, *SHIPPED, *own)))
        return own[key]


class InstalledPads(Pads):
    """The pads that ship, and those of the folder that is named."""

    def of_text(self, content: bytes) -> Game | None:
        return recorded_game(content)

    def from_elsewhere(self, content: bytes) -> Game:
        return checked_game(content)

    def present(self, folder: Path, key: str) -> PresentPad:
        pad = AllGames(folder).pad(key)
        return PresentPad(pad.game, pad.content)

    def all_present(self, folder: Path) -> tuple[Sequence[PresentPad], Sequence[WrongFile]]:
        own = own_pads(folder)
        return [PresentPad(read.game, read.content) for read in (*map(shipped, SHIPPED), *own.pads.values())], own.wrong

    def offered(self, folder: Path) -> tuple[Sequence[OfferedPad], Sequence[WrongFile]]:
        own = own_pads(folder)
        return [*map(offered_shipped, SHIPPED), *[offered(read.pad) for read in own.pads.values()]], own.wrong


PADS = InstalledPads()
