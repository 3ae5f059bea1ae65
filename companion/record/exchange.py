"""Export of games to files, and import from files.

The engine replays every imported game: a game enters the record only if people could have entered it at the table, and
digests and results in the file must be correct. All games of a file are imported, or none; but a game of which the file
cannot say everything is left out.
"""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cache, partial
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from companion.kit.faults import FileFault
from companion.kit.game import Game, Games
from companion.kit.rules import Refusal, check_person
from companion.messages import Message
from companion.play import act as acts
from companion.play.act import Act, Begin, Line, Result, imported, numbers_of
from companion.play.clock import OFF
from companion.play.fold import GameState
from companion.play.timeline import GameSetup, advance, digest, replay_path, result_of, used_ms
from companion.reader import from_json
from companion.record import RecordTrouble, Unfit, unfit_file
from companion.record.file_people import Newcomers, distinct
from companion.record.gamefiles import ALONE, MOST, WRITTEN, FileGame, read
from companion.record.lookup import RecordView
from companion.record.pads import FILES_MOST, FOLDER, act_of, find_content, hash_of
from companion.record.record import Record
from companion.sealed import fits
from companion.whole_file import read_regular

LAST = "last"
"""In place of a number: the game that was touched last."""
UNSAID = ("import.pad-unknown", "import.lost")
"""The keys of what a file cannot say of a game: only that game is left out."""
MOST_REPLAYED = 50_000
"""The most entries of one game that may be replayed because of `change`; people at the table need a few hundred."""


class Imported(NamedTuple):
    """The result of an import: the numbers of the new games, and how many games were in the record already.

    `refused` says of each game that was left out why. `continued` are the numbers of games that waited in the record
    and went on as in the file.
    """

    numbers: tuple[int, ...]
    known: int
    refused: tuple[Unfit, ...] = ()
    continued: tuple[int, ...] = ()


# -- out


def chosen_game(library: RecordView, game: str, key: str) -> GameState:
    """The game that a number or `last` means; raises RecordTrouble with this key if there is no such game."""
    if game == LAST and library.last() is None:
        raise RecordTrouble("record.no-game")
    number = library.last() if game == LAST else int(game) if re.fullmatch("[0-9]{1,9}", game) else None
    state = library.game_state(number) if number else None
    if state is None or not state.path:
        raise RecordTrouble(key, game=game)
    return state


def export_text(folder: Path, games: Games, game: str | None, form: str) -> Iterator[str]:
    """A game of the record by its number or `last`, or all for None, as text piece by piece; raises RecordTrouble.

    The series of a game is ALONE if there are no others in it. The device may run at the same time.
    """
    with RecordView(folder, games) as library:
        one = chosen_game(library, game, "export.no-game") if game is not None else None
        chosen = [one] if one is not None else map(library.game_state, library.numbers(by_end=form != "csv"))
        is_alone = cache(lambda series: len(library.series(series)) < 2)
        yield from WRITTEN[form](
            (_as_file_has_it(library, state, is_alone) for state in chosen if state),
            library.pad_content,
            lambda state: _seed(library, state),
            distinct(library.state.people),
            numbered=one is None,
            rules_of=library.rules_of,
        )


def _as_file_has_it(library: RecordView, game: GameState, is_alone: Callable[[int], bool]) -> GameState:
    """A game without the number of a series that it alone is in, and without lost entries where it went on.

    Where a lost line was no entry, as an undo, and the entries do not fit each other without it, `lost` stands there.
    """
    if is_alone(game.series):
        game = game._replace(series=ALONE)
    path = game.path
    if not path or not (library.state.lost or acts.LOST in [entry.act.kind for entry in path]):
        return game
    steps = replay_path(GameSetup.of(game, library.rules_of), path)
    sound, length = set[int](), 0
    for step in steps:
        # *Go on* from where the sound entries end goes back over nothing but lost ones.
        if step.timeline is not None and not (step.act.kind == acts.BACK and len(step.timeline) == length):
            sound.add(step.id)
        length = len(step.timeline) if step.timeline is not None else length
    if steps[-1].timeline is not None:
        return game._replace(path=tuple([entry for entry in path if entry.seq in sound]))
    place = next((at for at, entry in enumerate(path) if at and entry.seq not in sound), len(path))
    if acts.LOST not in [entry.act.kind for entry in path[place : place + 1]]:
        lost = Line(path[place - 1].seq, path[place - 1].at, Act(acts.LOST), game.id)
        game = game._replace(path=(*path[:place], lost, *path[place:]))
    return game


def _seed(library: RecordView, game: GameState) -> str:
    """The seed of a finished game in which a device sat, with the people's word: then it is a secret no more.

    Where people took back that a device sat down, nothing says what the seed belongs to.
    """
    if game.result is None or not _seal_in(game):
        return ""
    texts = {line.act.kind: line.act.text for line in reversed(library.lines_of_chance(game))}
    seed = texts.get(acts.SEED, "")
    return f"{seed} {from_json(texts[acts.WORD])}" if seed and acts.WORD in texts else seed


def _seal_in(game: GameState) -> str:
    seal, _ = acts.seal_and_mind(game.seats, [entry.act for entry in game.path])
    return seal


# -- in


def read_content(file: Path) -> bytes:
    """The content of a file, at most one byte more than MOST. Raises OSError, also for a pipe or a device."""
    return read_regular(file, MOST + 1)


class Verified(NamedTuple):
    """A game of a file after its replay, with all digests and results; its rules, and the text of its score pad."""

    game: GameState
    rules: Game
    content: bytes | None


class KnownPads:
    """The score pads that a record and its folder know. Each is looked up once, for a file of thousands of games."""

    def __init__(self, folder: Path, games: Games) -> None:
        self.games = games
        self.present = cache(partial(games.pads.present, folder / FOLDER))
        self.content = cache(partial(_known_content, folder, games))


def verify(claimed: FileGame, pads: KnownPads) -> Verified:
    """A game after a replay. Raises Unfit."""
    game, names, part = claimed.game, claimed.game.names, "game"
    try:
        engine, content = _rules(claimed, pads)
        part = "players"
        names = engine.seat(game.names)
        for name in names:
            check_person(name)
        part = "options"
        pad = hash_of(content) if content is not None else ""
        setup = GameSetup(0, game.key, names, engine.complete(game.options), engine, pad, game.clock, game.seats)
        timeline = setup.begin()
    except Refusal as refusal:
        raise Unfit(claimed.head[part], refusal.message, names) from None
    seal = _seal_in(game)
    if claimed.seed and not fits(claimed.seed, seal):
        raise unfit_file(claimed.head["seed"], "seed", seal=seal or "–")
    path, replayed = list[Line](), 0
    for entry, where in zip(game.path, claimed.places, strict=True):
        if entry.act.kind == acts.LOST:
            raise unfit_file(where, "lost")
        if entry.act.kind == acts.CHANGE:
            replayed += max(len(timeline) - entry.act.number, 0) + len(entry.act.entries) - 1
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
        last_digest = digest(timeline[-1].position)
        if entry.digest not in ("", last_digest):
            raise unfit_file(where, "digest")
        result = result_of(timeline)
        path.append(entry._replace(digest=last_digest, result=result, used=used_ms(setup, timeline) if result else ()))
    claimed_result, result = game.result, path[-1].result
    # A text has the act that ended the game only among its entries.
    if claimed_result is not None and (
        result is None or claimed_result != (*result[:2], claimed_result.ended and result.ended)
    ):
        raise unfit_file(
            claimed.head["over"], "result", entered=_result_text(claimed_result), found=_result_text(result)
        )
    game = game._replace(names=names, options=setup.options, path=tuple(path), pad=pad)
    return Verified(game, engine, content)


def _rules(claimed: FileGame, pads: KnownPads) -> tuple[Game, bytes | None]:
    """The rules of a game of a file, and the text of its score pad. Raises Unfit and UnknownGame."""
    key, pad, content, where = claimed.game.key, claimed.game.pad, claimed.content, claimed.places[0]
    if not pad:
        if key in pads.games.keys:
            return pads.games.game(key), None
        present = pads.present(key)
        return present.game, present.content
    if content is None:
        content = pads.content(pad)
    if content is None:
        raise unfit_file(where, "pad-unknown", pad=key, command="companion pad add")
    try:
        game = pads.games.pads.from_elsewhere(content)
    except FileFault as fault:
        at = Message("import.pad-at", line=fault.line) if fault.line is not None else Message("import.pad")
        why = Message(fault.key, **fault.params)
        why = Message("pad.at", place=fault.place, what=why) if fault.place else why
        raise unfit_file(where, "pad-wrong", pad=at, why=why) from None
    if game.key != key:
        raise unfit_file(where, "pad-other", pad=game.key, entered=key)
    return game, content


def _known_content(folder: Path, games: Games, pad: str) -> bytes | None:
    """The text of a score pad by its SHA-256, from the record or the files of today."""
    with suppress(RecordTrouble), RecordView(folder, games) as library:
        return library.pad_content(pad)
    return find_content(pad, io.BytesIO(), {}, folder, games)


def _result_text(result: Result | None) -> str:
    return "–" if result is None else json.dumps({"winners": result.winners, "scores": result.scores})[:200]


def import_games(folder: Path, games: Games, content: bytes, now: float) -> Imported:
    """Import the games of a file into the record of a folder, without those that are there already.

    The device must not have the record open. Raises Unfit and RecordTrouble, and then nothing has changed.
    """
    claimed_games = read(content, now)
    if len({claimed.game.pad for claimed in claimed_games} - {""}) > FILES_MOST:
        raise unfit_file(None, "pads", most=FILES_MOST)
    pads = KnownPads(folder, games)
    verified_games, refused = list[tuple[Verified, FileGame]](), list[Unfit]()
    for claimed in claimed_games:
        try:
            verified_games.append((verify(claimed, pads), claimed))
        except Unfit as fault:
            if fault.why.key not in UNSAID:
                raise
            refused.append(fault)
    if not verified_games:
        raise refused[0]
    Newcomers({}).check((claimed.people, game, claimed.places[0]) for (game, _, _), claimed in verified_games)
    first: dict[int, tuple[str, str, set[object]]] = {}
    for (game, _, _), claimed in verified_games:
        who: set[object] = {person.number if person else None for person in claimed.people} or set(game.names)
        if game.series != ALONE and first.setdefault(game.series, (game.key, game.pad, who)) != (
            game.key,
            game.pad,
            who,
        ):
            raise unfit_file(claimed.places[0], "series", series=game.series)
    with Record(folder, games) as record:
        numbers, continued = _add_games(record, verified_games, now)
        return Imported(numbers, len(verified_games) - len(numbers) - len(continued), tuple(refused), continued)


def _add_games(
    record: Record, verified_games: list[tuple[Verified, FileGame]], now: float
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Write the games that the record has not, and the entries that its games lack; returns the numbers of both."""
    left: dict[tuple[str, tuple[str, ...]], dict[int, int]] = {}  # by number the second in which it began
    for info in record.ask(lambda index: index.infos("path <> '[]' ORDER BY id")):
        left.setdefault((info.key, info.names), {})[info.id] = int(info.begun)
    new: list[tuple[Verified, FileGame]] = []
    continued: dict[int, Sequence[Line]] = {}
    series: dict[int, int] = {}
    people = Newcomers(record.state.people)
    for verified, claimed in verified_games:
        game = verified.game
        candidates = left.get((game.key, game.names), {})
        then = [one for one, begun in candidates.items() if not claimed.dated or begun == int(game.begun)]
        alike = (
            one for one in map(record.game_state, then)
            if one and _same(game, one, verified.rules, dated=claimed.dated)
        )  # fmt: skip
        # Games without a time are equal; of those that began in the same second one shares the most entries.
        found = alike if claimed.dated else islice(alike, 1)
        same_game = max(found, key=lambda one: len(one.path[: len(game.path)]), default=None)
        if same_game is None:
            new.append((verified, claimed))
            continue
        del candidates[same_game.id]  # two games of a file are never the same one
        people.recognise(claimed.people, same_game)
        if game.series != ALONE:
            series.setdefault(game.series, same_game.series)
        if len(game.path) > len(same_game.path):
            continued[same_game.id] = game.path[len(same_game.path) :]
    if not new and not continued:
        return (), ()
    numbers = _numbers(record, [claimed for _, claimed in new])
    for number, (verified, claimed) in sorted(zip(numbers, new, strict=True), key=lambda pair: pair[0]):
        # A record without games gets them under the numbers of the file.
        kept = claimed.number == number and not record.state.games
        series.setdefault(verified.game.series, verified.game.series if kept else number)
    lines = _lines(record, [*zip(numbers, new, strict=True)], people, series, now)
    lines += [entry._replace(game=number) for number, entries in continued.items() for entry in entries]
    record.add_together(imported([*lines, *people.settle(now)], now))
    return tuple(sorted(numbers)), tuple(sorted(continued))


def _numbers(record: Record, games: list[FileGame]) -> list[int]:
    """The numbers of new games: as in the file in a record without games, else the next ones in their order."""
    stated, state = [game.number for game in games], record.state
    if not state.games and all(stated) and len(set(stated)) == len(stated):
        return stated
    order = sorted(range(len(games)), key=lambda place: stated[place] if all(stated) else place)
    return [state.games + 1 + order.index(place) for place in range(len(games))]


def _lines(
    record: Record,
    games: list[tuple[int, tuple[Verified, FileGame]]],
    people: Newcomers,
    series: dict[int, int],
    now: float,
) -> list[Line]:
    """The lines of new texts of score pads, then of the games with their numbers; `series` has the series' numbers."""
    texts = {game.pad: text for _, ((game, _, text), _) in games if text is not None and not record.has_pad(game.pad)}
    lines = [Line(0, now, act_of(text)) for text in texts.values()]
    for number, ((game, _, _), claimed) in games:
        seated, named = people.seat(claimed.people, game, now)
        of = number if game.series == ALONE else series[game.series]
        begun = Begin(
            game.key, numbers_of(game.names, game.seats, seated), game.options, of if of != number else None,
            pad=game.pad, clock=game.clock, seats=game.seats,
        )  # fmt: skip
        lines += named
        if claimed.seed:
            lines.append(Line(0, now, Act(acts.SEED, 0, claimed.seed), number))
        lines.append(game.path[0]._replace(act=begun.act(), game=number))
        if claimed.word:
            lines.append(Line(0, now, Act(acts.WORD, 0, json.dumps(claimed.word, ensure_ascii=False)), number))
        lines += [entry._replace(game=number) for entry in game.path[1:]]
    return lines


def _same(game: GameState, other: GameState, rules: Game, *, dated: bool) -> bool:
    """Whether a verified game of a file is a game of the record; if it is dated, one that began in the same second.

    Such a game may have been continued after its export, here, or elsewhere if it waits here.
    """
    if game.pad != other.pad:
        return False
    acts, path = ([entry.act for entry in one.path[1:]] for one in (game, other))
    if dated:
        path = path[: len(acts)]
        acts = acts[: len(path)] if other.result is None else acts
    if acts != path:
        return False
    with suppress(Refusal):  # options that the game got later are missing in the record
        return rules.complete(other.options) == game.options
    return False
