"""`companion log`: the record line by line, as people read it, or as it stands in the file; also while it grows."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import BinaryIO

from companion.commands import named
from companion.commands.streams import complain, harmless
from companion.games.registry import GAMES
from companion.record import act as acts
from companion.record.act import parse
from companion.record.fold import GameState, State, fold
from companion.record.line import PEOPLE, Line, decode
from companion.record.log import Scan
from companion.record.lookup import opened_log
from companion.record.trouble import RecordTrouble
from companion.session.text import entry
from companion.session.timeline import GameSetup, Snapshot, replay
from companion.words import Words

LOOK_S = 0.5
"""How often a log that is followed is looked at."""


def run(data: Path | None, game: int | None, *, follow: bool, raw: bool) -> int:
    """Print the log, of one game or of all; with `follow` until Ctrl-C. The exit status."""
    folder = named.folder(data)
    words = named.words_of(folder)
    try:
        with closing(opened_log(folder)) as file:
            log = Raw(file) if raw else Log(file, words)
            while True:
                for belongs, line in log.more():
                    if game in (None, belongs):
                        print(harmless(line))
                if not follow:
                    return 0
                sys.stdout.flush()
                time.sleep(LOOK_S)
    except RecordTrouble as trouble:
        complain(words.message(trouble.message, ()))
        return 1
    return 0


class Raw:
    """The lines as they stand in the file, damaged ones too, each with the number of its game (0 for none)."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._end = 0

    def more(self) -> Iterator[tuple[int, str]]:
        """What has come since the last time."""
        self._file.seek(self._end)
        for raw in self._file:
            if not raw.endswith(b"\n"):
                return
            self._end += len(raw)
            line = decode(raw)
            yield line.game if line is not None else 0, raw[:-1].decode("utf-8", "replace")


class Log:
    """The lines in words, each with the number of its game (0 for none)."""

    def __init__(self, file: BinaryIO, words: Words) -> None:
        self._scan = Scan(file)
        self._words = words
        self._state = State()
        self._games: dict[int, GameState] = {}
        self._steps: dict[int, Snapshot] = {}

    def more(self) -> Iterator[tuple[int, str]]:
        """What has come since the last time."""
        for offset, line in self._scan:
            before = self._state, dict(self._games)
            self._state, changed = fold(self._state, line, offset, self._games.get)
            self._games.update((game.id, game) for game in changed)
            when = time.strftime("%Y-%m-%d %H:%M", time.localtime(line.at))
            game = line.game or (changed[0].id if changed else 0)
            number = f"g{game}" if game else line.about
            yield game, f"{when}  {number:7} {self._said(line, game, before)}"

    def _said(self, line: Line, game: int, before: tuple[State, dict[int, GameState]]) -> str:
        words, act, there = self._words, line.act, self._games.get(game)
        if line.about == PEOPLE:
            known = before[0].people.get(act.number)
            return words(f"log.{act.kind}", name=known.name if known is not None else act.text, to=act.text)
        if act.kind in (acts.LOG, acts.IMPORT):
            return words(f"log.{act.kind}", count=act.number)
        if act.kind == acts.LOST or there is None:
            return words("log.lost")
        if act.kind in (acts.UNDO, acts.REDO):
            was, state = before[1].get(game), before[0]
            beside = before[1].get(state.table)
            taken = was.path[-1:] if was is not None and act.kind == acts.UNDO else (
                (beside.undone if beside is not None else state.undone)[-1:]
            )  # fmt: skip
            return words(f"log.{act.kind}", text=self._called(taken[0].text) if taken else "")
        if act.kind == acts.RESUME:
            return words("log.resume")
        return self._entered(there) if there.path else words("log.lost")

    def _called(self, text: str) -> str:
        return self._words("screen.log.new") if parse(text).kind == acts.NEW else text

    def _entered(self, game: GameState) -> str:
        """The newest entry of a game as its log on the glass has it."""
        last, words = game.path[-1], self._words
        played = GameSetup(game.id, game.key, game.names, game.options)
        before = self._steps.get(game.path[-2].seq) if len(game.path) > 1 else None
        step = self._steps[last.seq] = replay(played, last, before)
        if len(game.path) == 1:
            name = words(f"game.{game.key}") if f"game.{game.key}" in words else game.key
            return words("log.new", game=name, names=words.listed(game.names))
        if step.timeline is None or game.key not in GAMES or parse(last.text).kind in (acts.BACK, acts.CHANGE):
            return last.text
        item = entry(step, len(step.timeline) - 1, words)
        return " ".join(part for part in (f"{item.who}:" if item.who else "", item.label, item.value) if part)
