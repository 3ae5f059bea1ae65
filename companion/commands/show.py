"""`companion show`: a game: its whole log in words and in notation, who has won and why."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from companion.console.past_games import (
    CSV,
    JSON,
    add_source_and_format,
    end_fields,
    headings,
    local_time,
    open_record,
    time_cell,
)
from companion.console.tables import Cell, Table, print_csv, print_json, print_tables
from companion.play.act import Result, shown
from companion.play.clock import OFF, time_text
from companion.play.fold import GameState
from companion.play.timeline import GameSetup, Snapshot, replay_path, thinking_ms, used_ms
from companion.record.exchange import chosen_game
from companion.session.text import clock_in_words, ending_text, entry, game_name, winners
from companion.words import Words


class LogLine(NamedTuple):
    """One entry of a log: whose it is, what was entered, what followed, its notation, and the time on a clock."""

    place: int
    who: str
    what: str
    came: str
    notation: str
    ms: int | None = None


def add(parser: ArgumentParser) -> None:
    """Arguments: which game, and in which format."""
    parser.add_argument("game", metavar="GAME", help="its number, or last")
    add_source_and_format(parser)


def run(arguments: Namespace) -> int:
    """Print the game; the exit status."""
    with open_record(arguments) as (library, words):
        game = chosen_game(library, arguments.game, "history.no-game")
        game = game._replace(names=library.names_then(game))
        step = replay_path(GameSetup.of(game, library.rules_of), game.path)[-1]
    lines = _log(step, [entry.text for entry in game.path[1:]], words)
    if arguments.format == JSON:
        about = {
            "number": game.id, "game": game.key, "players": list(game.names), "options": dict(game.options),
            "clock": None if game.clock == OFF else str(game.clock),
            "begun": shown(game.begun), "last": shown(game.at), "sure": game.sure,
            **end_fields(game.names, game.result),
            "read_only": step.timeline is None,
        }  # fmt: skip
        print_json({**about, "log": [line._asdict() for line in lines]})
    elif arguments.format == CSV:
        print_csv(LogLine._fields, lines)
    else:
        names = words.join_list(game.names)
        about_lines = (
            words("history.title", number=game.id, game=game_name(game.key, words, step.setup.game), names=names),
            *_times(game, words),
            *_clock(step, words),
            *_result(step, game.result, words),
        )
        clocked = game.clock != OFF
        columns = (*LogLine._fields[:-1], *(["clock"] if clocked else []))
        rows: list[Sequence[Cell]] = [
            (line.place, line.who, line.what, line.came, line.notation, *([time_cell(line.ms)] if clocked else []))
            for line in lines
        ]
        tables = [Table("", headings(words, *columns), rows)] if lines else []
        print_tables(*about_lines, "", *tables)
    return 0


def _times(game: GameState, words: Words) -> Iterator[str]:
    """When it began, and when it was touched last; nothing where the clock was not set at one of these times."""
    begun, last = local_time(game.begun, game.sure), local_time(game.at, game.sure)
    if begun and last:
        yield words("history.from-to", begun=begun, last=last)


def _log(step: Snapshot, texts: Sequence[str], words: Words) -> list[LogLine]:
    """The log of a game; in notation alone if it cannot be played again."""
    if step.timeline is None:
        return [LogLine(place, "", "", "", text) for place, text in enumerate(texts, 1)]
    lines = []
    for place, moment in enumerate(step.timeline[1:], 1):
        item = entry(step, place, words)
        ms = thinking_ms(step.setup, step.timeline, place)
        lines.append(LogLine(place, item.who, item.label, item.value, moment.text, ms))
    return lines


def _clock(step: Snapshot, words: Words) -> Iterator[str]:
    """The clock of the game, and how long each person's has run."""
    used = used_ms(step.setup, step.timeline) if step.timeline is not None else ()
    if used:
        times = zip(step.setup.names, map(time_text, used), strict=True)
        yield words("history.clocks", rule=clock_in_words(step.setup.clock, words),
                    times=words.join_list(f"{name} {time}" for name, time in times))  # fmt: skip


def _result(step: Snapshot, result: Result | None, words: Words) -> Iterator[str]:
    """Who has won, and why."""
    if step.timeline is None:
        yield words("screen.read-only.text")
    if result is None:
        yield words("history.runs")
    elif step.timeline is not None:
        won = winners(tuple([step.setup.names[seat] for seat in result.winners]), words)
        yield words("history.over", won=won, why=ending_text(step, words))
    else:
        yield winners(tuple([step.setup.names[seat] for seat in result.winners]), words)
    if result is not None and not result.ended:
        yield words.join_list(f"{name} {score}" for name, score in zip(step.setup.names, result.scores, strict=True))
