"""Export of games to files, and import from files.

The engine replays every imported game: a game enters the record only if people could have entered it at the table, and
digests and results in the file must be correct. All games of a file are imported, or none.
"""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from typing import NamedTuple

from companion.games import registry
from companion.games.pad.collection import FILES_MOST, checked_game
from companion.games.pad.file import PadFault
from companion.kit.game import Game
from companion.kit.refusals import Message, Refusal
from companion.play import act as acts
from companion.play.act import Act, Begin
from companion.play.clock import OFF
from companion.play.fold import GameState
from companion.play.line import PEOPLE, Line, Result, imported, shown
from companion.play.seats import numbers_of
from companion.play.timeline import GameSetup, advance, digest, result_of, used_ms
from companion.record.gamefiles import ALONE, MOST, WRITTEN, FileGame, read
from companion.record.log import read_file
from companion.record.lookup import RecordView
from companion.record.pads import act_of, find_content, hash_of, present_pad
from companion.record.record import Record
from companion.record.trouble import RecordTrouble
from companion.record.unfit import Unfit, unfit_file
from companion.sealed import seal_of

LAST = "last"
"""In place of a number: the game that was touched last."""
MOST_REPLAYED = 50_000
"""So many entries of one game may be replayed because of `change`; people at the table need a few hundred."""


class Imported(NamedTuple):
    """The result of an import: the numbers of the new games, and how many games were in the record already."""

    numbers: tuple[int, ...]
    known: int


# -- out


def chosen_game(library: RecordView, game: str, key: str) -> GameState:
    """The game that a number or `last` means; raises RecordTrouble with this key if there is no such game."""
    if game == LAST and library.last() is None:
        raise RecordTrouble("record.no-game")
    number = library.last() if game == LAST else int(game) if re.fullmatch("[0-9]{1,9}", game) else None
    found = library.game_state(number) if number else None
    if found is None or not found.path:
        raise RecordTrouble(key, game=game)
    return found


def export_text(folder: Path, game: str | None, form: str) -> Iterator[str]:
    """A game of the record by its number or `last`, or all for None, as text piece by piece; raises RecordTrouble.

    The series of a game is ALONE if there are no others in it. The device may run at the same time.
    """
    with RecordView(folder) as library:
        one = chosen_game(library, game, "export.no-game") if game is not None else None
        games = [one] if one is not None else map(library.game_state, library.numbers())
        yield from WRITTEN[form](
            (state if len(library.series(state.series)) > 1 else state._replace(series=ALONE)
             for state in games if state),
            library.pad_content,
            lambda state: _seed(library, state),
        )  # fmt: skip


def _seed(library: RecordView, game: GameState) -> str:
    """The seed of a finished game in which a device sat: then it is a secret no more."""
    if game.result is None:
        return ""
    return next((act.text for act in library.hidden_acts(game) if act.kind == acts.SEED), "")


# -- in


def read_content(file: Path) -> bytes:
    """The content of a file, at most one byte more than MOST. Raises OSError, also for a pipe or a device."""
    content = read_file(file, most=MOST + 1)
    if content is None:
        raise OSError(0, "not a file")
    return content


class Verified(NamedTuple):
    """A game of a file after its replay, with all digests and results; its rules, and the text of its score pad."""

    game: GameState
    rules: Game
    content: bytes | None


class KnownPads:
    """The score pads that a record and its folder know. Each is looked up once, for a file of thousands of games."""

    def __init__(self, folder: Path) -> None:
        self.present = cache(partial(present_pad, folder))
        self.content = cache(partial(_known_content, folder))


def verify(claimed: FileGame, known: KnownPads) -> Verified:
    """A game after a replay. Raises Unfit."""
    game, names = claimed.game, claimed.game.names
    try:
        engine, content = _rules(claimed, known)
        names = engine.seat(game.names)
        pad = hash_of(content) if content is not None else ""
        setup = GameSetup(0, game.key, names, engine.complete(game.options), engine, pad, game.clock, game.seats)
        timeline = setup.begin()
    except Refusal as refusal:
        raise Unfit(claimed.places[0], refusal.message, names) from None
    if claimed.seed and seal_of(claimed.seed) != game.seats.seal:
        raise unfit_file(claimed.places[0], "seed", seal=game.seats.seal or "–")
    path, replayed = list[Line](), 0
    for entry, where in zip(game.path, claimed.places, strict=True):
        replayed += max(len(timeline) - entry.act.number, 0) if entry.act.kind == acts.CHANGE else 0
        if replayed > MOST_REPLAYED:
            raise unfit_file(where, "changes", most=MOST_REPLAYED)
        span = entry.span
        if span is not None and (not path or game.clock == OFF or span.seat != timeline[-1].turn):
            raise unfit_file(where, "seat", seat=span.seat)
        try:
            timeline = advance(setup, timeline, entry.text, span.ms if span is not None else 0) if path else timeline
        except Refusal as refusal:
            raise Unfit(where, refusal.message, names) from None
        except (ValueError, RecursionError):  # `set` has a table that is not JSON
            raise unfit_file(where, "table") from None
        found = digest(timeline[-1].position)
        if entry.digest not in ("", found):
            raise unfit_file(where, "digest")
        result = result_of(timeline)
        path.append(entry._replace(digest=found, result=result, used=used_ms(setup, timeline) if result else ()))
    claimed_result, result = game.result, path[-1].result
    # A text has the act that ended the game only among its entries.
    if claimed_result is not None and (
        result is None or claimed_result != (*result[:2], claimed_result.ended and result.ended)
    ):
        raise unfit_file(claimed.places[0], "result", entered=_result_text(claimed_result), found=_result_text(result))
    game = game._replace(names=names, options=setup.options, path=tuple(path), pad=pad)
    return Verified(game, engine, content)


def _rules(claimed: FileGame, known: KnownPads) -> tuple[Game, bytes | None]:
    """The rules of a game of a file, and the text of its score pad. Raises Unfit and UnknownGame."""
    key, pad, content, where = claimed.game.key, claimed.game.pad, claimed.content, claimed.places[0]
    if not pad:
        if key in registry.GAMES:
            return registry.game(key), None
        found = known.present(key)
        return found.game, found.content
    if content is None:
        content = known.content(pad)
    if content is None:
        raise unfit_file(where, "pad-unknown", pad=key, command="companion pad add")
    try:
        game = checked_game(content)
    except PadFault as fault:
        at = Message("import.pad-at", line=fault.line) if fault.line is not None else Message("import.pad")
        why = Message(fault.key, **fault.params)
        why = Message("pad.at", place=fault.place, what=why) if fault.place else why
        raise unfit_file(where, "pad-wrong", pad=at, why=why) from None
    if game.key != key:
        raise unfit_file(where, "pad-other", pad=game.key, entered=key)
    return game, content


def _known_content(folder: Path, pad: str) -> bytes | None:
    """The text of a score pad by its SHA-256, from the record or the files of today."""
    with suppress(RecordTrouble), RecordView(folder) as library:
        return library.pad_content(pad)
    return find_content(pad, io.BytesIO(), {}, folder)


def _result_text(result: Result | None) -> str:
    return "–" if result is None else json.dumps({"winners": result.winners, "scores": result.scores})[:200]


def import_games(folder: Path, content: bytes, now: float) -> Imported:
    """Import the games of a file into the record of a folder, without those that are there already.

    The device must not have the record open. Raises Unfit and RecordTrouble, and then nothing has changed.
    """
    claimed_games = read(content, now)
    if len({claimed.game.pad for claimed in claimed_games} - {""}) > FILES_MOST:
        raise unfit_file(None, "pads", most=FILES_MOST)
    known = KnownPads(folder)
    found = [(verify(claimed, known), claimed) for claimed in claimed_games]
    first: dict[int, tuple[str, str, set[str]]] = {}
    for (game, _, _), claimed in found:
        kind_and_people = (game.key, game.pad, set(game.names))
        if game.series != ALONE and first.setdefault(game.series, kind_and_people) != kind_and_people:
            raise unfit_file(claimed.places[0], "series", series=game.series)
    with Record(folder) as record:
        left: dict[tuple[str, tuple[str, ...]], list[int]] = {}
        for info in record.ask(lambda index: index.infos("path <> '[]' ORDER BY id")):
            left.setdefault((info.key, info.names), []).append(info.id)
        new: list[GameState] = []
        seeds: list[str] = []
        texts: dict[str, bytes] = {}
        series: dict[int, int] = {}
        for (game, rules, text), claimed in found:
            candidates = left.get((game.key, game.names), [])
            same = (
                one
                for one in map(record.game_state, candidates)
                if one and _same(game, one, rules, dated=claimed.dated)
            )
            there = next(same, None)
            if there is None:
                new.append(game)
                seeds.append(claimed.seed)
                if text is not None and not record.has_pad(game.pad):
                    texts[game.pad] = text
                continue
            candidates.remove(there.id)  # two games of a file are never the same one
            if game.series != ALONE:
                series.setdefault(game.series, there.series)
        numbers = tuple(range(record.state.games + 1, record.state.games + 1 + len(new)))
        if new:
            record.add_together(_lines(record, new, seeds, texts, series, now))
        return Imported(numbers, len(found) - len(new))


def _lines(
    record: Record,
    games: list[GameState],
    seeds: list[str],
    texts: dict[str, bytes],
    series: dict[int, int],
    now: float,
) -> list[Line]:
    """The lines of new texts of score pads, then of imported games; new people get numbers after the known ones.

    `seeds` are those of the games, empty for a game without one.
    """
    state = record.state
    people = {person.name: person.number for person in state.people.values()}
    lines = [Line(0, now, act_of(text)) for text in texts.values()]
    for number, game in enumerate(games, state.games + 1):
        for seat, name in enumerate(game.names):
            if name not in people and not game.seats.level(seat):
                people[name] = max(people.values(), default=0) + 1
                lines.append(Line(0, now, Act(acts.NAME, people[name], name), about=PEOPLE))
        of = None if game.series == ALONE else series.setdefault(game.series, number)
        begun = Begin(
            game.key, numbers_of(game.names, game.seats, people), game.options, of if of != number else None,
            pad=game.pad, clock=game.clock, seats=game.seats,
        )  # fmt: skip
        if seeds[number - state.games - 1]:
            lines.append(Line(0, now, Act(acts.SEED, 0, seeds[number - state.games - 1]), number))
        lines.append(game.path[0]._replace(act=begun.act(), game=number))
        lines += [entry._replace(game=number) for entry in game.path[1:]]
    return imported(lines, now)


def _same(game: GameState, there: GameState, rules: Game, *, dated: bool) -> bool:
    """Whether a verified game of a file is a game of the record.

    A dated game that was continued after its export is the same one if its beginning is equal.
    """
    if game.pad != there.pad or (dated and shown(there.begun) != shown(game.begun)):
        return False
    said, path = ([entry.act for entry in one.path[1:]] for one in (game, there))
    if said != (path[: len(said)] if dated else path):
        return False
    with suppress(Refusal):  # options that the game got later are missing in the record
        return rules.complete(there.options) == game.options
    return False
