"""`companion log`: the record line by line: everything that was entered, undone, begun."""

from __future__ import annotations

import sys
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import BinaryIO

from companion.console import add_data, complain, count, print_line
from companion.console.record_access import named_record
from companion.games.installed import INSTALLED
from companion.inotify import MODIFY, Inotify
from companion.kit.game import Game
from companion.play import act as acts
from companion.play.act import PEOPLE, Line
from companion.play.clock import time_text
from companion.play.fold import GameState, State, fold
from companion.play.timeline import GameSetup, Snapshot, latest_step
from companion.reader import from_json
from companion.record import RecordTrouble
from companion.record.exchange import LAST, chosen_game
from companion.record.log import LOG, Scan
from companion.record.lookup import RecordView, opened_log, with_device
from companion.record.pads import content_of, find_rules
from companion.session.text import entry, game_name
from companion.texts import reason_of
from companion.words import Words

FOLLOW_S = 0.5
"""How often a log that is followed is read on where the kernel does not say that it has grown."""


def add(parser: ArgumentParser) -> None:
    """Arguments: which lines, and in which form."""
    parser.add_argument("game", metavar="GAME", nargs="?", type=_game, help="only this game: its number, or last")
    parser.add_argument("-f", "--follow", action="store_true", help="go on while the record grows, until Ctrl-C")
    parser.add_argument("--raw", action="store_true", help="the lines as they stand in the file")
    add_data(parser)


def _game(text: str) -> int | str:
    return text if text == LAST else count(text)


def run(arguments: Namespace) -> int:
    """Print the log, of one game or of all; with --follow until Ctrl-C. The exit status."""
    with named_record(arguments) as (folder, words), closing(opened_log(folder)) as file:
        only = _number(folder, arguments.game)
        log = RawLog(file) if arguments.raw else WordLog(file, folder, words, only)
        has_game = only is None or arguments.follow
        wait = _watched(folder / LOG) if arguments.follow else None  # before the first look: nothing is missed
        while True:
            for game, line in log.new_lines():
                if only in (None, game):
                    print_line(line)
                    has_game = True
            if not has_game and log.scan.unread is None:
                raise RecordTrouble("log.no-game", game=only)
            if wait is None:
                if log.scan.unread is not None:
                    complain(words("log.unread", why=reason_of(log.scan.unread)))
                return 0
            sys.stdout.flush()
            wait()


def _number(folder: Path, game: int | str | None) -> int | None:
    if not isinstance(game, str):
        return game
    with RecordView(folder, INSTALLED) as library:
        return chosen_game(library, game, "log.no-game").id


def _watched(file: Path) -> Callable[[], None]:
    """What sleeps until a file has grown; where the kernel cannot tell, for a moment."""
    try:
        inotify = Inotify()
        inotify.add(file, MODIFY)
    except OSError:
        return partial(time.sleep, FOLLOW_S)
    return inotify.wait


class RawLog:
    """The lines as they stand in the file, damaged ones too, each with the number of its game (0 for none).

    Lines that only the device reads are left out here too.
    """

    def __init__(self, file: BinaryIO) -> None:
        self.scan = Scan(file)

    def new_lines(self) -> Iterator[tuple[int, str]]:
        """The lines that have been added since the last call."""
        for offset, raw, line in self.scan.pieces():
            if not raw.endswith(b"\n"):
                return
            self.scan.end = offset + len(raw)
            if line is not None and line.act.kind in acts.HIDDEN:
                continue
            yield line.game if line is not None else 0, raw.rstrip(b"\r\n").decode("utf-8", "replace")


class WordLog:
    """The lines in words, of one game or of all, each with the number of its game (0 for none)."""

    def __init__(self, file: BinaryIO, folder: Path, words: Words, game: int | None = None) -> None:
        self.scan = Scan(file)
        self._folder = folder
        self._words = words
        self._only = game
        self._state = State()
        self._games: dict[int, GameState] = {}
        self._steps: dict[int, Snapshot] = {}
        self._steps_of = 0

    def new_lines(self) -> Iterator[tuple[int, str]]:
        """The lines that have been added since the last call."""
        for offset, line in self.scan:
            state = self._state
            self._state, changed = fold(state, line, offset, self._games.get)
            before = {game.id: self._games.get(game.id) for game in changed}
            self._games.update((game.id, game) for game in changed)
            if line.act.kind in acts.HIDDEN and not line.commitment:
                continue
            game = line.game or (changed[0].id if changed else 0)
            if self._only not in (None, game):
                continue
            when = time.strftime("%Y-%m-%d %H:%M", time.localtime(line.at))
            number = f"g{game}" if game else line.about
            yield game, f"{when}  {number:7} {self._describe(line, game, state, before)}"

    def _describe(self, line: Line, number: int, state: State, before: Mapping[int, GameState | None]) -> str:
        """A line in words. `state` is that of the record when it was written, `before` has what it changed."""
        words, act, game = self._words, line.act, self._games.get(number)
        if line.about == PEOPLE:
            person = state.people.get(act.number)
            return words(f"log.{act.kind}", name=person.name if person is not None else act.text, to=act.text)
        if act.kind == acts.LOG and not line.seq:
            return words("log.first")
        if act.kind == acts.PAD:
            content = content_of(act)
            pad = INSTALLED.pads.of_text(content) if content is not None else None
            return words("log.pad", game=game_name(pad.key, words, pad)) if pad is not None else words("log.lost")
        if act.kind in (acts.LOG, acts.IMPORT):
            return words(f"log.{act.kind}", count=act.number)
        if act.kind == acts.CHOSE:
            return words("log.chosen", commitment=line.commitment)
        if act.kind == acts.WORD:
            return words("log.word", word=from_json(act.text))
        if act.kind == acts.CLOCK:
            return words("log.clock", time=time_text(line.span.ms if line.span is not None else 0))
        if act.kind == acts.LOST or not number or game is None:
            return words("log.lost")
        if act.kind == acts.UNDO and (undone := before.get(number, game)) is not None:
            return self._describe_undo(act.kind, undone.path[-1:])
        if act.kind in (acts.UNDO, acts.REDO):
            on_table = before.get(state.table, self._games.get(state.table))
            return self._describe_undo(act.kind, on_table.undone[-1:] if on_table is not None else ())
        if act.kind == acts.RESUME:
            return words("log.resume")
        return self._describe_entry(game) if game.path else words("log.lost")

    def _rules_of(self, game: GameState) -> Game | None:
        return find_rules(game, self.scan.file, self._state.pads, self._folder, INSTALLED)

    def _describe_undo(self, kind: str, entries: Sequence[Line]) -> str:
        """What an undo or a redo is about: the one entry, or nothing."""
        text = entries[0].text if entries else ""
        if entries and entries[0].act.kind == acts.NEW:
            text = self._words("screen.log.new")
        return self._words(f"log.{kind}", text=text)

    def _describe_entry(self, game: GameState) -> str:
        """The newest entry of a game, in the words of the log on the display."""
        last, words = game.path[-1], self._words
        names = with_device(game, words("device.name"))
        setup = GameSetup.of(game, self._rules_of).renamed(names)
        if self._steps_of != game.id:  # one game at a time: all of a record have no room in the memory of a Pi
            self._steps_of = game.id
            self._steps.clear()
        step = latest_step(setup, game.path, self._steps)
        assert step is not None
        if len(game.path) == 1:
            name = game_name(game.key, words, setup.game)
            begun = words("log.new", game=name, names=words.join_list(names))
            return words("log.sealed", text=begun, seal=game.seats.seal) if game.seats.seal else begun
        time = f"[{time_text(last.span.ms)}]" if last.span is not None else ""
        if step.timeline is None or last.act.kind in (acts.BACK, acts.CHANGE):
            return f"{last.text} {time}".rstrip()
        item = entry(step, len(step.timeline) - 1, words)
        return " ".join(part for part in (f"{item.who}:" if item.who else "", item.label, item.value, time) if part)
